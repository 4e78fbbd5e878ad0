// counted_rows.cu: loops that some threads go round, from a place that was made of an outer loop's counter before a barrier.
extern "C" __global__ void eliminated(float *matrix, int n)
{
    __shared__ float a[32][33];
    const int t = threadIdx.x;
#pragma unroll 1
    for (int j = 0; j < n; j++)
        a[t][j] = matrix[t * n + j];
    __syncthreads();
#pragma unroll 1
    for (int p = 0; p < n; p++) {
        const float pivot = a[p][p];
        __syncthreads();
        if (t > p && t < n) {
            const float f = a[t][p] / pivot;
#pragma unroll 1
            for (int j = 0; j < n; j++)
                a[t][j] -= f * a[p][j];
        }
        __syncthreads();
    }
#pragma unroll 1
    for (int j = 0; j < n; j++)
        matrix[t * n + j] = a[t][j];
}

// Each round the columns behind a key that is found in the first are moved to its place, by the threads whose rows hold it.
extern "C" __global__ void moved(int *table, int rounds, int width)
{
    __shared__ int key[16];
    extern __shared__ int cell[];
    const int t = threadIdx.x;
#pragma unroll 1
    for (int j = 0; j < width; j++)
        cell[t * width + j] = table[t * width + j];
    __syncthreads();
#pragma unroll 1
    for (int r = 0; r < rounds; r++) {
        key[r & 15] = cell[r * width] & 7;
        __syncthreads();
        if ((cell[t * width] & 7) == key[r & 15] && t != r) {
#pragma unroll 1
            for (int j = 1; j < width; j++)
                cell[t * width + j] += cell[r * width + j] >> 1;
        }
        __syncthreads();
    }
#pragma unroll 1
    for (int j = 0; j < width; j++)
        table[t * width + j] = cell[t * width + j];
}
