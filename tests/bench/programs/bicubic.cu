// bicubic.cu: planes made larger by cubic convolution: a thread a place of the result, its sixteen neighbours kept within the plane; all
// planes in a loop (in the manner of a framework's layer).
template <typename T> __device__ inline T conv1(T x, T a) { return ((a + 2) * x - (a + 3)) * x * x + 1; }
template <typename T> __device__ inline T conv2(T x, T a) { return ((a * x - 5 * a) * x + 8 * a) * x - 4 * a; }

template <typename T> __device__ inline void coefficients(T c[4], T t)
{
    const T a = -0.75;
    c[0] = conv2<T>(t + 1, a);
    c[1] = conv1<T>(t, a);
    c[2] = conv1<T>(1 - t, a);
    c[3] = conv2<T>(2 - t, a);
}

template <typename T> __device__ inline T cubic(T x0, T x1, T x2, T x3, T t)
{
    T c[4];
    coefficients<T>(c, t);
    return x0 * c[0] + x1 * c[1] + x2 * c[2] + x3 * c[3];
}

template <typename T> __device__ T bounded(const T *data, int width, int height, int x, int y)
{
    const int ax = max(min(x, width - 1), 0), ay = max(min(y, height - 1), 0);
    return data[(size_t)ay * width + ax];
}

template <typename T> __device__ void upsample(const T *in, T *out, int planes, int w, int h, int ow, int oh, T sx, T sy)
{
    const int index = threadIdx.x + blockIdx.x * blockDim.x;
    if (index >= ow * oh)
        return;
    const int ox = index % ow, oy = index / ow;
    const T rx = sx * (ox + T(0.5)) - T(0.5), ry = sy * (oy + T(0.5)) - T(0.5);
    const int ix = floorf(rx), iy = floorf(ry);
    const T tx = rx - ix, ty = ry - iy;
    for (int p = 0; p < planes; p++) {
        const T *plane = in + (size_t)p * w * h;
        T c[4];
        for (int k = 0; k < 4; k++)
            c[k] = cubic<T>(bounded<T>(plane, w, h, ix - 1, iy - 1 + k), bounded<T>(plane, w, h, ix, iy - 1 + k),
                            bounded<T>(plane, w, h, ix + 1, iy - 1 + k), bounded<T>(plane, w, h, ix + 2, iy - 1 + k), tx);
        out[(size_t)p * ow * oh + index] = cubic<T>(c[0], c[1], c[2], c[3], ty);
    }
}

extern "C" __global__ void bicubic(const float *in, float *out, int planes, int w, int h, int ow, int oh, float sx, float sy)
{
    upsample<float>(in, out, planes, w, h, ow, oh, sx, sy);
}
