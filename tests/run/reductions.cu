// reductions.cu: results of all lanes by shuffles of halves of 64 bits, by guarded additions and by comparisons and choices, as CUDA's
// libraries have them.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cub/cub.cuh>
namespace cg = cooperative_groups;

extern "C" __global__ void by_down(const double *a, double *sums, const long long *b, long long *least)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    double s = a[i];
    long long k = b[i];
    for (int d = 16; d > 0; d /= 2) { // two chains in turn
        s += __shfl_down_sync(0xffffffff, s, d);
        k = min(k, __shfl_down_sync(0xffffffff, k, d));
    }
    if (threadIdx.x % 32 == 0) {
        sums[i / 32] = s;
        least[i / 32] = k;
    }
}

extern "C" __global__ void by_xor(const double *a, double *greatest, double *products)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    double m = a[i], p = a[i];
    for (int d = 1; d < 32; d *= 2)
        m = fmax(m, __shfl_xor_sync(0xffffffff, m, d));
    for (int d = 4; d > 0; d /= 2) // groups of 8
        p *= __shfl_xor_sync(0xffffffff, p, d);
    greatest[i] = m;
    products[i] = p;
}

extern "C" __global__ void tiles(const unsigned long long *b, unsigned long long *sums)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    const unsigned long long s = cg::reduce(tile, b[i], cg::plus<unsigned long long>());
    if (tile.thread_rank() == 0)
        sums[i / 16] = s;
}

template <typename T, typename Op> __device__ T of_block(T x, Op op)
{
    using Reduce = cub::BlockReduce<T, 128>;
    __shared__ typename Reduce::TempStorage storage;
    __syncthreads();
    return Reduce(storage).Reduce(x, op);
}

extern "C" __global__ void blocks(const float *f, const double *a, const long long *b, float *to_f, double *to_a, long long *to_b)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float f0 = of_block(f[i], cuda::std::plus<float>()), f1 = of_block(f[i], cuda::maximum<float>());
    const double a0 = of_block(a[i], cuda::std::plus<double>()), a1 = of_block(a[i], cuda::minimum<double>());
    const long long b0 = of_block(b[i], cuda::std::plus<long long>());
    if (threadIdx.x == 0) {
        to_f[2 * blockIdx.x] = f0;
        to_f[2 * blockIdx.x + 1] = f1;
        to_a[2 * blockIdx.x] = a0;
        to_a[2 * blockIdx.x + 1] = a1;
        to_b[blockIdx.x] = b0;
    }
}

__device__ float of_warp(float v)
{
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    return v;
}

// Sums of warps are left where these were, and then summed by the first warp, in place.
extern "C" __global__ void by_two(const float *f, float *sums)
{
    __shared__ float part[32];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    float v = of_warp(f[blockIdx.x * blockDim.x + threadIdx.x]);
    if (lane == 0)
        part[warp] = v;
    __syncthreads();
    v = threadIdx.x < blockDim.x / 32 ? part[lane] : 0;
    if (warp == 0)
        v = of_warp(v);
    if (lane == 0)
        sums[blockIdx.x * blockDim.x / 32 + warp] = v;
}

// Scans: of floats, whose order counts, of maxima, of halves of 64 bits, and in groups.
extern "C" __global__ void scans(const float *f, const double *a, const long long *b, float *to_f, double *to_a, long long *to_b)
{
    using Scan = cub::WarpScan<double>;
    __shared__ typename Scan::TempStorage storage[4];
    const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    float s = f[i], m = f[i];
    double g = a[i], w;
    long long k = b[i];
    for (int d = 1; d < 32; d *= 2) {
        const float t = __shfl_up_sync(0xffffffff, s, d);
        if (lane >= d)
            s += t;
        m = fmaxf(m, __shfl_up_sync(0xffffffff, m, d));
        const long long n = __shfl_up_sync(0xffffffff, k, d);
        k += lane >= d ? n : 0;
    }
    for (int d = 1; d < 8; d *= 2) {
        const double t = __shfl_up_sync(0xffffffff, g, d, 8);
        if (lane % 8 >= d)
            g = g * t;
    }
    Scan(storage[threadIdx.x / 32]).InclusiveSum(a[i], w);
    to_f[2 * i] = s;
    to_f[2 * i + 1] = m;
    to_a[2 * i] = g;
    to_a[2 * i + 1] = w;
    to_b[i] = k;
}

// The values on the way, too: no reduction alone.
extern "C" __global__ void on_the_way(const double *a, double *sums)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    double s = a[i];
    for (int d = 16; d > 0; d /= 2) {
        s += __shfl_down_sync(0xffffffff, s, d);
        if (d == 4)
            sums[32 * gridDim.x * 4 + i] = s;
    }
    sums[i] = s;
}

// What is shuffled changes between the step that takes it apart and the shuffles.
extern "C" __global__ void late(const double *a, double *sums)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    double s = a[i];
    for (int round = 0; round < 3; round++) {
        const double before = s;
        s = s * 2 + round;
        for (int d = 16; d > 0; d /= 2)
            s += __shfl_xor_sync(0xffffffff, d == 16 ? before : s, d);
    }
    sums[i] = s;
}
