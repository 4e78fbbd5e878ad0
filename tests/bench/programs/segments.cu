// segments.cu: a sparse matrix, a row, a column and a value for each number, times a vector: a warp sums what rows it comes to.

extern "C" __global__ void multiply(int n, int each, const int *row, const int *column, const float *value, const float *x, float *y)
{
    __shared__ int rows[8][32];
    __shared__ float sums[8][32];
    const int lane = threadIdx.x & 31, w = threadIdx.x >> 5;
    const int begin = (blockIdx.x * 8 + w) * each, end = min(begin + each, n);
    for (int i = begin + lane; i < end; i += 32) {
        const unsigned there = __activemask();
        const int r = row[i], last = 31 - __clz(there);
        float sum = value[i] * x[column[i]];
        rows[w][lane] = r;
        for (int d = 1; d < 32; d *= 2) {
            sums[w][lane] = sum;
            __syncwarp(there);
            if (lane >= d && rows[w][lane - d] == r)
                sum += sums[w][lane - d];
            __syncwarp(there);
        }
        if (lane == last || rows[w][lane + 1] != r)
            atomicAdd(&y[r], sum);
        __syncwarp(there);
    }
}
