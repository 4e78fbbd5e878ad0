#include "host.h"

extern const ptx2c_module rest_behind;

enum { ROWS = 150, PITCH = 300, TIMES = 5 };

static double a[ROWS * PITCH];
static int length[PITCH];

static int norms(void)
{
    static double norm[ROWS];
    static int large[ROWS];
    void *pa = a, *pl = length, *pn = norm, *pc = large;
    int rows = ROWS, pitch = PITCH, bad = run(&rest_behind, "norms", (ROWS + 3) / 4, 128, (void *[]){&pa, &pl, &pn, &pc, &rows, &pitch});
    for (int row = 0; row < ROWS; row++) {
        double sum = 0; /* whole numbers: exact in any order */
        int count = 0;
        for (int j = 0; j < length[row]; j++) {
            double x = a[row * PITCH + j];
            x = x * x - 2;
            x = x * x - 1;
            sum += x * x;
            count += x > 7;
        }
        bad += norm[row] != sum || large[row] != count;
    }
    return bad;
}

static int depths(void)
{
    static double out[PITCH];
    void *pa = a, *pl = length, *po = out;
    int rows = ROWS, pitch = PITCH, bad = run(&rest_behind, "depths", (PITCH + 63) / 64, 64, (void *[]){&pa, &pl, &po, &rows, &pitch});
    for (int column = 0; column < PITCH; column++) {
        double sum = 0;
        for (int i = 0; i < length[column] && i < ROWS; i++)
            sum += a[i * PITCH + column] * a[i * PITCH + column] * a[i * PITCH + column] - a[i * PITCH + column];
        bad += out[column] != sum;
    }
    return bad;
}

static int products(void)
{
    static double out[PITCH];
    void *pa = a, *pl = length, *po = out;
    int n = PITCH, times = TIMES, bad = run(&rest_behind, "products", (PITCH + 63) / 64, 64, (void *[]){&pa, &pl, &po, &n, &times});
    for (int i = 0; i < PITCH; i++) {
        double sum = 0;
        for (int k = 0; k < TIMES; k++) {
            double p = 1;
            for (int j = 0; j < length[i]; j++)
                p = a[k * PITCH + length[i] + j] - p;
            sum += p;
        }
        bad += out[i] != sum;
    }
    return bad;
}

static int scaled(int width)
{
    static double out[ROWS * PITCH];
    memset(out, 0, sizeof out);
    void *pa = a, *pl = length, *po = out;
    int rows = ROWS, bad = run(&rest_behind, "scaled", (ROWS + 63) / 64, 64, (void *[]){&pa, &pl, &po, &rows, &width});
    for (int i = 0; i < ROWS * width; i++)
        bad += out[i] != (length[i / width] ? a[i] * length[i / width] + 1 : 0);
    return bad;
}

int main(void)
{
    for (int i = 0; i < ROWS * PITCH; i++)
        a[i] = i * 7 % 1000 % 3;
    for (int i = 0; i < PITCH; i++) /* none, one, two … and long ones */
        length[i] = i % 5 == 4 ? i * 31 % (PITCH + 1) : i % 11;
    const int bad = norms() + depths() + products() + scaled(1) + scaled(4) + scaled(7) + scaled(PITCH);
    printf("%d wrong\n", bad);
    return bad != 0;
}
