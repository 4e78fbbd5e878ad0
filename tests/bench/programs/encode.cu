// encode.cu: symbols are written as words of different lengths: places in bits by a sum in shared memory, then words or-ed in.

extern "C" __global__ void encode(const unsigned *data, const unsigned *words, const unsigned *lengths, unsigned *out,
                                  unsigned *bits)
{
    __shared__ unsigned at[256], packed[256], word[256], length[256];
    unsigned t = threadIdx.x, n = blockDim.x;
    word[t] = words[t];
    length[t] = lengths[t];
    packed[t] = 0;
    __syncthreads();
    unsigned four = data[blockIdx.x * n + t], mine = 0;
    unsigned long long code = 0;
    for (int i = 0; i < 4; i++) {
        unsigned symbol = (four >> (8 * (3 - i))) & 255, len = length[symbol];
        code = code << len | word[symbol];
        mine += len;
    }
    at[t] = mine;
    __syncthreads();
    for (unsigned d = 1; d < n; d *= 2) {
        unsigned add = t >= d ? at[t - d] : 0;
        __syncthreads();
        at[t] += add;
        __syncthreads();
    }
    unsigned begin = at[t] - mine, k = begin / 32, start = begin % 32;
    if (t == n - 1)
        bits[blockIdx.x] = at[t];
    unsigned left = 32 - start;
    if (mine <= left) {
        atomicOr(&packed[k], (unsigned)(code << (left - mine)));
    } else {
        atomicOr(&packed[k], (unsigned)(code >> (mine - left)));
        unsigned rest = mine - left;
        if (rest <= 32) {
            atomicOr(&packed[k + 1], (unsigned)(code << (32 - rest)));
        } else {
            atomicOr(&packed[k + 1], (unsigned)(code >> (rest - 32)));
            atomicOr(&packed[k + 2], (unsigned)(code << (64 - rest)));
        }
    }
    __syncthreads();
    out[blockIdx.x * n + t] = packed[t];
}
