/* What the lanes of warps that go along rows find in the rounds that not all of them take part in. */
#include "host.h"

extern const ptx2c_module warp_remains;

enum { WARPS = 6, MOST = 140, ROWS = 4 };
static int in[WARPS * ROWS * MOST], on[WARPS * 32], out[WARPS], seen[WARPS * MOST], *pin = in, *pon = on, *pout = out, *pseen = seen;

/* What differs from what each lane does by itself. */
static int wrong_sums(int n)
{
    int wrong = 0;
    for (int w = 0; w < WARPS; w++) {
        int all = 0;
        for (int lane = 0; lane < 32; lane++) {
            int s = 0;
            for (int i = lane; i < n; i += 32) {
                s += in[w * n + i];
                wrong += seen[w * n + i] != s;
            }
            all += s;
        }
        wrong += out[w] != all;
    }
    return wrong;
}

static int wrong_columns(int n, int rows, int by, bool all_on)
{
    int wrong = 0;
    for (int w = 0; w < WARPS; w++) {
        int all = 32 * w;
        static int last[MOST];
        memset(last, 0, sizeof last);
        for (int lane = 0; lane < 32; lane++)
            for (int i = lane; i < n && (all_on || on[w * 32 + (lane ^ 1)] != 2); i += by) {
                int c = 0;
                for (int k = 0; k < rows; k++)
                    c = c * 3 + in[(w * rows + k) * n + i];
                all += last[i] = c;
            }
        for (int i = 0; i < n; i++)
            wrong += seen[w * n + i] != last[i];
        wrong += out[w] != all;
    }
    return wrong;
}

static int launch(const char *kernel, void **args)
{
    memset(seen, 0, sizeof seen);
    memset(out, 0, sizeof out);
    return ptx2c_launch(ptx2c_find_kernel(&warp_remains, kernel), (ptx2c_dim3){2, 1, 1}, (ptx2c_dim3){96, 1, 1}, 0, args);
}

int main(void)
{
    int wrong = 0, failed = 0;
    for (int i = 0; i < WARPS * ROWS * MOST; i++)
        in[i] = i * 7 % 31 - 11;
    for (int holes = 0; holes < 4; holes++) {
        for (int i = 0; i < WARPS * 32; i++)
            on[i] = holes == 0 ? 1 : holes == 1 ? i % 3 : holes == 2 ? i / 5 % 2 * 2 : i % 32 > 20;
        for (int n = 0; n <= MOST; n += n < 36 ? 1 : 13) {
            void *args[] = {&pin, &pon, &pout, &pseen, &n};
            failed += launch("sums", args) != 0;
            wrong += wrong_sums(n);
            for (int rows = 0; rows <= ROWS; rows += 2)
                for (int by = 32; by < 48; by += 8) {
                    void *more[] = {&pin, &pon, &pout, &pseen, &n, &rows, &by};
                    failed += launch("columns", more) != 0;
                    wrong += wrong_columns(n, rows, by, false);
                    failed += launch("all_columns", more) != 0;
                    wrong += wrong_columns(n, rows, by, true);
                }
        }
    }
    printf("%d launches failed, %d values are wrong\n", failed, wrong);
    return 0;
}
