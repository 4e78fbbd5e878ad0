// Loops that try atomicCAS again with its own result, or take numbers from a counter, wait for nobody: no scheduler.
// lockfree.ptx comes from  nvcc -arch=sm_75 -ptx lockfree.cu
extern "C" __global__ void add(double *p, const double *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned long long *a = (unsigned long long *)p, old = *a, assumed;
    do {
        assumed = old;
        old = atomicCAS(a, assumed, __double_as_longlong(x[i] + __longlong_as_double(assumed)));
    } while (assumed != old);
}
extern "C" __global__ void queue(int *head, int *out, int n) {
    for (;;) { int i = atomicAdd(head, 1); if (i >= n) break; out[i] = i * i; }
}
