// equalise.cu: a picture's brightness is spread: histograms of warps in shared memory, merged by a kernel, summed up by one block,
// then all pixels, four at a time.
#define BINS 256
#define WARPS 6

extern "C" __global__ void equalise_count(const unsigned *picture, unsigned *partial, int words)
{
    __shared__ unsigned count[WARPS * BINS];
    for (int i = threadIdx.x; i < WARPS * BINS; i += WARPS * 32)
        count[i] = 0;
    unsigned *own = count + (threadIdx.x >> 5) * BINS;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < words; i += blockDim.x * gridDim.x) {
        const unsigned v = picture[i];
        atomicAdd(own + (v & 0xff), 1);
        atomicAdd(own + (v >> 8 & 0xff), 1);
        atomicAdd(own + (v >> 16 & 0xff), 1);
        atomicAdd(own + (v >> 24), 1);
    }
    __syncthreads();
    for (int bin = threadIdx.x; bin < BINS; bin += WARPS * 32) {
        unsigned sum = 0;
        for (int w = 0; w < WARPS; w++)
            sum += count[bin + w * BINS];
        partial[blockIdx.x * BINS + bin] = sum;
    }
}

extern "C" __global__ void equalise_map(const unsigned *partial, int blocks, unsigned char *map, int pixels)
{
    __shared__ unsigned a[BINS], b[BINS];
    unsigned sum = 0;
    for (int i = 0; i < blocks; i++)
        sum += partial[i * BINS + threadIdx.x];
    unsigned *from = a, *to = b;
    from[threadIdx.x] = sum;
    __syncthreads();
    for (int d = 1; d < BINS; d *= 2) {
        to[threadIdx.x] = from[threadIdx.x] + (threadIdx.x >= d ? from[threadIdx.x - d] : 0);
        __syncthreads();
        unsigned *other = from;
        from = to;
        to = other;
    }
    map[threadIdx.x] = (unsigned char)(255.0f * from[threadIdx.x] / pixels + 0.5f);
}

extern "C" __global__ void equalise_apply(const uchar4 *picture, uchar4 *out, const unsigned char *map, int words)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < words) {
        const uchar4 v = picture[i];
        out[i] = make_uchar4(map[v.x], map[v.y], map[v.z], map[v.w]);
    }
}
