/* Thrust: sums, scans, transformed and partitioned vectors. */
#include "../../cuda/check.h"
#include <algorithm>
#include <numeric>
#include <thrust/device_vector.h>
#include <thrust/count.h>
#include <thrust/extrema.h>
#include <thrust/partition.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>

using Vector = thrust::device_vector<unsigned>;

struct Square {
    __host__ __device__ unsigned operator()(unsigned x) const { return x * x; }
};

struct Even {
    __host__ __device__ bool operator()(unsigned x) const { return x % 2 == 0; }
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

static void one(bool right, const char *what)
{
    if (!right) {
        printf("%s differs\n", what);
        exit(1);
    }
}

static void numbers_of(size_t n)
{
    auto in = numbers(n, 21), want = in;
    Vector a(in.begin(), in.end()), b(n);
    unsigned squares = 0;
    for (unsigned x : in)
        squares += x * x;
    one(thrust::transform_reduce(a.begin(), a.end(), Square(), 0u, thrust::plus<unsigned>()) == squares, "transform_reduce");
    one(thrust::reduce(a.begin(), a.end()) == std::accumulate(in.begin(), in.end(), 0u), "reduce");
    one(thrust::max_element(a.begin(), a.end()) - a.begin() == std::max_element(in.begin(), in.end()) - in.begin(), "max_element");
    one((size_t)thrust::count_if(a.begin(), a.end(), Even()) == (size_t)std::count_if(in.begin(), in.end(), Even()), "count_if");
    thrust::inclusive_scan(a.begin(), a.end(), b.begin());
    std::partial_sum(in.begin(), in.end(), want.begin());
    same_vector("inclusive_scan", b, n, want);
    thrust::transform(a.begin(), a.end(), b.begin(), Square());
    for (size_t i = 0; i < n; i++)
        want[i] = in[i] * in[i];
    same_vector("transform", b, n, want);
    b = a;
    thrust::stable_partition(b.begin(), b.end(), Even());
    want = in;
    std::stable_partition(want.begin(), want.end(), Even());
    same_vector("stable_partition", b, n, want);
}

int main()
{
    for (size_t n : {1, 1000, 20011})
        numbers_of(n);
}
