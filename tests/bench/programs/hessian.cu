// hessian.cu: blobs in a picture by determinants of second derivatives, each a few sums over boxes of an integral image, clamped to it.
__device__ int clip(int v, int low, int high)
{
    return v < low ? low : v > high ? high : v;
}

__device__ float integ(const float *img, int h, int w, int r, int c, int rl, int cl)
{
    r = clip(r, 0, h - 1);
    c = clip(c, 0, w - 1);
    const int r2 = clip(r + rl, 0, h - 1), c2 = clip(c + cl, 0, w - 1);
    const float ans = img[r * w + c] + img[r2 * w + c2] - img[r * w + c2] - img[r2 * w + c];
    return fmaxf(0.0f, ans);
}

extern "C" __global__ void hessian(const float *__restrict__ img, float *__restrict__ out, int h, int w, float sigma)
{
    const int tid = blockIdx.x * blockDim.x + threadIdx.x;
    if (tid >= h * w)
        return;
    const int r = tid / w, c = tid % w;
    int size = (int)(3.0f * sigma);
    if (size % 2 == 0)
        size += 1;
    const int b = (size - 1) / 2, l = size / 3;
    const float norm = 1.0f / size / size;
    const float tl = integ(img, h, w, r - l, c - l, l, l), br = integ(img, h, w, r + 1, c + 1, l, l), bl = integ(img, h, w, r - l, c + 1, l, l),
                tr = integ(img, h, w, r + 1, c - l, l, l);
    const float dxy = -(bl + tr - tl - br) * norm;
    float mid = integ(img, h, w, r - l + 1, c - b, 2 * l - 1, size), side = integ(img, h, w, r - l + 1, c - l / 2, 2 * l - 1, l);
    const float dxx = -(mid - 3 * side) * norm;
    mid = integ(img, h, w, r - b, c - l + 1, size, 2 * l - 1);
    side = integ(img, h, w, r - l / 2, c - l + 1, l, 2 * l - 1);
    const float dyy = -(mid - 3 * side) * norm;
    out[tid] = dxx * dyy - 0.81f * (dxy * dxy);
}
