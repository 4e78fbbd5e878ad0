// alike.cu: what lanes go into alike reads their own memory or a row of the grid, and choices between floats make the loop over them long.
#define L 9
#define BAND 2

extern "C" __global__ void stretch(const float *query, const float *series, float *distance, int count)
{
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= count)
        return;
    float row[2][L];
    int now = 0;
    for (int i = 0; i < L; i++) {
#pragma unroll 1
        for (int j = max(0, i - BAND); j <= min(L - 1, i + BAND); j++) {
            const float d = (query[i] - series[j * count + t]) * (query[i] - series[j * count + t]);
            float best = 0;
            if (i || j) {
                const float up = i > 0 && j - i < BAND ? row[1 - now][j] : 1e30f;
                const float left = j > 0 && j - 1 >= i - BAND ? row[now][j - 1] : 1e30f;
                const float corner = i > 0 && j > 0 ? row[1 - now][j - 1] : 1e30f;
                best = fminf(fminf(up, left), corner);
            }
            row[now][j] = best + d;
        }
        now = 1 - now;
    }
    distance[t] = row[1 - now][L - 1];
}

// The greatest of a number and those above, below and two above and below, where there are such rows.
extern "C" __global__ void greatest(const float *in, float *out, int w, int h)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x >= w)
        return;
    const float *at = in + y * w + x;
    float a = -1e30f, b = -1e30f, c = -1e30f, d = -1e30f;
    if (y > 0)
        a = at[-w];
    if (y > 1)
        b = at[-2 * w];
    if (y < h - 1)
        c = at[w];
    if (y < h - 2)
        d = at[2 * w];
    out[y * w + x] = fmaxf(fmaxf(fmaxf(a, b), fmaxf(c, d)), at[0]);
}
