// online.cu: attention without a table of all products: keys and values by tiles in dynamic shared memory, a query a thread, whose maximum, sum and
// weighted values are corrected from tile to tile.
#define HEAD 32
#define TILE 32

extern "C" __global__ void online(const float *q, const float *k, const float *v, float *out, int length, float scale, int causal)
{
    extern __shared__ float tiles[];
    float *tk = tiles, *tv = tiles + TILE * HEAD;
    int head = blockIdx.y, row = blockIdx.x * blockDim.x + threadIdx.x;
    q += (head * length + row) * HEAD;
    k += head * length * HEAD;
    v += head * length * HEAD;
    float mine[HEAD], sum[HEAD], top = -1e30f, all = 0;
    for (int i = 0; i < HEAD; i++) {
        mine[i] = row < length ? q[i] * scale : 0;
        sum[i] = 0;
    }
    int last = causal ? min(length, (int)((blockIdx.x + 1) * blockDim.x)) : length;
    for (int t = 0; t < last; t += TILE) {
        for (int i = threadIdx.x; i < TILE * HEAD; i += blockDim.x) {
            bool in = t * HEAD + i < length * HEAD;
            tk[i] = in ? k[t * HEAD + i] : 0;
            tv[i] = in ? v[t * HEAD + i] : 0;
        }
        __syncthreads();
        for (int j = 0; j < TILE && t + j < last; j++) {
            if (causal && t + j > row)
                break;
            float s = 0;
            for (int i = 0; i < HEAD; i++)
                s += mine[i] * tk[j * HEAD + i];
            float now = fmaxf(top, s), correct = expf(top - now), p = expf(s - now);
            top = now;
            all = all * correct + p;
            for (int i = 0; i < HEAD; i++)
                sum[i] = sum[i] * correct + p * tv[j * HEAD + i];
        }
        __syncthreads();
    }
    if (row < length)
        for (int i = 0; i < HEAD; i++)
            out[(head * length + row) * HEAD + i] = sum[i] / all;
}
