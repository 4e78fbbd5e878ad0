/* Each thread's result against what it is by hand. */
#include "host.h"

extern const ptx2c_module shared_offsets;

enum { N = 256 };
static uint32_t in[N], out[N], second[N];

static uint32_t alike(uint32_t t) { return in[N - 1 - t] ^ in[N - 1 - t] * 3; }

static uint32_t below(uint32_t t) { return in[t ^ 1] + 4 * (t ^ 2); }

static uint32_t changes(uint32_t t)
{
    uint32_t at = (in[t] & 252) / 4, sum = 0;
    for (uint32_t i = 0; i <= (in[t] & 7); i++, at += 3) {
        sum += in[at] * 5;
        sum ^= second[at + 1];
    }
    return sum + (in[t] & 16 ? second[t] : in[t]);
}

static uint32_t rows(uint32_t t)
{
    const uint32_t mirror = in[(t & ~15u) + 15 - t % 16];
    return (mirror ^ mirror * 3) + (in[t] ^ in[t] * 3);
}

static uint32_t products(uint32_t t)
{
    const uint32_t turned = in[t % 16 * 16 + t / 16], begins = t % 16 * 16;
    return ((turned ^ ~turned >> 7) + in[begins]) ^ ~in[begins + 1];
}

static uint32_t moving(uint32_t t)
{
    const uint32_t x = t % 16, y = t / 16;
    const uint32_t last = in[(y ^ 3) * 16 + (x ^ 1)] * (in[t] & 1 ? 1 : 7);
    return ((in[(y ^ 1) * 16 + x] + in[(y ^ 1) * 16 + (x ^ 1)] * 7) ^ last) + 4 * t;
}

static void test(const char *kernel, uint32_t (*want)(uint32_t t))
{
    run(&shared_offsets, kernel, 1, N, (void *[]){PTX2C_POINTER(in), PTX2C_POINTER(out)});
    for (uint32_t t = 0; t < N; t++)
        if (out[t] != want(t))
            printf("%s: %u is %x, not %x\n", kernel, (unsigned)t, (unsigned)out[t], (unsigned)want(t));
}

int main(void)
{
    uint32_t x = 1;
    for (int i = 0; i < N; i++) {
        x = x * 1664525u + 1013904223u;
        in[i] = x >> 5;
        second[i] = in[i] >> 3;
    }
    test("alike", alike);
    test("below", below);
    test("changes", changes);
    test("rows", rows);
    test("products", products);
    test("moving", moving);
    printf("done\n");
    return 0;
}
