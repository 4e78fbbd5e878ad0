/* CUB: sums of all before, over blocks that look back at each other; by key; other types and operations. */
#include "../../cuda/check.h"
#include <algorithm>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_adjacent_difference.cuh>
#include <cub/device/device_for.cuh>
#include <cub/device/device_transform.cuh>

struct Pair {
    unsigned a, b;
    __host__ __device__ bool operator==(const Pair &o) const { return a == o.a && b == o.b; }
};

/* Not commutative: the composition of x -> a x + b. */
struct Then {
    __host__ __device__ Pair operator()(const Pair &x, const Pair &y) const { return {x.a * y.a, x.b * y.a + y.b}; }
};

struct Triple {
    unsigned *p;
    __device__ void operator()(int i) const { p[i] *= 3; }
};

struct Add {
    __host__ __device__ unsigned operator()(unsigned x, unsigned y) const { return 2 * x + y; }
};

static void sums(size_t n)
{
    auto in = numbers(n, 7);
    std::vector<unsigned> before(n), most(n);
    std::vector<char> bytes_in(n), bytes_want(n);
    unsigned sum = 0, max = 0;
    char small = 0;
    for (size_t i = 0; i < n; i++) {
        before[i] = sum;
        sum += in[i];
        most[i] = max = std::max(max, in[i]);
        bytes_in[i] = (char)in[i];
        bytes_want[i] = small = (char)(small + bytes_in[i]);
    }
    Device<unsigned> a(in), b(n);
    with_temporary("sums", [&](void *t, size_t &bytes) { return cub::DeviceScan::ExclusiveSum(t, bytes, a.p, b.p, (int)n); });
    same("sums", b.host(), before);
    with_temporary("most", [&](void *t, size_t &bytes) {
        return cub::DeviceScan::InclusiveScan(t, bytes, a.p, b.p, ::cuda::maximum<>{}, (int)n);
    });
    same("most", b.host(), most);
    Device<char> c(bytes_in);
    with_temporary("in place", [&](void *t, size_t &bytes) { return cub::DeviceScan::InclusiveSum(t, bytes, c.p, c.p, (int)n); });
    same("in place", c.host(), bytes_want);
}

static void composed(size_t n)
{
    auto in = numbers(2 * n, 9);
    std::vector<Pair> p(n), want(n);
    for (size_t i = 0; i < n; i++) {
        p[i] = {in[2 * i] | 1, in[2 * i + 1]};
        want[i] = i ? Then()(want[i - 1], p[i]) : p[i];
    }
    Device<Pair> a(p), b(n);
    with_temporary("composed", [&](void *t, size_t &bytes) {
        return cub::DeviceScan::InclusiveScan(t, bytes, a.p, b.p, Then(), (int)n);
    });
    same("composed", b.host(), want);
}

static void keyed(size_t n)
{
    auto in = numbers(n, 7), keys = numbers(n, 8);
    std::vector<unsigned> want(n);
    for (size_t i = 0; i < n; i++) {
        keys[i] = i && keys[i] % 50 ? keys[i - 1] : keys[i];
        want[i] = i && keys[i] == keys[i - 1] ? want[i - 1] + in[i - 1] : 0;
    }
    Device<unsigned> a(in), k(keys), b(n);
    with_temporary("by key", [&](void *t, size_t &bytes) {
        return cub::DeviceScan::ExclusiveSumByKey(t, bytes, k.p, a.p, b.p, (int)n);
    });
    same("by key", b.host(), want);
}

static void simple(size_t n)
{
    auto in = numbers(n, 12), more = numbers(n, 13);
    std::vector<unsigned> less(n), both(n);
    for (size_t i = 0; i < n; i++) {
        less[i] = (in[i] - (i ? in[i - 1] : 0)) * 3;
        both[i] = 2 * in[i] + more[i];
    }
    Device<unsigned> a(in), m(more), b(n);
    with_temporary("differences", [&](void *t, size_t &bytes) {
        return cub::DeviceAdjacentDifference::SubtractLeftCopy(t, bytes, a.p, b.p, (int)n);
    });
    cub::DeviceFor::Bulk((int)n, Triple{b.p});
    same("differences", b.host(), less);
    cub::DeviceTransform::Transform(::cuda::std::make_tuple(a.p, m.p), b.p, (int)n, Add());
    same("both", b.host(), both);
}

int main()
{
    for (size_t n : {1, 1000, 50003})
        sums(n);
    composed(9001);
    keyed(20011);
    simple(10007);
}
