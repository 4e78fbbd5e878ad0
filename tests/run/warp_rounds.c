/* Rows of a matrix without its zeros, summed by warps: in blocks whose warps lie in rows, and in others, which a scheduler runs. */
#include "host.h"

extern const ptx2c_module warp_rounds;

enum { ROWS = 300, MOST = 64 };
static int from[ROWS + 1], *pfrom = from;
static float v[ROWS * MOST], sum[ROWS], *pv = v, *psum = sum;

static int test(const char *kernel, int n, uint32_t grid, ptx2c_dim3 block)
{
    void *args[] = {&n, &pfrom, &pv, &psum};
    int wrong = 0;
    memset(sum, 0, sizeof sum);
    if (ptx2c_launch(ptx2c_find_kernel(&warp_rounds, kernel), (ptx2c_dim3){grid, 1, 1}, block, 0, args))
        printf("%s: not launched\n", kernel);
    for (int i = 0; i < ROWS; i++) {
        float s = 0;
        for (int j = from[i]; j < from[i + 1] && i < n; j++)
            s += v[j];
        wrong += sum[i] != s;
    }
    if (wrong)
        printf("%s %d, %u blocks of %u x %u: %d wrong\n", kernel, n, (unsigned)grid, (unsigned)block.x, (unsigned)block.y, wrong);
    return wrong;
}

int main(void)
{
    static const ptx2c_dim3 blocks[] = {{32, 1, 1}, {64, 1, 1}, {160, 1, 1}, {64, 2, 1}, {16, 4, 1}, {8, 8, 1}, {24, 4, 1}, {96, 3, 1}};
    int wrong = 0;
    for (int i = 0; i < ROWS; i++)
        from[i + 1] = from[i] + i * 7 % MOST;
    for (int i = 0; i < ROWS * MOST; i++)
        v[i] = (float)(i % 13); /* sums are exact in any order */
    for (int n = 1; n <= ROWS; n = n * 4 + 8)
        for (size_t k = 0; k < sizeof blocks / sizeof *blocks; k++) {
            if (blocks[k].y == 1)
                wrong += test("rows", n, 3, blocks[k]) + test("rows_again", n, 2, blocks[k]);
            wrong += test("rows_flat", n, 5, blocks[k]);
        }
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
