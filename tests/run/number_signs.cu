/* Numbers that are read with a sign more often than without, and the ways to read them without: each must see their bits. */
typedef unsigned int u32;
typedef unsigned long long u64;

/* x and y, which have wrapped, are compared, divided, shifted, widened and made floats; bits: what is made of them without a sign */
#define KERNEL(name, bits)                                                                                             \
    extern "C" __global__ void name(const int *in, u64 *out, int n, int by)                                            \
    {                                                                                                                  \
        const int i = blockIdx.x * blockDim.x + threadIdx.x;                                                           \
        if (i >= n)                                                                                                    \
            return;                                                                                                    \
        const int x = in[i] - by, y = in[i + n] * 3;                                                                   \
        u64 *to = out + (u64)i * 2;                                                                                    \
        to[0] = (x < y ? x / 7 : y >> 3) + (long long)x * y + (long long)(float)x + (y > 1000 ? y % 10 : -(y < -9));   \
        to[1] = bits;                                                                                                  \
    }
KERNEL(widened, (u64)(u32)x + ((u64)(u32)y << 1))
KERNEL(multiplied, (u64)(u32)x * (u32)y)
KERNEL(divided, (u32)x / ((u32)y | 1) + ((u32)y >> 5))
KERNEL(below, ((u32)x < (u32)y) + 2 * (x == y) + 4 * ((u32)x == 0x80000000u) + 8 * (x == -3))
KERNEL(floating, __double_as_longlong((double)(u32)x) ^ __double_as_longlong((double)(u32)y))
KERNEL(high, __umulhi(x, y))
KERNEL(counted, (u64)__popc(x) << 32 | (u32)__clz(y))
KERNEL(chosen, max((u32)x, (u32)y) + (u64)(u32)(x - y))
KERNEL(stepped, (u64)(u32)(x + 0x70000000) << 32 | (u32)(y * 5 - 1))

/* the same of what all threads share, and of a counter */
extern "C" __global__ void sums(const int *in, u64 *out, int a, int b)
{
    const int sum = a + b, product = a * b, left = a - b;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    u64 v = sum < left ? sum / 3 : left >> 1;
    v += (u64)(u32)sum + (u64)(u32)product * (u32)left;
    v ^= (u64)((u32)product / ((u32)left | 1)) << 8;
    v ^= __double_as_longlong(sum > in[i] ? (double)(u32)sum : (double)product);
    v += (long long)left * in[i] + (sum == -1) + (product < in[i]);
    int at = sum;
#pragma unroll 1
    for (int k = 0; k < (b & 7) && at > in[i] - 5; k++, at += 0x30000001)
        v = v * 3 + (long long)at;
    out[i] = v + (u32)at;
}
