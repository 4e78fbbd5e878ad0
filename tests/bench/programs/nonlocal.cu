// nonlocal.cu: noise taken off a picture by means of what looks alike: patches of 3 x 3 around each pixel and around those within 3 pixels
// are compared; a tile with a border of 4 in shared memory, clamped at the picture's ends.
// nvcc: -use_fast_math
#define T 16
#define R 3
#define P 1
#define SIDE (T + 2 * (R + P))

extern "C" __global__ void nonlocal(const unsigned char *in, unsigned char *out, int w, int h, float strength)
{
    __shared__ float tile[SIDE][SIDE];
    const int bx = blockIdx.x * T - R - P, by = blockIdx.y * T - R - P;
    for (int i = threadIdx.y * T + threadIdx.x; i < SIDE * SIDE; i += T * T) {
        const int x = min(max(bx + i % SIDE, 0), w - 1), y = min(max(by + i / SIDE, 0), h - 1);
        tile[i / SIDE][i % SIDE] = in[y * w + x] / 255.0f;
    }
    __syncthreads();
    const int x = blockIdx.x * T + threadIdx.x, y = blockIdx.y * T + threadIdx.y;
    if (x >= w || y >= h)
        return;
    const int cx = threadIdx.x + R + P, cy = threadIdx.y + R + P;
    float sum = 0, weights = 0;
    for (int dy = -R; dy <= R; dy++)
        for (int dx = -R; dx <= R; dx++) {
            float d = 0;
            for (int py = -P; py <= P; py++)
                for (int px = -P; px <= P; px++) {
                    const float e = tile[cy + py][cx + px] - tile[cy + dy + py][cx + dx + px];
                    d += e * e;
                }
            const float weight = __expf(-d * strength - (dx * dx + dy * dy) * 0.05f);
            sum += weight * tile[cy + dy][cx + dx];
            weights += weight;
        }
    out[y * w + x] = (unsigned char)(sum / weights * 255.0f + 0.5f);
}
