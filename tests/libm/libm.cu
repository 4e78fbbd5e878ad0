/* libm.cu: a kernel for each row of functions.h.  -DSINGLE: the rows of floats, else those of doubles. */
#pragma nv_diag_suppress 177, 550 /* each kernel uses some of its variables */
#define TWO(T, name, call, U, result)                                                                                  \
    __device__ static U name(T a)                                                                                      \
    {                                                                                                                  \
        T s = 0, t = 0;                                                                                                \
        int i = 0;                                                                                                     \
        call;                                                                                                          \
        return result;                                                                                                 \
    }
#define TWO_OF_2(T, name, call, U, result)                                                                             \
    __device__ static U name(T a, T b)                                                                                 \
    {                                                                                                                  \
        int i = 0;                                                                                                     \
        T s = call;                                                                                                    \
        (void)s, (void)i;                                                                                              \
        return result;                                                                                                 \
    }
TWO(float, sincosf_sin, sincosf(a, &s, &t), float, s)
TWO(float, sincosf_cos, sincosf(a, &s, &t), float, t)
TWO(float, fsincosf_sin, __sincosf(a, &s, &t), float, s)
TWO(float, sincospif_sin, sincospif(a, &s, &t), float, s)
TWO(float, sincospif_cos, sincospif(a, &s, &t), float, t)
TWO(float, modff_whole, modff(a, &s), float, s)
TWO(float, modff_rest, t = modff(a, &s), float, t)
TWO(float, frexpf_fraction, s = frexpf(a, &i), float, s)
TWO(float, frexpf_exponent, frexpf(a, &i), int, i)
TWO(double, sincos_sin, sincos(a, &s, &t), double, s)
TWO(double, sincos_cos, sincos(a, &s, &t), double, t)
TWO(double, sincospi_sin, sincospi(a, &s, &t), double, s)
TWO(double, sincospi_cos, sincospi(a, &s, &t), double, t)
TWO(double, modf_whole, modf(a, &s), double, s)
TWO(double, modf_rest, t = modf(a, &s), double, t)
TWO(double, frexp_fraction, s = frexp(a, &i), double, s)
TWO(double, frexp_exponent, frexp(a, &i), int, i)
TWO_OF_2(float, remquof_rest, remquof(a, b, &i), float, s)
TWO_OF_2(float, remquof_quotient, remquof(a, b, &i), int, i & 7)
TWO_OF_2(double, remquo_rest, remquo(a, b, &i), double, s)
TWO_OF_2(double, remquo_quotient, remquo(a, b, &i), int, i & 7)
__device__ static float powif_(float a, int n) { return powf(a, (float)n); }
__device__ static double powi_(double a, int n) { return pow(a, (double)n); }

#define KERNEL(NAME, T, RESULT, EXPRESSION)                                                                            \
    extern "C" __global__ void k_##NAME(RESULT *result, const T *as, const T *bs, const T *cs, const T *ds, unsigned n)\
    {                                                                                                                  \
        unsigned i = blockIdx.x * blockDim.x + threadIdx.x;                                                            \
        if (i >= n)                                                                                                    \
            return;                                                                                                    \
        T a = as[i], b = bs[i], c = cs[i], d = ds[i];                                                                  \
        (void)a, (void)b, (void)c, (void)d;                                                                            \
        result[i] = EXPRESSION;                                                                                        \
    }
#ifdef SINGLE
#define F(NAME, DOMAIN, EXPRESSION, REFERENCE, BOUND) KERNEL(NAME, float, float, EXPRESSION)
#define FI(NAME, DOMAIN, EXPRESSION, REFERENCE) KERNEL(NAME, float, long long, EXPRESSION)
#define D(NAME, DOMAIN, EXPRESSION, REFERENCE, BOUND)
#define DI(NAME, DOMAIN, EXPRESSION, REFERENCE)
#else
#define F(NAME, DOMAIN, EXPRESSION, REFERENCE, BOUND)
#define FI(NAME, DOMAIN, EXPRESSION, REFERENCE)
#define D(NAME, DOMAIN, EXPRESSION, REFERENCE, BOUND) KERNEL(NAME, double, double, EXPRESSION)
#define DI(NAME, DOMAIN, EXPRESSION, REFERENCE) KERNEL(NAME, double, long long, EXPRESSION)
#endif
#include "functions.h"
