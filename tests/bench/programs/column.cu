// column.cu: heat in a block of cells, each thread a column that it walks through along z with three cells in
// registers.

extern "C" __global__ void column(const float *power, const float *from, float *to, int nx, int ny, int nz, float ce,
                                  float cn, float ct, float cc, float step)
{
    const float air = 80.0f;
    int i = blockDim.x * blockIdx.x + threadIdx.x, j = blockDim.y * blockIdx.y + threadIdx.y, c = i + j * nx;
    const int plane = nx * ny;
    int w = i == 0 ? c : c - 1, e = i == nx - 1 ? c : c + 1, n = j == 0 ? c : c - nx, s = j == ny - 1 ? c : c + nx;
    float below = from[c], at = from[c], above = from[c + plane];
    to[c] = cc * at + ce * from[w] + ce * from[e] + cn * from[s] + cn * from[n] + ct * below + ct * above +
            step * power[c] + ct * air;
    c += plane, w += plane, e += plane, n += plane, s += plane;
    for (int k = 1; k < nz - 1; k++) {
        below = at;
        at = above;
        above = from[c + plane];
        to[c] = cc * at + ce * from[w] + ce * from[e] + cn * from[s] + cn * from[n] + ct * below + ct * above +
                step * power[c] + ct * air;
        c += plane, w += plane, e += plane, n += plane, s += plane;
    }
    below = at;
    at = above;
    to[c] = cc * at + ce * from[w] + ce * from[e] + cn * from[s] + cn * from[n] + ct * below + ct * above +
            step * power[c] + ct * air;
}
