// sad.cu: sums of absolute differences of 4x4 blocks of a frame with a reference frame, at all displacements of a search window.
// A block of threads stands for one macroblock, a thread for a displacement after another, and keeps its 4x4 pixels' sum.
#define RANGE 8
#define SIDE (2 * RANGE + 1)

extern "C" __global__ void sad(unsigned short *sums, const unsigned char *frame, const unsigned char *reference, int width,
                               int height)
{
    __shared__ unsigned char own[16][16];
    const int bx = blockIdx.x, by = blockIdx.y, t = threadIdx.x;
    for (int i = t; i < 256; i += blockDim.x)
        own[i / 16][i % 16] = frame[(by * 16 + i / 16) * width + bx * 16 + i % 16];
    __syncthreads();
    unsigned short *to = sums + (by * gridDim.x + bx) * 16 * SIDE * SIDE;
    for (int at = t; at < SIDE * SIDE; at += blockDim.x) {
        const int dx = at % SIDE - RANGE, dy = at / SIDE - RANGE;
        for (int b = 0; b < 16; b++) {
            const int x0 = b % 4 * 4, y0 = b / 4 * 4;
            int sum = 0;
#pragma unroll
            for (int y = 0; y < 4; y++)
#pragma unroll
                for (int x = 0; x < 4; x++) {
                    int fx = min(max(bx * 16 + x0 + x + dx, 0), width - 1);
                    int fy = min(max(by * 16 + y0 + y + dy, 0), height - 1);
                    sum += abs(own[y0 + y][x0 + x] - reference[fy * width + fx]);
                }
            to[b * SIDE * SIDE + at] = sum;
        }
    }
}
