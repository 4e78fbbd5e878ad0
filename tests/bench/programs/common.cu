// common.cu: what two ends of an edge have in common: neighbours of one end are searched by halves among those of the other, counted by
// atomics; then a weight for each edge.  Three dimensions of threads: edges, nodes and neighbours.
extern "C" __global__ void neighbours_of_both(const int *first, const int *target, float *both, float *sum, int nodes)
{
    for (int node = threadIdx.z + blockIdx.z * blockDim.z; node < nodes; node += gridDim.z * blockDim.z)
        for (int e = first[node] + threadIdx.y + blockIdx.y * blockDim.y; e < first[node + 1]; e += gridDim.y * blockDim.y) {
            const int other = target[e];
            const int mine = first[node + 1] - first[node], theirs = first[other + 1] - first[other];
            if (threadIdx.x == 0)
                sum[e] = mine + theirs;
            const int few = mine < theirs ? node : other, many = mine < theirs ? other : node;
            for (int i = first[few] + threadIdx.x + blockIdx.x * blockDim.x; i < first[few + 1]; i += gridDim.x * blockDim.x) {
                const int key = target[i];
                int low = first[many], high = first[many + 1] - 1, at = -1;
                while (low <= high) {
                    const int middle = (low + high) >> 1, here = target[middle];
                    if (here > key)
                        high = middle - 1;
                    else if (here < key)
                        low = middle + 1;
                    else {
                        at = middle;
                        break;
                    }
                }
                if (at != -1)
                    atomicAdd(both + e, 1.0f);
            }
        }
}

extern "C" __global__ void weigh(const float *both, const float *sum, float *weight, int edges)
{
    for (int e = threadIdx.x + blockIdx.x * blockDim.x; e < edges; e += gridDim.x * blockDim.x)
        weight[e] = both[e] / (sum[e] - both[e]);
}
