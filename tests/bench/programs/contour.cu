// contour.cu: the strongest edge across circles of several sizes around each pixel, by sines and cosines from a table.
#define POINTS 75
#define CIRCLES 7

extern "C" __global__ void contour(const float *gx, const float *gy, const float *sn, const float *cs, const int *px,
                                   const int *py, float *out, int h, int w)
{
    const int i = blockIdx.x + 12, j = threadIdx.x + 12;
    float most = 0;
    for (int k = 0; k < CIRCLES; k++) {
        float sum = 0, mean = 0, m2 = 0;
        for (int n = 0; n < 25; n++) {
            int y = j + py[k * POINTS + n], x = i + px[k * POINTS + n];
            float p = gx[x * w + y] * cs[n] + gy[x * w + y] * sn[n];
            sum += p;
            float delta = p - mean;
            mean += delta / (float)(n + 1);
            m2 += delta * (p - mean);
        }
        mean = sum / 25;
        float var = m2 / 24;
        if (mean * mean / var > most)
            most = mean * mean / var;
    }
    out[i * w + j] = most;
}
