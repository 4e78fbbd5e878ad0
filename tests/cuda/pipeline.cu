/* cuda::barrier, cuda::pipeline and memcpy_async; cooperative groups: tiles, labelled groups, a whole grid. */
#include "check.h"
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cuda/barrier>
#include <cuda/pipeline>

namespace cg = cooperative_groups;

enum { PART = 128, STAGES = 2 };

/* Each block adds up its parts of the input, which arrive in two stages. */
__global__ void piped(const int *in, int *out, int parts)
{
    auto block = cg::this_thread_block();
    __shared__ int stage[STAGES][PART];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, STAGES> state;
    auto pipe = cuda::make_pipeline(block, &state);
    int sum = 0;
    for (int ask = blockIdx.x, use = blockIdx.x, k = 0, j = 0; use < parts; use += gridDim.x, k++) {
        for (; ask < parts && j < k + STAGES; ask += gridDim.x, j++) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, stage[j % STAGES], in + ask * PART, sizeof stage[0], pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        sum += stage[k % STAGES][(threadIdx.x + 1) % PART];
        pipe.consumer_release();
    }
    atomicAdd(out, sum);
}

/* Copies counted by a barrier. */
__global__ void counted(const int *in, int *out)
{
    auto block = cg::this_thread_block();
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    __shared__ int part[PART];
    if (block.thread_rank() == 0)
        init(&bar, block.size());
    block.sync();
    cuda::memcpy_async(block, part, in + blockIdx.x * PART, sizeof part, bar);
    bar.arrive_and_wait();
    out[blockIdx.x * PART + threadIdx.x] = part[PART - 1 - threadIdx.x];
    auto token = bar.arrive();
    bar.wait(std::move(token));
}

/* Sums of tiles of 8, and of those lanes of a warp whose values agree. */
__global__ void groups(const int *in, int *tiles, int *labels)
{
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    int i = blockIdx.x * blockDim.x + threadIdx.x, v = in[i] & 15;
    int sum = cg::reduce(tile, v, cg::plus<int>());
    if (tile.thread_rank() == 0)
        tiles[i / 8] = sum;
    auto same = cg::labeled_partition(cg::coalesced_threads(), v);
    labels[i] = same.size();
}

/* All blocks of the grid meet between writing and reading. */
__global__ void whole(int *data, int *out)
{
    auto grid = cg::this_grid();
    int i = grid.thread_rank(), n = grid.size();
    for (int round = 0; round < 3; round++) {
        data[i] = i + round;
        grid.sync();
        out[i] = data[n - 1 - i];
        grid.sync();
    }
}

int main()
{
    const int n = 64 * PART;
    std::vector<int> in(n), want(n), tiles(n / 8), labels(n);
    int sum = 0;
    for (int i = 0; i < n; i++) {
        in[i] = i * 7919 % 1009;
        sum += in[i];
    }
    Device<int> a(in), b(n), c(n);
    cudaMemset(b.p, 0, 4);
    piped<<<5, PART>>>(a.p, b.p, n / PART);
    same("piped", b.host(), {sum});

    for (int i = 0; i < n; i++)
        want[i] = in[i / PART * PART + PART - 1 - i % PART];
    counted<<<n / PART, PART>>>(a.p, b.p);
    same("counted", b.host(), want);

    for (int i = 0; i < n; i++) {
        tiles[i / 8] += in[i] & 15;
        for (int k = i / 32 * 32; k < i / 32 * 32 + 32; k++)
            labels[i] += (in[k] & 15) == (in[i] & 15);
    }
    groups<<<n / 256, 256>>>(a.p, b.p, c.p);
    same("tiles", b.host(), tiles);
    same("labels", c.host(), labels);

    const int m = 6 * 64;
    void *args[] = {&b.p, &c.p};
    cudaLaunchCooperativeKernel(reinterpret_cast<const void *>(whole), dim3(6), dim3(64), args, 0, nullptr);
    std::vector<int> last(m);
    for (int i = 0; i < m; i++)
        last[i] = m - 1 - i + 2;
    same("whole", c.host(), last);
    return cudaGetLastError() != cudaSuccess;
}
