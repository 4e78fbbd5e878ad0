// shepard.cu: heights between measured points by their distances to a power that hangs on how dense they lie (Shepard), points through shared memory.
#define TILE 128
extern "C" __global__ void shepard(const float *px, const float *py, const float *pz, int points, const float *qx, const float *qy, const float *power,
                                   float *z, int queries)
{
    __shared__ float sx[TILE], sy[TILE], sz[TILE];
    const int q = threadIdx.x + blockIdx.x * TILE;
    float x = 0, y = 0, half = 1;
    if (q < queries)
        x = qx[q], y = qy[q], half = power[q] * 0.5f;
    float sum = 0, weights = 0;
    for (int tile = 0; tile < (points + TILE - 1) / TILE; tile++) {
        const int p = tile * TILE + threadIdx.x;
        if (p < points) {
            sx[threadIdx.x] = px[p];
            sy[threadIdx.x] = py[p];
            sz[threadIdx.x] = pz[p];
        }
        __syncthreads();
        const int end = min(TILE, points - tile * TILE);
        for (int i = 0; i < end; i++) {
            const float dx = x - sx[i], dy = y - sy[i];
            const float w = 1.0f / powf(dx * dx + dy * dy, half);
            weights += w;
            sum += w * sz[i];
        }
        __syncthreads();
    }
    if (q < queries)
        z[q] = sum / weights;
}
