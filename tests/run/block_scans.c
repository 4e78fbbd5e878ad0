/* Sums of all before by blocks of many sizes, against loops. */
#include "host.h"

extern const ptx2c_module block_scans;

enum { N = 1024 };
static uint32_t in[N], out[2 * N + 1], want[2 * N + 1];
static uint64_t wide_in[N], wide_out[N], wide_want[N];
static int wrong;

static void compare(const char *kernel, uint32_t threads, const void *a, const void *b, size_t bytes)
{
    if (memcmp(a, b, bytes) && wrong++ < 10)
        printf("%s: blocks of %u threads: wrong\n", kernel, (unsigned)threads);
}

static void launch(const char *kernel, uint32_t threads, uint32_t x, uint32_t y, size_t words)
{
    void *i = in, *o = out;
    memset(out, 0, sizeof out);
    int status = ptx2c_launch(ptx2c_find_kernel(&block_scans, kernel), (ptx2c_dim3){1, 1, 1}, (ptx2c_dim3){x, y, 1}, 0, (void *[]){&i, &o, &threads});
    if (status)
        printf("%s: %s\n", kernel, ptx2c_strerror(status));
    compare(kernel, threads, out, want, words * 4);
}

/* Sums of the `most` elements up to each. */
static uint32_t sum_of(uint32_t at, uint32_t most)
{
    uint32_t sum = 0;
    for (uint32_t i = at + 1 > most ? at + 1 - most : 0; i <= at; i++)
        sum += in[i];
    return sum;
}

static void trees(uint32_t threads)
{
    uint32_t tree[N];
    memcpy(tree, in, sizeof tree);
    for (uint32_t d = threads / 2; d > 0; d /= 2)
        for (uint32_t t = 0; t < d; t++)
            tree[t] ^= tree[t + d];
    for (uint32_t t = 0; t < threads; t++)
        want[t] = tree[0] + t;
    launch("halves", threads, threads, 1, threads);
    for (uint32_t t = 0; t < threads; t++)
        want[t] = tree[threads - 1 - t];
    launch("remains", threads, threads, 1, threads);
}

static void any_size(uint32_t threads)
{
    for (uint32_t t = 0; t < threads; t++) {
        want[2 * t] = sum_of(t, N);
        want[2 * t + 1] = sum_of(threads - 1, N) - in[t];
    }
    launch("in_place", threads, threads, 1, 2 * threads);
    for (uint32_t t = 0; t < threads; t++)
        want[2 * t + 1] = t ? sum_of(t - 1, N) : 0;
    launch("in_register", threads, threads, 1, 2 * threads);
    for (uint32_t t = 0; t < threads; t++) {
        want[2 * t] = sum_of(t, 64);
        want[2 * t + 1] = sum_of(threads - 1 - t, 64);
    }
    launch("windows", threads, threads, 1, 2 * threads);
    for (uint32_t t = 0, least = UINT32_MAX; t < threads; t++) {
        int32_t most = INT32_MIN;
        for (uint32_t i = 0; i <= t; i++)
            most = (int32_t)in[i] > most ? (int32_t)in[i] : most;
        least = in[t] < least ? in[t] : least;
        want[2 * t] = (uint32_t)most;
        want[2 * t + 1] = least;
    }
    launch("extremes", threads, threads, 1, 2 * threads);
    trees(threads);
    for (uint32_t t = 0; t < threads; t++)
        wide_want[t] = wide_in[t] + (t ? wide_want[t - 1] : 0);
    void *i = wide_in, *o = wide_out;
    run(&block_scans, "wide", 1, threads, (void *[]){&i, &o});
    compare("wide", threads, wide_out, wide_want, 8 * threads);
}

static void floats(uint32_t threads)
{
    static float from[N], to[2 * N], sum[N], now[N];
    void *i = from, *o = to;
    for (uint32_t t = 0; t < threads; t++)
        from[t] = sum[t] = (float)((int32_t)in[t] >> 8) / 3;
    from[3] = -0.0f;
    from[40 % threads] = sum[40 % threads] = 0.0f;
    sum[3] = -0.0f;
    for (uint32_t d = 1; d < threads; d *= 2) {
        for (uint32_t t = 0; t < threads; t++)
            now[t] = sum[t] + (t >= d ? sum[t - d] : 0);
        memcpy(sum, now, sizeof sum);
    }
    run(&block_scans, "floats", 1, threads, (void *[]){&i, &o});
    float most = from[0];
    for (uint32_t t = 0; t < threads; t++) {
        most = from[t] > most ? from[t] : most;
        now[t] = most;
        if ((to[2 * t] != most || memcmp(&to[2 * t + 1], &sum[t], 4)) && wrong++ < 10)
            printf("floats: thread %u of %u: %g %g, not %g %g\n", (unsigned)t, (unsigned)threads, to[2 * t], to[2 * t + 1], most, sum[t]);
    }
}

static void blocks_of_256(void)
{
    for (uint32_t t = 0; t < 256; t++) {
        want[2 * t] = sum_of(t, N);
        want[2 * t + 1] = sum_of(255 - t, N);
    }
    launch("two_arrays", 256, 256, 1, 512);
    for (uint32_t t = 0; t < 256; t++)
        want[2 * t + 1] = sum_of(t, 128);
    launch("both_arrays", 256, 256, 1, 512);
    for (uint32_t t = 0; t < 512; t++)
        want[t] = t ? sum_of(t - 1, N) : 0;
    launch("tree", 256, 256, 1, 512);
    for (uint32_t t = 0; t < 1000; t++)
        want[t] = t ? sum_of(t - 1, N) : 0;
    launch("tiles", 1000, 256, 1, 1024 - 24);
    want[0] = sum_of(255, N);
    want[1] = want[2] = in[0];
    for (uint32_t t = 1; t < 256; t++) {
        want[1] = (int32_t)in[t] < (int32_t)want[1] ? in[t] : want[1];
        want[2] = (int32_t)in[t] > (int32_t)want[2] ? in[t] : want[2];
    }
    launch("leaders", 256, 256, 1, 3);
    memset(want, 0, sizeof want);
    for (uint32_t t = 0; t < 200; t++) {
        want[2 * t] = sum_of(t, N);
        want[2 * t + 1] = in[255];
    }
    launch("ended", 200, 256, 1, 512);
}

/* Two numbers a thread with a word left out behind each 32, and the sum of all. */
static void padded(uint32_t threads)
{
    uint32_t sum = 0;
    for (uint32_t t = 0; t < threads; t++) {
        want[2 * t] = sum;
        sum += in[t];
        want[2 * t + 1] = sum;
        sum += in[t] ^ t;
    }
    want[2 * threads] = sum;
    launch("padded_sizes", threads, threads, 1, 2 * threads + 1);
}

/* What is told outside: ask is how. */
static void told(uint32_t ask)
{
    memset(want, 0, sizeof want);
    for (uint32_t t = 0; t < 512; t++)
        want[t] = t ? sum_of(t - 1, N) : 0;
    want[512] = ask ? sum_of(511, N) : 0;
    launch("padded_tree", ask, 256, 1, 513);
    memset(want, 0, sizeof want);
    for (uint32_t t = 0; t < 256; t++) {
        want[2 * t] = sum_of(t, N);
        want[2 * t + 1] = sum_of(255 - t, N);
    }
    want[512] = ask > 1 ? sum_of(127, N) : 0;
    want[513] = ask ? sum_of(255, N) : 0;
    want[514 + (ask & 1)] = sum_of(255, N);
    launch("told_other", ask, 256, 1, 516);
    memset(want, 0, sizeof want);
    uint32_t twice = 0;
    for (uint32_t t = 0; t < 256; t++)
        want[2 * t] = twice += sum_of(t, N);
    for (uint32_t t = 0; t < 256; t++)
        want[2 * t + 1] = twice;
    want[512] = ask ? sum_of(255, N) : 0;
    launch("told_by_all", ask, 256, 1, 513);
}

static void few_threads(uint32_t threads)
{
    for (uint32_t t = 0; t < 512; t++)
        want[t] = sum_of(t, N);
    launch("few_threads", threads, threads, 1, 512);
}

int main(void)
{
    static const uint32_t size[] = {1, 2, 31, 32, 33, 64, 96, 128, 200, 256, 512, 1000, 1024};
    for (uint32_t t = 0; t < N; t++) {
        in[t] = t * 2654435761u ^ t << 7;
        wide_in[t] = (uint64_t)in[t] << t % 30;
    }
    for (size_t k = 0; k < sizeof size / sizeof *size; k++) {
        any_size(size[k]);
        if (size[k] >= 32)
            floats(size[k]);
    }
    blocks_of_256();
    for (uint32_t threads = 32; threads <= N; threads *= 2)
        padded(threads);
    few_threads(256);
    few_threads(512);
    for (uint32_t ask = 0; ask < 3; ask++)
        told(ask);
    printf("wrong: %d\n", wrong);
    return 0;
}
