/* Waits in loops, one behind the other, and by the votes of a warp, for blocks that begin later. */
#include "host.h"

extern const ptx2c_module wait_nests;

enum { BLOCKS = 70, MOST = 128 };

static int flag[BLOCKS], out[BLOCKS * MOST];
static const int per = 5;

static int many(int b, int t)
{
    int got = 0;
    for (int k = b + 1; k < BLOCKS && t < 3; k++)
        got += k % 3 == 1 ? 0 : (per + k) * (t + 1);
    return got;
}

static int two(int b, int t)
{
    (void)t;
    return BLOCKS * 100 + BLOCKS - 1 - b;
}

static int votes(int b, int t)
{
    (void)t;
    return b;
}

static int check(const char *kernel, uint32_t threads, int (*right)(int b, int t))
{
    uint64_t pflag = (uintptr_t)flag, pout = (uintptr_t)out;
    int wrong = 0, goal = per;
    void *args[] = {&pflag, &pout, &goal};
    memset(flag, 0, sizeof flag);
    memset(out, 0, sizeof out);
    const int status = ptx2c_launch(ptx2c_find_kernel(&wait_nests, kernel), (ptx2c_dim3){BLOCKS, 1, 1}, (ptx2c_dim3){threads, 1, 1}, 0, args);
    for (int b = 0; b < BLOCKS; b++)
        for (int t = 0; t < (int)threads; t++)
            wrong += out[b * (int)threads + t] != right(b, t);
    printf("%s: %s, %d wrong\n", kernel, ptx2c_strerror(status), wrong);
    return status || wrong;
}

int main(void) { return check("many", 50, many) | check("two", 64, two) | check("votes", 96, votes); }
