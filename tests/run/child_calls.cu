// What kernels that launch kernels may call besides: copies and sets of rows and boxes, attributes of kernels and the device.
// nvcc -rdc=true -arch=compute_75 --default-stream per-thread -ptx
__global__ void __launch_bounds__(192) bounded(int *p)
{
    __shared__ int room[10];
    room[threadIdx.x] = p[threadIdx.x];
    __syncthreads();
    p[threadIdx.x] = room[9 - threadIdx.x];
}

extern "C" __global__ void rows(unsigned char *a, unsigned char *b)
{
    cudaMemset2DAsync(a + 1, 8, 0x105, 3, 4, 0);
    cudaMemcpy2DAsync(b, 4, a, 8, 4, 4, cudaMemcpyDeviceToDevice, 0);
}

extern "C" __global__ void boxes(unsigned char *a, unsigned char *b)
{
    cudaPitchedPtr pa = {a, 4, 4, 3}, pb = {b, 5, 5, 4};
    cudaExtent e = {2, 2, 2};
    cudaMemset3DAsync(pa, 7, e, 0);
    cudaMemcpy3DParms p = {};
    p.srcPtr = pa;
    p.srcPos = {1, 1, 0};
    p.dstPtr = pb;
    p.dstPos = {2, 1, 1};
    p.extent = e;
    p.kind = cudaMemcpyDeviceToDevice;
    cudaMemcpy3DAsync(&p, 0);
}

extern "C" __global__ void tells(int *out)
{
    cudaFuncAttributes f;
    out[0] = cudaFuncGetAttributes(&f, bounded);
    out[1] = f.maxThreadsPerBlock;
    out[2] = (int)f.sharedSizeBytes;
    out[3] = cudaDeviceGetAttribute(&out[4], cudaDevAttrMaxThreadsPerBlock, 0);
    out[5] = cudaDeviceGetAttribute(&out[6], (cudaDeviceAttr)9999, 0);
    int n = 0;
    out[7] = cudaDeviceGetAttribute(&n, cudaDevAttrMultiProcessorCount, 0);
    out[8] = n > 0;
    out[9] = cudaGetLastError();
}

extern "C" __global__ void holds(int *out)
{
    size_t bytes = 0;
    cudaFuncCache cache = cudaFuncCachePreferL1;
    out[0] = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&out[1], bounded, 192, 0);
    out[2] = cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&out[3], bounded, 33, 50000, 0);
    out[4] = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&out[5], bounded, 193, 0);
    out[6] = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&out[7], bounded, 0, 0);
    out[8] = cudaDeviceGetLimit(&bytes, cudaLimitMallocHeapSize);
    out[9] = (int)bytes;
    out[10] = cudaDeviceGetLimit(&bytes, (cudaLimit)99);
    out[11] = cudaDeviceGetCacheConfig(&cache);
    out[12] = cache;
    out[13] = cudaRuntimeGetVersion(&out[14]);
}
