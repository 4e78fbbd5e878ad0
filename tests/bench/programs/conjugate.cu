// conjugate.cu: conjugate gradients for a sparse symmetric matrix by rows, all rounds in one launch: blocks meet by grid.sync().
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ void multiply(const int *row, const int *column, const float *value, const float *x, float *y, int n, const cg::grid_group &grid)
{
    for (int i = grid.thread_rank(); i < n; i += grid.size()) {
        float sum = 0;
        for (int k = row[i]; k < row[i + 1]; k++)
            sum += value[k] * x[column[k]];
        y[i] = sum;
    }
}

__device__ void dot(const float *x, const float *y, float *sum, int n, const cg::thread_block &block, const cg::grid_group &grid)
{
    __shared__ double part[8];
    double own = 0;
    for (int i = grid.thread_rank(); i < n; i += grid.size())
        own += x[i] * y[i];
    const cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    for (int d = 16; d > 0; d /= 2)
        own += warp.shfl_down(own, d);
    if (warp.thread_rank() == 0)
        part[warp.meta_group_rank()] = own;
    block.sync();
    if (block.thread_rank() == 0) {
        double all = 0;
        for (int w = 0; w < warp.meta_group_size(); w++)
            all += part[w];
        atomicAdd(sum, (float)all);
    }
}

extern "C" __global__ void conjugate(const int *row, const int *column, const float *value, float *x, float *r, float *p, float *q, float *sums, int n, int rounds)
{
    const cg::thread_block block = cg::this_thread_block();
    const cg::grid_group grid = cg::this_grid();
    for (int i = grid.thread_rank(); i < n; i += grid.size())
        p[i] = r[i];
    dot(r, r, &sums[0], n, block, grid);
    grid.sync();
    for (int k = 0; k < rounds; k++) {
        multiply(row, column, value, p, q, n, grid);
        grid.sync();
        dot(p, q, &sums[2 * k + 1], n, block, grid);
        grid.sync();
        const float alpha = sums[2 * k] / sums[2 * k + 1];
        for (int i = grid.thread_rank(); i < n; i += grid.size()) {
            x[i] += alpha * p[i];
            r[i] -= alpha * q[i];
        }
        grid.sync();
        dot(r, r, &sums[2 * k + 2], n, block, grid);
        grid.sync();
        const float beta = sums[2 * k + 2] / sums[2 * k];
        for (int i = grid.thread_rank(); i < n; i += grid.size())
            p[i] = r[i] + beta * p[i];
        grid.sync();
    }
}

extern "C" __global__ void begin(const float *b, float *x, float *r, float *sums, int n, int rounds)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        x[i] = 0;
        r[i] = b[i];
    }
    if (i < 2 * rounds + 2)
        sums[i] = 0;
}
