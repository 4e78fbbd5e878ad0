// cuRAND's device functions: pi, normal numbers, Poisson, quasi-random ones.
#include "say.h"
#include <curand_kernel.h>
__global__ void setup(curandState *s, unsigned long long seed)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    curand_init(seed, i, 0, &s[i]);
}
__global__ void pi(curandState *s, unsigned *hits, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    curandState l = s[i];
    unsigned h = 0;
    for (int k = 0; k < n; k++) {
        float x = curand_uniform(&l), y = curand_uniform(&l);
        h += x * x + y * y <= 1;
    }
    s[i] = l;
    atomicAdd(hits, h);
}
__global__ void philox(float *out, unsigned *p)
{
    curandStatePhilox4_32_10_t s;
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    curand_init(1234, i, 5, &s);
    float4 v = curand_normal4(&s);
    out[i] = v.x + v.y + v.z + v.w;
    p[i] = curand_poisson(&s, 4.5);
}
__global__ void mrg(double *out)
{
    curandStateMRG32k3a s;
    curand_init(99, threadIdx.x, 0, &s);
    out[threadIdx.x] = curand_uniform_double(&s) + curand_log_normal(&s, 0, 0.5f);
}
int main()
{
    curandState *s;
    unsigned *hits;
    float *f;
    double *d;
    OK(cudaMalloc(&s, 256 * sizeof *s));
    OK(cudaMallocManaged(&hits, 512 * 4));
    OK(cudaMallocManaged(&f, 512 * 4));
    OK(cudaMallocManaged(&d, 512 * 8));
    *hits = 0;
    setup<<<2, 128>>>(s, 42);
    pi<<<2, 128>>>(s, hits, 1000);
    OK(cudaDeviceSynchronize());
    printf("pi %u %.4f\n", *hits, 4.0 * *hits / 256000);
    philox<<<2, 128>>>(f, hits);
    mrg<<<1, 64>>>(d);
    OK(cudaDeviceSynchronize());
    double sum = 0, dd = 0;
    unsigned p = 0;
    for (int i = 0; i < 256; i++)
        sum += f[i], p += hits[i];
    for (int i = 0; i < 64; i++)
        dd += d[i];
    printf("normal %.3f poisson %u mrg %.4f\n", sum, p, dd);
    return 0;
}
