// fluid.cu: a step of a lattice Boltzmann fluid with 19 velocities in three dimensions; cells that are walls bounce what comes
// back.  A block is a row of cells.
#define NX 32
#define NY 24
#define NZ 20
#define CELLS (NX * NY * NZ)
#define AT(field, x, y, z, q) field[(q) * CELLS + ((z) * NY + (y)) * NX + (x)]

__constant__ int opposite[19] = {0, 2, 1, 4, 3, 6, 5, 8, 7, 10, 9, 12, 11, 14, 13, 16, 15, 18, 17};

extern "C" __global__ void fluid(const float *from, float *to, const unsigned *walls, float omega)
{
    const int x = threadIdx.x, y = blockIdx.x, z = blockIdx.y;
    const int xe = (x + 1) % NX, xw = (x + NX - 1) % NX, yn = (y + 1) % NY, ys = (y + NY - 1) % NY, zt = (z + 1) % NZ,
              zb = (z + NZ - 1) % NZ;
    float f[19];
    f[0] = AT(from, x, y, z, 0);
    f[1] = AT(from, xw, y, z, 1);
    f[2] = AT(from, xe, y, z, 2);
    f[3] = AT(from, x, ys, z, 3);
    f[4] = AT(from, x, yn, z, 4);
    f[5] = AT(from, x, y, zb, 5);
    f[6] = AT(from, x, y, zt, 6);
    f[7] = AT(from, xw, ys, z, 7);
    f[8] = AT(from, xe, yn, z, 8);
    f[9] = AT(from, xw, yn, z, 9);
    f[10] = AT(from, xe, ys, z, 10);
    f[11] = AT(from, xw, y, zb, 11);
    f[12] = AT(from, xe, y, zt, 12);
    f[13] = AT(from, xw, y, zt, 13);
    f[14] = AT(from, xe, y, zb, 14);
    f[15] = AT(from, x, ys, zb, 15);
    f[16] = AT(from, x, yn, zt, 16);
    f[17] = AT(from, x, ys, zt, 17);
    f[18] = AT(from, x, yn, zb, 18);
    const unsigned wall = walls[(z * NY + y) * NX + x];
    if (wall & 1) {
#pragma unroll
        for (int q = 0; q < 19; q++)
            AT(to, x, y, z, opposite[q]) = f[q];
        return;
    }
    float density = 0;
#pragma unroll
    for (int q = 0; q < 19; q++)
        density += f[q];
    float ux = f[1] - f[2] + f[7] - f[8] + f[9] - f[10] + f[11] - f[12] + f[13] - f[14];
    float uy = f[3] - f[4] + f[7] - f[8] - f[9] + f[10] + f[15] - f[16] + f[17] - f[18];
    float uz = f[5] - f[6] + f[11] - f[12] - f[13] + f[14] + f[15] - f[16] - f[17] + f[18];
    ux /= density;
    uy /= density;
    uz /= density;
    if (wall & 2) {
        ux = 0.005f;
        uy = 0.002f;
        uz = 0;
    }
    const float u2 = 1.5f * (ux * ux + uy * uy + uz * uz);
#define RELAX(q, w, eu) \
    { \
        float e = eu; \
        AT(to, x, y, z, q) = (1 - omega) * f[q] + omega * w * density * (1 + 3 * e + 4.5f * e * e - u2); \
    }
    RELAX(0, (1.0f / 3), 0)
    RELAX(1, (1.0f / 18), ux)
    RELAX(2, (1.0f / 18), -ux)
    RELAX(3, (1.0f / 18), uy)
    RELAX(4, (1.0f / 18), -uy)
    RELAX(5, (1.0f / 18), uz)
    RELAX(6, (1.0f / 18), -uz)
    RELAX(7, (1.0f / 36), ux + uy)
    RELAX(8, (1.0f / 36), -ux - uy)
    RELAX(9, (1.0f / 36), ux - uy)
    RELAX(10, (1.0f / 36), -ux + uy)
    RELAX(11, (1.0f / 36), ux + uz)
    RELAX(12, (1.0f / 36), -ux - uz)
    RELAX(13, (1.0f / 36), ux - uz)
    RELAX(14, (1.0f / 36), -ux + uz)
    RELAX(15, (1.0f / 36), uy + uz)
    RELAX(16, (1.0f / 36), -uy - uz)
    RELAX(17, (1.0f / 36), uy - uz)
    RELAX(18, (1.0f / 36), -uy + uz)
}
