/* Cooperative groups: tiles, also of several warps, coalesced and labelled groups, reductions, scans, copies and a whole grid. */
#include "../../cuda/check.h"
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

enum { T = 128 };

template <int W> __global__ void tiles(const int *in, int *out)
{
    auto tile = cg::tiled_partition<W>(cg::this_thread_block());
    const int i = blockIdx.x * blockDim.x + threadIdx.x, v = in[i];
    int sum = cg::reduce(tile, v, cg::plus<int>()), before = cg::exclusive_scan(tile, v, cg::plus<int>());
    int most = cg::reduce(tile, v, cg::greater<int>());
    int next = tile.shfl(v, (tile.thread_rank() + 1) % tile.size()), swapped = tile.shfl_xor(v, 1);
    out[i] = sum + before * 3 + most * 5 + next * 7 + swapped * 11 + (tile.any(v == 3) ? 13 : 0) + (tile.all(v < 100) ? 17 : 0);
}

/* Tiles of 64 threads meet in shared memory. */
__global__ void wide(const int *in, int *out)
{
    __shared__ cg::block_tile_memory<T> memory;
    auto tile = cg::tiled_partition<64>(cg::this_thread_block(memory));
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = cg::reduce(tile, in[i], cg::plus<int>());
    tile.sync();
    int from = tile.shfl(in[i], 40);
    out[i] = sum + from + (tile.any(in[i] == 3) ? 1000 : 0);
}

/* Lanes that branch form groups of their own. */
__global__ void coalesced(const int *in, int *out, int *count)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, v = in[i];
    if (v % 3 == 0) {
        auto g = cg::coalesced_threads();
        int sum = cg::reduce(g, v, cg::plus<int>()), first = 0;
        if (g.thread_rank() == 0)
            first = atomicAdd(count, g.size());
        first = g.shfl(first, 0);
        out[i] = sum * 100 + (first >= 0 ? g.size() : 0);
    } else {
        auto g = cg::coalesced_threads();
        auto same = cg::labeled_partition(g, v % 4);
        auto odd = cg::binary_partition(g, v % 2 == 1);
        out[i] = same.size() * 100 + odd.size() * 10 + (cg::inclusive_scan(odd, 1) == odd.thread_rank() + 1);
    }
}

/* A tile copies its part while it waits. */
__global__ void copies(const int *in, int *out)
{
    __shared__ int part[T];
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<32>(block);
    int *mine = part + tile.meta_group_rank() * 32;
    cg::memcpy_async(tile, mine, in + blockIdx.x * T + tile.meta_group_rank() * 32, 32 * sizeof(int));
    cg::wait(tile);
    int sum = mine[31 - tile.thread_rank()];
    block.sync();
    cg::memcpy_async(block, part, in + blockIdx.x * T, T * sizeof(int));
    cg::wait(block);
    out[blockIdx.x * T + block.thread_rank()] = sum + part[T - 1 - block.thread_rank()];
}

/* Each round reads what other blocks wrote in the one before. */
__global__ void whole(int *data, int *sums, int rounds)
{
    auto grid = cg::this_grid();
    const int i = (int)grid.thread_rank(), n = (int)grid.size();
    for (int r = 0; r < rounds; r++) {
        const int next = data[(i + T) % n];
        grid.sync();
        data[i] = next + 1;
        grid.sync();
    }
    auto token = grid.barrier_arrive();
    int mine = data[i];
    grid.barrier_wait(std::move(token));
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    mine = cg::reduce(tile, mine, cg::plus<int>());
    if (tile.thread_rank() == 0)
        cg::reduce_update_async(tile, *(cuda::atomic<int> *)sums, 0, cg::plus<int>()), atomicAdd(sums, mine);
}

/* One thread does what is for all. */
__global__ void once(int *out)
{
    __shared__ int s;
    auto block = cg::this_thread_block();
    cg::invoke_one(block, [&] { s = 5; });
    block.sync();
    auto g = cg::coalesced_threads();
    int v = cg::invoke_one_broadcast(g, [&] { return atomicAdd(out, 1); });
    out[1 + block.thread_rank()] = s + (v >= 0);
    auto token = block.barrier_arrive();
    block.barrier_wait(std::move(token));
    out[1 + T + block.thread_rank()] = out[1 + (block.thread_rank() + 1) % T];
}

int main()
{
    const int n = 4 * T;
    std::vector<int> in(n), want(n);
    for (int i = 0; i < n; i++)
        in[i] = i * 7919 % 23;
    Device<int> a(in), b(n), count(1);
    auto tile = [&](auto kernel, int w) {
        for (int i = 0; i < n; i++) {
            int sum = 0, before = 0, most = 0;
            bool any = false;
            const int first = i / w * w;
            for (int k = first; k < first + w; k++) {
                sum += in[k];
                before += k < i ? in[k] : 0;
                most = most > in[k] ? most : in[k];
                any |= in[k] == 3;
            }
            want[i] = sum + before * 3 + most * 5 + in[first + (i - first + 1) % w] * 7 + in[i ^ 1] * 11 + any * 13 + 17;
        }
        kernel<<<n / T, T>>>(a.p, b.p);
        same("tiles", b.host(), want);
    };
    tile(tiles<32>, 32);
    tile(tiles<16>, 16);
    tile(tiles<2>, 2);
    for (int i = 0; i < n; i++) {
        int sum = 0;
        bool any = false;
        for (int k = i / 64 * 64; k < i / 64 * 64 + 64; k++) {
            sum += in[k];
            any |= in[k] == 3;
        }
        want[i] = sum + in[i / 64 * 64 + 40] + any * 1000;
    }
    wide<<<n / T, T>>>(a.p, b.p);
    same("wide", b.host(), want);
    for (int i = 0; i < n; i++) {
        int sum = 0, size = 0, same = 0, odd = 0;
        for (int k = i / 32 * 32; k < i / 32 * 32 + 32; k++)
            if (in[i] % 3 == 0) {
                sum += in[k] % 3 ? 0 : in[k];
                size += in[k] % 3 == 0;
            } else {
                same += in[k] % 3 && in[k] % 4 == in[i] % 4;
                odd += in[k] % 3 && in[k] % 2 == in[i] % 2;
            }
        want[i] = in[i] % 3 == 0 ? sum * 100 + size : same * 100 + odd * 10 + 1;
    }
    cudaMemset(count.p, 0, 4);
    coalesced<<<n / T, T>>>(a.p, b.p, count.p);
    same("coalesced", b.host(), want);
    for (int i = 0; i < n; i++)
        want[i] = in[i / 32 * 32 + 31 - i % 32] + in[i / T * T + T - 1 - i % T];
    copies<<<n / T, T>>>(a.p, b.p);
    same("copies", b.host(), want);
    int rounds = 3, sum = 0;
    for (int i = 0; i < n; i++)
        sum += want[i] = in[(i + rounds * T) % n] + rounds;
    cudaMemset(count.p, 0, 4);
    void *args[] = {&a.p, &count.p, &rounds};
    cudaLaunchCooperativeKernel(reinterpret_cast<const void *>(whole), dim3(n / T), dim3(T), args, 0, nullptr);
    same("whole", a.host(), want);
    same("sum", count.host(), {sum});
    Device<int> o(1 + 2 * T);
    cudaMemset(o.p, 0, 4);
    once<<<1, T>>>(o.p);
    want.assign(1 + 2 * T, 6);
    want[0] = T / 32;
    same("once", o.host(), want);
    return cudaGetLastError() != cudaSuccess;
}
