// factor.cu: triangular factors of many small symmetric matrices (Cholesky), a block a matrix in shared memory, column by column.
#define N 24

extern "C" __global__ void factor(float *matrices)
{
    __shared__ float m[N][N + 1];
    float *own = matrices + blockIdx.x * N * N;
    const int t = threadIdx.x;
    for (int i = t; i < N * N; i += blockDim.x)
        m[i / N][i % N] = own[i];
    __syncthreads();
    for (int k = 0; k < N; k++) {
        if (t == 0)
            m[k][k] = sqrtf(m[k][k]);
        __syncthreads();
        for (int i = k + 1 + t; i < N; i += blockDim.x)
            m[i][k] /= m[k][k];
        __syncthreads();
        for (int i = k + 1 + t; i < N; i += blockDim.x)
            for (int j = k + 1; j <= i; j++)
                m[i][j] -= m[i][k] * m[j][k];
        __syncthreads();
    }
    for (int i = t; i < N * N; i += blockDim.x)
        own[i] = i % N <= i / N ? m[i / N][i % N] : 0;
}
