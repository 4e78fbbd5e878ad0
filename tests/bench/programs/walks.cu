// walks.cu: random walks over a graph in rows of edges with weights summed up; each step looks for its edge by bisection, and a
// walk ends where no edge leaves, or early by chance.
static __device__ float chance(unsigned long long &state)
{
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (unsigned)(state >> 40) * (1.0f / 16777216.0f);
}

extern "C" __global__ void walks(const int *row, const int *edge, const float *sum, int *visits, int *path, int n, int longest,
                                 float stop)
{
    const int id = blockIdx.x * blockDim.x + threadIdx.x;
    if (id >= n)
        return;
    unsigned long long state = (unsigned long long)id * 2862933555777941757ULL + 3037000493ULL;
    int at = id, steps = 0;
    while (steps < longest) {
        const int first = row[at], end = row[at + 1];
        if (first == end)
            break;
        const float want = chance(state) * sum[end - 1];
        int low = first, high = end - 1;
        while (low < high) {
            const int middle = (low + high) / 2;
            if (sum[middle] > want)
                high = middle;
            else
                low = middle + 1;
        }
        at = edge[low];
        atomicAdd(&visits[at], 1);
        steps++;
        if (chance(state) < stop)
            break;
    }
    path[id] = at;
}
