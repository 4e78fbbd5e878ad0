/* Rows that others are taken from, round by round, against the same on the host. */
#include "host.h"

#if defined __clang__ /* else it makes one of a product and a sum, which the kernels do not */
#pragma STDC FP_CONTRACT OFF
#endif

extern const ptx2c_module counted_rows;

enum { N = 24, ROWS = 40, WIDTH = 13, ROUNDS = 20 };

int main(void)
{
    static float a[N * N], want[N * N], *pa = a;
    static int table[ROWS * WIDTH], expected[ROWS * WIDTH], *ptable = table;
    int wrong = 0, n = N, rounds = ROUNDS, width = WIDTH;
    for (int i = 0; i < N * N; i++)
        want[i] = a[i] = (float)(i * 7 % 32) / 4 + (i / N == i % N ? 64.0f : 0.0f);
    for (int i = 0; i < ROWS * WIDTH; i++)
        expected[i] = table[i] = i * 2741 % 1009;
    run(&counted_rows, "eliminated", 1, N, (void *[]){&pa, &n});
    for (int p = 0; p < N; p++)
        for (int t = p + 1; t < N; t++) {
            const float f = want[t * N + p] / want[p * N + p];
            for (int j = 0; j < N; j++)
                want[t * N + j] -= f * want[p * N + j];
        }
    ptx2c_launch(ptx2c_find_kernel(&counted_rows, "moved"), (ptx2c_dim3){1, 1, 1}, (ptx2c_dim3){ROWS, 1, 1}, sizeof table,
                 (void *[]){&ptable, &rounds, &width});
    for (int r = 0; r < ROUNDS; r++)
        for (int t = 0; t < ROWS; t++)
            for (int j = 1; j < WIDTH && t != r && (expected[t * WIDTH] & 7) == (expected[r * WIDTH] & 7); j++)
                expected[t * WIDTH + j] += expected[r * WIDTH + j] >> 1;
    wrong += memcmp(a, want, sizeof a) != 0;
    wrong += memcmp(table, expected, sizeof table) != 0;
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
