// Races of a kind of their own: stores of the same value, and plain loads of what others change by strong operations; and
// neighbours that are ordered, or strong themselves.  A line that says FAULT stands where one is found; kernels whose name ends
// in _ok have none.  nvcc -ptx -lineinfo -arch=sm_90 -o weak.ptx weak.cu
//
// Each kernel is run in 2 blocks of 64 threads: x has 128 ints (0, 1, 2 ...), y 128, all 0.
#define K extern "C" __global__ void
#define T threadIdx.x
#define I (64 * blockIdx.x + threadIdx.x)
#define RED(op, p, v) asm volatile("red." op ".s32 [%0], %1;" :: "l"(p), "r"(v) : "memory")
#define ADD(old, p, v) asm volatile("atom.add.s32 %0, [%1], %2;" : "=r"(old) : "l"(p), "r"(v) : "memory")
#define CAS(old, p, was, v) asm volatile("atom.cas.b32 %0, [%1], %2, %3;" : "=r"(old) : "l"(p), "r"(was), "r"(v) : "memory")
typedef volatile int *V;

// ---- stores of the same value

// Whoever finds it says so.
K found(int *x, int *y, int n)
{
    __shared__ int any;
    if (T == 0)
        any = 0;
    __syncthreads();
    if (x[I] % 8 == 3)
        any = 1; // FAULT race-same-value
    __syncthreads();
    y[I] = any;
}
K found_ok(int *x, int *y, int n)
{
    __shared__ int any;
    if (T == 0)
        any = 0;
    __syncthreads();
    if (x[I] % 8 == 3)
        asm volatile("red.or.b32 [%0], 1;" :: "l"(&any) : "memory");
    __syncthreads();
    y[I] = any;
}

// A leader of each warp, or of the block.
K leaders(int *x, int *y, int n)
{
    __shared__ int from;
    if (T % 32 == 0)
        from = 64 * blockIdx.x; // FAULT race-same-value
    __syncthreads();
    y[I] = x[from + T];
}
K leaders_ok(int *x, int *y, int n)
{
    __shared__ int from;
    if (T / 32 == 0 && T % 32 == 0)
        from = 64 * blockIdx.x;
    __syncthreads();
    y[I] = x[from + T];
}

// Zeros up to the neighbour's part, and one further.
K seam(int *x, int *y, int n)
{
    y[I] = 0; // FAULT race-same-value
    if (T == 63 && blockIdx.x == 0)
        y[I + 1] = 0; // FAULT race-same-value
}
K seam_ok(int *x, int *y, int n)
{
    y[I] = 0;
    if (T == 63 && blockIdx.x == 0)
        y[I] = 0;
}

// Wide stores that have half in common, or none.
K wide(int *x, int *y, int n)
{
    __shared__ __align__(16) int2 s[66];
    asm volatile("st.shared.v4.u32 [%0], {9, 9, 9, 9};" :: "r"((unsigned)__cvta_generic_to_shared(s + (T & ~1))) : "memory"); // FAULT race-same-value
    __syncthreads();
    y[I] = s[T].x;
}
K wide_ok(int *x, int *y, int n)
{
    __shared__ __align__(16) int2 s[66];
    if (!(T & 1))
        asm volatile("st.shared.v4.u32 [%0], {9, 9, 9, 9};" :: "r"((unsigned)__cvta_generic_to_shared(s + (T & ~1))) : "memory");
    __syncthreads();
    y[I] = s[T].x;
}

// The same place in two steps, with the warp's barrier between them or the block's.
K steps(int *x, int *y, int n)
{
    __shared__ int s[64];
    s[T] = n; // FAULT race-same-value
    __syncwarp();
    s[63 - T] = n; // FAULT race-same-value
    __syncthreads();
    y[I] = s[T];
}
K steps_ok(int *x, int *y, int n)
{
    __shared__ int s[64];
    s[T] = n;
    __syncthreads();
    s[63 - T] = n;
    __syncthreads();
    y[I] = s[T];
}

// ---- plain loads of what others change by strong operations

// A look whether the atomic operation is worth it.
K best(int *x, int *y, int n)
{
    if (x[I] > y[0]) // FAULT race-weak-read
        RED("max", y, x[I]); // FAULT race-weak-read
}
K best_ok(int *x, int *y, int n)
{
    if (x[I] > *(V)y)
        RED("max", y, x[I]);
}

// What a compare-and-swap begins with.
K swapped(int *x, int *y, int n)
{
    int old = y[1], was; // FAULT race-weak-read
    do {
        was = old;
        CAS(old, y + 1, was, was + x[I]); // FAULT race-weak-read
    } while (old != was);
}
K swapped_ok(int *x, int *y, int n)
{
    int old, was;
    ADD(old, y + 1, 0);
    do {
        was = old;
        CAS(old, y + 1, was, was + x[I]);
    } while (old != was);
}

// How long a queue is, while others still put something there.
K queue(int *x, int *y, int n)
{
    __shared__ int tail;
    __shared__ volatile int item[64];
    if (T == 0)
        tail = 0;
    __syncthreads();
    if (x[I] & 1) {
        int at;
        ADD(at, &tail, 1); // FAULT race-weak-read
        item[at] = I;
    }
    y[I] = tail; // FAULT race-weak-read
}
K queue_ok(int *x, int *y, int n)
{
    __shared__ int tail;
    __shared__ volatile int item[64];
    if (T == 0)
        tail = 0;
    __syncthreads();
    if (x[I] & 1) {
        int at;
        ADD(at, &tail, 1);
        item[at] = I;
    }
    __syncthreads();
    y[I] = tail;
}

// Whether the other block is done: seen or not, never waited for.
K done(int *x, int *y, int n)
{
    if (I == 0)
        asm volatile("st.release.gpu.global.s32 [%0], 1;" :: "l"(y) : "memory"); // FAULT race-weak-read
    if (I == 64)
        y[1] = 2 + y[0]; // FAULT race-weak-read
}
K done_ok(int *x, int *y, int n)
{
    int seen;
    if (I == 0)
        asm volatile("st.release.gpu.global.s32 [%0], 1;" :: "l"(y) : "memory");
    if (I == 64) {
        asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(seen) : "l"(y) : "memory");
        y[1] = 2 + seen;
    }
}

// A sum that the last to add reads: known by another counter, with and without a fence.
K total(int *x, int *y, int n)
{
    int before;
    RED("add", y, x[I]); // FAULT race-weak-read
    ADD(before, y + 1, 1);
    if (before == n - 1)
        y[2] = y[0]; // FAULT race-weak-read
}
K total_ok(int *x, int *y, int n)
{
    int before;
    RED("add", y, x[I]);
    __threadfence();
    ADD(before, y + 1, 1);
    if (before == n - 1) {
        __threadfence();
        y[2] = y[0];
    }
}

// Checked with --sanitize=memory,race,sync.
