#include "host.h"

extern const ptx2c_module onward;

static uint32_t in[1024], out[512];

static void test_onward(uint32_t n, uint32_t block)
{
    uint32_t *a = in, *b = out;
    run(&onward, "onward", 1, block, (void *[]){&a, &b, &n});
    for (uint32_t t = 0; t < block; t++) {
        uint32_t want = 1000 * t + (t % 2 ? 7 * t : 0);
        for (uint32_t i = t; i < n; i += 32)
            want += in[i];
        if (out[t] != want)
            printf("onward %u, %u threads: %u is %u\n", (unsigned)n, (unsigned)block, (unsigned)t, (unsigned)out[t]);
    }
}

static void test_behind(uint32_t n, uint32_t block)
{
    uint32_t *b = out;
    run(&onward, "behind", 1, block, (void *[]){&b, &n});
    for (uint32_t t = 0; t < block; t++) {
        uint32_t i = t;
        if (2 * t < n)
            do
                i += 5;
            while (i < n);
        const uint32_t first = i;
        do
            i += 3;
        while (i % 8);
        if (out[2 * t] != first || out[2 * t + 1] != i)
            printf("behind %u, %u threads: %u is %u, %u\n", (unsigned)n, (unsigned)block, (unsigned)t,
                   (unsigned)out[2 * t], (unsigned)out[2 * t + 1]);
    }
}

static void test_both(uint32_t n, uint32_t block)
{
    uint32_t *a = in, *b = out;
    run(&onward, "both", 1, block, (void *[]){&a, &b, &n});
    for (uint32_t t = 0; t < block; t++) {
        uint32_t want = 0u - in[0] * t;
        for (uint32_t i = t; i < n; i += 32)
            want += in[i];
        if (out[t] != want)
            printf("both %u, %u threads: %u is %u\n", (unsigned)n, (unsigned)block, (unsigned)t, (unsigned)out[t]);
    }
}

int main(void)
{
    static const uint32_t blocks[] = {1, 17, 32, 64, 256};
    for (uint32_t i = 0; i < 1024; i++)
        in[i] = (i * i + 5) % 97;
    for (size_t b = 0; b < sizeof blocks / sizeof *blocks; b++)
        for (uint32_t n = 0; n < 1024; n = n * 2 + 3) {
            test_onward(n, blocks[b]);
            test_behind(n, blocks[b]);
            test_both(n, blocks[b]);
        }
    puts("done");
    return 0;
}
