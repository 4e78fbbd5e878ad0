// Cooperative groups: a grid that synchronizes, tiles that reduce.
#include "say.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void reduce(const int *x, int n, int *part, int *out)
{
    cg::grid_group grid = cg::this_grid();
    cg::thread_block block = cg::this_thread_block();
    auto tile = cg::tiled_partition<32>(block);
    int s = 0;
    for (int i = grid.thread_rank(); i < n; i += grid.size())
        s += x[i];
    for (int d = tile.size() / 2; d; d /= 2)
        s += tile.shfl_down(s, d);
    if (tile.thread_rank() == 0)
        atomicAdd(&part[blockIdx.x], s);
    grid.sync();
    if (grid.thread_rank() == 0)
        for (int i = 0; i < gridDim.x; i++)
            *out += part[i];
}
__global__ void both(int *x)
{
    cg::grid_group grid = cg::this_grid();
    atomicAdd(x, 1);
    if (grid.is_valid())
        grid.sync();
    if (grid.thread_rank() == 0)
        x[1] = grid.is_valid() ? x[0] : -1;
}

int main()
{
    int n = 100000, blocks = 0, device = 0, sms = 0, can = 0, *x, *part, *out;
    OK(cudaDeviceGetAttribute(&can, cudaDevAttrCooperativeLaunch, device));
    OK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device));
    OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, reduce, 128, 0));
    OK(cudaMallocManaged(&x, n * sizeof(int)));
    OK(cudaMallocManaged(&part, 64 * sizeof(int)));
    OK(cudaMallocManaged(&out, sizeof(int)));
    for (int i = 0; i < n; i++)
        x[i] = i % 7;
    for (int i = 0; i < 64; i++)
        part[i] = 0;
    *out = 0;
    int grid = sms * blocks < 8 ? sms * blocks : 8;
    void *args[] = {&x, &n, &part, &out};
    OK(cudaLaunchCooperativeKernel((void *)reduce, dim3(grid), dim3(128), args, 0, 0));
    OK(cudaDeviceSynchronize());
    printf("can: %d, sum %d\n", can, *out);
    *x = 0;
    void *only[] = {&x};
    both<<<4, 64>>>(x);
    OK(cudaDeviceSynchronize());
    printf("plain: %d %d\n", x[0], x[1]);
    OK(cudaLaunchCooperativeKernel((void *)both, dim3(4), dim3(64), only));
    OK(cudaDeviceSynchronize());
    printf("cooperative: %d %d\n", x[0], x[1]);
    cudaError_t e = cudaLaunchCooperativeKernel((void *)reduce, dim3(sms * blocks + 1), dim3(128), args, 0, 0);
    printf("too large: %s\n", cudaGetErrorString(e));
    return 0;
}
