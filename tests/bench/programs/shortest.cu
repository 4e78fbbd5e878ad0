// shortest.cu: shortest ways from one place in a graph with weights: a list of those that came nearer, whose neighbours come nearer by
// atomic minima and go to the next list, once each.
struct Edge { int to; unsigned weight; };

extern "C" __global__ void relax(const int *first, const Edge *edge, unsigned *distance, const int *list, const int *count, int *next, int *more,
                                 int *mark, int round)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < *count; i += gridDim.x * blockDim.x) {
        const int v = list[i];
        const unsigned d = distance[v];
        for (int e = first[v]; e < first[v + 1]; e++) {
            const Edge to = edge[e];
            const unsigned through = d + to.weight;
            if (through < atomicMin(&distance[to.to], through) && atomicExch(&mark[to.to], round) != round)
                next[atomicAdd(more, 1)] = to.to;
        }
    }
}

extern "C" __global__ void spread(const unsigned *distance, unsigned *least, unsigned *far, int n)
{
    __shared__ unsigned near, most;
    if (threadIdx.x == 0) {
        near = 0xffffffff;
        most = 0;
    }
    __syncthreads();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && distance[i] != 0x7fffffff) {
        if (distance[i] > 0)
            atomicMin(&near, distance[i]);
        atomicMax(&most, distance[i]);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicMin(least, near);
        atomicMax(far, most);
    }
}
