// bins64.cu: how often each of 64 values stands in data: counts in bytes of each thread's own in shared memory, its place turned so that banks differ; then a
// thread a value adds up all threads' counts, and a kernel all blocks'.
#define THREADS 64
#define BINS 64
#define UMUL(a, b) ((a) * (b))
#define UMAD(a, b, c) (UMUL((a), (b)) + (c))
typedef unsigned char data_t;
static __device__ void addByte(data_t *s_ThreadBase, unsigned data) { s_ThreadBase[UMUL(data, THREADS)]++; }
static __device__ void addWord(data_t *s_ThreadBase, unsigned data)
{
    addByte(s_ThreadBase, (data >> 2) & 0x3FU);
    addByte(s_ThreadBase, (data >> 10) & 0x3FU);
    addByte(s_ThreadBase, (data >> 18) & 0x3FU);
    addByte(s_ThreadBase, (data >> 26) & 0x3FU);
}
extern "C" __global__ void histogram64Kernel(unsigned *d_PartialHistograms, const uint4 *d_Data, unsigned dataCount)
{
    __shared__ data_t s_Hist[THREADS * BINS];
    const unsigned threadPos = ((threadIdx.x & ~(16 * 4 - 1)) << 0) | ((threadIdx.x & (16 - 1)) << 2) | ((threadIdx.x & (16 * 3)) >> 4);
    for (unsigned i = 0; i < BINS / 4; i++)
        ((unsigned *)s_Hist)[threadIdx.x + i * THREADS] = 0;
    __syncthreads();
    data_t *s_ThreadBase = s_Hist + threadPos;
    for (unsigned pos = UMAD(blockIdx.x, blockDim.x, threadIdx.x); pos < dataCount; pos += UMUL(blockDim.x, gridDim.x)) {
        uint4 data = d_Data[pos];
        addWord(s_ThreadBase, data.x);
        addWord(s_ThreadBase, data.y);
        addWord(s_ThreadBase, data.z);
        addWord(s_ThreadBase, data.w);
    }
    __syncthreads();
    if (threadIdx.x < BINS) {
        data_t *s_HistBase = s_Hist + UMUL(threadIdx.x, THREADS);
        unsigned sum = 0;
        unsigned pos = 4 * (threadIdx.x & (16 - 1));
        for (unsigned i = 0; i < (THREADS / 4); i++) {
            sum += s_HistBase[pos + 0] + s_HistBase[pos + 1] + s_HistBase[pos + 2] + s_HistBase[pos + 3];
            pos = (pos + 4) & (THREADS - 1);
        }
        d_PartialHistograms[blockIdx.x * BINS + threadIdx.x] = sum;
    }
}
extern "C" __global__ void mergeHistogram64Kernel(unsigned *d_Histogram, const unsigned *d_PartialHistograms, unsigned histogramCount)
{
    __shared__ unsigned data[256];
    unsigned sum = 0;
    for (unsigned i = threadIdx.x; i < histogramCount; i += 256)
        sum += d_PartialHistograms[blockIdx.x + i * BINS];
    data[threadIdx.x] = sum;
    for (unsigned stride = 256 / 2; stride > 0; stride >>= 1) {
        __syncthreads();
        if (threadIdx.x < stride)
            data[threadIdx.x] += data[threadIdx.x + stride];
    }
    if (threadIdx.x == 0)
        d_Histogram[blockIdx.x] = data[0];
}
