/* CUB: what the lanes of a warp, or of a part of it, do together. */
#include "../../cuda/check.h"
#include <algorithm>
#include <cub/warp/warp_exchange.cuh>
#include <cub/warp/warp_load.cuh>
#include <cub/warp/warp_merge_sort.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>
#include <cub/warp/warp_store.cuh>

enum { T = 96 };

struct Less {
    __device__ bool operator()(unsigned a, unsigned b) const { return a < b; }
};

/* How many groups of W lanes a warp has: one, where W is no power of two. */
__host__ __device__ constexpr int groups(int w) { return w & (w - 1) ? 1 : 32 / w; }

/* Sums of W lanes, with shuffles or, where W is no power of two, in shared memory; and of those before a mark. */
template <int W> __global__ void sums(const unsigned *in, unsigned *out)
{
    using Reduce = cub::WarpReduce<unsigned, W>;
    __shared__ typename Reduce::TempStorage s[groups(W) * (T / 32)];
    const int lane = threadIdx.x % 32, part = threadIdx.x / 32 * groups(W) + lane / W;
    if (lane >= groups(W) * W)
        return;
    unsigned sum = Reduce(s[part]).Sum(in[threadIdx.x]);
    __syncwarp(__activemask());
    unsigned most = Reduce(s[part]).Reduce(in[threadIdx.x], ::cuda::maximum<>{}, W - 1);
    __syncwarp(__activemask());
    unsigned piece = Reduce(s[part]).HeadSegmentedSum(in[threadIdx.x], lane % W % 3 == 0);
    if (lane % W == 0)
        out[part] = sum * 1000 + most * 10;
    if (lane % W % 3 == 0)
        out[T + threadIdx.x] = piece;
}

template <int W> __global__ void scans(const unsigned *in, unsigned *out)
{
    using Scan = cub::WarpScan<unsigned, W>;
    __shared__ typename Scan::TempStorage s[T / W];
    unsigned before, all, most;
    Scan(s[threadIdx.x / W]).ExclusiveSum(in[threadIdx.x], before, all);
    __syncwarp();
    Scan(s[threadIdx.x / W]).InclusiveScan(in[threadIdx.x], most, ::cuda::maximum<>{});
    out[threadIdx.x] = before * 100 + all + most * 10000;
}

/* Each group of 16 lanes loads 64 numbers, sorts and stores them. */
__global__ void pieces(const unsigned *in, unsigned *out, int n)
{
    using Load = cub::WarpLoad<unsigned, 4, cub::WARP_LOAD_TRANSPOSE, 16>;
    using Sort = cub::WarpMergeSort<unsigned, 4, 16>;
    using Exchange = cub::WarpExchange<unsigned, 4, 16>;
    using Store = cub::WarpStore<unsigned, 4, cub::WARP_STORE_TRANSPOSE, 16>;
    __shared__ union {
        typename Load::TempStorage load;
        typename Sort::TempStorage sort;
        typename Exchange::TempStorage exchange;
        typename Store::TempStorage store;
    } s[T / 16];
    const int group = threadIdx.x / 16, left = n - group * 64;
    unsigned x[4];
    Load(s[group].load).Load(in + group * 64, x, left, ~0u);
    __syncwarp();
    Sort(s[group].sort).Sort(x, Less());
    __syncwarp();
    Exchange(s[group].exchange).BlockedToStriped(x, x);
    __syncwarp();
    Exchange(s[group].exchange).StripedToBlocked(x, x);
    __syncwarp();
    Store(s[group].store).Store(out + group * 64, x, left);
}

int main()
{
    auto in = numbers(4 * T, 1);
    for (auto &x : in)
        x %= 10;
    Device<unsigned> a(in), b(4 * T);
    auto sum = [&](auto kernel, int w) {
        std::vector<unsigned> want;
        for (int i = 0; i < T; i += 32)
            for (int p = 0; p < groups(w) * w; p += w) {
                unsigned all = 0, most = 0;
                for (int k = 0; k < w; k++)
                    all += in[i + p + k];
                for (int k = 0; k < w - 1; k++)
                    most = std::max(most, in[i + p + k]);
                want.push_back(all * 1000 + most * 10);
            }
        kernel<<<1, T>>>(a.p, b.p);
        same("sums", b.host(), want);
        auto got = b.host();
        for (int i = 0; i < T; i++) {
            const int l = i % 32 % w;
            if (i % 32 >= groups(w) * w || l % 3)
                continue;
            unsigned piece = 0;
            for (int k = 0; k < 3 && l + k < w; k++)
                piece += in[i + k];
            same("pieces", {got[T + i]}, std::vector<unsigned>{piece});
        }
    };
    sum(sums<32>, 32);
    sum(sums<8>, 8);
    sum(sums<12>, 12);
    auto scan = [&](auto kernel, int w) {
        std::vector<unsigned> want(T);
        for (int i = 0; i < T; i++) {
            unsigned before = 0, all = 0, most = 0;
            for (int k = i / w * w; k < i / w * w + w; k++) {
                before += k < i ? in[k] : 0;
                all += in[k];
                most = std::max(most, k <= i ? in[k] : 0);
            }
            want[i] = before * 100 + all + most * 10000;
        }
        kernel<<<1, T>>>(a.p, b.p);
        same("scans", b.host(), want);
    };
    scan(scans<32>, 32);
    scan(scans<4>, 4);
    const int n = 4 * T - 5;
    auto want = in;
    for (int i = 0; i < n; i += 64)
        std::sort(want.begin() + i, want.begin() + std::min(i + 64, n));
    want.resize(n);
    pieces<<<1, T>>>(a.p, b.p, n);
    same("sorted", b.host(), want);
    return cudaGetLastError() != cudaSuccess;
}
