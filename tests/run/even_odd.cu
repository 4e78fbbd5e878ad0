// even_odd.cu: threads of even and of odd numbers do different things, in place between neighbours.
#define T 96

// A step of a wavelet: odd places from their neighbours, thread 0 one more, then even places.
extern "C" __global__ void lift(const int *in, int *out)
{
    __shared__ int line[T + 4];
    const int t = threadIdx.x, at = t + 2, x = blockIdx.x * T + t;
    line[at] = in[x];
    if (t < 2)
        line[t] = in[x] * 3;
    if (t >= T - 2)
        line[t + 4] = in[x] * 5;
    __syncthreads();
    if (t & 1)
        line[at] -= (line[at - 1] + line[at + 1]) >> 1;
    else if (t == 0)
        line[at - 1] -= (line[at - 2] + line[at]) >> 1;
    __syncthreads();
    if (!(t & 1))
        line[at] += (line[at - 1] + line[at + 1] + 2) >> 2;
    __syncthreads();
    out[x] = line[at];
}

// A round of sorting: pairs that begin at even threads, or at odd ones.  What each side has kept is read behind.
extern "C" __global__ void pairs(const int *in, int *out, int *seconds, int first)
{
    __shared__ int v[T + 2], w[T];
    const int t = threadIdx.x, x = blockIdx.x * T + t;
    int kept = 7;
    v[t + 1] = in[x];
    if (t == 0) {
        v[0] = -0x7fffffff;
        v[T + 1] = 0x7fffffff;
    }
    __syncthreads();
    if (((t + first) & 1) == 0) {
        w[t] = min(v[t + 1], v[t + 2]);
        kept = v[t + 1] > v[t + 2] ? t : 7;
    } else {
        w[t] = max(v[t], v[t + 1]);
        atomicAdd(&seconds[blockIdx.x], t);
    }
    __syncthreads();
    out[x] = 2 * w[t] + 1000 * kept;
}

// One side ends the thread; and even_odd by a remainder of three.
extern "C" __global__ void ends(const int *in, int *out, int n)
{
    __shared__ int v[T + 2];
    const int t = threadIdx.x, x = blockIdx.x * T + t;
    v[t] = in[x];
    if (t % 3 == 1)
        v[t] *= 3;
    else if (t % 3 == 2)
        v[t] += n;
    else
        v[t] ^= 1;
    __syncthreads();
    if (t & 1) {
        out[x] = v[t] - v[t - 1];
        return;
    }
    out[x] = v[t] + v[t + 1];
}

// A loop on one side; blocks of any size and of several rows.
extern "C" __global__ void rounds(int *data, const int *n)
{
    const int t = threadIdx.x, x = (blockIdx.x * blockDim.y + threadIdx.y) * blockDim.x + t;
    int *p = data + x;
    if (t & 1) {
        for (int i = 0; i < n[x]; i++)
            *p = *p * 3 + i;
    } else {
        *p = *p - 5;
    }
}
