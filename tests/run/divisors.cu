// divisors.cu: quotients and remainders of each thread's number by one that is the same for all, and the other way round; of 32 bits, and of 64.
extern "C" __global__ void divisors(const int *in, int *q, int *r, unsigned *uq, unsigned *ur, int n, int d)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        q[i] = in[i] / d;
        r[i] = in[i] % d;
        uq[i] = (unsigned)in[i] / (unsigned)d;
        ur[i] = (unsigned)in[i] % (unsigned)d;
    }
}

extern "C" __global__ void turned(const int *in, int *q, int *r, unsigned *uq, unsigned *ur, int n, int d)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        q[i] = d / in[i];
        r[i] = d % in[i];
        uq[i] = (unsigned)d / (unsigned)in[i];
        ur[i] = (unsigned)d % (unsigned)in[i];
    }
}

// By the instruction itself, which is defined for 0 as well: compilers divide halves where that does.
#define OF(op, T, x, y) ({ T z; asm(op " %0, %1, %2;" : "=l"(z) : "l"(x), "l"(y)); z; })

extern "C" __global__ void wide(const long long *in, long long *q, long long *r, unsigned long long *uq, unsigned long long *ur, int n, long long d)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        q[i] = OF("div.s64", long long, in[i], d);
        r[i] = OF("rem.s64", long long, in[i], d);
        uq[i] = OF("div.u64", unsigned long long, in[i], d);
        ur[i] = OF("rem.u64", unsigned long long, in[i], d);
    }
}
