/* Tiles of the channels of an image, and of rows, one after the other, against the same on the host. */
#include "host.h"

extern const ptx2c_module channel_tiles;

enum { MOST = 60 * 50 * 4 };
static float in[MOST], out[MOST];
static int rows[4 * 128 * 9], sums[4 * 128], wrong;

static void check(const char *what, int i, double is, double want)
{
    if (is != want && wrong++ < 10)
        printf("%s: %d is %g, not %g\n", what, i, is, want);
}

static void test_smooth(int h, int w, int channels)
{
    void *a = in, *b = out, *args[] = {&a, &b, &h, &w, &channels};
    const int status = ptx2c_launch(ptx2c_find_kernel(&channel_tiles, "smooth"), (ptx2c_dim3){((uint32_t)w + 13) / 14, ((uint32_t)h + 13) / 14, 1},
                                    (ptx2c_dim3){16, 16, 1}, 0, args);
    if (status)
        printf("%s\n", ptx2c_strerror(status));
    for (int i = 0; i < h * w * channels; i++) {
        const int c = i % channels, x = i / channels % w, y = i / channels / w;
        float sum = 0;
        for (int dy = -1; dy < 2; dy++)
            for (int dx = -1; dx < 2; dx++)
                if (y + dy >= 0 && y + dy < h && x + dx >= 0 && x + dx < w)
                    sum += (float)((dy ? 1 : 2) * (dx ? 1 : 2)) * in[((y + dy) * w + x + dx) * channels + c];
        check("smooth", i, out[i], sum);
    }
}

static void test_rows(uint32_t threads, int n)
{
    void *a = rows, *b = sums, *args[] = {&a, &b, &n};
    run(&channel_tiles, "rows", 3, threads, args);
    for (int i = 0; i < 3 * (int)threads; i++) {
        int sum = 0;
        const int t = (int)threads, first = i / t * t, x = i % t;
        for (int k = 0; k < n; k++)
            sum += rows[i * n + k] * 3 - rows[(first + (x + 5) % t) * n + k] + (rows[(first + (x + 1) % t) * n + k] ^ k);
        check("rows", i, sums[i], sum);
    }
}

int main(void)
{
    for (int i = 0; i < MOST; i++)
        in[i] = (float)(i * 37 % 101);
    for (int i = 0; i < 4 * 128 * 9; i++)
        rows[i] = i * 53 % 997;
    test_smooth(50, 60, 3);
    test_smooth(28, 42, 4);
    test_smooth(5, 7, 1);
    test_rows(128, 9);
    test_rows(33, 7);
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
