// Threads that wait for one another and do not meet, copies for which nobody waits, and neighbours that do it well.  A line that says FAULT
// stands where a fault is found; kernels whose name ends in _ok have none.  nvcc -ptx -lineinfo -arch=sm_90 -o meet.ptx meet.cu
//
// Each kernel is run in 2 blocks of 64 threads, FOUR in 2 blocks of 128: x has 128 ints (0, 1, 2 ...), y 128.
#define K extern "C" __global__ void
#define FOUR extern "C" __global__ void __block_size__((128, 1, 1))
#define T threadIdx.x
#define LANE (threadIdx.x & 31)
#define WARP (threadIdx.x >> 5)
#define I (64 * blockIdx.x + threadIdx.x)
#define SYNC(id, n) asm volatile("bar.sync " #id ", " #n ";" ::: "memory")
#define ARRIVE(id, n) asm volatile("bar.arrive " #id ", " #n ";" ::: "memory")
#define SHFL(how, v, by, m) asm volatile("shfl.sync." #how ".b32 %0, %1, " #by ", 31, %2;" : "=r"(v) : "r"(v), "r"(m))
#define SYNCWARP(m) asm volatile("bar.warp.sync %0;" :: "r"(m) : "memory")

// ---- sync-count

// All of the block, and three of its warps.
FOUR number(int *x, int *y, int n)
{
    if (WARP < 2)
        asm volatile("bar.sync 1;" ::: "memory"); // FAULT sync-count
    else
        SYNC(1, 96); // FAULT sync-count
    if (T < 64)
        y[I] = x[I];
}
FOUR number_ok(int *x, int *y, int n)
{
    if (WARP < 2)
        asm volatile("bar.sync 1;" ::: "memory");
    else
        SYNC(1, 128);
    if (T < 64)
        y[I] = x[I];
}

// Who brings counts three warps, who waits four.
FOUR bring(int *x, int *y, int n)
{
    if (WARP == 0)
        ARRIVE(2, 96); // FAULT sync-count
    else
        SYNC(2, 128); // FAULT sync-count
    if (T < 64)
        y[I] = x[I];
}
FOUR bring_ok(int *x, int *y, int n)
{
    if (WARP == 0)
        ARRIVE(2, 96);
    else if (WARP < 3)
        SYNC(2, 96);
    if (T < 64)
        y[I] = x[I];
}

// With a vote.
FOUR ballot(int *x, int *y, int n)
{
    int v = 0;
    if (WARP == 3)
        asm volatile("{ .reg .pred p, q; setp.ne.s32 q, %1, 0; bar.red.or.pred p, 3, 96, q; selp.s32 %0, 1, 0, p; }" : "=r"(v) : "r"(n) : "memory"); // FAULT sync-count
    else
        asm volatile("{ .reg .pred p, q; setp.ne.s32 q, %1, 0; bar.red.or.pred p, 3, 128, q; selp.s32 %0, 1, 0, p; }" : "=r"(v) : "r"(n) : "memory"); // FAULT sync-count
    if (T < 64)
        y[I] = v;
}
FOUR ballot_ok(int *x, int *y, int n)
{
    int v = 0;
    if (WARP == 3)
        asm volatile("{ .reg .pred p, q; setp.ne.s32 q, %1, 0; bar.red.or.pred p, 3, 128, q; selp.s32 %0, 1, 0, p; }" : "=r"(v) : "r"(n) : "memory");
    else
        asm volatile("{ .reg .pred p, q; setp.ne.s32 q, %1, 0; bar.red.or.pred p, 3, 128, q; selp.s32 %0, 1, 0, p; }" : "=r"(v) : "r"(n) : "memory");
    if (T < 64)
        y[I] = v;
}

// A number that the warps work out, each for itself.
FOUR worked(int *x, int *y, int n)
{
    const int of = n - 32 * (WARP & 1);
    asm volatile("bar.sync 4, %0;" :: "r"(of) : "memory"); // FAULT sync-count
    if (T < 64)
        y[I] = x[I];
}
FOUR worked_ok(int *x, int *y, int n)
{
    const int of = n / 2, pair = 4 + (WARP & 1);
    asm volatile("bar.sync %1, %0;" :: "r"(of), "r"(pair) : "memory");
    if (T < 64)
        y[I] = x[I];
}

// The second time.
FOUR later(int *x, int *y, int n)
{
    SYNC(5, 128);
    if (T < 64)
        y[I] = x[I];
    if (WARP & 1)
        SYNC(5, 128); // FAULT sync-count
    else
        SYNC(5, 160); // FAULT sync-count
}
FOUR later_ok(int *x, int *y, int n)
{
    SYNC(5, 128);
    if (T < 64)
        y[I] = x[I];
    if (WARP & 1)
        SYNC(5, 64);
    else
        SYNC(6, 64);
}

// ---- sync-deadlock

// For a warp that the block has not.
K more(int *x, int *y, int n)
{
    SYNC(1, 96); // FAULT sync-deadlock
    y[I] = x[I];
}
K more_ok(int *x, int *y, int n)
{
    SYNC(1, 64);
    y[I] = x[I];
}

// Two barriers, in one order and the other.
K crossed(int *x, int *y, int n)
{
    if (WARP == 0) {
        SYNC(1, 64); // FAULT sync-deadlock
        SYNC(2, 64);
    } else {
        SYNC(2, 64); // FAULT sync-deadlock
        SYNC(1, 64);
    }
    y[I] = x[I];
}
K crossed_ok(int *x, int *y, int n)
{
    if (WARP == 0) {
        ARRIVE(1, 64);
        SYNC(2, 64);
    } else {
        ARRIVE(2, 64);
        SYNC(1, 64);
    }
    y[I] = x[I];
}

// Brought once, waited for twice.
K twice(int *x, int *y, int n)
{
    if (WARP == 0) {
        ARRIVE(1, 64);
        SYNC(2, 64); // FAULT sync-deadlock
    } else {
        SYNC(1, 64);
        SYNC(1, 64); // FAULT sync-deadlock
        SYNC(2, 64);
    }
    y[I] = x[I];
}
K twice_ok(int *x, int *y, int n)
{
    if (WARP == 0) {
        ARRIVE(1, 64);
        SYNC(2, 64);
        ARRIVE(1, 64);
    } else {
        SYNC(1, 64);
        ARRIVE(2, 64);
        SYNC(1, 64);
    }
    y[I] = x[I];
}

// Lanes vote among all of the warp, of which others are at the block's barrier.
K vote(int *x, int *y, int n)
{
    unsigned v = 0;
    if (LANE >= 8)
        asm volatile("{ .reg .pred p; setp.ne.s32 p, %1, 0; vote.sync.ballot.b32 %0, p, 0xffffffff; }" : "=r"(v) : "r"(n)); // FAULT sync-deadlock
    __syncthreads(); // FAULT sync-deadlock
    y[I] = v;
}
K vote_ok(int *x, int *y, int n)
{
    unsigned v = 0;
    if (LANE >= 8)
        asm volatile("{ .reg .pred p; setp.ne.s32 p, %1, 0; vote.sync.ballot.b32 %0, p, 0xffffff00; }" : "=r"(v) : "r"(n));
    __syncthreads();
    y[I] = v;
}

// For a number that nobody writes, whatever the first thread means to do after.
K flag(int *x, int *y, int n)
{
    __shared__ volatile int go;
    if (T == 0)
        go = 0;
    __syncthreads();
    if (T == 40 && n > 1000)
        go = 1;
    if (T == 0)
        while (!go) // FAULT sync-deadlock
            ;
    y[I] = x[I];
}
K flag_ok(int *x, int *y, int n)
{
    __shared__ volatile int go;
    if (T == 0)
        go = 0;
    __syncthreads();
    if (T == 40 && n > 100)
        go = 1;
    if (T == 0)
        while (!go)
            ;
    y[I] = x[I];
}

// An mbarrier expects one arrival more than come.
#define AT(a) (unsigned)__cvta_generic_to_shared(a)
#define BAR unsigned b = AT(&bar)
#define INIT(n) asm volatile("mbarrier.init.shared.b64 [%0], " #n ";" :: "r"(b) : "memory")
#define COME asm volatile("{ .reg .b64 s; mbarrier.arrive.shared.b64 s, [%0]; }" :: "r"(b) : "memory")
#define AWAIT asm volatile("{ .reg .pred p; AGAIN: mbarrier.try_wait.parity.shared.b64 p, [%0], 0; @!p bra AGAIN; }" :: "r"(b) : "memory")
K missing(int *x, int *y, int n)
{
    __shared__ long long bar;
    BAR;
    if (T == 0)
        INIT(65);
    __syncthreads();
    COME;
    AWAIT; // FAULT sync-deadlock
    y[I] = x[I];
}
K missing_ok(int *x, int *y, int n)
{
    __shared__ long long bar;
    BAR;
    if (T == 0)
        INIT(65);
    __syncthreads();
    COME;
    if (T == 63)
        COME;
    AWAIT;
    y[I] = x[I];
}

// A lane waits for what another does behind a barrier of both.
K behind(int *x, int *y, int n)
{
    __shared__ volatile int go;
    if (T == 0)
        go = 0;
    __syncthreads();
    if (T == 1)
        while (!go) // FAULT sync-deadlock
            ;
    SYNCWARP(0xffffffff); // FAULT sync-deadlock
    if (T == 0)
        go = 1;
    y[I] = x[I];
}
K behind_ok(int *x, int *y, int n)
{
    __shared__ volatile int go;
    if (T == 0)
        go = 0;
    __syncthreads();
    if (T == 0)
        go = 1;
    if (T == 1)
        while (!go)
            ;
    SYNCWARP(0xffffffff);
    y[I] = x[I];
}

// ---- sync-divergence

// Some lanes go round once more.
K rounds(int *x, int *y, int n)
{
    for (int i = 0; i <= x[I] % 2; i++)
        asm volatile("bar.sync 0;" ::: "memory"); // FAULT sync-divergence
    y[I] = x[I];
    asm volatile("bar.sync 0;" ::: "memory"); // FAULT sync-divergence
}
K rounds_ok(int *x, int *y, int n)
{
    for (int i = 0; i <= n % 3; i++)
        asm volatile("bar.sync 0;" ::: "memory");
    y[I] = x[I];
    asm volatile("bar.sync 0;" ::: "memory");
}

// Who brings and who waits, by lane and not by warp.
K roles(int *x, int *y, int n)
{
    if (LANE < 16)
        ARRIVE(1, 64); // FAULT sync-divergence
    else
        SYNC(1, 64); // FAULT sync-divergence
    y[I] = x[I];
}
K roles_ok(int *x, int *y, int n)
{
    if (WARP == 0)
        ARRIVE(1, 64);
    else
        SYNC(1, 64);
    y[I] = x[I];
}

// A barrier that counts, and one that does not.
K counting(int *x, int *y, int n)
{
    int v = 1;
    if (x[I] % 3 == 0)
        v = __syncthreads_count(n > I); // FAULT sync-divergence
    else
        __syncthreads(); // FAULT sync-divergence
    y[I] = v;
}
K counting_ok(int *x, int *y, int n)
{
    const int v = __syncthreads_count(x[I] % 3 == 0 && n > I);
    __syncthreads();
    y[I] = v;
}

// Under a predicate.
K guarded(int *x, int *y, int n)
{
    asm volatile("{ .reg .pred p; setp.gt.s32 p, %0, 3; @p bar.sync 0; }" :: "r"(LANE) : "memory"); // FAULT sync-divergence
    y[I] = x[I];
    __syncthreads(); // FAULT sync-divergence
}
K guarded_ok(int *x, int *y, int n)
{
    asm volatile("{ .reg .pred p; setp.gt.s32 p, %0, 3; @p bar.sync 0; }" :: "r"(n) : "memory");
    y[I] = x[I];
    __syncthreads();
}

// The kind of barrier that may diverge.
K apart(int *x, int *y, int n)
{
    if (LANE == 0)
        asm volatile("barrier.sync.aligned 1, 64;" ::: "memory"); // FAULT sync-divergence
    else
        asm volatile("barrier.sync.aligned 1, 64;" ::: "memory"); // FAULT sync-divergence
    y[I] = x[I];
}
K apart_ok(int *x, int *y, int n)
{
    if (LANE == 0)
        asm volatile("barrier.sync 1, 64;" ::: "memory");
    else
        asm volatile("barrier.sync 1, 64;" ::: "memory");
    y[I] = x[I];
}

// Half of a matrix here and half of it there.
#define MMA(c, d, a) asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%2}, {%0, %1};" : "+d"(c), "+d"(d) : "d"(a))
K halves(int *x, int *y, int n)
{
    double a = x[I], c = 0, d = 0;
    if (LANE < 16)
        MMA(c, d, a); // FAULT sync-divergence
    else
        MMA(d, c, a); // FAULT sync-divergence
    y[I] = (int)(c + d);
}
K halves_ok(int *x, int *y, int n)
{
    double a = x[I], c = 0, d = 0;
    if (WARP == 0)
        MMA(c, d, a);
    else
        MMA(d, c, a);
    y[I] = (int)(c + d);
}

// ---- sync-mask

// A mask of others: those whose number is even.
K others(int *x, int *y, int n)
{
    int v = x[I];
    const unsigned even = __ballot_sync(0xffffffff, (v & 1) == 0);
    if (LANE < 2)
        asm volatile("redux.sync.max.s32 %0, %1, %2;" : "=r"(v) : "r"(v), "r"(even & 1)); // FAULT sync-mask
    y[I] = v;
}
K others_ok(int *x, int *y, int n)
{
    int v = x[I];
    const unsigned even = __ballot_sync(0xffffffff, (v & 1) == 0);
    if ((v & 1) == 0)
        asm volatile("redux.sync.max.s32 %0, %1, %2;" : "=r"(v) : "r"(v), "r"(even));
    y[I] = v;
}

// All but the last.
K last(int *x, int *y, int n)
{
    unsigned v;
    asm volatile("{ .reg .pred p; setp.gt.s32 p, %1, 40; vote.sync.ballot.b32 %0, p, 0x7fffffff; }" : "=r"(v) : "r"(x[I])); // FAULT sync-mask
    y[I] = v;
}
K last_ok(int *x, int *y, int n)
{
    unsigned v = 0;
    if (LANE != 31)
        asm volatile("{ .reg .pred p; setp.gt.s32 p, %1, 40; vote.sync.ballot.b32 %0, p, 0x7fffffff; }" : "=r"(v) : "r"(x[I]));
    y[I] = v;
}

// The other half's.
K upper(int *x, int *y, int n)
{
    y[I] = x[I];
    if (LANE < 16)
        SYNCWARP(0xffff0000u); // FAULT sync-mask
}
K upper_ok(int *x, int *y, int n)
{
    y[I] = x[I];
    if (LANE < 16)
        SYNCWARP(0x0000ffffu);
    else
        SYNCWARP(0xffff0000u);
}

// The neighbour's bit.
K next(int *x, int *y, int n)
{
    unsigned v;
    const unsigned m = 1u << ((LANE + 1) & 31);
    asm volatile("match.any.sync.b32 %0, %1, %2;" : "=r"(v) : "r"(x[I] / 4), "r"(m)); // FAULT sync-mask sync-deadlock
    y[I] = v;
}
K next_ok(int *x, int *y, int n)
{
    unsigned v;
    const unsigned m = 3u << (LANE & 30);
    asm volatile("match.any.sync.b32 %0, %1, %2;" : "=r"(v) : "r"(x[I] / 4), "r"(m));
    y[I] = v;
}

// Lanes that are there, asked before more come.
K active(int *x, int *y, int n)
{
    int v = x[I];
    unsigned m = 0;
    if (LANE < 4)
        m = 0xf;
    m = __shfl_sync(0xffffffff, m, 0);
    if (LANE < 5)
        SHFL(down, v, 1, m); // FAULT sync-mask sync-shuffle
    y[I] = v;
}
K active_ok(int *x, int *y, int n)
{
    int v = x[I];
    unsigned m = 0;
    if (LANE < 5)
        m = 0x1f;
    m = __shfl_sync(0xffffffff, m, 0);
    if (LANE < 5)
        SHFL(idx, v, 1, m);
    y[I] = v;
}

// ---- sync-members

// Some shift to one side and some to the other.
K sides(int *x, int *y, int n)
{
    int v = x[I];
    if (LANE < 16)
        SHFL(up, v, 1, 0xffffffff); // FAULT sync-members
    else
        SHFL(down, v, 1, 0xffffffff); // FAULT sync-members
    y[I] = v;
}
K sides_ok(int *x, int *y, int n)
{
    int v = x[I], w = x[I];
    SHFL(up, v, 1, 0xffffffff);
    SHFL(down, w, 1, 0xffffffff);
    y[I] = LANE < 16 ? v : w;
}

// A shuffle meets the barrier of others.
K mixed(int *x, int *y, int n)
{
    int v = x[I];
    if (v & 1)
        SYNCWARP(0xffffffff); // FAULT sync-members
    else
        SHFL(bfly, v, 2, 0xffffffff); // FAULT sync-members
    y[I] = v;
}
K mixed_ok(int *x, int *y, int n)
{
    int v = x[I];
    if (LANE & 1)
        SYNCWARP(0xaaaaaaaa);
    else
        SHFL(bfly, v, 2, 0x55555555);
    y[I] = v;
}

// Any and all.
K questions(int *x, int *y, int n)
{
    int v;
    if (LANE % 4 == 0)
        asm volatile("{ .reg .pred p; setp.gt.s32 p, %1, 40; vote.sync.any.pred p, p, 0xffffffff; selp.s32 %0, 1, 0, p; }" : "=r"(v) : "r"(x[I])); // FAULT sync-members
    else
        asm volatile("{ .reg .pred p; setp.gt.s32 p, %1, 40; vote.sync.all.pred p, p, 0xffffffff; selp.s32 %0, 1, 0, p; }" : "=r"(v) : "r"(x[I])); // FAULT sync-members
    y[I] = v;
}
K questions_ok(int *x, int *y, int n)
{
    int v;
    if (LANE % 4 == 0)
        asm volatile("{ .reg .pred p; setp.gt.s32 p, %1, 40; vote.sync.any.pred p, p, 0xffffffff; selp.s32 %0, 1, 0, p; }" : "=r"(v) : "r"(x[I]));
    else
        asm volatile("{ .reg .pred p; setp.gt.s32 p, %1, 90; vote.sync.any.pred p, p, 0xffffffff; selp.s32 %0, 2, 0, p; }" : "=r"(v) : "r"(x[I]));
    y[I] = v;
}

// One sums what the others compare.
K sums(int *x, int *y, int n)
{
    int v = x[I];
    if (LANE == 31)
        asm volatile("redux.sync.add.s32 %0, %1, 0xffff0000;" : "=r"(v) : "r"(v)); // FAULT sync-members
    else if (LANE >= 16)
        asm volatile("redux.sync.min.s32 %0, %1, 0xffff0000;" : "=r"(v) : "r"(v)); // FAULT sync-members
    y[I] = v;
}
K sums_ok(int *x, int *y, int n)
{
    int v = x[I];
    if (LANE == 31)
        asm volatile("redux.sync.add.s32 %0, %1, 0x80000000;" : "=r"(v) : "r"(v));
    else if (LANE >= 16)
        asm volatile("redux.sync.min.s32 %0, %1, 0x7fff0000;" : "=r"(v) : "r"(v));
    y[I] = v;
}

// Numbers of 32 bits, and of 64.
K widths(int *x, int *y, int n)
{
    unsigned v;
    if (LANE < 8)
        asm volatile("match.any.sync.b64 %0, %1, 0x0000ffff;" : "=r"(v) : "l"((long long)x[I])); // FAULT sync-members
    else if (LANE < 16)
        asm volatile("match.any.sync.b32 %0, %1, 0x0000ffff;" : "=r"(v) : "r"(x[I])); // FAULT sync-members
    else
        v = 0;
    y[I] = v;
}
K widths_ok(int *x, int *y, int n)
{
    unsigned v = 0, w = 0;
    if (LANE < 16)
        asm volatile("match.any.sync.b64 %0, %1, 0x0000ffff;" : "=r"(v) : "l"((long long)x[I]));
    if (LANE < 16)
        asm volatile("match.any.sync.b32 %0, %1, 0x0000ffff;" : "=r"(w) : "r"(x[I]));
    y[I] = v + w;
}

// ---- sync-copy

#define COPY(to, from) asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" :: "r"(AT(to)), "l"(from) : "memory")
#define COMMIT asm volatile("cp.async.commit_group;" ::: "memory")
#define WAIT(n) asm volatile("cp.async.wait_group " #n ";" ::: "memory")

// Of two groups the latest may be under way still.
K latest(int *x, int *y, int n)
{
    __shared__ int a[128];
    COPY(a + T, x + I);
    COMMIT;
    COPY(a + 64 + T, x + I); // FAULT sync-copy
    COMMIT;
    WAIT(1);
    y[I] = a[T];
}
K latest_ok(int *x, int *y, int n)
{
    __shared__ int a[128];
    COPY(a + T, x + I);
    COMMIT;
    COPY(a + 64 + T, x + I);
    COMMIT;
    WAIT(1);
    y[I] = a[T];
    WAIT(0);
}
K empty_ok(int *x, int *y, int n) // the latest group is empty
{
    __shared__ int a[64];
    COPY(a + T, x + I);
    COMMIT;
    COMMIT;
    WAIT(1);
    y[I] = a[T];
}

// In no group.
K alone(int *x, int *y, int n)
{
    __shared__ int a[64];
    COPY(a + T, x + I); // FAULT sync-copy
    WAIT(0);
    y[I] = 1;
}
K alone_ok(int *x, int *y, int n)
{
    __shared__ int a[64];
    COPY(a + T, x + I);
    COMMIT;
    WAIT(0);
    y[I] = a[T];
}

// Waited for before it is begun.
K sooner(int *x, int *y, int n)
{
    __shared__ int a[64];
    COMMIT;
    asm volatile("cp.async.wait_all;" ::: "memory");
    COPY(a + T, x + I); // FAULT sync-copy
    y[I] = 1;
}
K sooner_ok(int *x, int *y, int n)
{
    __shared__ int a[64];
    COPY(a + T, x + I);
    asm volatile("cp.async.wait_all;" ::: "memory");
    y[I] = a[T];
}

// Some threads leave.
K leaves(int *x, int *y, int n)
{
    __shared__ int a[64];
    COPY(a + T, x + I); // FAULT sync-copy
    COMMIT;
    y[I] = 1;
    if (x[I] & 1)
        return;
    WAIT(0);
    y[I] = a[T];
}
K leaves_ok(int *x, int *y, int n)
{
    __shared__ int a[64];
    if (x[I] & 1)
        return;
    COPY(a + T, x + I);
    COMMIT;
    WAIT(0);
    y[I] = a[T];
}

// A block of bytes, on its way to memory.
K out(int *x, int *y, int n)
{
    __shared__ __align__(16) int a[64];
    a[T] = x[I];
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (T == 0) {
        asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 256;" :: "l"(y + 64 * blockIdx.x), "r"(AT(a)) : "memory"); // FAULT sync-copy
        asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    }
}
K out_ok(int *x, int *y, int n)
{
    __shared__ __align__(16) int a[64];
    a[T] = x[I];
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (T == 0) {
        asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 256;" :: "l"(y + 64 * blockIdx.x), "r"(AT(a)) : "memory");
        asm volatile("cp.async.bulk.commit_group;" ::: "memory");
        asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
    }
}

// An mbarrier that hears of arrivals, and one that hears of copies, too.
K heard(int *x, int *y, int n)
{
    __shared__ int a[64];
    __shared__ long long bar;
    BAR;
    if (T == 0)
        INIT(64);
    __syncthreads();
    COPY(a + T, x + I); // FAULT sync-copy
    COME;
    AWAIT;
    y[I] = 1;
}
K heard_ok(int *x, int *y, int n)
{
    __shared__ int a[64];
    __shared__ long long bar;
    BAR;
    if (T == 0)
        INIT(64);
    __syncthreads();
    COPY(a + T, x + I);
    asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" :: "r"(b) : "memory");
    AWAIT;
    y[I] = a[T ^ 1];
}

// Checked with --sanitize=memory,race,sync.
