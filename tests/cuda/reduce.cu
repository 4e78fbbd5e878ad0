/* cub::DeviceReduce: sums, smallest and largest numbers with their places. */
#include "check.h"
#include <algorithm>
#include <cub/device/device_reduce.cuh>

int main()
{
    for (size_t n : {1, 1000, 300007}) {
        auto in = numbers(n, 11);
        unsigned sum = 0;
        for (unsigned x : in)
            sum += x;
        Device<unsigned> a(in), b(1);
        with_temporary("sum", [&](void *t, size_t &bytes) {
            return cub::DeviceReduce::Sum(t, bytes, a.p, b.p, (int)n);
        });
        same("sum", b.host(), {sum});
        with_temporary("max", [&](void *t, size_t &bytes) {
            return cub::DeviceReduce::Max(t, bytes, a.p, b.p, (int)n);
        });
        same("max", b.host(), {*std::max_element(in.begin(), in.end())});
    }
}
