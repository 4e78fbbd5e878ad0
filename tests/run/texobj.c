/* Compares what nvcc's code in texobj.ptx fetches from texture objects of every kind with the reference sampler. */
#include "host.h"

#include "../unit/texture_ref.h"

extern const ptx2c_module texobj;

enum { N = 96 };

static float at[N][4], out[N][4], (*to_at)[4] = at, (*to_out)[4] = out;
static unsigned char memory[1 << 17], small[1 << 17];
static ptx2c_level level[31];

/* One kernel with one kind of texture. */
typedef struct Kind {
    const char *kernel;
    int geometry;
    ptx2c_image image;
    ptx2c_sampler sampler;
    int mode;                /* REF_LEVEL, REF_GRAD */
    bool integer, gather, mipmap;
    double reach;            /* coordinates are between -reach and reach */
} Kind;

#define F4 .data = memory, .type = PTX2C_FLOAT, .order = PTX2C_RGBA
#define U8 .data = memory, .type = PTX2C_UNSIGNED_INT8, .order = PTX2C_RGBA
#define LINEAR .filter = PTX2C_LINEAR
#define ALL(m) .address = {PTX2C_##m, PTX2C_##m, PTX2C_##m}

static const Kind kinds[] = {
    {"fetch_1d", PTX2C_1D, {F4, .width = 13}, {LINEAR, ALL(WRAP), .normalized = true}, 0, false, false, false, 2},
    {"fetch_linear", PTX2C_1D, {F4, .width = 13, .linear = true}, {ALL(CLAMP)}, 0, true, false, false, 20},
    {"fetch_2d", PTX2C_2D, {F4, .width = 9, .height = 7}, {LINEAR, ALL(BORDER), .border = {1, 2, 3, 4}}, 0, false, false, false, 12},
    {"fetch_2d", PTX2C_2D, {F4, .width = 9, .height = 7}, {LINEAR, ALL(MIRROR), .normalized = true}, 0, false, false, false, 3},
    {"fetch_2d", PTX2C_2D, {U8, .width = 9, .height = 7}, {LINEAR, ALL(WRAP), .normalized = true, .read_normalized = true}, 0,
     false, false, false, 3},
    {"fetch_2d", PTX2C_2D, {U8, .width = 9, .height = 7}, {ALL(CLAMP), .read_normalized = true, .srgb = true}, 0, false, false,
     false, 12},
    {"fetch_2d", PTX2C_2D, {.data = memory, .type = PTX2C_HALF_FLOAT, .order = PTX2C_RG, .width = 9, .height = 7},
     {LINEAR, ALL(CLAMP)}, 0, false, false, false, 12},
    {"fetch_sparse", PTX2C_2D, {F4, .width = 9, .height = 7}, {LINEAR, ALL(CLAMP)}, 0, false, false, false, 12},
    {"fetch_bytes", PTX2C_2D, {U8, .width = 9, .height = 7, .row_pitch = 64}, {ALL(CLAMP)}, 0, false, false, false, 12},
    {"fetch_short", PTX2C_2D, {.data = memory, .type = PTX2C_SIGNED_INT16, .order = PTX2C_RG, .width = 9, .height = 7},
     {ALL(CLAMP)}, 0, false, false, false, 12},
    {"fetch_3d", PTX2C_3D, {F4, .width = 5, .height = 6, .depth = 7}, {LINEAR, ALL(CLAMP)}, 0, false, false, false, 9},
    {"fetch_3d", PTX2C_3D, {F4, .width = 5, .height = 6, .depth = 7}, {ALL(WRAP), .normalized = true}, 0, false, false, false, 2},
    {"fetch_1d_layered", PTX2C_A1D, {F4, .width = 13, .layers = 2}, {LINEAR, ALL(CLAMP)}, 0, false, false, false, 15},
    {"fetch_2d_layered", PTX2C_A2D, {F4, .width = 9, .height = 7, .layers = 2}, {LINEAR, ALL(CLAMP), .normalized = true}, 0,
     false, false, false, 2},
    {"fetch_cube", PTX2C_CUBE, {F4, .width = 6, .height = 6, .cube = true}, {LINEAR, ALL(CLAMP), .normalized = true}, 0, false,
     false, false, 1},
    {"fetch_cube", PTX2C_CUBE, {F4, .width = 6, .height = 6, .cube = true}, {LINEAR, ALL(CLAMP), .normalized = true,
     .seamless = true}, 0, false, false, false, 1},
    {"fetch_cube_layered", PTX2C_ACUBE, {F4, .width = 6, .height = 6, .layers = 2, .cube = true}, {ALL(CLAMP),
     .normalized = true}, 0, false, false, false, 1},
    {"fetch_lod", PTX2C_2D, {F4, .width = 32, .height = 16}, {LINEAR, ALL(WRAP), .normalized = true, .mip_filter = PTX2C_LINEAR,
     .max_level = 31}, REF_LEVEL, false, false, true, 3},
    {"fetch_lod", PTX2C_2D, {F4, .width = 32, .height = 16}, {LINEAR, ALL(CLAMP), .normalized = true, .bias = .5f,
     .min_level = 1, .max_level = 2.5f}, REF_LEVEL, false, false, true, 3},
    {"fetch_grad", PTX2C_2D, {F4, .width = 32, .height = 16}, {LINEAR, ALL(WRAP), .normalized = true,
     .mip_filter = PTX2C_LINEAR, .max_level = 31}, REF_GRAD, false, false, true, .9},
    {"fetch_gather", PTX2C_2D, {F4, .width = 9, .height = 7}, {LINEAR, ALL(CLAMP)}, 0, false, true, false, 12},
};

static uint32_t seed = 5;
static double between(double low, double high)
{
    seed = seed * 1664525u + 1013904223u;
    return low + (high - low) * (seed >> 8) / 16777216.0;
}

/* Elements between -2 and 2; integers and halves of any bits that are no infinity. */
static void fill(const ptx2c_image *m)
{
    for (size_t i = 0; i < sizeof memory / 4; i++) {
        const float f = (float)(floor(between(-128, 128)) / 64);
        const uint32_t bits = (uint32_t)between(0, 4294967295.0) & 0xbbffbbff;
        memcpy(memory + 4 * i, m->type == PTX2C_FLOAT ? (const void *)&f : (const void *)&bits, 4);
    }
}

static Result want(const Kind *k, const ptx2c_image *m, int i, bool swapped)
{
    const float *p = at[i];
    Lookup l = {.what = k->gather ? REF_GATHER : REF_TEX, .comp = 2, .geometry = k->geometry, .mode = k->mode,
                .integer = k->integer, .layer = (uint32_t)i & 1, .f = {p[swapped], p[!swapped], p[2]},
                .i = {(int32_t)p[0], (int32_t)p[1], (int32_t)p[2]}, .lod = p[3]};
    l.dx[0] = p[2];
    l.dy[1] = p[3];
    return ref_lookup(m, &k->sampler, &k->sampler, &l);
}

static uint64_t make(const Kind *k, ptx2c_image *m)
{
    uint64_t t = 0;
    fill(m);
    int status = k->mipmap ? ptx2c_mipmap_build(m, level, small, sizeof small, false) : PTX2C_OK;
    if (!status)
        status = ptx2c_texture_create(&t, m, &k->sampler);
    if (status)
        printf("%s: %s\n", k->kernel, ptx2c_strerror(status));
    return t;
}

static bool near(double got, double should, double most) { return fabs(got - should) <= 1e-5 * (fabs(most) + 1e-3); }

static void compare(const Kind *k)
{
    ptx2c_image m = k->image;
    uint64_t t = make(k, &m);
    int bad = 0;
    for (int i = 0; i < N * 4; i++)
        at[i / 4][i % 4] = (float)between(-k->reach, k->reach);
    for (int i = 0; i < N && k->mipmap; i++)
        at[i][3] = k->mode == REF_LEVEL ? (float)between(-1, 6) : at[i][3];
    void *args[] = {&t, &to_at, &to_out};
    if (run(&texobj, k->kernel, 3, 32, args))
        return;
    for (int i = 0; i < N; i++) {
        const Result r = want(k, &m, i, false);
        for (int c = 0; c < 4; c++) {
            double should = r.real ? r.f[c] : (double)r.i[c];
            if (strcmp(k->kernel, "fetch_sparse") == 0 && c == 3)
                should = r.resident;
            if (strcmp(k->kernel, "fetch_short") == 0 && c > 1)
                should = c == 3;
            if (!near((double)out[i][c], should, r.most) && !bad++)
                printf("%s at %g %g %g %g: %g, not %g\n", k->kernel, (double)at[i][0], (double)at[i][1], (double)at[i][2],
                       (double)at[i][3], (double)out[i][c], should);
        }
    }
    printf("%s: %d wrong\n", k->kernel, bad);
    ptx2c_texture_destroy(t);
}

int main(void)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        compare(&kinds[i]);

    const Kind plain = {"fetch_warp", PTX2C_2D, {F4, .width = 9, .height = 7}, {LINEAR, ALL(CLAMP)}, 0, false, false, false, 12};
    Kind other = plain;
    other.sampler.filter = PTX2C_NEAREST;
    ptx2c_image m = plain.image;
    uint64_t pair[2] = {make(&plain, &m), 0}, *to_pair = pair;
    ptx2c_texture_create(&pair[1], &m, &other.sampler);
    int bad = 0;
    for (int i = 0; i < N * 4; i++)
        at[i / 4][i % 4] = (float)between(-2, 11);
    void *warp[] = {&pair[0], &to_at, &to_out}, *both[] = {&to_pair, &to_at, &to_out};
    run(&texobj, "fetch_warp", 3, 32, warp);
    for (int w = 0; w < N; w += 32) {
        double sum = 0;
        for (int i = w; i < w + 32; i++)
            sum += want(&plain, &m, i, false).f[0];
        for (int i = w; i < w + 32; i++)
            bad += !near((double)out[i][0], sum, 32) || !near((double)out[i][1], sum / 32, 2) ||
                   !near((double)out[i][2], want(&plain, &m, i, true).f[1], 2);
    }
    printf("fetch_warp: %d wrong\n", bad);
    bad = 0;
    run(&texobj, "fetch_pair", 3, 32, both);
    for (int i = 0; i < N; i++) {
        const Result a = want(&plain, &m, i, false), b = want(i % 2 ? &plain : &other, &m, i, true);
        bad += !near((double)out[i][0], a.f[0], 2) || !near((double)out[i][1], a.f[1], 2) || !near((double)out[i][2], b.f[2], 2) ||
               !near((double)out[i][3], b.f[3], 2);
    }
    printf("fetch_pair: %d wrong\n", bad);

    bad = 0;
    static float before[9 * 7 * 4];
    memcpy(before, memory, sizeof before);
    uint64_t s;
    int width = 9, height = 7;
    void *args[] = {&s, &width, &height};
    ptx2c_surface_create(&s, &m);
    ptx2c_launch(ptx2c_find_kernel(&texobj, "surface_double"), (ptx2c_dim3){2, 1, 1}, (ptx2c_dim3){8, 8, 1}, 0, args);
    for (int i = 0; i < 9 * 7 * 4; i++) {
        float now;
        memcpy(&now, memory + 4 * i, 4);
        bad += now != 2 * before[i];
    }
    printf("surface_double: %d wrong\n", bad);
    return 0;
}
