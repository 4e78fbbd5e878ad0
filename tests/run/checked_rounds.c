/* Each place's sum against one made plainly, for rows that are longer and shorter than chunks, and pictures that are smaller than a tile. */
#include "host.h"

extern const ptx2c_module checked_rounds;

enum { MOST = 90 };
static int wrong;

static void launch(const char *kernel, ptx2c_dim3 grid, ptx2c_dim3 block, void *const args[])
{
    const int status = ptx2c_launch(ptx2c_find_kernel(&checked_rounds, kernel), grid, block, 0, args);
    if (status)
        printf("%s: %s\n", kernel, ptx2c_strerror(status));
}

static void compare(const char *kernel, int i, double is, double wanted)
{
    if (is != wanted && wrong++ < 10)
        printf("%s: %d is %g, not %g\n", kernel, i, is, wanted);
}

/* Numbers so small and whole that their sums have no rounding. */
static void test_windows(int around, int size, uint32_t block)
{
    int rows = around + size + 2;
    float *from = malloc(sizeof *from * (size_t)(rows * (around + size))), with[64], *out = malloc(sizeof *out * (size_t)(around * around));
    for (int i = 0; i < rows * (around + size); i++)
        from[i] = (float)(i * 37 % 19 - 9);
    for (int i = 0; i < 64; i++)
        with[i] = (float)(i % 5 - 1);
    uint64_t f = (uintptr_t)from, w = (uintptr_t)with, o = (uintptr_t)out;
    for (int turned = 0; turned < 2; turned++) {
        const char *kernel = turned ? "columns" : "windows";
        launch(kernel, (ptx2c_dim3){1, 1, 1}, (ptx2c_dim3){block, 1, 1}, (void *[]){&f, &w, &o, &rows, &size, &around});
        for (int i = 0; i < around * around; i++) {
            const int row = turned ? i / around : i % around, column = turned ? i % around : i / around;
            float sum = 0;
            for (int x = 0; x < size; x++)
                for (int y = 0; y < size; y++)
                    sum += from[(column + x) * rows + row + y] * with[y];
            compare(kernel, i, out[i], sum);
        }
    }
    free(from), free(out);
}

static int clamp(int x, int most) { return x < 0 ? 0 : x > most ? most : x; }

static void test_clamped(int width, int height, int reach)
{
    int16_t in[MOST * MOST];
    int32_t out[MOST * MOST];
    for (int i = 0; i < width * height; i++)
        in[i] = (int16_t)(i * 7919 % 2001 - 1000);
    uint64_t f = (uintptr_t)in, o = (uintptr_t)out;
    launch("clamped", (ptx2c_dim3){(uint32_t)(width + 15) / 16, (uint32_t)(height + 7) / 8, 1}, (ptx2c_dim3){16, 8, 1},
           (void *[]){&f, &o, &width, &height, &reach});
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            int sum = 0;
            for (int dy = 0; dy <= 2 * reach; dy++)
                for (int dx = 0; dx <= 2 * reach; dx++)
                    sum += in[clamp(y + dy - reach, height - 1) * width + clamp(x + dx - reach, width - 1)] * (dx + 3 * dy + 1);
            compare("clamped", y * width + x, out[y * width + x], sum);
        }
    launch("smooth", (ptx2c_dim3){(uint32_t)(width + 31) / 32, (uint32_t)(height + 3) / 4, 1}, (ptx2c_dim3){32, 4, 1},
           (void *[]){&f, &o, &width, &height, &reach});
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            int most = in[y * width + x];
            for (int dy = -reach; dy <= reach; dy++) {
                const int16_t *row = in + clamp(y + dy, height - 1) * width;
                const int is = row[clamp(x - 2, width - 1)] - 2 * row[clamp(x + 3, width - 1)] + dy;
                most = is > most ? is : most;
            }
            compare("smooth", y * width + x, out[y * width + x], most);
        }
}

static void test_mirrored(int width, int height, int reach, uint32_t block)
{
    float in[MOST * MOST], out[MOST], sum[MOST + 256];
    for (int i = 0; i < width * height; i++)
        in[i] = (float)(i * 31 % 23 - 11);
    uint64_t f = (uintptr_t)in, o = (uintptr_t)out;
    launch("mirrored", (ptx2c_dim3){((uint32_t)width + block - 1) / block, 1, 1}, (ptx2c_dim3){block, 1, 1},
           (void *[]){&f, &o, &width, &height, &reach});
    for (int x = 0; x < width; x++) {
        sum[x] = 0;
        for (int y = 0; y < height; y++)
            sum[x] += in[(y < 2 ? 1 - y : y - 2) * width + clamp(x - reach, x)] - in[y * width + clamp(x + reach, width - 1)];
        compare("mirrored", x, out[x], sum[x] + sum[x % (int)block ? x - 1 : x]);
    }
}

int main(void)
{
    static const uint32_t block[] = {32, 64, 100, 128};
    for (size_t b = 0; b < sizeof block / sizeof *block; b++) {
        for (int around = 1; around < 60; around += around < 6 ? 1 : 13)
            for (int size = 0; size < 9; size += 3)
                test_windows(around, size, block[b]);
        for (int width = 3; width < MOST; width += 17)
            test_mirrored(width, 2 + width % 7, 1 + width % 5, block[b]);
    }
    for (int width = 1; width < MOST; width += 11)
        for (int reach = 0; reach < 5; reach++)
            test_clamped(width, 1 + width * 5 % 37, reach);
    printf("%d wrong\n", wrong);
    return wrong > 0;
}
