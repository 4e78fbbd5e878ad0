// pipe.cu: a fluid in a pipe as populations of nineteen velocities: those that come from the neighbours, from the wall (turned round), from the
// inlet with a speed and from the outlet with a pressure; then collision with two rates of relaxation and a limit on small scales.
#define Q 19

__constant__ signed char cx[Q] = { 0, 1, -1, 0, 0, 0, 0, 1, -1, 1, -1, 1, -1, 1, -1, 0, 0, 0, 0 };
__constant__ signed char cy[Q] = { 0, 0, 0, 1, -1, 0, 0, 1, -1, -1, 1, 0, 0, 0, 0, 1, -1, 1, -1 };
__constant__ signed char cz[Q] = { 0, 0, 0, 0, 0, 1, -1, 0, 0, 0, 0, 1, -1, -1, 1, 1, -1, -1, 1 };
__constant__ unsigned char back[Q] = { 0, 2, 1, 4, 3, 6, 5, 8, 7, 10, 9, 12, 11, 14, 13, 16, 15, 18, 17 };

__device__ static float weight(int q) { return q == 0 ? 1.0f / 3.0f : q < 7 ? 1.0f / 18.0f : 1.0f / 36.0f; }
__device__ static float equilibrium(int q, float rho, float u, float v, float w)
{
    const float c = cx[q] * u + cy[q] * v + cz[q] * w;
    return weight(q) * rho * (1.0f + 3.0f * c + 4.5f * c * c - 1.5f * (u * u + v * v + w * w));
}

extern "C" __global__ void pipe(const float *from, float *to, const unsigned char *kind, float *speed, int nx, int ny, int nz, float inflow,
                                float outflow, float rate)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y, z = blockIdx.z, at = (z * ny + y) * nx + x, cells = nx * ny * nz;
    if (x >= nx || kind[at] == 1)
        return;
    float f[Q], rho = 0, u = 0, v = 0, w = 0;
#pragma unroll
    for (int q = 0; q < Q; q++) {
        const int px = x - cx[q], py = y - cy[q], pz = z - cz[q];
        if (px < 0 || px >= nx || py < 0 || py >= ny || pz < 0 || pz >= nz)
            f[q] = from[back[q] * cells + at];
        else {
            const int other = (pz * ny + py) * nx + px;
            f[q] = kind[other] == 1 ? from[back[q] * cells + at] : from[q * cells + other];
        }
    }
#pragma unroll
    for (int q = 0; q < Q; q++)
        rho += f[q], u += cx[q] * f[q], v += cy[q] * f[q], w += cz[q] * f[q];
    if (kind[at] == 2) {
        u = inflow * rho, v = 0, w = 0;
#pragma unroll
        for (int q = 0; q < Q; q++)
            if (cx[q] > 0)
                f[q] = f[back[q]] + 6.0f * weight(q) * rho * inflow * cx[q];
    } else if (kind[at] == 3) {
        const float scale = outflow / rho;
        rho = outflow, u *= scale, v *= scale, w *= scale;
#pragma unroll
        for (int q = 0; q < Q; q++)
            if (cx[q] < 0)
                f[q] = equilibrium(q, rho, u / rho, v / rho, w / rho);
    }
    const float inverse = 1.0f / rho;
    u *= inverse, v *= inverse, w *= inverse;
    float xx = 0, yy = 0, zz = 0, xy = 0, xz = 0, yz = 0;
#pragma unroll
    for (int q = 0; q < Q; q++) {
        const float d = f[q] - equilibrium(q, rho, u, v, w);
        xx += cx[q] * cx[q] * d, yy += cy[q] * cy[q] * d, zz += cz[q] * cz[q] * d;
        xy += cx[q] * cy[q] * d, xz += cx[q] * cz[q] * d, yz += cy[q] * cz[q] * d;
    }
    const float stress = sqrtf(xx * xx + yy * yy + zz * zz + 2.0f * (xy * xy + xz * xz + yz * yz));
    const float tau = 1.0f / rate, total = 0.5f * (tau + sqrtf(tau * tau + 18.0f * 0.0256f * stress * inverse)), even = 1.0f / total;
    const float odd = 8.0f * (2.0f - even) / (8.0f - even);
    to[at] = f[0] - even * (f[0] - equilibrium(0, rho, u, v, w));
#pragma unroll
    for (int q = 1; q < Q; q += 2) {
        const float a = f[q], b = f[q + 1], ea = equilibrium(q, rho, u, v, w), eb = equilibrium(q + 1, rho, u, v, w);
        const float plus = even * 0.5f * (a + b - ea - eb), minus = odd * 0.5f * (a - b - ea + eb);
        to[q * cells + at] = a - plus - minus;
        to[(q + 1) * cells + at] = b - plus + minus;
    }
    speed[at] = sqrtf(u * u + v * v + w * w);
}
