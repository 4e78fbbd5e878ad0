// collide.cu: a gas on a lattice of 9 directions, arrays of structures, cells that are walls turn what comes.
extern "C" __global__ void collide(const float *from, float *to, const unsigned char *wall, int width, int height, float omega)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    const int cx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, cy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1}, back[9] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
    const float w[9] = {4.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 36, 1.f / 36, 1.f / 36, 1.f / 36};
    float f[9], rho = 0, ux = 0, uy = 0;
    for (int k = 0; k < 9; k++) {
        int sx = (x - cx[k] + width) % width, sy = (y - cy[k] + height) % height;
        f[k] = from[(sy * width + sx) * 9 + k];
        rho += f[k];
        ux += cx[k] * f[k];
        uy += cy[k] * f[k];
    }
    float *out = to + (y * width + x) * 9;
    if (wall[y * width + x]) {
        for (int k = 0; k < 9; k++)
            out[k] = f[back[k]];
        return;
    }
    ux /= rho;
    uy /= rho;
    float square = 1 - 1.5f * (ux * ux + uy * uy);
    for (int k = 0; k < 9; k++) {
        float cu = 3 * (cx[k] * ux + cy[k] * uy);
        out[k] = f[k] + omega * (w[k] * rho * (square + cu + 0.5f * cu * cu) - f[k]);
    }
}
