// hashes.cu: hashes of strings of many lengths, a thread a string, four bytes at a time.
__device__ unsigned mixed(unsigned k) { k *= 0xcc9e2d51u; k = (k << 15) | (k >> 17); return k * 0x1b873593u; }
extern "C" __global__ void hashes(const unsigned char *text, const int *start, unsigned *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const unsigned char *p = text + start[i];
    int len = start[i + 1] - start[i], words = len / 4;
    unsigned h = 42;
    for (int k = 0; k < words; k++) {
        unsigned w = p[4 * k] | p[4 * k + 1] << 8 | p[4 * k + 2] << 16 | (unsigned)p[4 * k + 3] << 24;
        h ^= mixed(w);
        h = (h << 13) | (h >> 19);
        h = h * 5 + 0xe6546b64u;
    }
    unsigned rest = 0;
    switch (len & 3) {
    case 3: rest ^= p[4 * words + 2] << 16;
    case 2: rest ^= p[4 * words + 1] << 8;
    case 1: rest ^= p[4 * words]; h ^= mixed(rest);
    }
    h ^= len;
    h ^= h >> 16; h *= 0x85ebca6bu; h ^= h >> 13; h *= 0xc2b2ae35u; h ^= h >> 16;
    out[i] = h;
}
