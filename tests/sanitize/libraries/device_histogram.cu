/* CUB: histograms, merges and copies of many pieces. */
#include "../../cuda/check.h"
#include <algorithm>
#include <cub/device/device_histogram.cuh>
#include <cub/device/device_memcpy.cuh>
#include <cub/device/device_merge.cuh>

static void counted(size_t n)
{
    auto in = numbers(n, 2);
    std::vector<float> samples(n);
    std::vector<unsigned char> pixels(4 * n);
    std::vector<int> bins(20, 0), edges = {0, 7, 100, 101, 180, 250}, ranges(5, 0), red(256, 0), green(256, 0), blue(256, 0);
    for (size_t i = 0; i < n; i++) {
        samples[i] = (float)(in[i] % 1000) / 8;
        if (samples[i] < 100)
            bins[(int)(samples[i] / 5)]++;
        for (int k = 0; k < 4; k++)
            pixels[4 * i + k] = (unsigned char)(in[i] >> 8 * k);
        red[pixels[4 * i]]++;
        green[pixels[4 * i + 1]]++;
        blue[pixels[4 * i + 2]]++;
        for (int k = 0; k < 5; k++)
            ranges[k] += pixels[i] >= edges[k] && pixels[i] < edges[k + 1];
    }
    std::fill(ranges.begin(), ranges.end(), 0);
    for (size_t i = 0; i < n; i++)
        for (int k = 0; k < 5; k++)
            ranges[k] += pixels[i] >= edges[k] && pixels[i] < edges[k + 1];
    Device<float> s(samples);
    Device<unsigned char> p(pixels);
    Device<int> h(20), e(edges), r(5), rgb[3] = {Device<int>(256), Device<int>(256), Device<int>(256)};
    with_temporary("even", [&](void *t, size_t &bytes) {
        return cub::DeviceHistogram::HistogramEven(t, bytes, s.p, h.p, 21, 0.0f, 100.0f, (int)n);
    });
    same("even", h.host(), bins);
    with_temporary("range", [&](void *t, size_t &bytes) {
        return cub::DeviceHistogram::HistogramRange(t, bytes, p.p, r.p, 6, e.p, (int)n);
    });
    same("range", r.host(), ranges);
    with_temporary("colours", [&](void *t, size_t &bytes) {
        return cub::DeviceHistogram::MultiHistogramEven<4, 3>(t, bytes, p.p, ::cuda::std::array<int *, 3>{rgb[0].p, rgb[1].p, rgb[2].p},
                                                              ::cuda::std::array<int, 3>{257, 257, 257}, ::cuda::std::array<int, 3>{0, 0, 0},
                                                              ::cuda::std::array<int, 3>{256, 256, 256}, (int)n);
    });
    same("red", rgb[0].host(), red);
    same("green", rgb[1].host(), green);
    same("blue", rgb[2].host(), blue);
}

static void pieces()
{
    const std::vector<unsigned> sizes = {1, 3, 16, 17, 100, 700, 5000, 20000, 40001};
    std::vector<char *> from, to;
    unsigned total = 0, at = 0;
    for (unsigned x : sizes)
        total += x;
    std::vector<char> in(total);
    for (unsigned i = 0; i < total; i++)
        in[i] = (char)(i * 7 % 251);
    Device<char> a(in), b(total);
    for (unsigned x : sizes) {
        from.push_back(a.p + at);
        to.push_back(b.p + at);
        at += x;
    }
    Device<char *> f(from), t2(to);
    Device<unsigned> s(sizes);
    with_temporary("pieces", [&](void *t, size_t &bytes) {
        return cub::DeviceMemcpy::Batched(t, bytes, f.p, t2.p, s.p, (unsigned)sizes.size());
    });
    same("pieces", b.host(), in);
}

static void merged()
{
    auto x = numbers(5003, 1), y = numbers(3001, 2);
    std::sort(x.begin(), x.end());
    std::sort(y.begin(), y.end());
    std::vector<unsigned> want(x.size() + y.size());
    std::merge(x.begin(), x.end(), y.begin(), y.end(), want.begin());
    Device<unsigned> a(x), b(y), c(want.size());
    with_temporary("merged", [&](void *t, size_t &bytes) {
        return cub::DeviceMerge::MergeKeys(t, bytes, a.p, (int)x.size(), b.p, (int)y.size(), c.p);
    });
    same("merged", c.host(), want);
}

int main()
{
    counted(20011);
    pieces();
    merged();
}
