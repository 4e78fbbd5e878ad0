// lone.cu: what lanes of processors with short vectors had better do one by one: elimination with the largest pivot in a lane's own
// arrays, ranks of a column that lanes leave at different times; and what they had not: a polynomial, and rows that each lane walks along.
#define N 4
extern "C" __global__ void solve(const float *matrices, const float *right, float *out, int count)
{
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= count)
        return;
    float a[N][N], b[N];
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++)
            a[i][j] = matrices[(i * N + j) * count + t];
        b[i] = right[i * count + t];
    }
    for (int k = 0; k < N; k++) {
        int p = k;
        for (int i = k + 1; i < N; i++)
            if (fabsf(a[i][k]) > fabsf(a[p][k]))
                p = i;
        for (int j = k; j < N && p != k; j++) {
            const float x = a[k][j];
            a[k][j] = a[p][j];
            a[p][j] = x;
        }
        if (p != k) {
            const float x = b[k];
            b[k] = b[p];
            b[p] = x;
        }
        for (int i = k + 1; i < N; i++) {
            const float f = __fdiv_rn(a[i][k], a[k][k]);
            for (int j = k + 1; j < N; j++)
                a[i][j] = __fsub_rn(a[i][j], __fmul_rn(f, a[k][j]));
            b[i] = __fsub_rn(b[i], __fmul_rn(f, b[k]));
        }
    }
    for (int i = N - 1; i >= 0; i--) {
        float x = b[i];
        for (int j = i + 1; j < N; j++)
            x = __fsub_rn(x, __fmul_rn(a[i][j], b[j]));
        b[i] = __fdiv_rn(x, a[i][i]);
    }
    for (int i = 0; i < N; i++)
        out[i * count + t] = b[i];
}

extern "C" __global__ void rank(const float *in, float *out, int rows, int columns, int k)
{
    const int c = (blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x * blockDim.y + threadIdx.y * blockDim.x + threadIdx.x;
    if (c >= columns)
        return;
    for (int i = 0; i < rows; i++) {
        const float v = in[i * columns + c];
        int less = 0, same = 0;
        for (int j = 0; j < rows; j++) {
            const float w = in[j * columns + c];
            less += w < v;
            same += w == v;
        }
        if (less <= k && k < less + same) {
            out[c] = v;
            break;
        }
    }
}

extern "C" __global__ void polynomial(float *x, int rounds, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float v = x[i];
    for (int k = 0; k < rounds; k++)
        v = __fadd_rn(__fmul_rn(v, 0.5f), 1.0f);
    x[i] = v;
}

extern "C" __global__ void walk(const int *rows, int *sums, int width, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int sum = 0;
    for (int k = 0; k < width; k++)
        sum = sum * 3 + rows[i * width + k];
    sums[i] = sum;
}
