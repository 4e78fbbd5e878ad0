/* Each kernel's results against what its threads do one by one on the host, where what they read lies apart from where they write, and
 * where it does not. */
#include "host.h"

extern const ptx2c_module late;

enum { N = 40, M = 21, MOST = (M + 6) * N, FIRST = 3 * N };
static float numbers[MOST], want[MOST], got[MOST];
static double wide[MOST], wide_want[MOST], wide_got[MOST];

/* The sums at a place of the numbers themselves, in each round: out may lie in what is read. */
static void test_columns(int n, int m, int at)
{
    float *out = got + at, *in = got + FIRST;
    memcpy(want, numbers, sizeof want);
    memcpy(got, numbers, sizeof got);
    for (int j = 0; j < n; j++) {
        want[at + j] = 0;
        for (int k = 0; k < m; k++)
            want[at + j] += want[FIRST + k * n + j];
    }
    run(&late, "columns", 2, 32, (void *[]){PTX2C_POINTER(out), PTX2C_POINTER(in), &n, &m});
    if (memcmp(want, got, sizeof got) != 0)
        printf("columns: %d x %d at %d: another result\n", n, m, at);
}

static void test_upwards(int n, int m, int at)
{
    float *out = got + at, *in = got + FIRST;
    memcpy(want, numbers, sizeof want);
    memcpy(got, numbers, sizeof got);
    for (int j = 0; j < n; j++) {
        float sum = 1;
        for (int k = m; k-- > 0;)
            want[at + j] = sum += 2 * want[FIRST + k * n + j];
    }
    run(&late, "upwards", 2, 32, (void *[]){PTX2C_POINTER(out), PTX2C_POINTER(in), &n, &m});
    if (memcmp(want, got, sizeof got) != 0)
        printf("upwards: %d x %d at %d: another result\n", n, m, at);
}

/* One thread alone may have its sum in the row. */
static void test_rowwise(int n, int m, int at)
{
    double *out = wide_got + at, *row = wide_got, *in = wide_got + FIRST;
    memcpy(wide_want, wide, sizeof wide);
    memcpy(wide_got, wide, sizeof wide);
    for (int j = 0; j < n; j++) {
        wide_want[at + j] = 0;
        for (int k = 0; k < m; k++)
            wide_want[at + j] += wide_want[k] * wide_want[FIRST + k * n + j];
    }
    run(&late, "rowwise", 2, 32, (void *[]){PTX2C_POINTER(out), PTX2C_POINTER(row), PTX2C_POINTER(in), &n, &m});
    if (memcmp(wide_want, wide_got, sizeof wide) != 0)
        printf("rowwise: %d x %d at %d: another result\n", n, m, at);
}

/* The last thread's sum may be the first number of its row, where the others' lie in front of that, which nobody reads. */
static void test_rows(int n, int m, int at)
{
    enum { PITCH = M + 8 };
    float *out = got + at, *in = got + N;
    int pitch = PITCH;
    memcpy(want, numbers, sizeof want);
    memcpy(got, numbers, sizeof got);
    for (int i = 0; i < n; i++) {
        want[at + i] = 0;
        for (int k = 0; k < m; k++)
            want[at + i] += want[N + i * PITCH + k];
    }
    run(&late, "rows", 2, 32, (void *[]){PTX2C_POINTER(out), PTX2C_POINTER(in), &n, &pitch, &m});
    if (memcmp(want, got, sizeof got) != 0)
        printf("rows: %d x %d at %d: another result\n", n, m, at);
}

int main(void)
{
    for (int i = 0; i < MOST; i++) {
        numbers[i] = (float)(i % 7 - 3) / 4;
        wide[i] = i % 5 - 2;
    }
    for (int m = 0; m <= M; m++) {
        for (int n = 1; n <= N; n += 13)
            for (int row = -2; row <= m + 1; row++) {
                test_columns(n, m, FIRST + row * n);
                test_upwards(n, m, FIRST + row * n);
            }
        for (int n = 14; n <= N && m > 0; n += 13) {
            test_rowwise(n, m, FIRST + m * n);
            test_rowwise(n, m, FIRST - n);
        }
        for (int at = 0; at <= m + 1; at++)
            test_rowwise(1, m, at);
        for (int n = 1; n <= 8; n++) {
            test_rows(n, m, 0);
            for (int k = -1; k < (n > 1 ? 1 : m + 1); k++)
                test_rows(n, m, N + (n - 1) * (M + 7) + k);
        }
    }
    puts("done");
    return 0;
}
