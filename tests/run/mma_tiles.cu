// Products of matrices that share what they multiply, put off behind loads, and near misses: what one gives is what another takes, is
// read between them, or takes the place of what an earlier one took.
#include <cuda_fp16.h>
#include <stdint.h>

#define MMA(name, form)                                                                                                \
    __device__ inline void name(float *d, const uint32_t *a, const uint32_t *b, const float *c)                       \
    {                                                                                                                  \
        asm volatile("mma.sync.aligned." form " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"   \
                     : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])                                                  \
                     : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "f"(c[0]), "f"(c[1]), "f"(c[2]), \
                       "f"(c[3]));                                                                                     \
    }
MMA(mma_f16, "m16n8k16.row.col.f32.f16.f16.f32")
MMA(mma_bf16, "m16n8k16.row.col.f32.bf16.bf16.f32")
MMA(mma_tf32, "m16n8k8.row.col.f32.tf32.tf32.f32")

__device__ inline void mma_bytes(float *d, const uint32_t *a, const uint32_t *b, const float *c)
{
    int sum[4];
    asm volatile("mma.sync.aligned.m16n8k32.row.col.satfinite.s32.u8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
                 : "=r"(sum[0]), "=r"(sum[1]), "=r"(sum[2]), "=r"(sum[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(__float_as_int(c[0])),
                   "r"(__float_as_int(c[1])), "r"(__float_as_int(c[2])), "r"(__float_as_int(c[3])));
    for (int i = 0; i < 4; i++)
        d[i] = __int_as_float(sum[i]);
}

__device__ inline void mma_half(uint32_t *d, const uint32_t *a, const uint32_t *b, const uint32_t *c)
{
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%8, %9};"
                 : "=r"(d[0]), "=r"(d[1])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(c[0]), "r"(c[1]));
}

// a: steps x rows of A, each 4 words a lane; b: steps x columns of B, 2 words a lane; c, d: rows x columns, 4 a lane.
#define TILES(name, mma)                                                                                               \
    extern "C" __global__ void name(const uint4 *a, const uint2 *b, const float4 *c, float4 *d, int steps)             \
    {                                                                                                                  \
        int l = threadIdx.x;                                                                                           \
        float sum[2][3][4];                                                                                            \
        for (int i = 0; i < 6; i++)                                                                                    \
            ((float4 *)sum)[i] = c[32 * i + l];                                                                        \
        for (int k = 0; k < steps; k++) {                                                                              \
            uint4 x[2];                                                                                                \
            uint2 y[3];                                                                                                \
            x[0] = a[64 * k + l];                                                                                      \
            for (int j = 0; j < 3; j++) {                                                                              \
                y[j] = b[96 * k + 32 * j + l];                                                                         \
                mma(sum[0][j], (uint32_t *)x, (uint32_t *)&y[j], sum[0][j]);                                           \
            }                                                                                                          \
            x[1] = a[64 * k + 32 + l];                                                                                 \
            for (int j = 2; j >= 0; j--)                                                                               \
                mma(sum[1][j], (uint32_t *)(x + 1), (uint32_t *)&y[j], sum[1][j]);                                     \
        }                                                                                                              \
        for (int i = 0; i < 6; i++)                                                                                    \
            d[32 * i + l] = ((float4 *)sum)[i];                                                                        \
    }
TILES(tiles_f16, mma_f16)
TILES(tiles_bf16, mma_bf16)
TILES(tiles_tf32, mma_tf32)
TILES(tiles_bytes, mma_bytes)

// The halves that one gives are what the next one takes, as A, as B and as C.
extern "C" __global__ void in_turn(const uint4 *a, const uint2 *b, const uint2 *c, uint2 *d)
{
    int l = threadIdx.x;
    uint4 x = a[l];
    uint2 y = b[l], first, second, third;
    uint2 z = c[l];
    mma_half((uint32_t *)&first, (uint32_t *)&x, (uint32_t *)&y, (uint32_t *)&z);
    uint4 made = make_uint4(first.x, first.y, x.z, x.w);
    mma_half((uint32_t *)&second, (uint32_t *)&made, (uint32_t *)&y, (uint32_t *)&z);
    mma_half((uint32_t *)&third, (uint32_t *)&x, (uint32_t *)&second, (uint32_t *)&first);
    mma_half((uint32_t *)&y, (uint32_t *)&x, (uint32_t *)&y, (uint32_t *)&third);
    d[l] = first;
    d[32 + l] = second;
    d[64 + l] = third;
    d[96 + l] = y;
}

// What one gives is read, and what it took is written anew, before the next one.
extern "C" __global__ void between(uint4 *a, const uint2 *b, const float4 *c, float4 *d)
{
    int l = threadIdx.x;
    uint4 x = a[l];
    uint2 y = b[l];
    float4 sum = c[l], more = c[l];
    mma_f16((float *)&sum, (uint32_t *)&x, (uint32_t *)&y, (float *)&sum);
    a[32 + l] = make_uint4(__float_as_uint(sum.x), __float_as_uint(sum.y), __float_as_uint(sum.z), __float_as_uint(sum.w));
    __syncwarp();
    x = a[32 + (l ^ 1)];
    mma_f16((float *)&more, (uint32_t *)&x, (uint32_t *)&y, (float *)&more);
    more.x += sum.w;
    mma_f16((float *)&sum, (uint32_t *)&x, (uint32_t *)&y, (float *)&more);
    d[l] = sum;
    d[32 + l] = more;
}

// A warp's 16 rows of A, which it reads itself, with 32 columns of B, each of which comes where the one before was.
extern "C" __global__ void strips(const uint32_t *a, const uint32_t *b, float *c, int pairs)
{
    int row = threadIdx.x / 4, t = threadIdx.x % 4;
    float sum[4][4] = {};
    for (int q = 0; q < pairs; q += 8) {
        const uint32_t *p = a + row * pairs + q + t;
        uint32_t x[4] = {p[0], p[8 * pairs], p[4], p[8 * pairs + 4]};
        for (int j = 0; j < 4; j++) {
            const uint32_t *r = b + (8 * j + row) * pairs + q + t;
            uint32_t y[2] = {__ldg(r), __ldg(r + 4)};
            mma_f16(sum[j], x, y, sum[j]);
        }
    }
    for (int j = 0; j < 4; j++)
        for (int i = 0; i < 4; i++)
            c[(row + i / 2 * 8) * 32 + 8 * j + 2 * t + i % 2] = sum[j][i];
}
