// A program of several files: classes with virtual functions, made and ended by kernels of another file, pointers to its functions, variables
// of all kinds, kernels that launch kernels.
// needs: -rdc=true tests/cuda_api/programs/files/shapes.cu tests/cuda_api/programs/files/operators.cu -lcudadevrt
#include "files/files.h"
#include <vector>
__global__ void areas(Shape **s, float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    a[i] = s[i]->area();
    if (i < 3)
        printf("%d is a %s\n", i, s[i]->name());
    if (i == 0)
        seen += 2;
}
__global__ void operators(const float *x, float *y) { y[threadIdx.x] = apply(pick(threadIdx.x), x, 5); }
static int made_now()
{
    int m;
    OK(cudaMemcpyFromSymbol(&m, made, sizeof m));
    return m;
}
static void shapes()
{
    const int n = 70;
    const float p = 3.5f;
    Shape **s;
    float *a;
    int bad = 0;
    OK(cudaMalloc(&s, n * sizeof *s));
    OK(cudaMallocManaged(&a, n * sizeof *a));
    OK(cudaMemcpyToSymbol(pi, &p, sizeof p));
    build<<<3, 32>>>(s, n);
    areas<<<1, 96>>>(s, a, n);
    OK(cudaDeviceSynchronize());
    for (int i = 0; i < n; i++)
        bad += a[i] != (i % 2 ? p * i * i : (float)i * i);
    printf("bad %d made %d seen %d\n", bad, made_now(), seen);
    destroy<<<2, 64>>>(s, n);
    printf("made %d\n", made_now());
}
int main()
{
    OK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 1 << 22));
    shapes();
    float *x;
    OK(cudaMallocManaged(&x, 11 * sizeof *x));
    for (int i = 0; i < 5; i++)
        x[i] = i + 1;
    operators<<<1, 6>>>(x, x + 5);
    OK(cudaDeviceSynchronize());
    for (int i = 5; i < 11; i++)
        printf("%g ", x[i]);
    int *count;
    OK(cudaMallocManaged(&count, sizeof *count));
    *count = 0;
    raise_tower(count);
    Ring<int> r;
    OK(cudaMemcpyFromSymbol(&r, ring, sizeof r));
    printf("\ntower %d, %d leaves\n", *count, r.n);
    OK(cudaDeviceReset());
    return 0;
}
