// bayer.cu: a camera's raw picture, one colour a pixel in squares of two, becomes three colours a pixel: a tile with a border in
// shared memory, what is averaged depends on the place in the square.
#define TX 32
#define TY 8

extern "C" __global__ void bayer(const unsigned char *raw, uchar4 *out, int w, int h)
{
    __shared__ unsigned char tile[TY + 2][TX + 2];
    const int x = blockIdx.x * TX + threadIdx.x, y = blockIdx.y * TY + threadIdx.y;
    for (int j = threadIdx.y; j < TY + 2; j += TY)
        for (int i = threadIdx.x; i < TX + 2; i += TX) {
            int sx = (int)(blockIdx.x * TX) + i - 1, sy = (int)(blockIdx.y * TY) + j - 1;
            sx = sx < 0 ? -sx : sx >= w ? 2 * w - 2 - sx : sx;
            sy = sy < 0 ? -sy : sy >= h ? 2 * h - 2 - sy : sy;
            tile[j][i] = raw[sy * w + sx];
        }
    __syncthreads();
    if (x >= w || y >= h)
        return;
    const int i = threadIdx.x + 1, j = threadIdx.y + 1;
    const int here = tile[j][i];
    const int sides = (tile[j][i - 1] + tile[j][i + 1] + 1) / 2, above = (tile[j - 1][i] + tile[j + 1][i] + 1) / 2;
    const int cross = (tile[j][i - 1] + tile[j][i + 1] + tile[j - 1][i] + tile[j + 1][i] + 2) / 4;
    const int corners = (tile[j - 1][i - 1] + tile[j - 1][i + 1] + tile[j + 1][i - 1] + tile[j + 1][i + 1] + 2) / 4;
    int red, green, blue;
    if (y & 1) {
        if (x & 1)
            red = corners, green = cross, blue = here;
        else
            red = above, green = here, blue = sides;
    } else {
        if (x & 1)
            red = sides, green = here, blue = above;
        else
            red = here, green = cross, blue = corners;
    }
    out[y * w + x] = make_uchar4(red, green, blue, 255);
}
