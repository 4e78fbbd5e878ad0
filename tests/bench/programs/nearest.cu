// nearest.cu: the eight nearest of many points, kept in order in an array of each thread's own.
#define K 8

extern "C" __global__ void nearest(const float2 *points, int n, const float2 *asked, int m, int *place, float *far)
{
    int q = blockIdx.x * blockDim.x + threadIdx.x;
    if (q >= m)
        return;
    float2 p = asked[q];
    float best[K];
    int who[K];
    for (int k = 0; k < K; k++)
        best[k] = 3.4e38f, who[k] = -1;
    for (int i = 0; i < n; i++) {
        float dx = points[i].x - p.x, dy = points[i].y - p.y, d = dx * dx + dy * dy;
        if (d < best[K - 1]) {
            int k = K - 1;
            while (k > 0 && best[k - 1] > d) {
                best[k] = best[k - 1];
                who[k] = who[k - 1];
                k--;
            }
            best[k] = d;
            who[k] = i;
        }
    }
    for (int k = 0; k < K; k++) {
        place[q * K + k] = who[k];
        far[q * K + k] = sqrtf(best[k]);
    }
}
