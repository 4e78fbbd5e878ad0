// Loops that try compare and swap again until it succeeds: with what is read anew in each round, with the last result as a
// float, and where trees are joined at their roots, which other threads may have moved in between.
extern "C" __global__ void products(float *product, const float *x, const int *at, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int *a = (int *)&product[at[i]], old, now;
    do {
        old = *a;
        now = __float_as_int(x[i] * __int_as_float(old));
    } while (atomicCAS(a, old, now) != old);
}

extern "C" __global__ void products_volatile(float *product, const float *x, const int *at, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int *a = (int *)&product[at[i]], old, now;
    do {
        old = *(volatile int *)a;
        now = __float_as_int(x[i] * __int_as_float(old));
    } while (atomicCAS(a, old, now) != old);
}

extern "C" __global__ void least(float *least, const float *x, const int *at, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float *a = &least[at[i]], old = *a, assumed;
    if (old <= x[i])
        return;
    do {
        assumed = old;
        old = __int_as_float(atomicCAS((int *)a, __float_as_int(assumed), __float_as_int(x[i])));
    } while (old != assumed && x[i] < old);
}

extern "C" __global__ void join(const int *a, const int *b, int *parent, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int u = a[i], v = b[i];
    while (true) {
        while (parent[u] != u)
            u = parent[u];
        while (parent[v] != v)
            v = parent[v];
        if (u == v)
            return;
        if (u < v) {
            int t = u;
            u = v;
            v = t;
        }
        if (atomicCAS(&parent[u], u, v) == u)
            return;
    }
}

__device__ int root_of(int at, int *parent)
{
    int now = parent[at];
    if (now != at) {
        int next, last = at;
        while (now > (next = parent[now])) {
            parent[last] = next;
            last = now;
            now = next;
        }
    }
    return now;
}

// Each node's edges; both ends may try.
extern "C" __global__ void hook(const int *first, const int *edge, int *parent, int nodes)
{
    for (int v = blockIdx.x * blockDim.x + threadIdx.x; v < nodes; v += gridDim.x * blockDim.x) {
        int mine = root_of(v, parent);
        for (int e = first[v]; e < first[v + 1]; e++) {
            if (edge[e] >= v)
                continue;
            int other = root_of(edge[e], parent);
            bool again;
            do {
                again = false;
                if (mine != other) {
                    int was;
                    if (mine < other) {
                        if ((was = atomicCAS(&parent[other], other, mine)) != other) {
                            other = was;
                            again = true;
                        }
                    } else if ((was = atomicCAS(&parent[mine], mine, other)) != mine) {
                        mine = was;
                        again = true;
                    }
                }
            } while (again);
        }
    }
}

// No retries: what is expected is a turn that comes when another thread has been served.
extern "C" __global__ void turns(int *turn, int *order, const int *mine, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int t = mine[i];
    while (atomicCAS(turn, t, -1) != t)
        ;
    order[t] = i;
    __threadfence();
    atomicExch(turn, t + 1);
}

// Nor this: a round that finds the door shut looks again.
extern "C" __global__ void doors(int *door, int *passed, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    while (true) {
        int old = *(volatile int *)door;
        if (old & 1)
            continue;
        if (atomicCAS(door, old, old | 1) == old)
            break;
    }
    *passed += 1;
    __threadfence();
    atomicAdd(door, 1);
}
