// pivots.cu: systems of 5 equations each, with pivots, a thread a system, in arrays of its own.
extern "C" __global__ void pivots(const float *a, const float *b, float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float m[5][6];
    for (int r = 0; r < 5; r++) {
        for (int c = 0; c < 5; c++)
            m[r][c] = a[i * 25 + r * 5 + c];
        m[r][5] = b[i * 5 + r];
    }
    for (int k = 0; k < 5; k++) {
        int p = k;
        for (int r = k + 1; r < 5; r++)
            if (fabsf(m[r][k]) > fabsf(m[p][k]))
                p = r;
        if (p != k)
            for (int c = k; c < 6; c++) {
                float t = m[k][c];
                m[k][c] = m[p][c];
                m[p][c] = t;
            }
        for (int r = k + 1; r < 5; r++) {
            float f = m[r][k] / m[k][k];
            for (int c = k; c < 6; c++)
                m[r][c] -= f * m[k][c];
        }
    }
    for (int k = 4; k >= 0; k--) {
        float s = m[k][5];
        for (int c = k + 1; c < 5; c++)
            s -= m[k][c] * m[c][5];
        m[k][5] = s / m[k][k];
        x[i * 5 + k] = m[k][5];
    }
}
