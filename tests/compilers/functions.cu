// What CUDA calls functions and PTX instructions: mathematics of all types and roundings, half, bfloat16, fp8, integer
// and video intrinsics, loads with cache hints, atomics of all types and scopes, warp collectives, clocks, traps.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

template <class T> __global__ void mathematics(T *d, T x, T y, int n)
{
    int k = 0;
    d[k++] = sin(x) + cos(x) + tan(x) + sinpi(x) + cospi(x);
    d[k++] = asin(x) + acos(x) + atan(x) + atan2(x, y) + sinh(x) + cosh(x) + tanh(x) + asinh(x) + acosh(x) + atanh(x);
    d[k++] = exp(x) + exp2(x) + exp10(x) + expm1(x) + log(x) + log2(x) + log10(x) + log1p(x) + logb(x);
    d[k++] = pow(x, y) + sqrt(x) + rsqrt(x) + cbrt(x) + rcbrt(x) + hypot(x, y) + norm3d(x, y, x);
    d[k++] = erf(x) + erfc(x) + erfinv(x) + erfcinv(x) + erfcx(x) + normcdf(x) + lgamma(x) + tgamma(x);
    d[k++] = j0(x) + j1(x) + jn(n, x) + y0(x) + y1(x) + yn(n, x) + cyl_bessel_i0(x);
    d[k++] = ceil(x) + floor(x) + trunc(x) + rint(x) + nearbyint(x) + round(x) + fmod(x, y) + remainder(x, y);
    d[k++] = fma(x, y, x) + fmin(x, y) + fmax(x, y) + fdim(x, y) + fabs(x) + copysign(x, y) + nextafter(x, y);
    T part;
    int e;
    d[k++] = frexp(x, &e) + ldexp(x, n) + scalbn(x, n) + ilogb(x) + modf(x, &part) + remquo(x, y, &e) + e + part;
    d[k++] = T(isnan(x)) + isinf(x) + isfinite(x) + signbit(x) + llrint(x) + lround(x);
}
template __global__ void mathematics(float *, float, float, int);
template __global__ void mathematics(double *, double, double, int);

__global__ void rounded(float *f, double *g, unsigned *u, unsigned long long *v)
{
    float x = f[0], y = f[1];
    double a = g[0], b = g[1];
    f[2] = __fadd_rn(x, y) + __fadd_rz(x, y) + __fsub_ru(x, y) + __fmul_rd(x, y) + __fmaf_ru(x, y, x) + __frcp_rz(x);
    f[3] = __fsqrt_rd(x) + __fdiv_rz(x, y) + __frsqrt_rn(x) + __saturatef(x) + __fdividef(x, y) + __powf(x, y);
    f[4] = __sinf(x) + __cosf(x) + __tanf(x) + __expf(x) + __exp10f(x) + __logf(x) + __log2f(x) + __log10f(x);
    g[2] = __dadd_rz(a, b) + __dsub_ru(a, b) + __dmul_rd(a, b) + __fma_rz(a, b, a) + __drcp_ru(a) + __dsqrt_rz(a) + __ddiv_rd(a, b);
    u[0] = __float2uint_rn(x) + __float2int_rd(y) + __double2uint_rz(a) + __float_as_uint(x) + __double2hiint(a) + __double2loint(b);
    v[0] = __float2ull_ru(x) + __double2ll_rn(a) + static_cast<unsigned long long>(__double_as_longlong(b));
    f[5] = __uint2float_rz(u[1]) + __int2float_ru(u[2]) + __ull2float_rd(v[1]) + __double2float_rz(a) + __uint_as_float(u[3]);
    g[3] = __ull2double_rz(v[1]) + __ll2double_ru(v[2]) + __hiloint2double(u[1], u[2]);
}

__global__ void integer(unsigned *u, int *s, unsigned long long *v)
{
    unsigned a = u[0], b = u[1], c = u[2];
    u[3] = __brev(a) + __clz(a) + __ffs(a) + __popc(a) + __byte_perm(a, b, c) + __umulhi(a, b) + __umul24(a, b);
    u[4] = __funnelshift_l(a, b, c) + __funnelshift_rc(a, b, c) + __usad(a, b, c) + __uhadd(a, b) + __urhadd(a, b);
    s[0] = __mulhi(s[1], s[2]) + __mul24(s[1], s[2]) + __hadd(s[1], s[2]) + __sad(s[1], s[2], c) + __dp4a(s[1], s[2], s[3]);
    s[4] = __dp2a_lo(s[1], s[2], s[3]) + __dp2a_hi(a, b, c) + min(s[1], s[2]) + abs(s[3]) + __vadd4(a, b);
    v[0] = __brevll(v[1]) + __clzll(v[1]) + __popcll(v[1]) + __umul64hi(v[1], v[2]) + __mul64hi(v[1], v[2]);
    u[5] = __vabsdiffs4(a, b) + __vavgu4(a, b) + __vcmpgts2(a, b) + __vmaxu2(a, b) + __vsubss4(a, b) + __vsadu4(a, b) + __vsetleu4(a, b);
    u[6] = __viaddmax_s32(s[1], s[2], s[3]) + __vimin3_u16x2(a, b, c) + __vimax_s32_relu(s[1], s[2]) + __fns(a, 3, 2);
}

template <class H, class H2> __device__ void halves(float *d, H a, H b, H2 p, H2 q)
{
    H r = a + b * a - a / b;
    r = hsqrt(hexp(r)) + hsin(a) + hlog2(b) + hrcp(a) + hrsqrt(b) + hfloor(a) + __hfma(a, b, r) + __hmax(a, b) + __habs(a);
    H2 s = p + q * p;
    s = __hfma2(p, q, s) + h2exp2(p) + __hmin2(p, q) + __hneg2(q) + __hadd2_sat(p, q) + h2rint(p);
    d[0] = float(r) + float(__low2float(s)) + float(__high2float(s)) + (__hgt(a, b) ? 1 : 2) + (__hbeq2(p, q) ? 3 : 4);
}
__global__ void packed(float *d, __half a, __half b, __half2 p, __half2 q, __nv_bfloat16 e, __nv_bfloat16 f,
                       __nv_bfloat162 g, __nv_bfloat162 h)
{
    halves(d, a, b, p, q);
#if __CUDA_ARCH__ >= 800
    halves(d + 1, e, f, g, h);
#endif
    d[2] = float(__half2int_rz(a)) + __half2ushort_rn(b) + float(__float2half_ru(d[3])) + float(__double2half(d[4])) + float(__int2half_rd(3));
    d[5] = float(__nv_fp8_e4m3(d[6])) + float(__nv_fp8_e5m2(d[7])) + float(__half2(__nv_fp8x2_e4m3(p)).x);
}

template <class T> __global__ void cached(T *d, const T *a)
{
    int i = threadIdx.x;
    d[i] = __ldg(a + i);
    __stcg(d + i + 1, __ldcg(a + i + 1));
    __stcs(d + i + 2, __ldcs(a + i + 2));
    __stwb(d + i + 3, __ldca(a + i + 3));
    __stwt(d + i + 4, __ldcv(a + i + 4));
    d[i + 5] = __ldlu(a + i + 5);
}
template __global__ void cached(signed char *, const signed char *);
template __global__ void cached(unsigned short *, const unsigned short *);
template __global__ void cached(float *, const float *);
template __global__ void cached(double *, const double *);
template __global__ void cached(int2 *, const int2 *);
template __global__ void cached(float4 *, const float4 *);
template __global__ void cached(uchar4 *, const uchar4 *);
template __global__ void cached(__half2 *, const __half2 *);

template <class T> __device__ T atomics(T *p, T x)
{
    return atomicAdd(p, x) + atomicAdd_block(p, x) + atomicAdd_system(p, x);
}
template <class T> __device__ T integer_atomics(T *p, T x)
{
    return atomics(p, x) + atomicExch(p, x) + atomicMin(p, x) + atomicMax_block(p, x) + atomicAnd(p, x) + atomicOr_system(p, x) + atomicXor(p, x) + atomicCAS(p, x, T(3));
}
__global__ void atomic(int *a, unsigned *b, unsigned long long *c, float *d, double *e, __half2 *f, unsigned short *g)
{
    __shared__ unsigned s[4];
    __shared__ unsigned long long t;
    a[1] = integer_atomics(a, 5) + atomicSub(a, 2);
    b[1] = integer_atomics(b, 5u) + atomicInc(b, 9) + atomicDec(b, 9) + integer_atomics(s, 1u);
    c[1] = integer_atomics(c, 5ull) + integer_atomics(&t, 7ull);
    d[1] = atomics(d, 1.5f) + atomicExch(d, 2.5f);
    e[1] = atomics(e, 2.5);
    f[1] = atomicAdd(f, f[2]);
    g[1] = atomicCAS(g, g[2], g[3]);
    atomicAdd(&s[threadIdx.x & 3], 1);
    atomicMax(a + 2, 4);
    __threadfence_block();
    __threadfence();
    __threadfence_system();
}

__global__ void warps(int *d, float *f, long long *g)
{
    int i = threadIdx.x, x = d[i];
    unsigned mask = __activemask();
    x += __shfl_sync(mask, x, i ^ 3) + __shfl_up_sync(~0u, x, 1, 16) + __shfl_down_sync(~0u, x, 2) + __shfl_xor_sync(~0u, x, 4);
    f[i] = __shfl_sync(~0u, f[i], 0);
    g[i] = __shfl_xor_sync(~0u, g[i], 1);
    x += __all_sync(mask, x) + __any_sync(mask, x) + __ballot_sync(mask, x) + __match_any_sync(mask, x);
    int all;
    x += __match_all_sync(mask, g[i], &all) + all;
#if __CUDA_ARCH__ >= 800
    x += __reduce_add_sync(~0u, x) + __reduce_max_sync(~0u, x) + __reduce_or_sync(~0u, static_cast<unsigned>(x));
#endif
    __syncwarp();
    x += __syncthreads_count(x) + __syncthreads_and(x) + __syncthreads_or(x);
    g[i + 1] = clock() + clock64() + static_cast<long long>(__nanosleep == nullptr);
    __nanosleep(100);
    unsigned smid, lane;
    asm volatile("mov.u32 %0, %%smid; mov.u32 %1, %%lanemask_lt;" : "=r"(smid), "=r"(lane));
    d[i] = x + smid + lane;
    if (x == 77)
        __brkpt();
}
