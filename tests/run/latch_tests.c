/* Loops over tiles with borders, and one whose counter goes on where it was, against the same on the host. */
#include "host.h"

extern const ptx2c_module latch_tests;

enum { W = 70, H = 19, MOST = 4 * 625 };
static unsigned char picture[W * H], blurred[W * H];
static float in[MOST], out[MOST];
static unsigned numbers[64];
static int wrong;

static void check(const char *what, int i, double is, double should)
{
    if (is != should && wrong++ < 10)
        printf("%s: %d is %g, not %g\n", what, i, is, should);
}

static int within(int x, int most) { return x < 0 ? 0 : x > most ? most : x; }

static void test_blur(int w, int h)
{
    unsigned char *from = picture, *to = blurred;
    memset(blurred, 255, sizeof blurred);
    void *const args[] = {&from, &to, &w, &h};
    const ptx2c_dim3 grid = {(uint32_t)(w + 31) / 32, (uint32_t)(h + 7) / 8, 1};
    check("status", 0, ptx2c_launch(ptx2c_find_kernel(&latch_tests, "blur"), grid, (ptx2c_dim3){32, 8, 1}, 0, args), 0);
    for (int i = 0; i < W * H; i++) {
        int sum = 0;
        for (int k = 0; k < 9; k++)
            sum += picture[within(i / w + k / 3 - 1, h - 1) * w + within(i % w + k % 3 - 1, w - 1)];
        check("blur", i, blurred[i], i < w * h ? sum / 9 : 255);
    }
}

int main(void)
{
    float *from = in, *to = out;
    unsigned *n = numbers;
    for (int i = 0; i < W * H; i++)
        picture[i] = (unsigned char)(i * 37 % 251);
    for (int i = 0; i < MOST; i++)
        in[i] = (float)(i % 53);
    test_blur(W, H);
    test_blur(64, 16);
    test_blur(1, 3);
    for (uint32_t threads = 128; threads <= 1024; threads += 128) { /* more than a step: several do the same */
        run(&latch_tests, "table", 4, threads, (void *[]){&from, &to});
        for (int i = 0; i < 2000; i++) {
            const int b = i / 500 * 625 + i % 500;
            check("table", i, out[i], (in[b] + (float)(i % 500)) * (in[b + 125] + (float)(i % 500 + 125)));
        }
    }
    for (int times = 0; times < 9; times++) {
        run(&latch_tests, "onward", 1, 64, (void *[]){&n, &times});
        for (unsigned t = 0; t < 64; t++) {
            unsigned i = t, s = 0;
            for (int k = 0; k < times; k++)
                for (unsigned was = 0; was < 1000;) {
                    was = i;
                    i += 0x30000000;
                    s = s * 31 + (i >> 5);
                }
            check("onward", (int)t, numbers[t], s);
        }
    }
    puts(wrong ? "wrong" : "right");
    return 0;
}
