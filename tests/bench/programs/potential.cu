// potential.cu: the potential of charges on a plane of a grid, those too far away left out; each
// thread has four points along a row.
struct Charge {
    float x, y, z, q;
};


extern "C" __global__ void potential(const Charge *atoms, float *grid, int w, int h, int n, float spacing, float limit)
{
    const int x = (blockIdx.x * blockDim.x + threadIdx.x) * 4, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    const float py = y * spacing, px = x * spacing, cut = limit * limit;
    float e0 = 0, e1 = 0, e2 = 0, e3 = 0;
    for (int i = 0; i < n; i++) {
        const float dy = py - atoms[i].y, yz = dy * dy + atoms[i].z * atoms[i].z;
        if (yz >= cut)
            continue;
        const float dx = px - atoms[i].x, q = atoms[i].q;
        float d = dx * dx + yz;
        if (d < cut) {
            const float s = 1 - d / cut;
            e0 += q * rsqrtf(d) * s * s;
        }
        d = (dx + spacing) * (dx + spacing) + yz;
        if (d < cut) {
            const float s = 1 - d / cut;
            e1 += q * rsqrtf(d) * s * s;
        }
        d = (dx + 2 * spacing) * (dx + 2 * spacing) + yz;
        if (d < cut) {
            const float s = 1 - d / cut;
            e2 += q * rsqrtf(d) * s * s;
        }
        d = (dx + 3 * spacing) * (dx + 3 * spacing) + yz;
        if (d < cut) {
            const float s = 1 - d / cut;
            e3 += q * rsqrtf(d) * s * s;
        }
    }
    float *row = grid + y * w + x;
    row[0] += e0;
    if (x + 1 < w)
        row[1] += e1;
    if (x + 2 < w)
        row[2] += e2;
    if (x + 3 < w)
        row[3] += e3;
}
