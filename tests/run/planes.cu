// planes.cu: each thread goes through the planes of a room, with neighbours that are asked for only where there are some: the index of the
// element, of 32 bits, is made longer for its address and short again for the next plane's.
extern "C" __global__ void planes(const float *in, float *out, int w, int h, int d)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    for (int z = 0; z < d; z++) {
        int i = (z * h + y) * w + x;
        float c = in[i], l = x > 0 ? in[i - 1] : c, r = x < w - 1 ? in[i + 1] : c, u = y > 0 ? in[i - w] : c, v = y < h - 1 ? in[i + w] : c;
        float a = z > 0 ? in[i - w * h] : c, b = z < d - 1 ? in[i + w * h] : c;
        out[i] = l + 2 * r + 3 * u + 4 * v + 5 * a + 6 * b + 7 * c;
    }
}
// What is written may be read by the next.
extern "C" __global__ void walk(int *inout, int w, int n, const int *limit)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= w)
        return;
    int before = 0;
#pragma unroll 1
    for (int k = 0; k < n; k++) {
        int i = k * w + x, v = inout[i];
        if (k > 1)
            v += inout[i - 2 * w];
        if (k < limit[0])
            v += before;
        else
            v -= x < limit[1] ? inout[i - w] : 1;
        inout[i] = before = v;
    }
}
// Whether a place is inside is asked by a function: of places below 0 by the sign of several numbers at once, made before the loop.
static __device__ float at(const float *a, int x, int y, int z, int w, int h, int d, float other)
{
    return x < 0 || y < 0 || z < 0 || x >= w || y >= h || z >= d ? other : a[(z * h + y) * w + x];
}
extern "C" __global__ void asked(const float *in, const float *old, float *out, int w, int h, int d)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    for (int z = 0; z < d; z++) {
        float c = at(in, x, y, z, w, h, d, 0), s = at(in, x - 1, y, z, w, h, d, c) + 2 * at(in, x + 1, y, z, w, h, d, c);
        s += 3 * at(in, x, y - 1, z, w, h, d, c) + 4 * at(in, x, y + 1, z, w, h, d, c);
        s += 5 * at(in, x, y, z - 1, w, h, d, c) + 6 * at(in, x, y, z + 1, w, h, d, c);
        out[(z * h + y) * w + x] = s + 7 * c - old[(z * h + y) * w + x];
    }
}
