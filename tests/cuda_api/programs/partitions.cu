// Cooperative groups: partitions by label and by predicate, coalesced threads, reductions, scans, copies.
// arch: 80
#include "say.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;
__global__ void labels(const int *key, int *sum, int *rank, int *scan)
{
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    auto group = cg::labeled_partition(warp, key[i]);
    sum[i] = cg::reduce(group, i, cg::plus<int>());
    rank[i] = group.thread_rank() * 100 + group.size();
    scan[i] = cg::inclusive_scan(group, 1);
    auto half = cg::binary_partition(warp, i % 3 == 0);
    scan[i] += 100 * cg::exclusive_scan(half, 1);
}
__global__ void aggregated(const int *x, int n, int *count, int *out)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n && x[i] % 5 == 0) {
        auto active = cg::coalesced_threads();
        int base;
        if (active.thread_rank() == 0)
            base = atomicAdd(count, (int)active.size());
        base = active.shfl(base, 0);
        out[base + active.thread_rank()] = x[i];
    }
}
template <int size> __global__ void tiles(const float *in, float *out)
{
    __shared__ float data[256];
    auto block = cg::this_thread_block();
    cg::memcpy_async(block, data, in + blockIdx.x * 256, sizeof data);
    cg::wait(block);
    auto tile = cg::tiled_partition<size>(block);
    float v = data[(threadIdx.x * 7) % 256];
    float s = cg::reduce(tile, v, cg::greater<float>());
    bool any = tile.any(v > 250), all = tile.all(v < 255);
    unsigned b = tile.ballot(v > 100);
    if (tile.thread_rank() == 0)
        out[blockIdx.x * (256 / size) + tile.meta_group_rank()] = s + any + 2 * all + __popc(b);
}
__global__ void grid(int *x, int *out)
{
    auto g = cg::this_grid();
    for (int round = 0; round < 4; round++) {
        int v = x[(g.thread_rank() + 1) % g.size()];
        g.sync();
        x[g.thread_rank()] += v;
        g.sync();
    }
    if (g.thread_rank() == 0) {
        *out = 0;
        for (int i = 0; i < (int)g.size(); i++)
            *out += x[i];
    }
}
int main()
{
    int *key, *a, *b, *c;
    OK(cudaMallocManaged(&key, 512 * 4));
    OK(cudaMallocManaged(&a, 512 * 4));
    OK(cudaMallocManaged(&b, 512 * 4));
    OK(cudaMallocManaged(&c, 512 * 4));
    for (int i = 0; i < 512; i++)
        key[i] = i * i % 4;
    labels<<<2, 64>>>(key, a, b, c);
    OK(cudaDeviceSynchronize());
    long h = 0;
    for (int i = 0; i < 128; i++)
        h = (h * 31 + a[i] * 7 + b[i] * 3 + c[i]) % 1000003;
    printf("labels %d %d %d %ld\n", a[5], b[37], c[63], h);
    *b = 0;
    for (int i = 0; i < 512; i++)
        key[i] = i;
    aggregated<<<4, 128>>>(key, 500, b, c);
    OK(cudaDeviceSynchronize());
    long t = 0;
    for (int i = 0; i < *b; i++)
        t += c[i];
    printf("aggregated %d %ld\n", *b, t);
    float *in, *out;
    OK(cudaMallocManaged(&in, 512 * 4));
    OK(cudaMallocManaged(&out, 512 * 4));
    for (int i = 0; i < 512; i++)
        in[i] = i % 256;
    tiles<16><<<2, 256>>>(in, out);
    OK(cudaDeviceSynchronize());
    for (int i = 0; i < 32; i += 5)
        printf("%g ", out[i]);
    tiles<8><<<2, 256>>>(in, out);
    OK(cudaDeviceSynchronize());
    for (int i = 0; i < 64; i += 11)
        printf("%g ", out[i]);
    printf("\n");
    for (int i = 0; i < 256; i++)
        a[i] = i;
    void *args[] = {&a, &b};
    OK(cudaLaunchCooperativeKernel((void *)grid, dim3(4), dim3(64), args, 0, 0));
    OK(cudaDeviceSynchronize());
    printf("grid %d\n", *b);
    return 0;
}
