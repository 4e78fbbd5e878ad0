// oddeven.cu: pairs of keys and values sorted in blocks of 256 by a network that merges odd and even places, in shared memory.
#define N 256
__device__ void order(unsigned &k, unsigned &v, unsigned &l, unsigned &w, unsigned up)
{
    if ((k > l) == up) {
        unsigned t = k;
        k = l;
        l = t;
        t = v;
        v = w;
        w = t;
    }
}

extern "C" __global__ void oddeven(unsigned *keys, unsigned *values, unsigned up)
{
    __shared__ unsigned k[N], v[N];
    keys += blockIdx.x * N + threadIdx.x;
    values += blockIdx.x * N + threadIdx.x;
    k[threadIdx.x] = keys[0];
    v[threadIdx.x] = values[0];
    k[threadIdx.x + N / 2] = keys[N / 2];
    v[threadIdx.x + N / 2] = values[N / 2];
    for (unsigned size = 2; size <= N; size <<= 1) {
        unsigned stride = size / 2, offset = threadIdx.x & (stride - 1);
        __syncthreads();
        unsigned at = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
        order(k[at], v[at], k[at + stride], v[at + stride], up);
        stride >>= 1;
        for (; stride > 0; stride >>= 1) {
            __syncthreads();
            at = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
            if (offset >= stride)
                order(k[at - stride], v[at - stride], k[at], v[at], up);
        }
    }
    __syncthreads();
    keys[0] = k[threadIdx.x];
    values[0] = v[threadIdx.x];
    keys[N / 2] = k[threadIdx.x + N / 2];
    values[N / 2] = v[threadIdx.x + N / 2];
}
