// Matrices, textures and surfaces, asynchronous copies, cooperative groups, barriers, CUB.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_bf16.h>
#include <mma.h>

namespace cg = cooperative_groups;
using namespace nvcuda;

template <int M, int N, int K, class T, class Acc, class Store, class LayoutA, class LayoutB>
__device__ void multiply(Store *d, const void *a, const void *b)
{
    wmma::fragment<wmma::matrix_a, M, N, K, T, LayoutA> fa;
    wmma::fragment<wmma::matrix_b, M, N, K, T, LayoutB> fb;
    wmma::fragment<wmma::accumulator, M, N, K, Acc> fc;
    using Element = typename std::conditional<K == 8, float, T>::type; // tf32 comes from float
    wmma::fill_fragment(fc, Acc(1));
    wmma::load_matrix_sync(fa, static_cast<const Element *>(a), 32);
    wmma::load_matrix_sync(fb, static_cast<const Element *>(b), 32);
    wmma::mma_sync(fc, fa, fb, fc);
    wmma::store_matrix_sync(d, fc, 32, wmma::mem_row_major);
}

__global__ void matrices(void *d, const void *a, const void *b)
{
    using R = wmma::row_major;
    using C = wmma::col_major;
    multiply<16, 16, 16, __half, float, float, R, C>(static_cast<float *>(d), a, b);
    multiply<32, 8, 16, __half, __half, __half, C, R>(static_cast<__half *>(d), a, b);
    multiply<8, 32, 16, signed char, int, int, R, R>(static_cast<int *>(d), a, b);
    multiply<16, 16, 16, unsigned char, int, int, C, C>(static_cast<int *>(d), a, b);
#if __CUDA_ARCH__ >= 800
    multiply<16, 16, 16, __nv_bfloat16, float, float, R, C>(static_cast<float *>(d), a, b);
    multiply<16, 16, 8, wmma::precision::tf32, float, float, R, C>(static_cast<float *>(d), a, b);
    multiply<8, 8, 4, double, double, double, R, C>(static_cast<double *>(d), a, b);
#endif
}

__global__ void textures(float4 *d, cudaTextureObject_t t, cudaSurfaceObject_t s, float x, float y, int n)
{
    int k = 0;
    d[k++] = tex1Dfetch<float4>(t, n);
    d[k++] = tex1D<float4>(t, x);
    d[k++] = tex2D<float4>(t, x, y);
    d[k++] = tex3D<float4>(t, x, y, x);
    d[k++] = tex1DLayered<float4>(t, x, n);
    d[k++] = tex2DLayered<float4>(t, x, y, n);
    d[k++] = texCubemap<float4>(t, x, y, x);
    d[k++] = texCubemapLayered<float4>(t, x, y, x, n);
    d[k++] = tex2DLod<float4>(t, x, y, 1.5f);
    d[k++] = tex3DLod<float4>(t, x, y, x, 2);
    d[k++] = tex2DGrad<float4>(t, x, y, make_float2(x, y), make_float2(y, x));
    d[k++] = tex1DLayeredGrad<float4>(t, x, n, x, y);
    d[k++] = tex3DGrad<float4>(t, x, y, x, d[0], d[1]);
    d[k++] = tex2Dgather<float4>(t, x, y, 2);
    bool resident;
    d[k++] = tex2D<float4>(t, x, y, &resident);
    int4 i = tex2D<int4>(t, x, y);
    uchar2 c = tex1D<uchar2>(t, x);
    d[k++] = make_float4(i.x, i.y, c.x, resident);
    surf1Dwrite(d[0], s, n);
    surf2Dwrite(d[1], s, n, n, cudaBoundaryModeClamp);
    surf3Dwrite(n, s, n, n, n, cudaBoundaryModeZero);
    surf2DLayeredwrite(make_uchar4(1, 2, 3, 4), s, n, n, n);
    d[k++] = surf1Dread<float4>(s, n);
    d[k++] = surf2Dread<float4>(s, n, n, cudaBoundaryModeZero);
    d[k++].x = surf3Dread<unsigned short>(s, n, n, n);
    d[k++].x = surf1DLayeredread<float>(s, n, n);
}

__global__ void groups(int *d, const int *a)
{
    extern __shared__ int room[];
    cg::thread_block block = cg::this_thread_block();
    cg::grid_group grid = cg::this_grid();
    auto tile = cg::tiled_partition<16>(block);
    auto some = cg::coalesced_threads();
    int x = a[grid.thread_rank()];
    cg::memcpy_async(block, room, a, sizeof(int) * block.size());
    cg::wait(block);
    x += cg::reduce(tile, x, cg::plus<int>()) + cg::inclusive_scan(tile, x) + cg::exclusive_scan(some, x, cg::bit_xor<int>());
    x += tile.shfl_xor(x, 1) + tile.any(x) + tile.match_any(x) + some.ballot(x) + cg::labeled_partition(tile, x & 3).size();
    tile.sync();
    grid.sync();
    d[grid.thread_rank()] = x + room[block.thread_rank()];
#if __CUDA_ARCH__ >= 900
    cg::cluster_group cluster = cg::this_cluster();
    *cluster.map_shared_rank(room, cluster.block_rank() ^ 1) = x;
    cluster.sync();
#endif
}

__global__ void pipelines(float *d, const float *a, int n)
{
    __shared__ alignas(16) float stage[2][256];
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    auto block = cg::this_thread_block();
    if (block.thread_rank() == 0)
        init(&bar, block.size());
    block.sync();
    auto pipe = cuda::make_pipeline();
    for (int k = 0; k < n; k++) {
        pipe.producer_acquire();
        cuda::memcpy_async(&stage[k & 1][threadIdx.x], a + 256 * k + threadIdx.x, sizeof(float), pipe);
        pipe.producer_commit();
        cuda::pipeline_consumer_wait_prior<1>(pipe);
        d[threadIdx.x] += stage[k & 1][255 - threadIdx.x];
        pipe.consumer_release();
    }
    cuda::memcpy_async(block, stage[0], a, cuda::aligned_size_t<16>(1024), bar);
    bar.arrive_and_wait();
    auto token = bar.arrive();
    d[threadIdx.x] += stage[0][threadIdx.x];
    bar.wait(std::move(token));
}

template <cuda::thread_scope Scope, class T> __global__ void ordered(T *d, T x)
{
    cuda::atomic_ref<T, Scope> r(*d);
    x += r.fetch_add(1, cuda::memory_order_relaxed) + r.fetch_sub(2, cuda::memory_order_acquire);
    x += r.exchange(x, cuda::memory_order_acq_rel) + r.load(cuda::memory_order_acquire) + r.fetch_min(x);
    while (!r.compare_exchange_weak(x, x + 1, cuda::memory_order_release, cuda::memory_order_relaxed))
        ;
    r.store(x, cuda::memory_order_seq_cst);
    cuda::atomic_thread_fence(cuda::memory_order_seq_cst, Scope);
}
template __global__ void ordered<cuda::thread_scope_block>(int *, int);
template __global__ void ordered<cuda::thread_scope_device>(unsigned long long *, unsigned long long);
template __global__ void ordered<cuda::thread_scope_system>(unsigned *, unsigned);
template __global__ void ordered<cuda::thread_scope_device>(unsigned char *, unsigned char);

__global__ void blocks(int *d, float *f)
{
    using Reduce = cub::BlockReduce<float, 128>;
    using Scan = cub::BlockScan<int, 128>;
    using Sort = cub::BlockRadixSort<int, 128, 4>;
    using Warp = cub::WarpReduce<float>;
    __shared__ union {
        typename Reduce::TempStorage reduce;
        typename Scan::TempStorage scan;
        typename Sort::TempStorage sort;
        typename Warp::TempStorage warp[4];
    } room;
    int key[4] = {d[threadIdx.x], d[threadIdx.x + 1], 7, -3}, sum;
    float total = Reduce(room.reduce).Sum(f[threadIdx.x]);
    __syncthreads();
    Scan(room.scan).ExclusiveSum(key[0], sum);
    __syncthreads();
    Sort(room.sort).Sort(key);
    __syncthreads();
    f[threadIdx.x] = total + Warp(room.warp[threadIdx.x / 32]).Reduce(total, cuda::maximum<>{});
    d[threadIdx.x] = key[0] + key[3] + sum;
}
