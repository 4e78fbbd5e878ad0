// warptiles.cu: C = A * B in halves with sums in single precision, by nvcuda::wmma on tiles of 64 x 64 in shared memory.
#include <cuda_fp16.h>
#include <mma.h>
using namespace nvcuda;

// Four warps, each of which has 32 x 32 of the tile.
extern "C" __global__ void __launch_bounds__(128) warptiles(const half *a, const half *b, float *c, int n)
{
    __shared__ half ta[64][40], tb[32][72];
    int t = threadIdx.x, w = t / 32, wy = w / 2, wx = w % 2;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[2][2];
    for (int i = 0; i < 2; i++) for (int j = 0; j < 2; j++) wmma::fill_fragment(acc[i][j], 0.0f);
    int row = blockIdx.y * 64, col = blockIdx.x * 64;
    for (int k = 0; k < n; k += 32) {
        for (int i = t; i < 64 * 4; i += 128) *(uint4 *)&ta[i / 4][i % 4 * 8] = *(const uint4 *)&a[(row + i / 4) * n + k + i % 4 * 8];
        for (int i = t; i < 32 * 8; i += 128) *(uint4 *)&tb[i / 8][i % 8 * 8] = *(const uint4 *)&b[(k + i / 8) * n + col + i % 8 * 8];
        __syncthreads();
        for (int kk = 0; kk < 32; kk += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb[2];
            for (int i = 0; i < 2; i++) wmma::load_matrix_sync(fa[i], &ta[wy * 32 + i * 16][kk], 40);
            for (int j = 0; j < 2; j++) wmma::load_matrix_sync(fb[j], &tb[kk][wx * 32 + j * 16], 72);
            for (int i = 0; i < 2; i++) for (int j = 0; j < 2; j++) wmma::mma_sync(acc[i][j], fa[i], fb[j], acc[i][j]);
        }
        __syncthreads();
    }
    for (int i = 0; i < 2; i++) for (int j = 0; j < 2; j++)
        wmma::store_matrix_sync(&c[(row + wy * 32 + i * 16) * n + col + wx * 32 + j * 16], acc[i][j], n, wmma::mem_row_major);
}
