/* Windows around places, zero outside, of many widths and blocks, against the same on the host. */
#include "host.h"

#include <math.h>

extern const ptx2c_module windows;

enum { MOST = 100 * 100 };
static float in[MOST], f[81], out[MOST], want[MOST];
static int numbers[MOST], least[MOST], count[MOST], wrong;

static void launch(const char *kernel, uint32_t gx, uint32_t gy, uint32_t bx, uint32_t by, void *args[])
{
    const int status = ptx2c_launch(ptx2c_find_kernel(&windows, kernel), (ptx2c_dim3){gx, gy, 1}, (ptx2c_dim3){bx, by, 1}, 0, args);
    if (status)
        printf("%s: %s\n", kernel, ptx2c_strerror(status));
}

static void check(const char *kernel, int w, int r, int i, double is, double should, double near)
{
    if (!(fabs(is - should) <= near) && wrong++ < 10)
        printf("%s, width %d, %d around: %d is %g, not %g\n", kernel, w, r, i, is, should);
}

static uint32_t blocks(int n, uint32_t of) { return ((uint32_t)n + of - 1) / of; }

static void test_fixed(uint32_t bx, uint32_t by, int r)
{
    enum { W = 60, H = 9 };
    float *a = in, *b = f, *c = out;
    void *args[] = {&a, &b, &c, &r};
    launch("fixed", blocks(W, bx), blocks(H, by), bx, by, args);
    for (int i = 0; i < W * H; i++) {
        float s = 0;
        for (int dy = -r; dy <= r; dy++)
            for (int dx = -r; dx <= r; dx++) {
                const int x = i % W + dx, y = i / W + dy;
                s += (x >= 0 && x < W && y >= 0 && y < H ? in[y * W + x] : 0) * f[(dy + r) * (2 * r + 1) + dx + r];
            }
        check("fixed", W, r, i, out[i], s, 0); /* exact: small whole numbers */
    }
}

static void test_least(uint32_t bx, int w, int h, int r)
{
    int *a = numbers, *b = least, *c = count;
    void *args[] = {&a, &b, &c, &w, &h, &r};
    launch("least", blocks(w, bx), (uint32_t)h, bx, 1, args);
    for (int i = 0; i < w * h; i++) {
        int best = INT32_MAX, n = 0;
        for (int y = i / w - r; y <= i / w + r; y++)
            for (int x = i % w - r; x <= i % w + r; x++)
                if (x >= 0 && x < w && y >= 0 && y < h) {
                    best = numbers[y * w + x] < best ? numbers[y * w + x] : best;
                    n++;
                }
        check("least", w, r, i, least[i], best, 0);
        check("least (count)", w, r, i, count[i], n, 0);
    }
}

static void test_steps(uint32_t bx, int w, int rounds)
{
    int *a = numbers, *b = least;
    void *args[] = {&a, &b, &w, &rounds};
    for (int i = 0; i < w * rounds; i++)
        least[i] = -1;
    launch("steps", blocks(w, bx), 1, bx, 1, args);
    const int threads = (int)(blocks(w, bx) * bx);
    for (int k = 0; k < rounds; k++)
        for (int at = 0; at < w; at++) {
            const int x = at + 3 - k * 5;
            check("steps", w, k, at, least[k * w + at], x >= 0 && x < threads ? numbers[at] * (k + 1) + x : -1, 0);
        }
}

static void test_rows(uint32_t bx, int w, int h, int r)
{
    float *a = in, *b = out;
    void *args[] = {&a, &b, &w, &h, &r};
    launch("rows", blocks(w * h, bx), 1, bx, 1, args);
    for (int i = 0; i < w * h; i++) {
        float s = 0;
        for (int d = -r; d <= r; d++) {
            const int x = i % w + d;
            if (x >= 0 && x < w && in[i + d] > 0)
                s += in[i + d] * (float)(d + r + 1);
        }
        check("rows", w, r, i, out[i], s, 0);
    }
}

static void test_cross(uint32_t bx, uint32_t by, int w, int h)
{
    float *a = in, *b = out;
    void *args[] = {&a, &b, &w, &h};
    launch("cross", blocks(w, bx), blocks(h, by), bx, by, args);
    for (int i = 0; i < w * h; i++) {
        const int x = i % w, y = i / w;
        const float *p = in + i;
        check("cross", w, 0, i, out[i],
              (x > 1 ? p[-2] : 0) - 2 * (x > 0 ? p[-1] : 0) + 3 * p[0] - 4 * (x < w - 1 ? p[1] : 0) + 5 * (x < w - 2 ? p[2] : 0) +
                  (y > 0 ? p[-w] : 0) * (y < h - 1 ? p[w] : 0), 0);
    }
}

static void test_turn(uint32_t bx, int pairs, int rows, float base)
{
    int n = pairs * rows;
    float *a = out;
    int *b = count;
    void *args[] = {&a, &b, &n, &pairs, &base};
    for (int i = 0; i < 2 * n; i++)
        want[i] = out[i] = in[i];
    for (int i = 0; i < rows; i++)
        count[i] = i == 3 ? 400000 : 7 * i;
    launch("turn", blocks(n, bx), 1, bx, 1, args);
    for (int i = 0; i < n; i++) {
        const float angle = (float)count[i / pairs] / powf(base, 2.0f * (float)(i % pairs) / (float)pairs);
        const double c = cos((double)angle), s = sin((double)angle), x = want[2 * i], y = want[2 * i + 1];
        const double near = i / pairs == 3 ? 2 : 1e-3; /* an angle's last bit */
        check("turn", pairs, 0, 2 * i, out[2 * i], x * c - y * s, near);
        check("turn", pairs, 1, 2 * i + 1, out[2 * i + 1], x * s + y * c, near);
    }
}

int main(void)
{
    static const int widths[] = {1, 3, 5, 16, 31, 33, 60, 97};
    static const uint32_t sizes[] = {7, 16, 32, 64, 256};
    for (int i = 0; i < MOST; i++) {
        in[i] = (float)(i * 7919 % 9 - 4);
        numbers[i] = i * 7919 % 1009 - 500;
    }
    for (int i = 0; i < 81; i++)
        f[i] = (float)(i % 7 - 3);
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        for (int r = 0; r < 5; r++)
            test_fixed(sizes[s], 2, r);
        for (size_t k = 0; k < sizeof widths / sizeof *widths; k++)
            for (int r = 0; r < 5; r += 2) {
                test_least(sizes[s], widths[k], 6, r);
                test_rows(sizes[s], widths[k], 7, r);
                test_steps(sizes[s], widths[k], 2 * r + 1);
                test_cross(sizes[s], 3, widths[k], r + 1);
            }
        test_turn(sizes[s], 16, 9, 10000);
        test_turn(sizes[s], 5, 11, 0.5f);
    }
    printf("%d wrong\n", wrong);
    return 0;
}
