// buckets.cu: numbers are dealt to buckets whose borders are searched in shared memory; each thread keeps its place
// there.
#define LOG 6
#define BORDERS (1 << LOG)

extern "C" __global__ void buckets(const float *in, const float *borders, int *place, unsigned *count, int n)
{
    __shared__ float edge[BORDERS];
    for (int i = threadIdx.x; i < BORDERS; i += blockDim.x)
        edge[i] = borders[i];
    __syncthreads();
    int threads = blockDim.x * gridDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads) {
        float x = in[i];
        int at = BORDERS / 2 - 1, jump = BORDERS / 4;
        float pivot = edge[at];
        while (jump >= 1) {
            at = x < pivot ? at - jump : at + jump;
            pivot = edge[at];
            jump /= 2;
        }
        at = x < pivot ? at : at + 1;
        place[i] = at << 24 | (int)(atomicAdd(&count[at], 1) & 0);
    }
}
