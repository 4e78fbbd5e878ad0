// blast.cu: a blast wave through hexahedra that move with the matter: stress and hourglass forces at eight corners, their sum at the nodes
// and the nodes' motion with planes of symmetry, the elements' volumes and rates of strain, then viscosity, pressure and energy.
struct Elements {
    const int *node;
    const double *mass;
    double *volume, *relative, *divergence, *length, *pressure, *viscosity, *energy, *sound;
};

__device__ const double modes[4][8] = { { 1, 1, -1, -1, -1, -1, 1, 1 },
                                        { 1, -1, -1, 1, -1, 1, 1, -1 },
                                        { 1, -1, 1, -1, 1, -1, 1, -1 },
                                        { -1, 1, -1, 1, 1, -1, 1, -1 } };

__device__ static void derivatives(const double *x, const double *y, const double *z, double b[3][8], double *volume)
{
    const double t1x = (x[6] - x[0]) + (x[5] - x[3]), t2x = (x[7] - x[1]) + (x[4] - x[2]);
    const double t1y = (y[6] - y[0]) + (y[5] - y[3]), t2y = (y[7] - y[1]) + (y[4] - y[2]);
    const double t1z = (z[6] - z[0]) + (z[5] - z[3]), t2z = (z[7] - z[1]) + (z[4] - z[2]);
    const double t3x = (x[6] - x[0]) - (x[5] - x[3]), t4x = (x[7] - x[1]) - (x[4] - x[2]);
    const double t3y = (y[6] - y[0]) - (y[5] - y[3]), t4y = (y[7] - y[1]) - (y[4] - y[2]);
    const double t3z = (z[6] - z[0]) - (z[5] - z[3]), t4z = (z[7] - z[1]) - (z[4] - z[2]);
    const double ax = 0.125 * (t1x - t2x), ay = 0.125 * (t1y - t2y), az = 0.125 * (t1z - t2z);
    const double bx = 0.125 * (t3x + t4x), by = 0.125 * (t3y + t4y), bz = 0.125 * (t3z + t4z);
    const double cx = 0.125 * (t1x + t2x), cy = 0.125 * (t1y + t2y), cz = 0.125 * (t1z + t2z);
    const double axx = by * cz - bz * cy, axy = bz * cx - bx * cz, axz = bx * cy - by * cx;
    const double bxx = cy * az - cz * ay, bxy = cz * ax - cx * az, bxz = cx * ay - cy * ax;
    const double cxx = ay * bz - az * by, cxy = az * bx - ax * bz, cxz = ax * by - ay * bx;
    b[0][0] = -axx - bxx - cxx;
    b[0][1] = axx - bxx - cxx;
    b[0][2] = axx + bxx - cxx;
    b[0][3] = -axx + bxx - cxx;
    b[1][0] = -axy - bxy - cxy;
    b[1][1] = axy - bxy - cxy;
    b[1][2] = axy + bxy - cxy;
    b[1][3] = -axy + bxy - cxy;
    b[2][0] = -axz - bxz - cxz;
    b[2][1] = axz - bxz - cxz;
    b[2][2] = axz + bxz - cxz;
    b[2][3] = -axz + bxz - cxz;
    for (int d = 0; d < 3; d++) {
        b[d][4] = -b[d][2];
        b[d][5] = -b[d][3];
        b[d][6] = -b[d][0];
        b[d][7] = -b[d][1];
    }
    *volume = 8.0 * (ax * axx + ay * axy + az * axz);
}

__device__ static double triple(double ax, double ay, double az, double bx, double by, double bz, double cx, double cy, double cz)
{
    return ax * (by * cz - bz * cy) + bx * (az * cy - ay * cz) + cx * (ay * bz - az * by);
}

__device__ static double enclosed(const double *x, const double *y, const double *z)
{
#define SIDE(a, b) x[a] - x[b], y[a] - y[b], z[a] - z[b]
    return (triple(x[3] - x[1] + x[7] - x[2], y[3] - y[1] + y[7] - y[2], z[3] - z[1] + z[7] - z[2], SIDE(6, 3), SIDE(2, 0)) +
            triple(x[4] - x[3] + x[5] - x[7], y[4] - y[3] + y[5] - y[7], z[4] - z[3] + z[5] - z[7], SIDE(6, 4), SIDE(7, 0)) +
            triple(x[1] - x[4] + x[2] - x[5], y[1] - y[4] + y[2] - y[5], z[1] - z[4] + z[2] - z[5], SIDE(6, 1), SIDE(5, 0))) *
           (1.0 / 12.0);
}

__device__ static void face(double n[3][8], int a, int b, int c, int d, const double *x, const double *y, const double *z)
{
    const double b0x = 0.5 * (x[d] + x[c] - x[b] - x[a]), b0y = 0.5 * (y[d] + y[c] - y[b] - y[a]), b0z = 0.5 * (z[d] + z[c] - z[b] - z[a]);
    const double b1x = 0.5 * (x[c] + x[b] - x[d] - x[a]), b1y = 0.5 * (y[c] + y[b] - y[d] - y[a]), b1z = 0.5 * (z[c] + z[b] - z[d] - z[a]);
    const double nx = 0.25 * (b0y * b1z - b0z * b1y), ny = 0.25 * (b0z * b1x - b0x * b1z), nz = 0.25 * (b0x * b1y - b0y * b1x);
    n[0][a] += nx, n[0][b] += nx, n[0][c] += nx, n[0][d] += nx;
    n[1][a] += ny, n[1][b] += ny, n[1][c] += ny, n[1][d] += ny;
    n[2][a] += nz, n[2][b] += nz, n[2][c] += nz, n[2][d] += nz;
}

__device__ static double square(double x, double y, double z) { return x * x + y * y + z * z; }

__device__ static double area(const double *x, const double *y, const double *z, int a, int b, int c, int d)
{
    const double fx = (x[c] - x[a]) - (x[d] - x[b]), fy = (y[c] - y[a]) - (y[d] - y[b]), fz = (z[c] - z[a]) - (z[d] - z[b]);
    const double gx = (x[c] - x[a]) + (x[d] - x[b]), gy = (y[c] - y[a]) + (y[d] - y[b]), gz = (z[c] - z[a]) + (z[d] - z[b]);
    const double fg = fx * gx + fy * gy + fz * gz;
    return square(fx, fy, fz) * square(gx, gy, gz) - fg * fg;
}

extern "C" __global__ void forces(Elements e, const double *x, const double *y, const double *z, const double *u, const double *v,
                                  const double *w, double *fx, double *fy, double *fz, int count, double hourglass)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    double px[8], py[8], pz[8], vx[8], vy[8], vz[8], b[3][8], n[3][8], volume;
    for (int k = 0; k < 8; k++) {
        const int at = e.node[8 * i + k];
        px[k] = x[at], py[k] = y[at], pz[k] = z[at];
        vx[k] = u[at], vy[k] = v[at], vz[k] = w[at];
        n[0][k] = n[1][k] = n[2][k] = 0.0;
    }
    derivatives(px, py, pz, b, &volume);
    face(n, 0, 1, 2, 3, px, py, pz);
    face(n, 0, 4, 5, 1, px, py, pz);
    face(n, 1, 5, 6, 2, px, py, pz);
    face(n, 2, 6, 7, 3, px, py, pz);
    face(n, 3, 7, 4, 0, px, py, pz);
    face(n, 4, 7, 6, 5, px, py, pz);
    const double stress = e.pressure[i] + e.viscosity[i];
    double gx[8], gy[8], gz[8];
    for (int k = 0; k < 8; k++)
        gx[k] = -stress * n[0][k], gy[k] = -stress * n[1][k], gz[k] = -stress * n[2][k];
    if (hourglass > 0.0) {
        const double inverse = 1.0 / volume, factor = -hourglass * 0.01 * e.sound[i] * e.mass[i] / cbrt(volume);
        for (int m = 0; m < 4; m++) {
            double hx = 0, hy = 0, hz = 0, gamma[8];
            for (int k = 0; k < 8; k++)
                hx += px[k] * modes[m][k], hy += py[k] * modes[m][k], hz += pz[k] * modes[m][k];
            for (int k = 0; k < 8; k++)
                gamma[k] = modes[m][k] - inverse * (b[0][k] * hx + b[1][k] * hy + b[2][k] * hz);
            double sx = 0, sy = 0, sz = 0;
            for (int k = 0; k < 8; k++)
                sx += gamma[k] * vx[k], sy += gamma[k] * vy[k], sz += gamma[k] * vz[k];
            for (int k = 0; k < 8; k++)
                gx[k] += factor * sx * gamma[k], gy[k] += factor * sy * gamma[k], gz[k] += factor * sz * gamma[k];
        }
    }
    for (int k = 0; k < 8; k++)
        fx[8 * i + k] = gx[k], fy[8 * i + k] = gy[k], fz[8 * i + k] = gz[k];
}

extern "C" __global__ void motion(const int *first, const int *corner, const double *fx, const double *fy, const double *fz, const double *mass,
                                  const unsigned char *plane, double *x, double *y, double *z, double *u, double *v, double *w, int count,
                                  double step)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    double ax = 0, ay = 0, az = 0;
    for (int k = first[i]; k < first[i + 1]; k++) {
        const int c = corner[k];
        ax += fx[c], ay += fy[c], az += fz[c];
    }
    const double inverse = 1.0 / mass[i];
    ax *= inverse, ay *= inverse, az *= inverse;
    if (plane[i] & 1)
        ax = 0;
    if (plane[i] & 2)
        ay = 0;
    if (plane[i] & 4)
        az = 0;
    double vx = u[i] + ax * step, vy = v[i] + ay * step, vz = w[i] + az * step;
    if (fabs(vx) < 1e-7)
        vx = 0;
    if (fabs(vy) < 1e-7)
        vy = 0;
    if (fabs(vz) < 1e-7)
        vz = 0;
    u[i] = vx, v[i] = vy, w[i] = vz;
    x[i] += vx * step, y[i] += vy * step, z[i] += vz * step;
}

extern "C" __global__ void strain(Elements e, const double *x, const double *y, const double *z, const double *u, const double *v,
                                  const double *w, int count, double step)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    double px[8], py[8], pz[8], vx[8], vy[8], vz[8], b[3][8], middle;
    for (int k = 0; k < 8; k++) {
        const int at = e.node[8 * i + k];
        px[k] = x[at], py[k] = y[at], pz[k] = z[at];
        vx[k] = u[at], vy[k] = v[at], vz[k] = w[at];
    }
    const double volume = enclosed(px, py, pz);
    double most = area(px, py, pz, 0, 1, 2, 3);
    most = fmax(most, area(px, py, pz, 4, 5, 6, 7));
    most = fmax(most, area(px, py, pz, 0, 1, 5, 4));
    most = fmax(most, area(px, py, pz, 1, 2, 6, 5));
    most = fmax(most, area(px, py, pz, 2, 3, 7, 6));
    most = fmax(most, area(px, py, pz, 3, 0, 4, 7));
    e.length[i] = 4.0 * volume / sqrt(most);
    const double half = 0.5 * step;
    for (int k = 0; k < 8; k++)
        px[k] -= half * vx[k], py[k] -= half * vy[k], pz[k] -= half * vz[k];
    derivatives(px, py, pz, b, &middle);
    double d = 0;
    const double inverse = 1.0 / middle;
    for (int k = 0; k < 4; k++)
        d += b[0][k] * (vx[k] - vx[(k + 2) % 4 + 4]) + b[1][k] * (vy[k] - vy[(k + 2) % 4 + 4]) + b[2][k] * (vz[k] - vz[(k + 2) % 4 + 4]);
    e.divergence[i] = d * inverse;
    e.relative[i] = volume / e.volume[i];
}

extern "C" __global__ void state(Elements e, double *limit, int count, double step)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    const double rho0 = e.mass[i] / e.volume[i], rho = rho0 / e.relative[i], d = e.divergence[i], l = e.length[i];
    double q = 0;
    if (d < 0) {
        const double jump = -d * l;
        q = rho * jump * (2.0 * jump + 0.25 * e.sound[i]);
    }
    const double work = -d * step * (e.pressure[i] + 0.5 * (q + e.viscosity[i])) / rho;
    double energy = e.energy[i] + work;
    if (energy < 1e-9)
        energy = 1e-9;
    double p = (2.0 / 3.0) * rho * energy;
    if (p < 1e-12)
        p = 1e-12;
    double c = (5.0 / 3.0) * p / rho;
    c = c <= 1e-20 ? 1e-10 : sqrt(c);
    e.energy[i] = energy;
    e.pressure[i] = p;
    e.viscosity[i] = q;
    e.sound[i] = c;
    double time = l / sqrt(c * c + (d < 0 ? 64.0 * l * l * d * d : 0.0));
    if (d != 0)
        time = fmin(time, 0.1 / (fabs(d) + 1e-20));
    limit[i] = time;
}
