/* Thrust: sort, reduce_by_key, transform and reduce on device vectors. */
#include "check.h"
#include <algorithm>
#include <map>
#include <thrust/device_vector.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>
#include <thrust/transform_reduce.h>

struct Square {
    __host__ __device__ unsigned operator()(unsigned x) const { return x * x; }
};

int main()
{
    const size_t n = 50000;
    auto in = numbers(n, 21);
    for (auto &x : in)
        x %= 500;
    std::map<unsigned, unsigned> groups;
    for (unsigned x : in)
        groups[x] += 3;
    thrust::device_vector<unsigned> keys(in.begin(), in.end()), values(n, 3), k(n), v(n);
    thrust::sort(keys.begin(), keys.end());
    auto sorted = in;
    std::sort(sorted.begin(), sorted.end());
    std::vector<unsigned> got(n);
    thrust::copy(keys.begin(), keys.end(), got.begin());
    same("sort", got, sorted);
    auto end = thrust::reduce_by_key(keys.begin(), keys.end(), values.begin(), k.begin(), v.begin());
    size_t m = end.first - k.begin(), i = 0;
    std::vector<unsigned> gk(m), gv(m);
    thrust::copy(k.begin(), end.first, gk.begin());
    thrust::copy(v.begin(), end.second, gv.begin());
    if (m != groups.size()) {
        printf("%zu groups, not %zu\n", m, groups.size());
        return 1;
    }
    for (auto &g : groups) {
        if (gk[i] != g.first || gv[i] != g.second) {
            printf("group %zu is %u %u, not %u %u\n", i, gk[i], gv[i], g.first, g.second);
            return 1;
        }
        i++;
    }
    unsigned sum = 0;
    for (unsigned x : in)
        sum += x * x;
    return thrust::transform_reduce(keys.begin(), keys.end(), Square(), 0u, thrust::plus<unsigned>()) != sum;
}
