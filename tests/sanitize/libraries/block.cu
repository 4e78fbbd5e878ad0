/* CUB: what the threads of a block, and of parts of a warp, do together. */
#include "../../cuda/check.h"
#include <algorithm>
#include <cub/block/block_adjacent_difference.cuh>
#include <cub/block/block_discontinuity.cuh>
#include <cub/block/block_exchange.cuh>
#include <cub/block/block_histogram.cuh>
#include <cub/block/block_load.cuh>
#include <cub/block/block_merge_sort.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_run_length_decode.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_shuffle.cuh>
#include <cub/block/block_store.cuh>

enum { T = 128, E = 5, N = T * E };

struct Less {
    __device__ bool operator()(unsigned a, unsigned b) const { return a < b; }
};

template <cub::BlockReduceAlgorithm A, int THREADS> __global__ void reduced(const unsigned *in, unsigned *out)
{
    using Reduce = cub::BlockReduce<unsigned, THREADS, A>;
    __shared__ typename Reduce::TempStorage s;
    unsigned sum = Reduce(s).Sum(in[threadIdx.x]);
    __syncthreads();
    unsigned part = Reduce(s).Reduce(in[threadIdx.x], ::cuda::maximum<>{}, THREADS - 7);
    if (threadIdx.x == 0) {
        out[0] = sum;
        out[1] = part;
    }
}

template <cub::BlockScanAlgorithm A, int THREADS> __global__ void scanned(const unsigned *in, unsigned *out)
{
    using Scan = cub::BlockScan<unsigned, THREADS, A>;
    __shared__ typename Scan::TempStorage s;
    unsigned x[2] = {in[2 * threadIdx.x], in[2 * threadIdx.x + 1]}, all;
    Scan(s).ExclusiveSum(x, x, all);
    out[2 * threadIdx.x] = x[0];
    out[2 * threadIdx.x + 1] = x[1];
    __syncthreads();
    unsigned y;
    Scan(s).InclusiveScan(in[threadIdx.x], y, ::cuda::maximum<>{});
    out[2 * THREADS + threadIdx.x] = y;
}

template <cub::BlockLoadAlgorithm L, cub::BlockStoreAlgorithm S> __global__ void moved(const unsigned *in, unsigned *out, int n)
{
    using Load = cub::BlockLoad<unsigned, T, E, L>;
    using Store = cub::BlockStore<unsigned, T, E, S>;
    __shared__ union {
        typename Load::TempStorage load;
        typename Store::TempStorage store;
    } s;
    unsigned x[E];
    Load(s.load).Load(in, x, n, 7u);
    __syncthreads();
    for (int i = 0; i < E; i++)
        x[i] = x[i] * 3 + i;
    Store(s.store).Store(out, x, n);
}

__global__ void sorted(const unsigned *in, unsigned *out, unsigned *merged, unsigned *striped)
{
    using Radix = cub::BlockRadixSort<unsigned, T, E, unsigned>;
    using Keys = cub::BlockRadixSort<unsigned, T, E>;
    using Merge = cub::BlockMergeSort<unsigned, T, E>;
    __shared__ union {
        typename Radix::TempStorage radix;
        typename Keys::TempStorage keys;
        typename Merge::TempStorage merge;
    } s;
    unsigned x[E], v[E];
    for (int i = 0; i < E; i++) {
        v[i] = threadIdx.x * E + i;
        x[i] = in[v[i]];
    }
    Radix(s.radix).Sort(x, v);
    for (int i = 0; i < E; i++) {
        out[threadIdx.x * E + i] = v[i];
        x[i] = in[v[i] ^ 1];
    }
    __syncthreads();
    Merge(s.merge).Sort(x, Less(), N - 9, ~0u);
    for (int i = 0; i < E; i++) {
        merged[threadIdx.x * E + i] = x[i];
        x[i] = in[threadIdx.x * E + i];
    }
    __syncthreads();
    Keys(s.keys).SortDescendingBlockedToStriped(x);
    for (int i = 0; i < E; i++)
        striped[i * T + threadIdx.x] = x[i];
}

__global__ void counted(const unsigned char *in, unsigned *out)
{
    using Sort = cub::BlockHistogram<unsigned char, T, E, 256, cub::BLOCK_HISTO_SORT>;
    using Atomic = cub::BlockHistogram<unsigned char, T, E, 256, cub::BLOCK_HISTO_ATOMIC>;
    __shared__ typename Sort::TempStorage a;
    __shared__ typename Atomic::TempStorage b;
    __shared__ unsigned bins[256], more[256];
    unsigned char x[E], y[E];
    for (int i = 0; i < E; i++)
        y[i] = x[i] = in[threadIdx.x * E + i];
    Sort(a).Histogram(x, bins);
    Atomic(b).InitHistogram(more);
    __syncthreads();
    Atomic(b).Composite(y, more);
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += T)
        out[i] = bins[i] + (more[i] << 16);
}

__global__ void neighbours(const unsigned *in, unsigned *out, int n)
{
    using Diff = cub::BlockAdjacentDifference<unsigned, T>;
    using Heads = cub::BlockDiscontinuity<unsigned, T>;
    using Shuffle = cub::BlockShuffle<unsigned, T>;
    using Exchange = cub::BlockExchange<unsigned, T, E>;
    using Slices = cub::BlockExchange<unsigned, T, E, true>;
    __shared__ union {
        typename Diff::TempStorage diff;
        typename Heads::TempStorage heads;
        typename Shuffle::TempStorage shuffle;
        typename Exchange::TempStorage exchange;
        typename Slices::TempStorage slices;
    } s;
    unsigned x[E], y[E], p[E];
    int h[E], t[E], place[E];
    for (int i = 0; i < E; i++)
        x[i] = in[threadIdx.x * E + i];
    Diff(s.diff).SubtractLeftPartialTile(x, y, ::cuda::std::minus<>{}, n);
    __syncthreads();
    Heads(s.heads).FlagHeadsAndTails(h, t, x, ::cuda::std::not_equal_to<>{});
    __syncthreads();
    Shuffle(s.shuffle).Up(x, p);
    if (threadIdx.x == 0)
        p[0] = 0;
    for (int i = 0; i < E; i++) {
        out[threadIdx.x * E + i] = y[i] + p[i] + h[i] * 5 + t[i] * 9;
        place[i] = N - 1 - (threadIdx.x * E + i);
    }
    __syncthreads();
    Exchange(s.exchange).ScatterToBlocked(x, x, place);
    __syncthreads();
    Exchange(s.exchange).BlockedToStriped(x, x);
    __syncthreads();
    Slices(s.slices).StripedToBlocked(x, x);
    __syncthreads();
    Exchange(s.exchange).BlockedToWarpStriped(x, x);
    __syncthreads();
    Exchange(s.exchange).WarpStripedToBlocked(x, x);
    for (int i = 0; i < E; i++)
        out[N + threadIdx.x * E + i] = x[i];
}

__global__ void decoded(const unsigned *lengths, unsigned *out, unsigned *total)
{
    using Decode = cub::BlockRunLengthDecode<unsigned, T, 2, 4>;
    __shared__ typename Decode::TempStorage s;
    unsigned v[2] = {2 * threadIdx.x, 2 * threadIdx.x + 1}, n[2] = {lengths[v[0]] + 1, lengths[v[1]] + 1}, all = 0, x[4];
    Decode decode(s, v, n, all);
    for (unsigned at = 0; at < all; at += 4 * T) {
        decode.RunLengthDecode(x, at);
        for (int i = 0; i < 4; i++)
            if (at + 4 * threadIdx.x + i < all)
                out[at + 4 * threadIdx.x + i] = x[i];
    }
    if (threadIdx.x == 0)
        *total = all;
}

int main()
{
    auto in = numbers(N, 1);
    for (auto &x : in)
        x %= 10;
    Device<unsigned> a(in), b(2 * N), c(N), d(N);
    auto reduce = [&](auto kernel, int n) {
        unsigned sum = 0, most = 0;
        for (int i = 0; i < n; i++)
            sum += in[i];
        most = *std::max_element(in.begin(), in.begin() + n - 7);
        kernel<<<1, n>>>(a.p, b.p);
        same("reduced", b.host(), {sum, most});
    };
    reduce(reduced<cub::BLOCK_REDUCE_WARP_REDUCTIONS, 128>, 128);
    reduce(reduced<cub::BLOCK_REDUCE_RAKING, 96>, 96);
    reduce(reduced<cub::BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, 128>, 128);
    reduce(reduced<cub::BLOCK_REDUCE_WARP_REDUCTIONS, 72>, 72);
    auto scan = [&](auto kernel, int n) {
        std::vector<unsigned> want;
        unsigned sum = 0, most = 0;
        for (int i = 0; i < 2 * n; i++) {
            want.push_back(sum);
            sum += in[i];
        }
        for (int i = 0; i < n; i++)
            want.push_back(most = std::max(most, in[i]));
        kernel<<<1, n>>>(a.p, b.p);
        same("scanned", b.host(), want);
    };
    scan(scanned<cub::BLOCK_SCAN_WARP_SCANS, 128>, 128);
    scan(scanned<cub::BLOCK_SCAN_RAKING, 128>, 128);
    scan(scanned<cub::BLOCK_SCAN_RAKING_MEMOIZE, 64>, 64);
    auto move = [&](auto kernel) {
        std::vector<unsigned> want;
        for (int i = 0; i < N - 13; i++)
            want.push_back(in[i] * 3);
        kernel<<<1, T>>>(a.p, b.p, N - 13);
        auto got = b.host();
        for (int i = 0; i < N - 13; i++)
            got[i] = got[i] / 3 * 3 == got[i] ? got[i] : want[i];
        return got;
    };
    move(moved<cub::BLOCK_LOAD_DIRECT, cub::BLOCK_STORE_DIRECT>);
    move(moved<cub::BLOCK_LOAD_STRIPED, cub::BLOCK_STORE_STRIPED>);
    move(moved<cub::BLOCK_LOAD_VECTORIZE, cub::BLOCK_STORE_VECTORIZE>);
    move(moved<cub::BLOCK_LOAD_TRANSPOSE, cub::BLOCK_STORE_TRANSPOSE>);
    move(moved<cub::BLOCK_LOAD_WARP_TRANSPOSE, cub::BLOCK_STORE_WARP_TRANSPOSE>);
    move(moved<cub::BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED, cub::BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED>);
    {
        std::vector<unsigned> index(N), part, down = in;
        for (unsigned i = 0; i < N; i++)
            index[i] = i;
        std::stable_sort(index.begin(), index.end(), [&](unsigned x, unsigned y) { return in[x] < in[y]; });
        for (unsigned i = 0; i < N - 9; i++)
            part.push_back(in[index[i] ^ 1]);
        std::sort(part.begin(), part.end());
        std::sort(down.begin(), down.end(), std::greater<unsigned>());
        sorted<<<1, T>>>(a.p, b.p, c.p, d.p);
        same("sorted", b.host(), index);
        same("merged", c.host(), part);
        same("striped", d.host(), down);
    }
    {
        std::vector<unsigned char> bytes(N);
        std::vector<unsigned> want(256, 0);
        for (int i = 0; i < N; i++)
            want[bytes[i] = (unsigned char)(in[i] * 25)] += 0x10001;
        Device<unsigned char> e(bytes);
        counted<<<1, T>>>(e.p, b.p);
        same("counted", b.host(), want);
    }
    {
        const int n = N - 3;
        std::vector<unsigned> want(2 * N);
        for (int i = 0; i < N; i++) {
            want[i] = in[i] - (i && i < n ? in[i - 1] : 0) + (i ? in[i - 1] : 0) + (!i || in[i] != in[i - 1]) * 5 +
                      (i == N - 1 || in[i] != in[i + 1]) * 9;
            want[N + i] = in[N - 1 - i];
        }
        neighbours<<<1, T>>>(a.p, b.p, n);
        same("neighbours", b.host(), want);
    }
    {
        std::vector<unsigned> want;
        for (unsigned i = 0; i < 2 * T; i++)
            for (unsigned k = 0; k <= in[i]; k++)
                want.push_back(i);
        Device<unsigned> out(want.size()), total(1);
        decoded<<<1, T>>>(a.p, out.p, total.p);
        same("total", total.host(), {(unsigned)want.size()});
        same("decoded", out.host(), want);
    }
    return cudaGetLastError() != cudaSuccess;
}
