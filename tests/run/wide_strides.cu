// Loops over numbers of 64 bits in strides of the grid, which compilers do four rounds at a time: how often each thread comes to go round they
// find by a division of 64 bits, with a shorter way for small numbers.
// wide_strides.ptx comes from  nvcc -O3 -arch=sm_80 -ptx wide_strides.cu
extern "C" __global__ void add(float *a, const float *b, long n)
{
    for (long i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        a[i] += b[i];
}

extern "C" __global__ void products(float *a, const float *b, long long n)
{
    for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < n; i += (long long)blockDim.x * gridDim.x)
        a[i] *= b[i];
}

// Steps and ends that do not fit 32 bits.
extern "C" __global__ void places(long *a, long n, unsigned step)
{
    for (long i = threadIdx.x; i < n; i += step)
        a[(i + (i >> 20)) & 255] = i;
}

// The numbers that are divided grow from lane to lane, or differ anyhow.
extern "C" __global__ void shares(unsigned long *a, const unsigned long *b, unsigned long n, unsigned long by)
{
    const unsigned long i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = (n - i) / by * 1000 + (i << 30) / by + b[i] / (by + i);
}
