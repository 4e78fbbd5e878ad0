// matmul.cu: C = A * B for row-major matrices, A is m x k, B is k x n, of any sizes.

constexpr unsigned TILE = 16;

// Blocks of 16 x 16 threads; each tile of A and B is read from memory once per block and used 16 times.
extern "C" __global__ void matmul_tiled(const float *a, const float *b, float *c, unsigned m, unsigned n, unsigned k)
{
    __shared__ float ta[TILE][TILE], tb[TILE][TILE];
    unsigned tx = threadIdx.x, ty = threadIdx.y;
    for (unsigned by = blockIdx.y * TILE; by < m; by += gridDim.y * TILE) {
        for (unsigned bx = blockIdx.x * TILE; bx < n; bx += gridDim.x * TILE) {
            unsigned row = by + ty, col = bx + tx;
            float sum = 0;
            for (unsigned t = 0; t < k; t += TILE) {
                ta[ty][tx] = row < m && t + tx < k ? a[row * k + t + tx] : 0.0f;
                tb[ty][tx] = col < n && t + ty < k ? b[(t + ty) * n + col] : 0.0f;
                __syncthreads();
                for (unsigned i = 0; i < TILE; i++)
                    sum += ta[ty][i] * tb[i][tx];
                __syncthreads();
            }
            if (row < m && col < n)
                c[row * n + col] = sum;
        }
    }
}

// Square blocks of any width; the tiles lie in dynamic shared memory, 2 * width * width floats.
extern "C" __global__ void matmul_any(const float *a, const float *b, float *c, unsigned m, unsigned n, unsigned k)
{
    extern __shared__ float tiles[];
    unsigned width = blockDim.x, tx = threadIdx.x, ty = threadIdx.y;
    float *ta = tiles, *tb = tiles + width * width;
    for (unsigned by = blockIdx.y * width; by < m; by += gridDim.y * width) {
        for (unsigned bx = blockIdx.x * width; bx < n; bx += gridDim.x * width) {
            unsigned row = by + ty, col = bx + tx;
            float sum = 0;
            for (unsigned t = 0; t < k; t += width) {
                ta[ty * width + tx] = row < m && t + tx < k ? a[row * k + t + tx] : 0.0f;
                tb[ty * width + tx] = col < n && t + ty < k ? b[(t + ty) * n + col] : 0.0f;
                __syncthreads();
                for (unsigned i = 0; i < width; i++)
                    sum += ta[ty * width + i] * tb[i * width + tx];
                __syncthreads();
            }
            if (row < m && col < n)
                c[row * n + col] = sum;
        }
    }
}

// One thread per element of C, no shared memory.
extern "C" __global__ void matmul_simple(const float *a, const float *b, float *c, unsigned m, unsigned n, unsigned k)
{
    for (unsigned row = blockIdx.y * blockDim.y + threadIdx.y; row < m; row += gridDim.y * blockDim.y)
        for (unsigned col = blockIdx.x * blockDim.x + threadIdx.x; col < n; col += gridDim.x * blockDim.x) {
            float sum = 0;
            for (unsigned i = 0; i < k; i++)
                sum += a[row * k + i] * b[i * n + col];
            c[row * n + col] = sum;
        }
}
