// Filters whose places are mirrored at the edges, as nvcc writes that: x ^ (x >> 31), abs(x), the lesser one of a place and its image.
extern "C" __global__ void symmetric(const float *in, float *out, int n, int reach)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= n)
        return;
    float sum = 0;
    for (int k = -reach; k <= reach; k++) {
        int p = x + k;
        p = p < 0 ? -p - 1 : p;
        p = p >= n ? 2 * n - 1 - p : p;
        sum += in[p] * (float)(reach + 1 - abs(k));
    }
    out[x] = sum;
}

extern "C" __global__ void reflected(const float *in, float *out, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= n)
        return;
    float sum = 0;
    for (int k = -3; k <= 3; k++) {
        int p = abs(x + k);
        p = min(p, 2 * n - 2 - p);
        sum += in[p] * (float)(4 + k);
    }
    out[x] = sum;
}

extern "C" __global__ void planes(const float *in, float *out, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    float sum = 0;
    for (int k = -2; k <= 2; k++) {
        int q = y + k, p = x - k;
        q = q < 0 ? ~q : q;
        q = q >= height ? 2 * height - 1 - q : q;
        p = max(p, -1 - p);
        p = min(2 * width - 1 - p, p);
        sum += in[q * width + x] - 2 * in[y * width + p];
    }
    out[y * width + x] = sum;
}
