// match.cu: where a block of 8 x 8 pixels of one image lies in another, within 4 pixels: the least sum of absolute differences;
// a block of threads a block of pixels, a displacement a thread.
extern "C" __global__ void match(const unsigned char *a, const unsigned char *b, int *best, int w, int h)
{
    __shared__ unsigned char block[8][8], around[16][16];
    __shared__ int least[128];
    int t = threadIdx.x, bx = blockIdx.x * 8, by = blockIdx.y * 8;
    if (t < 64)
        block[t / 8][t % 8] = a[(by + t / 8) * w + bx + t % 8];
    for (int i = t; i < 256; i += 128) {
        int x = min(max(bx + i % 16 - 4, 0), w - 1), y = min(max(by + i / 16 - 4, 0), h - 1);
        around[i / 16][i % 16] = b[y * w + x];
    }
    __syncthreads();
    int sad = 1 << 20;
    if (t < 81) {
        int dx = t % 9, dy = t / 9;
        sad = 0;
        for (int y = 0; y < 8; y++)
            for (int x = 0; x < 8; x++)
                sad += abs((int)block[y][x] - (int)around[min(y + dy, 15)][min(x + dx, 15)]);
    }
    least[t] = sad * 128 + t;
    __syncthreads();
    for (int s = 64; s > 0; s >>= 1) {
        if (t < s)
            least[t] = min(least[t], least[t + s]);
        __syncthreads();
    }
    if (t == 0)
        best[blockIdx.y * gridDim.x + blockIdx.x] = least[0];
}
