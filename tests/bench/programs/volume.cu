// volume.cu: volumes of hexahedral elements from the corners that a table names, and what they give to each corner.
__device__ float triple(float x1, float y1, float z1, float x2, float y2, float z2, float x3, float y3, float z3)
{
    return x1 * (y2 * z3 - z2 * y3) + x2 * (z1 * y3 - y1 * z3) + x3 * (y1 * z2 - z1 * y2);
}
extern "C" __global__ void volume(const int *corner, const float *x, const float *y, const float *z, float *volumes, float *share, int elements)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= elements)
        return;
    float px[8], py[8], pz[8];
    for (int k = 0; k < 8; k++) {
        int n = corner[8 * e + k];
        px[k] = x[n];
        py[k] = y[n];
        pz[k] = z[n];
    }
#define D(i, j) px[i] - px[j], py[i] - py[j], pz[i] - pz[j]
    float dx31 = px[3] - px[1], dy31 = py[3] - py[1], dz31 = pz[3] - pz[1], dx72 = px[7] - px[2], dy72 = py[7] - py[2], dz72 = pz[7] - pz[2];
    float dx43 = px[4] - px[3], dy43 = py[4] - py[3], dz43 = pz[4] - pz[3], dx57 = px[5] - px[7], dy57 = py[5] - py[7], dz57 = pz[5] - pz[7];
    float dx14 = px[1] - px[4], dy14 = py[1] - py[4], dz14 = pz[1] - pz[4], dx25 = px[2] - px[5], dy25 = py[2] - py[5], dz25 = pz[2] - pz[5];
    float v = triple(dx31 + dx72, dy31 + dy72, dz31 + dz72, D(6, 3), D(2, 0)) + triple(dx43 + dx57, dy43 + dy57, dz43 + dz57, D(6, 4), D(7, 0)) +
              triple(dx14 + dx25, dy14 + dy25, dz14 + dz25, D(6, 1), D(5, 0));
    v *= 1.f / 12;
    volumes[e] = v;
    for (int k = 0; k < 8; k++)
        share[8 * e + k] = v * 0.125f * (px[k] + py[k]);
}
