// Loops in strides whose counter has 32 bits and whose end has 64: compilers keep the widened counter from round to round.
// wide_counters.ptx comes from  nvcc -O3 -arch=sm_80 -ptx wide_counters.cu; its last two kernels are written by hand.
extern "C" __global__ void scale(const float *__restrict__ x, float *out, size_t n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = 2 * x[i] + 1;
}

extern "C" __global__ void shift(const float *__restrict__ x, float *out, long n, unsigned stride)
{
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        out[i] = x[i] + out[i];
}

// The places, which wrap around in some lanes.
extern "C" __global__ void places(long long *out, int first, size_t n, int stride)
{
    for (int i = first + (int)threadIdx.x; i < n; i += stride)
        out[i & 127] = i;
}

// How far a thread has come is read behind the loop.
extern "C" __global__ void ends(float *out, long long *end, size_t n, int stride)
{
    int i = threadIdx.x;
    size_t w = i;
    for (; w < n; w = i) {
        out[w] = (float)w;
        i += stride;
    }
    end[threadIdx.x] = (long long)w + i;
}

// What is left of the end falls from thread to thread.
extern "C" __global__ void halves(double *out, long n)
{
    for (long i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        out[i] = out[i] / 2 + 1;
}
