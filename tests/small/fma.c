/* fma.c: what README's saxpy gives where a product and a sum, each rounded, give something else: exact, or as -DPTX2C_FMA=separate
 * says. */
#define PTX2C_GENERATED 2
#include <ptx2c.h>
#include <ptx2c/f64.h>
#include <stdio.h>

int main(void)
{
    volatile float a = 1 + 0x1p-12f, c = -1 - 0x1p-11f;
    volatile double x = 1 + 0x1p-30, z = -1 - 0x1p-29;
    printf("%a %a %a\n", (double)ptx2c_fma_rn_f32(a, a, c), ptx2c_fma_rn_f64(x, x, z), (double)ptx2c_fma_rz_f32(a, a, c));
    return 0;
}
