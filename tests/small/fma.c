/* fma.c: what README's saxpy gives where a product and a sum, each rounded, give something else: exact, or as -DPTX2C_FMA=separate
 * says; and where the two parts of what a sum of doubles lacks are about 1 and 2: halves of one place that are not. */
#define PTX2C_GENERATED 2
#include <ptx2c.h>
#include <ptx2c/f64.h>
#include <stdio.h>

int main(void)
{
    volatile float a = 1 + 0x1p-12f, c = -1 - 0x1p-11f;
    volatile double x = 1 + 0x1p-30, z = -1 - 0x1p-29;
    volatile float p = 32775.90625f, q = 32760.095703125f, half = 0x1p54f; /* p * q: 2^30 and 1.5 */
    volatile double small = -0x0.0000004p-1022, large = 0x1.fffffffffff45p1004, rest = 0x1.ffffffffffeffp-480; /* few digits: those are all */
    printf("%a %a %a", (double)ptx2c_fma_rn_f32(a, a, c), ptx2c_fma_rn_f64(x, x, z), (double)ptx2c_fma_rz_f32(a, a, c));
    printf(" %a %a\n", (double)ptx2c_fma_rn_f32(p, q, half), ptx2c_fma_rn_f64(small, -large, rest));
    return 0;
}
