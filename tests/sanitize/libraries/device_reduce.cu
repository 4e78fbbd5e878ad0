/* CUB: reductions of a whole array, by key, by segments and of what was transformed; runs of equal elements. */
#include "../../cuda/check.h"
#include <algorithm>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_run_length_encode.cuh>
#include <cub/device/device_segmented_reduce.cuh>

struct Square {
    __host__ __device__ unsigned long long operator()(unsigned x) const { return (unsigned long long)x * x; }
};

static void whole(size_t n)
{
    auto in = numbers(n, 11);
    unsigned sum = 0;
    unsigned long long squares = 0;
    for (unsigned x : in) {
        sum += x;
        squares += (unsigned long long)x * x;
    }
    Device<unsigned> a(in), b(1);
    Device<unsigned long long> c(1);
    Device<int> at(1);
    with_temporary("sum", [&](void *t, size_t &bytes) { return cub::DeviceReduce::Sum(t, bytes, a.p, b.p, (int)n); });
    same("sum", b.host(), {sum});
    with_temporary("least", [&](void *t, size_t &bytes) { return cub::DeviceReduce::ArgMin(t, bytes, a.p, b.p, at.p, (int)n); });
    same("least", b.host(), {*std::min_element(in.begin(), in.end())});
    same("where", at.host(), {(int)(std::min_element(in.begin(), in.end()) - in.begin())});
    with_temporary("squares", [&](void *t, size_t &bytes) {
        return cub::DeviceReduce::TransformReduce(t, bytes, a.p, c.p, (int)n, ::cuda::std::plus<>{}, Square{}, 0ull);
    });
    same("squares", c.host(), {squares});
}

static void keyed(size_t n)
{
    auto in = numbers(n, 3), values = numbers(n, 4);
    std::vector<unsigned> keys, sums, firsts;
    std::vector<int> counts;
    for (size_t i = 0; i < n; i++)
        in[i] = in[i] % 8 ? i ? in[i - 1] : 5 : in[i] % 100;
    for (size_t i = 0; i < n; i++) {
        if (!i || in[i] != in[i - 1]) {
            keys.push_back(in[i]);
            sums.push_back(0);
            counts.push_back(0);
        }
        sums.back() += values[i];
        counts.back()++;
    }
    Device<unsigned> a(in), v(values), k(n), s(n);
    Device<int> c(n), runs(1);
    with_temporary("by key", [&](void *t, size_t &bytes) {
        return cub::DeviceReduce::ReduceByKey(t, bytes, a.p, k.p, v.p, s.p, runs.p, ::cuda::std::plus<>{}, (int)n);
    });
    same("keys", runs.host(), {(int)keys.size()});
    same("keys", k.host(), keys);
    same("sums", s.host(), sums);
    with_temporary("runs", [&](void *t, size_t &bytes) {
        return cub::DeviceRunLengthEncode::Encode(t, bytes, a.p, k.p, c.p, runs.p, (int)n);
    });
    same("runs", c.host(), counts);
    std::vector<int> offsets, lengths;
    int at = 0;
    for (int x : counts) {
        if (x > 1) {
            offsets.push_back(at);
            lengths.push_back(x);
        }
        at += x;
    }
    Device<int> o(n);
    with_temporary("longer runs", [&](void *t, size_t &bytes) {
        return cub::DeviceRunLengthEncode::NonTrivialRuns(t, bytes, a.p, o.p, c.p, runs.p, (int)n);
    });
    same("longer runs", runs.host(), {(int)offsets.size()});
    same("offsets", o.host(), offsets);
    same("lengths", c.host(), lengths);
}

static void segments()
{
    const std::vector<int> ends = {0, 1, 1, 40, 300, 301, 2500, 9000, 9999};
    auto in = numbers(9999, 6);
    std::vector<unsigned> sums, most;
    for (size_t i = 0; i + 1 < ends.size(); i++) {
        unsigned sum = 0, max = 0;
        for (int k = ends[i]; k < ends[i + 1]; k++) {
            sum += in[k];
            max = std::max(max, in[k]);
        }
        sums.push_back(sum);
        most.push_back(max);
    }
    const int n = (int)sums.size();
    Device<unsigned> a(in), b(n);
    Device<int> e(ends);
    with_temporary("segments", [&](void *t, size_t &bytes) {
        return cub::DeviceSegmentedReduce::Sum(t, bytes, a.p, b.p, n, e.p, e.p + 1);
    });
    same("segments", b.host(), sums);
    with_temporary("most", [&](void *t, size_t &bytes) {
        return cub::DeviceSegmentedReduce::Max(t, bytes, a.p, b.p, n, e.p, e.p + 1);
    });
    same("most", b.host(), most);
}

int main()
{
    whole(1);
    whole(1000);
    whole(100003);
    keyed(7);
    keyed(20011);
    segments();
}
