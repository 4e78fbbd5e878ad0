// Conjugate gradients on a grid in one cooperative launch, sweeps that stage rows, a prefix over the grid: groups of all sorts.
// arch: 80
#include "say.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cooperative_groups/memcpy_async.h>
#include <vector>
#include <cmath>
namespace cg = cooperative_groups;
struct System {
    int w, h;
    double *x, *r, *p, *q;
    double *dot;
    int *rounds;
    double limit;
    int most;
};
__device__ double laplace(const double *v, int x, int y, int w, int h)
{
    double c = 4 * v[y * w + x];
    if (x)
        c -= v[y * w + x - 1];
    if (x + 1 < w)
        c -= v[y * w + x + 1];
    if (y)
        c -= v[(y - 1) * w + x];
    if (y + 1 < h)
        c -= v[(y + 1) * w + x];
    return c;
}
__device__ void add(cg::thread_block block, double v, double *to)
{
    __shared__ double part[32];
    auto warp = cg::tiled_partition<32>(block);
    v = cg::reduce(warp, v, cg::plus<double>());
    if (warp.thread_rank() == 0)
        part[warp.meta_group_rank()] = v;
    block.sync();
    if (warp.meta_group_rank() == 0) {
        v = warp.thread_rank() < warp.meta_group_size() ? part[warp.thread_rank()] : 0;
        v = cg::reduce(warp, v, cg::plus<double>());
        cg::invoke_one(warp, [&] { atomicAdd(to, v); });
    }
    block.sync();
}
__global__ void solve(System s)
{
    auto grid = cg::this_grid();
    auto block = cg::this_thread_block();
    long n = (long)s.w * s.h;
    double rr = 0;
    for (long i = grid.thread_rank(); i < n; i += grid.size()) {
        s.x[i] = 0;
        s.p[i] = s.r[i];
        rr += s.r[i] * s.r[i];
    }
    add(block, rr, &s.dot[0]);
    grid.sync();
    rr = s.dot[0];
    int k = 0;
    while (k < s.most && rr > s.limit) {
        double pq = 0;
        for (long i = grid.thread_rank(); i < n; i += grid.size()) {
            s.q[i] = laplace(s.p, i % s.w, i / s.w, s.w, s.h);
            pq += s.p[i] * s.q[i];
        }
        add(block, pq, &s.dot[1 + 2 * k]);
        grid.sync();
        double alpha = rr / s.dot[1 + 2 * k], next = 0;
        for (long i = grid.thread_rank(); i < n; i += grid.size()) {
            s.x[i] += alpha * s.p[i];
            s.r[i] -= alpha * s.q[i];
            next += s.r[i] * s.r[i];
        }
        add(block, next, &s.dot[2 + 2 * k]);
        auto token = grid.barrier_arrive();
        grid.barrier_wait(std::move(token));
        next = s.dot[2 + 2 * k];
        double beta = next / rr;
        for (long i = grid.thread_rank(); i < n; i += grid.size())
            s.p[i] = s.r[i] + beta * s.p[i];
        rr = next;
        k++;
        grid.sync();
    }
    if (grid.thread_rank() == 0)
        *s.rounds = k;
}
// Blocks stage rows into shared memory; labelled and coalesced groups count what converged
template <int W> __global__ void sweep(const float *in, float *out, int h, int *count, unsigned *leaders)
{
    __shared__ float rows[3][W];
    auto block = cg::this_thread_block();
    int y = blockIdx.x + 1;
    cg::memcpy_async(block, rows[0], in + (y - 1) * W, 3 * W * sizeof(float));
    cg::wait(block);
    int x = threadIdx.x;
    float v = rows[1][x];
    if (x && x + 1 < W) {
        v = 0.25f * (rows[0][x] + rows[2][x] + rows[1][x - 1] + rows[1][x + 1]);
        float change = fabsf(v - rows[1][x]);
        if (change > 1e-3f) {
            auto active = cg::coalesced_threads();
            if (active.thread_rank() == 0)
                atomicAdd(count, active.size());
            auto same = cg::labeled_partition(active, (int)(change * 16));
            int best = cg::reduce(same, x, cg::greater<int>());
            if (same.thread_rank() == 0)
                atomicMax(leaders, best);
        }
    }
    out[y * W + x] = v;
}
__global__ void prefix(int *v, int n, int *carry)
{
    auto grid = cg::this_grid();
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    int i = grid.thread_rank();
    int e = i < n ? v[i] : 0;
    int inc = cg::inclusive_scan(warp, e);
    int ex = cg::exclusive_scan(warp, e, [](int a, int b) { return a > b ? a : b; });
    if (warp.thread_rank() == warp.size() - 1)
        carry[i / 32] = inc;
    grid.sync();
    int before = 0;
    for (int k = 0; k < i / 32; k++)
        before += carry[k];
    if (i < n)
        v[i] = before + inc + 1000000 * ex;
}
int main()
{
    const int w = 33, h = 27, n = w * h;
    cudaDeviceProp prop;
    OK(cudaGetDeviceProperties(&prop, 0));
    int coop;
    OK(cudaDeviceGetAttribute(&coop, cudaDevAttrCooperativeLaunch, 0));
    int per;
    OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per, solve, 96, 0));
    int blocks = std::min(7, per * prop.multiProcessorCount);
    System s = {w, h};
    std::vector<double> b(n);
    for (int i = 0; i < n; i++)
        b[i] = std::sin(i * 0.37) + (i == n / 2 ? 5 : 0);
    for (double **p : {&s.x, &s.r, &s.p, &s.q})
        OK(cudaMallocManaged(p, n * 8));
    s.most = 400;
    s.limit = 1e-18;
    OK(cudaMallocManaged(&s.dot, (2 * s.most + 1) * 8));
    OK(cudaMallocManaged(&s.rounds, 4));
    OK(cudaMemset(s.dot, 0, (2 * s.most + 1) * 8));
    std::copy(b.begin(), b.end(), s.r);
    void *args[] = {&s};
    OK(cudaLaunchCooperativeKernel((void *)solve, dim3(blocks), dim3(96), args));
    OK(cudaDeviceSynchronize());
    double worst = 0;
    for (int i = 0; i < n; i++) {
        int x = i % w, y = i / w;
        double c = 4 * s.x[i] - (x ? s.x[i - 1] : 0) - (x + 1 < w ? s.x[i + 1] : 0) - (y ? s.x[i - w] : 0) - (y + 1 < h ? s.x[i + w] : 0);
        worst = std::fmax(worst, std::fabs(c - b[i]));
    }
    std::printf("cooperative %d; converged in fewer than 400: %d, residual small: %d\n", coop, *s.rounds < 400 && *s.rounds > 10, worst < 1e-8);
    // too many blocks for a cooperative launch
    cudaError_t e = cudaLaunchCooperativeKernel((void *)solve, dim3(per * prop.multiProcessorCount + 1), dim3(96), args);
    std::printf("%s\n", cudaGetErrorName(e));
    cudaGetLastError();
    const int W = 64, H = 40;
    float *u[2];
    int *count;
    unsigned *leaders;
    for (auto &p : u) {
        OK(cudaMallocManaged(&p, W * H * 4));
        for (int i = 0; i < W * H; i++)
            p[i] = i < W ? 100.f : 0;
    }
    OK(cudaMallocManaged(&count, 4));
    OK(cudaMallocManaged(&leaders, 4));
    *leaders = 0;
    std::vector<float> ref[2] = {std::vector<float>(u[0], u[0] + W * H), std::vector<float>(u[0], u[0] + W * H)};
    int bad = 0, want = 0;
    for (int t = 0; t < 12; t++) {
        *count = 0;
        want = 0;
        sweep<W><<<H - 2, W>>>(u[t & 1], u[~t & 1], H, count, leaders);
        OK(cudaDeviceSynchronize());
        for (int y = 1; y < H - 1; y++)
            for (int x = 1; x < W - 1; x++) {
                auto &r = ref[t & 1];
                float v = 0.25f * (r[(y - 1) * W + x] + r[(y + 1) * W + x] + r[y * W + x - 1] + r[y * W + x + 1]);
                want += std::fabs(v - r[y * W + x]) > 1e-3f;
                ref[~t & 1][y * W + x] = v;
            }
        bad += *count != want;
        for (int i = 0; i < W * H; i++)
            bad += ref[~t & 1][i] != u[~t & 1][i];
    }
    std::printf("sweeps: %d wrong, last leader %u, still changing %d\n", bad, *leaders, want);
    int *v, *carry, m = 500;
    OK(cudaMallocManaged(&v, m * 4));
    OK(cudaMallocManaged(&carry, 64));
    for (int i = 0; i < m; i++)
        v[i] = i * 5 % 7;
    void *pargs[] = {&v, &m, &carry};
    cudaLaunchConfig_t config = {};
    cudaLaunchAttribute at[1];
    config.gridDim = 4;
    config.blockDim = 128;
    config.attrs = at;
    config.numAttrs = 1;
    at[0].id = cudaLaunchAttributeCooperative;
    at[0].val.cooperative = 1;
    OK(cudaLaunchKernelExC(&config, (void *)prefix, pargs));
    OK(cudaDeviceSynchronize());
    int sum = 0, most = 0;
    bad = 0;
    for (int i = 0; i < m; i++) {
        if (i % 32 == 0)
            most = 0;
        sum += i * 5 % 7;
        bad += v[i] != sum + 1000000 * most;
        most = std::max(most, i * 5 % 7);
    }
    std::printf("prefix: %d wrong\n", bad);
}
