/* Against the same on the host, thread by thread. */
#include "host.h"

extern const ptx2c_module window_sums;

enum { MOST = 5000 };
static int in[MOST], out[MOST];
static void *const pin = in, *const pout = out;

static int most(int a, int b) { return a > b ? a : b; }
static int least(int a, int b) { return a < b ? a : b; }
static int add(int a, int b) { return (int)((uint32_t)a + (uint32_t)b); }
static int mul(int a, int b) { return (int)((uint32_t)a * (uint32_t)b); }

static void launch(const char *name, uint32_t block, int grid, int w, int h, int r)
{
    memset(out, 0, sizeof out);
    run(&window_sums, name, (uint32_t)grid, block, (void *[]){(void *)&pin, (void *)&pout, &w, &h, &r});
}

static bool box(uint32_t block, int w, int h, int r)
{
    bool wrong = false;
    launch("box", block, (w * h + (int)block - 1) / (int)block, w, h, r);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            const int x0 = most(x - r, 0), x1 = least(x + r + 1, w), y0 = most(y - r, 0), y1 = least(y + r + 1, h);
            int sum = 0;
            for (int yy = y0; yy < y1; yy++)
                for (int xx = x0; xx < x1; xx++)
                    sum = add(sum, in[yy * w + xx] ^ xx);
            wrong |= out[y * w + x] != mul(sum, (x1 - x0) * (y1 - y0));
        }
    return wrong;
}

static bool growing(uint32_t block, int w, int h, int r)
{
    bool wrong = false;
    launch("growing", block, 3, w, h, r);
    for (int i = 0; i < w * h; i++) {
        int sum = 0;
        for (int k = 0; k <= least(i % w, r); k++)
            sum = add(mul(sum, 3), in[i - k]);
        wrong |= out[i] != sum;
    }
    return wrong;
}

static bool third(uint32_t block, int w, int h, int r)
{
    bool wrong = false;
    launch("third", block, (w * h + (int)block - 1) / (int)block, w, h, r);
    for (int i = 0; i < w * h; i++) {
        const int x = i % w * 3, last = least(x + r, 3 * w - 1);
        int sum = 0;
        for (int k = most(x, r); k <= last; k += 2)
            sum = add(sum, add(in[(i / w * w * 3 + k) % (w * h)], k));
        wrong |= out[i] != sum;
    }
    return wrong;
}

int main(void)
{
    static const int widths[] = {1, 5, 15, 16, 17, 31, 32, 40, 64, 100, 257}, radii[] = {0, 1, 2, 3, 10, 40, 300};
    static const uint32_t blocks[] = {32, 50, 256};
    int wrong = 0;
    for (int i = 0; i < MOST; i++)
        in[i] = i * 7919 % 1000 - 300;
    for (size_t k = 0; k < sizeof widths / sizeof *widths; k++)
        for (size_t i = 0; i < sizeof radii / sizeof *radii; i++) {
            const uint32_t block = blocks[(k + i) % 3];
            wrong += box(block, widths[k], 7, radii[i]);
            wrong += growing(block, widths[k], 19, radii[i]);
            wrong += third(block, widths[k], 9, radii[i]);
        }
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
