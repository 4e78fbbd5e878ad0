// own_columns.cu: shared memory that lanes of a warp do not share, as the place's low bits or the variables tell; and such that they do.
// nvcc -arch=sm_80 -ptx; // options: -Wno-warp-sync

// Counters of each thread's own: a column of rows that are as wide as two warps.
extern "C" __global__ void counters(const unsigned *x, unsigned *out, int n)
{
    __shared__ unsigned count[16 * 64];
    const int t = threadIdx.x;
    for (int i = 0; i < 16; i++)
        count[i * 64 + t] = 0;
    for (int i = t; i < n; i += 64)
        count[(x[i] >> 3 & 15) * 64 + t]++;
    for (int i = 0; i < 16; i++)
        out[i * 64 + t] = count[i * 64 + t];
}

// Of bytes, four threads to a word.
extern "C" __global__ void bytes(const unsigned *x, unsigned *out, int n)
{
    __shared__ unsigned char count[32 * 64];
    const int t = threadIdx.x;
    for (int i = 0; i < 32; i++)
        count[i * 64 + t] = 0;
    for (int i = t; i < n; i += 64)
        count[(x[i] & 0x7c0) + t]++;
    for (int i = 0; i < 32; i++)
        out[i * 64 + t] = count[i * 64 + t];
}

// Rows half as wide as a warp: lanes read what lower ones are about to write, and all read first.
extern "C" __global__ void passed_on(const unsigned *x, unsigned *out)
{
    __shared__ unsigned a[48];
    const int t = threadIdx.x;
    a[t] = t * 3;
    if (t < 16)
        a[32 + t] = 7;
    __syncthreads();
    const unsigned v = a[(x[t] & 16) + t];
    a[t + 16] = v + 1;
    __syncthreads();
    out[t] = v * 1000 + a[t + 16];
}

// Which of two variables is read depends on the lane; a third one is written.
extern "C" __global__ void ways(const int *x, int *out)
{
    __shared__ int a[32], b[32], c[32];
    const int t = threadIdx.x;
    a[t] = x[t];
    b[t] = x[t] * 5 + 1;
    __syncthreads();
    const int *p = &a[t - 1];
    if (t == 0)
        p = &b[31];
    else if (t == 13 && x[t] > 3)
        p = &b[x[t] & 31];
    else if (t > 20)
        p = x[t] & 1 ? &a[31 - t] : &b[t - 20];
    const int v = *p;
    c[t] = v * 2;
    __syncthreads();
    out[t] = c[31 - t] + v;
}

// One of those: all lanes have read before one writes.
extern "C" __global__ void ways_back(const int *x, int *out)
{
    __shared__ int a[32], b[32];
    const int t = threadIdx.x;
    a[t] = x[t];
    b[t] = x[t] * 5 + 1;
    __syncthreads();
    const int *p = &a[t - 1];
    if (t == 0)
        p = &b[31];
    else if (t == 13 && x[t] > 3)
        p = &b[x[t] & 31];
    else if (t > 20)
        p = x[t] & 1 ? &a[31 - t] : &b[t - 20];
    const int v = *p;
    a[t] = v * 2;
    __syncthreads();
    out[t] = a[31 - t] + v;
}

// Columns in another order than the threads: some bits of their numbers change places.
static __device__ int turned(int t) { return (t & ~63) | (t & 15) << 2 | (t & 48) >> 4; }

extern "C" __global__ void turned_columns(const unsigned *x, unsigned *out, int n)
{
    __shared__ unsigned char count[32 * 64];
    const int t = threadIdx.x;
    for (int i = 0; i < 32; i++)
        count[i * 64 + t] = 0;
    __syncthreads();
    unsigned char *mine = count + turned(t);
    for (int i = t; i < n; i += 64)
        mine[x[i] & 0x7c0]++;
    __syncthreads();
    for (int i = 0; i < 32; i++)
        out[i * 64 + t] = count[i * 64 + turned(t)];
}

// A lane writes where another of its warp has read.
extern "C" __global__ void turned_pairs(const unsigned *x, unsigned *out)
{
    __shared__ unsigned a[128];
    const int t = threadIdx.x;
    a[t] = t * 3;
    a[t + 64] = t * 5;
    __syncthreads();
    const unsigned v = a[(x[t] & 64) + turned(t)];
    a[(x[t] & 64) + turned(t ^ 16)] = v + 1;
    __syncthreads();
    out[t] = a[t];
    out[t + 64] = a[t + 64];
}
