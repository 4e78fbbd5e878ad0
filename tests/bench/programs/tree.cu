// tree.cu: keys are looked up in a tree of wide nodes: a block for each key, a thread for each of a node's ranges.
#define ORDER 64
struct Node {
    int place;
    int keys[ORDER + 1];
    int next[ORDER + 1];
    bool leaf;
    int count;
};

extern "C" __global__ void lookup(int height, const Node *nodes, int all, const int *records, int *at, int *from,
                                  const int *wanted, int *found)
{
    const int thread = threadIdx.x, query = blockIdx.x;
    for (int i = 0; i < height; i++) {
        if (nodes[at[query]].keys[thread] <= wanted[query] && nodes[at[query]].keys[thread + 1] > wanted[query])
            if (nodes[from[query]].next[thread] < all)
                from[query] = nodes[from[query]].next[thread];
        __syncthreads();
        if (thread == 0)
            at[query] = from[query];
        __syncthreads();
    }
    if (nodes[at[query]].keys[thread] == wanted[query])
        found[query] = records[nodes[at[query]].next[thread]];
}
