// digits.cu: threads that are elements of small records: their numbers taken apart by division, with and without signs, below 0, by
// divisors of which none divides another, and with what only some threads do.
extern "C" __global__ void records(const int *a, const int *b, int *c, int sites)
{
    int id = blockIdx.x * blockDim.x + threadIdx.x, site = id / 36;
    if (site >= sites)
        return;
    int j = id % 36 / 9, k = id % 9 / 3, l = id % 3, sum = 0;
    for (int m = 0; m < 3; m++)
        sum += a[site * 36 + j * 9 + k * 3 + m] * b[j * 9 + m * 3 + l];
    c[site * 36 + j * 9 + l * 3 + k] = sum; // turned round
}

extern "C" __global__ void without_sign(const unsigned *in, unsigned *out, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned pixel = i / 5, part = i % 5;
    unsigned x = in[pixel * 8 + part], y = in[pixel * 8 + (part + 1) % 5];
    if (part == 3)
        x += 2 * y;
    out[pixel * 5 + (4 - part)] = x - y;
}

// From a number below 0 on: quotients go towards 0.
extern "C" __global__ void below(const int *in, int *out, int n, int from)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, x = i + from;
    if (i >= n)
        return;
    int q = x / 6, r = x % 6;
    out[i] = in[q + 300] * 10 + in[r + 5] + in[q + r + 305];
}

// A remainder times a quotient grows by another number in each lane.
extern "C" __global__ void crossed(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i % 36 / 9 * (i / 36)] + in[i / 36 + i % 9] - in[i % 3 * 2];
}

extern "C" __global__ void apart(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int x = in[i % 7 * 3 + 1] + in[i / 9 + i % 9];
    if (in[i % 9] & 1)
        x -= in[i / 7];
    out[i] = x;
}
