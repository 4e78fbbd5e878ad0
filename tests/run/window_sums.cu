// window_sums.cu: nvcc -ptx -arch=sm_80
// Windows around the places of an image, which a quotient and a remainder tell, clamped to it; and windows that grow.
extern "C" __global__ void box(const int *in, int *out, int w, int h, int r)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= w * h)
        return;
    const int x = i % w, y = i / w;
    const int x0 = max(x - r, 0), x1 = min(x + r + 1, w), y0 = max(y - r, 0), y1 = min(y + r + 1, h);
    int sum = 0;
    for (int yy = y0; yy < y1; yy++)
        for (int xx = x0; xx < x1; xx++)
            sum += in[yy * w + xx] ^ xx;
    out[i] = sum * ((x1 - x0) * (y1 - y0));
}

// Most lanes are clamped where the window is short.
extern "C" __global__ void growing(const int *in, int *out, int w, int h, int most)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < w * h; i += gridDim.x * blockDim.x) {
        const int x = i % w, n = min(x, most);
        int sum = 0;
        for (int k = 0; k <= n; k++)
            sum = sum * 3 + in[i - k];
        out[i] = sum;
    }
}

// Every third place, of unsigned numbers; a window that begins at the end.
extern "C" __global__ void third(const unsigned *in, unsigned *out, unsigned w, unsigned h, unsigned r)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= w * h)
        return;
    const unsigned x = i % w * 3, y = i / w, last = min(x + r, 3 * w - 1);
    unsigned sum = 0;
    for (unsigned k = max(x, r); k <= last; k += 2)
        sum += in[(y * w * 3 + k) % (w * h)] + k;
    out[i] = sum;
}
