// Places that are computed in 64 bits and of which 32 are asked for.

// A loop whose counter is long where it steps and int where it is compared and indexes.
extern "C" __global__ void rounds(const int *in, int *out, int n, unsigned long long step)
{
    for (int i = (int)(blockIdx.x * (unsigned long long)blockDim.x + threadIdx.x); i < n; i += step)
        out[i] = in[n - 1 - i] + (i > 0 ? in[i - 1] : 0);
}

// Parts of numbers that overflow 32 bits.
extern "C" __global__ void parts(const long long *in, long long *out, unsigned n)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const long long a = in[i], b = in[(i + 1) % n];
    const int sum = (int)(a * 3 + b), product = (int)(a * b - (b << 5));
    const unsigned mixed = (unsigned)((a ^ ~b) | (a & -b));
    out[8 * i] = sum;
    out[8 * i + 1] = product;
    out[8 * i + 2] = mixed;
    out[8 * i + 3] = (a + b) & 0xffffffffll;
    out[8 * i + 4] = (int)((sum > 0 ? a : b) + 7);
    out[8 * i + 5] = (a << 32) >> 29;
    out[8 * i + 6] = (long long)(((unsigned long long)b << 32) + 0x700000000ull) >> 32;
    out[8 * i + 7] = (unsigned long long)(a << 32) >> 4;
}

// The whole number is asked for, too.
extern "C" __global__ void both(const long long *in, long long *out, unsigned n)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    long long s = in[i];
    int low = 0;
    for (int k = 0; k < 5; k++) {
        s = s * 5 + in[(i + k) % n];
        low ^= (int)s;
        if (s & 1)
            s += (long long)low << 3;
    }
    out[2 * i] = s;
    out[2 * i + 1] = low;
}
