#include "host.h"

extern const ptx2c_module copies;

static uint32_t before(uint32_t tid, uint32_t rounds)
{
    uint32_t sum = 0, last = 0;
    for (uint32_t i = 0; i < rounds; i++) {
        if (i)
            sum = sum * 3 + last;
        last = i * 7 + tid;
    }
    return last * 1000 + sum;
}

static uint32_t chain(uint32_t tid, uint32_t rounds) { return (tid > 20 ? tid : rounds) * 1000 + tid; }

static uint32_t constants(uint32_t tid, uint32_t rounds)
{
    uint32_t a = tid > 4 && tid <= 10 ? 5 + tid : 5, sum = 0;
    do
        sum += 7;
    while (sum < rounds);
    return (a * 100 + sum) * 100 + 7;
}

static void check(const char *kernel, uint32_t (*want)(uint32_t tid, uint32_t rounds), uint32_t rounds)
{
    uint32_t out[40] = {0}, *at = out;
    if (run(&copies, kernel, 1, 40, (void *[]){&at, &rounds}))
        return;
    int wrong = 0;
    for (uint32_t i = 0; i < 40; i++)
        wrong += out[i] != want(i, rounds);
    printf("%s %u: %d wrong\n", kernel, (unsigned)rounds, wrong);
}

int main(void)
{
    for (uint32_t rounds = 1; rounds < 90; rounds += 17) {
        check("before", before, rounds);
        check("chain", chain, rounds);
        check("constants", constants, rounds);
    }
    return 0;
}
