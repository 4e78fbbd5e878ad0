// channel_tiles.cu: loops with barriers in which each thread goes on by a bit in memory of its own: the channels of a pixel, a row.
#define IN 16
#define OUT 14

extern "C" __global__ void smooth(const float *in, float *out, int h, int w, int channels)
{
    __shared__ float t[IN][IN];
    const int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * OUT + tx, y = blockIdx.y * OUT + ty, fx = x - 1, fy = y - 1;
    for (int c = 0; c < channels; c++) {
        t[ty][tx] = fx >= 0 && fx < w && fy >= 0 && fy < h ? in[(fy * w + fx) * channels + c] : 0.0f;
        __syncthreads();
        if (tx < OUT && ty < OUT && x < w && y < h) {
            float sum = 0;
            for (int i = 0; i < 3; i++)
                for (int j = 0; j < 3; j++)
                    sum += (i == 1 ? 2 : 1) * (j == 1 ? 2 : 1) * t[ty + i][tx + j];
            out[(y * w + x) * channels + c] = sum;
        }
        __syncthreads();
    }
}

extern "C" __global__ void rows(const int *in, int *out, int n)
{
    __shared__ int t[128];
    const int x = threadIdx.x;
    int sum = 0;
    for (int k = 0; k < n; k++) {
        t[x] = in[(blockIdx.x * blockDim.x + x) * n + k];
        __syncthreads();
        sum += t[x] * 3 - t[(x + 5) % blockDim.x] + (t[(x + 1) % blockDim.x] ^ k);
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + x] = sum;
}
