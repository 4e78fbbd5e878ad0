// crc.cu: a checksum of each page of bytes, by a table that the block copies to shared memory.
extern "C" __global__ void crc(const unsigned char *data, const unsigned *table, unsigned *sums, int pages, int bytes)
{
    __shared__ unsigned t[256];
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        t[i] = table[i];
    __syncthreads();
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= pages)
        return;
    unsigned c = 0xffffffff;
    const unsigned char *at = data + (size_t)p * bytes;
    for (int i = 0; i < bytes; i++)
        c = t[(c ^ at[i]) & 255] ^ c >> 8;
    sums[p] = ~c;
}
