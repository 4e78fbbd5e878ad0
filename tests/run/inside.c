/* Blocks of many shapes, inside of a picture and at its borders, against the same on the host. */
#include "host.h"

extern const ptx2c_module inside;

enum { MOST = 128 * 128 };
static int in[MOST], out[MOST], sums[MOST], wrong;

static void launch(const char *kernel, uint32_t gx, uint32_t gy, uint32_t bx, uint32_t by, void *args[])
{
    const int status = ptx2c_launch(ptx2c_find_kernel(&inside, kernel), (ptx2c_dim3){gx, gy, 1}, (ptx2c_dim3){bx, by, 1}, 0, args);
    if (status)
        printf("%s: %s\n", kernel, ptx2c_strerror(status));
}

static void check(const char *what, uint32_t bx, uint32_t by, uint32_t i, int is, int want)
{
    if (is != want && wrong++ < 10)
        printf("%s, blocks of %u x %u: %u is %d, not %d\n", what, (unsigned)bx, (unsigned)by, (unsigned)i, is, want);
}

static int next_of(int x, int y, int w, int h)
{
    const int i = y * w + x;
    return x > 0 && x < w - 1 && y > 0 && y < h - 1 ? in[i - 1] + in[i + 1] + in[i - w] + in[i + w] : -1;
}

static void clear(void)
{
    for (int i = 0; i < MOST; i++)
        out[i] = sums[i] = -1;
}

static void test_changes(uint32_t bx, uint32_t by, int w, int h)
{
    const uint32_t gx = ((uint32_t)w + bx - 1) / bx, gy = ((uint32_t)h + by - 1) / by;
    void *a = in, *b = out, *c = sums, *args[] = {&a, &b, &c, &w, &h};
    clear();
    launch("changes", gx, gy, bx, by, args);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            check("next", bx, by, (uint32_t)(y * w + x), out[y * w + x], next_of(x, y, w, h));
    for (uint32_t k = 0; k < gx * gy; k++) {
        int sum = 0;
        for (uint32_t t = 0; t < bx * by; t++) {
            const int x = (int)(k % gx * bx + t % bx), y = (int)(k / gx * by + t / bx), next = next_of(x, y, w, h);
            sum += next < 0 ? 0 : next - in[y * w + x];
        }
        check("sum", bx, by, k, sums[k], sum);
    }
}

static int turned_of(uint32_t x, int y, uint32_t w, int h, int low)
{
    return w <= x || y < low || y > h - 1 ? -7 : in[(uint32_t)y * w + x] * 3 + low;
}

static void test_turned(uint32_t bx, uint32_t by, uint32_t first, uint32_t w, int top, int h)
{
    enum { GX = 4, GY = 3 };
    void *a = in, *b = out, *args[] = {&a, &b, &first, &w, &top, &h};
    clear();
    launch("turned", GX, GY, bx, by, args);
    for (uint32_t k = 0; k < GX * GY; k++)
        for (uint32_t t = 0; t < bx * by; t++) {
            const uint32_t o = t ^ 1, x = first - (k % GX * bx + t % bx), ox = first - (k % GX * bx + o % bx);
            const int oy = top + (int)(k / GX * by + o / bx);
            check("turned", bx, by, k * bx * by + t, out[k * bx * by + t], turned_of(ox, oy, w, h, k % GX & 1 ? 3 : 0) + (5 < x ? 100 : 0));
        }
}

static void test_left(uint32_t bx, uint32_t by, int w, int h)
{
    void *a = in, *b = out, *args[] = {&a, &b, &w, &h};
    clear();
    launch("left", ((uint32_t)w + bx - 1) / bx, ((uint32_t)h + by - 1) / by, bx, by, args);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            const uint32_t tx = (uint32_t)x % bx, ty = (uint32_t)y % by, o = (ty * bx + tx) ^ 1;
            const int ox = x - (int)tx + (int)(o % bx), oy = y - (int)ty + (int)(o / bx);
            check("left", bx, by, (uint32_t)(y * w + x), out[y * w + x], in[y * w + x] * 2 + (ox < w && oy < h ? in[oy * w + ox] : 1));
        }
}

int main(void)
{
    static const uint32_t block[][2] = {{16, 16}, {32, 8}, {64, 4}, {8, 8}, {48, 2}, {16, 3}, {32, 1}};
    for (int i = 0; i < MOST; i++)
        in[i] = i * 37 % 101;
    for (size_t k = 0; k < sizeof block / sizeof *block; k++) {
        const uint32_t bx = block[k][0], by = block[k][1];
        test_changes(bx, by, 128, 128);
        test_changes(bx, by, 97, 65);
        test_changes(bx, by, 2, 2);
        test_turned(bx, by, 127, 128, 0, 96);
        test_turned(bx, by, 60, 100, -4, 20);
        test_turned(bx, by, 200, 100, 30, 40);
        test_turned(bx, by, 2, 100, 0, 100);
        test_left(bx, by, 128, 128);
        test_left(bx, by, 100, 37);
    }
    puts(wrong ? "wrong" : "done");
    return 0;
}
