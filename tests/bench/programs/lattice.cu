// lattice.cu: a fluid on a grid of nine directions: collision, then each part moves to its neighbour; walls turn it
// round.
#define W 128

extern "C" __global__ void lattice(const float *in, float *out, const unsigned char *wall, int h, float omega)
{
    const int x = threadIdx.x, y = blockIdx.x, at = y * W + x, size = W * h;
    float f0 = in[at], f1 = in[size + at], f2 = in[2 * size + at], f3 = in[3 * size + at], f4 = in[4 * size + at],
          f5 = in[5 * size + at], f6 = in[6 * size + at], f7 = in[7 * size + at], f8 = in[8 * size + at];
    const int e = (x + 1) % W, w = (x + W - 1) % W, n = (y + 1) % h, s = (y + h - 1) % h;
    if (wall[at]) {
        float t = f1;
        f1 = f3;
        f3 = t;
        t = f2;
        f2 = f4;
        f4 = t;
        t = f5;
        f5 = f7;
        f7 = t;
        t = f6;
        f6 = f8;
        f8 = t;
    } else {
        float rho = f0 + f1 + f2 + f3 + f4 + f5 + f6 + f7 + f8;
        float ux = (f1 - f3 + f5 - f6 - f7 + f8) / rho, uy = (f2 - f4 + f5 + f6 - f7 - f8) / rho;
        float u2 = 1 - 1.5f * (ux * ux + uy * uy), a = 4 / 9.0f * rho, b = rho / 9, c = rho / 36;
        f0 += omega * (a * u2 - f0);
        f1 += omega * (b * (u2 + 3 * ux + 4.5f * ux * ux) - f1);
        f2 += omega * (b * (u2 + 3 * uy + 4.5f * uy * uy) - f2);
        f3 += omega * (b * (u2 - 3 * ux + 4.5f * ux * ux) - f3);
        f4 += omega * (b * (u2 - 3 * uy + 4.5f * uy * uy) - f4);
        float p = ux + uy, q = uy - ux;
        f5 += omega * (c * (u2 + 3 * p + 4.5f * p * p) - f5);
        f6 += omega * (c * (u2 + 3 * q + 4.5f * q * q) - f6);
        f7 += omega * (c * (u2 - 3 * p + 4.5f * p * p) - f7);
        f8 += omega * (c * (u2 - 3 * q + 4.5f * q * q) - f8);
    }
    out[at] = f0;
    out[size + y * W + e] = f1;
    out[2 * size + n * W + x] = f2;
    out[3 * size + y * W + w] = f3;
    out[4 * size + s * W + x] = f4;
    out[5 * size + n * W + e] = f5;
    out[6 * size + n * W + w] = f6;
    out[7 * size + s * W + w] = f7;
    out[8 * size + s * W + e] = f8;
}
