// march.cu: a step of heat in three dimensions: a thread goes along z and keeps what is above and below in registers.
extern "C" __global__ void march(const float *in, const float *power, float *out, int nx, int ny, int nz, float ce, float cn, float ct, float cc, float step)
{
    int i = blockDim.x * blockIdx.x + threadIdx.x, j = blockDim.y * blockIdx.y + threadIdx.y;
    int c = i + j * nx, xy = nx * ny;
    int w = i == 0 ? c : c - 1, e = i == nx - 1 ? c : c + 1;
    int n = j == 0 ? c : c - nx, s = j == ny - 1 ? c : c + nx;
    float below = in[c], here = below, above = in[c + xy];
    out[c] = cc * here + ce * (in[w] + in[e]) + cn * (in[s] + in[n]) + ct * (below + above) + step * power[c] + ct * 80.0f;
    c += xy, w += xy, e += xy, n += xy, s += xy;
    for (int k = 1; k < nz - 1; k++) {
        below = here;
        here = above;
        above = in[c + xy];
        out[c] = cc * here + ce * (in[w] + in[e]) + cn * (in[s] + in[n]) + ct * (below + above) + step * power[c] + ct * 80.0f;
        c += xy, w += xy, e += xy, n += xy, s += xy;
    }
    below = here;
    here = above;
    out[c] = cc * here + ce * (in[w] + in[e]) + cn * (in[s] + in[n]) + ct * (below + above) + step * power[c] + ct * 80.0f;
}
