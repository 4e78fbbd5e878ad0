// census.cu: how far each pixel of a picture is shifted in another: signs against neighbours of 5 x 5 as bits, from a tile with a halo; then the least difference.
#define TX 32
#define TY 8
#define R 2
extern "C" __global__ void signs(const unsigned char *image, unsigned *code, int width, int height)
{
    __shared__ unsigned char tile[TY + 2 * R][TX + 2 * R];
    const int x0 = blockIdx.x * TX - R, y0 = blockIdx.y * TY - R;
    for (int y = threadIdx.y; y < TY + 2 * R; y += TY)
        for (int x = threadIdx.x; x < TX + 2 * R; x += TX) {
            const int gx = min(max(x0 + x, 0), width - 1), gy = min(max(y0 + y, 0), height - 1);
            tile[y][x] = image[gy * width + gx];
        }
    __syncthreads();
    const int x = blockIdx.x * TX + threadIdx.x, y = blockIdx.y * TY + threadIdx.y;
    const unsigned char mid = tile[threadIdx.y + R][threadIdx.x + R];
    unsigned bits = 0;
#pragma unroll
    for (int dy = 0; dy <= 2 * R; dy++)
#pragma unroll
        for (int dx = 0; dx <= 2 * R; dx++)
            if (dx != R || dy != R)
                bits = bits << 1 | (tile[threadIdx.y + dy][threadIdx.x + dx] < mid);
    if (x < width && y < height)
        code[y * width + x] = bits;
}
extern "C" __global__ void shifts(const unsigned *left, const unsigned *right, unsigned char *shift, int width, int height, int most)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    const unsigned mine = left[y * width + x];
    int least = 33, best = 0;
    for (int d = 0; d < most && d <= x; d++) {
        const int cost = __popc(mine ^ right[y * width + x - d]);
        if (cost < least) {
            least = cost;
            best = d;
        }
    }
    shift[y * width + x] = best;
}
