// trotter.cu: a quantum particle on a plane by pairs of neighbours that turn into each other, rows and columns, odd and even (Trotter and
// Suzuki): a block takes all four on a tile with a border in shared memory and keeps its inside.
#define TX 32
#define TY 32
#define HALO 4
#define ROWS 4

__device__ __forceinline__ void turn(float &ar, float &ai, float &br, float &bi, float c, float s)
{
    const float r = ar, i = ai;
    ar = c * r - s * bi;
    ai = c * i + s * br;
    br = c * br - s * i;
    bi = c * bi + s * r;
}

__global__ void trotter(const float *in_r, const float *in_i, float *out_r, float *out_i, int width, int height, float c, float s)
{
    __shared__ float re[TY][TX], im[TY][TX];
    const int px = (int)blockIdx.x * (TX - 2 * HALO) - HALO, py = (int)blockIdx.y * (TY - 2 * HALO) - HALO;
    const int x = threadIdx.x, gx = px + x;
    for (int y = threadIdx.y; y < TY; y += ROWS * 2) {
        const int gy = py + y;
        const bool inside = gx >= 0 && gx < width && gy >= 0 && gy < height;
        re[y][x] = inside ? in_r[gy * width + gx] : 0.0f;
        im[y][x] = inside ? in_i[gy * width + gx] : 0.0f;
    }
    __syncthreads();
    for (int odd = 0; odd < 2; odd++) {
        for (int y = threadIdx.y; y < TY; y += ROWS * 2) {
            const int other = x + 1;
            if ((x & 1) == odd && other < TX && gx >= 0 && gx + 1 < width)
                turn(re[y][x], im[y][x], re[y][other], im[y][other], c, s);
        }
        __syncthreads();
    }
    for (int odd = 0; odd < 2; odd++) {
        for (int y = 2 * threadIdx.y + odd; y + 1 < TY; y += ROWS * 4) {
            const int gy = py + y;
            if (gy >= 0 && gy + 1 < height)
                turn(re[y][x], im[y][x], re[y + 1][x], im[y + 1][x], c, s);
        }
        __syncthreads();
    }
    for (int y = threadIdx.y; y < TY; y += ROWS * 2) {
        const int gy = py + y;
        if (x >= HALO && x < TX - HALO && y >= HALO && y < TY - HALO && gx < width && gy < height) {
            out_r[gy * width + gx] = re[y][x];
            out_i[gy * width + gx] = im[y][x];
        }
    }
}
