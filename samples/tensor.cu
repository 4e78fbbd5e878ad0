// tensor.cu: C = A * B for row-major matrices of any sizes on tensor cores: A is m x k, B is k x n, both of halves; C of
// floats. Blocks of 128 threads make tiles of 32 x 32, a quarter each warp.
#include <cuda_fp16.h>
#include <mma.h>

constexpr unsigned TILE = 32, STEP = 32, PAD = 8; // PAD: halves between rows, so that the banks of memory differ

typedef half TileA[TILE][STEP + PAD];
typedef half TileB[STEP][TILE + PAD];

// The next tiles of A and B to shared memory; outside of the matrices there are zeros.
__device__ void stage(TileA ta, TileB tb, const half *a, const half *b, unsigned row, unsigned col, unsigned t,
                      unsigned m, unsigned n, unsigned k)
{
    for (unsigned i = threadIdx.x; i < TILE * STEP; i += blockDim.x) {
        unsigned y = i / TILE, x = i % TILE;
        ta[y][x] = row + y < m && t + x < k ? a[(row + y) * k + t + x] : __ushort_as_half(0);
        tb[y][x] = t + y < k && col + x < n ? b[(t + y) * n + col + x] : __ushort_as_half(0);
    }
}

// With CUDA's wmma, whose fragments are opaque: C goes through shared memory.
extern "C" __global__ void __launch_bounds__(128) tensor_wmma(const half *a, const half *b, float *c, unsigned m,
                                                             unsigned n, unsigned k)
{
    using namespace nvcuda::wmma;
    __shared__ __align__(32) TileA ta;
    __shared__ __align__(32) TileB tb;
    __shared__ __align__(32) float tc[TILE][TILE];
    unsigned warp = threadIdx.x / 32, y = warp / 2 * 16, x = warp % 2 * 16;
    for (unsigned row = blockIdx.y * TILE; row < m; row += gridDim.y * TILE)
        for (unsigned col = blockIdx.x * TILE; col < n; col += gridDim.x * TILE) {
            fragment<accumulator, 16, 16, 16, float> sum;
            fill_fragment(sum, 0.0f);
            for (unsigned t = 0; t < k; t += STEP) {
                stage(ta, tb, a, b, row, col, t, m, n, k);
                __syncthreads();
                for (unsigned s = 0; s < STEP; s += 16) {
                    fragment<matrix_a, 16, 16, 16, half, row_major> fa;
                    fragment<matrix_b, 16, 16, 16, half, row_major> fb;
                    load_matrix_sync(fa, &ta[y][s], STEP + PAD);
                    load_matrix_sync(fb, &tb[s][x], TILE + PAD);
                    mma_sync(sum, fa, fb, sum);
                }
                __syncthreads();
            }
            store_matrix_sync(&tc[y][x], sum, TILE, mem_row_major);
            __syncthreads();
            for (unsigned i = threadIdx.x; i < TILE * TILE; i += blockDim.x)
                if (row + i / TILE < m && col + i % TILE < n)
                    c[(row + i / TILE) * n + col + i % TILE] = tc[i / TILE][i % TILE];
            __syncthreads();
        }
}

// Four 8 x 8 matrices of halves whose rows begin at the lanes' addresses.
__device__ void load4(unsigned (&r)[4], const half *p)
{
    unsigned at = (unsigned)__cvta_generic_to_shared(p);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(at) : "memory");
}

__device__ void load4_trans(unsigned (&r)[4], const half *p)
{
    unsigned at = (unsigned)__cvta_generic_to_shared(p);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(at) : "memory");
}

__device__ void multiply(float (&d)[4], const unsigned (&a)[4], unsigned b0, unsigned b1)
{
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
                 "{%0, %1, %2, %3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

// With the instructions themselves, as libraries do it: each lane knows which elements it holds.
extern "C" __global__ void __launch_bounds__(128) tensor_mma(const half *a, const half *b, float *c, unsigned m,
                                                            unsigned n, unsigned k)
{
    __shared__ __align__(32) TileA ta;
    __shared__ __align__(32) TileB tb;
    unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32, y = warp / 2 * 16, x = warp % 2 * 16;
    for (unsigned row = blockIdx.y * TILE; row < m; row += gridDim.y * TILE)
        for (unsigned col = blockIdx.x * TILE; col < n; col += gridDim.x * TILE) {
            float sum[2][4] = {};
            for (unsigned t = 0; t < k; t += STEP) {
                stage(ta, tb, a, b, row, col, t, m, n, k);
                __syncthreads();
                for (unsigned s = 0; s < STEP; s += 16) {
                    unsigned fa[4], fb[4];
                    load4(fa, &ta[y + lane % 16][s + lane / 16 * 8]);
                    load4_trans(fb, &tb[s + lane % 16][x + lane / 16 * 8]);
                    multiply(sum[0], fa, fb[0], fb[1]);
                    multiply(sum[1], fa, fb[2], fb[3]);
                }
                __syncthreads();
            }
            for (int j = 0; j < 2; j++)
                for (int e = 0; e < 4; e++) {
                    unsigned r = row + y + lane / 4 + e / 2 * 8, q = col + x + 8 * j + lane % 4 * 2 + e % 2;
                    if (r < m && q < n)
                        c[r * n + q] = sum[j][e];
                }
        }
}
