// block_steps.cu: places of what is kept, and sums of all before, by scans of warps whose blocks then add what other warps have.
__inline__ __device__ int incl(int v) { int lane = threadIdx.x & 31; for (int d = 1; d < 32; d <<= 1) { int o = __shfl_up_sync(~0u, v, d); if (lane >= d) v += o; } return v; }
extern "C" __global__ void compacted(const int *in, int *out, int *count, int n)
{
    __shared__ int base[8];
    int i = blockIdx.x * 256 + threadIdx.x, w = threadIdx.x >> 5, lane = threadIdx.x & 31;
    int keep = i < n && in[i] > 10;
    int at = incl(keep);
    if (lane == 31) base[w] = at;
    __syncthreads();
    if (threadIdx.x < 8) { int t = base[threadIdx.x]; for (int d = 1; d < 8; d <<= 1) { int o = __shfl_up_sync(0xff, t, d); if (threadIdx.x >= d) t += o; } base[threadIdx.x] = t; }
    __syncthreads();
    if (w) at += base[w - 1];
    if (keep) out[blockIdx.x * 256 + at - 1] = in[i];
    if (threadIdx.x == 255) count[blockIdx.x] = at;
}
extern "C" __global__ void offsets(const int *in, int *out, const int *block_base, int n)
{
    __shared__ int part[32];
    int i = blockIdx.x * blockDim.x + threadIdx.x, w = threadIdx.x / 32;
    int v = incl(i < n ? in[i] : 0);
    if ((threadIdx.x & 31) == 31) part[w] = v;
    __syncthreads();
    int before = 0;
    for (int k = 0; k < w; k++) before += part[k];
    v += before;
    if (blockIdx.x > 0) v += block_base[blockIdx.x - 1];
    if (i < n) out[i] = v;
}
