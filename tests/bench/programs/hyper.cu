// hyper.cu: a step of a field in four dimensions on a torus, its eight neighbours by remainders, one index for all: a point a thread.
__device__ __forceinline__ size_t place(const int (&c)[4], int n)
{
    return ((((size_t)c[3] * n + c[2]) * n + c[1]) * n + c[0]);
}
extern "C" __global__ void hyper(const double *field, double *out, int n, double mass, double coupling, int total)
{
    const int id = blockIdx.x * blockDim.x + threadIdx.x;
    if (id >= total)
        return;
    int c[4], rest = id;
    for (int d = 0; d < 4; d++) {
        c[d] = rest % n;
        rest /= n;
    }
    const double phi = field[id];
    double sum = 0;
#pragma unroll
    for (int d = 0; d < 4; d++) {
        const int was = c[d];
        c[d] = (was + 1) % n;
        sum += field[place(c, n)];
        c[d] = (was + n - 1) % n;
        sum += field[place(c, n)];
        c[d] = was;
    }
    out[id] = phi + 0.01 * (sum - 8.0 * phi - mass * phi - coupling * phi * phi * phi);
}
