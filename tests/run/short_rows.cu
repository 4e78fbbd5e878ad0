// short_rows.cu: blocks with rows of 8 and of 4 threads, as the shared memory that all store to side by side says, also several behind each
// other; and the same kernels in blocks of other widths; stores under a condition, which say nothing.
#define N 8

// A polynomial of squares of 8 x 8: powers of a matrix in shared memory, between barriers; some squares are not there.
extern "C" __global__ void powers(const double *in, double *out, int squares, int rounds)
{
    __shared__ double a[N][N], p[N][N + 1];
    const int x = threadIdx.x, y = threadIdx.y, w = blockDim.x;
    const double *from = in + blockIdx.x * w * w;
    const bool in_there = (int)blockIdx.x < squares;
    double sum = 0.0;
    a[y][x] = in_there ? from[y * w + x] : 0.0;
    p[y][x] = x == y;
    __syncthreads();
    for (int k = 0; k < rounds; k++) {
        double t = 0.0;
        for (int m = 0; m < w; m++)
            t += p[y][m] * a[m][x];
        sum += t / (k + 1);
        __syncthreads();
        p[y][x] = t;
        __syncthreads();
    }
    out[(blockIdx.x * w + y) * w + x] = sum;
}

// Products of small matrices, several to a block, behind each other; the second one turned.
extern "C" __global__ void layers(const float *a, const float *b, float *c, int n)
{
    __shared__ float left[4][N][N], right[4][N][N + 1];
    const int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z, m = blockIdx.x * blockDim.z + z;
    if (m < n) {
        left[z][y][x] = a[m * N * N + y * N + x];
        right[z][x][y] = b[m * N * N + y * N + x];
    }
    __syncthreads();
    if (m >= n)
        return;
    float sum = 0.0f;
    for (int k = 0; k < N; k++)
        sum += left[z][y][k] * right[z][x][k];
    c[m * N * N + y * N + x] = sum;
}

// Four states of a chain a row: what each comes to, then the row's greatest.
template <int states> __device__ float most(const float *row)
{
    float m = row[0];
    for (int k = 1; k < states; k++)
        m = fmaxf(m, row[k]);
    return m;
}

extern "C" __global__ void chains(const float *weights, float *state, float *great, int rows, int steps)
{
    __shared__ float now[32 * 4], w[16];
    const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.x * blockDim.y + y, me = y * 4 + x;
    if (y < 4)
        w[me] = weights[me];
    now[me] = row < rows ? state[row * 4 + x] : 0.0f;
    for (int s = 0; s < steps; s++) {
        float sum = 0.0f;
        __syncthreads();
        for (int k = 0; k < 4; k++)
            sum += w[x * 4 + k] * now[y * 4 + k];
        __syncthreads();
        now[me] = sum;
    }
    __syncthreads();
    if (row < rows) {
        state[row * 4 + x] = now[me];
        if (x == 0)
            great[row] = most<4>(now + y * 4);
    }
}

// Half of a row of 16 stores places of 8; all of them read.
extern "C" __global__ void half_rows(const int *in, int *out)
{
    __shared__ int s[8 * 16];
    const int x = threadIdx.x, y = threadIdx.y, i = (blockIdx.x * blockDim.y + y) * blockDim.x + x;
    if (x < 8)
        s[y * 8 + x] = in[i];
    __syncthreads();
    out[i] = s[(blockDim.y - 1 - y) * 8 + (x & 7)] * 3 + x;
}
