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
