// launchex.cu: cudaLaunchKernelEx and its attributes, attributes of functions and streams, occupancy.
// arch: 90
#include "say.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void whole(int *out)
{
    cg::grid_group g = cg::this_grid();
    atomicAdd(out, 1);
    g.sync();
    if (g.thread_rank() == 0)
        out[1] = out[0];
}
__global__ void ranks(unsigned *out)
{
    cg::cluster_group c = cg::this_cluster();
    if (threadIdx.x == 0)
        out[blockIdx.x] = c.block_rank() * 100 + c.num_blocks();
}
__global__ void __cluster_dims__(2) pair(unsigned *out)
{
    unsigned n;
    asm("mov.u32 %0, %%cluster_nctaid.x;" : "=r"(n));
    if (threadIdx.x == 0)
        out[blockIdx.x] = n;
}
__global__ void __launch_bounds__(128) bounded(int *x) { extern __shared__ int s[]; s[threadIdx.x] = 1; x[threadIdx.x] = s[threadIdx.x]; }
__global__ void serial(int *x) { *x = *x * 2 + 1; }
int main()
{
    int *x;
    unsigned *u = NULL;
    OK(cudaMallocManaged(&x, 4096));
    u = (unsigned *)x;
    cudaStream_t s;
    int low, high;
    OK(cudaDeviceGetStreamPriorityRange(&low, &high));
    printf("priorities: %d, higher is %d\n", low, high < low);
    OK(cudaStreamCreateWithPriority(&s, cudaStreamNonBlocking, high - 5));
    int priority;
    unsigned flags;
    OK(cudaStreamGetPriority(s, &priority));
    OK(cudaStreamGetFlags(s, &flags));
    printf("stream: the highest %d, flags %u\n", priority == high, flags);

    cudaLaunchAttribute at[4];
    cudaLaunchConfig_t c = {};
    c.gridDim = 8;
    c.blockDim = 32;
    c.stream = s;
    c.attrs = at;
    c.numAttrs = 2;
    at[0].id = cudaLaunchAttributeCooperative;
    at[0].val.cooperative = 1;
    at[1].id = cudaLaunchAttributePriority;
    at[1].val.priority = high;
    OK(cudaLaunchKernelEx(&c, whole, x));
    OK(cudaStreamSynchronize(s));
    printf("cooperative: %d %d\n", x[0], x[1]);

    at[0].id = cudaLaunchAttributeClusterDimension;
    at[0].val.clusterDim.x = 4;
    at[0].val.clusterDim.y = at[0].val.clusterDim.z = 1;
    c.numAttrs = 1;
    OK(cudaLaunchKernelEx(&c, ranks, u));
    OK(cudaStreamSynchronize(s));
    for (int i = 0; i < 8; i++)
        printf("%u ", u[i]);
    printf("\n");
    c.gridDim = 6;
    printf("6 blocks in clusters of 4: %s\n", cudaGetErrorName(cudaLaunchKernelEx(&c, ranks, u)));
    printf("last: %s\n", cudaGetErrorName(cudaGetLastError()));
    c.gridDim = 64;
    at[0].val.clusterDim.x = 16;
    printf("clusters of 16: %s\n", cudaGetErrorName(cudaLaunchKernelEx(&c, ranks, u)));
    cudaGetLastError();
    OK(cudaFuncSetAttribute(ranks, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
    OK(cudaLaunchKernelEx(&c, ranks, u));
    OK(cudaStreamSynchronize(s));
    printf("allowed: %u %u\n", u[0], u[63]);
    c.numAttrs = 0;
    c.gridDim = 4;
    OK(cudaLaunchKernelEx(&c, pair, u));
    OK(cudaStreamSynchronize(s));
    printf("of the kernel's own: %u\n", u[3]);

    // Programmatic events and serialization are hints of order.
    at[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    at[0].val.programmaticStreamSerializationAllowed = 1;
    c.numAttrs = 1;
    c.gridDim = c.blockDim = 1;
    *x = 0;
    for (int i = 0; i < 5; i++)
        OK(cudaLaunchKernelEx(&c, serial, x));
    OK(cudaStreamSynchronize(s));
    printf("in order: %d\n", *x);

    // Attributes of functions.
    cudaFuncAttributes a;
    OK(cudaFuncGetAttributes(&a, bounded));
    printf("bounded: %d threads at most, %zu shared, %d dynamic, carve-out %d\n", a.maxThreadsPerBlock, a.sharedSizeBytes,
           a.maxDynamicSharedSizeBytes, a.preferredShmemCarveout);
    printf("129 threads: ");
    bounded<<<1, 129, 1024>>>(x);
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    bounded<<<1, 64, 60000>>>(x);
    printf("60000 bytes: %s\n", cudaGetErrorName(cudaGetLastError()));
    OK(cudaFuncSetAttribute(bounded, cudaFuncAttributeMaxDynamicSharedMemorySize, 60000));
    OK(cudaFuncSetAttribute(bounded, cudaFuncAttributePreferredSharedMemoryCarveout, cudaSharedmemCarveoutMaxShared));
    bounded<<<1, 64, 60000>>>(x);
    printf("60000 bytes, asked for: %s\n", cudaGetErrorName(cudaGetLastError()));
    OK(cudaDeviceSynchronize());
    OK(cudaFuncGetAttributes(&a, bounded));
    printf("now: %d dynamic, carve-out %d\n", a.maxDynamicSharedSizeBytes, a.preferredShmemCarveout);
    printf("too many: %s\n", cudaGetErrorName(cudaFuncSetAttribute(bounded, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 20)));
    printf("carve-out of 101: %s\n", cudaGetErrorName(cudaFuncSetAttribute(bounded, cudaFuncAttributePreferredSharedMemoryCarveout, 101)));
    cudaGetLastError();
    OK(cudaFuncSetCacheConfig(bounded, cudaFuncCachePreferShared));
    const char *name;
    OK(cudaFuncGetName(&name, (const void *)serial));
    printf("name %s\n", name);

    // Occupancy.
    int blocks, clusters, grid, block;
    OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, serial, 1024, 0));
    printf("blocks of 1024: %d\n", blocks);
    OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, serial, 2000, 0));
    printf("blocks of 2000: %d\n", blocks);
    OK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, bounded, 0, 0));
    printf("bounded: blocks of %d\n", block);
    OK(cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &block, serial, [](int b) { return (size_t)b * 200; }));
    printf("with 200 bytes a thread: blocks of %d, %d\n", block, block > 0);
    size_t dynamic;
    OK(cudaOccupancyAvailableDynamicSMemPerBlock(&dynamic, serial, 2, 128));
    printf("two blocks leave some: %d\n", dynamic > 48 << 10);
    c.gridDim = 16;
    c.blockDim = 128;
    at[0].id = cudaLaunchAttributeClusterDimension;
    at[0].val.clusterDim.x = 2;
    OK(cudaOccupancyMaxActiveClusters(&clusters, ranks, &c));
    printf("clusters: %d\n", clusters > 0);
    OK(cudaOccupancyMaxPotentialClusterSize(&clusters, ranks, &c));
    printf("largest cluster: %d\n", clusters);

    // Attributes of streams.
    cudaStreamAttrValue v = {}, w = {};
    v.accessPolicyWindow.base_ptr = x;
    v.accessPolicyWindow.num_bytes = 1024;
    v.accessPolicyWindow.hitRatio = .5f;
    v.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
    v.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
    OK(cudaStreamSetAttribute(s, cudaStreamAttributeAccessPolicyWindow, &v));
    OK(cudaStreamGetAttribute(s, cudaStreamAttributeAccessPolicyWindow, &w));
    printf("window: %d, %zu bytes, %g\n", w.accessPolicyWindow.base_ptr == x, w.accessPolicyWindow.num_bytes, w.accessPolicyWindow.hitRatio);
    cudaStream_t s2;
    OK(cudaStreamCreate(&s2));
    OK(cudaStreamCopyAttributes(s2, s));
    OK(cudaStreamGetAttribute(s2, cudaStreamAttributeAccessPolicyWindow, &w));
    printf("copied: %d\n", w.accessPolicyWindow.base_ptr == x);
    unsigned long long id1, id2;
    OK(cudaStreamGetId(s, &id1));
    OK(cudaStreamGetId(s2, &id2));
    printf("ids differ: %d\n", id1 != id2);
    OK(cudaCtxResetPersistingL2Cache());
    return 0;
}
