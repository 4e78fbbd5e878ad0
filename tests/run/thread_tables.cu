// thread_tables.cu: nvcc -ptx -arch=sm_80
// What depends on the thread's number alone: how often it goes round to fill a tile, and what it is asked for.
#define MOST 1100

template <int SIZE, int STEP> __device__ void fill(const int *in, int *out)
{
    __shared__ int tile[SIZE];
    const int t = threadIdx.x;
    for (int i = t; i < SIZE; i += STEP)
        tile[i] = in[i] * 3 + t;
    __syncthreads();
    if (t < STEP)
        for (int i = 0; i < SIZE; i += STEP)
            if (i + t < SIZE)
                out[i + t] = tile[i + t] ^ tile[SIZE - 1 - i - t];
}

#define FILL(name, size, step) \
    extern "C" __global__ void name(const int *in, int *out) { fill<size, step>(in + blockIdx.x * MOST, out + blockIdx.x * MOST); }
FILL(two, 34, 32)
FILL(three, 70, 32)
FILL(four, 100, 30)
FILL(five, 130, 32)
FILL(few, 5, 16)
FILL(whole, 256, 128)
FILL(many, 1030, 256)

// Rows of a tile.
extern "C" __global__ void rows(const int *in, int *out)
{
    __shared__ int tile[10][18];
    for (int j = threadIdx.y; j < 10; j += 8)
        for (int i = threadIdx.x; i < 18; i += 16)
            tile[j][i] = in[blockIdx.x * MOST + j * 18 + i] + j;
    __syncthreads();
    const int x = threadIdx.x, y = threadIdx.y;
    out[blockIdx.x * MOST + y * 16 + x] = tile[y][x] + tile[y + 1][x + 2] * 3 - tile[y + 2][x + 1];
}

// All ways to ask.
extern "C" __global__ void asked(const int *in, int *out, int n)
{
    __shared__ int tile[1024];
    const unsigned t = threadIdx.x;
    tile[t] = in[blockIdx.x * MOST + t];
    __syncthreads();
    int s = tile[t ^ 1];
    const unsigned q = (t * 3 + 5) >> 4, r = min(t, 37u) - max((int)t - 20, 0);
    if (q > 2)
        s += tile[(t + 7) % blockDim.x];
    if (q == 6 && r != 17)
        s ^= 0x55;
    if (r < 20) {
        s *= 3;
        if (t > 50)
            s += 5;
        else if (r == 3)
            s -= n;
        if ((t & 7) == 3)
            s ^= 1;
    } else if (q == 0)
        s += 1000;
    if ((t >> 5) * 32 == t)
        s += 7;
    if ((t | 64) == 81)
        s -= 9;
    const int weight = t * t < 1000 ? 4 : (int)(t / 200u) * 2;
    __syncthreads();
    tile[t] = s * weight;
    __syncthreads();
    out[blockIdx.x * MOST + t] = tile[t] + tile[max((int)t - 3, 0)];
}
