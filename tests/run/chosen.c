/* Each thread's result against the same computed here. */
#include "host.h"

extern const ptx2c_module chosen;

static uint32_t halve(uint32_t x, uint32_t unused)
{
    uint32_t n = 0;
    (void)unused;
    do
        x = x % 2 ? x * 3 + 1 : x / 2;
    while (++n < 200 && x != 1);
    return n;
}

static uint32_t carry(uint32_t x, uint32_t unused)
{
    uint32_t low = 7;
    (void)unused;
    for (uint32_t n = 0; n < 40 && (x != 9 || n == 0); n++) {
        const uint32_t part = x % 4;
        low = part == 0 ? x + n : low;
        x ^= part < 2 ? low : x * 5 + n;
        x = n * 77 + (x >> 1);
    }
    return x;
}

static uint32_t passed(uint32_t x, uint32_t behind)
{
    uint32_t sum = 0, last = 1, n = 0;
    do {
        const uint32_t part = x % 8;
        last = part > 4 ? last : x * 3 + part;
        sum += part > 4 ? part : x * 3;
        x = (x >> 2) + sum;
    } while (++n < 30 && sum % 32 != 11);
    return behind ? sum ^ last : sum;
}

static void check(const char *name, uint32_t (*want)(uint32_t, uint32_t), uint32_t first, uint32_t block, uint32_t also)
{
    static uint32_t words[256];
    uint32_t *out = words;
    run(&chosen, name, 1, block, (void *[]){&out, &first, &also});
    for (uint32_t i = 0; i < block; i++)
        if (words[i] != want(first + i, also))
            printf("%s %u: %u is %u, not %u\n", name, (unsigned)first, (unsigned)i, (unsigned)words[i], (unsigned)want(first + i, also));
}

int main(void)
{
    for (uint32_t first = 1; first < 100000; first = first * 3 + 1)
        for (uint32_t block = 1; block <= 256; block = block * 2 + block % 2) {
            check("halve", halve, first, block, 0);
            check("carry", carry, first, block, 0);
            check("passed", passed, first, block, 0);
            check("passed", passed, first, block, 1);
        }
    puts("done");
    return 0;
}
