#include "host.h"

extern const ptx2c_module early;

enum { N = 512 };
static uint32_t from[N], to[4 * N], want[4 * N];
static unsigned char bytes[2 * N], wanted[2 * N];

static void behind(uint32_t block, int second)
{
    const uint32_t *f = from;
    uint32_t *t = to;
    unsigned char *b = bytes;
    int start = 3;
    memset(to, 0, sizeof to);
    memset(want, 0, sizeof want);
    memset(bytes, 0, sizeof bytes);
    memset(wanted, 0, sizeof wanted);
    for (uint32_t i = 0; i < N / block * block; i++)
        want[i + 3] = from[i ^ 1];
    for (uint32_t i = 0; i < N / block * block; i++) {
        const uint32_t v = from[i ^ 1], at = (uint32_t)second + i;
        if (at <= INT32_MAX)
            wanted[i] = (unsigned char)(v + 1);
        else
            wanted[i + 512] = (unsigned char)(v + 2);
        if (i < 40)
            want[(int32_t)((uint32_t)second - 2147483600u + i) + 1024] = v ^ 7;
    }
    run(&early, "behind", N / block, block, (void *[]){&f, &b, &t, &start, &second});
    if (memcmp(to, want, sizeof to) || memcmp(bytes, wanted, sizeof bytes))
        printf("behind %u %d\n", (unsigned)block, second);
}

static void results(uint32_t block, int n, int far)
{
    static uint32_t a[N], b[2 * N + 8], c[4 * N];
    uint32_t *pa = a, *pb = b, *pc = c;
    int start = 5, bad = 0;
    memset(a, 0, sizeof a);
    memset(b, 0, sizeof b);
    memset(c, 0, sizeof c);
    run(&early, "results", N / block, block, (void *[]){&pa, &pb, &pc, &n, &start, &far});
    for (uint32_t i = 0; i < N; i++) {
        const bool ran = i < (uint32_t)n;
        bad += a[i] != (ran ? i : 0) || b[i * 2 + 5] != (ran ? i + 1 : 0);
        if (i <= (uint32_t)far)
            bad += c[(uint32_t)far - i] != (ran ? i + 2 : 0);
        bad += c[i + 1000] != (ran ? i + 3 : 0);
    }
    if (bad)
        printf("results %u %d %d: %d\n", (unsigned)block, n, far, bad);
}

int main(void)
{
    for (uint32_t i = 0; i < N; i++)
        from[i] = i * 2654435761u;
    static const int seconds[] = {2147483600, 2147483400, 2147483647 - 31, 2147483647 - 40};
    for (uint32_t block = 16; block <= 64; block *= 2)
        for (size_t k = 0; k < sizeof seconds / sizeof *seconds; k++)
            behind(block, seconds[k]);
    results(32, 500, 511);
    results(64, 512, 600);
    results(16, 100, 99);
    puts("done");
    return 0;
}
