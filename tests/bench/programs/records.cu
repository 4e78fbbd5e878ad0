// records.cu: forces between particles in cells, a record of a particle and its neighbour to each thread: which particles these
// are comes from quotients and remainders of the thread's number; positions are records of four numbers.
extern "C" __global__ void pairs(const float *position, const int *cell, float *out, int cells, float cutoff)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= cells * 36)
        return;
    int c = i / 36, k = i % 36, x = k / 6, y = k % 6;
    const float *p = position + 4 * (cell[c] * 6 + x), *q = position + 4 * (cell[c] * 6 + y);
    float dx = p[0] - q[0], dy = p[1] - q[1], dz = p[2] - q[2], r2 = dx * dx + dy * dy + dz * dz;
    float f = r2 < cutoff ? (p[3] * q[3]) / (r2 + 0.01f) : 0;
    out[3 * i] = f * dx;
    out[3 * i + 1] = f * dy;
    out[3 * i + 2] = f * dz;
}
