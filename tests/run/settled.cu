// settled.cu: stores that follow each other to one place: a value, then on some ways another.
// nvcc -arch=sm_80 -ptx

// Clamped where it lies.
extern "C" __global__ void clamp(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = in[i] * 3.0f - 1.0f;
    out[i] = x;
    if (x < 0)
        out[i] = 0;
    else if (x > 1)
        out[i] = 1;
}

// The same in shared memory, which neighbours read behind a barrier.
extern "C" __global__ void shared_clamp(const double *in, double *out)
{
    __shared__ double tile[16][16];
    int tx = threadIdx.x, ty = threadIdx.y, i = (blockIdx.x * 16 + ty) * 16 + tx;
    double x = in[i];
    tile[ty][tx] = x;
    if (x < 0)
        tile[ty][tx] = -x;
    __syncthreads();
    out[i] = tile[ty][(tx + 1) % 16] + tile[(ty + 3) % 16][tx];
}

// Another place: both stores are done.
extern "C" __global__ void beside(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int x = in[i];
    out[i] = x;
    if (x & 1)
        out[n + i] = x + 1;
}

// What was stored may be read in between, through another pointer.
extern "C" __global__ void looked_at(int *a, int *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int x = b[i];
    a[i] = x + 1;
    if (b[i] > 7)
        a[i] = b[i] * 2;
}

// A value on each of the ways.
extern "C" __global__ void each(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = in[i] * 3.0f - 1.0f;
    if (x < 0)
        out[i] = 0;
    else if (x > 1)
        out[i] = 1;
    else
        out[i] = x;
}

// On one of them to another place, and on one nowhere.
extern "C" __global__ void not_each(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int x = in[i];
    if (x % 3 == 0)
        out[i] = x + 1;
    else if (x % 3 == 1)
        out[n + i] = x + 2;
    if (x % 5 == 0)
        out[i] = x + 3;
    else if (x % 5 == 1)
        out[i] = x + 4;
}
