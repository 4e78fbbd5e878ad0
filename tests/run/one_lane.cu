// one_lane.cu: what one thread of the grid, of a CTA or of a row does: `i == 0` as tid == -(ctaid * ntid), `u == 0 && v == 0` as u | v == 0.
// nvcc -arch=sm_80 -ptx
__device__ static float sum(const float *x, int n)
{
    float s = 0;
    for (int k = 0; k < n; k++)
        s += x[k];
    return s;
}
extern "C" __global__ void of_grid(const float *x, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0)
        out[0] = sum(x, n);
}
extern "C" __global__ void of_grid_both(const float *x, float *out, int n)
{
    if (threadIdx.x == 0 && blockIdx.x == 0)
        out[0] = sum(x, n);
}
extern "C" __global__ void of_plane(const float *x, float *out, int n)
{
    if (threadIdx.x == 0 && threadIdx.y == 0)
        out[blockIdx.x] = sum(x, n + blockIdx.x);
    if (threadIdx.x + 3 * threadIdx.y == 5)
        atomicAdd(out + 100, 1.0f);
}
extern "C" __global__ void of_block(const float *x, float *out, int n)
{
    __shared__ float part[128];
    int t = threadIdx.x;
    part[t] = x[blockIdx.x * blockDim.x + t];
    __syncthreads();
    if (t == 0 && blockIdx.y == 0)
        out[blockIdx.x] = sum(part, blockDim.x);
    if (t == n && blockIdx.y == 1)
        out[blockIdx.x + 200] = part[t] + part[0];
}
extern "C" __global__ void of_warp(const float *x, float *out, int n)
{
    float s = x[threadIdx.x];
    for (int d = 16; d; d /= 2)
        s += __shfl_xor_sync(~0u, s, d);
    if (threadIdx.x == 0 && blockIdx.x == 0)
        out[0] = s;
    if (threadIdx.x != 32 || blockIdx.x != 1)
        return;
    out[1] = s;
}
extern "C" __global__ void all_but_one(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i != 0)
        out[i] = (threadIdx.x | blockIdx.y) != 0 ? 2 * i : -i;
    if ((threadIdx.x | blockIdx.x | blockIdx.y) == 0)
        out[0] += n;
}
extern "C" __global__ void where_numbers_wrap(float *out, unsigned first, unsigned one, unsigned third)
{
    unsigned t = blockIdx.x * blockDim.x + threadIdx.x, i = t + first, j = 3 * t + first;
    out[t] = 7;
    if (i == one)
        out[2000] += t;
    if (j == third)
        out[2001] += t;
    if (i != one)
        out[t] += 1;
}
extern "C" __global__ void of_rest(const float *x, float *out, float *found, int from, int one)
{
    __shared__ float part[128];
    int t = threadIdx.x;
    part[t] = x[t];
    __syncthreads();
    if (t >= from) {
        out[t] = part[t];
        if (t == one)
            found[0] += part[t] + part[from];
        out[t] += 1;
    }
    if (t == one) {
        found[1] += part[t];
        if (t >= from)
            found[2] += part[t] + part[from];
    }
}
