// Which lanes of a warp hold the same digit, found bit by bit with votes.

template <int BITS> __device__ unsigned peers_of(unsigned digit)
{
    unsigned peers = ~0u;
#pragma unroll
    for (int b = 0; b < BITS; b++) {
        const bool bit = digit >> b & 1;
        const unsigned vote = __ballot_sync(~0u, bit);
        peers &= bit ? vote : ~vote;
    }
    return peers;
}

// The numbers of each block of 64 sorted by eight bits, stably, with a counter for each digit and warp.
extern "C" __global__ void ranks(const unsigned *in, unsigned *out, int shift)
{
    __shared__ unsigned count[2][256];
    const int t = threadIdx.x, warp = t >> 5, lane = t & 31;
    for (int i = lane; i < 256; i += 32)
        count[warp][i] = 0;
    __syncwarp();
    const unsigned key = in[blockIdx.x * 64 + t], digit = key >> shift & 255;
    const unsigned peers = peers_of<8>(digit);
    const unsigned before = __popc(peers & ((1u << lane) - 1));
    if (before == 0)
        count[warp][digit] = __popc(peers);
    __syncthreads();
    unsigned place = before;
    for (unsigned d = 0; d < digit; d++)
        place += count[0][d] + count[1][d];
    if (warp)
        place += count[0][digit];
    out[blockIdx.x * 64 + place] = key;
}

// As libraries write it: the vote's result is turned where the own bit is none; of bits that do not lie in a row.
#define TURNED(x, bit) "and.b32 t, %1, " bit "; setp.ne.u32 p, t, 0; vote.sync.ballot.b32 " x ", p, 0xffffffff; @!p not.b32 " x ", " x ";\n"
#define JOINED(bit) TURNED("x", bit) "and.b32 %0, %0, x;\n"
extern "C" __global__ void turned(const unsigned *in, unsigned *out)
{
    const unsigned v = in[blockIdx.x * blockDim.x + threadIdx.x];
    unsigned all;
    asm("{ .reg .pred p; .reg .b32 t, x;\n" TURNED("%0", "2") JOINED("16") JOINED("32") JOINED("64") JOINED("1024") JOINED("4")
            JOINED("0x80000000") JOINED("0x100000") "}" : "=r"(all) : "r"(v));
    out[blockIdx.x * blockDim.x + threadIdx.x] = all;
}

// Another way to write it: what the vote says is flipped by the own bit less one; the number comes from two places, and others are taken away.
extern "C" __global__ void flipped(const unsigned *in, unsigned *out, unsigned n)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned v = i < n ? in[i] : 0;
    unsigned all = __ballot_sync(0xffffffff, i < n);
#pragma unroll
    for (int bit = 0; bit < 8; bit++)
        all &= __ballot_sync(0xffffffff, v & 1 << bit) ^ ((v >> bit & 1) - 1);
    out[i] = all;
}

// Near misses: votes on two numbers between each other's, one of which somebody looks at; one of the votes is on another number; lanes turn
// what they get where their bit is set.
extern "C" __global__ void near(const unsigned *in, unsigned *out, int which)
{
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned v = in[t], w = in[t] * 3;
    unsigned a = ~0u, b = ~0u, seen = 0;
    if (which == 0) {
#pragma unroll
        for (int i = 0; i < 9; i++) {
            const unsigned x = __ballot_sync(~0u, v >> i & 1), y = __ballot_sync(~0u, w >> i & 1);
            a &= v >> i & 1 ? x : ~x;
            b &= w >> i & 1 ? y : ~y;
            seen += y;
        }
    } else if (which == 1) {
#pragma unroll
        for (int i = 0; i < 9; i++) {
            const unsigned x = __ballot_sync(~0u, (i == 4 ? w : v) >> i & 1);
            a &= (i == 4 ? w : v) >> i & 1 ? x : ~x;
        }
    } else {
#pragma unroll
        for (int i = 0; i < 9; i++) {
            const unsigned x = __ballot_sync(~0u, v >> i & 1);
            a &= v >> i & 1 ? ~x : x;
        }
    }
    out[t * 3] = a, out[t * 3 + 1] = b, out[t * 3 + 2] = seen;
}
