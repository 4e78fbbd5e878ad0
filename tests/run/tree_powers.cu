// tree_powers.cu: a layer of a network, summed by a tree whose strides are powers of two by the fast functions; a row of the block that
// only some threads of only some blocks are in.
#define SIDE 16

extern "C" __global__ void weigh(const float *input, float *weight, float *partial, int hidden)
{
    __shared__ float in[SIDE], w[SIDE][SIDE];
    const int by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y, at = (by * SIDE + ty) * hidden + tx;
    if (tx == 0)
        in[ty] = input[SIDE * by + ty];
    __syncthreads();
    w[ty][tx] = weight[at] * in[ty];
    __syncthreads();
    for (int i = 1; i <= __log2f(SIDE); i++) {
        const int power = __powf(2, i);
        if (ty % power == 0)
            w[ty][tx] += w[ty + power / 2][tx];
        __syncthreads();
    }
    weight[at] = w[ty][tx];
    if (tx == 0)
        partial[by * SIDE + ty] = w[tx][ty];
}

// Each thread's value and its row's are seen by threads of other rows of its warp, but for those of row 0 of block 0.
extern "C" __global__ void first_row(float *out, int n)
{
    const int x = threadIdx.x, y = threadIdx.y;
    out[(blockIdx.y * blockDim.y + y) * n + x] = x + 100 * y;
    __syncthreads();
    if (y == 0 && blockIdx.y == 0)
        out[x] = out[x] * 2 + n;
}

// The same rows, of which now several are let through: what they add depends on each other.
extern "C" __global__ void some_rows(int *out, int mask)
{
    __shared__ volatile int sum[32];
    const int x = threadIdx.x, y = threadIdx.y;
    if (y == 0)
        sum[x] = x;
    __syncthreads();
    if (((y & 1) | (blockIdx.y & mask)) == 0)
        sum[x] = sum[x] + y + 1;
    __syncthreads();
    if (y == 0)
        out[blockIdx.y * blockDim.x + x] = sum[x];
}
