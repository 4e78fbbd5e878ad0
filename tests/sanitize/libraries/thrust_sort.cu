/* Thrust: sorted vectors, keys with their values, searches, merges and intersections. */
#include "../../cuda/check.h"
#include <algorithm>
#include <map>
#include <thrust/device_vector.h>
#include <thrust/binary_search.h>
#include <thrust/gather.h>
#include <thrust/merge.h>
#include <thrust/reduce.h>
#include <thrust/set_operations.h>
#include <thrust/sort.h>
#include <thrust/unique.h>

using Vector = thrust::device_vector<unsigned>;

struct After {
    __host__ __device__ bool operator()(unsigned x, unsigned y) const { return x % 100 > y % 100; }
};

static void same_vector(const char *what, const Vector &got, size_t n, const std::vector<unsigned> &want)
{
    std::vector<unsigned> v(n);
    thrust::copy(got.begin(), got.begin() + n, v.begin());
    if (v != want) {
        printf("%s differs\n", what);
        exit(1);
    }
}

static void sorted(size_t n)
{
    auto in = numbers(n, 25), want = in;
    Vector a(in.begin(), in.end()), b(n);
    b = a;
    thrust::stable_sort(b.begin(), b.end(), After());
    want = in;
    std::stable_sort(want.begin(), want.end(), After());
    same_vector("stable_sort", b, n, want);
    b = a;
    thrust::sort(b.begin(), b.end());
    std::sort(want.begin(), want.end());
    same_vector("sort", b, n, want);
    Vector c(n);
    thrust::lower_bound(b.begin(), b.end(), a.begin(), a.end(), c.begin());
    thrust::gather(c.begin(), c.end(), b.begin(), c.begin());
    same_vector("lower_bound", c, n, in);
}

static void keyed(size_t n)
{
    auto in = numbers(n, 22);
    std::map<unsigned, unsigned> groups;
    for (auto &x : in) {
        x %= 500;
        groups[x]++;
    }
    Vector keys(in.begin(), in.end()), ones(n, 1), k(n), v(n);
    thrust::sort(keys.begin(), keys.end());
    const auto end = thrust::reduce_by_key(keys.begin(), keys.end(), ones.begin(), k.begin(), v.begin());
    std::vector<unsigned> want_k, want_v;
    for (const auto &g : groups) {
        want_k.push_back(g.first);
        want_v.push_back(g.second);
    }
    same_vector("keys", k, (size_t)(end.first - k.begin()), want_k);
    same_vector("reduce_by_key", v, (size_t)(end.second - v.begin()), want_v);
    const auto last = thrust::unique(keys.begin(), keys.end());
    same_vector("unique", keys, (size_t)(last - keys.begin()), want_k);
}

static void sets(size_t n)
{
    auto x = numbers(n, 23), y = numbers(n / 2 + 1, 24);
    for (auto &e : x)
        e %= 2000;
    for (auto &e : y)
        e %= 2000;
    std::sort(x.begin(), x.end());
    std::sort(y.begin(), y.end());
    std::vector<unsigned> want(x.size() + y.size()), both;
    std::merge(x.begin(), x.end(), y.begin(), y.end(), want.begin());
    std::set_intersection(x.begin(), x.end(), y.begin(), y.end(), std::back_inserter(both));
    Vector a(x.begin(), x.end()), b(y.begin(), y.end()), c(want.size());
    thrust::merge(a.begin(), a.end(), b.begin(), b.end(), c.begin());
    same_vector("merge", c, want.size(), want);
    const auto end = thrust::set_intersection(a.begin(), a.end(), b.begin(), b.end(), c.begin());
    same_vector("set_intersection", c, (size_t)(end - c.begin()), both);
}

int main()
{
    for (size_t n : {1, 10007})
        sorted(n);
    keyed(10007);
    sets(5003);
}
