// Places in shared memory that atomic additions give out, several to a thread: no two threads have the same, so none waits for others.

// Edges whose far end is not known yet go to a list of the block; in a loop that compilers unroll.
extern "C" __global__ void ends(const int *first, const int *to, const unsigned char *known, int *list, int *count, int n)
{
    __shared__ int mine, at, found[192];
    if (threadIdx.x == 0)
        mine = 0;
    __syncthreads();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        for (int e = first[i]; e < first[i + 1]; e++)
            if (!known[to[e]]) {
                const int k = atomicAdd(&mine, 1);
                if (k < 192)
                    found[k] = to[e];
                else
                    list[atomicAdd(count, 1)] = to[e];
            }
    __syncthreads();
    const int all = min(mine, 192);
    if (threadIdx.x == 0)
        at = atomicAdd(count, all);
    __syncthreads();
    for (int k = threadIdx.x; k < all; k += blockDim.x)
        list[at + k] = found[k];
}

// A pair's two halves, each where it belongs: at the front of a list and at its end.
extern "C" __global__ void halves(const short2 *pair, int *out, int *split)
{
    __shared__ short list[256];
    __shared__ unsigned front, back;
    const int t = threadIdx.x;
    if (t < 2)
        *(t ? &back : &front) = 0;
    __syncthreads();
    const short2 p = pair[blockIdx.x * 128 + t];
    if (p.x > 0)
        list[atomicAdd(&front, 1u)] = p.x;
    else
        list[255 - atomicAdd(&back, 1u)] = p.x;
    if (p.y > 0)
        list[atomicAdd(&front, 1u)] = p.y;
    else
        list[255 - atomicAdd(&back, 1u)] = p.y;
    __syncthreads();
    out[blockIdx.x * 256 + t] = list[t];
    out[blockIdx.x * 256 + 128 + t] = list[128 + t];
    if (t == 0)
        split[blockIdx.x] = front;
}
