// The language: templates, virtual and recursive functions, function pointers, structures by value, switches, loops,
// dynamic and static shared memory, constants, printf, assert, malloc, every integer and conversion operator.
#include <cassert>
#include <cstdint>
#include <cstdio>

struct Pair { double key; int value[3]; };
struct Shape { __device__ virtual float area(float) const = 0; };
struct Square : Shape { __device__ float area(float a) const override { return a * a; } };
struct Circle : Shape { __device__ float area(float a) const override { return 3.14159f * a * a; } };
union Bits { float f; uint32_t u; unsigned char byte[4]; };

__constant__ float weight[32] = {1, 2.5f, -3};
__constant__ Pair pairs[2] = {{1.5, {1, 2, 3}}, {2.5, {4, 5, 6}}};
__device__ int counter = 7;
__device__ const char *names[] = {"zero", "one", "two"};
__device__ double table[3][4] = {{1, 2}, {3}, {}};
__managed__ int shared_with_host;

__device__ int twice(int a) { return 2 * a; }
__device__ int thrice(int a) { return 3 * a; }
__device__ int (*const functions[])(int) = {twice, thrice};

__device__ __noinline__ int ackermann(int m, int n)
{
    return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

__device__ __noinline__ Pair swap(Pair p)
{
    int t = p.value[0];
    p.value[0] = p.value[2];
    p.value[2] = t;
    p.key = -p.key;
    return p;
}

template <class T> __device__ __noinline__ T power(T x, int n)
{
    T r = 1;
    for (; n; n >>= 1, x *= x)
        if (n & 1)
            r *= x;
    return r;
}

template <class To, class From> __global__ void convert(To *to, const From *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = static_cast<To>(from[i]);
}

template <class T> __global__ void integers(T *d, const T *a, const T *b, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    T x = a[i], y = b[i];
    d[i] = x + y;
    d[i + n] = x * y - (x ^ y) + (x & y) - (x | ~y);
    d[i + 2 * n] = y ? x / y + x % y : T(0);
    d[i + 3 * n] = (x << (y & 7)) + (x >> (y & 7));
    d[i + 4 * n] = x < y ? x : y > x ? T(-y) : T(!x);
    d[i + 5 * n] = power(x, i & 7);
}

template __global__ void integers(signed char *, const signed char *, const signed char *, unsigned);
template __global__ void integers(unsigned char *, const unsigned char *, const unsigned char *, unsigned);
template __global__ void integers(short *, const short *, const short *, unsigned);
template __global__ void integers(unsigned short *, const unsigned short *, const unsigned short *, unsigned);
template __global__ void integers(int *, const int *, const int *, unsigned);
template __global__ void integers(unsigned *, const unsigned *, const unsigned *, unsigned);
template __global__ void integers(long long *, const long long *, const long long *, unsigned);
template __global__ void integers(unsigned long long *, const unsigned long long *, const unsigned long long *, unsigned);
template __global__ void integers(__int128 *, const __int128 *, const __int128 *, unsigned);

#define FROM(T)                                                                                                        \
    template __global__ void convert(signed char *, const T *, int);                                                   \
    template __global__ void convert(unsigned short *, const T *, int);                                                \
    template __global__ void convert(int *, const T *, int);                                                           \
    template __global__ void convert(unsigned long long *, const T *, int);                                            \
    template __global__ void convert(float *, const T *, int);                                                         \
    template __global__ void convert(double *, const T *, int);                                                        \
    template __global__ void convert(bool *, const T *, int);
FROM(unsigned char)
FROM(short)
FROM(unsigned)
FROM(long long)
FROM(float)
FROM(double)

__global__ void calls(int *d, const Pair *in, Pair *out, int n)
{
    Square square;
    Circle circle;
    const Shape *shape = n & 1 ? static_cast<const Shape *>(&square) : &circle;
    d[0] = functions[n & 1](n) + ackermann(2, n & 3);
    d[1] = static_cast<int>(shape->area(weight[n & 31]));
    out[threadIdx.x] = swap(threadIdx.x & 1 ? in[threadIdx.x] : pairs[n & 1]);
    Bits b;
    b.f = static_cast<float>(table[n & 1][n & 3]);
    d[2] = static_cast<int>(b.u + b.byte[n & 3]);
    int *heap = static_cast<int *>(malloc(4 * sizeof(int)));
    assert(heap && "no memory left");
    heap[n & 3] = counter++;
    d[3] = heap[0] + shared_with_host;
    free(heap);
    printf("%s: %d %f %lld %c\n", names[n % 3], n, 2.5 * n, 1LL << n, 'a' + n);
}

__global__ __launch_bounds__(256, 2) void control(float *d, const int *kind, int n)
{
    extern __shared__ float room[];
    __shared__ int count[33];
    int i = threadIdx.x, local[8] = {};
    count[i % 33] = 0;
    room[i] = weight[i & 31];
    __syncthreads();
    for (int k = 0; k < n; k++) {
        local[k & 7] += k;
        switch (kind[k]) {
        case 0: room[i] += 1; break;
        case 1: room[i] *= 2; continue;
        case 2: room[i] = -room[i]; break;
        case 3: count[k % 33]++; [[fallthrough]];
        case 4: room[i] -= local[kind[k + 1] & 7]; break;
        case 90: return;
        case 91: __trap();
        default: goto out;
        }
        do
            room[i] *= 0.5f;
        while (room[i] > 100);
    }
out:
    __syncthreads();
    d[i] = room[blockDim.x - 1 - i] + count[i % 33] + local[i & 7];
}
