// words.cu: how often words of 16 letters occur: a table of 64-bit keys that threads take places in by compare and swap.

extern "C" __global__ void words(const unsigned char *text, int n, unsigned long long *keys, unsigned *counts, unsigned mask)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + 16 > n)
        return;
    unsigned long long key = 0;
    for (int k = 0; k < 16; k++)
        key = key << 2 | (text[i + k] & 3);
    key += 1;
    unsigned long long hash = key * 0x9e3779b97f4a7c15ull;
    for (unsigned at = (unsigned)(hash >> 40) & mask;; at = (at + 1) & mask) {
        unsigned long long was = atomicCAS(&keys[at], 0ull, key);
        if (was == 0 || was == key) {
            atomicAdd(&counts[at], 1);
            return;
        }
    }
}
