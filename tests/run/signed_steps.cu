// signed_steps.cu: nvcc -ptx -arch=sm_80
// What threads do whose number, with a sign, has a remainder that the launch gives.
#define ASK(condition, what)                                                                                           \
    if (condition)                                                                                                     \
        s[t] += what;                                                                                                  \
    __syncthreads();

extern "C" __global__ void by_powers(int *out, unsigned first, int rest)
{
    __shared__ int s[256];
    const int t = threadIdx.x, x = (int)(threadIdx.x + first);
    s[t] = 0;
    __syncthreads();
    ASK(x % 2 == rest, 1)
    ASK(x % 4 == rest, 10)
    ASK(x % 16 == rest, 100)
    ASK((unsigned)x % 8 == (unsigned)rest, 1000)
    ASK((x & 1) != rest, 10000)
    ASK(x % 2 != rest, 100000)
    ASK(x % 4 == -3, 1000000)
    out[t] = s[t];
}

// No barriers, rows, and more than that is asked.
extern "C" __global__ void of_squares(int *out, unsigned first, int colour, int wide)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    const int z = (int)((unsigned)(x + y) + first);
    if (z % 2 == colour)
        out[y * wide + x] += y + 1;
    if (z % 8 == colour && y > 1)
        out[y * wide + x] *= 3;
}
