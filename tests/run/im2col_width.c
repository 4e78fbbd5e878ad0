#include "host.h"

extern const ptx2c_module im2col_width;

enum { C = 16, W = 6, H = 4, N = 64, PIXELS = 40 };
static _Alignas(16) uint16_t from[N][H][W][C], to[N][H][W][C], want[N][H][W][C];
static uint16_t out[1344 * 2], expected[1344 * 2];

/* A load with a halo behind all pixels; one with it behind each 32 of 128. */
enum { HALO = 4 }; /* whose 44 pixels of 32 bytes end at a multiple of 128 */
static uint16_t out2[1504 * 2], expected2[1504 * 2];

/* The pixels from (w, h, n) on, of which each row has those from lower to W - 1 + upper. */
static void pixels(uint16_t *p, int count, int c, int w, int h, int n, int lower, int upper)
{
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < 16; k++)
            *p++ = c + k < C && w >= 0 && w < W ? from[n][h][w][c + k] : 0;
        if (++w > W - 1 + upper)
            w = lower, n++;
    }
}

int main(void)
{
    for (int i = 0; i < N * H * W * C; i++)
        (&from[0][0][0][0])[i] = (uint16_t)(i + 1);
    ptx2c_tensor t = {.data = from, .type = PTX2C_TENSOR_U16, .rank = 4, .size = {C, W, H, N}, .im2col = true, .lower = {-1},
                      .upper = {-1}, .channels = 16, .pixels = PIXELS};
    ptx2c_tensor_map a, b;
    if (ptx2c_tensor_map_create(&a, &t))
        return 1;
    t.data = to;
    if (ptx2c_tensor_map_create(&b, &t))
        return 1;
    uint32_t halo = 0;
    void *o = out;
    run(&im2col_width, "copy", 1, 32, (void *[]){&a, &b, &o, &halo});
    pixels(expected, PIXELS, 8, 4, 2, 1, 0, 0);
    pixels(expected + PIXELS * 16, 128, 0, -1, 0, 0, -1, -1);
    printf("loads %d\n", memcmp(out, expected, sizeof out) != 0);
    for (int i = 0, w = 2, n = 0; i < PIXELS; i++) {
        if (w >= 0)
            memcpy(want[n][1][w], expected + 16 * i, 32);
        if (++w > W - 2)
            w = -1, n++;
    }
    printf("store %d\n", memcmp(to, want, sizeof to) != 0);
    halo = HALO;
    o = out2;
    run(&im2col_width, "halo", 1, 32, (void *[]){&a, &o, &halo});
    pixels(expected2, PIXELS + HALO, 8, 4, 2, 1, 0, 0);
    uint16_t *p = expected2 + (PIXELS + HALO) * 16;
    for (int i = 0, w = -1, n = 0; i < 4; i++, p += (32 + HALO) * 16) {
        pixels(p, 32 + HALO, 0, w, 0, n, -1, -1);
        for (int k = 0; k < 32; k++)
            if (++w > W - 2)
                w = -1, n++;
    }
    printf("halo %d\n", memcmp(out2, expected2, (PIXELS + HALO + 4 * (32 + HALO)) * 32) != 0);
    return 0;
}
