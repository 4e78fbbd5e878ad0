/* Rows whose ends are told, against the same loops on the host. */
#include "host.h"

extern const ptx2c_module shared_walks;

enum { ROWS = 16, COLUMNS = 40 };

int main(void)
{
    static float m[(ROWS + 1) * COLUMNS], want[(ROWS + 1) * COLUMNS], *pm = m;
    static unsigned short s[ROWS * COLUMNS], expected[ROWS * COLUMNS], *ps = s;
    static int ends[ROWS], where[ROWS], *pends = ends, *pwhere = where;
    int wrong = 0;
    for (int i = 0; i < (ROWS + 1) * COLUMNS; i++)
        want[i] = m[i] = (float)(i * 7 % 32) / 4;
    for (int i = 0; i < ROWS * COLUMNS; i++)
        expected[i] = s[i] = (unsigned short)(i * 117);
    for (int row = 0; row < COLUMNS; row += 13) {
        for (int i = 0; i < ROWS; i++) {
            ends[i] = (i * 11 + row) % COLUMNS + 1;
            const float f = want[i * COLUMNS + row];
            for (int j = 0; j < ends[i]; j++)
                want[i * COLUMNS + j] -= f * want[ROWS * COLUMNS + j];
        }
        run(&shared_walks, "add_rows", 1, ROWS, (void *[]){&pends, &pm, &row});
    }
    run(&shared_walks, "echo", 1, ROWS, (void *[]){&pends, &ps, &pwhere});
    for (int i = 0; i < ROWS; i++) {
        unsigned short *row = expected + i * COLUMNS;
        for (int j = ends[i] - 1; j > 0; j--)
            if (row[j] & 1)
                row[j - 1] = (unsigned short)(row[j - 1] + row[j] * 3);
        wrong += where[i] != 2 * COLUMNS * i;
    }
    wrong += memcmp(m, want, sizeof m) != 0;
    wrong += memcmp(s, expected, sizeof s) != 0;
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
