// around.cu: remainders of sums and of quotients, the same for all threads of a block: places on a torus, and numbers that are none.
extern "C" __global__ void around(const int *a, const int *b, const int *n, int *out)
{
    const int x = a[blockIdx.x], y = b[blockIdx.x], m = n[blockIdx.x];
    int *o = out + 8 * blockDim.x * blockIdx.x + threadIdx.x;
    o[0] = (x + y) % m;
    o[blockDim.x] = (int)((unsigned)(x + y) % (unsigned)m);
    o[2 * blockDim.x] = (x - y) % m;
    o[3 * blockDim.x] = (int)((unsigned)(x - y) % (unsigned)m);
    o[4 * blockDim.x] = x / y % m;
    o[5 * blockDim.x] = (int)((unsigned)x / (unsigned)y % (unsigned)m);
    o[6 * blockDim.x] = (x % m + m - 1) % m;
    o[7 * blockDim.x] = (x % m + 1) % m;
}

// A torus of three dimensions, one index for all.
extern "C" __global__ void torus(const int *in, int *out, int w, int h, int d)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= w * h * d)
        return;
    const int x = i % w, y = i / w % h, z = i / w / h % d;
    out[i] = in[(z * h + y) * w + (x + 1) % w] + 2 * in[(z * h + y) * w + (x + w - 1) % w] + 4 * in[(z * h + (y + 1) % h) * w + x] +
             8 * in[((z + d - 1) % d * h + y) * w + x];
}
