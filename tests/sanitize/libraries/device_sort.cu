/* CUB: radix sort of keys and pairs, over one tile and over many, also downwards and of segments; merge sort. */
#include "../../cuda/check.h"
#include <algorithm>
#include <cub/device/device_merge_sort.cuh>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_segmented_radix_sort.cuh>
#include <cub/device/device_segmented_sort.cuh>

struct Less {
    __host__ __device__ bool operator()(unsigned x, unsigned y) const { return x % 1000 < y % 1000; }
};

static std::vector<unsigned> order_of(const std::vector<unsigned> &keys)
{
    std::vector<unsigned> at(keys.size());
    for (size_t i = 0; i < at.size(); i++)
        at[i] = (unsigned)i;
    std::stable_sort(at.begin(), at.end(), [&](unsigned x, unsigned y) { return keys[x] < keys[y]; });
    return at;
}

static void radix(size_t n)
{
    auto in = numbers(n, 3), want = in;
    std::sort(want.begin(), want.end());
    std::vector<unsigned> index(n), few(in), at;
    for (size_t i = 0; i < n; i++)
        index[i] = (unsigned)i;
    for (auto &x : few)
        x &= 0xff0;
    at = order_of(few);
    Device<unsigned> a(in), b(n), k(few), c(n), i(index), j(n);
    with_temporary("keys", [&](void *t, size_t &bytes) { return cub::DeviceRadixSort::SortKeys(t, bytes, a.p, b.p, (int)n); });
    same("keys", b.host(), want);
    with_temporary("pairs", [&](void *t, size_t &bytes) {
        return cub::DeviceRadixSort::SortPairs(t, bytes, k.p, c.p, i.p, j.p, (int)n, 4, 12);
    });
    same("pairs", j.host(), at);
    std::reverse(want.begin(), want.end());
    with_temporary("downwards", [&](void *t, size_t &bytes) {
        cub::DoubleBuffer<unsigned> both(a.p, b.p);
        cudaError_t e = cub::DeviceRadixSort::SortKeysDescending(t, bytes, both, (int)n);
        if (t && both.Current() != b.p)
            cudaMemcpy(b.p, both.Current(), n * sizeof *b.p, cudaMemcpyDeviceToDevice);
        return e;
    });
    same("downwards", b.host(), want);
}

static void merge(size_t n)
{
    auto in = numbers(n, 4), want = in;
    std::stable_sort(want.begin(), want.end(), Less());
    Device<unsigned> a(in);
    with_temporary("stable", [&](void *t, size_t &bytes) { return cub::DeviceMergeSort::StableSortKeys(t, bytes, a.p, (int)n, Less()); });
    same("stable", a.host(), want);
}

static void segments(size_t n)
{
    auto in = numbers(n, 6), want = in;
    std::vector<int> begin = {0, 3, 3, 50, 400, 3000, (int)n};
    const int count = (int)begin.size() - 1;
    for (int i = 0; i < count; i++)
        std::sort(want.begin() + begin[i], want.begin() + begin[i + 1]);
    Device<unsigned> a(in), b(n), c(n);
    Device<int> at(begin);
    with_temporary("segments", [&](void *t, size_t &bytes) {
        return cub::DeviceSegmentedRadixSort::SortKeys(t, bytes, a.p, b.p, (int)n, count, at.p, at.p + 1);
    });
    same("segments", b.host(), want);
    with_temporary("segments of any size", [&](void *t, size_t &bytes) {
        return cub::DeviceSegmentedSort::SortKeys(t, bytes, a.p, c.p, (int)n, count, at.p, at.p + 1);
    });
    same("segments of any size", c.host(), want);
}

int main()
{
    for (size_t n : {1, 3000, 50003})
        radix(n);
    for (size_t n : {1, 1500, 10007})
        merge(n);
    segments(9001);
}
