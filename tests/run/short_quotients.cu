// short_quotients.cu: nvcc -ptx -arch=sm_100
// Quotients of numbers of 16 bits, of which compilers make products of 16 bits.
#define SHORT(d) \
    extern "C" __global__ void q##d(unsigned *out, const unsigned short *in) \
    { \
        const unsigned i = blockIdx.x * blockDim.x + threadIdx.x; \
        const unsigned short x = in[i]; \
        out[i] = x / d + (x % d << 16); \
    }
SHORT(3)
SHORT(7)
SHORT(10)
SHORT(25)
SHORT(28)
SHORT(40)
SHORT(641)
SHORT(16383)
SHORT(32767)
SHORT(40000)
SHORT(65535)
