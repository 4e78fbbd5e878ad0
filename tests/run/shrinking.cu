// shrinking.cu: shrinking of shared memory that shrink from column to column: threads have rows of their own and read a column that none
// of them changes, in loops that go four steps at a time, after one to three alone.
// nvcc -O3 -arch=sm_80 -ptx
#define N 24

// As symmetric matrices are factored: what is left of row i up to its diagonal, several rows a thread if there are few threads.
extern "C" __global__ void symmetric(unsigned *matrices)
{
    __shared__ unsigned m[N][N + 1];
    unsigned *own = matrices + blockIdx.x * N * N;
    const int t = threadIdx.x;
    for (int i = t; i < N * N; i += blockDim.x)
        m[i / N][i % N] = own[i];
    __syncthreads();
    for (int k = 0; k < N; k++) {
        for (int i = k + 1 + t; i < N; i += blockDim.x)
            for (int j = k + 1; j <= i; j++)
                m[i][j] -= m[i][k] * m[j][k];
        __syncthreads();
    }
    for (int i = t; i < N * N; i += blockDim.x)
        own[i] = m[i / N][i % N];
}

// Sums over rows above the diagonal, from the column behind it on, of another variable's column, too.
extern "C" __global__ void above(unsigned *matrices, int n)
{
    __shared__ unsigned m[32][37], by[32];
    unsigned *own = matrices + blockIdx.x * N * N;
    const int t = threadIdx.x;
    for (int i = t; i < n * n; i += blockDim.x)
        m[i / n][i % n] = own[i];
    by[t & 31] = t + 3;
    __syncthreads();
    for (int k = n - 1; k > 0; k--) {
        if (t < k)
            for (int j = t + 1; j < k; j++)
                m[t][j] += m[t][k] * m[j][k] + by[j];
        __syncthreads();
    }
    for (int i = t; i < n * n; i += blockDim.x)
        own[i] = m[i / n][i % n];
}
