/* ref_float.c: references for floating-point arithmetic (float.isa, half.isa), computed by MPFR. */
#include "ref.h"

#include <mpfr.h>
#include <string.h>

static void fma_f32(const Ref *r, const Value in[], Value out[])
{
    mpfr_t v[3], d;
    (void)r;
    mpfr_init2(d, 24);
    for (int i = 0; i < 3; i++) {
        uint32_t b = (uint32_t)in[i].lo;
        float f;
        memcpy(&f, &b, sizeof f);
        mpfr_init2(v[i], 24);
        mpfr_set_flt(v[i], f, MPFR_RNDN);
    }
    mpfr_set_emin(-148);
    mpfr_set_emax(128);
    int t = mpfr_fma(d, v[0], v[1], v[2], MPFR_RNDN);
    mpfr_subnormalize(d, t, MPFR_RNDN);
    float f = mpfr_get_flt(d, MPFR_RNDN);
    uint32_t b;
    memcpy(&b, &f, sizeof b);
    out[0].lo = mpfr_nan_p(d) ? 0x7fffffff : b;
    for (int i = 0; i < 3; i++)
        mpfr_clear(v[i]);
    mpfr_clear(d);
}

bool ref_float(const Case *c, Ref *r)
{
    if (!ref_named(c, "fma") || !ref_typed(c, "f32", "f32") || !ref_has(c, "rn") || ref_has(c, "ftz") || ref_has(c, "sat"))
        return false;
    r->bits = fma_f32;
    r->any_nan = true;
    return true;
}
