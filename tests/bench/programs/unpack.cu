// unpack.cu: blocks of compressed bytes (in LZ4's form): a block a thread; letters are copied, then a match byte by byte from what is
// already there, which may overlap itself.
typedef unsigned char byte;

extern "C" __global__ void unpack(const byte *packed, const int *start, const int *size, byte *out, int *made, int room, int blocks)
{
    const int b = blockIdx.x * blockDim.x + threadIdx.x;
    if (b >= blocks)
        return;
    const byte *in = packed + start[b], *end = in + size[b];
    byte *to = out + (size_t)b * room, *const begin = to;
    while (in < end) {
        const unsigned token = *in++;
        unsigned letters = token >> 4;
        if (letters == 15) {
            byte more;
            do {
                more = *in++;
                letters += more;
            } while (more == 255);
        }
        for (unsigned i = 0; i < letters; i++)
            *to++ = *in++;
        if (in >= end)
            break;
        const unsigned back = in[0] | in[1] << 8;
        in += 2;
        unsigned length = token & 15;
        if (length == 15) {
            byte more;
            do {
                more = *in++;
                length += more;
            } while (more == 255);
        }
        length += 4;
        const byte *from = to - back;
        for (unsigned i = 0; i < length; i++)
            *to++ = *from++;
    }
    made[b] = (int)(to - begin);
}
