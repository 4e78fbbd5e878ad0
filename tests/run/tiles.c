#include "host.h"
#include <math.h>

extern const ptx2c_module tiles;

enum { WIDE = 40, DEEP = 8, STEPS = 3, GRID = 6, MOST = GRID * 1024 };
static float a[GRID * STEPS * 64 * DEEP], b[STEPS * WIDE * DEEP], to[MOST];

static void products(uint32_t x, uint32_t y, uint32_t z)
{
    const ptx2c_dim3 grid = {GRID, 1, 1}, block = {x, y, z};
    const float *pa = a, *pb = b;
    float *pt = to;
    int steps = STEPS;
    memset(to, 0, sizeof to);
    int status = ptx2c_launch(ptx2c_find_kernel(&tiles, "products"), grid, block, 0, (void *[]){&pa, &pb, &pt, &steps});
    const uint32_t height = y * z;
    uint32_t bad = 0;
    for (uint32_t i = 0; i < GRID * height * x; i++) {
        const uint32_t cta = i / x / height, row = i / x % height, column = i % x;
        float sum = 0, most = -1000;
        for (uint32_t t = 0; t < STEPS; t++) {
            const float *r = a + (cta * STEPS + t) * 64 * DEEP + row * DEEP, *c = b + t * WIDE * DEEP + column;
            for (uint32_t k = 0; k < DEEP; k++)
                sum = fmaf(r[k], c[k * WIDE], sum);
            const float now = fmaf(c[row % DEEP * WIDE], -0.5f, fmaf(sum, r[t % DEEP], c[0]));
            most = fmaxf(most, now);
        }
        bad += to[i] != fmaf(most, 2, sum);
    }
    if (status || bad)
        printf("%u x %u x %u: %d, %u differ\n", (unsigned)x, (unsigned)y, (unsigned)z, status, (unsigned)bad);
}

static void turned(uint32_t x, uint32_t y)
{
    const ptx2c_dim3 grid = {GRID, 1, 1}, block = {x, y, 1};
    const float *pa = a, *pb = b;
    float *pt = to;
    int steps = STEPS;
    memset(to, 0, sizeof to);
    int status = ptx2c_launch(ptx2c_find_kernel(&tiles, "turned"), grid, block, 0, (void *[]){&pa, &pb, &pt, &steps});
    uint32_t bad = 0;
    for (uint32_t i = 0; i < GRID * y * x; i++) {
        const uint32_t cta = i / x / y, row = i / x % y, column = i % x;
        float sum = 0, low = 0;
        for (uint32_t t = 0; t < STEPS; t++) {
            const float *r = a + (cta * STEPS + t) * 64 * DEEP + row, *c = b + t * WIDE * DEEP + column * DEEP;
            for (uint32_t k = 0; k < DEEP; k++) {
                sum = fmaf(r[k * 32], c[k], sum);
                low = fminf(low, sum - r[(DEEP - 1 - k) * 32]);
            }
        }
        bad += to[i] != fmaf(low, 2, sum);
    }
    if (status || bad)
        printf("turned %u x %u: %d, %u differ\n", (unsigned)x, (unsigned)y, status, (unsigned)bad);
}

int main(void)
{
    uint32_t random = 1;
    for (size_t i = 0; i < sizeof a / sizeof *a + sizeof b / sizeof *b; i++) {
        random = random * 1664525 + 1013904223;
        *(i < sizeof a / sizeof *a ? &a[i] : &b[i - sizeof a / sizeof *a]) = (float)(random >> 20) / 256 - 8;
    }
    static const uint32_t shapes[][3] = {{16, 16, 1}, {32, 8, 1}, {32, 32, 1}, {16, 4, 3}, {16, 6, 1}, {32, 3, 2},
                                         {8, 8, 1}, {40, 4, 1}, {1, 4, 4}, {16, 1, 4}, {17, 4, 1}, {32, 4, 1}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        products(shapes[i][0], shapes[i][1], shapes[i][2]);
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        turned(shapes[i][0], shapes[i][1]);
    puts("done");
    return 0;
}
