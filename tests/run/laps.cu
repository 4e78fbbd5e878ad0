// laps.cu: loops that go on by a warp's or a block's width, which nvcc unrolls four times with the rest in front.
extern "C" __global__ void rows(const float *a, const float *x, float *y, int m, int n)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= m)
        return;
    float sum = 0;
    for (int j = lane; j < n; j += 32)
        sum += a[row * n + j] * x[j];
    for (int s = 16; s > 0; s /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, s);
    if (lane == 0)
        y[row] = sum;
}

extern "C" __global__ void parts(const int *begin, const unsigned char *value, unsigned *y)
{
    unsigned sum = 0, last = 77;
    for (unsigned k = begin[blockIdx.x] + threadIdx.x; k < begin[blockIdx.x + 1]; k += 64) {
        sum = sum * 3 + value[k];
        last = k;
    }
    y[blockIdx.x * 64 + threadIdx.x] = sum * 1000 + last;
}

extern "C" __global__ void tiles(const int *x, int *y, int wide)
{
    int sum = 0, at = 0;
    for (int i = threadIdx.x; i < 18; i += 16)
        for (int j = threadIdx.y * 2; j < wide; j += 2) {
            sum += x[i * 20 + j] ^ at;
            at++;
        }
    for (int i = threadIdx.x; i < 300; i += 128)
        sum = sum * 5 + x[i];
    y[threadIdx.y * blockDim.x + threadIdx.x] = sum;
}

// From either end, and with what only the unrolled rounds count.
extern "C" __global__ void ends(const short *x, long long *y, int n, int from)
{
    long long up = 0, down = 0;
    for (int i = from + (int)threadIdx.x; i < n; i += 32)
        up += (long long)x[i] * i;
    for (int i = n - 1 - (int)threadIdx.x; i >= from; i -= 32)
        down = down * 7 + x[i];
    y[threadIdx.x] = up ^ down << 1;
}
