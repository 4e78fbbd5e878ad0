/* Rows and records of each thread's own, against the same on the host. */
#include "host.h"

#if defined __clang__ /* else it makes one of a product and a sum, which the kernels do not */
#pragma STDC FP_CONTRACT OFF
#endif

extern const ptx2c_module far_rows;

enum { THREADS = 24, BLOCKS = 3, ROWS = THREADS * BLOCKS, SIDE = 64, COUNT = 77 };

int main(void)
{
    static float in[ROWS * 18], out[ROWS], turn[COUNT * 12], x[3 * COUNT], y[3 * COUNT];
    static uint32_t words[11 * SIDE], mixed[SIDE];
    float *pin = in, *pout = out, *pturn = turn, *px = x, *py = y;
    uint32_t *pwords = words, *pmixed = mixed;
    int wrong = 0, n = COUNT;
    for (int i = 0; i < ROWS * 18; i++)
        in[i] = (float)(i * 29 % 64) / 4;
    for (int i = 0; i < COUNT * 12; i++)
        turn[i] = (float)(i * 37 % 32 - 16);
    for (int i = 0; i < 3 * COUNT; i++)
        x[i] = (float)(i * 11 % 128);
    for (int i = 0; i < 11 * SIDE; i++)
        words[i] = (uint32_t)i * 2654435761u;
    run(&far_rows, "smoothed", BLOCKS, THREADS, (void *[]){&pin, &pout});
    run(&far_rows, "reversed", 1, SIDE, (void *[]){&pwords, &pmixed});
    run(&far_rows, "turned", 3, 32, (void *[]){&pturn, &px, &py, &n});
    for (int r = 0; r < ROWS; r++) {
        float left = 0, sum = 0;
        for (int i = 0; i < 16; i++) {
            const float *v = in + r * 18 + i, now = 0.25f * v[0] + 0.5f * v[1] + 0.25f * v[2];
            sum += now * left;
            left = now;
        }
        wrong += sum != out[r];
    }
    for (int t = 0; t < SIDE; t++) {
        uint32_t want = 1;
        for (int i = 0; i < 8; i++)
            want = want * 31 + words[i * SIDE + SIDE - 1 - t];
        wrong += want != mixed[t];
    }
    for (int i = 0; i < COUNT; i++)
        for (int k = 0; k < 3; k++) {
            const float *m = turn + 12 * i + 4 * k;
            wrong += m[0] * x[i] + m[1] * x[COUNT + i] + m[2] * x[2 * COUNT + i] + m[3] != y[k * COUNT + i];
        }
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
