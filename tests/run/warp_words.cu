// warp_words.cu: lanes of warps read rows of shared memory word by word, several in a row; votes and shuffles keep warps together.
// nvcc -arch=sm_80 -ptx
#define W 33

// Signs of rows against a word that all have: how many bits differ, one word of votes for each warp.
extern "C" __global__ void differ(const unsigned *in, const unsigned *with, int *counts, unsigned *votes, int limit)
{
    __shared__ unsigned rows[128 * W];
    for (int i = threadIdx.x; i < blockDim.x * W; i += blockDim.x)
        rows[i] = in[blockIdx.x * blockDim.x * W + i];
    __syncthreads();
    int sum = 0;
    #pragma unroll 8
    for (int k = 0; k < 32; k++)
        sum += __popc(rows[threadIdx.x * W + k] ^ with[k]);
    unsigned vote = __ballot_sync(__activemask(), sum < limit);
    counts[blockIdx.x * blockDim.x + threadIdx.x] = sum;
    if ((threadIdx.x & 31) == 0)
        votes[(blockIdx.x * blockDim.x + threadIdx.x) / 32] = vote;
}

// Only some lanes read, and what they read lies at the variable's end.
extern "C" __global__ void some(const float *in, float *out, int from)
{
    __shared__ float rows[64 * W];
    for (int i = threadIdx.x; i < blockDim.x * W; i += blockDim.x)
        rows[i] = in[i];
    __syncthreads();
    float sum = __shfl_xor_sync(__activemask(), rows[threadIdx.x * W], 1);
    if (threadIdx.x >= from) {
        const float *r = rows + threadIdx.x * W + W - 8;
        sum += r[0] * r[4] + r[1] * r[5] + r[2] * r[6] + r[3] * r[7];
    }
    out[threadIdx.x] = sum + __shfl_xor_sync(__activemask(), sum, 2);
}
