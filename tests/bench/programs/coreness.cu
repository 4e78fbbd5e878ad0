// nvcc: -Xcicc -O1
// coreness.cu: nodes of a graph that fall away when those with fewer than k neighbours do, again and again (k-core): a scan that finds them, then
// rounds in which each takes one off its neighbours' degrees; queues in memory that grow by atomics.
extern "C" __global__ void find(const int *degree, int *core, int *queue, int *tail, int nodes, int k)
{
    for (int v = blockIdx.x * blockDim.x + threadIdx.x; v < nodes; v += gridDim.x * blockDim.x)
        if (core[v] < 0 && degree[v] <= k) {
            core[v] = k;
            queue[atomicAdd(tail, 1)] = v;
        }
}

extern "C" __global__ void peel(const int *begin, const int *edges, int *degree, int *core, const int *queue, const int *count,
                                int *next, int *tail, int k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= *count)
        return;
    int v = queue[i];
    for (int e = begin[v]; e < begin[v + 1]; e++) {
        int u = edges[e];
        if (core[u] >= 0)
            continue;
        if (atomicSub(&degree[u], 1) == k + 1) {
            core[u] = k;
            next[atomicAdd(tail, 1)] = u;
        }
    }
}
