#include "host.h"

extern const ptx2c_module barriers;

static uint32_t in[4096], out[4096];

static uint32_t mix(uint32_t i)
{
    return i * 2654435761u >> 7;
}

/* Sums with blocks of any size; the last block is not full. */
static bool tree(uint32_t n, uint32_t block)
{
    uint32_t grid = (n + block - 1) / block, *pi = in, *po = out;
    memset(out, 0xee, sizeof out);
    if (run(&barriers, "tree", grid, block, (void *[]){&pi, &po, &n}))
        return false;
    for (uint32_t b = 0; b < grid; b++) {
        uint32_t want = 0;
        for (uint32_t i = b * block; i < n && i < (b + 1) * block; i++)
            want += in[i];
        if (out[b] != want) {
            printf("tree n=%u block=%u: block %u has %u, not %u\n", (unsigned)n, (unsigned)block, (unsigned)b,
                   (unsigned)out[b], (unsigned)want);
            return false;
        }
    }
    return true;
}

static bool reverse(uint32_t grid, uint32_t block, uint32_t rounds)
{
    uint32_t *p = out;
    memcpy(out, in, sizeof out);
    const ptx2c_kernel *k = ptx2c_find_kernel(&barriers, "reverse");
    int status = ptx2c_launch(k, (ptx2c_dim3){grid, 1, 1}, (ptx2c_dim3){block, 1, 1}, 4 * block,
                              (void *[]){&p, &rounds});
    if (status)
        printf("reverse: %s\n", ptx2c_strerror(status));
    for (uint32_t i = 0; !status && i < grid * block; i++) {
        uint32_t b = i / block, t = i % block;
        if (out[i] != in[rounds % 2 ? b * block + block - 1 - t : i]) {
            printf("reverse grid=%u block=%u: wrong at %u\n", (unsigned)grid, (unsigned)block, (unsigned)i);
            return false;
        }
    }
    return !status;
}

static bool votes(uint32_t grid, uint32_t block)
{
    uint32_t *pi = in, *po = out;
    if (run(&barriers, "votes", grid, block, (void *[]){&pi, &po}))
        return false;
    for (uint32_t b = 0; b < grid; b++) {
        uint32_t even = 0;
        for (uint32_t t = 0; t < block; t++)
            even += in[b * block + t] % 2 == 0;
        uint32_t want = even + 1000 * (even == block) + 2000 * (even > 0);
        for (uint32_t t = 0; t < block; t++)
            if (out[b * block + t] != want) {
                printf("votes block=%u: thread %u of block %u has %u, not %u\n", (unsigned)block, (unsigned)t,
                       (unsigned)b, (unsigned)out[b * block + t], (unsigned)want);
                return false;
            }
    }
    return true;
}

static bool named(void)
{
    uint32_t *po = out;
    if (run(&barriers, "named", 1, 64, (void *[]){&po}))
        return false;
    for (uint32_t i = 0; i < 32; i++)
        if (out[i] != 3 * i + 1000) {
            printf("named: thread %u has %u\n", (unsigned)i, (unsigned)out[i]);
            return false;
        }
    return true;
}

static bool entries(uint32_t block, uint32_t n)
{
    uint32_t *p = out;
    memset(out, 0, sizeof out);
    if (run(&barriers, "entries", 1, block, (void *[]){&p, &n}))
        return false;
    for (uint32_t t = 0; t < block; t++) {
        const uint32_t rounds = t & 3, times = (t & 1) + 1, met = block > 5;
        const uint32_t want = rounds * (times * met + 100 * (t < n ? times - 1 : times)) + 10000 * (block - met);
        if (out[t] != (t == 5 ? 0 : want)) {
            printf("entries %u %u: thread %u has %u\n", (unsigned)block, (unsigned)n, (unsigned)t, (unsigned)out[t]);
            return false;
        }
    }
    return true;
}

int main(void)
{
    static const uint32_t blocks[] = {1, 2, 7, 31, 32, 33, 64, 100, 128, 255, 1024};
    bool ok = true;
    for (uint32_t i = 0; i < 4096; i++)
        in[i] = mix(i);
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
        ok &= (int)tree(1000, blocks[i]) & (int)tree(3, blocks[i]) & (int)tree(1024, blocks[i]);
        ok &= (int)reverse(3, blocks[i], 1) & (int)reverse(1, blocks[i], 3) & (int)reverse(4, blocks[i], 2);
        ok &= (int)votes(3, blocks[i]) & (int)votes(1, blocks[i]);
    }
    for (uint32_t i = 0; i < 4096; i++)
        in[i] &= ~1u;
    ok &= (int)votes(2, 50) & (int)votes(2, 64);
    ok &= named();
    ok &= (int)entries(70, 20) & (int)entries(4, 2) & (int)entries(96, 0);
    puts(ok ? "ok" : "FAIL");
    return !ok;
}
