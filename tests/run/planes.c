/* Neighbours in a room, plane by plane, and walks over rows of which some read what they have written, against the same on the host. */
#include "host.h"

extern const ptx2c_module planes;

enum { MOST = 70 * 40 * 9 };
static float in[MOST], old[MOST], out[MOST];
static int room[MOST], want[MOST];

static void launch(const char *kernel, int w, int h, uint32_t bx, uint32_t by, void *args[])
{
    const ptx2c_dim3 grid = {((uint32_t)w + bx - 1) / bx, ((uint32_t)h + by - 1) / by, 1};
    const int status = ptx2c_launch(ptx2c_find_kernel(&planes, kernel), grid, (ptx2c_dim3){bx, by, 1}, 0, args);
    if (status)
        printf("%s: %s\n", kernel, ptx2c_strerror(status));
}

static void test_planes(const char *kernel, int w, int h, int d, uint32_t bx, uint32_t by)
{
    const float *a = in, *o = old;
    float *b = out;
    const bool asks = !strcmp(kernel, "asked");
    for (int i = 0; i < w * h * d; i++) {
        in[i] = (float)(i * 37 % 101);
        old[i] = asks ? (float)(i % 13) : 0;
    }
    launch(kernel, w, h, bx, by, asks ? (void *[]){&a, &o, &b, &w, &h, &d} : (void *[]){&a, &b, &w, &h, &d});
    for (int z = 0, i = 0, wrong = 0; z < d; z++)
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++, i++) {
                const float c = in[i], l = x > 0 ? in[i - 1] : c, r = x < w - 1 ? in[i + 1] : c, u = y > 0 ? in[i - w] : c;
                const float v = y < h - 1 ? in[i + w] : c, f = z > 0 ? in[i - w * h] : c, g = z < d - 1 ? in[i + w * h] : c;
                const float should = l + 2 * r + 3 * u + 4 * v + 5 * f + 6 * g + 7 * c - old[i];
                if (!(out[i] >= should && out[i] <= should) && wrong++ < 5)
                    printf("%s %d x %d x %d, blocks %u x %u: %d is %g, not %g\n", kernel, w, h, d, (unsigned)bx, (unsigned)by, i, (double)out[i], (double)should);
            }
}

static void test_walk(int w, int n, int from, int to, uint32_t bx)
{
    int *a = room, limits[2] = {from, to}, *limit = limits;
    for (int i = 0; i < w * n; i++)
        want[i] = room[i] = i * 37 % 101;
    launch("walk", w, 1, bx, 1, (void *[]){&a, &w, &n, &limit});
    for (int x = 0; x < w; x++)
        for (int k = 0, before = 0; k < n; k++) {
            const int i = k * w + x;
            int v = want[i] + (k > 1 ? want[i - 2 * w] : 0);
            if (k < from)
                v += before;
            else
                v -= x < to ? (k ? want[i - w] : 0) : 1;
            want[i] = before = v;
        }
    for (int i = 0, wrong = 0; i < w * n; i++)
        if (room[i] != want[i] && wrong++ < 5)
            printf("walk of %d over %d rows, limits %d and %d, blocks of %u: %d is %d, not %d\n", w, n, from, to, (unsigned)bx, i, room[i], want[i]);
}

int main(void)
{
    const int sizes[][3] = {{1, 1, 1}, {5, 3, 4}, {32, 8, 2}, {33, 9, 5}, {70, 40, 9}, {64, 4, 3}};
    const uint32_t blocks[][2] = {{32, 8}, {16, 16}, {8, 4}, {64, 1}, {5, 7}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (size_t k = 0; k < sizeof blocks / sizeof *blocks; k++) {
            test_planes("planes", sizes[i][0], sizes[i][1], sizes[i][2], blocks[k][0], blocks[k][1]);
            test_planes("asked", sizes[i][0], sizes[i][1], sizes[i][2], blocks[k][0], blocks[k][1]);
            test_walk(sizes[i][0], sizes[i][1] * sizes[i][2], 1 + (int)k, 20, blocks[k][0]);
        }
    printf("planes and walks\n");
}
