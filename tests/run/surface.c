/* What the accesses of surface.ptx find and leave, next to the same on plain arrays. */
#include "host.h"

extern const ptx2c_module surface;

enum { W = 5, H = 3, D = 2 }; /* 32-bit elements */

static uint32_t cell[D * H * W];

static void fill(void)
{
    for (uint32_t i = 0; i < D * H * W; i++)
        cell[i] = 100 + i;
}

/* The element at byte x of row y of slice z as clamp says, or NULL. */
static uint32_t *place(int clamp, int flat, int slices, int32_t x, int32_t y, int64_t z, bool *outside)
{
    const int rows = flat ? 1 : H;
    if (flat)
        y = 0;
    if (slices == 1)
        z = 0;
    *outside = x < 0 || x > 4 * (W - 1) || y < 0 || y >= rows || z < 0 || z >= slices;
    if (*outside && clamp != 1)
        return NULL;
    x = x < 0 ? 0 : x > 4 * (W - 1) ? 4 * (W - 1) : x;
    y = y < 0 ? 0 : y >= rows ? rows - 1 : y;
    z = z < 0 ? 0 : z >= slices ? slices - 1 : z;
    return &cell[(z * rows + y) * W + x / 4];
}

int main(void)
{
    static const char *const clamps[] = {"trap", "clamp", "zero"}, *const geoms[] = {"1d", "2d", "3d", "a1d", "a2d"};
    static const int32_t at[][3] = {{8, 1, 1}, {0, 0, 0}, {16, 2, 1}, {20, 1, 0}, {-4, 1, 1}, {4, 3, 0}, {4, -1, 1},
                                    {4, 1, 2}, {4, 1, -1}, {-2147483647 - 1, 0, 0}, {2147483644, 2147483647, 2147483647}};
    int bad = 0, refused = 0, runs = 0;
    for (int c = 0; c < 3; c++)
        for (int g = 0; g < 5; g++) {
            const bool flat = g == 0 || g == 3, array = g >= 3, slices = g >= 2;
            const ptx2c_image image = {.data = cell, .type = PTX2C_SIGNED_INT32, .order = PTX2C_R, .width = W,
                                       .height = flat ? 0 : H, .depth = g == 2 ? D : 0, .layers = array ? D : 0};
            uint64_t s;
            if (ptx2c_surface_create(&s, &image))
                printf("no surface %s\n", geoms[g]);
            for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
                char name[32];
                uint32_t out[4] = {7, 7, 7, 7}, *to_out = out, want[4] = {0, 0, 0, 0};
                bool outside;
                uint32_t *e = place(c, flat, slices ? D : 1, at[i][0], at[i][1],
                                    array ? (int64_t)(uint32_t)at[i][2] : at[i][2], &outside); /* layers are unsigned */
                fill();
                if (e) {
                    want[0] = want[1] = *e;
                    if (!array)
                        want[1] = (*e + 1000) | 1; /* add; max with -5 changes nothing; or */
                    want[2] = 0x00ab0034;
                    want[3] = array ? 0xabcd1234 : want[0]; /* sust.p puts back what was there */
                }
                snprintf(name, sizeof name, "%s_%s", clamps[c], geoms[g]);
                void *args[] = {&s, &to_out, (void *)&at[i][0], (void *)&at[i][1], (void *)&at[i][2]};
                int status = ptx2c_launch(ptx2c_find_kernel(&surface, name), (ptx2c_dim3){1, 1, 1}, (ptx2c_dim3){1, 1, 1}, 0, args);
                runs++;
                refused += status == PTX2C_SURFACE_BOUNDS;
                if (status != (outside && c == 0 ? PTX2C_SURFACE_BOUNDS : PTX2C_OK) ||
                    (!status && memcmp(out, want, sizeof out) != 0)) {
                    bad++;
                    printf("%s at %d %d %d: %s %x %x %x %x, not %x %x %x %x\n", name, (int)at[i][0], (int)at[i][1],
                           (int)at[i][2], ptx2c_strerror(status), (unsigned)out[0], (unsigned)out[1], (unsigned)out[2],
                           (unsigned)out[3], (unsigned)want[0], (unsigned)want[1], (unsigned)want[2], (unsigned)want[3]);
                }
                for (uint32_t k = 0; k < D * H * W; k++) /* nothing else has changed */
                    bad += &cell[k] != e && cell[k] != 100 + k;
            }
            ptx2c_surface_destroy(s);
        }
    printf("%d wrong of %d; %d left their surface\n", bad, runs, refused);

    enum { N = 40, ROWS = 3 };
    static uint64_t from[ROWS * N][2], to[ROWS * N][2], other[ROWS * N][2];
    for (int i = 0; i < ROWS * N; i++)
        from[i][0] = (uint64_t)i << 32, from[i][1] = (uint64_t)i;
    ptx2c_image image = {.data = from, .type = PTX2C_UNSIGNED_INT32, .order = PTX2C_RGBA, .width = N, .height = ROWS};
    uint64_t a, b, c, n = N;
    ptx2c_surface_create(&a, &image);
    image.data = to;
    ptx2c_surface_create(&b, &image);
    image.data = other;
    ptx2c_surface_create(&c, &image);
    void *args[] = {&a, &n};
    run(&surface, "move", 1, N, args);
    printf("%s\n", ptx2c_message(ptx2c_find_kernel(&surface, "move")));
    ptx2c_bind_surface(&surface, "named", b);
    run(&surface, "move", 1, N, args);
    printf("%s\n", ptx2c_message(ptx2c_find_kernel(&surface, "move")));
    ptx2c_bind_surface(&surface, "many[1]", c);
    run(&surface, "move", ROWS, N, args);
    for (int i = 0; i < ROWS * N; i++)
        bad += to[i][0] != from[i][1] || to[i][1] != from[i][0] || memcmp(other[i], from[i], 16) != 0;
    printf("%d wrong\n", bad);
    run(&surface, "move", ROWS, N + 1, args); /* one thread too many */
    run(&surface, "move", ROWS + 1, N, args);

    uint32_t answers[10], *to_answers = answers;
    void *ask[] = {&a, &to_answers};
    run(&surface, "queries", 1, 1, ask);
    for (int i = 0; i < 10; i++)
        printf("%s%x", i ? " " : "queries: ", (unsigned)answers[i]);
    printf("\n");
    uint64_t t;
    ptx2c_texture_create(&t, &image, NULL);
    args[0] = &t;
    run(&surface, "move", ROWS, N, args);
    ask[0] = &t;
    run(&surface, "queries", 1, 1, ask);
    image.layers = 1;
    ptx2c_surface_update(a, &image);
    args[0] = &a;
    run(&surface, "move", ROWS, N, args);
    ptx2c_surface_destroy(a);
    run(&surface, "move", ROWS, N, args);
    return 0;
}
