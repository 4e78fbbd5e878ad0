/* The largest of each row, by a warp, for rows of many lengths, against the same on the host. */
#include "host.h"

extern const ptx2c_module row_maxima;

enum { ROWS = 8, MOST = 600 };
static float x[ROWS * MOST], most[ROWS];
static int at[ROWS], rounds[ROWS * 32], wrong;

static void test(int n)
{
    float *a = x, *c = most;
    int *b = at, *d = rounds;
    const int status = run(&row_maxima, "row_maxima", ROWS / 4, 128, (void *[]){&a, &b, &c, &d, &n});
    int bad = status != 0;
    for (int r = 0; r < ROWS; r++) {
        int best = 0;
        for (int i = 1; i < n; i++)
            best = x[r * n + i] > x[r * n + best] ? i : best;
        bad += at[r] != best || most[r] != x[r * n + best];
        for (int l = 0; l < 32; l++) {
            const int left = n - 1 - l, high = left < 0 ? -((-left + 31) / 32) : left / 32;
            bad += rounds[r * 32 + l] != high * 100 + (left & 31);
        }
    }
    if (bad && wrong++ < 10)
        printf("rows of %d: %d wrong, status %d\n", n, bad, status);
}

int main(void)
{
    for (int i = 0; i < ROWS * MOST; i++)
        x[i] = (float)(i * 7919 % 10007);
    for (int n = 1; n <= MOST; n += n < 140 ? 1 : 23)
        test(n);
    test(512);
    printf("%d wrong\n", wrong);
    return 0;
}
