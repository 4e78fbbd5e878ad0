// tiles.cu: rows of a CTA that read the same of shared memory, in CTAs of many shapes.
enum { WIDE = 40, DEEP = 8 };

// Sums of products of a row of one tile with columns of another; the tiles change from step to step.
extern "C" __global__ void products(const float *a, const float *b, float *to, int steps)
{
    __shared__ float rows[64][DEEP], columns[DEEP][WIDE];
    int x = threadIdx.x, y = threadIdx.z * blockDim.y + threadIdx.y, all = blockDim.x * blockDim.y * blockDim.z;
    int me = y * blockDim.x + x, height = blockDim.y * blockDim.z;
    float sum = 0, most = -1000;
    for (int t = 0; t < steps; t++) {
        for (int i = me; i < height * DEEP; i += all)
            rows[i / DEEP][i % DEEP] = a[(blockIdx.x * steps + t) * 64 * DEEP + i];
        for (int i = me; i < WIDE * DEEP; i += all)
            columns[i / WIDE][i % WIDE] = b[t * WIDE * DEEP + i];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < DEEP; k++)
            sum += rows[y][k] * columns[k][x];
        __syncthreads();
        // behind a barrier once more, with an element that is this row's own and one that is not
        most = fmaxf(most, sum * rows[y][t % DEEP] + columns[0][x] - columns[y % DEEP][x] * 0.5f);
        __syncthreads();
    }
    to[(blockIdx.x * height + y) * blockDim.x + x] = sum + most * 2;
}

// The tiles are filled by columns, so that only the products ask where a row of threads reads: by rows of two more apart.
extern "C" __global__ void turned(const float *a, const float *b, float *to, int steps)
{
    __shared__ float rows[32][DEEP + 2], columns[DEEP][WIDE];
    int x = threadIdx.x, y = threadIdx.y, me = x * blockDim.y + y, all = blockDim.x * blockDim.y;
    float sum = 0, low = 0;
    for (int t = 0; t < steps; t++) {
        for (int i = me; i < 32 * DEEP; i += all)
            rows[i % 32][i / 32] = a[(blockIdx.x * steps + t) * 64 * DEEP + i];
        for (int i = me; i < WIDE * DEEP; i += all)
            columns[i % DEEP][i / DEEP] = b[t * WIDE * DEEP + i];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < DEEP; k++) {
            sum += rows[y][k] * columns[k][x];
            low = fminf(low, sum - rows[y][DEEP - 1 - k]);
        }
        __syncthreads();
    }
    to[(blockIdx.x * blockDim.y + y) * blockDim.x + x] = sum + low * 2;
}
