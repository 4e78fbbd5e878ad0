#include "host.h"

extern const ptx2c_module rest_masked;

enum { ROWS = 150, WIDTH = 60, TIMES = 3 };

static float value[ROWS * WIDTH], x[ROWS], y[ROWS];
static double a[ROWS * WIDTH], out[ROWS];
static int column[ROWS * WIDTH], level[WIDTH], from[ROWS + 1], length[ROWS];

static int rows(void)
{
    void *pv = value, *pc = column, *pf = from, *px = x, *py = y;
    int n = ROWS, bad = run(&rest_masked, "rows", (ROWS + 63) / 64, 64, (void *[]){&pv, &pc, &pf, &px, &py, &n});
    for (int row = 0; row < ROWS; row++) {
        float s = 0; /* whole numbers: exact */
        for (int j = from[row]; j < from[row + 1]; j++)
            s += value[j] * x[column[j]];
        bad += y[row] != s;
    }
    return bad;
}

static int differences(void)
{
    void *pa = a, *pl = length, *pc = level, *po = out;
    int n = ROWS, times = TIMES, bad = run(&rest_masked, "differences", (ROWS + 63) / 64, 64, (void *[]){&pa, &pl, &pc, &po, &n, &times});
    for (int i = 0; i < ROWS; i++) {
        double s = 0;
        for (int k = 0; k < TIMES; k++) {
            double p = k;
            for (int j = 0; j < length[i]; j++)
                p = a[level[j] * ROWS + i] - p;
            s += p;
        }
        bad += out[i] != s;
    }
    return bad;
}

int main(void)
{
    for (int i = 0; i < ROWS * WIDTH; i++) {
        value[i] = (float)(i * 7 % 13);
        a[i] = i * 11 % 101;
        column[i] = i * 31 % ROWS;
    }
    for (int i = 0; i < WIDTH; i++)
        level[i] = i * 17 % WIDTH;
    for (int i = 0; i < ROWS; i++) { /* none, one, two … and long ones */
        x[i] = (float)(i % 9);
        length[i] = i % 5 == 4 ? i * 31 % (WIDTH + 1) : i % 19;
        from[i + 1] = from[i] + length[i];
    }
    const int bad = rows() + differences();
    printf("%d wrong\n", bad);
    return bad != 0;
}
