// Truth values that threads keep in registers: set under conditions, across barriers, combined, in loops, asked and stored.
// nvcc -arch=sm_80 -ptx

// A flag that is set under a condition and asked for behind barriers; where nothing is done it is what it was.
extern "C" __global__ void spread(int *out, const int *in, int n, int low, int high, int steps)
{
    extern __shared__ int now[];
    int t = threadIdx.x, w = blockDim.x, *next = now + w;
    now[t] = in[blockIdx.x * w + t];
    next[t] = 0;
    __syncthreads();
    bool did = false, odd = false;
    for (int i = 0; i < steps; i++) {
        did = false;
        if (t > i + low && t < w - 1 - i && t <= high) {
            did = true;
            next[t] = now[t - 1] - 2 * now[t] + now[t + 1];
        }
        __syncthreads();
        odd ^= did && (i & 1) == 0;
        if (did)
            now[t] = next[t] + i;
        __syncthreads();
    }
    if (did)
        out[blockIdx.x * w + t] = now[t] + (odd ? n : 0);
    else if (odd)
        out[blockIdx.x * w + t] = -now[t];
}

// Found and missed in a loop with two ways out; the flag outlives it.
extern "C" __global__ void search(int *out, const int *in, int n, int what)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    bool found = false, negative = false;
    int at = t;
    for (int i = 0; i < n; i++) {
        int x = in[(t * 7 + i * 13) % (4 * n)];
        if (x < 0) {
            negative = true;
            continue;
        }
        if (x % 16 == what) {
            found = true;
            at = i;
            break;
        }
    }
    bool all = found && !negative, any = found || negative;
    out[4 * t] = at;
    if (all)
        out[4 * t + 1] = at + 1;
    if (any)
        out[4 * t + 2] = negative;
    if (all != any)
        out[4 * t + 3] = found ? 5 : 6;
}

// A flag that is set in a loop inside of the condition, in an if that is gone round by continue.
extern "C" __global__ void rounds(int *out, int n, int k)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x, count = 0;
    bool last = true;
    for (int i = 0; i < n; i++) {
        if ((t + i) % 3 == 0) {
            if (i % k == 1)
                continue;
            last = false;
            for (int j = 0; j < t % 5; j++)
                count += j ^ i;
        }
        if (last)
            count += 100;
        last = (t ^ i) % 4 != 0;
    }
    out[t] = last ? count : -count;
}
