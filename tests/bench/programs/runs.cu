// runs.cu: bytes as runs of equal ones: where runs begin, a block's sums of these by doubled distances, the blocks' sums, then each
// beginning to its place; at last the lengths.
#define B 256

__device__ int begins(const unsigned char *in, int i, int n)
{
    return i < n && (i == 0 || in[i] != in[i - 1]);
}

extern "C" __global__ void count(const unsigned char *in, int *sums, int n)
{
    __shared__ int part[B / 32];
    const int t = threadIdx.x, i = blockIdx.x * B + t;
    const unsigned all = __ballot_sync(0xffffffff, begins(in, i, n));
    if ((t & 31) == 0)
        part[t >> 5] = __popc(all);
    __syncthreads();
    if (t == 0) {
        int sum = 0;
        for (int k = 0; k < B / 32; k++)
            sum += part[k];
        sums[blockIdx.x] = sum;
    }
}

extern "C" __global__ void total(int *sums, int *runs, int blocks)
{
    __shared__ int s[512];
    const int t = threadIdx.x;
    const int own = t < blocks ? sums[t] : 0;
    s[t] = own;
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
        const int before = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += before;
        __syncthreads();
    }
    if (t < blocks)
        sums[t] = s[t] - own;
    if (t == blocks - 1)
        *runs = s[t];
}

extern "C" __global__ void place(const unsigned char *in, const int *sums, int *from, unsigned char *symbol, int n)
{
    __shared__ int s[2][B];
    const int t = threadIdx.x, i = blockIdx.x * B + t, own = begins(in, i, n);
    int now = 0;
    s[0][t] = own;
    __syncthreads();
    for (int d = 1; d < B; d *= 2) {
        s[1 - now][t] = t >= d ? s[now][t] + s[now][t - d] : s[now][t];
        now = 1 - now;
        __syncthreads();
    }
    if (own) {
        const int to = sums[blockIdx.x] + s[now][t] - 1;
        from[to] = i;
        symbol[to] = in[i];
    }
}

extern "C" __global__ void lengths(const int *from, int *length, const int *runs, int n)
{
    const int many = *runs;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < many; i += gridDim.x * blockDim.x)
        length[i] = (i + 1 < many ? from[i + 1] : n) - from[i];
}
