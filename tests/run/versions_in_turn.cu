// versions_in_turn.cu: loops that go on with numbers of each lane, store some and read rows, which end between the lanes of a chunk in some rounds.
#define THREAD (blockIdx.x * blockDim.x + threadIdx.x)
#define THREADS (gridDim.x * blockDim.x)
#define READ(at) in[(at) / width * pitch + (at) % width]

// Two numbers; the test comes last.
extern "C" __global__ void mixed(const unsigned *in, unsigned *trace, unsigned *out, int rounds, int step, int first, int width, int pitch)
{
    const int i = THREAD, threads = THREADS;
    unsigned x = i, y = 1;
    int at = i + first;
#pragma unroll 1
    for (int k = 0; k < rounds; k++) {
        x = x * 5 + READ(at);
        y ^= x >> 3;
        trace[k * threads + i] = y;
        at += step;
    }
    out[2 * i] = x;
    out[2 * i + 1] = y;
}

// Leaves in the middle, for all lanes at once: what is read tells when.
extern "C" __global__ void stopped(const unsigned *in, unsigned *trace, unsigned *out, int rounds, int step, int first, int width, int pitch,
                                   const unsigned *stops)
{
    const int i = THREAD, threads = THREADS;
    unsigned x = i, y = 1;
    int at = i + first;
#pragma unroll 1
    for (int k = 0; k < rounds; k++) {
        x = x * 5 + READ(at);
        y ^= x >> 3;
        trace[k * threads + i] = y;
        if (stops[k] == 7)
            break;
        at += step;
        y += k;
    }
    out[2 * i] = x;
    out[2 * i + 1] = y;
}

// Leaves in front: a thread's own part of rows; behind a barrier, by warps.
extern "C" __global__ void parts(const unsigned *in, unsigned *trace, unsigned *out, int n, int width, int pitch)
{
    __shared__ unsigned base;
    if (threadIdx.x == 0)
        base = in[blockIdx.x];
    __syncthreads();
    unsigned x = base, y = 1;
    for (int at = threadIdx.x; at < n; at += blockDim.x) {
        const unsigned v = READ(at);
        x += v;
        y = y * 3 ^ v;
    }
    out[2 * THREAD] = x;
    out[2 * THREAD + 1] = y;
}

// Lanes leave one by one.
extern "C" __global__ void apart(const unsigned *in, unsigned *trace, unsigned *out, int rounds, int step, int first, int width, int pitch)
{
    const int i = THREAD, threads = THREADS;
    unsigned x = i, y = 1;
    int at = i + first;
#pragma unroll 1
    for (int k = 0; k < rounds; k++) {
        x = x * 5 + READ(at);
        y ^= x >> 3;
        trace[k * threads + i] = y;
        at += step;
        if ((x & 63) == 5)
            break;
    }
    out[2 * i] = x;
    out[2 * i + 1] = y;
}

// One number.
extern "C" __global__ void one(const unsigned *in, unsigned *trace, unsigned *out, int rounds, int step, int first, int width, int pitch)
{
    const int i = THREAD, threads = THREADS;
    unsigned x = i;
    int at = i + first;
#pragma unroll 1
    for (int k = 0; k < rounds; k++) {
        x = x * 5 + READ(at);
        trace[k * threads + i] = x;
        at += step;
    }
    out[2 * i] = x;
    out[2 * i + 1] = 0;
}
