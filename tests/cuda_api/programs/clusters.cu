// arch: 90
// A cluster of blocks that read each other's shared memory.
#include "say.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void ring(int *out)
{
    __shared__ int mine;
    cg::cluster_group c = cg::this_cluster();
    if (threadIdx.x == 0)
        mine = blockIdx.x * 10;
    c.sync();
    int *next = c.map_shared_rank(&mine, (c.block_rank() + 1) % c.num_blocks());
    if (threadIdx.x == 0)
        out[blockIdx.x] = *next;
    c.sync();
}

int main()
{
    int *out, h[8];
    OK(cudaMalloc(&out, sizeof h));
    cudaLaunchConfig_t c = {};
    c.gridDim = dim3(8);
    c.blockDim = dim3(32);
    cudaLaunchAttribute a[1];
    a[0].id = cudaLaunchAttributeClusterDimension;
    a[0].val.clusterDim.x = 4;
    a[0].val.clusterDim.y = a[0].val.clusterDim.z = 1;
    c.attrs = a;
    c.numAttrs = 1;
    OK(cudaLaunchKernelEx(&c, ring, out));
    OK(cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost));
    for (int v : h)
        printf("%d ", v);
    printf("\n");
    return 0;
}
