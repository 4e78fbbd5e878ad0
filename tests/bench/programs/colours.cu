// colours.cu: pixels of four bytes become brightness and colour, are made brighter by a table, and back.

extern "C" __global__ void colours(const uchar4 *in, uchar4 *out, const unsigned char *table, int w, int h)
{
    __shared__ unsigned char curve[256];
    int t = threadIdx.y * blockDim.x + threadIdx.x;
    for (int i = t; i < 256; i += blockDim.x * blockDim.y)
        curve[i] = table[i];
    __syncthreads();
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    uchar4 p = in[y * w + x];
    float l = 0.299f * p.x + 0.587f * p.y + 0.114f * p.z, u = 0.492f * (p.z - l), v = 0.877f * (p.x - l);
    l = curve[(int)l];
    float r = l + 1.14f * v, g = l - 0.395f * u - 0.581f * v, b = l + 2.032f * u;
    uchar4 q;
    q.x = (unsigned char)fminf(fmaxf(r, 0), 255);
    q.y = (unsigned char)fminf(fmaxf(g, 0), 255);
    q.z = (unsigned char)fminf(fmaxf(b, 0), 255);
    q.w = p.w;
    out[y * w + x] = q;
}
