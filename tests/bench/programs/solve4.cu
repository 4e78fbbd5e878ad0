// solve4.cu: many systems of 4 equations, one a thread, by elimination with pivots in an array of its own.
extern "C" __global__ void solve4(const float *a, const float *b, float *x, int n)
{
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    if (id >= n)
        return;
    float m[4][5];
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++)
            m[i][j] = a[(i * 4 + j) * n + id];
        m[i][4] = b[i * n + id];
    }
    for (int k = 0; k < 4; k++) {
        int p = k;
        for (int i = k + 1; i < 4; i++)
            if (fabsf(m[i][k]) > fabsf(m[p][k]))
                p = i;
        for (int j = k; j < 5; j++) {
            float t = m[k][j];
            m[k][j] = m[p][j];
            m[p][j] = t;
        }
        for (int i = k + 1; i < 4; i++) {
            float f = m[i][k] / m[k][k];
            for (int j = k; j < 5; j++)
                m[i][j] -= f * m[k][j];
        }
    }
    for (int k = 3; k >= 0; k--) {
        float s = m[k][4];
        for (int j = k + 1; j < 4; j++)
            s -= m[k][j] * m[j][4];
        m[k][4] = s / m[k][k];
        x[k * n + id] = m[k][4];
    }
}
