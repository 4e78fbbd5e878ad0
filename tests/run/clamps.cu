// clamps.cu: nvcc -ptx -arch=sm_80
// Neighbours in a row that are clamped to it or taken from its other end; numbers at the ends of their types.
extern "C" __global__ void near(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int left = max(i - 2, 0), right = min(i + 3, n - 1);
    out[i] = in[left] * 3 + in[right] + in[max(min(i, n - 1), 1)];
}

extern "C" __global__ void around(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int before = i == 0 ? n - 1 : i - 1, after = i == n - 1 ? 0 : i + 1, other = i != 5 ? i : 7;
    out[i] = in[before] * 5 + in[after] * 3 + in[other];
}

extern "C" __global__ void far(int *out, int start, int low, unsigned high)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int a = max(start + i, low), b = min(low, start - 3 * i);
    unsigned c = min((unsigned)start + i, high), d = max(high, (unsigned)start - i);
    out[i] = a + b * 3 + (int)c * 5 + (int)d * 7 + (start + 2 * i == low ? 1000 : i);
}

// The rows of a picture, with all of that.
extern "C" __global__ void picture(const int *in, int *out, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    int w = max(x - 1, 0), e = min(x + 1, width - 1), n = max(y - 1, 0), s = min(y + 1, height - 1);
    int round = x == 0 ? width - 1 : x - 1;
    out[y * width + x] = in[y * width + w] + in[y * width + e] * 3 + in[n * width + x] * 5 + in[s * width + e] * 7 + in[y * width + round];
}

// A window of a strip whose places beyond the strip's ends are its ends, once by comparisons, once by minima; no thread has nothing to do.
extern "C" __global__ void strip(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x - 3, sum = 0;
#pragma unroll
    for (int k = -2; k <= 2; k++) {
        int j = i + k;
        j = j < 0 ? 0 : j >= n ? n - 1 : j;
        sum = sum * 3 + in[j];
    }
    out[i + 3] = sum;
}

extern "C" __global__ void strip_least(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x - 3, sum = 0;
#pragma unroll
    for (int k = -2; k <= 2; k++)
        sum = sum * 3 + in[min(max(i + k, 0), n - 1)];
    out[i + 3] = sum;
}
