#include "host.h"

extern const ptx2c_module rows_along_x;

enum { MOST = 96 * 80 * 3 };
static float a[MOST], b[MOST], factor[96], got[MOST], want[MOST];
static const ptx2c_dim3 blocks[] = {{4, 4, 1}, {1, 32, 1}, {32, 1, 1}, {7, 5, 1}, {16, 2, 1}, {2, 64, 2}};
static int wrong;

/* Launches the kernel so that it covers the matrix: whole, or in three parts. */
static void launch(const char *name, ptx2c_dim3 block, int rows, int columns, int planes, bool parts, void **args)
{
    const ptx2c_kernel *k = ptx2c_find_kernel(&rows_along_x, name);
    const ptx2c_dim3 grid = {((uint32_t)rows + block.x - 1) / block.x, ((uint32_t)columns + block.y - 1) / block.y, (uint32_t)planes};
    const uint64_t n = (uint64_t)grid.x * grid.y * grid.z, first[] = {0, n / 3, n / 3 + n / 5, n};
    int bad = 0;
    if (!parts)
        bad = ptx2c_launch(k, grid, block, 0, args);
    for (int i = 0; i < 3 && parts; i++)
        bad |= ptx2c_launch_part(k, grid, block, 0, args, first[i], first[i + 1] - first[i]);
    wrong += bad != 0;
}

static void compare(size_t n)
{
    for (size_t i = 0; i < n; i++)
        wrong += got[i] != want[i];
}

static void report(const char *what)
{
    printf("%s: %d wrong\n", what, wrong);
    wrong = 0;
}

static void multiply_add(ptx2c_dim3 block, int rows, int columns, bool parts)
{
    float *p = got, *q = b, *f = factor;
    memcpy(got, a, sizeof got);
    memcpy(want, a, sizeof want);
    for (int i = 0; i < rows * columns; i++)
        want[i] = want[i] * factor[i / columns] + b[i % columns];
    block.z = 1;
    launch("multiply_add", block, rows, columns, 1, parts, (void *[]){&p, &q, &f, &columns, &rows});
    compare(MOST);
}

static void smooth(ptx2c_dim3 block, int rows, int columns, bool parts)
{
    float *p = got, *q = a;
    int rounds = 3;
    memset(got, 0, sizeof got);
    memset(want, 0, sizeof want);
    for (int i = 0; i < 3 * rows * columns; i++)
        for (int k = 0; k < rounds && i % columns != 0 && i % columns < columns - 1; k++)
            want[i] += (a[i - 1] + a[i + 1]) * (float)(k + 1);
    block.z = 1;
    launch("smooth", block, rows, columns, 3, parts, (void *[]){&p, &q, &columns, &rows, &rounds});
    compare(MOST);
}

static void column_of(ptx2c_dim3 block, int rows, int columns, int which, bool parts)
{
    static float column[96];
    float *p = got, *q = column, *r = b;
    memcpy(got, a, sizeof got);
    memcpy(want, a, sizeof want);
    memset(column, 0, sizeof column);
    for (int i = 0; i < rows * columns; i++)
        want[i] += b[i % columns];
    block.z = 1;
    launch("column_of", block, rows, columns, 1, parts, (void *[]){&p, &q, &r, &columns, &rows, &which});
    compare(MOST);
    for (int i = 0; i < 96; i++)
        wrong += column[i] != (i < rows && which >= 0 && which < columns ? want[i * columns + which] : 0);
}

static void places(ptx2c_dim3 block, int rows, int columns, bool parts)
{
    static uint32_t out[MOST];
    uint32_t *p = out, across = (uint32_t)columns / block.y * block.y, down = (uint32_t)rows / block.x * block.x;
    memset(out, 0, sizeof out);
    launch("places", block, (int)down, (int)across, 1, parts, (void *[]){&p, &across});
    for (uint32_t i = 0; i < MOST; i++)
        wrong += out[i] != (i < across * down ? down / block.x * 1000000 + across / block.y * 10000 + block.x * 100 + block.y : 0);
}

int main(void)
{
    for (int i = 0; i < MOST; i++) {
        a[i] = (float)(i * 7 % 31);
        b[i] = (float)(i * 5 % 23);
    }
    for (int i = 0; i < 96; i++)
        factor[i] = (float)(i % 9);
    for (int parts = 0; parts < 2; parts++) {
        for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
            multiply_add(blocks[i], 96, 80, parts);
            multiply_add(blocks[i], 5, 77, parts);
            multiply_add(blocks[i], 77, 5, parts);
        }
        report(parts ? "multiply_add in parts" : "multiply_add");
        for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
            smooth(blocks[i], 96, 80, parts);
            smooth(blocks[i], 3, 70, parts);
        }
        report(parts ? "smooth in parts" : "smooth");
        for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
            for (int which = -1; which < 81; which += 9 + (int)i) {
                column_of(blocks[i], 96, 80, which, parts);
                column_of(blocks[i], 11, 33, which, parts);
            }
        report(parts ? "column_of in parts" : "column_of");
        for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
            places(blocks[i], 96, 80, parts);
        report(parts ? "places in parts" : "places");
    }
    return 0;
}
