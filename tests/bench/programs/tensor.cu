// tensor.cu: C = A * B in halves with sums in single precision: mma, ldmatrix, cp.async in two stages, rows in shared memory turned
// by exclusive or.
#include <cuda_fp16.h>
#include <stdint.h>

__device__ inline uint32_t sh(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }
__device__ inline void cp16(void *d, const void *s) { asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"(sh(d)), "l"(s)); }
// Tiles of 128 x 128 by 32; eight warps, each of which has 64 x 32.
extern "C" __global__ void __launch_bounds__(256) tensor(const half *a, const half *b, float *c, int n)
{
    __shared__ __align__(128) half ta[2][128 * 32], tb[2][32 * 128];
    int t = threadIdx.x, lane = t & 31, w = t >> 5, wy = w >> 2, wx = w & 3;
    int row = blockIdx.y * 128, col = blockIdx.x * 128;
    float acc[4][4][4] = {};
    auto load = [&](int s, int k) {
        for (int i = t; i < 128 * 4; i += 256) { int r = i >> 2, q = i & 3; cp16(&ta[s][r * 32 + ((q ^ ((r >> 1) & 3)) << 3)], &a[(row + r) * n + k + q * 8]); }
        for (int i = t; i < 32 * 16; i += 256) { int r = i >> 4, q = i & 15; cp16(&tb[s][r * 128 + ((q ^ (r & 7)) << 3)], &b[(k + r) * n + col + q * 8]); }
        asm volatile("cp.async.commit_group;");
    };
    load(0, 0);
    int s = 0;
    for (int k = 0; k < n; k += 32, s ^= 1) {
        if (k + 32 < n) { load(s ^ 1, k + 32); asm volatile("cp.async.wait_group 1;"); } else asm volatile("cp.async.wait_group 0;");
        __syncthreads();
        #pragma unroll
        for (int kk = 0; kk < 2; kk++) {
            uint32_t fa[4][4], fb[4][2];
            #pragma unroll
            for (int i = 0; i < 4; i++) {
                int r = wy * 64 + i * 16 + (lane & 15), q = kk * 2 + (lane >> 4);
                asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(fa[i][0]), "=r"(fa[i][1]), "=r"(fa[i][2]), "=r"(fa[i][3]) : "r"(sh(&ta[s][r * 32 + ((q ^ ((r >> 1) & 3)) << 3)])));
            }
            #pragma unroll
            for (int j = 0; j < 2; j++) {
                int r = kk * 16 + (lane & 15), q = wx * 4 + j * 2 + (lane >> 4);
                asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(fb[2*j][0]), "=r"(fb[2*j][1]), "=r"(fb[2*j+1][0]), "=r"(fb[2*j+1][1]) : "r"(sh(&tb[s][r * 128 + ((q ^ (r & 7)) << 3)])));
            }
            #pragma unroll
            for (int i = 0; i < 4; i++)
                #pragma unroll
                for (int j = 0; j < 4; j++)
                    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+f"(acc[i][j][0]), "+f"(acc[i][j][1]), "+f"(acc[i][j][2]), "+f"(acc[i][j][3]) : "r"(fa[i][0]), "r"(fa[i][1]), "r"(fa[i][2]), "r"(fa[i][3]), "r"(fb[j][0]), "r"(fb[j][1]));
        }
        __syncthreads();
    }
    for (int i = 0; i < 4; i++) for (int j = 0; j < 4; j++) {
        int r = row + wy * 64 + i * 16 + (lane >> 2), q = col + wx * 32 + j * 8 + (lane & 3) * 2;
        *(float2 *)&c[r * n + q] = make_float2(acc[i][j][0], acc[i][j][1]);
        *(float2 *)&c[(r + 8) * n + q] = make_float2(acc[i][j][2], acc[i][j][3]);
    }
}
