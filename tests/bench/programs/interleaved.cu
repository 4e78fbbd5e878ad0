// interleaved.cu: the largest of each block and where it stands, a tree whose busy threads lie side by side while what they read does not:
// thread t takes 2 * s * t.
#define T 128

extern "C" __global__ void interleaved(const float *in, float *largest, int *where, int count)
{
    __shared__ float value[T];
    __shared__ int place[T];
    int t = threadIdx.x, at = blockIdx.x * blockDim.x + t;
    value[t] = at < count ? in[at] : -1e30f;
    place[t] = at;
    __syncthreads();
    for (int s = 1; s < blockDim.x; s *= 2) {
        int i = 2 * s * t;
        if (i < blockDim.x && value[i + s] > value[i]) {
            value[i] = value[i + s];
            place[i] = place[i + s];
        }
        __syncthreads();
    }
    if (t == 0) {
        largest[blockIdx.x] = value[0];
        where[blockIdx.x] = place[0];
    }
}
