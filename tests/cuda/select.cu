/* cub::DeviceSelect and cub::DeviceHistogram. */
#include "check.h"
#include <cub/device/device_histogram.cuh>
#include <cub/device/device_select.cuh>

struct Even {
    __host__ __device__ bool operator()(unsigned x) const { return x % 2 == 0; }
};

int main()
{
    const size_t n = 100003;
    auto in = numbers(n, 9);
    std::vector<unsigned> want;
    for (unsigned x : in)
        if (x % 2 == 0)
            want.push_back(x);
    Device<unsigned> a(in), b(n), count(1);
    with_temporary("select", [&](void *t, size_t &bytes) {
        return cub::DeviceSelect::If(t, bytes, a.p, b.p, count.p, (int)n, Even());
    });
    same("count", count.host(), {(unsigned)want.size()});
    same("select", b.host(), want);

    std::vector<float> samples(n);
    std::vector<int> bins(20, 0);
    for (size_t i = 0; i < n; i++) {
        samples[i] = (float)(in[i] % 1000) / 8;
        int bin = (int)(samples[i] / 5);
        if (samples[i] < 100)
            bins[bin]++;
    }
    Device<float> s(samples);
    Device<int> h(20);
    with_temporary("histogram", [&](void *t, size_t &bytes) {
        return cub::DeviceHistogram::HistogramEven(t, bytes, s.p, h.p, 21, 0.0f, 100.0f, (int)n);
    });
    same("histogram", h.host(), bins);
}
