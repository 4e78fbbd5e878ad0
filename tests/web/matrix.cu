// matrix.cu: what a warp does with matrices, for the playground's interpreter: the forms of mma.m16n8, ldmatrix, wmma.
#include <mma.h>
using namespace nvcuda;

// out: 16 x 8 sums of int8, from registers that a lane makes of its number
extern "C" __global__ void ints(const int *x, int *out)
{
    int l = threadIdx.x, d[4];
    asm("mma.sync.aligned.m16n8k32.row.col.s32.s8.u8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%10,%10,%10};"
        : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])
        : "r"(x[l]), "r"(x[l + 32]), "r"(x[l + 64]), "r"(x[l + 96]), "r"(x[l + 128]), "r"(x[l + 160]), "r"(l));
    for (int k = 0; k < 4; k++)
        out[4 * l + k] = d[k];
}

// bf16 and tf32; values are small integers, so that sums are exact
extern "C" __global__ void floats(const int *x, float *out)
{
    int l = threadIdx.x;
    float d[8];
    unsigned a[4], b[2], t[4], u[2];
    for (int k = 0; k < 4; k++) {
        a[k] = __float_as_uint((float)(x[4 * l + k] % 8)) | __float_as_uint((float)(k + l % 4)) >> 16;
        t[k] = __float_as_uint((float)(x[4 * l + k] % 16));
    }
    for (int k = 0; k < 2; k++) {
        b[k] = __float_as_uint((float)(x[2 * l + k] % 4)) | __float_as_uint(-1.0f) >> 16;
        u[k] = __float_as_uint((float)(x[2 * l + k] % 4 - 2));
    }
    asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%10,%10,%10};"
        : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "f"((float)l));
    asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%10,%10,%10};"
        : "=f"(d[4]), "=f"(d[5]), "=f"(d[6]), "=f"(d[7]) : "r"(t[0]), "r"(t[1]), "r"(t[2]), "r"(t[3]), "r"(u[0]), "r"(u[1]), "f"(0.5f));
    for (int k = 0; k < 8; k++)
        out[8 * l + k] = d[k];
}

// ldmatrix with and without .trans, then sums of halves, all small integers: exact
extern "C" __global__ void halves(const unsigned short *x, unsigned *out)
{
    __shared__ __align__(16) unsigned short s[16 * 16];
    int l = threadIdx.x;
    for (int k = l; k < 256; k += 32)
        s[k] = x[k];
    __syncthreads();
    unsigned at = (unsigned)__cvta_generic_to_shared(&s[l % 16 * 16 + l / 16 * 8]), a[4], b[2], d[2];
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(a[0]), "=r"(a[1]), "=r"(a[2]), "=r"(a[3]) : "r"(at));
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0,%1}, [%2];" : "=r"(b[0]), "=r"(b[1]) : "r"(at));
    asm("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%8,%8};"
        : "=r"(d[0]), "=r"(d[1]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(0x3c004000));
    for (int k = 0; k < 4; k++)
        out[8 * l + k] = a[k];
    for (int k = 0; k < 2; k++)
        out[8 * l + 4 + k] = b[k], out[8 * l + 6 + k] = d[k];
}

// wmma of another shape than samples/tensor, by columns, in halves
extern "C" __global__ void tiles(const half *a, const half *b, half *c)
{
    wmma::fragment<wmma::matrix_a, 32, 8, 16, half, wmma::col_major> x;
    wmma::fragment<wmma::matrix_b, 32, 8, 16, half, wmma::col_major> y;
    wmma::fragment<wmma::accumulator, 32, 8, 16, half> z;
    wmma::load_matrix_sync(x, a, 32);
    wmma::load_matrix_sync(y, b, 16);
    wmma::fill_fragment(z, __ushort_as_half(0x4000));
    wmma::mma_sync(z, x, y, z);
    wmma::store_matrix_sync(c, z, 8, wmma::mem_row_major);
}

// sums that must be rounded: the product and the sum to single precision, one after the other, at the end to halves
extern "C" __global__ void rounded(const unsigned *a, const unsigned *b, const unsigned *c, unsigned *half_sums, float *sums)
{
    int l = threadIdx.x;
    unsigned h[2];
    float d[4];
    asm("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%8,%9};"
        : "=r"(h[0]), "=r"(h[1])
        : "r"(a[l]), "r"(a[l + 32]), "r"(a[l + 64]), "r"(a[l + 96]), "r"(b[l]), "r"(b[l + 32]), "r"(c[l]), "r"(c[l + 32]));
    asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%11,%12,%13};"
        : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
        : "r"(a[l]), "r"(a[l + 32]), "r"(a[l + 64]), "r"(a[l + 96]), "r"(b[l]), "r"(b[l + 32]), "f"(1.0f), "f"(0.0f), "f"(1e-6f), "f"(-3.0f));
    for (int k = 0; k < 2; k++)
        half_sums[2 * l + k] = h[k];
    for (int k = 0; k < 4; k++)
        sums[4 * l + k] = d[k];
}
