// slow
// CUDA's own library: Thrust sorts and sums.
#include "say.h"
#include <thrust/device_vector.h>
#include <thrust/reduce.h>
#include <thrust/host_vector.h>
#include <thrust/sort.h>
int main()
{
    thrust::device_vector<int> v(10000);
    for (int i = 0; i < 10000; i++)
        v[i] = 0;
    thrust::host_vector<int> h(10000);
    for (int i = 0; i < 10000; i++)
        h[i] = (i * 7919) % 10007;
    v = h;
    thrust::sort(v.begin(), v.end());
    long sum = thrust::reduce(v.begin(), v.end(), 0L);
    h = v;
    int wrong = 0;
    for (int i = 1; i < 10000; i++)
        wrong += h[i - 1] > h[i];
    printf("%d wrong, sum %ld\n", wrong, sum);
    return 0;
}
