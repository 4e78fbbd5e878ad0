/* Flags that some threads set: the same value at the same place. */
#include "host.h"

extern const ptx2c_module flag_stores;

enum { N = 3001, THREADS = 96, BLOCKS = (N + THREADS - 1) / THREADS };

static int a[N], out[BLOCKS * THREADS];

static int launch(const char *kernel, uint32_t blocks, void **args)
{
    return ptx2c_launch(ptx2c_find_kernel(&flag_stores, kernel), (ptx2c_dim3){blocks, 1, 1}, (ptx2c_dim3){THREADS, 1, 1}, 0, args);
}

static int told(const char *what, int at, int status, int wrong)
{
    printf("%s %d: %s, %d wrong\n", what, at, ptx2c_strerror(status), wrong);
    return status || wrong;
}

/* One number is great: that one, or none. */
static void fill(int at, int great)
{
    for (int i = 0; i < N; i++)
        a[i] = i % 5 * 2;
    if (at >= 0)
        a[at] = great;
}

static int relax(int at)
{
    static float x[N], y[N];
    int changed = 0, n = N, wrong = 0;
    float eps = 0.25f;
    uint64_t px = (uintptr_t)x, py = (uintptr_t)y, pchanged = (uintptr_t)&changed;
    void *args[] = {&px, &py, &n, &eps, &pchanged};
    for (int i = 0; i < N; i++)
        x[i] = i == at ? 9 : 2;
    const int status = launch("relax", BLOCKS, args);
    for (int i = 0; i < N; i++)
        wrong += y[i] != x[i] * 0.5f + 1;
    return told("relax", at, status, wrong + (changed != (at >= 0)));
}

static int scan_all(int at)
{
    long long found[4] = {0}, mark = 1LL << 40;
    int n = N, limit = 50, slot = 2;
    uint64_t pa = (uintptr_t)a, pfound = (uintptr_t)found;
    void *args[] = {&pa, &n, &limit, &pfound, &slot, &mark};
    fill(at, 51);
    const int status = launch("scan_all", 3, args);
    return told("scan_all", at, status, found[0] || found[1] || found[3] || found[2] != (at >= 0 ? mark + 2 : 0));
}

static int blocks(int at)
{
    int n = N, limit = 50, wrong = 0;
    uint64_t pa = (uintptr_t)a, pout = (uintptr_t)out;
    void *args[] = {&pa, &pout, &n, &limit};
    fill(at, 60);
    const int status = launch("blocks", BLOCKS, args);
    for (int i = 0; i < BLOCKS * THREADS; i++)
        wrong += out[i] != (i < N ? a[i] : 0) + (at >= 0 && i / THREADS == at / THREADS ? 9 : 0);
    return told("blocks", at, status, wrong);
}

static int warps(int at)
{
    int flag = 0, n = N, wrong = 0;
    uint64_t pa = (uintptr_t)a, pflag = (uintptr_t)&flag, pout = (uintptr_t)out;
    void *args[] = {&pa, &pflag, &pout, &n};
    fill(at, 13);
    const int status = launch("warps", BLOCKS, args);
    for (int i = 0; i < N; i++)
        wrong += out[i] != (at >= 0 && i / 32 == at / 32);
    return told("warps", at, status, wrong + (flag != (at >= 0 ? 7 : 0)));
}

/* place: the flag is one of what is stored. */
static int order(int at, int place)
{
    int flag = 0, n = N, wrong = 0;
    uint64_t pa = (uintptr_t)a, pflag = place < 0 ? (uintptr_t)&flag : (uintptr_t)(out + place), pout = (uintptr_t)out;
    void *args[] = {&pa, &pflag, &pout, &n};
    fill(at, -4);
    const int status = launch("order", BLOCKS, args);
    for (int i = 0; i < N; i++)
        wrong += out[i] != (i == place ? 12 : 11);
    return told("order", at, status, wrong + (place < 0 && flag != (at >= 0 ? 2 : 0)));
}

static int own(int at)
{
    int last = -1, bins[4] = {0}, n = N, wrong = 0;
    uint64_t pa = (uintptr_t)a, plast = (uintptr_t)&last, pbins = (uintptr_t)bins;
    void *args[] = {&pa, &plast, &pbins, &n};
    fill(at, 77);
    a[2] = a[7] = 78;
    const int status = launch("own", BLOCKS, args);
    for (int i = 0; i < 4; i++)
        wrong += bins[i] != (i >= 2);
    return told("own", at, status, wrong + (last != at));
}

/* What stands where the flag is stored last: by one thread in its order, as each has its own place. */
static int limits(const char *kernel, int at, int place)
{
    static int d[N], e[N];
    const bool lowers = !strcmp(kernel, "lower");
    int flag = 0, n = N, number = lowers ? 1 : 40, wrong = 0;
    uint64_t pa = (uintptr_t)a, pd = (uintptr_t)d, pe = (uintptr_t)e, pflag = place < 0 ? (uintptr_t)&flag : (uintptr_t)(d + place);
    void *lower[] = {&pa, &pd, &n, &number, &pflag}, *limit[] = {&pd, &n, &number, &pflag}, *between[] = {&pd, &pe, &n, &number, &pflag};
    for (int i = 0; i < N; i++) {
        a[i] = i == at ? 3 : 50;
        d[i] = i == at ? 45 : 20;
        e[i] = 0;
    }
    const int status = launch(kernel, BLOCKS, lowers ? lower : !strcmp(kernel, "limit") ? limit : between);
    for (int i = 0; i < N; i++) {
        const int own = i != at ? 20 : lowers ? 4 : 40;
        const bool flags = i == place && strcmp(kernel, "limit") != 0;
        wrong += d[i] != (flags ? -3 : own) || e[i] != (i == at && !strcmp(kernel, "between") ? d[i] + 1 : 0);
    }
    return told(kernel, at, status, wrong + (place < 0 && flag != (at >= 0 ? -3 : 0)));
}

int main(void)
{
    static const int at[] = {-1, 0, 31, 100, N - 1};
    int bad = 0;
    for (int i = 0; i < 5; i++)
        bad |= relax(at[i]) | scan_all(at[i]) | blocks(at[i]) | warps(at[i]) | order(at[i], -1) | own(at[i]);
    for (int i = 0; i < 5; i++)
        bad |= limits("lower", at[i], -1) | limits("limit", at[i], -1) | limits("between", at[i], -1);
    bad |= order(100, 100) | limits("lower", 70, 70) | limits("limit", 70, 70) | limits("between", 70, 70);
    return bad;
}
