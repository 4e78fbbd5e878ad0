// levels.cu: breadth-first search, a level a launch, over lists of edges.
struct Node { int first, count; };

extern "C" __global__ void visit(const Node *node, const int *edge, bool *frontier, bool *updating, const bool *visited, int *cost,
                                 int count)
{
    int tid = blockIdx.x * 512 + threadIdx.x;
    if (tid < count && frontier[tid]) {
        frontier[tid] = false;
        for (int i = node[tid].first; i < node[tid].count + node[tid].first; i++) {
            int id = edge[i];
            if (!visited[id]) {
                cost[id] = cost[tid] + 1;
                updating[id] = true;
            }
        }
    }
}

extern "C" __global__ void advance(bool *frontier, bool *updating, bool *visited, bool *over, int count)
{
    int tid = blockIdx.x * 512 + threadIdx.x;
    if (tid < count && updating[tid]) {
        frontier[tid] = true;
        visited[tid] = true;
        *over = true;
        updating[tid] = false;
    }
}
