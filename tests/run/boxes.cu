// boxes.cu: sums over windows around each place, which a thread finds by quotients of its number: a few lanes at a time keep theirs in registers
// where floats have no vectors.
// nvcc -arch=sm_80 -ptx

// As much of a window as lies in an image.
extern "C" __global__ void box(const float *in, float *out, int w, int h, int radius)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= w * h)
        return;
    int x = i % w, y = i / w;
    int x0 = max(x - radius, 0), x1 = min(x + radius, w - 1), y0 = max(y - radius, 0), y1 = min(y + radius, h - 1);
    float sum = 0;
    for (int v = y0; v <= y1; v++)
        for (int u = x0; u <= x1; u++)
            sum += in[v * w + u];
    out[i] = sum;
}

// The same of doubles, in rounds of the grid.
extern "C" __global__ void rounds(const double *in, double *out, int w, int h, int radius)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < w * h; i += gridDim.x * blockDim.x) {
        int x = i % w, y = i / w;
        int x0 = max(x - radius, 0), x1 = min(x + radius, w - 1), y0 = max(y - radius, 0), y1 = min(y + radius, h - 1);
        double sum = 0;
        for (int v = y0; v <= y1; v++)
            for (int u = x0; u <= x1; u++)
                sum += in[v * w + u];
        out[i] = sum;
    }
}

// Nothing but the row: chunks end at its end alone.
extern "C" __global__ void columns(const float *in, float *out, int w, int h)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < w * h; i += gridDim.x * blockDim.x) {
        int x = i % w, y = i / w;
        float sum = 0;
        for (int v = 0; v <= y; v++)
            sum += in[v * w + x];
        out[i] = sum;
    }
}

// Each round leaves out the lanes that it has nothing for: these loops are for ranges of lanes.
extern "C" __global__ void around(const float *in, float *out, int w, int h, int radius)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int x = i % w, y = i / w;
    if (y >= h)
        return;
    float most = 0;
    for (int u = x - radius; u <= x + radius; u++)
        for (int v = y - radius; v <= y + radius; v++)
            if (u >= 0 && u < w && v >= 0 && v < h)
                most = fmaxf(most, in[v * w + u]);
    out[i] = most;
}
