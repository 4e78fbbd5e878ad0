/* Blocks that wait for others between two barriers of their own. */
#include "host.h"

extern const ptx2c_module grid_waits;

enum { N = 5000, BLOCKS = 40, MOST = BLOCKS * 256 };

static int launch(const char *kernel, uint32_t blocks, ptx2c_dim3 block, void **args)
{
    return ptx2c_launch(ptx2c_find_kernel(&grid_waits, kernel), (ptx2c_dim3){blocks, 1, 1}, block, 0, args);
}

static int count(const char *what, int status, int wrong)
{
    printf("%s: %s, %d wrong\n", what, ptx2c_strerror(status), wrong);
    return status || wrong;
}

static int jacobi(uint32_t blocks, ptx2c_dim3 block)
{
    static float a[N], b[N], x[N], y[N];
    float *from = x, *to = y;
    uint64_t pa = (uintptr_t)a, pb = (uintptr_t)b;
    int n = N, steps = 7, wrong = 0;
    void *args[] = {&pa, &pb, &n, &steps};
    for (int i = 0; i < N; i++)
        a[i] = b[i] = x[i] = y[i] = (float)(i * 37 % 101);
    const int status = launch("jacobi", blocks, block, args);
    for (int s = 0; s < steps; s++) {
        for (int i = 1; i < N - 1; i++)
            to[i] = (from[i - 1] + from[i] + from[i + 1]) * 0.25f;
        float *t = from;
        from = to;
        to = t;
    }
    for (int i = 0; i < N; i++)
        wrong += a[i] != x[i] || b[i] != y[i];
    return count("jacobi", status, wrong);
}

static int reduce(uint32_t blocks, uint32_t threads)
{
    static int in[N], part[BLOCKS];
    int sum = 0, n = N, right = 0;
    uint64_t pin = (uintptr_t)in, ppart = (uintptr_t)part, psum = (uintptr_t)&sum;
    void *args[] = {&pin, &ppart, &psum, &n};
    for (int i = 0; i < N; i++)
        right += in[i] = i * 71 % 1009;
    const int status = launch("reduce", blocks, (ptx2c_dim3){threads, 1, 1}, args);
    return count("reduce", status, sum != right);
}

static int turns(uint32_t blocks, uint32_t threads)
{
    static int data[MOST], right[MOST], old[MOST];
    const int all = (int)(blocks * threads);
    int met = 0, n = all - 5, steps = 4, wrong = 0;
    uint64_t pdata = (uintptr_t)data, pmet = (uintptr_t)&met;
    void *args[] = {&pdata, &pmet, &n, &steps};
    for (int i = 0; i < all; i++)
        data[i] = right[i] = i;
    const int status = launch("turns", blocks, (ptx2c_dim3){threads, 1, 1}, args);
    for (int s = 0; s < steps; s++) {
        memcpy(old, right, sizeof old);
        for (int i = 0; i < n; i++) {
            const int from = ((i / (int)threads + s) % (int)blocks) * (int)threads + i % (int)threads;
            right[i] = (int)((uint32_t)old[i] + 3u * (uint32_t)(from < n ? old[from] : 0) + (uint32_t)s);
        }
    }
    for (int i = 0; i < all; i++)
        wrong += data[i] != right[i];
    return count("turns", status, wrong);
}

static int flags(uint32_t blocks, uint32_t threads)
{
    static int data[MOST], right[MOST], old[MOST], in[BLOCKS], out[BLOCKS];
    const int all = (int)(blocks * threads);
    int steps = 3, wrong = 0;
    uint64_t pdata = (uintptr_t)data, pin = (uintptr_t)in, pout = (uintptr_t)out;
    void *args[] = {&pdata, &pin, &pout, &steps};
    memset(in, 0, sizeof in);
    memset(out, 0, sizeof out);
    for (int i = 0; i < all; i++)
        data[i] = right[i] = i * 3;
    const int status = launch("flags", blocks, (ptx2c_dim3){threads, 1, 1}, args);
    for (int s = 1; s <= steps; s++) {
        memcpy(old, right, sizeof old);
        for (int i = 0; i < all; i++)
            right[i] = (int)((uint32_t)old[i] + (uint32_t)(old[(i + s * (int)threads) % all] ^ s));
    }
    for (int i = 0; i < all; i++)
        wrong += data[i] != right[i];
    return count("flags", status, wrong);
}

static int chain(uint32_t threads)
{
    static int in[N], out[N], sum[N], ready[N];
    int n = N, wrong = 0, right = 0;
    uint64_t pin = (uintptr_t)in, pout = (uintptr_t)out, psum = (uintptr_t)sum, pready = (uintptr_t)ready;
    void *args[] = {&pin, &pout, &n, &psum, &pready};
    memset(ready, 0, sizeof ready);
    for (int i = 0; i < N; i++)
        in[i] = i * 13 % 31;
    const int status = launch("chain", (N + threads - 1) / threads, (ptx2c_dim3){threads, 1, 1}, args);
    for (int i = 0; i < N; i++)
        wrong += out[i] != (right += in[i]);
    return count("chain", status, wrong);
}

static int chain_back(uint32_t blocks)
{
    static int in[BLOCKS * 64], out[BLOCKS * 64];
    static int sums[BLOCKS], ready[BLOCKS];
    int n = (int)blocks * 64 - 7, wrong = 0, right = 0;
    uint64_t pin = (uintptr_t)in, pout = (uintptr_t)out, psums = (uintptr_t)sums, pready = (uintptr_t)ready;
    void *args[] = {&pin, &pout, &n, &psums, &pready};
    memset(ready, 0, sizeof ready);
    for (int i = 0; i < n; i++)
        in[i] = i * 29 % 41;
    const int status = launch("chain_back", blocks, (ptx2c_dim3){64, 1, 1}, args);
    for (int i = 0, sum = 0; i < n; i++) {
        right = i % 64 ? right : sum;
        sum += i % 64 == 63 ? in[i] : 0;
        wrong += out[i] != in[i] + right;
    }
    return count("chain_back", status, wrong);
}

static int back(uint32_t blocks, uint32_t threads)
{
    static int out[MOST], flag[BLOCKS + 1];
    int wrong = 0;
    uint64_t pout = (uintptr_t)out, pflag = (uintptr_t)flag;
    uint32_t now = 1;
    void *args[] = {&pout, &pflag};
    memset(flag, 0, sizeof flag);
    flag[blocks] = 1;
    const int status = launch("back", blocks, (ptx2c_dim3){threads, 1, 1}, args);
    for (uint32_t b = blocks; b-- > 0; now = now * 3 + b)
        for (uint32_t t = 0; t < threads; t++)
            wrong += out[b * threads + t] != (int)(now + t);
    return count("back", status, wrong);
}

static int other(uint32_t blocks)
{
    static int out[BLOCKS * 65], done[BLOCKS];
    int wrong = 0;
    uint64_t pout = (uintptr_t)out, pdone = (uintptr_t)done;
    void *args[] = {&pout, &pdone};
    memset(done, 0, sizeof done);
    const int status = launch("other", blocks, (ptx2c_dim3){64, 1, 1}, args);
    for (uint32_t i = 0; i < blocks; i++)
        wrong += out[i] != 63;
    return count("other", status, wrong);
}

static void never(void)
{
    static int out[4 * 64], flag;
    uint64_t pflag = (uintptr_t)&flag, pout = (uintptr_t)out;
    void *args[] = {&pflag, &pout};
    const int status = launch("never", 4, (ptx2c_dim3){64, 1, 1}, args);
    const char *who = strstr(ptx2c_message(ptx2c_find_kernel(&grid_waits, "never")), "warp 1 lanes 0x00000002");
    printf("never: %s, %s\n", ptx2c_strerror(status), who ? who : "nobody");
}

int main(void)
{
    int bad = 0;
    for (uint32_t blocks = 1; blocks <= BLOCKS; blocks += 13)
        for (uint32_t threads = 32; threads <= 256; threads *= 2)
            bad |= jacobi(blocks, (ptx2c_dim3){threads, 1, 1}) | reduce(blocks, threads) | turns(blocks, threads) | (blocks <= threads && flags(blocks, threads)) |
                   back(blocks, threads);
    bad |= jacobi(5, (ptx2c_dim3){16, 4, 2}) | jacobi(3, (ptx2c_dim3){7, 5, 1}) | jacobi(9, (ptx2c_dim3){50, 1, 1}) | turns(7, 48) | back(6, 20);
    bad |= chain(128) | chain(64) | chain(32) | other(9) | chain_back(1) | chain_back(BLOCKS);
    never();
    return bad;
}
