/* Each element of D is 16 * (1 + 2 + 3 + 4); a thread has four. */
#include "host.h"

extern const ptx2c_module wgmma_wait;

static void test(const char *kernel, uint32_t threads)
{
    float d[128] = {0}, *p = d;
    int wrong = 0;
    if (run(&wgmma_wait, kernel, 1, threads, (void *[]){&p}))
        return;
    for (int i = 0; i < 128; i++)
        wrong += d[i] != 4 * 16 * 10;
    printf("%s: %d of 128 wrong\n", kernel, wrong);
}

int main(void)
{
    test("in_turn", 128);
    test("produced", 160);
    return 0;
}
