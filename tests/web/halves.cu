// halves.cu: arithmetic with halves, pairs of them and bfloat16, for the playground's interpreter.
#include <cuda_fp16.h>
#include <cuda_bf16.h>

// whatever bits: x, y and z are all halves, one after the other
extern "C" __global__ void halves(const unsigned short *x, const unsigned short *y, const unsigned short *z, unsigned short *out, float *wide)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    __half a = __ushort_as_half(x[k]), b = __ushort_as_half(y[k]), c = __ushort_as_half(z[k]), r[12];
    r[0] = __hadd_rn(a, b), r[1] = __hsub_rn(a, b), r[2] = __hmul_rn(a, b), r[3] = __hfma(a, b, c);
    r[4] = __hneg(a), r[5] = __habs(b), r[6] = __hmin(a, c), r[7] = __hmax(b, c);
    r[8] = __hfma_sat(a, b, c), r[9] = __float2half_rz(__half2float(a) * 1.7f), r[10] = __hmin_nan(a, b), r[11] = a < c ? b : c;
    for (int j = 0; j < 12; j++)
        out[12 * k + j] = __half_as_ushort(r[j]);
    wide[k] = __half2float(a) + __half2float(b);
}

// pairs, and bfloat16
extern "C" __global__ void pairs(const unsigned *x, const unsigned *y, const unsigned *z, unsigned *out)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned a = x[k], b = y[k], c = z[k], r[6];
    asm("add.rn.f16x2 %0, %1, %2;" : "=r"(r[0]) : "r"(a), "r"(b));
    asm("fma.rn.ftz.f16x2 %0, %1, %2, %3;" : "=r"(r[1]) : "r"(a), "r"(b), "r"(c));
    asm("fma.rn.relu.bf16x2 %0, %1, %2, %3;" : "=r"(r[2]) : "r"(a), "r"(b), "r"(c));
    asm("fma.rn.bf16x2 %0, %1, %2, %3;" : "=r"(r[3]) : "r"(a), "r"(b), "r"(c));
    asm("min.bf16x2 %0, %1, %2;" : "=r"(r[4]) : "r"(a), "r"(c));
    asm("{.reg .b16 t; cvt.rn.bf16.f32 t, %1; mov.b32 %0, {t, t};}" : "=r"(r[5]) : "f"(__uint_as_float(a)));
    for (int j = 0; j < 6; j++)
        out[6 * k + j] = r[j];
}
