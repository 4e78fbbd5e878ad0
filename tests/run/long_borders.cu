// long_borders.cu: weighted sums of what lies around each place, in numbers of 64 bits: compilers ask for the sign of several at once.
// nvcc -arch=sm_80 -ptx
extern "C" __global__ void around(const float *in, const float *weight, float *out, size_t w, size_t h, size_t r)
{
    size_t x = blockIdx.x * (size_t)blockDim.x + threadIdx.x, y = blockIdx.y * (size_t)blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    float sum = 0;
    for (size_t i = 0; i <= 2 * r; i++)
        for (size_t j = 0; j <= 2 * r; j++) {
            long long yy = (long long)(y + i) - (long long)r, xx = (long long)(x + j) - (long long)r;
            if (yy >= 0 && yy < (long long)h && xx >= 0 && xx < (long long)w)
                sum += in[yy * w + xx] * weight[i * (2 * r + 1) + j];
        }
    out[y * w + x] = sum;
}

// Numbers that may be anything: which of them are negative.
extern "C" __global__ void signs(const long long *number, int *out, long long from, long long other, int n)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    long long i = from + t;
    if (t >= n)
        return;
    int found = 0;
    if (i >= 0 && other >= 0)
        found += 1;
    if (i < 0 || number[t] < 0)
        found += 2;
    if ((i | other | number[t]) > -1)
        found += 4;
    out[t] = found;
}
