#include "host.h"

extern const ptx2c_module negated_rounds;

enum { ROWS = 150, PITCH = 300 };

int main(void)
{
    static double a[ROWS * PITCH], norm[ROWS];
    static int length[ROWS], large[ROWS];
    void *pa = a, *pl = length, *pn = norm, *pc = large;
    int rows = ROWS, pitch = PITCH;
    for (int i = 0; i < ROWS * PITCH; i++)
        a[i] = i * 7 % 1000 % 3;
    for (int i = 0; i < ROWS; i++)
        length[i] = i * 31 % (PITCH + 1);
    int bad = run(&negated_rounds, "negated", (ROWS + 3) / 4, 128, (void *[]){&pa, &pl, &pn, &pc, &rows, &pitch});
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
    printf("%d wrong\n", bad);
    return bad != 0;
}
