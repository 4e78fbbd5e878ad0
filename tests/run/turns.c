#include "host.h"

extern const ptx2c_module turns;

static void check(const char *what, const int32_t *is, const int32_t *want, size_t n)
{
    printf("%s %s\n", what, memcmp(is, want, n * 4) == 0 ? "right" : "WRONG");
}

static void take_turns(void)
{
    int32_t out[32], last[32] = {0}, want[33], n = 20, *p = out, *q = last;
    for (int i = 0; i < 32; i++)
        want[i] = i;
    want[32] = 7;
    for (int i = n; i >= 0; i--)
        want[i] = want[i + 1] + 1;
    run(&turns, "turns", 1, 32, (void *[]){&p, &q, &n});
    check("turns", out, want, 32);
}

static void choose(void)
{
    int32_t out[32], way[32], s[34] = {0}, *p = out, *q = way;
    for (int i = 0; i < 32; i++) {
        way[i] = i == 0 ? 2 : i == 31 ? 1 : i * 7 % 3;
        s[i + 1] = 10 * (i + 1);
    }
    int32_t v[32];
    for (int i = 0; i < 32; i++)
        v[i] = way[i] == 0 ? s[i + 2] : way[i] == 1 ? s[i] : 1000 * (i + 1);
    for (int i = 0; i < 32; i++)
        s[i + 1] = v[i] + 1;
    run(&turns, "choice", 1, 32, (void *[]){&p, &q});
    check("choice", out, s + 1, 32);
}

/* Lanes of a warp are in step, and so is a row of 16; two rows are a warp, so are two of a column. */
static void lines(int32_t row, int32_t column)
{
    int32_t out[256], s[16][17], want[256], *p = out;
    for (int y = 0; y < 16; y++)
        for (int x = 0; x < 17; x++)
            s[y][x] = x < 16 ? 100 * y + x : 0;
    for (int x = 0; x < 16; x++)
        s[row][x] = s[row][x + 1] + 1;
    for (int warp = 0; warp < 16; warp += 2) {
        const int32_t sum = s[warp][column] + s[warp + 1][column];
        s[warp][column] = s[warp + 1][column] = sum;
    }
    for (int i = 0; i < 256; i++)
        want[i] = s[i / 16][i % 16];
    ptx2c_launch(ptx2c_find_kernel(&turns, "lines"), (ptx2c_dim3){1, 1, 1}, (ptx2c_dim3){16, 16, 1}, 0, (void *[]){&p, &row, &column});
    check("lines", out, want, 256);
}

int main(void)
{
    take_turns();
    choose();
    lines(3, 5);
    lines(0, 15);
    return 0;
}
