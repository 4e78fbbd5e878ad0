// Loops around shuffles whose distance is another one in each round: as many rounds as a warp's size says, which nvcc does not know, and as
// many as a parameter says.
#define ALL 0xffffffffu

extern "C" __global__ void trees(const int *in, int *out)
{
    const int t = threadIdx.x;
    int sum = in[t], most = in[t], or_below = in[t];
    for (int d = warpSize / 2; d > 0; d /= 2)
        sum += __shfl_down_sync(ALL, sum, d);
    for (int d = 1; d < warpSize; d *= 2)
        most = max(most, __shfl_xor_sync(ALL, most, d));
    for (int d = 1; d < warpSize; d *= 2) {
        const int other = __shfl_up_sync(ALL, or_below, d);
        if (t % warpSize >= d)
            or_below |= other;
    }
    out[t * 3] = sum;
    out[t * 3 + 1] = most;
    out[t * 3 + 2] = or_below;
}

// The first distance is what a warp's half leaves of a number that is known; what goes on is read behind the loop.
extern "C" __global__ void steps(const int *in, int *out)
{
    const int t = threadIdx.x;
    int x = in[t], d = warpSize - 3, sum = 0;
#pragma unroll 1
    do {
        x += __shfl_sync(ALL, x, d) + 1;
        sum = sum * 2 + d;
        d -= 7;
    } while (d > 0);
    out[t * 3] = x;
    out[t * 3 + 1] = d;
    out[t * 3 + 2] = sum;
}

// Rounds that are not known, and too many.
extern "C" __global__ void others(const int *in, int *out, int first)
{
    const int t = threadIdx.x;
    int x = in[t], y = in[t];
    for (int d = first; d > 0; d /= 2)
        x += __shfl_down_sync(ALL, x, d);
#pragma unroll 1
    for (int d = 0; d < warpSize; d++)
        y = y * 3 + __shfl_sync(ALL, y, d);
    out[t * 3] = x;
    out[t * 3 + 1] = y;
    out[t * 3 + 2] = 0;
}
