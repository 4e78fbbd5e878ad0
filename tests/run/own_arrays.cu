// own_arrays.cu: loops that threads leave at different times, with arrays of each thread's own and rows that all read, several words at once.
// nvcc -arch=sm_80 -ptx
#define N 20

// All come to one place of their arrays at once; how far they go is read.
extern "C" __global__ void filter(const float *in, const int *ends, float *out, int rows)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float w[N];
    if (t >= rows)
        return;
    #pragma unroll 1
    for (int i = 0; i < N; i++)
        w[i] = in[i] + t;
    int end = ends[t];
    float sum = 0;
    #pragma unroll 1
    for (int k = 0; k < end; k++) {
        float x = 0;
        #pragma unroll 1
        for (int i = 0; i <= k; i++)
            x += w[i] * in[k - i];
        #pragma unroll 1
        for (int i = k; i < N; i++)
            w[i] = w[i] * 0.5f + 1;
        sum += x;
    }
    #pragma unroll 1
    for (int i = 0; i < N; i++)
        out[t * (N + 1) + i] = w[i];
    out[t * (N + 1) + N] = sum;
}

// The same array's places differ between threads: a stack.
extern "C" __global__ void stack(const int *ends, int *out, int rows)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x, s[N], top = 0, done = 0;
    if (t >= rows)
        return;
    s[top++] = ends[t];
    while (top > 0) {
        int n = s[--top];
        done += n;
        if (n > 3 && top + 2 <= N) {
            s[top++] = n / 2;
            if (n & 1)
                s[top++] = n / 3;
        }
    }
    out[t] = done;
}

// Rows of shared memory, four words at once, up to the thread's own.
extern "C" __global__ void triangle(const float4 *in, float4 *out, int rows)
{
    __shared__ float4 row[64];
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float4 sum = {0, 0, 0, 0};
    for (int b = 0; b * 64 < rows; b++) {
        if (threadIdx.x < 64 && b * 64 + threadIdx.x < rows)
            row[threadIdx.x] = in[b * 64 + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < 64 && b * 64 + k < rows; k++) {
            if (b * 64 + k > t)
                break;
            float4 v = row[k];
            float most = fmaxf(sum.x * 0.5f, v.x);
            sum.x = most + v.y;
            sum.y = sum.y * 0.75f + v.z;
            sum.z += v.w * most;
            sum.w = fmaxf(sum.w, v.x - v.w);
        }
        __syncthreads();
    }
    if (t < rows)
        out[t] = sum;
}

// Insertion into a list that is kept in order, from its end on.
extern "C" __global__ void insert(const int *in, int *out, int rows, int count)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x, list[8];
    if (t >= rows)
        return;
    #pragma unroll 1
    for (int i = 0; i < 8; i++)
        list[i] = 1 << 30;
    for (int k = 0; k < count; k++) {
        int v = in[k * rows + t], i = 7;
        if (v >= list[7])
            continue;
        #pragma unroll 1
        for (; i > 0 && list[i - 1] > v; i--)
            list[i] = list[i - 1];
        list[i] = v;
    }
    #pragma unroll 1
    for (int i = 0; i < 8; i++)
        out[t * 8 + i] = list[i];
}
