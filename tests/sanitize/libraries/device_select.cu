/* CUB: elements that are kept, by a condition, by flags, once each; partitions; runs. */
#include "../../cuda/check.h"
#include <algorithm>
#include <cub/device/device_partition.cuh>
#include <cub/device/device_run_length_encode.cuh>
#include <cub/device/device_select.cuh>

struct Even {
    __host__ __device__ bool operator()(unsigned x) const { return x % 2 == 0; }
};

struct Small {
    __host__ __device__ bool operator()(unsigned x) const { return x < 1u << 30; }
};

static void kept(size_t n)
{
    auto in = numbers(n, 9);
    std::vector<unsigned> even, flagged, out(n);
    std::vector<char> flag(n);
    for (size_t i = 0; i < n; i++) {
        flag[i] = in[i] % 7 < 3;
        if (in[i] % 2 == 0)
            even.push_back(in[i]);
        if (flag[i])
            flagged.push_back(in[i]);
    }
    Device<unsigned> a(in), b(n), count(1);
    Device<char> f(flag);
    with_temporary("even", [&](void *t, size_t &bytes) { return cub::DeviceSelect::If(t, bytes, a.p, b.p, count.p, (int)n, Even()); });
    same("how many", count.host(), {(unsigned)even.size()});
    same("even", b.host(), even);
    with_temporary("flagged", [&](void *t, size_t &bytes) {
        return cub::DeviceSelect::Flagged(t, bytes, a.p, f.p, b.p, count.p, (int)n);
    });
    same("how many", count.host(), {(unsigned)flagged.size()});
    same("flagged", b.host(), flagged);
    for (size_t i = 0, k = 0, m = 0; i < n; i++)
        (in[i] % 2 == 0 ? out[k++] : out[n - ++m]) = in[i];
    with_temporary("partition", [&](void *t, size_t &bytes) {
        return cub::DevicePartition::If(t, bytes, a.p, b.p, count.p, (int)n, Even());
    });
    same("partition", b.host(), out);
    std::vector<unsigned> small, both, rest;
    for (unsigned x : in)
        (Small()(x) ? small : Even()(x) ? both : rest).push_back(x);
    Device<unsigned> c(n), d(n), counts(2);
    with_temporary("three parts", [&](void *t, size_t &bytes) {
        return cub::DevicePartition::If(t, bytes, a.p, b.p, c.p, d.p, counts.p, (int)n, Small(), Even());
    });
    same("counts", counts.host(), {(unsigned)small.size(), (unsigned)both.size()});
    same("small", b.host(), small);
    same("even of the rest", c.host(), both);
    same("the rest", d.host(), rest);
}

static void runs(size_t n)
{
    auto in = numbers(n, 8), values = numbers(n, 6);
    std::vector<unsigned> unique, first, lengths, at, long_ones;
    for (size_t i = 0; i < n; i++) {
        in[i] = i && in[i] % 5 ? in[i - 1] : in[i];
        if (!i || in[i] != in[i - 1]) {
            unique.push_back(in[i]);
            first.push_back(values[i]);
            lengths.push_back(0);
        }
        lengths.back()++;
    }
    for (size_t i = 0, k = 0; k < lengths.size(); i += lengths[k++])
        if (lengths[k] > 1) {
            at.push_back((unsigned)i);
            long_ones.push_back(lengths[k]);
        }
    Device<unsigned> a(in), v(values), b(n), c(n), count(1);
    with_temporary("unique", [&](void *t, size_t &bytes) { return cub::DeviceSelect::Unique(t, bytes, a.p, b.p, count.p, (int)n); });
    same("how many", count.host(), {(unsigned)unique.size()});
    same("unique", b.host(), unique);
    with_temporary("unique by key", [&](void *t, size_t &bytes) {
        return cub::DeviceSelect::UniqueByKey(t, bytes, a.p, v.p, b.p, c.p, count.p, (int)n);
    });
    same("unique by key", c.host(), first);
    with_temporary("runs", [&](void *t, size_t &bytes) {
        return cub::DeviceRunLengthEncode::Encode(t, bytes, a.p, b.p, c.p, count.p, (int)n);
    });
    same("runs", b.host(), unique);
    same("lengths", c.host(), lengths);
    with_temporary("long runs", [&](void *t, size_t &bytes) {
        return cub::DeviceRunLengthEncode::NonTrivialRuns(t, bytes, a.p, b.p, c.p, count.p, (int)n);
    });
    same("how many", count.host(), {(unsigned)at.size()});
    same("where", b.host(), at);
    same("how long", c.host(), long_ones);
}

int main()
{
    for (size_t n : {1, 700, 20003})
        kept(n);
    for (size_t n : {1, 700, 20003})
        runs(n);
}
