/* CUB: sums, smallest and largest elements with their places, over one tile and over many; by key; by segments. */
#include "../../cuda/check.h"
#include <algorithm>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_segmented_reduce.cuh>

struct Complex {
    float re, im;
    __host__ __device__ bool operator==(const Complex &o) const { return re == o.re && im == o.im; }
};

struct Plus {
    __host__ __device__ Complex operator()(const Complex &x, const Complex &y) const { return {x.re + y.re, x.im + y.im}; }
};

struct Square {
    __host__ __device__ unsigned operator()(unsigned x) const { return x * x; }
};

static void sums(size_t n)
{
    auto in = numbers(n, 11);
    std::vector<short> small(n);
    std::vector<Complex> z(n);
    unsigned sum = 0, squares = 0;
    short least = 0;
    Complex all = {0, 0};
    for (size_t i = 0; i < n; i++) {
        sum += in[i];
        squares += in[i] * in[i];
        small[i] = (short)in[i];
        least = std::min(least, small[i]);
        z[i] = {(float)(in[i] % 8), (float)(in[i] / 8 % 8)};
        all = Plus()(all, z[i]);
    }
    Device<unsigned> a(in), b(1);
    Device<short> s(small), t(1);
    Device<Complex> c(z), d(1);
    with_temporary("sum", [&](void *t, size_t &bytes) { return cub::DeviceReduce::Sum(t, bytes, a.p, b.p, (int)n); });
    same("sum", b.host(), {sum});
    with_temporary("squares", [&](void *t, size_t &bytes) {
        return cub::DeviceReduce::TransformReduce(t, bytes, a.p, b.p, (int)n, ::cuda::std::plus<>{}, Square(), 0u);
    });
    same("squares", b.host(), {squares});
    with_temporary("least", [&](void *temporary, size_t &bytes) {
        return cub::DeviceReduce::Reduce(temporary, bytes, s.p, t.p, (int)n, ::cuda::minimum<>{}, (short)0);
    });
    same("least", t.host(), {least});
    with_temporary("complex", [&](void *t, size_t &bytes) {
        return cub::DeviceReduce::Reduce(t, bytes, c.p, d.p, (int)n, Plus(), Complex{0, 0});
    });
    same("complex", d.host(), {all});
}

static void places(size_t n)
{
    auto in = numbers(n, 17);
    Device<unsigned> a(in), value(1);
    Device<long long> at(1);
    const auto least = std::min_element(in.begin(), in.end()), most = std::max_element(in.begin(), in.end());
    with_temporary("least", [&](void *t, size_t &bytes) { return cub::DeviceReduce::ArgMin(t, bytes, a.p, value.p, at.p, (long long)n); });
    same("least", value.host(), {*least});
    same("its place", at.host(), {(long long)(least - in.begin())});
    with_temporary("most", [&](void *t, size_t &bytes) { return cub::DeviceReduce::ArgMax(t, bytes, a.p, value.p, at.p, (long long)n); });
    same("most", value.host(), {*most});
    same("its place", at.host(), {(long long)(most - in.begin())});
}

static void keyed(size_t n)
{
    auto in = numbers(n, 7), keys = numbers(n, 8);
    std::vector<unsigned> unique, want;
    for (size_t i = 0; i < n; i++) {
        keys[i] = i && keys[i] % 10 ? keys[i - 1] : keys[i];
        if (!i || keys[i] != keys[i - 1]) {
            unique.push_back(keys[i]);
            want.push_back(0);
        }
        want.back() += in[i];
    }
    Device<unsigned> a(in), k(keys), u(n), b(n), runs(1);
    with_temporary("by key", [&](void *t, size_t &bytes) {
        return cub::DeviceReduce::ReduceByKey(t, bytes, k.p, u.p, a.p, b.p, runs.p, ::cuda::std::plus<>{}, (int)n);
    });
    same("runs", runs.host(), {(unsigned)want.size()});
    same("keys", u.host(), unique);
    same("by key", b.host(), want);
}

static void segments(size_t n)
{
    auto in = numbers(n, 5);
    std::vector<int> begin = {0, 1, 1, 40, 300, (int)n};
    const int count = (int)begin.size() - 1;
    std::vector<unsigned> want(count), most(count);
    for (int i = 0; i < count; i++)
        for (int k = begin[i]; k < begin[i + 1]; k++) {
            want[i] += in[k];
            most[i] = std::max(most[i], in[k]);
        }
    Device<unsigned> a(in), b(count);
    Device<int> at(begin);
    with_temporary("segments", [&](void *t, size_t &bytes) {
        return cub::DeviceSegmentedReduce::Sum(t, bytes, a.p, b.p, count, at.p, at.p + 1);
    });
    same("segments", b.host(), want);
    with_temporary("of segments", [&](void *t, size_t &bytes) {
        return cub::DeviceSegmentedReduce::Reduce(t, bytes, a.p, b.p, count, at.p, at.p + 1, ::cuda::maximum<>{}, 0u);
    });
    same("of segments", b.host(), most);
}

int main()
{
    for (size_t n : {1, 1000, 50003})
        sums(n);
    places(700);
    places(30011);
    keyed(20011);
    segments(9001);
}
