/* Products of matrices with the instructions for them: tiles in shared memory, in two stages, of several types. */
#include "../../cuda/check.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

using namespace nvcuda;

enum { N = 64, TILE = 32, STEP = 16, PAD = 8 };

/* Four warps make a tile of 32 x 32; the next step's parts arrive while one is used. */
__global__ void staged(const half *a, const half *b, float *c)
{
    __shared__ __align__(32) half x[2][TILE][STEP + PAD], y[2][STEP][TILE + PAD];
    const int warp = threadIdx.x / 32, row = blockIdx.y * TILE, col = blockIdx.x * TILE;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(sum, 0.0f);
    auto fetch = [&](int k, int stage) {
        const int i = threadIdx.x % 64;
        if (threadIdx.x < 64)
            __pipeline_memcpy_async(&x[stage][i / 2][i % 2 * 8], a + (row + i / 2) * N + k * STEP + i % 2 * 8, 16);
        else
            __pipeline_memcpy_async(&y[stage][i / 4][i % 4 * 8], b + (k * STEP + i / 4) * N + col + i % 4 * 8, 16);
        __pipeline_commit();
    };
    fetch(0, 0);
    for (int k = 0; k < N / STEP; k++) {
        if (k + 1 < N / STEP)
            fetch(k + 1, (k + 1) % 2);
        __pipeline_wait_prior(k + 1 < N / STEP ? 1 : 0);
        __syncthreads();
        wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> p;
        wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> q;
        wmma::load_matrix_sync(p, &x[k % 2][warp / 2 * 16][0], STEP + PAD);
        wmma::load_matrix_sync(q, &y[k % 2][0][warp % 2 * 16], TILE + PAD);
        wmma::mma_sync(sum, p, q, sum);
        __syncthreads();
    }
    wmma::store_matrix_sync(c + (row + warp / 2 * 16) * N + col + warp % 2 * 16, sum, N, wmma::mem_row_major);
}

/* A warp for each tile, straight from global memory. */
template <class In, class Out, int M, int C, int K, class Frag = In> __global__ void direct(const In *a, const In *b, Out *c)
{
    wmma::fragment<wmma::accumulator, M, C, K, Out> sum;
    wmma::fill_fragment(sum, (Out)0);
    for (int k = 0; k < N; k += K) {
        wmma::fragment<wmma::matrix_a, M, C, K, Frag, wmma::row_major> p;
        wmma::fragment<wmma::matrix_b, M, C, K, Frag, wmma::col_major> q;
        wmma::load_matrix_sync(p, a + blockIdx.y * M * N + k, N);
        wmma::load_matrix_sync(q, b + blockIdx.x * C * N + k, N);
        wmma::mma_sync(sum, p, q, sum);
    }
    __shared__ Out s[M * C];
    wmma::store_matrix_sync(s, sum, C, wmma::mem_row_major);
    __syncwarp();
    for (int i = threadIdx.x; i < M * C; i += 32)
        c[(blockIdx.y * M + i / C) * N + blockIdx.x * C + i % C] = s[i];
}

/* The instructions by themselves: rows by ldmatrix, a product, stored by each lane. */
__global__ void plain(const half *a, const half *b, float *c)
{
    __shared__ __align__(16) half x[16][N], y[N][8];
    for (int i = threadIdx.x; i < 16 * N; i += 32)
        x[i / N][i % N] = a[blockIdx.y * 16 * N + i];
    for (int i = threadIdx.x; i < 8 * N; i += 32)
        y[i / 8][i % 8] = b[i / 8 * N + blockIdx.x * 8 + i % 8];
    __syncwarp();
    float d[4] = {};
    const int l = threadIdx.x;
    for (int k = 0; k < N; k += 16) {
        unsigned p[4], q[2];
        unsigned from = (unsigned)__cvta_generic_to_shared(&x[l % 16][k + l / 16 * 8]);
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                     : "=r"(p[0]), "=r"(p[1]), "=r"(p[2]), "=r"(p[3]) : "r"(from) : "memory");
        from = (unsigned)__cvta_generic_to_shared(&y[k + l % 16][0]);
        asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];" : "=r"(q[0]), "=r"(q[1]) : "r"(from) : "memory");
        asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                     : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(p[0]), "r"(p[1]), "r"(p[2]), "r"(p[3]), "r"(q[0]), "r"(q[1]));
    }
    for (int i = 0; i < 4; i++)
        c[(blockIdx.y * 16 + l / 4 + i / 2 * 8) * N + blockIdx.x * 8 + l % 4 * 2 + i % 2] = d[i];
}

template <class T> static std::vector<T> small(unsigned seed)
{
    std::vector<T> v;
    for (unsigned x : numbers(N * N, seed))
        v.push_back((T)(float)(int)(x % 7));
    return v;
}

template <class T, class Out> static std::vector<Out> product(const std::vector<T> &a, const std::vector<T> &b, bool by_columns)
{
    std::vector<Out> c(N * N);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            float sum = 0;
            for (int k = 0; k < N; k++)
                sum += (float)a[i * N + k] * (float)b[by_columns ? j * N + k : k * N + j];
            c[i * N + j] = (Out)sum;
        }
    return c;
}

template <class In, class Out, int M, int C, int K, class Frag = In> static void check(const char *what)
{
    auto a = small<In>(1), b = small<In>(2);
    Device<In> x(a), y(b);
    Device<Out> z(N * N);
    direct<In, Out, M, C, K, Frag><<<dim3(N / C, N / M), 32>>>(x.p, y.p, z.p);
    same(what, z.host(), product<In, Out>(a, b, true));
}

int main()
{
    auto a = small<half>(3), b = small<half>(4);
    Device<half> x(a), y(b);
    Device<float> z(N * N);
    staged<<<dim3(N / TILE, N / TILE), 128>>>(x.p, y.p, z.p);
    same("staged", z.host(), product<half, float>(a, b, false));
    plain<<<dim3(N / 8, N / 16), 32>>>(x.p, y.p, z.p);
    same("plain", z.host(), product<half, float>(a, b, false));
    check<half, float, 16, 16, 16>("half");
    check<half, float, 32, 8, 16>("half, tall");
    check<__nv_bfloat16, float, 8, 32, 16>("bfloat16");
    check<signed char, int, 16, 16, 16>("bytes");
    check<float, float, 16, 16, 8, wmma::precision::tf32>("tf32");
    check<double, double, 8, 8, 4>("double");
    return cudaGetLastError() != cudaSuccess;
}
