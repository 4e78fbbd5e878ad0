/* The programs of programs.cu against what a loop on the host gives.  Argument: how often (1). */
#include "host.h"

extern const ptx2c_module programs;

enum { N = 10007 };

static void wrong(const char *what, size_t i, unsigned got, unsigned want)
{
    printf("%s: %u is %u, not %u\n", what, (unsigned)i, got, want);
    exit(1);
}

static void start(const char *kernel, uint32_t grid, uint32_t block, size_t shared, void *const args[])
{
    const ptx2c_kernel *k = ptx2c_find_kernel(&programs, kernel);
    int status = ptx2c_launch(k, (ptx2c_dim3){grid, 1, 1}, (ptx2c_dim3){block, 1, 1}, shared, args);
    if (status) {
        printf("%s: %s %s\n", kernel, ptx2c_strerror(status), ptx2c_message(k));
        exit(1);
    }
}

static void spin_lock(uint32_t grid, uint32_t block)
{
    static uint32_t order[4096];
    static unsigned char seen[4096];
    uint32_t lock = 0, sum = 0, *l = &lock, *s = &sum, *o = order;
    start("spin_lock", grid, block, 0, (void *[]){&l, &s, &o});
    memset(seen, 0, sizeof seen);
    for (uint32_t i = 0; i < grid * block; i++)
        if (seen[order[i]]++)
            wrong("spin_lock", i, order[i], 0);
    start("spin_lock_hard", grid, block, 0, (void *[]){&l, &s});
    if (sum != 2 * grid * block)
        wrong("spin_lock_hard", 0, sum, 2 * grid * block);
}

static void ticket_lock(uint32_t grid, uint32_t block)
{
    static uint32_t log[256], sums[1024];
    uint32_t ticket[2] = {0, 0}, *t = ticket, *l = log, *s = sums;
    static unsigned char seen[256];
    memset(sums, 0, sizeof sums);
    start("ticket_lock", grid, block, 0, (void *[]){&t, &l, &s});
    memset(seen, 0, sizeof seen);
    for (uint32_t i = 0; i < grid; i++)
        if (seen[log[i]]++)
            wrong("ticket_lock, log", i, log[i], 0);
    for (uint32_t i = 0; i < block; i++)
        if (sums[i] != grid * (grid + 1) / 2)
            wrong("ticket_lock", i, sums[i], grid * (grid + 1) / 2);
}

static void look_back(uint32_t n, uint32_t block)
{
    static uint32_t in[N], out[N];
    static uint64_t tiles[N];
    uint32_t ticket = 0, *i = in, *o = out, *t = &ticket, sum = 0, grid = (n + block - 1) / block;
    uint64_t *s = tiles;
    for (uint32_t k = 0; k < n; k++)
        in[k] = k * 2654435761u >> 20;
    memset(tiles, 0, sizeof tiles);
    start("look_back", grid, block, 0, (void *[]){&i, &o, &s, &t, &n});
    for (uint32_t k = 0; k < n; k++)
        if (out[k] != (sum += in[k]))
            wrong("look_back", k, out[k], sum);
}

static void grid_steps(uint32_t n, uint32_t steps, uint32_t grid, uint32_t block)
{
    static uint32_t a[N], b[N], c[N], d[N];
    uint32_t *p = a, *q = b, *want = c, *next = d;
    for (uint32_t i = 0; i < n; i++)
        a[i] = c[i] = i * i + 7;
    start("grid_steps", grid, block, 0, (void *[]){&p, &q, &n, &steps});
    for (uint32_t s = 0; s < steps; s++) {
        for (uint32_t i = 0; i < n; i++)
            next[i] = want[i] + want[(i + 1) % n] * 3;
        uint32_t *t = want;
        want = next;
        next = t;
    }
    const uint32_t *got = steps % 2 ? b : a;
    for (uint32_t i = 0; i < n; i++)
        if (got[i] != want[i])
            wrong("grid_steps", i, got[i], want[i]);
}

static void tiles(uint32_t block)
{
    static uint32_t in[1024], out[1024][8];
    uint32_t *i = in, (*o)[8] = out;
    for (uint32_t k = 0; k < block; k++)
        in[k] = k * 40503 >> 3 & 127;
    start("tiles", 1, block, 0, (void *[]){&i, &o});
    for (uint32_t k = 0; k < block; k++) {
        uint32_t want[8] = {0, 0, 0, 0, 0, 0, 0, k / 8 % 4}, first = k / 32 * 32;
        for (uint32_t j = first; j < first + 32; j++) {
            const uint32_t x = in[j];
            want[0] += x;
            want[1] += j / 8 == k / 8 ? x : 0;
            want[2] += j / 4 == k / 4 ? x : 0;
            want[3] += in[k] & x & 1 ? x : 0;
            want[4] += (in[k] & x & 1) && j < k;
            want[5] += x % 5 == in[k] % 5 ? x : 0;
            want[6] += (x < 50) == (in[k] < 50);
        }
        for (int j = 0; j < 8; j++)
            if (out[k][j] != want[j])
                wrong("tiles", k * 8 + (uint32_t)j, out[k][j], want[j]);
    }
}

static void pipeline(uint32_t grid, uint32_t block, int rounds)
{
    static uint32_t in[N], out[N];
    uint32_t *i = in, *o = out, half = block / 2;
    for (uint32_t k = 0; k < N; k++)
        in[k] = k * 7;
    memset(out, 0, sizeof out);
    start("pipeline", grid, block, block * sizeof(uint32_t), (void *[]){&i, &o, &rounds});
    for (uint32_t k = 0; k < grid * half * (uint32_t)rounds; k++) {
        uint32_t want = in[k / half * half + (k + 1) % half] * 2;
        if (out[k] != want)
            wrong("pipeline", k, out[k], want);
    }
}

static void hash_count(uint32_t n, uint32_t keys, uint32_t grid, uint32_t block)
{
    static uint32_t in[N], key[1024], count[1024], want[1024];
    uint32_t *i = in, *k = key, *c = count, mask = 1023, found = 0;
    memset(key, 0, sizeof key);
    memset(count, 0, sizeof count);
    memset(want, 0, sizeof want);
    for (uint32_t j = 0; j < n; j++) {
        in[j] = 1 + (j * 2654435761u >> 7) % keys;
        want[in[j]]++;
    }
    start("hash_count", grid, block, 0, (void *[]){&i, &n, &k, &c, &mask});
    for (uint32_t j = 0; j < 1024; j++) {
        found += count[j];
        if (key[j] && count[j] != want[key[j]])
            wrong("hash_count", key[j], count[j], want[key[j]]);
    }
    if (found != n)
        wrong("hash_count, all", 0, found, n);
}

int main(int argc, char **argv)
{
    for (int times = argc > 1 ? atoi(argv[1]) : 1; times > 0; times--) {
        spin_lock(1, 32);
        spin_lock(5, 70);
        ticket_lock(40, 64);
        ticket_lock(7, 1);
        look_back(N, 64);
        look_back(5000, 32);
        look_back(3000, 1024);
        grid_steps(1000, 6, 5, 64);
        grid_steps(400, 3, 40, 32);
        tiles(32);
        tiles(256);
        pipeline(3, 128, 9);
        pipeline(1, 64, 1);
        pipeline(2, 512, 6);
        hash_count(N, 900, 6, 96);
        hash_count(1000, 3, 3, 256);
    }
    puts("done");
    return 0;
}
