// warps.cu: how far series are from a query when time may be stretched (dynamic time warping), a series a thread, two rows of the table in
// arrays of the thread's own.
#define L 64
#define BAND 6

extern "C" __global__ void warps(const float *query, const float *series, float *distance, int count)
{
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= count)
        return;
    float row[2][L];
    const float *s = series + t;
    int now = 0;
    for (int i = 0; i < L; i++) {
#pragma unroll 1
        for (int j = max(0, i - BAND); j <= min(L - 1, i + BAND); j++) {
            const float d = (query[i] - s[j * count]) * (query[i] - s[j * count]);
            float best;
            if (i == 0 && j == 0)
                best = 0;
            else {
                const float up = i > 0 && j - i < BAND ? row[1 - now][j] : 1e30f;
                const float left = j > 0 && j - 1 >= i - BAND ? row[now][j - 1] : 1e30f;
                const float corner = i > 0 && j > 0 ? row[1 - now][j - 1] : 1e30f;
                best = fminf(fminf(up, left), corner);
            }
            row[now][j] = best + d;
        }
        now = 1 - now;
    }
    distance[t] = sqrtf(row[1 - now][L - 1]);
}
