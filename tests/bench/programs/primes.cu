// primes.cu: the least divisor of each number, by trial.
extern "C" __global__ void primes(const unsigned *x, unsigned *least, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned v = x[i], d = 1;
    if (v % 2 == 0)
        d = 2;
    else
        for (unsigned k = 3; k * k <= v; k += 2)
            if (v % k == 0) {
                d = k;
                break;
            }
    least[i] = d;
}
