#include "host.h"

extern const ptx2c_module row_lengths;

enum { ROWS = 70, PITCH = 300 };

int main(void)
{
    static float a[ROWS * PITCH], sum[ROWS];
    static int length[ROWS];
    for (int i = 0; i < ROWS * PITCH; i++)
        a[i] = (float)(i * 7 % 1000);
    for (int row = 0; row < ROWS; row++)
        length[row] = row * 31 % (PITCH + 1);
    void *pa = a, *pl = length, *ps = sum;
    int rows = ROWS, pitch = PITCH, bad = run(&row_lengths, "row_lengths", (ROWS + 3) / 4, 128, (void *[]){&pa, &pl, &ps, &rows, &pitch});
    for (int row = 0; row < ROWS; row++) {
        float s = 0; /* whole numbers, whose sums are exact in any order */
        for (int j = 0; j < length[row]; j++)
            s += a[row * PITCH + j];
        bad += s != sum[row];
    }
    printf("%d wrong\n", bad);
    return bad != 0;
}
