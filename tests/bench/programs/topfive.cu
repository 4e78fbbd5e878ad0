// topfive.cu: the five nearest of many points to each query, kept in order by insertion.
#define K 5
extern "C" __global__ void topfive(const float *px, const float *py, const float *qx, const float *qy, float *dist, int *index, int points, int queries)
{
    int q = blockIdx.x * blockDim.x + threadIdx.x;
    if (q >= queries)
        return;
    float d[K];
    int at[K];
    for (int k = 0; k < K; k++) {
        d[k] = 3.402823466e+38f;
        at[k] = -1;
    }
    float x = qx[q], y = qy[q];
    for (int p = 0; p < points; p++) {
        float dx = px[p] - x, dy = py[p] - y, e = dx * dx + dy * dy;
        if (e < d[K - 1]) {
            int k = K - 1;
            while (k > 0 && d[k - 1] > e) {
                d[k] = d[k - 1];
                at[k] = at[k - 1];
                k--;
            }
            d[k] = e;
            at[k] = p;
        }
    }
    for (int k = 0; k < K; k++) {
        dist[k * queries + q] = sqrtf(d[k]);
        index[k * queries + q] = at[k];
    }
}
