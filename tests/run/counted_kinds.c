/* Places that hang on a loop's counter, under conditions of each thread's own: of its own memory, and of rows of the results. */
#include "host.h"

extern const ptx2c_module counted_kinds;

enum { COLUMNS = 301, ROWS = 37, FIRST = 15, LAST = 9, THREADS = 64, ROOM = 64 };

static uint8_t data[ROWS * COLUMNS];
static int32_t out[ROOM * COLUMNS], want[ROOM * COLUMNS];

static int result(const char *kernel, int limit)
{
    int rows = ROWS, columns = COLUMNS, wrong = 0;
    uint64_t pdata = (uintptr_t)data, pout = (uintptr_t)out;
    void *three[] = {&pdata, &rows, &columns, &pout}, *all[] = {&pdata, &rows, &columns, &limit, &pout};
    memset(out, 0, sizeof out);
    const int status = run(&counted_kinds, kernel, (COLUMNS + THREADS - 1) / THREADS, THREADS, limit < 0 ? three : all);
    for (int i = 0; i < ROOM * COLUMNS; i++)
        wrong += out[i] != want[i];
    printf("%s: %s, %d wrong\n", kernel, ptx2c_strerror(status), wrong);
    return status || wrong;
}

static int kinds(void)
{
    memset(want, 0, sizeof want);
    for (int i = 0; i < COLUMNS; i++)
        for (int p = 0; p < ROWS; p++) {
            int32_t *to = want + (p < FIRST) * 3 * COLUMNS + i;
            switch (data[p * COLUMNS + i]) {
            case '0': to[0]++; break;
            case '1': to[COLUMNS] += p; break;
            case '2': to[2 * COLUMNS] -= p; break;
            }
        }
    return result("kinds", FIRST);
}

static int inner(void)
{
    memset(want, 0, sizeof want);
    for (int i = 0; i < COLUMNS; i++)
        for (int p = 0; p < ROWS; p++) {
            int q = p;
            if (data[p * COLUMNS + i] == '1') {
                want[q * COLUMNS + i] += 1;
                for (; q < LAST; q += 2)
                    want[q * COLUMNS + i] += 3;
                want[q * COLUMNS + i] += 5;
            }
            want[q * COLUMNS + i] += 7;
        }
    return result("inner", LAST);
}

static int either(void)
{
    memset(want, 0, sizeof want);
    for (int i = 0; i < COLUMNS; i++)
        for (int p = 0, q = 0; p < ROWS; p++)
            if (data[p * COLUMNS + i] == '1') {
                want[(p ^ q) * COLUMNS + i] += 1;
                q = p & 3;
                want[(p ^ q) * COLUMNS + i] += 2;
            } else
                want[(p ^ q) * COLUMNS + i] -= 1;
    return result("either", -1);
}

int main(void)
{
    for (int i = 0; i < ROWS * COLUMNS; i++)
        data[i] = (uint8_t)('0' + (uint32_t)i * 2654435761u / 65536 % 5 % 4);
    return kinds() | inner() | either();
}
