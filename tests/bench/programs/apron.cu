// apron.cu: a filter along rows of any length and radius, a piece of a row with its neighbours in shared memory.
extern "C" __global__ void apron(const float *in, float *out, const float *filter, int w, int r)
{
    __shared__ float s[512];
    int first = blockIdx.x * blockDim.x, t = threadIdx.x, y = blockIdx.y;
    for (int i = t; i < blockDim.x + 2 * r; i += blockDim.x) {
        int x = first + i - r;
        s[i] = x < 0 || x >= w ? 0.0f : in[y * w + x];
    }
    __syncthreads();
    if (first + t < w) {
        float sum = 0;
        for (int k = -r; k <= r; k++)
            sum += s[t + r + k] * filter[r + k];
        out[y * w + first + t] = sum;
    }
}
