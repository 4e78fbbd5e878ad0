/* Sums and maxima over windows, against the same on the host: of numbers whose sums are exact. */
#include "host.h"

extern const ptx2c_module boxes;

enum { MOST = 4000 };
static float in[MOST], out[MOST];
static double in2[MOST], out2[MOST];
static int wrong;

static void launch(const char *kernel, uint32_t blocks, uint32_t threads, void *args[])
{
    const int status = ptx2c_launch(ptx2c_find_kernel(&boxes, kernel), (ptx2c_dim3){blocks, 1, 1}, (ptx2c_dim3){threads, 1, 1}, 0, args);
    if (status)
        printf("%s: %s\n", kernel, ptx2c_strerror(status));
}

static void check(const char *kernel, int w, int i, double is, double want)
{
    if (is != want && wrong++ < 10)
        printf("%s, rows of %d: %d is %g, not %g\n", kernel, w, i, is, want);
}

/* What lies in the window around place i, as far as that is in the image. */
static double over(int w, int h, int radius, int i, int most)
{
    double sum = 0;
    for (int v = i / w - radius; v <= i / w + radius; v++)
        for (int u = i % w - radius; u <= i % w + radius; u++)
            if (u >= 0 && u < w && v >= 0 && v < h) {
                const double x = in2[v * w + u];
                sum = !most ? sum + x : x > sum ? x : sum;
            }
    return sum;
}

static void test(int w, int h, int radius, uint32_t threads)
{
    const int n = w * h;
    const uint32_t blocks = ((uint32_t)n + threads - 1) / threads;
    void *a = in, *b = out, *a2 = in2, *b2 = out2;
    launch("box", blocks, threads, (void *[]){&a, &b, &w, &h, &radius});
    for (int i = 0; i < n; i++)
        check("box", w, i, (double)out[i], over(w, h, radius, i, 0));
    launch("rounds", blocks / 3 + 1, threads, (void *[]){&a2, &b2, &w, &h, &radius});
    for (int i = 0; i < n; i++)
        check("rounds", w, i, out2[i], over(w, h, radius, i, 0));
    launch("columns", blocks / 3 + 1, threads, (void *[]){&a, &b, &w, &h});
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int v = 0; v <= i / w; v++)
            sum += in2[v * w + i % w];
        check("columns", w, i, (double)out[i], sum);
    }
    launch("around", blocks, threads, (void *[]){&a, &b, &w, &h, &radius});
    for (int i = 0; i < n; i++)
        check("around", w, i, (double)out[i], over(w, h, radius, i, 1));
}

int main(void)
{
    static const int widths[] = {1, 7, 15, 16, 17, 24, 29, 64, 100, 333};
    for (int i = 0; i < MOST; i++)
        in2[i] = in[i] = (float)(i * 7919 % 1000 - 300);
    for (int i = 0; i < 10; i++)
        for (int radius = 0; radius < 12; radius += 1 + radius) {
            test(widths[i], 3000 / widths[i], radius, 256);
            test(widths[i], 900 / widths[i], radius, 40);
        }
    puts(wrong ? "wrong" : "as on the host");
    return 0;
}
