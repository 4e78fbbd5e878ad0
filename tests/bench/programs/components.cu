// components.cu: connected components of a graph: each edge hooks the greater root to the smaller, then all vertices jump to
// their roots.
extern "C" __global__ void components_start(int *parent, int n)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v < n)
        parent[v] = v;
}

static __device__ int root_of(int v, int *parent)
{
    int p = parent[v];
    if (p != v) {
        int before = v, next;
        while (p > (next = parent[p])) {
            parent[before] = next;
            before = p;
            p = next;
        }
    }
    return p;
}

extern "C" __global__ void components_hook(const int *__restrict__ from, const int *__restrict__ to, int *parent, int edges)
{
    const int step = blockDim.x * gridDim.x;
    for (int e = blockIdx.x * blockDim.x + threadIdx.x; e < edges; e += step) {
        int u = root_of(from[e], parent), v = root_of(to[e], parent);
        bool again;
        do {
            again = false;
            if (u != v) {
                int was;
                if (u < v) {
                    if ((was = atomicCAS(&parent[v], v, u)) != v) {
                        v = was;
                        again = true;
                    }
                } else {
                    if ((was = atomicCAS(&parent[u], u, v)) != u) {
                        u = was;
                        again = true;
                    }
                }
            }
        } while (again);
    }
}

extern "C" __global__ void components_flatten(int *parent, int n)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v < n) {
        int next, p = parent[v];
        const int was = p;
        while (p > (next = parent[p]))
            p = next;
        if (was != p)
            parent[v] = p;
    }
}
