/* cub::DeviceRadixSort: keys alone, and pairs by some of their bits. */
#include "check.h"
#include <algorithm>
#include <cub/device/device_radix_sort.cuh>

int main()
{
    for (size_t n : {1, 3000, 100003}) {
        auto in = numbers(n, 3);
        auto want = in;
        std::sort(want.begin(), want.end());
        Device<unsigned> a(in), b(n);
        with_temporary("keys", [&](void *t, size_t &bytes) {
            return cub::DeviceRadixSort::SortKeys(t, bytes, a.p, b.p, (int)n);
        });
        same("keys", b.host(), want);
    }
    const size_t n = 20000;
    auto keys = numbers(n, 5);
    std::vector<unsigned> index(n);
    for (size_t i = 0; i < n; i++)
        index[i] = (unsigned)i;
    auto want = index;
    std::stable_sort(want.begin(), want.end(), [&](unsigned x, unsigned y) {
        return (keys[x] >> 4 & 255) > (keys[y] >> 4 & 255);
    });
    Device<unsigned> k(keys), v(index), k2(n), v2(n);
    with_temporary("pairs", [&](void *t, size_t &bytes) {
        return cub::DeviceRadixSort::SortPairsDescending(t, bytes, k.p, k2.p, v.p, v2.p, (int)n, 4, 12);
    });
    same("pairs", v2.host(), want);
}
