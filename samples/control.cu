// control.cu: control flow, functions and data of every kind.  Each kernel writes one 64-bit result per thread; the
// host program has the same functions in C.

#define THREAD (blockIdx.x * blockDim.x + threadIdx.x)

// ---- branches ------------------------------------------------------------------------------------------------------

// A dense switch, whose cases do too much to become a table of values.
__device__ __noinline__ int operate(int code, int a, int b, int *memory)
{
    switch (code) {
    case 0: return a + b;
    case 1: memory[0] += a; return memory[0] - b;
    case 2: return a * b ^ memory[1];
    case 3: memory[1] = b; // falls through
    case 4: return (a << 3) - memory[1];
    case 5: return b ? a / b : -1;
    case 6: memory[2] ^= a; return memory[2] % 7;
    case 7: return __popc(a) + __clz(b);
    case 8: memory[3]++; break;
    case 9: return a > b ? a : b;
    case 11: memory[0] = memory[3]; return ~a;
    default: return code * 1000;
    }
    return memory[3] * 5 + a;
}

extern "C" __global__ void control_switch(long long *out, unsigned n)
{
    unsigned i = THREAD;
    if (i >= n)
        return;
    int memory[4] = { 1, 2, 3, 4 }, value = i;
    for (int k = 0; k < 14; k++)
        value = operate((i * 7 + k) % 13, value & 0xFFFF, k - 3, memory);
    out[i] = value + memory[0] * 3LL + memory[1] * 5LL + memory[2] * 7LL + memory[3];
}

// The compiler makes trees of branches; PTX has a jump table as well, whose four places lead to three labels.
__device__ __noinline__ unsigned jump(unsigned place, unsigned value)
{
    asm("{\n\t"
        ".reg .pred small;\n\t"
        "targets: .branchtargets twice, flip, shrink, flip;\n\t"
        "brx.idx %1, targets;\n"
        "twice:\n\t"
        "shl.b32 %0, %0, 1;\n\t"
        "bra done;\n"
        "shrink:\n\t"
        "setp.lt.u32 small, %0, 1000;\n\t"
        "@small bra twice;\n\t"
        "div.u32 %0, %0, 3;\n\t"
        "bra done;\n"
        "flip:\n\t"
        "not.b32 %0, %0;\n"
        "done:\n\t"
        "}"
        : "+r"(value)
        : "r"(place));
    return value;
}

extern "C" __global__ void control_jump(long long *out, unsigned n)
{
    unsigned i = THREAD;
    if (i >= n)
        return;
    unsigned value = i * 37;
    for (unsigned k = 0; k < 20; k++)
        value = jump((i + k * k + value % 5) % 4, value) + k;
    out[i] = value;
}

// Loops in loops, left early in all the ways there are.
extern "C" __global__ void control_loops(long long *out, unsigned n)
{
    unsigned i = THREAD;
    if (i >= n)
        return;
    long long sum = 0;
    for (unsigned a = 1; a < 40; a++) {
        if (a % 5 == i % 5)
            continue;
        for (unsigned b = a;; b += 3) {
            if (b > 60)
                break;
            unsigned c = b * i;
            while (c > 9) {
                c = c % 2 ? 3 * c + 1 : c / 2;
                sum += c & 7;
                if (sum > 100000)
                    goto out;
                if (c % 77 == 76)
                    break;
            }
            do
                c += 5;
            while (c % 4 != 3);
            sum += c;
            if (sum % 1009 == 5)
                goto next;
        }
        sum += a;
    next:
        sum ^= a << 4;
    }
out:
    out[i] = sum;
}

// Threads that leave before a barrier no longer count for it.
extern "C" __global__ void control_exit(long long *out, unsigned n)
{
    __shared__ unsigned left[1024];
    unsigned i = THREAD;
    if (i < n)
        out[i] = -1;
    if (threadIdx.x % 3 == 1 || i >= n)
        return;
    left[threadIdx.x] = i * 11;
    __syncthreads();
    if (threadIdx.x % 3 == 2 && threadIdx.x >= 5) {
        out[i] = -2;
        return;
    }
    unsigned before = threadIdx.x >= 3 ? left[threadIdx.x - 3] : 7;
    __syncthreads();
    left[threadIdx.x] = before + 1;
    __syncthreads();
    out[i] = left[threadIdx.x] + left[0];
}

// ---- functions -----------------------------------------------------------------------------------------------------

struct Fraction {
    long long over;
    int under;
    short tag;
    char sign;
};

__device__ __noinline__ Fraction times(Fraction a, Fraction b)
{
    Fraction r = { a.over * b.over, a.under * b.under, (short)(a.tag + b.tag), (char)(a.sign ^ b.sign) };
    if (r.under > 1000000) {
        r.under >>= 10;
        r.over /= 1024;
    }
    return r;
}

extern "C" __global__ void control_struct(long long *out, unsigned n, Fraction by)
{
    unsigned i = THREAD;
    if (i >= n)
        return;
    Fraction f = { (long long)i - 50, (int)i % 9 + 1, (short)(i * 300), (char)(i & 1) };
    for (int k = 0; k < 5; k++)
        f = times(f, by);
    out[i] = f.over * 31 + f.under * 17 + f.tag * 3 + f.sign;
}

__device__ __noinline__ unsigned ackermann(unsigned m, unsigned n)
{
    if (m == 0)
        return n + 1;
    if (n == 0)
        return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

__device__ __noinline__ int odd(int n);

__device__ __noinline__ int even(int n)
{
    return n == 0 ? 1 : odd(n - 1);
}

__device__ __noinline__ int odd(int n)
{
    return n == 0 ? 0 : 2 * even(n - 1);
}

extern "C" __global__ void control_recursion(long long *out, unsigned n)
{
    unsigned i = THREAD;
    if (i < n)
        out[i] = ackermann(i % 3, i % 5) * 100000LL + even(i % 20);
}

typedef int Function(int, int);

__device__ __noinline__ int plus(int a, int b)
{
    return a + b;
}

__device__ __noinline__ int minus(int a, int b)
{
    return a - b;
}

__device__ __noinline__ int mixed(int a, int b)
{
    return a * 5 ^ b;
}

__device__ Function *const functions[] = { plus, minus, mixed, minus };

__device__ __noinline__ int fold(Function *f, int start, int count)
{
    for (int k = 1; k <= count; k++)
        start = f(start, k);
    return start;
}

extern "C" __global__ void control_pointers(long long *out, unsigned n)
{
    unsigned i = THREAD;
    if (i >= n)
        return;
    Function *mine = functions[i % 4];
    out[i] = mine(i, 3) * 1000LL + fold(i & 8 ? plus : mixed, i, i % 6) + fold(mine, 1, 2);
}

// ---- data ----------------------------------------------------------------------------------------------------------

struct Entry {
    char letter;
    short number;
    const int *where;
    double weight;
};

__constant__ int primes[12] = { 2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37 };
__constant__ double thirds[3] = { 1.0 / 3, 2.0 / 3, -1e300 };
__device__ int squares[5] = { 0, 1, 4, 9 };
__device__ short steps[] = { -3, 300, -300, 7 };
__device__ const char text[] = "PTX \"\\\n\xff";
__device__ int *third = &squares[2];
__device__ Entry entries[2] = { { 'a', -2, squares, 0.5 }, { 'z', 3, squares + 3, -0.25 } };
extern "C" { __device__ unsigned control_calls = 5; }

extern "C" __global__ void control_data(long long *out, unsigned n)
{
    unsigned i = THREAD;
    if (i >= n)
        return;
    const Entry *e = &entries[i & 1];
    long long sum = primes[i % 12] + (long long)(thirds[i % 2] * 3e9) + squares[i % 5] * 10 + steps[i % 4];
    sum += text[i % sizeof text] * 100 + third[-1] + third[i & 1] + (thirds[2] < 0);
    out[i] = sum + e->letter + e->number * 7 + *e->where + (long long)(e->weight * 8);
    atomicAdd(&control_calls, 1u);
}

// Arrays of a thread's own, indexed by data, in small types that wrap around.
extern "C" __global__ void control_arrays(long long *out, unsigned n)
{
    unsigned i = THREAD;
    if (i >= n)
        return;
    signed char bytes[16];
    unsigned short words[16];
    long long longs[4] = { 1, -1, 1LL << 40, 0 };
    for (int k = 0; k < 16; k++) {
        bytes[k] = (signed char)(k * i * 5);
        words[k] = (unsigned short)(k * 9999 + i);
    }
    for (int k = 0; k < 16; k++) {
        int at = (unsigned)(bytes[k] + words[k]) % 16;
        bytes[at] -= words[15 - k];
        words[k] *= (unsigned short)(bytes[at] | 1);
        longs[at % 4] += (long long)bytes[k] * words[at];
    }
    out[i] = longs[0] ^ longs[1] ^ longs[2] ^ longs[3] ^ bytes[i % 16];
}

// Doubles, rounded as IEEE 754 says.
extern "C" __global__ void control_doubles(long long *out, unsigned n)
{
    unsigned i = THREAD;
    if (i >= n)
        return;
    double x = 1.0 / (i + 1), sum = 0;
    for (int k = 1; k < 12; k++) {
        sum = fma(x, (double)k, sum) / 1.5;
        x = sqrt(x + k) - floor(x);
        sum += fmin(x, 1e3 / k) + (double)(long long)(x * 100) - (float)x;
    }
    out[i] = __double_as_longlong(sum);
}

// 64-bit integers, signed and not: products, quotients, shifts, the high half of a product.
extern "C" __global__ void control_longs(long long *out, unsigned n)
{
    unsigned i = THREAD;
    if (i >= n)
        return;
    unsigned long long u = 0x9E3779B97F4A7C15ull * (i + 1);
    long long s = (long long)u >> (i % 50), t = -(long long)(i * 77) - 3;
    u = __umul64hi(u, u) ^ u / (i + 3) ^ u % 1000003 << 7;
    s = s / t + s % 97 * t + (long long)(u >> i % 64);
    out[i] = s ^ (long long)((u << i % 13) + (s < t) + (u > 1ull << 63) * 2) + (int)u + (short)s;
}
