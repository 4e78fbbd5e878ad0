// fills.cu: tiles in shared memory with a border that loops fill by threads' numbers, in steps that are as wide as the block or not.
#define TILE 16

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
    if (x >= w || y >= h || threadIdx.x >= TILE || threadIdx.y >= TILE)
        return;
    int sum = 0;
    for (int i = 0; i < 9; i++)
        sum += (i + 1) * tile[threadIdx.y + i / 3][threadIdx.x + i % 3];
    out[y * w + x] = sum >> 5;
}

// The border of a tile, by the threads at its edges.
extern "C" __global__ void edges(const int *in, int *out, int w, int h)
{
    __shared__ int t[TILE + 2][TILE + 2];
    int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * TILE + tx, y = blockIdx.y * TILE + ty;
    int xc = min(x, w - 1), yc = min(y, h - 1);
    t[ty + 1][tx + 1] = in[yc * w + xc];
    if (tx < 2)
        t[ty + 1][tx * (TILE + 1)] = in[yc * w + (tx ? min(x - 1 + TILE, w - 1) : max(x - 1, 0))];
    if (ty == 0)
        t[0][tx + 1] = in[max(y - 1, 0) * w + xc];
    if (ty == TILE - 1)
        t[TILE + 1][tx + 1] = in[min(y + 1, h - 1) * w + xc];
    __syncthreads();
    if (x < w && y < h)
        out[y * w + x] = 8 * t[ty + 1][tx + 1] - t[ty][tx + 1] - 2 * t[ty + 2][tx + 1] - 3 * t[ty + 1][tx] - t[ty + 1][tx + 2];
}

// What one lane writes last in its warp stays, with no barrier between: a fill, and exceptions from it.
extern "C" __global__ void exceptions(const int *keys, int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x, w = t & 32;
    s[t] = -t;
    s[w + (keys[t] & 31)] = t >> 5;
    __syncthreads();
    out[blockIdx.x * 64 + t] = s[t];
}
