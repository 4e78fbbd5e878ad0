/* Loops that walk on from an index, which grows evenly or not, against the same on the host. */
#include "host.h"

extern const ptx2c_module walks_on;

enum { ROWS = 45, COLUMNS = 70, X = 32, Y = 4, ALL = 1 << 12 };
static int x[ALL], out[4 * X * Y], wrong;

static void launch(const char *kernel, ptx2c_dim3 grid, ptx2c_dim3 block, void *args[])
{
    const int status = ptx2c_launch(ptx2c_find_kernel(&walks_on, kernel), grid, block, 0, args);
    if (status)
        printf("%s: %s\n", kernel, ptx2c_strerror(status));
}

static void check(const char *kernel, int i, int is, uint32_t should)
{
    if (is != (int)should && wrong++ < 10)
        printf("%s: %d is %d, not %d\n", kernel, i, is, (int)should);
}

static void test_columns(int rows, int columns)
{
    const int *from = x;
    int *to = out;
    launch("columns", (ptx2c_dim3){(uint32_t)(columns + X - 1) / X, 1, 1}, (ptx2c_dim3){X, Y, 1}, (void *[]){&from, &to, &rows, &columns});
    for (int c = 0; c < columns; c++) {
        static const uint32_t weight[Y] = {1, 5, -7u, 11};
        uint32_t sum = 0;
        for (int y = 0; y < Y; y++) {
            uint32_t s = 0;
            for (int r = y; r < rows; r += Y)
                s = s * 3 + (uint32_t)x[r * columns + c];
            sum += weight[y] * s;
        }
        check("columns", c, out[c], sum);
    }
}

static void test_clamped(int first, int rounds, int rows, int step, int threads)
{
    const int *from = x;
    int *to = out;
    launch("clamped", (ptx2c_dim3){1, 1, 1}, (ptx2c_dim3){(uint32_t)threads, 1, 1},
           (void *[]){&from, &to, &first, &rounds, &rows, &step});
    for (int t = 0; t < threads; t++) {
        uint32_t s = (uint32_t)((threads - 1 - t) * first);
        for (int k = 0; k < rounds; k++) {
            const int at = first + k * 32 + t, *p = x + (at > 0 ? at : 0);
            for (int r = 0; r < rows; r++, p += step)
                s = s * 5 + (uint32_t)*p;
            s ^= (uint32_t)k;
        }
        check("clamped", t, out[t], s);
    }
}

int main(void)
{
    for (int i = 0; i < ALL; i++)
        x[i] = (int)((uint32_t)i * 2654435761u >> 7);
    for (int rows = 1; rows <= ROWS; rows += 4)
        for (int columns = 1; columns <= COLUMNS; columns += 23)
            test_columns(rows, columns);
    for (int first = 0; first <= 200; first += 8)
        for (int rows = 1; rows <= 9; rows += 4) {
            test_clamped(first - 16, 3, rows, 7, 128);
            test_clamped(first - 100, 4, rows, 64, 33);
        }
    printf("%d wrong\n", wrong);
    return 0;
}
