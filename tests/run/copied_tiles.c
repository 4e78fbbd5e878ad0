/* Tiles copied side by side and squares changed in place, against the same on the host; and two stores to one place, or a load and its
 * neighbour's store, in the order of the lanes' warp. */
#include "host.h"

extern const ptx2c_module copied_tiles;

enum { WIDTH = 192, HEIGHT = 12, PITCH = 200, MOST = PITCH * HEIGHT };
static float from[MOST], to[MOST];
static uint16_t small[256], turned[256];
static int in[64], out[32], wrong;

static void check(const char *what, int i, double is, double want)
{
    if (is != want && wrong++ < 10)
        printf("%s: %d is %g, not %g\n", what, i, is, want);
}

static void test_along(int width)
{
    int pitch = PITCH;
    void *a = to, *b = from, *args[] = {&a, &b, &width, &pitch};
    const int status = ptx2c_launch(ptx2c_find_kernel(&copied_tiles, "along"), (ptx2c_dim3){(uint32_t)width / 64, HEIGHT / 4, 1}, (ptx2c_dim3){16, 4, 1}, 0, args);
    if (status)
        printf("%s\n", ptx2c_strerror(status));
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < width; x++) {
            float sum = 0;
            for (int j = -8; j <= 8; j++)
                sum += x + j >= 0 && x + j < width ? (float)(j * j + 1) * from[y * PITCH + x + j] : 0;
            check("along", y * PITCH + x, to[y * PITCH + x], sum);
        }
}

static void test_squares(int n)
{
    static int place[7 * 64], other[7 * 64];
    int by = 5;
    void *a = place, *b = other, *args[] = {&a, &b, &by, &n};
    for (int i = 0; i < n * 64; i++) {
        place[i] = i * 3;
        other[i] = i * i % 1009;
    }
    const int status = ptx2c_launch(ptx2c_find_kernel(&copied_tiles, "squares"), (ptx2c_dim3){(uint32_t)(n + 2) / 3, 1, 1}, (ptx2c_dim3){8, 8, 3}, 0, args);
    if (status)
        printf("%s\n", ptx2c_strerror(status));
    for (int i = 0; i < n * 64; i++)
        check("squares", i, place[i], i * 15 + other[i / 64 * 64 + i % 8 * 8 + i / 8 % 8]);
}

static void test_turned(void)
{
    static int square[64], result[64];
    void *a = result, *b = square, *args[] = {&a, &b};
    for (int i = 0; i < 64; i++)
        square[i] = i * 7;
    const int status = ptx2c_launch(ptx2c_find_kernel(&copied_tiles, "turned"), (ptx2c_dim3){1, 1, 1}, (ptx2c_dim3){8, 8, 1}, 0, args);
    if (status)
        printf("%s\n", ptx2c_strerror(status));
    for (int i = 0; i < 64; i++) {
        const int next = (i + 1) % 8;
        check("turned", i, result[i], 3 * (square[i / 8 * 8 + next] + square[(7 - i / 8) * 8 + next]));
    }
}

static void test_rows(const char *kernel)
{
    static int before[512], after[512];
    void *a = after, *b = before, *args[] = {&a, &b};
    for (int i = 0; i < 512; i++)
        before[i] = i * i % 997;
    const int status = ptx2c_launch(ptx2c_find_kernel(&copied_tiles, kernel), (ptx2c_dim3){1, 1, 1}, (ptx2c_dim3){32, 2, 1}, 0, args);
    if (status)
        printf("%s\n", ptx2c_strerror(status));
    for (int i = 0; i < 512; i++) {
        const int y = i / 32, x = i % 32, next = before[(y / 8 * 8 + (y + 1) % 8) * 32 + x];
        const int want = kernel[0] == 's' ? (x % 8 ? before[i] : next * 3) : x % 8 == 0 ? before[i] + before[i + 7] :
                         x % 8 == 7 ? before[i - 7] - before[i] : before[i];
        check(kernel, i, after[i], want);
    }
}

int main(void)
{
    for (int i = 0; i < MOST; i++)
        from[i] = (float)(i * 37 % 101);
    for (int i = 0; i < 256; i++)
        small[i] = (uint16_t)(i * 31);
    for (int i = 0; i < 64; i++)
        in[i] = 100 + i;
    test_along(192);
    test_along(64);
    void *a = turned, *b = small, *args[] = {&a, &b}, *c = out, *d = in, *more[] = {&c, &d};
    run(&copied_tiles, "mirror", 4, 8, args);
    for (int i = 0; i < 256; i++)
        check("mirror", i, turned[i], (uint16_t)(small[i / 64 * 64 + 63 - i % 64] + 3));
    run(&copied_tiles, "twice", 1, 32, more);
    for (int i = 0; i < 32; i++)
        check("twice", i, out[i], i < 16 ? in[i] : in[i + 16]);
    test_squares(7);
    test_turned();
    test_rows("ends");
    test_rows("shifted");
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
