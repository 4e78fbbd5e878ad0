/* Memory that a thread accesses in pieces of several sizes, beside its neighbours: what the same steps give one thread at a time. */
#include "host.h"

extern const ptx2c_module sizes;

enum { N = 64 };
static uint32_t in[N];
static uint64_t out[2 * N], place[2 * N];

static void put(uint64_t *p, int shift, int bits, uint64_t v)
{
    const uint64_t mask = ((UINT64_C(1) << bits) - 1) << shift;
    *p = (*p & ~mask) | (v << shift & mask);
}

static uint64_t get(uint64_t p, int shift, int bits) { return p >> shift & ((UINT64_C(1) << bits) - 1); }

static uint64_t fields(uint32_t x)
{
    int64_t b = (int64_t)(x >> 3 & 127);
    b = (b ^ 64) - 64 - 5;
    b = ((b & 127) ^ 64) - 64;
    return ((x & 7) + 3) % 8 + (uint64_t)(b * 10) + (x * UINT64_C(77777) & ((UINT64_C(1) << 40) - 1)) * 3 + (x >> 31);
}

static uint64_t own(uint32_t x, int i)
{
    uint64_t p = x * UINT64_C(0x100000001), q;
    put(&p, 0, 32, get(p, 0, 32) + 5);
    q = p * 3;
    put(&p, 32, 32, get(p, 32, 32) - (uint64_t)i);
    put(&q, 32, 16, get(q, 32, 16) ^ get(p, 16, 16));
    return p ^ q << 1;
}

static void show(const char *name, int i, uint64_t got, uint64_t want)
{
    if (got != want)
        printf("%s %d: %llx, not %llx\n", name, i, (unsigned long long)got, (unsigned long long)want);
}

int main(void)
{
    uint32_t *pin = in;
    uint64_t *pout = out, *pplace = place;
    for (int i = 0; i < N; i++)
        in[i] = (uint32_t)i * UINT32_C(2654435761) + 12345;
    for (int i = 0; i < 2 * N; i++)
        place[i] = (uint64_t)i * UINT64_C(0x9e3779b97f4a7c15);
    run(&sizes, "fields", 1, N, (void *[]){&pin, &pout});
    for (int i = 0; i < N; i++)
        show("fields", i, out[i], fields(in[i]));
    run(&sizes, "own", 1, N, (void *[]){&pin, &pout});
    for (int i = 0; i < N; i++)
        show("own", i, out[i], own(in[i], i));
    run(&sizes, "device", 1, N, (void *[]){&pplace, &pout});
    for (int i = 0; i < N; i++) {
        uint64_t p = (uint64_t)(2 * i) * UINT64_C(0x9e3779b97f4a7c15), q = (uint64_t)(2 * i + 1) * UINT64_C(0x9e3779b97f4a7c15);
        put(&p, 0, 32, (uint64_t)i);
        show("device before", i, out[2 * i], p);
        put(&p, 32, 32, (uint64_t)i + 7);
        show("device after", i, out[2 * i + 1], p);
        put(&q, 0, 16, (uint64_t)i);
        put(&q, 0, 32, get(q, 0, 32) + 1);
        put(&q, 16, 16, 3 * (uint64_t)i);
        show("device first", i, place[2 * i], p);
        show("device second", i, place[2 * i + 1], q);
    }
    run(&sizes, "block", 1, N, (void *[]){&pin, &pout});
    for (int i = 0; i < N; i++) {
        show("block", i, out[i] >> 32, in[i] ^ (uint32_t)i);
        show("block", i, out[i] & UINT32_MAX, in[i] * UINT32_C(3));
    }
    puts("done");
    return 0;
}
