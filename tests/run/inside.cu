// inside.cu: what threads do whose places lie inside of a picture, with barriers behind it: most blocks lie inside as a whole.
#define MOST 512

// The sum of what an interior point would change by, of each block.
extern "C" __global__ void changes(const int *in, int *out, int *sums, int w, int h)
{
    __shared__ int part[MOST];
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    const int t = threadIdx.y * blockDim.x + threadIdx.x, size = blockDim.x * blockDim.y;
    int change = 0;
    if (x > 0 && x < w - 1 && y > 0 && y < h - 1) {
        const int i = y * w + x;
        const int next = in[i - 1] + in[i + 1] + in[i - w] + in[i + w];
        change = next - in[i];
        out[i] = next;
    }
    part[t] = change;
    __syncthreads();
    for (int s = 1; s < size; s *= 2) {
        const int other = t + s < size && t % (2 * s) == 0 ? part[t + s] : 0;
        __syncthreads();
        part[t] += other;
        __syncthreads();
    }
    if (t == 0)
        sums[blockIdx.y * gridDim.x + blockIdx.x] = part[0];
}

// Without a sign, from the right to the left, with bounds of the block's own; what lies outside is a number.
extern "C" __global__ void turned(const int *in, int *out, unsigned first, unsigned w, int top, int h)
{
    __shared__ int tile[MOST];
    const unsigned x = first - (blockIdx.x * blockDim.x + threadIdx.x);
    const int y = top + (int)(blockIdx.y * blockDim.y + threadIdx.y), t = threadIdx.y * blockDim.x + threadIdx.x;
    const int low = blockIdx.x & 1 ? 3 : 0;
    int v;
    if (w <= x || y < low || y > h - 1)
        v = -7;
    else
        v = in[y * w + x] * 3 + low;
    tile[t] = v;
    __syncthreads();
    out[(blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x * blockDim.y + t] = tile[t ^ 1] + (5 < x ? 100 : 0);
}

// All but threads outside go on; each row of blocks has a number of its own.
extern "C" __global__ void left(const int *in, int *out, int w, int h)
{
    __shared__ int row[MOST];
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, t = threadIdx.y * blockDim.x + threadIdx.x;
    const bool here = x < w && y < h;
    if (here)
        row[t] = in[y * w + x];
    __syncthreads();
    if (!here)
        return;
    const int other = t ^ 1, ox = blockIdx.x * blockDim.x + other % blockDim.x, oy = blockIdx.y * blockDim.y + other / blockDim.x;
    out[y * w + x] = row[t] * 2 + (ox < w && oy < h ? row[other] : 1);
}
