/* check.h: what the programs share: data on the device, a temporary buffer for CUB, what went wrong. */
#ifndef CHECK_H
#define CHECK_H

#include <cstdio>
#include <cstdlib>
#include <vector>

template <class T> struct Device {
    T *p = nullptr;
    size_t n;
    explicit Device(size_t count) : n(count) { cudaMalloc(reinterpret_cast<void **>(&p), (n ? n : 1) * sizeof(T)); }
    explicit Device(const std::vector<T> &v) : Device(v.size())
    {
        cudaMemcpy(p, v.data(), n * sizeof(T), cudaMemcpyHostToDevice);
    }
    ~Device() { cudaFree(p); }
    std::vector<T> host() const
    {
        std::vector<T> v(n);
        cudaMemcpy(v.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost);
        return v;
    }
};

/* Calls a CUB algorithm twice: for the size of its memory, and to run. */
template <class F> void with_temporary(const char *what, F run)
{
    size_t bytes = 0;
    cudaError_t e = run(nullptr, bytes);
    Device<char> temporary(bytes);
    if (e == cudaSuccess)
        e = run(temporary.p, bytes);
    if (e != cudaSuccess) {
        printf("%s: error %d\n", what, (int)e);
        exit(1);
    }
}

template <class T> void same(const char *what, const std::vector<T> &got, const std::vector<T> &want)
{
    for (size_t i = 0; i < want.size(); i++)
        if (!(got[i] == want[i])) {
            printf("%s: element %zu of %zu differs\n", what, i, want.size());
            exit(1);
        }
}

inline std::vector<unsigned> numbers(size_t n, unsigned seed)
{
    std::vector<unsigned> v(n);
    for (auto &x : v) {
        seed ^= seed << 13;
        seed ^= seed >> 17;
        seed ^= seed << 5;
        x = seed;
    }
    return v;
}

#endif
