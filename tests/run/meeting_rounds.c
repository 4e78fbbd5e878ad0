/* Loops that go on until what other threads write says so, and in which all threads of a block meet each round. */
#include "host.h"

extern const ptx2c_module meeting_rounds;

enum { N = 3000, BLOCKS = 24, THREADS = 128, EDGES = 3 };

static int launch(const char *kernel, uint32_t blocks, uint32_t threads, void **args)
{
    return ptx2c_launch(ptx2c_find_kernel(&meeting_rounds, kernel), (ptx2c_dim3){blocks, 1, 1}, (ptx2c_dim3){threads, 1, 1}, 0, args);
}

static int told(const char *what, int status, int wrong)
{
    printf("%s: %s, %d wrong\n", what, ptx2c_strerror(status), wrong);
    return status || wrong;
}

static int settle(uint32_t blocks, uint32_t threads, int most)
{
    static int a[N], b[N], x[N], y[N];
    int changed = 0, rounds = 0, right = 0, n = N, wrong = 0, *from = x, *to = y;
    uint64_t pa = (uintptr_t)a, pb = (uintptr_t)b, pchanged = (uintptr_t)&changed, prounds = (uintptr_t)&rounds;
    void *args[] = {&pa, &pb, &n, &most, &pchanged, &prounds};
    for (int i = 0; i < N; i++) {
        a[i] = x[i] = i % 50 ? i * 37 % 101 : 100 + i;
        b[i] = y[i] = 0;
    }
    const int status = launch("settle", blocks, threads, args);
    for (bool more = true; more && right < most; right++) {
        more = false;
        for (int i = 0; i < N; i++) {
            to[i] = from[i];
            to[i] = i && from[i - 1] > to[i] ? from[i - 1] : to[i];
            to[i] = i < N - 1 && from[i + 1] > to[i] ? from[i + 1] : to[i];
            more |= to[i] != from[i];
        }
        int *t = from;
        from = to;
        to = t;
    }
    for (int i = 0; i < N; i++)
        wrong += a[i] != x[i] || b[i] != y[i];
    return told("settle", status, wrong + (rounds != right));
}

static int levels(uint32_t blocks, uint32_t threads)
{
    static int row[N + 1], to[N * EDGES], level[N], right[N];
    int more[2] = {0, 0}, n = N, wrong = 0;
    uint64_t prow = (uintptr_t)row, pto = (uintptr_t)to, plevel = (uintptr_t)level, pmore = (uintptr_t)more;
    void *args[] = {&prow, &pto, &plevel, &n, &pmore};
    for (int v = 0; v < N; v++) {
        row[v + 1] = row[v] + v % (EDGES + 1);
        for (int e = row[v]; e < row[v + 1]; e++)
            to[e] = (int)(((uint32_t)v * 7919u + (uint32_t)(e - row[v]) * 104729u + 13u) % N);
        level[v] = right[v] = v == 5 || v == 6 ? 0 : -1;
    }
    const int status = launch("levels", blocks, threads, args);
    bool found = true;
    for (int now = 0; found; now++) {
        found = false;
        for (int v = 0; v < N; v++)
            for (int e = row[v]; right[v] == now && e < row[v + 1]; e++)
                if (right[to[e]] < 0) {
                    right[to[e]] = now + 1;
                    found = true;
                }
    }
    for (int i = 0; i < N; i++)
        wrong += level[i] != right[i];
    return told("levels", status, wrong);
}

static int shrink(uint32_t blocks, uint32_t threads)
{
    static float x[N], sum[64];
    int rounds = 0, n = N;
    float enough = 20;
    uint64_t px = (uintptr_t)x, psum = (uintptr_t)sum, prounds = (uintptr_t)&rounds;
    void *args[] = {&px, &n, &enough, &psum, &prounds};
    memset(sum, 0, sizeof sum);
    for (int i = 0; i < N; i++)
        x[i] = 8;
    const int status = launch("shrink", blocks, threads, args);
    return told("shrink", status, (rounds != 11) + (sum[10] > enough) + (sum[9] != 23.4375f) + (x[N - 1] != 8.0f / 2048));
}

static int watch(uint32_t blocks, uint32_t threads)
{
    static int seen[BLOCKS * THREADS];
    int stop = 0, done = 0, wrong = 0;
    uint64_t pstop = (uintptr_t)&stop, pseen = (uintptr_t)seen, pdone = (uintptr_t)&done;
    void *args[] = {&pstop, &pseen, &pdone};
    memset(seen, 0, sizeof seen);
    const int status = launch("watch", blocks, threads, args);
    for (uint32_t i = 0; i < blocks * threads; i++)
        wrong += seen[i] != 5;
    return told("watch", status, wrong + (done != (int)blocks - 1));
}

static int gather(uint32_t blocks, uint32_t threads)
{
    static int seen[BLOCKS * THREADS];
    int come = 0, wrong = 0;
    uint64_t pcome = (uintptr_t)&come, pseen = (uintptr_t)seen;
    void *args[] = {&pcome, &pseen};
    memset(seen, 0, sizeof seen);
    const int status = launch("gather", blocks, threads, args);
    for (uint32_t i = 0; i < blocks * threads; i++)
        wrong += seen[i] != (int)blocks;
    return told("gather", status, wrong);
}

static int sort_pairs(uint32_t blocks, uint32_t threads)
{
    static int data[BLOCKS * THREADS];
    const uint32_t all = blocks * threads;
    int wrong = 0;
    uint64_t pdata = (uintptr_t)data;
    void *args[] = {&pdata};
    for (uint32_t i = 0; i < all; i++)
        data[i] = (int)((i / threads * 1000) + (i * 41 + i / threads) % threads);
    const int status = launch("sort_pairs", blocks, threads, args);
    for (uint32_t i = 0; i < all; i++)
        wrong += data[i] != (int)(i / threads * 1000 + i % threads);
    return told("sort_pairs", status, wrong);
}

static int broken(uint32_t blocks, uint32_t threads)
{
    static int bad[50];
    int stop = 0, n = 50;
    uint64_t pstop = (uintptr_t)&stop, pbad = (uintptr_t)bad;
    void *args[] = {&pstop, &pbad, &n};
    bad[40] = 1;
    const int status = launch("broken", blocks, threads, args);
    printf("broken: %s\n", ptx2c_strerror(status));
    return status != PTX2C_TRAP;
}

static int fallen(void)
{
    int count = 0, n = 4;
    uint64_t pcount = (uintptr_t)&count;
    void *args[] = {&pcount, &n};
    const int status = launch("fallen", 1, 96, args);
    printf("fallen: %s\n", ptx2c_strerror(status));
    return status != PTX2C_TRAP;
}

int main(void)
{
    int bad = settle(1, 32, 1000) | settle(7, 96, 1000) | settle(BLOCKS, 128, 20);
    bad |= levels(1, 64) | levels(BLOCKS, 33);
    bad |= shrink(1, 32) | shrink(9, 128);
    bad |= watch(2, 64) | watch(BLOCKS, THREADS);
    bad |= gather(1, 33) | gather(BLOCKS, THREADS);
    bad |= sort_pairs(1, 37) | sort_pairs(BLOCKS, THREADS);
    bad |= broken(1, 40) | broken(5, 64) | fallen();
    return bad;
}
