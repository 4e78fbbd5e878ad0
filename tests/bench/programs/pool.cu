// pool.cu: the greatest of 3 x 3 neighbours at each second place of each channel, and where it is; one index for all.
extern "C" __global__ void pool(const float *in, float *out, int *mask, int n, int c, int h, int w, int ph, int pw)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n * c * ph * pw; i += blockDim.x * gridDim.x) {
        int x = i % pw, y = i / pw % ph, ch = i / pw / ph;
        int y0 = y * 2 - 1, x0 = x * 2 - 1, y1 = min(y0 + 3, h), x1 = min(x0 + 3, w);
        y0 = max(y0, 0);
        x0 = max(x0, 0);
        const float *plane = in + ch * h * w;
        float most = -3.402823466e+38f;
        int at = -1;
        for (int yy = y0; yy < y1; yy++)
            for (int xx = x0; xx < x1; xx++)
                if (plane[yy * w + xx] > most) {
                    at = yy * w + xx;
                    most = plane[at];
                }
        out[i] = most;
        mask[i] = at;
    }
}
