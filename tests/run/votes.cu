// Votes and reductions of a warp whose result is one number for the warp: in conditions of loops, across barriers, under
// divergent branches, for lanes that have exited.  nvcc -arch=sm_80 -ptx

// Goes on while any lane has far to go.
extern "C" __global__ void any_loop(unsigned *out, const unsigned *in)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned v = in[i], rounds = 0;
    while (__any_sync(~0u, v > 10)) {
        v = (v >> 1) + (__shfl_xor_sync(~0u, v, 1) & 3);
        rounds++;
        if (rounds > 40)
            break;
    }
    out[2 * i] = v;
    out[2 * i + 1] = rounds;
}

// Lanes leave the kernel inside a loop that the others leave when all, or none, agree.
extern "C" __global__ void exits(unsigned *out, const unsigned *in, int most)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned v = in[i], n = 0;
    out[2 * i] = 1000;
    while (__all_sync(~0u, n < 50)) {
        if (n == v % 64)
            return;
        n++;
    }
    out[2 * i] = n;
    while (!__any_sync(~0u, n > 60 + v % 8)) {
        if (n > 64)
            return;
        n += most;
    }
    out[2 * i + 1] = n;
}

// One number for each warp across a barrier; those behind n are gone before it.
extern "C" __global__ void phases(unsigned *out, const unsigned *in, int n)
{
    __shared__ unsigned sum[32];
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
    if (t >= n)
        return;
    const unsigned odd = __ballot_sync(~0u, in[i] & 1);
    if (t % 32 == 0)
        sum[t / 32] = __popc(odd);
    __syncthreads();
    unsigned before = 0;
    for (unsigned w = 0; w < t / 32; w++)
        before += sum[w];
    unsigned steps = 0;
    while (!__any_sync(~0u, steps >= (t & 31)))
        steps += 1 + (odd & 1);
    out[2 * i] = before + __popc(odd & ((1u << t % 32) - 1));
    out[2 * i + 1] = odd + steps;
}

// Different votes for the two sides, and one for the members of a group.
extern "C" __global__ void sides(unsigned *out, const unsigned *in)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    const unsigned v = in[i];
    unsigned b = 7;
    if (lane < 16)
        b = __ballot_sync(0x0000ffff, v & 2);
    else if (lane < 24)
        b = __ballot_sync(0x00ff0000, v & 4) | __activemask() << 1;
    const unsigned group = __match_any_sync(~0u, v % 3);
    const unsigned in_group = __ballot_sync(group, v & 8);
    out[2 * i] = b;
    out[2 * i + 1] = in_group ^ (__any_sync(group, (v & 0x30) == 0) ? 0x80000000u : 0);
}

// Reductions that decide how often all go round.
extern "C" __global__ void reductions(unsigned *out, const unsigned *in)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned v = in[i] % 1000, sum = 0, least;
    do {
        least = __reduce_min_sync(~0u, v);
        sum += __reduce_add_sync(~0u, v - least);
        v = v > least + 100 ? v / 2 : v;
    } while (__reduce_max_sync(~0u, v) > least + 100);
    out[2 * i] = v;
    out[2 * i + 1] = sum;
}
