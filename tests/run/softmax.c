#include "host.h"

#include <math.h>

extern const ptx2c_module softmax;

enum { MOST = 700 * 40 };
static float in[MOST], out[MOST];

static void test(int w, int h, uint32_t grid)
{
    float *a = in, *o = out;
    int hits = 0, want = 0, *p = &hits;
    run(&softmax, "softmax", grid, 128, (void *[]){&a, &o, &w, &h, &p});
    for (int y = 0; y < h; y++) {
        double sum = 0;
        for (int x = 0; x < w; x++) {
            sum += exp((double)in[y * w + x]);
            want += in[y * w + x] > 0.99f;
        }
        for (int x = 0; x < w; x++)
            if (fabs((double)out[y * w + x] - exp((double)in[y * w + x]) / sum) > 1e-5)
                printf("%d x %d, %u blocks: %d %d is %g\n", w, h, (unsigned)grid, x, y, (double)out[y * w + x]);
    }
    if (hits != want)
        printf("%d x %d: %d hits\n", w, h, hits);
}

int main(void)
{
    for (int i = 0; i < MOST; i++)
        in[i] = (float)(i * 7919 % 1000) / 999.0f;
    for (int w = 1; w < 700; w = w * 3 + 2)
        for (int h = 1; h < 40; h += 13)
            for (uint32_t grid = 1; grid < 10; grid += 4)
                test(w, h, grid);
    puts("done");
    return 0;
}
