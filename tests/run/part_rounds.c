/* Against the same on the host, place by place. */
#include "host.h"

extern const ptx2c_module part_rounds;

enum { PLACES = 8192, W = 66 };
static int in[PLACES], out[PLACES], want[PLACES];
static float numbers[PLACES], sums[64];
static void *const pin = in, *const pout = out, *const pnumbers = numbers, *const psums = sums;

static int add(int a, int b) { return (int)((uint32_t)a + (uint32_t)b); }
static int mul(int a, int b) { return (int)((uint32_t)a * (uint32_t)b); }

static bool wrong(const char *name, ptx2c_dim3 grid, ptx2c_dim3 block, void *const args[])
{
    memset(out, 0, sizeof out);
    return ptx2c_launch(ptx2c_find_kernel(&part_rounds, name), grid, block, 0, args) || memcmp(out, want, sizeof out);
}

static bool tile(void)
{
    int w = W;
    memset(want, 0, sizeof want);
    for (int y = 0; y < 64; y++)
        for (int x = 0; x < 64; x++)
            want[y * W + x] = add(in[y * W + x], mul(-3, in[(y + 2) * W + x + 2]));
    return wrong("tile", (ptx2c_dim3){4, 4, 1}, (ptx2c_dim3){16, 16, 1}, (void *[]){(void *)&pin, (void *)&pout, &w});
}

static bool fill(const char *name, int size, uint32_t step)
{
    memset(want, 0, sizeof want);
    for (int b = 0; b < 3; b++)
        for (int i = 0; i < size; i++)
            want[b * size + i] = in[b * size + size - 1 - i] ^ i;
    return wrong(name, (ptx2c_dim3){3, 1, 1}, (ptx2c_dim3){step, 1, 1}, (void *[]){(void *)&pin, (void *)&pout});
}

static bool pieces(void)
{
    int rows = 40, steps = 2;
    run(&part_rounds, "pieces", 5, 128, (void *[]){(void *)&pnumbers, (void *)&psums, &rows, &steps});
    for (int b = 0; b < 5; b++) {
        double total = 0, squares = 0;
        for (int step = 0; step < steps; step++) {
            double a = 0, s = 0;
            for (int i = 0; i < 625; i++) {
                const int row = (i + 1) % 25 ? (i + 1) % 25 - 1 : 24, col = (i + 1) / 25 - ((i + 1) % 25 == 0);
                const double v = numbers[(b * 3 + col) * rows + row + step] * (1 + total * 0.25);
                a += v;
                s += v * v - row * 0.5;
            }
            total += a;
            squares += s;
        }
        const double x = sums[2 * b] - total, y = sums[2 * b + 1] - squares;
        if (x * x > 1e-6 * total * total || y * y > 1e-6 * squares * squares)
            return true;
    }
    return false;
}

static bool rows(int n, uint32_t block)
{
    memset(want, 0, sizeof want);
    for (int b = 0; b < 3; b++) {
        int sum[64] = {0};
        for (int i = 0; i < n; i++)
            sum[i & 63] = add(sum[i & 63], mul(in[b * n + i], i + 1));
        for (int i = 0; i < n; i++)
            want[b * n + i] = add(in[b * n + i], mul(-1, sum[i & 63]));
    }
    return wrong("rows", (ptx2c_dim3){3, 1, 1}, (ptx2c_dim3){block, 1, 1}, (void *[]){(void *)&pin, (void *)&pout, &n});
}

static bool windows(int w, int reach)
{
    memset(want, 0, sizeof want);
    for (int i = 0; i < 768; i++)
        for (int k = i % w - reach; k <= i % w + reach; k++)
            if (k >= 0 && k < w)
                want[i] = add(mul(want[i], 3), in[i / w * w + k]);
    return wrong("windows", (ptx2c_dim3){6, 1, 1}, (ptx2c_dim3){128, 1, 1}, (void *[]){(void *)&pin, (void *)&pout, &w, &reach});
}

static bool ring(int block)
{
    memset(want, 0, sizeof want);
    for (int b = 0; b < 3; b++)
        for (int t = 0; t < block; t++) {
            const int next = (t + 1) & 255, value = next < block ? in[b * block + next] : next - block;
            want[b * block + t] = add(mul(value, 2), ((t + 3) & 31) - ((t + 32) & 63));
        }
    return wrong("ring", (ptx2c_dim3){3, 1, 1}, (ptx2c_dim3){(uint32_t)block, 1, 1}, (void *[]){(void *)&pin, (void *)&pout});
}

int main(void)
{
    static const int lengths[] = {0, 1, 63, 64, 65, 100, 257, 1000};
    for (int i = 0; i < PLACES; i++) {
        in[i] = mul(i, 0x9e3779b1);
        numbers[i] = (float)(i * 37 % 101) * 0.01f;
    }
    printf("tile %d\n", tile());
    printf("fill %d %d %d %d %d\n", fill("one", 70, 64), fill("three", 300, 128), fill("even", 256, 128), fill("over", 1030, 256), fill("thirds", 1000, 96));
    printf("pieces %d\n", pieces());
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        printf("rows of %d %d\n", lengths[i], rows(lengths[i], 64));
    printf("ring %d %d %d\n", ring(256), ring(128), ring(100));
    printf("windows %d %d %d %d\n", windows(77, 0), windows(77, 3), windows(300, 40), windows(5, 9));
    return 0;
}
