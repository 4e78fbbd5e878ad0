// borders.cu: places of an image whose rows have neighbours or none, as all threads of a row find alike.
extern "C" __global__ void rows(const float *u, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x >= w)
        return;
    float up = y > 0 ? u[(y - 1) * w + x] : 0, down = y < h - 1 ? u[(y + 1) * w + x] : 0;
    out[y * w + x] = up * 2 - down * 3 + u[y * w + x];
}

// Bytes; a choice that the launch makes; a place that is written on the way.
extern "C" __global__ void bytes(const unsigned char *u, const int *add, int *out, int w, int h, int mode)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x >= w)
        return;
    int s = u[y * w + x], t = 7;
    if (y > 1)
        t = u[(y - 2) * w + x];
    if (mode & 1)
        s += add[x];
    out[y * w + x] = s;
    if (mode & 2)
        t = add[w - 1 - x] - out[y * w + x];
    out[(h + y) * w + x] = t;
}
