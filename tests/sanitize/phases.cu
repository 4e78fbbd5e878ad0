// mbarriers whose phases or states are mixed up, or whose memory serves something else, barriers that count threads which have exited, and
// neighbours that do it well.  A line that says FAULT stands where a fault is found; kernels whose name ends in _ok have none.
// nvcc -ptx -lineinfo -arch=sm_90 -o phases.ptx phases.cu
//
// Each kernel is run in 2 blocks of 64 threads: x has 128 ints (0, 1, 2 ...), y 128.
#define K extern "C" __global__ void
#define T threadIdx.x
#define I (64 * blockIdx.x + threadIdx.x)
typedef unsigned long long State;
#define BAR(bar) unsigned b = (unsigned)__cvta_generic_to_shared(bar)
#define INIT(b, n) asm volatile("mbarrier.init.shared.b64 [%0], " #n ";" :: "r"(b) : "memory")
#define INVAL(b) asm volatile("mbarrier.inval.shared.b64 [%0];" :: "r"(b) : "memory")
#define ARRIVE(s, b) asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(s) : "r"(b) : "memory")
#define NO_COMPLETE(s, b, n) asm volatile("mbarrier.arrive.noComplete.shared.b64 %0, [%1], " #n ";" : "=l"(s) : "r"(b) : "memory")
#define TEST(b, s) asm volatile("{ .reg .pred p; W: mbarrier.test_wait.shared.b64 p, [%0], %1; @!p bra W; }" :: "r"(b), "l"(s) : "memory")
#define TRY(b, s) asm volatile("{ .reg .pred p; W: mbarrier.try_wait.shared.b64 p, [%0], %1; @!p bra W; }" :: "r"(b), "l"(s) : "memory")
#define PARITY(b, s) asm volatile("{ .reg .pred p; W: mbarrier.try_wait.parity.shared.b64 p, [%0], %1; @!p bra W; }" :: "r"(b), "r"(s) : "memory")

// ---- sync-mbarrier

// The state of two phases ago.
K older(int *x, int *y, int n)
{
    __shared__ long long bar;
    BAR(&bar);
    State s, t, u;
    if (T == 0)
        INIT(b, 64);
    __syncthreads();
    ARRIVE(s, b);
    __syncthreads();
    ARRIVE(t, b);
    __syncthreads();
    ARRIVE(u, b);
    TRY(b, s); // FAULT sync-mbarrier
    y[I] = (t ^ u) == 1;
}
K older_ok(int *x, int *y, int n)
{
    __shared__ long long bar;
    BAR(&bar);
    State s, t, u;
    if (T == 0)
        INIT(b, 64);
    __syncthreads();
    ARRIVE(s, b);
    TRY(b, s);
    __syncthreads();
    ARRIVE(t, b);
    TRY(b, t);
    __syncthreads();
    ARRIVE(u, b);
    y[I] = (s ^ u) == 1;
}

// A ring of two barriers: the state of the other one.
K other(int *x, int *y, int n)
{
    __shared__ long long bar[2];
    BAR(bar);
    State s, t;
    if (T == 0) {
        INIT(b, 64);
        INIT(b + 8, 64);
    }
    __syncthreads();
    ARRIVE(s, b);
    ARRIVE(t, b + 8);
    TEST(b + 8, s); // FAULT sync-mbarrier
    TEST(b + 8, t);
    y[I] = x[I];
}
K other_ok(int *x, int *y, int n)
{
    __shared__ long long bar[2];
    BAR(bar);
    State s, t;
    if (T == 0) {
        INIT(b, 64);
        INIT(b + 8, 64);
    }
    __syncthreads();
    ARRIVE(s, b);
    ARRIVE(t, b + 8);
    TEST(b, s);
    TEST(b + 8, t);
    y[I] = x[I];
}

// A number that is no state: the parity, where the state is asked for.
K number(int *x, int *y, int n)
{
    __shared__ long long bar;
    BAR(&bar);
    State s;
    if (T == 0)
        INIT(b, 64);
    __syncthreads();
    ARRIVE(s, b);
    TEST(b, 0ull); // FAULT sync-mbarrier
    y[I] = s == 1;
}
K number_ok(int *x, int *y, int n)
{
    __shared__ long long bar;
    BAR(&bar);
    State s;
    if (T == 0)
        INIT(b, 64);
    __syncthreads();
    ARRIVE(s, b);
    PARITY(b, 0);
    y[I] = s == 1;
}

// Initialised twice.
K again(int *x, int *y, int n)
{
    __shared__ long long bar;
    BAR(&bar);
    State s;
    for (int i = 0; i < n - 126; i++) {
        __syncthreads();
        if (T == 0)
            INIT(b, 64); // FAULT sync-mbarrier
        __syncthreads();
        ARRIVE(s, b);
        TRY(b, s);
    }
    y[I] = x[I];
}
K again_ok(int *x, int *y, int n)
{
    __shared__ long long bar;
    BAR(&bar);
    State s;
    for (int i = 0; i < n - 126; i++) {
        __syncthreads();
        if (T == 0)
            INIT(b, 64);
        __syncthreads();
        ARRIVE(s, b);
        TRY(b, s);
        __syncthreads();
        if (T == 0)
            INVAL(b);
    }
    y[I] = x[I];
}

// The last arrival says that it is not the last.
K lasts(int *x, int *y, int n)
{
    __shared__ long long bar;
    BAR(&bar);
    State s;
    if (T == 0)
        INIT(b, 64);
    __syncthreads();
    if (T < 32)
        NO_COMPLETE(s, b, 1);
    __syncthreads();
    if (T >= 32)
        ARRIVE(s, b);
    __syncthreads();
    if (T == 0)
        NO_COMPLETE(s, b, 64); // FAULT sync-mbarrier
    y[I] = s == 1;
}
K lasts_ok(int *x, int *y, int n)
{
    __shared__ long long bar;
    BAR(&bar);
    State s;
    if (T == 0)
        INIT(b, 64);
    __syncthreads();
    if (T < 32)
        NO_COMPLETE(s, b, 1);
    __syncthreads();
    if (T >= 32)
        ARRIVE(s, b);
    __syncthreads();
    if (T == 0)
        NO_COMPLETE(s, b, 63);
    y[I] = s == 1;
}

// An array that is one longer than its place.
K overrun(int *x, int *y, int n)
{
    __shared__ struct { int a[64]; long long bar; } s;
    BAR(&s.bar);
    State t;
    if (T == 0)
        INIT(b, 64);
    __syncthreads();
    ((volatile int *)s.a)[T == 0 ? n - 64 : T] = x[I]; // FAULT sync-mbarrier
    __syncthreads();
    y[I] = s.a[T == 0 ? 1 : T] + (b == 1) + (sizeof t == 1);
}
K overrun_ok(int *x, int *y, int n)
{
    __shared__ struct { int a[64]; long long bar; } s;
    BAR(&s.bar);
    State t;
    if (T == 0)
        INIT(b, 64);
    __syncthreads();
    ((volatile int *)s.a)[T == 0 ? n - 128 : T] = x[I];
    __syncthreads();
    y[I] = s.a[T == 0 ? 1 : T] + (b == 1) + (sizeof t == 1);
}

// The barrier's memory for the result, at the end.
K reused(int *x, int *y, int n)
{
    __shared__ long long bar;
    BAR(&bar);
    State s;
    if (T == 0)
        INIT(b, 64);
    __syncthreads();
    ARRIVE(s, b);
    TRY(b, s);
    __syncthreads();
    if (T == 0)
        bar = x[I]; // FAULT sync-mbarrier
    __syncthreads();
    y[I] = (int)bar;
}
K reused_ok(int *x, int *y, int n)
{
    __shared__ long long bar;
    BAR(&bar);
    State s;
    if (T == 0)
        INIT(b, 64);
    __syncthreads();
    ARRIVE(s, b);
    TRY(b, s);
    __syncthreads();
    if (T == 0) {
        INVAL(b);
        bar = x[I];
    }
    __syncthreads();
    y[I] = (int)bar;
}

// ---- sync-deadlock

// A warp exits that the barrier counts.
K counted(int *x, int *y, int n)
{
    if (T >= 32)
        return;
    asm volatile("bar.sync 1, 64;" ::: "memory"); // FAULT sync-deadlock
    y[I] = x[I];
}
K counted_ok(int *x, int *y, int n)
{
    if (T >= 32)
        return;
    asm volatile("bar.sync 1, 32;" ::: "memory");
    y[I] = x[I];
}

// Some lanes of it: the others count for all of the warp.
K some_ok(int *x, int *y, int n)
{
    if (T % 32 > 7)
        return;
    asm volatile("bar.sync 1, 64;" ::: "memory");
    y[I] = x[I];
}

// Half of those that an mbarrier expects.
K arrivals(int *x, int *y, int n)
{
    __shared__ long long bar;
    BAR(&bar);
    State s;
    if (T == 0)
        INIT(b, 64);
    __syncthreads();
    if (T % 2)
        return;
    ARRIVE(s, b);
    TRY(b, s); // FAULT sync-deadlock
    y[I] = x[I];
}
K arrivals_ok(int *x, int *y, int n)
{
    __shared__ long long bar;
    BAR(&bar);
    State s;
    if (T == 0)
        INIT(b, 64);
    __syncthreads();
    if (T % 2) {
        asm volatile("mbarrier.arrive_drop.shared.b64 %0, [%1];" : "=l"(s) : "r"(b) : "memory");
        return;
    }
    ARRIVE(s, b);
    TRY(b, s);
    ARRIVE(s, b);
    TRY(b, s);
    y[I] = x[I];
}

// Who exits after the first round.
K rounds(int *x, int *y, int n)
{
    __shared__ long long bar;
    BAR(&bar);
    State s;
    if (T == 0)
        INIT(b, 64);
    __syncthreads();
    for (int i = 0; i < 2; i++) {
        if (i == 1 && T > 60)
            return;
        ARRIVE(s, b);
        TEST(b, s); // FAULT sync-deadlock
    }
    y[I] = x[I];
}
K rounds_ok(int *x, int *y, int n)
{
    __shared__ long long bar;
    BAR(&bar);
    State s;
    if (T == 0)
        INIT(b, 64);
    __syncthreads();
    for (int i = 0; i < 2; i++) {
        ARRIVE(s, b);
        TEST(b, s);
        if (i == 1 && T > 60)
            return;
    }
    y[I] = x[I];
}
