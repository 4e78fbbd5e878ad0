// edges.cu: neighbours of a place, zero outside: of chunks of neighbouring threads few meet an edge.
#define AT(y, x) ((y) >= 0 && (y) < h && (x) >= 0 && (x) < w ? in[(y) * w + (x)] : 0.0f)
extern "C" __global__ void conv3(const float *in, const float *k, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float s = 0;
#pragma unroll
    for (int j = -1; j <= 1; j++)
#pragma unroll
        for (int i = -1; i <= 1; i++) s += AT(y + j, x + i) * k[(j + 1) * 3 + i + 1];
    out[y * w + x] = s;
}
extern "C" __global__ void lap(const double *in, double *out, int w, int h)
{
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    if (x < w && y < h) {
        double c = in[y * w + x];
        double l = x > 0 ? in[y * w + x - 1] : 0, r = x < w - 1 ? in[y * w + x + 1] : 0;
        double u = y > 0 ? in[(y - 1) * w + x] : 0, d = y < h - 1 ? in[(y + 1) * w + x] : 0;
        out[y * w + x] = l + r + u + d - 4 * c;
    }
}
extern "C" __global__ void deriv(const float *in, float *gx, float *gy, int w, int h, float scale)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float a = 0, b = 0, c = 0, d = 0;
    if (x >= 1) a = in[y * w + x - 1];
    if (x <= w - 2) b = in[y * w + x + 1];
    if (y >= 1) c = in[(y - 1) * w + x];
    if (y <= h - 2) d = in[(y + 1) * w + x];
    gx[y * w + x] = (b - a) * scale;
    gy[y * w + x] = (d - c) * scale;
}
extern "C" __global__ void behind(const float *in, float *a, float *b, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (w <= x || h <= y) return;
    a[y * w + x] = in[y * w + x] + 1;
    float s = 0;
    if (w - 2 > x) s += in[y * w + x + 2];
    if (1 < x) s += in[y * w + x - 2] * 2;
    if (h - 2 > y) s += in[(y + 2) * w + x] * 3;
    if (1 < y) s += in[(y - 2) * w + x] * 4;
    b[y * w + x] = s;
}
