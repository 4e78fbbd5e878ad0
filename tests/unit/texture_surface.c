/* suld, sust, sured and suq against plain arrays: every geometry, width, clamp mode and format, in and out of bounds. */
#define PTX2C_GENERATED 1
#define PTX2C_TEXTURES
#include "ptx2c.h"
#include "check.h"

#include <pthread.h>

static const ptx2c_kernel kernel = {.name = "k"};
static ptx2c_grid grid = {.kernel = &kernel};
static const ptx2c_cta cta = {.grid = &grid};

/* Expects that status of what ran since the last time. */
static void status(int want, int line)
{
    if (grid.status != want && ++failed <= 10)
        fprintf(stderr, "line %d: status \"%s\", not \"%s\"\n", line, ptx2c_strerror(grid.status), ptx2c_strerror(want));
    grid.status = 0;
}
#define STATUS(want) status(want, __LINE__)

/* ---- unformatted accesses ----------------------------------------------------------------------------------------- */

enum { W = 5, H = 4, D = 3, ELEMENT = 8, ROW = W * ELEMENT + 4, SLICE = ROW * H + 12 };
static unsigned char memory[SLICE * D + 64], model[SLICE * D + 64];

#define SURFACE(h) ptx2c_surfref_of(NULL, 0, h)

static unsigned char *place(int geometry, uint64_t s, int32_t x, int32_t y, int32_t z, uint32_t bytes, int clamp)
{
    switch (geometry) {
    case PTX2C_1D: return ptx2c_surface_1d(&cta, SURFACE(s), x, bytes, clamp);
    case PTX2C_2D: return ptx2c_surface_2d(&cta, SURFACE(s), x, y, bytes, clamp);
    case PTX2C_3D: return ptx2c_surface_3d(&cta, SURFACE(s), x, y, z, bytes, clamp);
    case PTX2C_A1D: return ptx2c_surface_a1d(&cta, SURFACE(s), (uint32_t)z, x, bytes, clamp);
    default: return ptx2c_surface_a2d(&cta, SURFACE(s), (uint32_t)z, x, y, bytes, clamp);
    }
}

/* The same by the manual's words; -1: no access. */
static long offset(int geometry, int64_t x, int64_t y, int64_t z, int bytes, int clamp, bool *outside)
{
    const int h = geometry == PTX2C_1D || geometry == PTX2C_A1D ? 1 : H;
    const int d = geometry == PTX2C_1D || geometry == PTX2C_2D ? 1 : D;
    if (geometry == PTX2C_A1D || geometry == PTX2C_A2D)
        z = (uint32_t)z;
    if (h == 1)
        y = 0;
    if (d == 1)
        z = 0;
    *outside = x < 0 || x + bytes > W * ELEMENT || y < 0 || y >= h || z < 0 || z >= d;
    if (*outside && clamp != PTX2C_CLAMP_clamp)
        return -1;
    while (x < 0)
        x = 0;
    if (x + bytes > W * ELEMENT)
        x = W * ELEMENT - bytes;
    y = y < 0 ? 0 : y >= h ? h - 1 : y;
    z = z < 0 ? 0 : z >= d ? d - 1 : z;
    return (long)(z * (h == 1 ? ROW : SLICE) + y * ROW + x);
}

static int32_t odd(int n)
{
    static const int32_t far[] = {INT32_MIN, INT32_MAX, -1, -2, 1 << 30};
    return rnd() % 8 ? (int32_t)(rnd() % (uint32_t)(n + 2)) - 1 : far[rnd() % 5];
}

static void load_and_store(const unsigned char *p, long at, int bits, int n)
{
    for (int i = 0; i < n; i++) {
        uint64_t want = 0, v = rnd();
        if (at >= 0)
            memcpy(&want, model + at + i * bits / 8, (size_t)bits / 8);
        CHECK((bits == 8 ? ptx2c_suld_b8(p, i) : bits == 16 ? ptx2c_suld_b16(p, i) : bits == 32 ? ptx2c_suld_b32(p, i)
                                                                                  : ptx2c_suld_b64(p, i)) == want);
        unsigned char *q = (unsigned char *)(uintptr_t)p;
        if (bits == 8)
            ptx2c_sust_b8(q, i, (uint8_t)v);
        else if (bits == 16)
            ptx2c_sust_b16(q, i, (uint16_t)v);
        else if (bits == 32)
            ptx2c_sust_b32(q, i, (uint32_t)v);
        else
            ptx2c_sust_b64(q, i, v);
        if (at >= 0)
            memcpy(model + at + i * bits / 8, &v, (size_t)bits / 8);
    }
}

static void unformatted(void)
{
    static const int geometries[] = {PTX2C_1D, PTX2C_2D, PTX2C_3D, PTX2C_A1D, PTX2C_A2D};
    for (size_t i = 0; i < sizeof memory; i++)
        memory[i] = model[i] = (unsigned char)rnd();
    for (int g = 0; g < 5; g++) {
        const int geometry = geometries[g];
        const bool flat = geometry == PTX2C_1D || geometry == PTX2C_A1D, array = geometry == PTX2C_A1D || geometry == PTX2C_A2D;
        ptx2c_image image = {.data = memory, .type = PTX2C_UNSIGNED_INT16, .order = PTX2C_RGBA, .width = W,
                             .height = flat ? 0 : H, .depth = geometry == PTX2C_3D ? D : 0, .layers = array ? D : 0,
                             .row_pitch = ROW, .slice_pitch = flat ? ROW : SLICE, .linear = g & 1};
        uint64_t s;
        CHECK(ptx2c_surface_create(&s, &image) == PTX2C_OK);
        CHECK(ptx2c_suq_width(&cta, s) == W && ptx2c_suq_height(&cta, s) == image.height);
        CHECK(ptx2c_suq_depth(&cta, s) == image.depth && ptx2c_suq_array_size(&cta, s) == image.layers);
        CHECK(ptx2c_suq_channel_data_type(&cta, s) == PTX2C_UNSIGNED_INT16);
        CHECK(ptx2c_suq_channel_order(&cta, s) == PTX2C_RGBA && ptx2c_suq_memory_layout(&cta, s) == (g & 1));
        for (int n = 0; n < 30000; n++) {
            const int bits = 8 << rnd() % 4, count = 1 << rnd() % (bits == 64 ? 2 : 3), clamp = (int)(rnd() % 3);
            const int32_t x = odd(W * ELEMENT), y = odd(H), z = odd(D);
            bool outside;
            const long at = offset(geometry, x, y, z, bits / 8 * count, clamp, &outside);
            const unsigned char *p = place(geometry, s, x, y, z, (uint32_t)(bits / 8 * count), clamp);
            CHECK(p == (at < 0 ? NULL : memory + at));
            STATUS(outside && clamp == PTX2C_CLAMP_trap ? PTX2C_SURFACE_BOUNDS : PTX2C_OK);
            load_and_store(p, at, bits, count);
        }
        CHECK(memcmp(memory, model, sizeof model) == 0);
        CHECK(ptx2c_surface_destroy(s) == PTX2C_OK);
    }
}

/* ---- formatted stores --------------------------------------------------------------------------------------------- */

static uint32_t f(float v) { return ptx2c_bits_f32(v); }

/* Stores one element of a format and returns its bytes as a number. */
static uint64_t stored(uint32_t type, uint32_t order, int n, uint32_t r, uint32_t g, uint32_t b, uint32_t a)
{
    uint64_t two[6] = {~UINT64_C(0), ~UINT64_C(0), ~UINT64_C(0), ~UINT64_C(0), ~UINT64_C(0), ~UINT64_C(0)}, s, v = 0;
    ptx2c_image image = {.data = two, .type = type, .order = order, .width = 2, .height = 1};
    CHECK(ptx2c_surface_create(&s, &image) == PTX2C_OK);
    const uint32_t bytes = ptx2c_element_bytes(&image);
    ptx2c_sust_p_2d(&cta, SURFACE(s), 1, 0, n, r, g, b, a, PTX2C_CLAMP_trap);
    ptx2c_sust_p_2d(&cta, SURFACE(s), 2, 0, n, 0, 0, 0, 0, PTX2C_CLAMP_zero);
    STATUS(PTX2C_OK);
    ptx2c_sust_p_2d(&cta, SURFACE(s), 2, 0, n, 0, 0, 0, 0, PTX2C_CLAMP_trap);
    STATUS(PTX2C_SURFACE_BOUNDS);
    ptx2c_sust_p_1d(&cta, SURFACE(s), 2, n, 0, 0, 0, 0, PTX2C_CLAMP_zero); /* a single row is a line, too */
    STATUS(PTX2C_OK);
    ptx2c_sust_p_3d(&cta, SURFACE(s), 0, 0, 0, n, 0, 0, 0, 0, PTX2C_CLAMP_trap);
    STATUS(PTX2C_BAD_GEOMETRY);
    for (uint32_t i = 0; i < sizeof two; i++)
        if (i < bytes || i >= 2 * bytes)
            CHECK(((unsigned char *)two)[i] == 0xff);
    memcpy(&v, (char *)two + bytes, bytes < 8 ? bytes : 8);
    CHECK(ptx2c_surface_destroy(s) == PTX2C_OK);
    return v;
}

static void formatted(void)
{
    CHECK(stored(PTX2C_UNORM_INT8, PTX2C_RGBA, 4, f(1), f(.5f), f(-1), f(7)) == 0xff0080ff);
    CHECK(stored(PTX2C_UNORM_INT8, PTX2C_BGRA, 4, f(1), f(.5f), f(0), f(.2f)) == 0x33ff8000);
    CHECK(stored(PTX2C_UNORM_INT8, PTX2C_ARGB, 4, f(1), f(.5f), f(0), f(.2f)) == 0x0080ff33);
    CHECK(stored(PTX2C_UNORM_INT8, PTX2C_RA, 4, f(1), f(.5f), f(0), f(.2f)) == 0x33ff);
    CHECK(stored(PTX2C_UNORM_INT8, PTX2C_A, 4, f(1), f(.5f), f(0), f(.2f)) == 0x33);
    CHECK(stored(PTX2C_UNORM_INT8, PTX2C_RGBA, 2, f(1), f(.5f), f(1), f(1)) == 0x000080ff);
    CHECK(stored(PTX2C_UNORM_INT8, PTX2C_R, 1, f(NAN), 0, 0, 0) == 0);
    CHECK(stored(PTX2C_SNORM_INT8, PTX2C_RG, 2, f(-1), f(1), 0, 0) == 0x7f81);
    CHECK(stored(PTX2C_SNORM_INT8, PTX2C_RG, 2, f(-9), f(-.5f), 0, 0) == 0xc081);
    CHECK(stored(PTX2C_SNORM_INT16, PTX2C_RG, 2, f(-2), f(INFINITY), 0, 0) == 0x7fff8001);
    CHECK(stored(PTX2C_UNORM_INT16, PTX2C_RG, 2, f(1), f(.25f), 0, 0) == 0x4000ffff);
    CHECK(stored(PTX2C_UNORM_SHORT_565, PTX2C_RGB, 4, f(1), f(0), f(1), f(0)) == 0xf81f);
    CHECK(stored(PTX2C_UNORM_SHORT_565, PTX2C_RGB, 4, f(0), f(1), f(0), f(0)) == 0x07e0);
    CHECK(stored(PTX2C_UNORM_SHORT_555, PTX2C_RGB, 4, f(1), f(0), f(0), f(0)) == 0x7c00);
    CHECK(stored(PTX2C_UNORM_SHORT_555, PTX2C_RGB, 4, f(0), f(1), f(1), f(0)) == 0x03ff);
    CHECK(stored(PTX2C_UNORM_INT_101010, PTX2C_RGB, 4, f(1), f(0), f(1), f(0)) == 0x3ff003ff);
    CHECK(stored(PTX2C_SIGNED_INT8, PTX2C_RGBA, 4, (uint32_t)-300, 300, 5, (uint32_t)-5) == 0xfb057f80);
    CHECK(stored(PTX2C_UNSIGNED_INT8, PTX2C_RGBA, 4, (uint32_t)-300, 300, 5, 0) == 0x0005ffff);
    CHECK(stored(PTX2C_SIGNED_INT16, PTX2C_RG, 4, (uint32_t)-70000, 70000, 0, 0) == 0x7fff8000);
    CHECK(stored(PTX2C_UNSIGNED_INT16, PTX2C_RG, 4, 65535, 70000, 0, 0) == 0xffffffff);
    CHECK(stored(PTX2C_SIGNED_INT32, PTX2C_RG, 4, 0x80000000, 7, 0, 0) == UINT64_C(0x780000000));
    CHECK(stored(PTX2C_UNSIGNED_INT32, PTX2C_RG, 4, 0xfffffffe, 7, 0, 0) == UINT64_C(0x7fffffffe));
    CHECK(stored(PTX2C_HALF_FLOAT, PTX2C_RGBA, 4, f(1), f(-2), f(65520), f(1e-8f)) == UINT64_C(0x00007c00c0003c00));
    CHECK(stored(PTX2C_FLOAT, PTX2C_RG, 4, f(1), f(-2), 0, 0) == UINT64_C(0xc00000003f800000));
    CHECK(stored(PTX2C_FLOAT, PTX2C_INTENSITY, 4, f(3), f(1), f(1), f(1)) == 0x40400000);
    CHECK(stored(PTX2C_FLOAT, PTX2C_LUMINANCE, 4, f(3), f(1), f(1), f(1)) == 0x40400000);
}

/* ---- reductions --------------------------------------------------------------------------------------------------- */

#define REDUCE(name, bits, first, value, want)                                                          \
    do {                                                                                                \
        for (size_t at_ = 0; at_ < 9; at_++) { /* 1 and more: not aligned */                            \
            unsigned char place_[32] = {0};                                                             \
            const uint##bits##_t first_ = (first);                                                      \
            uint##bits##_t got_;                                                                        \
            memcpy(place_ + at_, &first_, sizeof first_);                                               \
            ptx2c_sured_##name(place_ + at_, (value));                                                  \
            memcpy(&got_, place_ + at_, sizeof got_);                                                   \
            CHECK(got_ == (want));                                                                      \
            ptx2c_sured_##name(NULL, (value));                                                          \
        }                                                                                               \
    } while (0)

static void reductions(void)
{
    const uint64_t low = UINT64_C(1) << 63;
    REDUCE(add_u32, 32, 0xffffffff, 2, 1);
    REDUCE(add_s32, 32, 5, (uint32_t)-7, (uint32_t)-2);
    REDUCE(add_u64, 64, UINT64_MAX, 2, 1);
    REDUCE(and_b32, 32, 0xff00ff, 0x0ffff0, 0x0f00f0);
    REDUCE(or_b32, 32, 0xff00ff, 0x0ffff0, 0xffffff);
    REDUCE(min_u32, 32, 0x80000000, 1, 1);
    REDUCE(max_u32, 32, 0x80000000, 1, 0x80000000);
    REDUCE(min_s32, 32, 0x80000000, 1, 0x80000000);
    REDUCE(max_s32, 32, 0x80000000, 1, 1);
    REDUCE(min_u64, 64, low, 1, 1);
    REDUCE(max_u64, 64, low, 1, low);
    REDUCE(min_s64, 64, low, 1, low);
    REDUCE(max_s64, 64, low, 1, 1);
    uint64_t cell[4] = {low, low, low, low}, s, u;
    ptx2c_image image = {.data = cell, .type = PTX2C_SIGNED_INT32, .order = PTX2C_R, .width = 8};
    CHECK(ptx2c_surface_create(&s, &image) == PTX2C_OK);
    image.type = PTX2C_UNSIGNED_INT32;
    CHECK(ptx2c_surface_create(&u, &image) == PTX2C_OK);
    CHECK(ptx2c_surface_p_1d(&cta, SURFACE(s), 3, 8, PTX2C_CLAMP_trap) == (unsigned char *)&cell[3]);
    CHECK(ptx2c_surface_p_1d(&cta, SURFACE(s), 3, 4, PTX2C_CLAMP_trap) == (unsigned char *)cell + 12);
    CHECK(ptx2c_surface_p_1d(&cta, SURFACE(s), 4, 8, PTX2C_CLAMP_zero) == NULL);
    CHECK(ptx2c_surface_p_1d(&cta, SURFACE(s), INT32_MAX, 8, PTX2C_CLAMP_clamp) == (unsigned char *)&cell[3]);
    STATUS(PTX2C_OK);
    ptx2c_sured_p_max_b64(SURFACE(s), (unsigned char *)&cell[0], 1);
    ptx2c_sured_p_max_b64(SURFACE(u), (unsigned char *)&cell[1], 1);
    ptx2c_sured_p_min_b32(SURFACE(s), (unsigned char *)&cell[2] + 4, 1);
    ptx2c_sured_p_min_b32(SURFACE(u), (unsigned char *)&cell[3] + 4, 1);
    CHECK(cell[0] == 1 && cell[1] == low && cell[2] == low && cell[3] == UINT64_C(1) << 32);
    ptx2c_sured_p_add_b32(SURFACE(s), (unsigned char *)&cell[0], 4);
    ptx2c_sured_p_and_b32(SURFACE(s), (unsigned char *)&cell[0], 12);
    ptx2c_sured_p_or_b32(SURFACE(s), (unsigned char *)&cell[0], 3);
    CHECK(cell[0] == 7);
    CHECK(ptx2c_surface_destroy(s) == PTX2C_OK && ptx2c_surface_destroy(u) == PTX2C_OK);
}

/* Many threads add into few places. */
static uint32_t counters[4];
static void *adder(void *arg)
{
    for (int i = 0; i < 20000; i++)
        ptx2c_sured_add_u32(ptx2c_surface_1d(&cta, SURFACE(*(const uint64_t *)arg), i % 4 * 4, 4, PTX2C_CLAMP_trap), 1);
    return NULL;
}

static void threads(void)
{
    pthread_t t[4];
    uint64_t s;
    ptx2c_image image = {.data = counters, .type = PTX2C_UNSIGNED_INT32, .order = PTX2C_R, .width = 4};
    CHECK(ptx2c_surface_create(&s, &image) == PTX2C_OK);
    for (int i = 0; i < 4; i++)
        pthread_create(&t[i], NULL, adder, &s);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
    for (int i = 0; i < 4; i++)
        CHECK(counters[i] == 20000);
    CHECK(ptx2c_surface_destroy(s) == PTX2C_OK);
}

int main(void)
{
    unformatted();
    formatted();
    reductions();
    threads();
    return failed != 0;
}
