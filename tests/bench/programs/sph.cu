// sph.cu: the density and pressure of a fluid of particles: those in the 9 cells around, through lists of where each cell's particles begin.
extern "C" __global__ void density(const float2 *place, const int *begin, const int *end, float *rho, float *pressure, int n, int cells, float h, float mass)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float2 p = place[i];
    const int cx = (int)(p.x / h), cy = (int)(p.y / h);
    const float h2 = h * h, norm = mass * 4.0f / (3.14159265f * h2 * h2 * h2 * h2);
    float sum = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            const int x = cx + dx, y = cy + dy;
            if (x < 0 || y < 0 || x >= cells || y >= cells)
                continue;
            const int c = y * cells + x;
            for (int j = begin[c]; j < end[c]; j++) {
                const float2 q = place[j];
                const float d2 = (p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y);
                const float z = h2 - d2;
                if (z > 0)
                    sum += norm * z * z * z;
            }
        }
    rho[i] = sum;
    pressure[i] = 1000.0f * (powf(sum / 1000.0f, 7.0f) - 1.0f);
}
