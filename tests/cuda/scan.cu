/* cub::DeviceScan: sums over blocks that look back at each other. */
#include "check.h"
#include <cub/device/device_scan.cuh>

int main()
{
    for (size_t n : {1, 1000, 100003}) {
        auto in = numbers(n, 7);
        std::vector<unsigned> want(n);
        unsigned sum = 0;
        for (size_t i = 0; i < n; i++) {
            want[i] = sum;
            sum += in[i];
        }
        Device<unsigned> a(in), b(n);
        with_temporary("scan", [&](void *t, size_t &bytes) {
            return cub::DeviceScan::ExclusiveSum(t, bytes, a.p, b.p, (int)n);
        });
        same("scan", b.host(), want);
    }
}
