// patterns.cu: how small lines of memory get when words of frequent patterns are written shorter: a word a thread, blocks add up in shared memory.
typedef unsigned char u8;
static __device__ unsigned my_abs(int x)
{
    unsigned t = x >> 31;
    return (x ^ t) - t;
}
static __device__ unsigned f1(int value, bool *match)
{
    if (value == 0) {
        *match = true;
        return 1;
    }
    return 0;
}
static __device__ unsigned f2(int value, bool *match)
{
    if (my_abs(value) <= 0xff) {
        *match = true;
        return 1;
    }
    return 0;
}
static __device__ unsigned f3(int value, bool *match)
{
    if (my_abs(value) <= 0xffff) {
        *match = true;
        return 2;
    }
    return 0;
}
static __device__ unsigned f4(int value, bool *match)
{
    if ((value & 0xffff) == 0) {
        *match = true;
        return 2;
    }
    return 0;
}
static __device__ unsigned f5(int value, bool *match)
{
    if (my_abs((short)(value & 0xffff)) <= 0xff && my_abs((short)((value >> 16) & 0xffff)) <= 0xff) {
        *match = true;
        return 2;
    }
    return 0;
}
static __device__ unsigned f6(unsigned value, bool *match)
{
    unsigned byte0 = value & 255, byte1 = (value >> 8) & 255, byte2 = (value >> 16) & 255, byte3 = (value >> 24) & 255;
    if (byte0 == byte1 && byte0 == byte2 && byte0 == byte3) {
        *match = true;
        return 1;
    }
    return 0;
}
extern "C" __global__ void fpc(const unsigned long *values, unsigned *cmp_size)
{
    __shared__ unsigned compressable;
    int lid = threadIdx.x;
    int WGS = blockDim.x;
    int gid = blockIdx.x * WGS + lid;
    unsigned long value = values[gid];
    unsigned inc;
    bool m1 = 0, m2 = 0, m3 = 0, m4 = 0, m5 = 0, m6 = 0;
    if (lid == 0)
        compressable = 0;
    __syncthreads();
    inc = f1(value, &m1);
    if (!m1) inc = f2(value, &m2);
    if (!m1 && !m2) inc = f3(value, &m3);
    if (!m1 && !m2 && !m3) inc = f4(value, &m4);
    if (!m1 && !m2 && !m3 && !m4) inc = f5(value, &m5);
    if (!m1 && !m2 && !m3 && !m4 && !m5) inc = f6(value, &m6);
    if (!m1 && !m2 && !m3 && !m4 && !m5 && !m6) inc = 4;
    atomicAdd(&compressable, inc);
    __syncthreads();
    if (lid == WGS - 1)
        atomicAdd(cmp_size, compressable);
}
