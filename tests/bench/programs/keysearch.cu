// keysearch.cu: keys are looked up in a tree whose nodes have 64 keys: a query a block, a key of a node a thread.
struct Node {
    int keys[65];
    int children[65];
    bool leaf;
    int count;
};
extern "C" __global__ void keysearch(long height, const Node *nodes, long nodes_count, long *current, const int *start, const int *end, int *first, int *length)
{
    __shared__ long at, last;
    __shared__ int found_first, found_last;
    const int t = threadIdx.x, q = blockIdx.x;
    if (t == 0)
        at = current[q], last = current[q], found_first = -1, found_last = -1;
    __syncthreads();
    for (int i = 0; i < height; i++) {
        const long node = at, other = last;
        __syncthreads();
        if (nodes[node].keys[t] <= start[q] && nodes[node].keys[t + 1] > start[q]) {
            if (nodes[node].children[t] < nodes_count)
                at = nodes[node].children[t];
        }
        if (nodes[other].keys[t] <= end[q] && nodes[other].keys[t + 1] > end[q]) {
            if (nodes[other].children[t] < nodes_count)
                last = nodes[other].children[t];
        }
        __syncthreads();
    }
    if (nodes[at].keys[t] == start[q])
        found_first = nodes[at].children[t];
    __syncthreads();
    if (nodes[last].keys[t] == end[q])
        found_last = nodes[last].children[t];
    __syncthreads();
    if (t == 0) {
        first[q] = found_first;
        length[q] = found_first >= 0 && found_last >= 0 ? found_last - found_first + 1 : 0;
        current[q] = at;
    }
}
