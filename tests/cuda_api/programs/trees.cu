// Trees of new and delete, printf of all kinds, an assertion that fails.
#include "say.h"
#include <cassert>
struct Node {
    int v;
    Node *l, *r;
    __device__ Node(int v) : v(v), l(0), r(0) {}
};
__device__ void insert(Node *&n, int v)
{
    if (!n)
        n = new Node(v);
    else if (v < n->v)
        insert(n->l, v);
    else
        insert(n->r, v);
}
__device__ int depth(const Node *n) { return n ? 1 + max(depth(n->l), depth(n->r)) : 0; }
__device__ void drop(Node *n)
{
    if (n) {
        drop(n->l);
        drop(n->r);
        delete n;
    }
}
__global__ void trees(int *out)
{
    Node *root = nullptr;
    unsigned x = threadIdx.x + 1;
    for (int i = 0; i < 50; i++) {
        x = x * 1103515245u + 12345;
        insert(root, x >> 16);
    }
    out[threadIdx.x] = depth(root);
    drop(root);
}
__global__ void says(int n)
{
    if (threadIdx.x == 0) {
        printf("%5d|%-5d|%05d|%+d|%x|%#o|%c|%s|%%|%8.3f|%e|%g|%lld|%p|%*d\n", n, n, n, n, n, n, 'a' + n % 26, "text", n * 1.5, n / 3.0,
               1e-10, 123456789012345ll, (void *)0, 6, n);
    }
}
__global__ void fails(int n)
{
    int i = threadIdx.x;
    assert(i < n);
}
int main()
{
    int *out;
    OK(cudaMallocManaged(&out, 64 * 4));
    OK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 16 << 20));
    OK(cudaDeviceSetLimit(cudaLimitStackSize, 8192));
    trees<<<1, 32>>>(out);
    OK(cudaDeviceSynchronize());
    int s = 0;
    for (int i = 0; i < 32; i++)
        s += out[i];
    printf("depths %d\n", s);
    says<<<1, 32>>>(42);
    OK(cudaDeviceSynchronize());
    fails<<<1, 32>>>(32);
    OK(cudaDeviceSynchronize());
    fails<<<1, 32>>>(30);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    printf("%s\n", cudaGetErrorName(cudaMalloc(&out, 4)));
    return 0;
}
