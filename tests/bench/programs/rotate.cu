// rotate.cu: a coloured picture is turned about its middle; four neighbours make a pixel, and outside is black.
extern "C" __global__ void rotate_rgba(const uchar4 *in, uchar4 *out, int width, int height, float sine, float cosine)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    const float cx = x - 0.5f * width, cy = y - 0.5f * height;
    const float sx = cx * cosine - cy * sine + 0.5f * width, sy = cx * sine + cy * cosine + 0.5f * height;
    const int ix = (int)floorf(sx), iy = (int)floorf(sy);
    if (ix < 0 || iy < 0 || ix + 1 >= width || iy + 1 >= height) {
        out[y * width + x] = make_uchar4(0, 0, 0, 255);
        return;
    }
    const float fx = sx - ix, fy = sy - iy;
    const uchar4 a = in[iy * width + ix], b = in[iy * width + ix + 1], c = in[(iy + 1) * width + ix],
                 d = in[(iy + 1) * width + ix + 1];
    const float wa = (1 - fx) * (1 - fy), wb = fx * (1 - fy), wc = (1 - fx) * fy, wd = fx * fy;
    out[y * width + x] = make_uchar4((unsigned char)(a.x * wa + b.x * wb + c.x * wc + d.x * wd + 0.5f),
                                     (unsigned char)(a.y * wa + b.y * wb + c.y * wc + d.y * wd + 0.5f),
                                     (unsigned char)(a.z * wa + b.z * wb + c.z * wc + d.z * wd + 0.5f), 255);
}
