// wavelet.cu: a step of the 5/3 wavelet, rows through shared memory with mirrored borders, then columns straight from memory.
#define T 256

extern "C" __global__ void horizontal(const int *in, int *out, int width)
{
    __shared__ int line[T + 4];
    int row = blockIdx.y * width, first = blockIdx.x * T, x = first + threadIdx.x;
    line[threadIdx.x + 2] = in[row + x];
    if (threadIdx.x < 2) {
        int left = first - 2 + threadIdx.x;
        line[threadIdx.x] = in[row + (left < 0 ? -left : left)];
    } else if (threadIdx.x >= T - 2) {
        int right = x + 2;
        line[threadIdx.x + 4] = in[row + (right >= width ? 2 * (width - 1) - right : right)];
    }
    __syncthreads();
    int t = threadIdx.x + 2;
    if (threadIdx.x & 1)
        line[t] -= (line[t - 1] + line[t + 1]) >> 1;
    else if (threadIdx.x == 0)
        line[t - 1] -= (line[t - 2] + line[t]) >> 1;
    __syncthreads();
    if (!(threadIdx.x & 1))
        line[t] += (line[t - 1] + line[t + 1] + 2) >> 2;
    __syncthreads();
    int half = width >> 1;
    out[row + (threadIdx.x & 1 ? half : 0) + (x >> 1)] = line[t];
}

extern "C" __global__ void vertical(const int *in, int *out, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = 2 * (blockIdx.y * blockDim.y + threadIdx.y);
    if (x >= width || y >= height)
        return;
#define AT(y) in[((y) < 0 ? -(y) : (y) >= height ? 2 * (height - 1) - (y) : (y)) * width + x]
    int before = AT(y - 1) - ((AT(y - 2) + AT(y)) >> 1), after = AT(y + 1) - ((AT(y) + AT(y + 2)) >> 1);
    out[(y >> 1) * width + x] = AT(y) + ((before + after + 2) >> 2);
    out[((y + height) >> 1) * width + x] = after;
}
