#include "host.h"

extern const ptx2c_module tensor_slices;

/* Channels in slices of 16 bytes (8 of f16) or 32: of each image slice after slice, of each its rows. */
enum { C = 20, W = 5, H = 6, N = 3, MOST = 32 * W * H * N };
static _Alignas(64) uint16_t from[MOST], to[MOST], want[MOST];
static uint16_t out[4096], expected[4096];

static size_t at(int deep, int c, int w, int h, int n)
{
    const int slices = (C + deep - 1) / deep;
    return (size_t)((((n * slices + c / deep) * H + h) * W + w) * deep + c % deep);
}

static uint16_t element(int deep, int c, int w, int h, int n)
{
    const bool in = c >= 0 && c < C && w >= 0 && w < W && h >= 0 && h < H && n >= 0 && n < N;
    return in ? from[at(deep, c, w, h, n)] : 0;
}

/* 16 bytes number i of shared memory lie there. */
static int place(int i, bool swizzled)
{
    return swizzled ? i ^ (i >> 3 & 1) : i;
}

static void put(int *i, int deep, int c, int w, int h, int n, bool swizzled)
{
    for (int k = 0; k < deep; k += 8, ++*i)
        for (int e = 0; e < 8; e++)
            expected[8 * place(*i, swizzled) + e] = element(deep, c + k + e, w, h, n);
}

static void check(const char *what, const void *a, const void *b, size_t bytes)
{
    printf("%s %s\n", what, memcmp(a, b, bytes) ? "differs" : "right");
}

static void tile(ptx2c_tensor t, int deep, int c, int w, int h, int n)
{
    ptx2c_tensor_map a, b;
    const bool swizzled = t.swizzle != PTX2C_SWIZZLE_NONE;
    const int step[4] = {(int)t.step[0] * deep, (int)t.step[1], (int)t.step[2], (int)t.step[3]};
    t.data = from;
    int bad = ptx2c_tensor_map_create(&a, &t);
    t.data = to;
    bad |= ptx2c_tensor_map_create(&b, &t);
    if (bad) {
        printf("no map\n");
        return;
    }
    memset(to, 0, sizeof to);
    memset(want, 0, sizeof want);
    int i = 0;
    for (int z = n; z < n + (int)t.box[3]; z += step[3])
        for (int k = c; k < c + (int)t.box[0]; k += step[0])
            for (int y = h; y < h + (int)t.box[2]; y += step[2])
                for (int x = w; x < w + (int)t.box[1]; x += step[1]) {
                    put(&i, deep, k, x, y, z, swizzled);
                    for (int e = k; e < k + deep; e++)
                        if (e >= 0 && e < C && x >= 0 && x < W && y >= 0 && y < H && z >= 0 && z < N)
                            want[at(deep, e, x, y, z)] = from[at(deep, e, x, y, z)];
                }
    uint32_t bytes = 16 * (uint32_t)i;
    void *o = out;
    run(&tensor_slices, "tile", 1, 32, (void *[]){&a, &b, &o, &bytes, &c, &w, &h, &n});
    check("load", out, expected, bytes);
    check("store", to, want, sizeof to);
}

static void pixels(ptx2c_tensor t, int deep, int c, int w, int h, int n)
{
    ptx2c_tensor_map a;
    const bool swizzled = t.swizzle != PTX2C_SWIZZLE_NONE;
    t.im2col = true;
    t.lower[0] = t.lower[1] = -1;
    t.upper[0] = t.upper[1] = -1;
    t.channels = 16;
    t.pixels = 37;
    t.data = from;
    if (ptx2c_tensor_map_create(&a, &t)) {
        printf("no map\n");
        return;
    }
    int i = 0;
    for (int k = c; k < c + 16; k += deep)
        for (int p = 0, x = w, y = h, z = n; p < 37; p++) {
            put(&i, deep, k, x + 1, y + 2, z, swizzled);
            if (++x > W - 2 && (x = -1, ++y > H - 2))
                y = -1, z++;
        }
    uint32_t bytes = 16 * (uint32_t)i;
    void *o = out;
    run(&tensor_slices, "pixels", 1, 32, (void *[]){&a, &o, &bytes, &c, &w, &h, &n});
    check("pixels", out, expected, bytes);
}

int main(void)
{
    for (int i = 0; i < MOST; i++)
        from[i] = (uint16_t)(i + 1);
    ptx2c_tensor t = {.type = PTX2C_TENSOR_U16, .rank = 4, .size = {C, W, H, N}, .box = {16, 4, 3, 2}, .step = {1, 1, 1, 1},
                      .interleave = PTX2C_INTERLEAVE_16B};
    tile(t, 8, 8, 1, 2, 1);
    tile(t, 8, -8, -1, 4, -1);
    tile(t, 8, 16, 3, -2, 2);
    t.swizzle = PTX2C_SWIZZLE_32B;
    tile(t, 8, 8, 1, 2, 1);
    pixels(t, 8, 8, 2, 1, 0);
    t.box[0] = 24;
    t.step[0] = 2;
    t.step[1] = 3;
    tile(t, 8, 0, 0, 1, 0);
    t.interleave = PTX2C_INTERLEAVE_32B;
    t.box[0] = 32;
    t.step[0] = t.step[1] = 1;
    tile(t, 16, 0, 2, 2, 1);
    pixels(t, 16, 16, -1, -1, 1);

    ptx2c_tensor_map m;
    const uint32_t none = t.box[0];
    t.data = from;
    t.box[0] = 24; /* no whole slices */
    printf("%d", ptx2c_tensor_map_create(&m, &t) == PTX2C_BAD_TENSOR);
    t.box[0] = none;
    t.rank = 2;
    printf("%d", ptx2c_tensor_map_create(&m, &t) == PTX2C_BAD_TENSOR);
    t.rank = 4;
    t.data = from + 8; /* not at 32 bytes */
    printf("%d\n", ptx2c_tensor_map_create(&m, &t) == PTX2C_BAD_TENSOR);
    t.data = from;
    if (ptx2c_tensor_map_create(&m, &t))
        return 1;
    int odd = 8, zero = 0;
    uint32_t bytes = 16;
    void *o = out;
    run(&tensor_slices, "tile", 1, 32, (void *[]){&m, &m, &o, &bytes, &odd, &zero, &zero, &zero});
    return 0;
}
