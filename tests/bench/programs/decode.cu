// decode.cu: words of different lengths become letters again: each thread a piece of the bits, by a table for short words in shared memory
// and by limits of each length for long ones.
#define SHORT 8
#define LONGEST 15

struct Code { unsigned limit[LONGEST + 2]; int shift[LONGEST + 2]; unsigned short quick[1 << SHORT]; unsigned char letter[256]; };

extern "C" __global__ void decode(const unsigned *bits, const int *begin, const int *count, const Code *code, unsigned char *out, int pieces,
                                  int longest)
{
    __shared__ unsigned short quick[1 << SHORT];
    __shared__ unsigned char letter[256];
    for (int i = threadIdx.x; i < 1 << SHORT; i += blockDim.x)
        quick[i] = code->quick[i];
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        letter[i] = code->letter[i];
    __syncthreads();
    const int piece = blockIdx.x * blockDim.x + threadIdx.x;
    if (piece >= pieces)
        return;
    const unsigned *from = bits + begin[piece];
    unsigned long long held = (unsigned long long)from[0] << 32 | from[1];
    int left = 64, next = 2;
    unsigned char *to = out + piece * longest;
    for (int i = 0; i < count[piece]; i++) {
        if (left <= 32) {
            held |= (unsigned long long)from[next++] << (32 - left);
            left += 32;
        }
        const unsigned seen = (unsigned)(held >> 48);
        const unsigned short q = quick[seen >> (16 - SHORT)];
        int length;
        if (q) {
            length = q >> 8;
            to[i] = q & 255;
        } else {
            length = SHORT + 1;
            while (length < LONGEST && seen >= code->limit[length])
                length++;
            to[i] = letter[((seen >> (16 - length)) + code->shift[length]) & 255];
        }
        held <<= length;
        left -= length;
    }
}
