/* For clang's NVPTX back end: C without a CUDA toolkit; kernels by the calling convention, memory by address spaces. */
typedef unsigned int u32;
typedef unsigned long long u64;
typedef float v4f __attribute__((ext_vector_type(4)));
typedef short v4s __attribute__((ext_vector_type(4)));
#define KERNEL __attribute__((nvptx_kernel))
#define GLOBAL __attribute__((address_space(1)))
#define SHARED __attribute__((address_space(3)))
#define CONST __attribute__((address_space(4)))

struct Node { double weight; struct Node *next[3]; unsigned char tag : 3, rest : 5; };
static SHARED float room[256];
CONST int weights[4] = {1, -2, 3, -4};
GLOBAL u64 state = 42;
int (*handlers[2])(int);

__attribute__((noinline)) static int depth(const struct Node *n)
{
    int most = 0;
    for (int i = 0; n && i < 3; i++) {
        int d = depth(n->next[i]);
        most = d > most ? d : most;
    }
    return n ? most + 1 : 0;
}

__attribute__((noinline)) static struct Node change(struct Node n, int by)
{
    n.weight *= by;
    n.tag += by;
    return n;
}

#define ARITHMETIC(name, T)                                                                                            \
    KERNEL void name(GLOBAL T *d, const GLOBAL T *a, int n)                                                            \
    {                                                                                                                  \
        int i = __nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x() + __nvvm_read_ptx_sreg_tid_x();         \
        T x = a[i], y = a[i + n];                                                                                      \
        d[i] = (T)(x * y + (T)(x / (T)(y + 1))) - (x < y ? x : (T)~n);                                                 \
        for (int k = 0; k < n; k++)                                                                                    \
            d[i + k] += (T)((T)k * x);                                                                                 \
    }
ARITHMETIC(arith_char, signed char)
ARITHMETIC(arith_ushort, unsigned short)
ARITHMETIC(arith_int, int)
ARITHMETIC(arith_u64, u64)
ARITHMETIC(arith_float, float)
ARITHMETIC(arith_double, double)
#ifndef NO_INT128
ARITHMETIC(arith_int128, __int128)
#endif

KERNEL void tree(int *d, struct Node *n, int by)
{
    struct Node local = change(*n, by);
    d[0] = depth(n) + depth(&local) + weights[by & 3] + (int)state + handlers[by & 1](by);
    d[1] = local.tag + local.rest;
    switch (by) {
    case 1: d[2] = 5; break;
    case 2: d[2] = __builtin_popcount(by) + __builtin_clz(by) + __builtin_ctz(by); break;
    case 3: d[2] = (int)__builtin_bitreverse32((u32)by) + (int)__builtin_bswap32((u32)by); break;
    case 4: d[2] = (int)__builtin_rotateleft32((u32)by, 7); break;
    case 5: __builtin_trap();
    default: d[2] = 0;
    }
}

KERNEL void reduce(GLOBAL float *d, const GLOBAL v4f *a, int n)
{
    int t = __nvvm_read_ptx_sreg_tid_x();
    v4f x = a[t] * 2.0f + a[t + 1];
    room[t] = x.x + x.y * x.z - x.w;
    __syncthreads();
    for (int k = 128; k; k >>= 1) {
        if (t < k)
            room[t] += room[t + k];
        __syncthreads();
    }
    if (t == 0)
        d[0] = __builtin_sqrtf(room[0]) + __builtin_fmaf(room[1], room[2], 1) + __builtin_fabsf(room[3]);
}

KERNEL void convert(float *f, double *g, long long *l, v4s *s)
{
    f[0] = (float)g[0] + (float)l[0] + s[0].x;
    g[1] = f[1] + (double)l[1] * __builtin_floor(g[2]) + __builtin_fmax(g[3], g[4]);
    l[2] = (long long)f[2] + (long long)g[2] + (long long)(u64)f[3];
    s[1] = s[2] * s[3] + (v4s){1, 2, 3, 4};
}

KERNEL void order(int *a, u64 *b, float *c)
{
    a[1] = __atomic_fetch_add(a, 3, __ATOMIC_RELAXED) + __atomic_exchange_n(a, 4, __ATOMIC_RELAXED);
    int want = 5;
    __atomic_compare_exchange_n(a, &want, 6, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    b[1] = __atomic_fetch_or(b, 7ull, __ATOMIC_RELAXED) + __atomic_fetch_and(b, 9ull, __ATOMIC_RELAXED);
    *(volatile float *)c = *(volatile float *)(c + 1) + want;
}
