// recursion.cu: functions that call themselves around barriers and warp operations.

// Sums the first n words of shared memory: half of the threads in each call, all at its barriers.
__device__ __noinline__ int halves(volatile int *x, int n, int i)
{
    __syncthreads();
    if (n == 1)
        return x[0];
    if (i < n / 2)
        x[i] += x[i + n / 2];
    return halves(x, n / 2, i) + n;
}

extern "C" __global__ void tree(const int *in, int *out)
{
    __shared__ int x[256];
    int i = threadIdx.x;
    x[i] = in[blockIdx.x * blockDim.x + i];
    out[blockIdx.x * blockDim.x + i] = halves(x, blockDim.x, i) + i;
}

// How many lanes of the warp climb to each level up to mine, in decimals: lanes leave at different depths.
__device__ __noinline__ unsigned long long climb(int level, int mine, unsigned mask)
{
    unsigned higher = __ballot_sync(mask, mine > level);
    unsigned long long here = __popc(mask);
    if (mine > level)
        here += 100 * climb(level + 1, mine, higher);
    return here;
}

extern "C" __global__ void levels(unsigned long long *out)
{
    out[threadIdx.x] = climb(0, threadIdx.x * 5 % 7, 0xffffffffu);
}

// Variables whose address a deeper call uses, a struct by value that is read behind that call.
struct Trail {
    int step[6];
};

__device__ __noinline__ int walk(Trail t, int n, int i, volatile int *up)
{
    volatile int own[4];
    own[i & 3] = up[i & 3] * 3 + n;
    t.step[(n + i) % 6] += n;
    int v = __shfl_xor_sync(0xffffffffu, own[i & 3], 1);
    if (n)
        v += walk(t, n - 1, i, own);
    __syncwarp();
    for (int k = 0; k < 6; k++)
        v += t.step[(k + i) % 6] * (k + 1);
    up[i & 3] += 1;
    return v + own[i & 3];
}

extern "C" __global__ void trails(int *out, Trail t, int depth)
{
    volatile int top[4];
    int i = threadIdx.x;
    top[i & 3] = i;
    out[2 * i] = walk(t, i & 32 ? depth : depth + 2, i, top);
    out[2 * i + 1] = top[i & 3];
}

// Two functions that call each other, one of them from two places.
__device__ int odd(int n, int a);
__device__ __noinline__ int even(int n, int a)
{
    int v = __shfl_down_sync(0xffffffffu, a, 1);
    if (!n)
        return v;
    int x = odd(n - 1, v + n);
    return x + (n > 2 ? odd(n - 3, v - x) : 1);
}

__device__ __noinline__ int odd(int n, int a)
{
    if (n < 0)
        return a;
    return even(n - 1 < 0 ? 0 : n - 1, a ^ n) * 2 + a;
}

extern "C" __global__ void mutual(int *out, int n)
{
    out[threadIdx.x] = even(n, threadIdx.x);
}

// Through a table of functions, of which some have barriers.
struct Node;
typedef int (*Visit)(const Node *, int);
struct Node {
    int kind, left, right, value;
};
__device__ __noinline__ int leaf(const Node *n, int i) { return n->value + i; }
__device__ int add(const Node *n, int i);
__device__ int most(const Node *n, int i);
__device__ int bcast(const Node *n, int i);
__device__ Visit visits[4] = {leaf, add, most, bcast};
__device__ __noinline__ int add(const Node *n, int i)
{
    const Node *l = n + n->left, *r = n + n->right;
    return visits[l->kind](l, i) + visits[r->kind](r, i);
}
__device__ __noinline__ int most(const Node *n, int i)
{
    const Node *l = n + n->left;
    __syncthreads();
    return __syncthreads_or(visits[l->kind](l, i) > n->value);
}
__device__ __noinline__ int bcast(const Node *n, int i)
{
    const Node *l = n + n->left;
    return __shfl_sync(0xffffffffu, visits[l->kind](l, i), n->value);
}

extern "C" __global__ void visit(const Node *tree, int *out)
{
    int i = threadIdx.x;
    out[i] = visits[tree->kind](tree, i);
}

// Deeper than any stack.
__device__ __noinline__ int deeper(int n)
{
    int all = __any_sync(0xffffffffu, n > 0);
    return all ? deeper(n - 1) * 3 ^ n : 1;
}

extern "C" __global__ void deep(int *out, int n) { out[threadIdx.x] = deeper(n); }
