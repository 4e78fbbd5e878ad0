// vecadd.cu: sums of vectors.  Every kernel walks the vectors in strides of the whole grid, so any grid will do.

extern "C" __global__ void vec_add(const int *a, const int *b, int *sum, unsigned n)
{
    unsigned step = gridDim.x * blockDim.x;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
        sum[i] = a[i] + b[i];
}

// y = a * x + y: the compiler makes it one fused multiply-add.
extern "C" __global__ void saxpy(unsigned n, float a, const float *__restrict__ x, float *__restrict__ y)
{
    unsigned step = gridDim.x * blockDim.x;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
        y[i] = a * x[i] + y[i];
}

// The classic form: one thread per element and a bounds check.
extern "C" __global__ void vec_scale(double *x, double factor, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] *= factor;
}
