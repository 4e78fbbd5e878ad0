/* Rows of all lengths, in blocks of all widths, against the same loops on the host. */
#include "host.h"

extern const ptx2c_module walks;

enum { ROWS = 200, COLUMNS = 70 };
static int wrong;

static void test(int rows, int columns, uint32_t block)
{
    static float a[ROWS * COLUMNS], out[ROWS + 1], *pa = a, *pout = out;
    static unsigned char bytes[ROWS * COLUMNS], want[ROWS * COLUMNS], *pbytes = bytes;
    static int ends[ROWS], *pends = ends;
    const uint32_t grid = ((uint32_t)rows + block - 1) / block;
    for (int i = 0; i < rows * columns; i++) {
        a[i] = (float)(i * 7 % 64) / 8;
        want[i] = bytes[i] = (unsigned char)(i * 37);
    }
    for (int i = 0; i < rows; i++)
        ends[i] = i * 11 % (columns + 1);
    for (int i = 0; i < rows; i++) {
        unsigned char sum = 0, *row = want + i * columns;
        for (int j = 0; j < columns; j++)
            row[j] = sum = (unsigned char)(sum * 3 + row[j]);
        for (int j = ends[i] - 1; j >= 0; j--)
            row[j] = sum = (unsigned char)(sum * 5 ^ row[j]);
    }
    out[rows] = -1;
    run(&walks, "sums", grid, block, (void *[]){&pa, &pout, &rows, &columns});
    run(&walks, "runs", grid, block, (void *[]){&pbytes, &pends, &rows, &columns});
    for (int i = 0; i < rows; i++) {
        float sum = 0;
        for (int j = 0; j < columns; j++)
            sum += a[i * columns + j];
        wrong += out[i] < sum || out[i] > sum;
    }
    wrong += !(out[rows] < 0) + (memcmp(bytes, want, sizeof want) != 0);
}

static void test_behind(uint32_t block, int columns)
{
    static int a[ROWS * COLUMNS], out[ROWS], *pa = a, *pout = out;
    for (int i = 0; i < ROWS * COLUMNS; i++)
        a[i] = i * 13 % 101;
    run(&walks, "behind", 2, block, (void *[]){&pa, &pout, &columns});
    for (uint32_t i = 0; i < 2 * block; i++) {
        uint32_t sum = 0;
        for (int j = 0; j < columns; j++)
            sum = sum * 7 + (uint32_t)a[(int)i * columns + j] + ((i % block & 63) ^ 1);
        wrong += out[i] != (int)sum;
    }
}

int main(void)
{
    static const uint32_t blocks[] = {1, 7, 8, 32, 40, 64};
    for (size_t k = 0; k < sizeof blocks / sizeof *blocks; k++) {
        test(ROWS, COLUMNS, blocks[k]);
        test(13, 5, blocks[k]);
        test(ROWS - 3, 1, blocks[k]);
    }
    test_behind(64, COLUMNS);
    test_behind(64, 3);
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
