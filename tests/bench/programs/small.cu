// small.cu: many systems of six equations, one to each thread: elimination in double with the largest pivot.
#define N 6

extern "C" __global__ void small(const double *matrices, const double *right, double *out, int count)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= count)
        return;
    double a[N][N], b[N];
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++)
            a[i][j] = matrices[(i * N + j) * count + t];
        b[i] = right[i * count + t];
    }
    for (int k = 0; k < N; k++) {
        int p = k;
        for (int i = k + 1; i < N; i++)
            if (fabs(a[i][k]) > fabs(a[p][k]))
                p = i;
        if (p != k) {
            for (int j = k; j < N; j++) {
                double x = a[k][j];
                a[k][j] = a[p][j];
                a[p][j] = x;
            }
            double x = b[k];
            b[k] = b[p];
            b[p] = x;
        }
        for (int i = k + 1; i < N; i++) {
            double f = a[i][k] / a[k][k];
            for (int j = k + 1; j < N; j++)
                a[i][j] -= f * a[k][j];
            b[i] -= f * b[k];
        }
    }
    for (int i = N - 1; i >= 0; i--) {
        double x = b[i];
        for (int j = i + 1; j < N; j++)
            x -= a[i][j] * b[j];
        b[i] = x / a[i][i];
        out[i * count + t] = b[i];
    }
}
