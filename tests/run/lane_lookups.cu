// Each lane asks another one, of which it knows by what it has read, for its number: in segments of a warp, and whether it is there to be asked.

// Also in place, and by a warp that is not full.
extern "C" __global__ void lookups(const unsigned *from, const unsigned *in, unsigned *out)
{
    const unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned x = in[t], at = from[t], y, z, there;
    const unsigned m = __activemask();
    y = __shfl_sync(m, x * 3, at % 32);
    asm volatile("{ .reg .pred p; shfl.sync.idx.b32 %0|p, %2, %3, 0x1807, %4; selp.u32 %1, 1, 0, p; }" : "=r"(z), "=r"(there) : "r"(x), "r"(at), "r"(m));
    asm volatile("shfl.sync.idx.b32 %0, %1, %0, 0x1003, %2;" : "+r"(at) : "r"(y ^ x), "r"(m));
    float f = __int_as_float(0x3f800000 | (x & 0xffff));
    f = __shfl_sync(m, f, from[t] & 15, 16);
    out[t] = y + 5 * z + 7 * there + 11 * at + __float_as_uint(f);
}
