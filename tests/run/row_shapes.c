/* Blocks whose warps lie in one row, in two and in four, against the same on the host, all lanes of a warp together. */
#include "host.h"

extern const ptx2c_module row_shapes;

enum { MOST = 4096 };
static int in[MOST], out[MOST], want[MOST], wrong;

static void launch(const char *kernel, ptx2c_dim3 grid, ptx2c_dim3 block, void *args[])
{
    const int status = ptx2c_launch(ptx2c_find_kernel(&row_shapes, kernel), grid, block, 0, args);
    if (status)
        printf("%s: %s\n", kernel, ptx2c_strerror(status));
}

static void check(const char *what, ptx2c_dim3 block, int n)
{
    for (int i = 0; i < n; i++)
        if (out[i] != want[i] && wrong++ < 10)
            printf("%s, %u x %u: %d is %d, not %d\n", what, block.x, block.y, i, out[i], want[i]);
}

static void clear(void)
{
    for (int i = 0; i < MOST; i++)
        out[i] = want[i] = 0;
}

/* Blocks of one warp. */
static void test_places(int w, int h)
{
    const ptx2c_dim3 block = {(uint32_t)w, (uint32_t)h, 1};
    int by = 5;
    void *a = in, *b = out, *args[] = {&a, &b, &by};
    clear();
    for (int k = 0; k < 2; k++) {
        int *s = want + k * w;
        for (int x = 0; x < w; x++)
            s[x] = in[x] + by + in[x] * (k + 1);
        for (int i = w / 2; i; i /= 2)
            for (int x = 0; x < i; x++)
                s[x] += s[x + i];
    }
    launch("places", (ptx2c_dim3){1, 2, 1}, block, args);
    check("places", block, 2 * w);
}

static void test_columns(int w, int h)
{
    const ptx2c_dim3 block = {(uint32_t)w, (uint32_t)h, 1};
    void *a = in, *b = out, *args[] = {&a, &b};
    int s[4 * 72 + 32] = {0}, next[32 * 4];
    clear();
    for (int i = 0; i < 8; i++)
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++)
                s[y * 72 + i * 9 + x] = in[i * 32 + x] + y;
    for (int i = 1; i < 8; i++) {
        for (int k = 0; k < w * h; k++)
            next[k] = 3 * s[k / w * 72 + i * 9 + k % w] + s[k / w * 72 + (i - 1) * 9 + k % w];
        for (int k = 0; k < w * h; k++)
            s[k / w * 72 + i * 9 + k % w] = next[k];
    }
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < w * h; k++)
            want[(k / w * 8 + i) * 32 + k % w] = s[k / w * 72 + i * 9 + k % w];
    launch("columns", (ptx2c_dim3){1, 1, 1}, block, args);
    check("columns", block, MOST);
}

/* The last of the threads that add to a place does. */
static void test_eights(int w, int h)
{
    const ptx2c_dim3 block = {(uint32_t)w, (uint32_t)h, 1};
    void *a = in, *b = out, *args[] = {&a, &b};
    clear();
    for (int k = 0; k < w * h; k += 8) {
        want[k % w / 8] = 0;
        for (int i = 0; i < 8; i++)
            want[k % w / 8] += in[k + i];
    }
    launch("eights", (ptx2c_dim3){1, 1, 1}, block, args);
    check("eights", block, 8);
}

int main(void)
{
    for (int i = 0; i < MOST; i++)
        in[i] = i * 37 % 101;
    for (int w = 32; w >= 8; w /= 2) {
        test_places(w, 32 / w);
        test_columns(w, 32 / w);
        test_eights(w, 32 / w);
    }
    test_places(64, 1);
    test_columns(8, 3);
    test_columns(16, 1);
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
