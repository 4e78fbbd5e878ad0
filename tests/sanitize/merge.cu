// What nothing has written is read, and its value matters or is left out by a choice: as where a merge looks behind the end of its part.
// A line that says FAULT stands where such a read is found; kernels whose name ends in _ok have none.
// nvcc -ptx -lineinfo -arch=sm_80 -o merge.ptx merge.cu
//
// Each kernel is run in 2 blocks of 64 threads: x has 128 ints (0, 1, 2 ...), y 128.
#define K extern "C" __global__ void
#define T threadIdx.x
#define I (64 * blockIdx.x + threadIdx.x)

// A load and a choice that stay as they are.
#define LOAD(type, r, v, p) \
    asm volatile("ld.shared." type " %0, [%1];" : "=" r(v) : "r"((unsigned)__cvta_generic_to_shared(p)) : "memory")
#define CHOOSE(r, type, d, a, b, when) \
    asm volatile("{.reg .pred p; setp.ne.u32 p, %3, 0; selp." type " %0, %1, %2, p;}" : "=" r(d) : r(a), r(b), "r"((unsigned)(when)))

struct Part {
    int s[65]; // one more than is written
};

__device__ __noinline__ int twice(int v) { return 2 * v; }

// Two sorted halves of 32 numbers, by a thread of each warp; reads behind both ends.
K merged_ok(int *x, int *y, int n)
{
    __shared__ Part p;
    p.s[T] = x[T % 16 * 2 + T / 16 % 2];
    __syncthreads();
    if (T % 32)
        return;
    int a = T, b = T + 16;
    const int a_end = T + 16, b_end = T + 32;
    int u = p.s[a], v = p.s[b];
    for (int i = 0; i < 32; i++) {
        const bool second = b < b_end && (a >= a_end || v < u);
        y[64 * blockIdx.x + T + i] = second ? v : u;
        if (second)
            v = p.s[++b];
        else
            u = p.s[++a];
    }
}
K chosen(int *x, int *y, int n)
{
    __shared__ Part p;
    int v, w;
    p.s[T] = x[T];
    __syncthreads();
    LOAD("u32", "r", v, p.s + T + 1); // FAULT init
    CHOOSE("r", "b32", w, v, 5, T <= 63);
    y[I] = w;
}
K chosen_ok(int *x, int *y, int n)
{
    __shared__ Part p;
    int v, w;
    p.s[T] = x[T];
    __syncthreads();
    LOAD("u32", "r", v, p.s + T + 1);
    CHOOSE("r", "b32", w, v, 5, T < 63);
    y[I] = w;
}

// Compared, and only one of both conditions.
K compared(int *x, int *y, int n)
{
    __shared__ Part p;
    int v;
    p.s[T] = x[T];
    __syncthreads();
    LOAD("u32", "r", v, p.s + T + 1); // FAULT init
    asm volatile("{.reg .pred p, q; setp.gt.s32 p, %0, 3; setp.lt.u32 q, %1, 64; and.pred p, p, q; @p st.global.u32 [%2], %1;}"
                 :: "r"(v), "r"(T), "l"(y + I) : "memory");
}
K compared_ok(int *x, int *y, int n)
{
    __shared__ Part p;
    int v;
    p.s[T] = x[T];
    __syncthreads();
    LOAD("u32", "r", v, p.s + T + 1);
    asm volatile("{.reg .pred p, q; setp.gt.s32 p, %0, 3; setp.lt.u32 q, %1, 63; and.pred p, p, q; @p st.global.u32 [%2], %1;}"
                 :: "r"(v), "r"(T), "l"(y + I) : "memory");
}

// With the other condition in the comparison itself.
K in_one(int *x, int *y, int n)
{
    __shared__ Part p;
    float v;
    p.s[T] = x[T];
    __syncthreads();
    LOAD("f32", "f", v, p.s + T + 1); // FAULT init
    asm volatile("{.reg .pred p, q; setp.eq.u32 q, %1, 64; setp.gt.or.f32 p, %0, 0f00000000, q; @p st.global.u32 [%2], %1;}"
                 :: "f"(v), "r"(T), "l"(y + I) : "memory");
}
K in_one_ok(int *x, int *y, int n)
{
    __shared__ Part p;
    float v;
    p.s[T] = x[T];
    __syncthreads();
    LOAD("f32", "f", v, p.s + T + 1);
    CHOOSE("f", "f32", v, v, 1.0f, T < 63);
    asm volatile("{.reg .pred p, q; setp.eq.u32 q, %1, 63; setp.gt.or.f32 p, %0, 0f00000000, q; @p st.global.u32 [%2], %1;}"
                 :: "f"(v), "r"(T), "l"(y + I) : "memory");
}

// The choice is passed to a function, to other lanes, as part of a vector, as bytes.
K passed(int *x, int *y, int n)
{
    __shared__ Part p;
    int v, w;
    p.s[T] = x[T];
    __syncthreads();
    LOAD("u32", "r", v, p.s + T + 1); // FAULT init
    CHOOSE("r", "b32", w, v, 5, n);
    y[I] = twice(w);
}
K passed_ok(int *x, int *y, int n)
{
    __shared__ Part p;
    int v, w;
    p.s[T] = x[T];
    __syncthreads();
    LOAD("u32", "r", v, p.s + T + 1);
    CHOOSE("r", "b32", w, v, 5, n - 128);
    y[I] = twice(w);
}

K shuffled(int *x, int *y, int n)
{
    __shared__ Part p;
    int v, w;
    p.s[T] = x[T];
    __syncthreads();
    LOAD("u32", "r", v, p.s + T + 1); // FAULT init
    CHOOSE("r", "b32", w, v, 5, T > 3);
    y[I] = __shfl_xor_sync(~0u, w, 1);
}
K shuffled_ok(int *x, int *y, int n)
{
    __shared__ Part p;
    int v, w;
    p.s[T] = x[T];
    __syncthreads();
    LOAD("u32", "r", v, p.s + T + 1);
    CHOOSE("r", "b32", w, v, 5, T < 60);
    y[I] = __shfl_xor_sync(~0u, w, 1);
}

K in_vector(int *x, int *y, int n)
{
    __shared__ Part p;
    int v, w;
    p.s[T] = x[T];
    __syncthreads();
    LOAD("u32", "r", v, p.s + T + 1); // FAULT init
    CHOOSE("r", "b32", w, 7, v, T < 63);
    if (T % 2)
        *(int2 *)(y + I - 1) = make_int2(n, w);
}
K in_vector_ok(int *x, int *y, int n)
{
    __shared__ Part p;
    int v, w;
    p.s[T] = x[T];
    __syncthreads();
    LOAD("u32", "r", v, p.s + T + 1);
    CHOOSE("r", "b32", w, 7, v, T >= 63);
    if (T % 2)
        *(int2 *)(y + I - 1) = make_int2(n, w);
}

K bytes(int *x, int *y, int n)
{
    __shared__ unsigned char s[66];
    short v, w, five = 5;
    s[T] = x[T];
    __syncthreads();
    LOAD("u8", "h", v, s + T + 2); // FAULT init
    CHOOSE("h", "b16", w, v, five, T != 62);
    ((char *)y)[I] = w;
}
K bytes_ok(int *x, int *y, int n)
{
    __shared__ unsigned char s[66];
    short v, w, five = 5;
    s[T] = x[T];
    __syncthreads();
    LOAD("u8", "h", v, s + T + 2);
    CHOOSE("h", "b16", w, v, five, T < 62);
    ((char *)y)[I] = w;
}

// An address, in 64 bits, and a branch.
K address(int *x, int *y, int n)
{
    __shared__ long long s[65];
    long long v, w;
    s[T] = T;
    __syncthreads();
    LOAD("u64", "l", v, s + T + 1); // FAULT init
    CHOOSE("l", "b64", w, v, 0ll, T > 0);
    y[I] = x[w & 127];
}
K address_ok(int *x, int *y, int n)
{
    __shared__ long long s[65];
    long long v, w;
    s[T] = T;
    __syncthreads();
    LOAD("u64", "l", v, s + T + 1);
    CHOOSE("l", "b64", w, v, 0ll, T < 63);
    y[I] = x[w & 127];
}

K own(int *x, int *y, int n)
{
    int few[8], w;
    for (int i = 0; i < 7; i++)
        few[i * n & 7 ^ i] = x[I];
    int v = few[T + n & 7]; // FAULT init
    CHOOSE("r", "b32", w, v, 5, T > 1);
    y[I] = w;
}
K own_ok(int *x, int *y, int n)
{
    int few[8], w;
    for (int i = 0; i < 7; i++)
        few[i * n & 7 ^ i] = x[I];
    int v = few[T + n & 7];
    CHOOSE("r", "b32", w, v, 5, (T + n & 7) != 7);
    y[I] = w;
}

K of_heap(int *x, int *y, int n)
{
    int *p = (int *)malloc(8), w;
    p[0] = x[I];
    int v = p[n & 128 ? 1 : T & 1]; // FAULT init
    CHOOSE("r", "b32", w, v, 5, T != 9);
    y[I] = w;
    free(p);
}
K of_heap_ok(int *x, int *y, int n)
{
    int *p = (int *)malloc(8), w;
    p[0] = x[I];
    int v = p[T & 1];
    CHOOSE("r", "b32", w, v, 5, !(T & 1));
    y[I] = w;
    free(p);
}

// The same register first has what a branch has left out, then what was written.
K rounds_ok(int *x, int *y, int n)
{
    __shared__ Part p;
    int sum = 0, w;
    p.s[T] = x[T];
    __syncthreads();
    for (int i = n / 64; i >= 0; i--) {
        int v;
        LOAD("u32", "r", v, p.s + (T + i < 65 ? T + i : 64));
        CHOOSE("r", "b32", w, v, sum, T + i < 64);
        sum += w;
    }
    y[I] = sum;
}
K rounds(int *x, int *y, int n)
{
    __shared__ Part p;
    int sum = 0, w;
    p.s[T] = x[T];
    __syncthreads();
    for (int i = n / 64; i >= 0; i--) {
        int v;
        LOAD("u32", "r", v, p.s + (T + i < 65 ? T + i : 64)); // FAULT init
        CHOOSE("r", "b32", w, v, sum, T + i < 65);
        sum += w;
    }
    y[I] = sum;
}
