// nvcc: -use_fast_math
// regions.cu: features of regions of a picture, pooled to 7 x 7 by the mean of points between pixels (ROI align): an element of the result a thread,
// its region, channel and place by divisions.
template <typename T>
__device__ T between(const T *data, int h, int w, T y, T x)
{
    if (y < -1.0f || y > h || x < -1.0f || x > w)
        return 0;
    y = y <= 0 ? 0 : y;
    x = x <= 0 ? 0 : x;
    int y0 = (int)y, x0 = (int)x, y1, x1;
    if (y0 >= h - 1) {
        y1 = y0 = h - 1;
        y = (T)y0;
    } else
        y1 = y0 + 1;
    if (x0 >= w - 1) {
        x1 = x0 = w - 1;
        x = (T)x0;
    } else
        x1 = x0 + 1;
    const T ly = y - y0, lx = x - x0, hy = 1.0f - ly, hx = 1.0f - lx;
    return hy * hx * data[y0 * w + x0] + hy * lx * data[y0 * w + x1] + ly * hx * data[y1 * w + x0] + ly * lx * data[y1 * w + x1];
}

extern "C" __global__ void regions(int n, const float *__restrict__ in, float scale, int channels, int h, int w, int ph, int pw, int sampling,
                                   const float *__restrict__ rois, float *__restrict__ out)
{
    for (int index = blockIdx.x * blockDim.x + threadIdx.x; index < n; index += blockDim.x * gridDim.x) {
        const int px = index % pw, py = (index / pw) % ph, c = (index / pw / ph) % channels, r = index / pw / ph / channels;
        const float *roi = rois + r * 5;
        const int batch = (int)roi[0];
        const float x0 = roi[1] * scale - 0.5f, y0 = roi[2] * scale - 0.5f, x1 = roi[3] * scale - 0.5f, y1 = roi[4] * scale - 0.5f;
        const float bh = (y1 - y0) / ph, bw = (x1 - x0) / pw;
        const float *data = in + (batch * channels + c) * h * w;
        const int gh = sampling > 0 ? sampling : (int)ceilf((y1 - y0) / ph), gw = sampling > 0 ? sampling : (int)ceilf((x1 - x0) / pw);
        const float count = max(gh * gw, 1);
        float sum = 0;
        for (int iy = 0; iy < gh; iy++) {
            const float y = y0 + py * bh + (iy + 0.5f) * bh / gh;
            for (int ix = 0; ix < gw; ix++)
                sum += between(data, h, w, y, x0 + px * bw + (ix + 0.5f) * bw / gw);
        }
        out[index] = sum / count;
    }
}
