// Lanes whose partner does not take part: shuffles from lanes that have exited, or that the mask leaves out, where what comes from them matters,
// and instructions of whole warps that are no longer, or never were, whole; and neighbours that do it well.  A line that says FAULT
// stands where a fault is found; kernels whose name ends in _ok have none.  nvcc -ptx -lineinfo -arch=sm_90 -o partners.ptx partners.cu
//
// Each kernel is run in 2 blocks of 64 threads, FORTY of 40: x has 128 ints (0, 1, 2 ...), y 128.
#define K extern "C" __global__ void
#define FORTY extern "C" __global__ void __block_size__((40, 1, 1))
#define T threadIdx.x
#define LANE (threadIdx.x & 31)
#define I (64 * blockIdx.x + threadIdx.x)
#define ALL 0xffffffffu
#define SHFL(how, to, v, by, m) asm volatile("shfl.sync." #how ".b32 %0, %1, %2, 31, %3;" : "=r"(to) : "r"(v), "r"(by), "r"(m))
#define AT(p) ((unsigned)__cvta_generic_to_shared(p))

// ---- sync-shuffle

// The next lane has exited.
K next(int *x, int *y, int n)
{
    int v;
    if (LANE >= 20)
        return;
    SHFL(down, v, x[I], 1, ALL); // FAULT sync-shuffle
    y[I] = v;
}
K next_ok(int *x, int *y, int n) // what it gives is left out
{
    int v;
    if (LANE >= 20)
        return;
    SHFL(down, v, x[I], 1, ALL);
    if (LANE < 19)
        y[I] = v;
}

// A lane that the mask leaves out, though it is there.
K outside(int *x, int *y, int n)
{
    int v = 0;
    if (LANE < 16)
        SHFL(idx, v, x[I], 16, 0xffff); // FAULT sync-shuffle
    y[I] = v;
}
K outside_ok(int *x, int *y, int n)
{
    int v = 0;
    if (LANE < 16)
        SHFL(idx, v, x[I], 15, 0xffff);
    y[I] = v;
}

// Partners of some.
K across(int *x, int *y, int n)
{
    int v = 0;
    if (LANE < 24)
        SHFL(bfly, v, x[I], 8, 0xffffff); // FAULT sync-shuffle
    y[I] = v;
}
K across_ok(int *x, int *y, int n)
{
    int v = 0;
    if (LANE < 24)
        SHFL(bfly, v, x[I], 4, 0xffffff);
    y[I] = v;
}

// A sum by a warp that has eight lanes only.
FORTY sum(int *x, int *y, int n)
{
    int v = x[I], t;
#pragma unroll 1
    for (int by = 16; by > 0; by /= 2) {
        SHFL(down, t, v, by, ALL); // FAULT sync-shuffle
        v += t;
    }
    if (LANE == 0)
        y[I] = v;
}
FORTY sum_ok(int *x, int *y, int n)
{
    int v = x[I], t, lanes = T < 32 ? 32 : 8;
#pragma unroll 1
    for (int by = 16; by > 0; by /= 2) {
        SHFL(down, t, v, by, ALL);
        if (LANE + by < lanes)
            v += t;
    }
    if (LANE == 0)
        y[I] = v;
}

// A branch that depends on it.
K decides(int *x, int *y, int n)
{
    int v;
    if (LANE % 2 == 0)
        return;
    SHFL(bfly, v, x[I], 1, ALL); // FAULT sync-shuffle
    if (v > 10)
        y[I] = 1;
}
K decides_ok(int *x, int *y, int n)
{
    int v;
    if (LANE % 2 == 0)
        return;
    SHFL(bfly, v, x[I], 2, ALL);
    if (v > 10)
        y[I] = 1;
}

// Kept in shared memory, and loaded again.
K kept(int *x, int *y, int n)
{
    __shared__ int s[64];
    int v;
    if (LANE == 31)
        return;
    SHFL(down, v, x[I], 1, ALL); // FAULT sync-shuffle
    s[T] = v;
    __syncthreads();
    y[I] = s[T];
}
K kept_ok(int *x, int *y, int n)
{
    __shared__ int s[64];
    int v;
    if (LANE == 31)
        return;
    SHFL(down, v, x[I], 1, ALL);
    s[T] = v;
    __syncthreads();
    if (LANE < 30)
        y[I] = s[T];
}

// Given to others.
K passed(int *x, int *y, int n)
{
    int v;
    if (LANE >= 28)
        return;
    SHFL(idx, v, x[I], 30, ALL); // FAULT sync-shuffle
    SHFL(idx, v, v, 0, ALL);
    y[I] = v;
}
K passed_ok(int *x, int *y, int n)
{
    int v;
    if (LANE >= 28)
        return;
    SHFL(idx, v, x[I], 27, ALL);
    SHFL(idx, v, v, 0, ALL);
    y[I] = v;
}

// An address.
K leads(int *x, int *y, int n)
{
    int v;
    if (LANE == 5)
        return;
    SHFL(bfly, v, x[I], 1, ALL); // FAULT sync-shuffle
    y[I] = x[v & 127];
}
K leads_ok(int *x, int *y, int n)
{
    int v;
    if (LANE == 5)
        return;
    SHFL(bfly, v, x[I], 1, ALL);
    y[I] = x[LANE == 4 ? 0 : v & 127];
}

// Beyond a segment each lane has its own value.
K segment_ok(int *x, int *y, int n)
{
    int v = 0;
    if (LANE < 8)
        asm volatile("shfl.sync.down.b32 %0, %1, 4, 0x1807, 0xff;" : "=r"(v) : "r"(x[I]));
    y[I] = v;
}

// Whether a lane was in range says nothing of whether it was there.
K asked(int *x, int *y, int n)
{
    int v, there;
    if (LANE > 12)
        return;
    asm volatile("{ .reg .pred p; shfl.sync.down.b32 %0|p, %2, 1, 31, -1; selp.s32 %1, 1, 0, p; }" : "=r"(v), "=r"(there) : "r"(x[I])); // FAULT sync-shuffle
    y[I] = there ? v : 0;
}
K asked_ok(int *x, int *y, int n)
{
    int v, there;
    if (LANE > 12)
        return;
    asm volatile("{ .reg .pred p; shfl.sync.down.b32 %0|p, %2, 1, 31, -1; selp.s32 %1, 1, 0, p; }" : "=r"(v), "=r"(there) : "r"(x[I]));
    y[I] = there && LANE < 12 ? v : 0;
}

// ---- sync-exited

#define MMA(d, a) asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%2}, {%0, %1};" : "+d"(d[0]), "+d"(d[1]) : "d"(a))

K product(int *x, int *y, int n)
{
    double d[2] = {0, 0}, a = x[I];
    if (LANE == 31)
        return;
    MMA(d, a); // FAULT sync-exited
    y[I] = (int)(d[0] + d[1]);
}
K product_ok(int *x, int *y, int n)
{
    double d[2] = {0, 0}, a = x[I];
    MMA(d, a);
    if (LANE == 31)
        return;
    y[I] = (int)(d[0] + d[1]);
}

FORTY fewer(int *x, int *y, int n)
{
    double d[2] = {0, 0}, a = x[I];
    MMA(d, a); // FAULT sync-exited
    y[I] = (int)(d[0] + d[1]);
}
FORTY fewer_ok(int *x, int *y, int n)
{
    double d[2] = {0, 0}, a = x[I];
    if (T < 32)
        MMA(d, a);
    y[I] = (int)(d[0] + d[1]);
}

K rows(int *x, int *y, int n)
{
    __shared__ __align__(16) int s[64];
    int v;
    s[T] = x[I];
    __syncthreads();
    if (LANE > 8)
        return;
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(v) : "r"(AT(s + 4 * (LANE & 7)))); // FAULT sync-exited
    y[I] = v;
}
K rows_ok(int *x, int *y, int n)
{
    __shared__ __align__(16) int s[64];
    int v;
    s[T] = x[I];
    __syncthreads();
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(v) : "r"(AT(s + 4 * (LANE & 7))));
    if (LANE > 8)
        return;
    y[I] = v;
}

K rows_out(int *x, int *y, int n)
{
    __shared__ __align__(16) int s[64];
    if (T == 40)
        return;
    asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};" :: "r"(AT(s + 32 * (T / 32) + 4 * (LANE & 7))), "r"(x[I]) : "memory"); // FAULT sync-exited
    __syncthreads();
    y[I] = s[T];
}
K rows_out_ok(int *x, int *y, int n)
{
    __shared__ __align__(16) int s[64];
    asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};" :: "r"(AT(s + 32 * (T / 32) + 4 * (LANE & 7))), "r"(x[I]) : "memory");
    __syncthreads();
    if (T == 40)
        return;
    y[I] = s[T];
}

#define LOAD(p) asm volatile("wmma.load.a.sync.aligned.row.m8n8k4.f64 {%0}, [%1], 4;" : "=d"(a) : "l"(p))
K fragment(int *x, int *y, int n)
{
    double a;
    if (T == 3 && n > 100)
        return;
    LOAD(x); // FAULT sync-exited
    y[I] = (int)a;
}
K fragment_ok(int *x, int *y, int n)
{
    double a;
    if (T == 3 && n > 1000)
        return;
    LOAD(x);
    y[I] = (int)a;
}

// That members have exited is no fault of votes and the like.
K voted_ok(int *x, int *y, int n)
{
    unsigned v, w;
    if (LANE == 3)
        return;
    asm volatile("{ .reg .pred p; setp.gt.s32 p, %1, 40; vote.sync.ballot.b32 %0, p, 0xffffffff; }" : "=r"(v) : "r"(x[I]));
    asm volatile("redux.sync.add.s32 %0, %1, 0xffffffff;" : "=r"(w) : "r"(x[I]));
    asm volatile("bar.warp.sync 0xffffffff;" ::: "memory");
    y[I] = v + w;
}
