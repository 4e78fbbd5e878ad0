/* Neighbours of places, zero outside, in pictures of many sizes and blocks of many shapes, against the same on the host. */
#include "host.h"

extern const ptx2c_module edges;

enum { MOST = 600 * 20 };
static float in[MOST], out[MOST], more[MOST];
static double from[MOST], to[MOST];
static int w, h, wrong;

static bool is_inside(int y, int x) { return y >= 0 && y < h && x >= 0 && x < w; }
static float at(int y, int x) { return is_inside(y, x) ? in[y * w + x] : 0; }
static double wide(int y, int x) { return is_inside(y, x) ? from[y * w + x] : 0; }

static void launch(const char *kernel, uint32_t bx, uint32_t by, void *args[])
{
    const ptx2c_dim3 grid = {((uint32_t)w + bx - 1) / bx, ((uint32_t)h + by - 1) / by, 1};
    const int status = ptx2c_launch(ptx2c_find_kernel(&edges, kernel), grid, (ptx2c_dim3){bx, by, 1}, 0, args);
    if (status)
        printf("%s: %s\n", kernel, ptx2c_strerror(status));
}

static void check(const char *what, uint32_t bx, uint32_t by, int i, double is, double should)
{
    if (!(is >= should && is <= should) && wrong++ < 10)
        printf("%s, %d x %d, blocks %u x %u: %d is %g, not %g\n", what, w, h, (unsigned)bx, (unsigned)by, i, is, should);
}

static void test(uint32_t bx, uint32_t by)
{
    float *a = in, *b = out, *c = more, weights[9], *k = weights, half = 0.5f;
    double *d = from, *e = to;
    for (int i = 0; i < 9; i++)
        weights[i] = (float)(i + 1);
    for (int i = 0; i < w * h; i++)
        from[i] = in[i] = (float)(i * 37 % 101);
    launch("conv3", bx, by, (void *[]){&a, &k, &b, &w, &h});
    launch("lap", 16, 16, (void *[]){&d, &e, &w, &h});
    for (int y = 0, i = 0; y < h; y++)
        for (int x = 0; x < w; x++, i++) {
            float sum = 0;
            for (int n = 0; n < 9; n++)
                sum += at(y + n / 3 - 1, x + n % 3 - 1) * weights[n];
            check("conv3", bx, by, i, out[i], sum);
            check("lap", 16, 16, i, to[i], wide(y, x - 1) + wide(y, x + 1) + wide(y - 1, x) + wide(y + 1, x) - 4 * from[i]);
        }
    launch("deriv", bx, by, (void *[]){&a, &b, &c, &w, &h, &half});
    for (int y = 0, i = 0; y < h; y++)
        for (int x = 0; x < w; x++, i++) {
            check("deriv", bx, by, i, out[i], (at(y, x + 1) - at(y, x - 1)) * 0.5f);
            check("deriv along y", bx, by, i, more[i], (at(y + 1, x) - at(y - 1, x)) * 0.5f);
        }
    launch("behind", bx, by, (void *[]){&a, &b, &c, &w, &h});
    for (int y = 0, i = 0; y < h; y++)
        for (int x = 0; x < w; x++, i++) {
            check("behind", bx, by, i, out[i], in[i] + 1);
            check("behind, neighbours", bx, by, i, more[i], at(y, x + 2) + at(y, x - 2) * 2 + at(y + 2, x) * 3 + at(y - 2, x) * 4);
        }
}

int main(void)
{
    static const int sizes[][2] = {{600, 20}, {512, 16}, {100, 37}, {33, 17}, {32, 3}, {17, 1}, {1, 40}, {16, 5}, {2, 2}};
    static const uint32_t blocks[][2] = {{16, 16}, {32, 8}, {64, 4}, {256, 1}, {5, 3}, {1, 7}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (size_t b = 0; b < sizeof blocks / sizeof *blocks; b++) {
            w = sizes[s][0];
            h = sizes[s][1];
            test(blocks[b][0], blocks[b][1]);
        }
    puts(wrong ? "wrong" : "done");
    return 0;
}
