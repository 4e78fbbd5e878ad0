// flux.cu: what flows into the cells of an unstructured mesh from their neighbours: a gas in three dimensions, each cell with
// up to four faces, of which some lie at a wall or at the far end.
struct Flow { float density, x, y, z, energy; };

static __device__ float pressure(const Flow &f)
{
    float v2 = (f.x * f.x + f.y * f.y + f.z * f.z) / (f.density * f.density);
    return 0.4f * (f.energy - 0.5f * f.density * v2);
}

static __device__ Flow load(const float *state, int i, int n)
{
    Flow f = {state[i], state[n + i], state[2 * n + i], state[3 * n + i], state[4 * n + i]};
    return f;
}

extern "C" __global__ void flux(int n, const int *neighbour, const float *normal, const float *state, float *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const Flow own = load(state, i, n);
    const float p = pressure(own), speed = sqrtf(1.4f * p / own.density);
    const float vx = own.x / own.density, vy = own.y / own.density, vz = own.z / own.density;
    Flow sum = {0, 0, 0, 0, 0};
    for (int j = 0; j < 4; j++) {
        const int to = neighbour[j * n + i];
        const float nx = normal[3 * j * n + i], ny = normal[(3 * j + 1) * n + i], nz = normal[(3 * j + 2) * n + i];
        const float length = sqrtf(nx * nx + ny * ny + nz * nz);
        if (to >= 0) {
            const Flow f = load(state, to, n);
            const float q = pressure(f), c = sqrtf(1.4f * q / f.density);
            const float wx = f.x / f.density, wy = f.y / f.density, wz = f.z / f.density;
            const float k = -0.5f * length * 0.2f *
                            (speed + c + sqrtf(vx * vx + vy * vy + vz * vz) + sqrtf(wx * wx + wy * wy + wz * wz));
            sum.density += k * (own.density - f.density);
            sum.energy += k * (own.energy - f.energy);
            sum.x += k * (own.x - f.x);
            sum.y += k * (own.y - f.y);
            sum.z += k * (own.z - f.z);
            const float a = 0.5f * nx, b = 0.5f * ny, d = 0.5f * nz;
            sum.density += a * (own.x + f.x) + b * (own.y + f.y) + d * (own.z + f.z);
            sum.x += a * (own.x * vx + p + f.x * wx + q) + b * (own.x * vy + f.x * wy) + d * (own.x * vz + f.x * wz);
            sum.y += a * (own.y * vx + f.y * wx) + b * (own.y * vy + p + f.y * wy + q) + d * (own.y * vz + f.y * wz);
            sum.z += a * (own.z * vx + f.z * wx) + b * (own.z * vy + f.z * wy) + d * (own.z * vz + p + f.z * wz + q);
            sum.energy += (a * vx + b * vy + d * vz) * (own.energy + p) + (a * wx + b * wy + d * wz) * (f.energy + q);
        } else if (to == -1) {
            sum.x += nx * p;
            sum.y += ny * p;
            sum.z += nz * p;
        } else if (to == -2) {
            sum.density += nx * 1.2f;
            sum.x += 0.5f * nx * (1.5f + own.x * vx + p);
            sum.energy += 0.5f * (nx * vx + ny * vy + nz * vz) * (own.energy + p);
        }
    }
    out[i] = sum.density;
    out[n + i] = sum.x;
    out[2 * n + i] = sum.y;
    out[3 * n + i] = sum.z;
    out[4 * n + i] = sum.energy;
}
