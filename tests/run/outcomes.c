/* A tournament and a wave's step, against the same on the host. */
#include "host.h"

extern const ptx2c_module outcomes;

enum { BLOCKS = 40, NX = 150, NY = 60, GX = 5, GY = 8 };
static float score[BLOCKS * 128];
static int winner[BLOCKS], u[NX * NY], next[NX * NY], sums[GX * GY];

static void launch(const char *kernel, ptx2c_dim3 grid, ptx2c_dim3 block, void *args[])
{
    const int status = ptx2c_launch(ptx2c_find_kernel(&outcomes, kernel), grid, block, 0, args);
    if (status)
        printf("%s: %s\n", kernel, ptx2c_strerror(status));
}

int main(void)
{
    void *s = score, *w = winner, *a = u, *b = next, *c = sums;
    uint32_t nx = NX, ny = NY;
    int want[GX * GY] = {0}, wrong = 0;
    for (int i = 0; i < BLOCKS * 128; i++)
        score[i] = (float)((i * 7919 + i / 128 * 31) % 1009);
    for (int i = 0; i < NX * NY; i++)
        u[i] = i * 37 % 101;
    launch("tournament", (ptx2c_dim3){BLOCKS, 1, 1}, (ptx2c_dim3){128, 1, 1}, (void *[]){&s, &w});
    for (int k = 0; k < BLOCKS; k++) {
        int least = 0;
        for (int i = 1; i < 128; i++)
            if (score[k * 128 + i] < score[k * 128 + least])
                least = i;
        if (winner[k] != least && wrong++ < 5)
            printf("winner of %d is %d, not %d\n", k, winner[k], least);
    }
    launch("wave", (ptx2c_dim3){GX, GY, 1}, (ptx2c_dim3){32, 8, 1}, (void *[]){&a, &b, &c, &nx, &ny});
    for (int y = 0; y < NY; y++)
        for (int x = 0; x < NX; x++) {
            const int i = y * NX + x, in = x > 0 && y > 0 && x < NX - 1 && y < NY - 1;
            const int e = in ? u[i - 1] + u[i + 1] + u[i - NX] + u[i + NX] - 4 * u[i] : 0;
            want[y / 8 * GX + x / 32] += e;
            if (next[i] != e && wrong++ < 5)
                printf("next %d is %d, not %d\n", i, next[i], e);
        }
    for (int k = 0; k < GX * GY; k++)
        if (sums[k] != want[k] && wrong++ < 5)
            printf("sum %d is %d, not %d\n", k, sums[k], want[k]);
    puts(wrong ? "wrong" : "done");
    return 0;
}
