/* Tiles of blocks of many shapes, within the picture and at its borders, against the same on the host. */
#include "host.h"

extern const ptx2c_module inner_tiles;

enum { MOST = 200 * 200 };
static float u[MOST], v[MOST], u1[MOST], v1[MOST];
static int in[MOST], out[MOST], wrong;

static int clamp(int x, int low, int high)
{
    return x < low ? low : x > high ? high : x;
}

static void launch(const char *kernel, ptx2c_dim3 grid, ptx2c_dim3 block, void *args[])
{
    const int status = ptx2c_launch(ptx2c_find_kernel(&inner_tiles, kernel), grid, block, 0, args);
    if (status)
        printf("%s: %s\n", kernel, ptx2c_strerror(status));
}

static void check(const char *what, uint32_t x, uint32_t y, int i, double is, double want)
{
    if (is != want && wrong++ < 10)
        printf("%s, blocks of %u x %u: %d is %g, not %g\n", what, (unsigned)x, (unsigned)y, i, is, want);
}

static float around(const float *p, int x, int y, int w, int h, int pitch)
{
    const float *row = p + y * pitch, *above = p + clamp(y - 1, 0, h - 1) * pitch, *below = p + clamp(y + 1, 0, h - 1) * pitch;
    return row[x] + (above[x] + below[x] + row[clamp(x - 1, 0, w - 1)] + row[clamp(x + 1, 0, w - 1)]) * 0.25f;
}

static void test_step(uint32_t bx, uint32_t by, int w, int h, int pitch)
{
    void *a = u, *b = v, *c = u1, *d = v1, *args[] = {&a, &b, &c, &d, &w, &h, &pitch};
    for (int i = 0; i < MOST; i++)
        u1[i] = v1[i] = -1;
    launch("step", (ptx2c_dim3){((uint32_t)w + bx - 1) / bx, ((uint32_t)h + by - 1) / by, 1}, (ptx2c_dim3){bx, by, 1}, args);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < pitch; x++) {
            const int i = y * pitch + x;
            check("u", bx, by, i, u1[i], x < w ? around(u, x, y, w, h, pitch) + v[i] : -1);
            check("v", bx, by, i, v1[i], x < w ? around(v, x, y, w, h, pitch) - u[i] : -1);
        }
}

static void test_back(uint32_t bx, uint32_t by, int first, unsigned top, int w, unsigned h)
{
    const uint32_t gx = 3, gy = 2, width = gx * bx;
    void *a = in, *b = out, *args[] = {&a, &b, &first, &top, &w, &h};
    launch("back", (ptx2c_dim3){gx, gy, 1}, (ptx2c_dim3){bx, by, 1}, args);
    for (uint32_t y = 0; y < gy * by; y++)
        for (uint32_t x = 0; x < width; x++) {
            const uint32_t tx = x % bx, i = (y % by * bx + tx) ^ 1, ox = x - tx + i % bx, oy = y - y % by + i / bx, row = top + y, other = top + oy;
            const uint32_t own = (row < h ? row : h - 1) * (uint32_t)w, its = (other < h ? other : h - 1) * (uint32_t)w;
            const int want = in[its + (uint32_t)clamp(first - (int)ox, 0, w - 1)] * 3 + in[own + (uint32_t)clamp(first - (int)x, 0, w - 1)];
            check("back", bx, by, (int)(y * width + x), out[y * width + x], want);
        }
}

int main(void)
{
    static const uint32_t shape[][2] = {{16, 16}, {32, 6}, {16, 4}, {32, 16}, {8, 8}, {24, 3}, {33, 2}, {4, 16}};
    for (int i = 0; i < MOST; i++) {
        u[i] = (float)(i * 37 % 101);
        v[i] = (float)(i * 53 % 89);
        in[i] = i * 31 % 1009;
    }
    for (size_t i = 0; i < sizeof shape / sizeof *shape; i++) {
        const uint32_t x = shape[i][0], y = shape[i][1];
        test_step(x, y, 100, 70, 120);
        test_step(x, y, 96, 64, 96);
        test_step(x, y, 1, 1, 5);
        test_back(x, y, 150, 3, 160, 100);
        test_back(x, y, 40, 20, 100, 33);
        test_back(x, y, -5, 0, 90, 50);
        test_back(x, y, 120, 4294967280u, 100, 50); /* y wraps to the first row */
    }
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
