// pull.cu: ranks of pages: each gathers from those that point to it; eight threads (a tile) to a page, and the change of all by one atomic a
// warp.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

extern "C" __global__ void share(const float *rank, const int *degree, float *give, int nodes)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < nodes)
        give[i] = degree[i] ? rank[i] / degree[i] : 0.0f;
}

template <int WIDTH> __device__ void gather(const int *first, const int *from, const float *give, float *rank, float *change, int nodes, float damp)
{
    auto tile = cg::tiled_partition<WIDTH>(cg::this_thread_block());
    const int tiles = gridDim.x * blockDim.x / WIDTH;
    float moved = 0.0f;
    for (int i = (blockIdx.x * blockDim.x + threadIdx.x) / WIDTH; i < nodes; i += tiles) {
        float sum = 0.0f;
        for (int e = first[i] + tile.thread_rank(); e < first[i + 1]; e += WIDTH)
            sum += give[from[e]];
        sum = cg::reduce(tile, sum, cg::plus<float>());
        if (tile.thread_rank() == 0) {
            const float now = (1.0f - damp) / nodes + damp * sum;
            moved += fabsf(now - rank[i]);
            rank[i] = now;
        }
    }
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    moved = cg::reduce(warp, moved, cg::plus<float>());
    if (warp.thread_rank() == 0)
        atomicAdd(change, moved);
}

extern "C" __global__ void pull(const int *first, const int *from, const float *give, float *rank, float *change, int nodes, float damp)
{
    gather<8>(first, from, give, rank, change, nodes, damp);
}
