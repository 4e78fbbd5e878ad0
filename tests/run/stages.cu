// stages.cu: two pieces of shared memory that take each other's place behind each barrier, in strides of the block; and rows that are
// joined by halves of any length.
// nvcc -arch=sm_80 -ptx

// Pointers change places.
extern "C" __global__ void pointers(const float *in, float *out, int n, int rounds)
{
    extern __shared__ float s[];
    float *now = s, *next = s + n;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        now[i] = in[blockIdx.x * n + i];
    __syncthreads();
    for (int k = 0; k < rounds; k++) {
        for (int i = threadIdx.x; i < n; i += blockDim.x)
            next[i] = i == 0 || i == n - 1 ? now[i] : 0.25f * now[i - 1] + 0.5f * now[i] + 0.25f * now[i + 1];
        __syncthreads();
        float *t = now;
        now = next;
        next = t;
    }
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        out[blockIdx.x * n + i] = now[i];
}

// Three go round.
extern "C" __global__ void three(const float *in, float *out, int n, int rounds)
{
    extern __shared__ float s[];
    float *a = s, *b = s + n, *c = s + 2 * n;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        a[i] = b[i] = in[blockIdx.x * n + i];
    __syncthreads();
    for (int k = 0; k < rounds; k++) {
        for (int i = threadIdx.x; i < n; i += blockDim.x)
            c[i] = i == 0 || i == n - 1 ? b[i] : 0.5f * (b[i - 1] + b[i + 1]) - 0.25f * a[i];
        __syncthreads();
        float *t = a;
        a = b;
        b = c;
        c = t;
    }
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        out[blockIdx.x * n + i] = b[i];
}

// They change places without a barrier, in a warp by itself: what a lane stored another one loads in the next round.
extern "C" __global__ void alone(const float *in, float *out, int rounds)
{
    extern __shared__ float s[];
    volatile float *now = s, *next = s + 32;
    int t = threadIdx.x;
    now[t] = in[blockIdx.x * 32 + t];
    for (int k = 0; k < rounds; k++) {
        next[t] = now[(t + 31) % 32] + 1;
        volatile float *u = now;
        now = next;
        next = u;
    }
    out[blockIdx.x * 32 + t] = now[t];
}

// They change places only in some rounds: in the others a round stores what the next one loads.
extern "C" __global__ void sometimes(const float *in, float *out, int n, int rounds)
{
    extern __shared__ float s[];
    float *now = s, *next = s + n;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        now[i] = next[i] = in[blockIdx.x * n + i];
    __syncthreads();
    for (int k = 0; k < rounds; k++) {
        for (int i = threadIdx.x; i < n; i += blockDim.x)
            next[i] = now[i ? i - 1 : n - 1] + 1;
        __syncthreads();
        if (k % 3) {
            float *t = now;
            now = next;
            next = t;
        }
    }
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        out[blockIdx.x * n + i] = now[i] + 1000 * next[i];
}

// Rows of a length that the program knows, halves of one that it does not.
extern "C" __global__ void least(const int *in, int *out)
{
    __shared__ int rows[4][128];
    int t = threadIdx.x, n = blockDim.x;
    for (int h = 0; h < 4; h++)
        rows[h][t] = in[(blockIdx.x * 4 + h) * n + t];
    for (int d = blockDim.x / 2; d > 0; d >>= 1) {
        __syncthreads();
        if (threadIdx.x < d)
            for (int h = 0; h < 4; h++)
                rows[h][t] = min(rows[h][t], rows[h][t + d]);
    }
    __syncthreads();
    if (t < 4)
        out[blockIdx.x * 4 + t] = rows[t][0];
}
