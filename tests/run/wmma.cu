// Every shape, type and layout of wmma, through CUDA's nvcuda::wmma.  The host tells what to compute from the names.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda::wmma;

template <int m, int n, int k, typename A, typename F, typename C, typename D, typename LA, typename LB>
__device__ void product(const A *a, const A *b, const C *c, D *d, unsigned lda, unsigned ldb, unsigned ldc, layout_t lc)
{
    fragment<matrix_a, m, n, k, F, LA> fa;
    fragment<matrix_b, m, n, k, F, LB> fb;
    fragment<accumulator, m, n, k, C> fc;
    fragment<accumulator, m, n, k, D> fd;
    load_matrix_sync(fa, a, lda);
    load_matrix_sync(fb, b, ldb);
    load_matrix_sync(fc, c, ldc, lc);
    mma_sync(fd, fa, fb, fc);
    store_matrix_sync(d, fd, ldc, lc);
}

#define KERNEL(M, N, K, a, at, ft, c, ct, d, dt, la, lb, lc)                                                           \
    extern "C" __global__ void m##M##n##N##k##K##_##d##_##a##_##c##_##la##_##lb##_##lc(                                \
        const at *pa, const at *pb, const ct *pc, dt *pd, unsigned lda, unsigned ldb, unsigned ldc)                    \
    {                                                                                                                  \
        product<M, N, K, at, ft, ct, dt, la##_major, lb##_major>(pa, pb, pc, pd, lda, ldb, ldc, mem_##lc##_major);      \
    }
#define LAYOUTS(M, N, K, a, at, ft, c, ct, d, dt)                                                                      \
    KERNEL(M, N, K, a, at, ft, c, ct, d, dt, row, row, row)                                                            \
    KERNEL(M, N, K, a, at, ft, c, ct, d, dt, col, row, col)                                                            \
    KERNEL(M, N, K, a, at, ft, c, ct, d, dt, row, col, col)                                                            \
    KERNEL(M, N, K, a, at, ft, c, ct, d, dt, col, col, row)
#define SHAPES(a, at, c, ct, d, dt)                                                                                    \
    LAYOUTS(16, 16, 16, a, at, at, c, ct, d, dt)                                                                       \
    LAYOUTS(8, 32, 16, a, at, at, c, ct, d, dt)                                                                        \
    LAYOUTS(32, 8, 16, a, at, at, c, ct, d, dt)

SHAPES(f16, half, f32, float, f32, float)
LAYOUTS(16, 16, 16, f16, half, half, f16, half, f16, half)
KERNEL(8, 32, 16, f16, half, half, f16, half, f16, half, row, row, row)
KERNEL(32, 8, 16, f16, half, half, f16, half, f16, half, row, row, row)
KERNEL(16, 16, 16, f16, half, half, f32, float, f16, half, row, row, row)
KERNEL(32, 8, 16, f16, half, half, f16, half, f32, float, row, row, row)
SHAPES(s8, signed char, s32, int, s32, int)
KERNEL(16, 16, 16, u8, unsigned char, unsigned char, s32, int, s32, int, row, row, row)
KERNEL(8, 32, 16, u8, unsigned char, unsigned char, s32, int, s32, int, col, row, row)
KERNEL(32, 8, 16, u8, unsigned char, unsigned char, s32, int, s32, int, row, col, col)
SHAPES(bf16, __nv_bfloat16, f32, float, f32, float)
LAYOUTS(16, 16, 8, tf32, float, precision::tf32, f32, float, f32, float)
LAYOUTS(8, 8, 4, f64, double, double, f64, double, f64, double)

#define SMALL(k, a, bits, ft, lc)                                                                                      \
    extern "C" __global__ void m8n8k##k##_s32_##a##_s32_row_col_##lc(const unsigned *pa, const unsigned *pb, const int *pc,\
                                                                int *pd, unsigned lda, unsigned ldb, unsigned ldc)     \
    {                                                                                                                  \
        fragment<matrix_a, 8, 8, k, ft, row_major> fa;                                                                 \
        fragment<matrix_b, 8, 8, k, ft, col_major> fb;                                                                 \
        fragment<accumulator, 8, 8, k, int> fc;                                                                        \
        load_matrix_sync(fa, pa, lda);                                                                                 \
        load_matrix_sync(fb, pb, ldb);                                                                                 \
        load_matrix_sync(fc, pc, ldc, mem_##lc##_major);                                                               \
        MULTIPLY;                                                                                                      \
        store_matrix_sync(pd, fc, ldc, mem_##lc##_major);                                                              \
    }
#define MULTIPLY mma_sync(fc, fa, fb, fc)
SMALL(32, s4, 4, experimental::precision::s4, row)
SMALL(32, u4, 4, experimental::precision::u4, col)
#undef MULTIPLY
#define MULTIPLY bmma_sync(fc, fa, fb, fc, experimental::bmmaBitOpXOR)
SMALL(128, xor, 1, experimental::precision::b1, row)
#undef MULTIPLY
#define MULTIPLY bmma_sync(fc, fa, fb, fc, experimental::bmmaBitOpAND)
SMALL(128, and, 1, experimental::precision::b1, col)
