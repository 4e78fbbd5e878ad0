// flat_ifs.cu: what is asked only if something was not so before: compilers make predicates of the answers, and ifs behind each other from these.
extern "C" __global__ void grade(const float *x, const float *y, float *weight, int *sum, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int counts;
    if (threadIdx.x == 0)
        counts = 0;
    __syncthreads();
    float a = 0, b = 0;
    if (i < n) {
        a = x[i];
        b = y[i];
    }
    bool low = false, even = false, steep = false;
    float w = 0;
    int kind = 0;
    if (a * a + b * b < 0.25f) {
        low = true;
        w = 1 - a * b;
        kind = 1;
    }
    if (!low && fabsf(a - b) < 0.125f) {
        even = true;
        w = a + b + 0.5f * w;
        kind = 2;
    }
    if (!low && !even && b > 3 * a) {
        steep = true;
        w = b - 2 * a;
        kind = 3;
    }
    if (!low && !even && !steep)
        w = kind = 4;
    if (i < n) {
        weight[i] = w;
        atomicAdd(&counts, kind);
    }
    __syncthreads();
    if (threadIdx.x == blockDim.x - 1)
        atomicAdd(sum, counts);
}
