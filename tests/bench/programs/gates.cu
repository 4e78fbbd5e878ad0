// gates.cu: a recurrent network with gates over many sequences, one a thread: five units, weights in shared memory, state in arrays
// of its own.
#define UNITS 5
__device__ __forceinline__ float squash(float x) { return 1.0f / (1.0f + expf(-x)); }

extern "C" __global__ void gates(const float *x, const float *in_w, const float *rec_w, const float *bias, const float *out_w,
                                 float out_b, float *y, int steps, int count)
{
    __shared__ float iw[4 * UNITS], rw[4 * UNITS * UNITS], b[4 * UNITS];
    if (threadIdx.x < 4 * UNITS) {
        iw[threadIdx.x] = in_w[threadIdx.x];
        b[threadIdx.x] = bias[threadIdx.x];
    }
    for (int i = threadIdx.x; i < 4 * UNITS * UNITS; i += blockDim.x)
        rw[i] = rec_w[i];
    __syncthreads();
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= count)
        return;
    float h[UNITS] = {0}, c[UNITS] = {0}, g[4][UNITS];
    for (int s = 0; s < steps; s++) {
        const float v = x[t * steps + s];
        for (int k = 0; k < 4; k++)
            for (int j = 0; j < UNITS; j++) {
                float a = iw[k * UNITS + j] * v;
                for (int i = 0; i < UNITS; i++)
                    a += h[i] * rw[(k * UNITS + j) * UNITS + i];
                g[k][j] = k == 2 ? tanhf(a + b[k * UNITS + j]) : squash(a + b[k * UNITS + j]);
            }
        for (int j = 0; j < UNITS; j++) {
            c[j] = c[j] * g[1][j] + g[2][j] * g[0][j];
            h[j] = tanhf(c[j]) * g[3][j];
        }
        float o = out_b;
        for (int j = 0; j < UNITS; j++)
            o += h[j] * out_w[j];
        y[t * steps + s] = o;
    }
}
