// median.cu: the median of 3 x 3 pixels of a byte each, tiles of 16 x 16 with a border in shared memory.
#define TILE 16

__device__ inline void order(unsigned char &a, unsigned char &b)
{
    unsigned char low = min(a, b), high = max(a, b);
    a = low, b = high;
}

extern "C" __global__ void median(const unsigned char *in, unsigned char *out, int w, int h)
{
    __shared__ unsigned char tile[TILE + 2][TILE + 2];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    for (int dy = threadIdx.y; dy < TILE + 2; dy += TILE)
        for (int dx = threadIdx.x; dx < TILE + 2; dx += TILE) {
            int px = blockIdx.x * TILE + dx - 1, py = blockIdx.y * TILE + dy - 1;
            tile[dy][dx] = px < 0 || py < 0 || px >= w || py >= h ? 0 : in[py * w + px];
        }
    __syncthreads();
    if (x >= w || y >= h)
        return;
    unsigned char v[9];
    for (int i = 0; i < 9; i++)
        v[i] = tile[threadIdx.y + i / 3][threadIdx.x + i % 3];
    order(v[1], v[2]), order(v[4], v[5]), order(v[7], v[8]);
    order(v[0], v[1]), order(v[3], v[4]), order(v[6], v[7]);
    order(v[1], v[2]), order(v[4], v[5]), order(v[7], v[8]);
    order(v[0], v[3]), order(v[5], v[8]), order(v[4], v[7]);
    order(v[3], v[6]), order(v[1], v[4]), order(v[2], v[5]);
    order(v[4], v[7]), order(v[4], v[2]), order(v[6], v[4]);
    order(v[4], v[2]);
    out[y * w + x] = v[4];
}
