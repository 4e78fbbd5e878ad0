// scaled_quotients.cu: nvcc -ptx -arch=sm_80
// Quotients times powers of two, of which compilers make one shift and a mask.
#define SCALED(name, d, by) \
    extern "C" __global__ void name(unsigned *out, const unsigned *in, unsigned first) \
    { \
        const unsigned x = blockIdx.x * blockDim.x + threadIdx.x + first; \
        out[blockIdx.x * blockDim.x + threadIdx.x] = x / d * by + in[x % d]; \
    }
SCALED(q36x64, 36u, 64u)
SCALED(q36x2, 36u, 2u)
SCALED(q3x128, 3u, 128u)
SCALED(q10x8, 10u, 8u)
SCALED(q7x32, 7u, 32u)
SCALED(q641x1024, 641u, 1024u)
SCALED(q48x16, 48u, 16u)
