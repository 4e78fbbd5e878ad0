// libcu++: atomics with scopes, atomic_ref, barrier, pipeline, latch, semaphore, complex, tuple, span, optional
// arch: 80
#include "say.h"
#include <cooperative_groups.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/latch>
#include <cuda/semaphore>
#include <cuda/std/complex>
#include <cuda/std/tuple>
#include <cuda/std/span>
#include <cuda/std/optional>
#include <cuda/std/array>
#include <cuda/std/bit>
#include <cuda/std/limits>
#include <cuda/std/chrono>
#include <cuda/std/variant>
#include <cuda/std/utility>
#include <cuda/std/functional>
#include <cuda/functional>
namespace cg = cooperative_groups;
__device__ cuda::atomic<int, cuda::thread_scope_device> turn{0};
__global__ void tickets(int *order)
{
    if (threadIdx.x == 0) {
        int t = turn.fetch_add(1, cuda::memory_order_relaxed);
        order[t] = blockIdx.x;
    }
}
__global__ void histogram(const unsigned char *x, int n, unsigned *bins)
{
    __shared__ unsigned local[16];
    if (threadIdx.x < 16)
        local[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        cuda::atomic_ref<unsigned, cuda::thread_scope_block> r(local[x[i] & 15]);
        r.fetch_add(1, cuda::memory_order_relaxed);
    }
    __syncthreads();
    if (threadIdx.x < 16) {
        cuda::atomic_ref<unsigned, cuda::thread_scope_device> r(bins[threadIdx.x]);
        r.fetch_add(local[threadIdx.x], cuda::memory_order_relaxed);
    }
}
// Producer warp, consumer warps.
__global__ void producer(const int *in, int *out, int rounds)
{
    using barrier = cuda::barrier<cuda::thread_scope_block>;
    __shared__ int buffer[2][32];
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ barrier full[2], empty[2];
    auto block = cg::this_thread_block();
    if (block.thread_rank() < 2) {
        init(&full[threadIdx.x], block.size());
        init(&empty[threadIdx.x], block.size());
    }
    block.sync();
    if (threadIdx.x < 32) {
        for (int k = 0; k < rounds; k++) {
            empty[k % 2].arrive_and_wait();
            buffer[k % 2][threadIdx.x] = in[k * 32 + threadIdx.x];
            (void)full[k % 2].arrive();
        }
    } else {
        (void)empty[0].arrive();
        (void)empty[1].arrive();
        int lane = threadIdx.x - 32, sum = 0;
        for (int k = 0; k < rounds; k++) {
            full[k % 2].arrive_and_wait();
            sum += buffer[k % 2][lane] * (k + 1);
            (void)empty[k % 2].arrive();
        }
        out[lane] = sum;
    }
}
template <int stages> __global__ void piped(const float *in, float *out, int batches)
{
    extern __shared__ float data[];
    auto block = cg::this_thread_block();
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
    auto pipe = cuda::make_pipeline(block, &state);
    int size = block.size(), next = 0;
    float sum = 0;
    for (int k = 0; k < batches; k++) {
        for (; next < batches && next < k + stages; next++) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, data + next % stages * size, in + next * size, cuda::aligned_size_t<16>(size * 4), pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        sum += data[k % stages * size + (threadIdx.x + 1) % size];
        pipe.consumer_release();
    }
    out[threadIdx.x] = sum;
}
__global__ void types(float *out)
{
    using C = cuda::std::complex<float>;
    C z(0.5f, 0.25f), p(1, 0);
    for (int i = 0; i <= (int)threadIdx.x; i++)
        p *= z;
    auto t = cuda::std::make_tuple(abs(p), arg(p), threadIdx.x);
    auto [a, b, c] = t;
    cuda::std::array<int, 4> v{4, 3, 2, 1};
    cuda::std::span<int> s(v);
    int sum = 0;
    for (int x : s.subspan(1))
        sum += x;
    cuda::std::optional<int> o;
    if (threadIdx.x & 1)
        o = sum;
    cuda::std::variant<int, float> w;
    if (threadIdx.x & 2)
        w = 2.5f;
    else
        w = 3;
    float vv = cuda::std::visit([](auto x) { return float(x) * 2; }, w);
    out[threadIdx.x] = a + b + c + o.value_or(-1) + vv + cuda::std::popcount(threadIdx.x) + cuda::std::countl_zero(1u + threadIdx.x);
}
__global__ void guarded(int *x, int *log)
{
    __shared__ cuda::binary_semaphore<cuda::thread_scope_block> *s;
    __shared__ alignas(
        cuda::binary_semaphore<cuda::thread_scope_block>) char place[sizeof(cuda::binary_semaphore<cuda::thread_scope_block>)];
    __shared__ alignas(cuda::latch<cuda::thread_scope_block>) char lplace[sizeof(cuda::latch<cuda::thread_scope_block>)];
    auto *l = (cuda::latch<cuda::thread_scope_block> *)lplace;
    if (threadIdx.x == 0) {
        s = new (place) cuda::binary_semaphore<cuda::thread_scope_block>(1);
        new (lplace) cuda::latch<cuda::thread_scope_block>(blockDim.x);
    }
    __syncthreads();
    s->acquire();
    int old = *x;
    *x = old + 1;
    s->release();
    l->arrive_and_wait();
    if (threadIdx.x == 0)
        *log = *x;
}
int main()
{
    int *order;
    OK(cudaMallocManaged(&order, 64 * 4));
    tickets<<<8, 32>>>(order);
    OK(cudaDeviceSynchronize());
    int sum = 0;
    for (int i = 0; i < 8; i++)
        sum += order[i];
    printf("tickets %d\n", sum);
    int n = 5000;
    unsigned char *x;
    unsigned *bins;
    OK(cudaMallocManaged(&x, n));
    OK(cudaMallocManaged(&bins, 64));
    for (int i = 0; i < n; i++)
        x[i] = i * i % 23;
    memset(bins, 0, 64);
    histogram<<<4, 128>>>(x, n, bins);
    OK(cudaDeviceSynchronize());
    for (int i = 0; i < 16; i++)
        printf("%u ", bins[i]);
    printf("\n");
    int *in, *out;
    OK(cudaMallocManaged(&in, 32 * 10 * 4));
    OK(cudaMallocManaged(&out, 32 * 4));
    for (int i = 0; i < 320; i++)
        in[i] = i % 17;
    producer<<<1, 64>>>(in, out, 10);
    OK(cudaDeviceSynchronize());
    for (int i = 0; i < 32; i += 5)
        printf("%d ", out[i]);
    printf("\n");
    float *fi, *fo;
    OK(cudaMallocManaged(&fi, 128 * 8 * 4));
    OK(cudaMallocManaged(&fo, 128 * 4));
    for (int i = 0; i < 1024; i++)
        fi[i] = i;
    piped<3><<<1, 128, 3 * 128 * 4>>>(fi, fo, 8);
    OK(cudaDeviceSynchronize());
    printf("piped %g %g %g\n", fo[0], fo[64], fo[127]);
    types<<<1, 8>>>(fo);
    OK(cudaDeviceSynchronize());
    for (int i = 0; i < 8; i++)
        printf("%.4f ", fo[i]);
    printf("\n");
    order[0] = 0;
    guarded<<<1, 64>>>(order, order + 1);
    OK(cudaDeviceSynchronize());
    printf("guarded %d\n", order[1]);
    return 0;
}
