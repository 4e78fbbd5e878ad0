// moments.cu: sums and sums of squares by blocks, the last of which may be short: halves that need not be powers of
// two.
#define THREADS 256

extern "C" __global__ void moments(const float *in, float *sums, float *squares, int n)
{
    __shared__ float sum[THREADS], square[THREADS];
    int tx = threadIdx.x, i = blockIdx.x * THREADS + tx, left = THREADS - (gridDim.x * THREADS - n);
    if (i < n) {
        sum[tx] = in[i];
        square[tx] = in[i] * in[i];
    }
    __syncthreads();
    if (left == THREADS || blockIdx.x != gridDim.x - 1) {
        for (int k = 2; k <= THREADS; k = 2 * k) {
            if ((tx + 1) % k == 0) {
                sum[tx] = sum[tx] + sum[tx - k / 2];
                square[tx] = square[tx] + square[tx - k / 2];
            }
            __syncthreads();
        }
        if (tx == THREADS - 1) {
            sums[blockIdx.x] = sum[tx];
            squares[blockIdx.x] = square[tx];
        }
    } else {
        int df = 1;
        for (int k = 2; k <= THREADS; k *= 2)
            if (left >= k)
                df = k;
        for (int k = 2; k <= df; k = 2 * k) {
            if ((tx + 1) % k == 0 && tx < df) {
                sum[tx] = sum[tx] + sum[tx - k / 2];
                square[tx] = square[tx] + square[tx - k / 2];
            }
            __syncthreads();
        }
        if (tx == df - 1) {
            for (int k = df; k < left; k++) {
                sum[tx] = sum[tx] + sum[k];
                square[tx] = square[tx] + square[k];
            }
            sums[blockIdx.x] = sum[tx];
            squares[blockIdx.x] = square[tx];
        }
    }
}
