// small_calls.cu: functions that nvcc was told not to copy: with loops, with atomics, that call each other, that write through a pointer.
// In the PTX `kept` is .weak: a call of it stays one.
__device__ __noinline__ float series(float x, int n)
{
    float sum = 1, term = 1;
    for (int i = 1; i <= n; i++) {
        term *= x / i;
        sum += term;
    }
    return sum;
}

__device__ __noinline__ void parts(float x, int n, float *whole, float *rest)
{
    *whole = floorf(x);
    *rest = x - *whole;
    if (*rest > 0.5f)
        *rest = series(*rest - 1, n);
}

__device__ __noinline__ int count(int *counts, int i, int by) { return atomicAdd(&counts[i & 7], by); }

template <int N> __device__ __noinline__ float kept(float x) { return x * N - 1; }

extern "C" __global__ void small_calls(const float *x, float *out, int *counts, int n, int terms)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float whole, rest;
    if (i >= n)
        return;
    parts(x[i], terms, &whole, &rest);
    if (rest < 0.25f)
        count(counts, (int)whole, i);
    out[i] = kept<3>(whole) + series(rest, 4);
}
