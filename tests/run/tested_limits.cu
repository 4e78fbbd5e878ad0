// tested_limits.cu: numbers that are held at a limit, and what is made of them meets other conditions: zeros of both signs, numbers that are none.
// nvcc -O3 -arch=sm_80 -ptx

// Rain from clouds: from what is at least zero, if there is some and the air is damp, or it snows.
template <typename T> __device__ void fall(const T *water, const T *damp, T *out, unsigned *which, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    T w = fmax(water[i], (T)0), v = damp[i], r = 0;
    const bool some = w > (T)1e-3, much = w * 2 >= (T)3;
    if (some && v > (T)0.5) {
        r = w * v;
        w -= r * (T)0.25;
    }
    if (!much || v < (T)-1)
        r += fmin(v, (T)2);
    const T low = fmin(v, (T)4), kept = w < (T)0.125 ? (T)0.125 : w;
    which[i] = (some | much << 1) + ((low < 3 || w > 5) ? 4u : 0u) + ((kept <= (T)0.125 && v == v) ? 8u : 0u);
    out[2 * i] = w;
    out[2 * i + 1] = r;
}
extern "C" __global__ void floats(const float *water, const float *damp, float *out, unsigned *which, int n) { fall(water, damp, out, which, n); }
extern "C" __global__ void doubles(const double *water, const double *damp, double *out, unsigned *which, int n)
{
    fall(water, damp, out, which, n);
}

// Edges of an image: the difference is limited, and counts where it is large, or between limits in the dark.
extern "C" __global__ void edges(const unsigned char *image, unsigned char *out, int width, int height)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x >= width - 1 || y >= height - 1)
        return;
    const float a = image[y * width + x], b = image[y * width + x + 1], c = image[(y + 1) * width + x];
    const float d = fminf(sqrtf((a - b) * (a - b) + (a - c) * (a - c)), 90.0f), bright = fmaxf(a - 60.0f, -0.0f);
    const bool edge = d > 60.0f || (d > 20.0f && bright <= 30.0f);
    out[y * width + x] = edge ? (unsigned char)(d + bright * 0.25f) : 0;
}
