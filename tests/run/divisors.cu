// divisors.cu: quotients and remainders of each thread's number by one that is the same for all.
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
