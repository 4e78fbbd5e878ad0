/* The host's side of textures: what is refused, handles of every wrong kind, binding by name, sampler states in variables,
 * levels that are made, many handles and threads. */
#define PTX2C_GENERATED 1
#define PTX2C_TEXTURES
#include "ptx2c.h"
#include "check.h"

#include <pthread.h>

static const ptx2c_kernel kernel = {.name = "k"};
static ptx2c_grid grid = {.kernel = &kernel};
static const ptx2c_cta cta = {.grid = &grid};

static int status(void)
{
    const int s = grid.status;
    grid.status = 0;
    return s;
}

static float texels[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
static const ptx2c_image good = {.data = texels, .type = PTX2C_FLOAT, .order = PTX2C_R, .width = 4, .height = 4};
static const ptx2c_sampler nearest = {.address = {PTX2C_CLAMP, PTX2C_CLAMP, PTX2C_CLAMP}};

#define TEXTURE(h) ptx2c_texref_of(NULL, 0, h)
#define SURFACE(h) ptx2c_surfref_of(NULL, 0, h)
#define OWN PTX2C_OWN_SAMPLER

static float at(uint64_t t, uint64_t s, float x, float y)
{
    const ptx2c_samplerref sampler = s ? ptx2c_samplerref_of(NULL, 0, s) : PTX2C_OWN_SAMPLER;
    const ptx2c_texel v = ptx2c_tex_2d_f32(&cta, TEXTURE(t), sampler, x, y, ptx2c_base());
    return ptx2c_f32_of(v.x[0]);
}

/* ---- what is no image, no sampler ---------------------------------------------------------------------------------- */

static int image_status(ptx2c_image i)
{
    uint64_t t = 77;
    const int s = ptx2c_texture_create(&t, &i, &nearest);
    CHECK(s ? t == 77 : ptx2c_texture_destroy(t) == PTX2C_OK);
    return s;
}

#define WITH(field, value) image_status((i = good, i.field = (value), i))

static void refused(void)
{
    ptx2c_image i;
    ptx2c_level level[3] = {{texels, 0, 0}, {texels, 0, 0}, {texels, 0, 0}};
    CHECK(image_status(good) == PTX2C_OK);
    CHECK(WITH(width, 0) == PTX2C_BAD_IMAGE && WITH(type, 0) == PTX2C_BAD_IMAGE && WITH(type, 0x10df) == PTX2C_BAD_IMAGE);
    CHECK(WITH(order, 0) == PTX2C_BAD_IMAGE && WITH(order, 0x10ba) == PTX2C_BAD_IMAGE && WITH(data, NULL) == PTX2C_BAD_IMAGE);
    CHECK(WITH(width, UINT32_MAX) == PTX2C_BAD_IMAGE && WITH(height, UINT32_MAX) == PTX2C_BAD_IMAGE);
    CHECK(WITH(row_pitch, 15) == PTX2C_BAD_IMAGE && WITH(row_pitch, 16) == PTX2C_OK && WITH(slice_pitch, 63) == PTX2C_BAD_IMAGE);
    CHECK(WITH(samples, 65) == PTX2C_BAD_IMAGE && WITH(levels, 2) == PTX2C_BAD_IMAGE && WITH(levels, 1) == PTX2C_OK);
    CHECK(WITH(type, PTX2C_UNORM_SHORT_565) == PTX2C_BAD_IMAGE && WITH(type, PTX2C_UNORM_INT_101010) == PTX2C_BAD_IMAGE);
    i = good, i.depth = 1, i.layers = 1;
    CHECK(image_status(i) == PTX2C_BAD_IMAGE);
    i = good, i.depth = 1, i.height = 0;
    CHECK(image_status(i) == PTX2C_BAD_IMAGE);
    i = good, i.cube = true, i.height = 3;
    CHECK(image_status(i) == PTX2C_BAD_IMAGE);
    i = good, i.cube = true, i.samples = 2;
    CHECK(image_status(i) == PTX2C_BAD_IMAGE);
    i = good, i.height = 0, i.samples = 2;
    CHECK(image_status(i) == PTX2C_BAD_IMAGE);
    i = good, i.level = level, i.levels = 3;
    CHECK(image_status(i) == PTX2C_OK);
    i.levels = 4;
    CHECK(image_status(i) == PTX2C_BAD_IMAGE);
    i.levels = 3, i.samples = 2;
    CHECK(image_status(i) == PTX2C_BAD_IMAGE);
    i.samples = 0, level[1].row_pitch = 3;
    CHECK(image_status(i) == PTX2C_BAD_IMAGE);
    uint64_t h = 77;
    CHECK(ptx2c_texture_create(&h, NULL, &nearest) == PTX2C_BAD_IMAGE && ptx2c_surface_create(&h, NULL) == PTX2C_BAD_IMAGE);
    CHECK(ptx2c_sampler_create(&h, NULL) == PTX2C_BAD_SAMPLER);
    for (int k = 0; k < 6; k++) {
        ptx2c_sampler s = nearest;
        *(k == 0 ? &s.filter : k == 1 ? &s.mip_filter : k == 2 ? &s.compare : &s.address[k - 3]) = 200;
        CHECK(ptx2c_sampler_create(&h, &s) == PTX2C_BAD_SAMPLER && ptx2c_texture_create(&h, &good, &s) == PTX2C_BAD_SAMPLER);
    }
    ptx2c_sampler linear = {.filter = PTX2C_LINEAR};
    i = good, i.type = PTX2C_SIGNED_INT16;
    CHECK(ptx2c_texture_create(&h, &i, &linear) == PTX2C_BAD_SAMPLER);
    linear.read_normalized = true;
    CHECK(ptx2c_texture_create(&h, &i, &linear) == PTX2C_OK && ptx2c_texture_destroy(h) == PTX2C_OK);
    i.type = PTX2C_SIGNED_INT32;
    h = 77;
    CHECK(ptx2c_texture_create(&h, &i, &linear) == PTX2C_BAD_SAMPLER);
    i = good, i.cube = true;
    CHECK(ptx2c_surface_create(&h, &i) == PTX2C_BAD_IMAGE && h == 77);
}

/* ---- handles -------------------------------------------------------------------------------------------------------- */

static void wrong_handles(void)
{
    uint64_t t = 0, s = 0, u = 0, old;
    CHECK(ptx2c_texture_create(&t, &good, &nearest) == PTX2C_OK);
    CHECK(ptx2c_sampler_create(&s, &nearest) == PTX2C_OK);
    CHECK(ptx2c_surface_create(&u, &good) == PTX2C_OK);
    CHECK(at(t, 0, 2.5f, 1.5f) == 7 && at(t, s, 2.5f, 1.5f) == 7 && status() == PTX2C_OK);
    CHECK(at(0, 0, 1, 1) == 0 && status() == PTX2C_UNBOUND);
    CHECK(at(s, 0, 1, 1) == 0 && status() == PTX2C_BAD_KIND);
    CHECK(at(u, 0, 1, 1) == 0 && status() == PTX2C_BAD_KIND);
    CHECK(at(t, t, 1, 1) == 0 && status() == PTX2C_BAD_KIND);
    CHECK(ptx2c_surface_2d(&cta, SURFACE(t), 0, 0, 4, PTX2C_CLAMP_zero) == NULL && status() == PTX2C_BAD_KIND);
    CHECK(ptx2c_surface_2d(&cta, SURFACE(0), 0, 0, 4, PTX2C_CLAMP_zero) == NULL && status() == PTX2C_UNBOUND);
    CHECK(ptx2c_surface_3d(&cta, SURFACE(u), 0, 0, 0, 4, PTX2C_CLAMP_zero) == NULL && status() == PTX2C_BAD_GEOMETRY);
    CHECK(ptx2c_tex_1d_f32(&cta, TEXTURE(t), OWN, 1, ptx2c_base()).x[0] == 0 && status() == PTX2C_BAD_GEOMETRY);
    CHECK(!ptx2c_tex_cube_f32(&cta, TEXTURE(t), OWN, 1, 0, 0, ptx2c_base()).resident && status() == PTX2C_BAD_GEOMETRY);
    CHECK(ptx2c_tld4_cube(&cta, TEXTURE(t), OWN, 0, 1, 0, 0, ptx2c_base()).x[0] == 0 && status() == PTX2C_BAD_GEOMETRY);
    CHECK(ptx2c_txq_width(&cta, s) == 0 && status() == PTX2C_BAD_KIND);
    CHECK(ptx2c_txq_filter_mode(&cta, u) == 0 && status() == PTX2C_BAD_KIND);
    CHECK(ptx2c_suq_width(&cta, t) == 0 && status() == PTX2C_BAD_KIND);
    CHECK(ptx2c_txq_level_width(&cta, 5, 0) == 0 && status() == PTX2C_BAD_HANDLE);
    uint64_t seed = 1;
    for (int i = 0; i < 200000; i++) { /* made-up handles: near ones, addresses, noise */
        seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        const uint64_t noise = seed ^ seed >> 29, h = i & 1 ? noise : t ^ UINT64_C(1) << noise % 64 ^ UINT64_C(1) << noise / 64 % 64;
        if ((h & ~PTX2C_STATE_MASK) == t || h == s || h == u)
            continue;
        CHECK(at(h, 0, 1, 1) == 0 && status() >= PTX2C_UNBOUND);
        CHECK(ptx2c_surface_2d(&cta, SURFACE(h), 0, 0, 4, PTX2C_CLAMP_clamp) == NULL && status() >= PTX2C_UNBOUND);
        CHECK(ptx2c_suq_width(&cta, h) == 0 && status() >= PTX2C_UNBOUND);
    }
    CHECK(at((uintptr_t)texels, 0, 1, 1) == 0 && status() == PTX2C_BAD_HANDLE);
    CHECK(ptx2c_sampler_destroy(t) == PTX2C_BAD_KIND && ptx2c_surface_destroy(t) == PTX2C_BAD_KIND);
    CHECK(ptx2c_texture_destroy(0) == PTX2C_UNBOUND && ptx2c_texture_destroy(99) == PTX2C_BAD_HANDLE);
    CHECK(ptx2c_sampler_destroy(PTX2C_SAMPLER_STATE(0, 0, 0, 0, 0)) == PTX2C_BAD_HANDLE);
    old = t;
    CHECK(ptx2c_texture_destroy(t) == PTX2C_OK && ptx2c_texture_destroy(t) == PTX2C_BAD_HANDLE);
    CHECK(at(old, 0, 1, 1) == 0 && status() == PTX2C_BAD_HANDLE);
    CHECK(ptx2c_texture_create(&t, &good, &nearest) == PTX2C_OK && t != old); /* the same slot again */
    CHECK(at(old, 0, 1, 1) == 0 && status() == PTX2C_BAD_HANDLE && at(t, 0, 0, 0) == 1);
    CHECK(ptx2c_texture_destroy(t) == PTX2C_OK && ptx2c_sampler_destroy(s) == PTX2C_OK && ptx2c_surface_destroy(u) == PTX2C_OK);
}

static void changes(void)
{
    static float other[6] = {100, 200, 300, 400, 500, 600};
    uint64_t t = 0, s = 0, u = 0;
    ptx2c_image i = good, seen;
    ptx2c_sampler sampler = nearest, look;
    CHECK(ptx2c_texture_create(&t, &i, &sampler) == PTX2C_OK && ptx2c_sampler_create(&s, &sampler) == PTX2C_OK);
    CHECK(ptx2c_surface_create(&u, &i) == PTX2C_OK);
    i.data = other, i.width = 3, i.height = 2;
    sampler.address[0] = PTX2C_BORDER, sampler.border[0] = -1;
    CHECK(ptx2c_texture_update(t, &i, &sampler) == PTX2C_OK && ptx2c_sampler_update(s, &nearest) == PTX2C_OK);
    CHECK(ptx2c_surface_update(u, &i) == PTX2C_OK);
    CHECK(at(t, 0, 1.5f, 1.5f) == 500 && at(t, 0, 5, 1) == -1 && at(t, s, 5, 1) == 600 && status() == PTX2C_OK);
    CHECK(ptx2c_surface_2d(&cta, SURFACE(u), 4, 1, 4, PTX2C_CLAMP_trap) == (unsigned char *)&other[4]);
    CHECK(ptx2c_texture_query(t, &seen, &look) == PTX2C_OK && seen.data == other && seen.width == 3 && look.border[0] == -1);
    CHECK(ptx2c_surface_query(u, &seen) == PTX2C_OK && seen.height == 2 && ptx2c_sampler_query(s, &look) == PTX2C_OK);
    CHECK(look.address[0] == PTX2C_CLAMP && ptx2c_texture_query(t, NULL, NULL) == PTX2C_OK);
    CHECK(ptx2c_texture_query(u, &seen, NULL) == PTX2C_BAD_KIND && ptx2c_sampler_query(3, &look) == PTX2C_BAD_HANDLE);
    CHECK(ptx2c_texture_update(s, &i, NULL) == PTX2C_BAD_KIND && ptx2c_texture_update(t, NULL, NULL) == PTX2C_BAD_IMAGE);
    i.width = 0;
    CHECK(ptx2c_texture_update(t, &i, NULL) == PTX2C_BAD_IMAGE && at(t, 0, 1.5f, 1.5f) == 500);
    CHECK(ptx2c_texture_destroy(t) == PTX2C_OK && ptx2c_sampler_destroy(s) == PTX2C_OK && ptx2c_surface_destroy(u) == PTX2C_OK);
}

/* ---- variables ------------------------------------------------------------------------------------------------------ */

static uint64_t one_texture, textures[3], one_surface, stated = PTX2C_TEXTURE_STATE(PTX2C_LINEAR, PTX2C_WRAP, PTX2C_CLAMP,
                                                                                    PTX2C_CLAMP, 1);
static uint64_t sampler_state = PTX2C_SAMPLER_STATE(PTX2C_NEAREST, PTX2C_BORDER, PTX2C_CLAMP, PTX2C_CLAMP, 1);
static const ptx2c_opaque opaques[] = {{"tex", &one_texture, 1, PTX2C_TEXTURE, NULL}, {"texs", textures, 3, PTX2C_TEXTURE, NULL},
                                       {"surf", &one_surface, 1, PTX2C_SURFACE, NULL}, {"stated", &stated, 1, PTX2C_TEXTURE, NULL},
                                       {"samp", &sampler_state, 1, PTX2C_SAMPLER, NULL}};
static const ptx2c_module module = {.opaques = opaques, .opaque_count = 5};

static void binding(void)
{
    uint64_t t = 0, plain = 0, s = 0, u = 0;
    ptx2c_sampler own = nearest;
    CHECK(ptx2c_texture_create(&t, &good, &own) == PTX2C_OK && ptx2c_texture_create(&plain, &good, NULL) == PTX2C_OK);
    CHECK(ptx2c_sampler_create(&s, &own) == PTX2C_OK && ptx2c_surface_create(&u, &good) == PTX2C_OK);
    CHECK(at(one_texture, 0, 1, 1) == 0 && status() == PTX2C_UNBOUND);
    CHECK(ptx2c_bind_texture(&module, "tex", t) == PTX2C_OK && one_texture == t);
    CHECK(ptx2c_bind_texture(&module, "texs[2]", t) == PTX2C_OK && textures[2] == t && textures[0] == 0);
    CHECK(ptx2c_bind_texture(&module, "texs", t) == PTX2C_OK && textures[0] == t);
    CHECK(ptx2c_bind_surface(&module, "surf", u) == PTX2C_OK && one_surface == u);
    static const char *const names[] = {"te", "texx", "texs[3]", "texs[", "texs[1", "texs[1]x", "texs[-1]", "texs[]", "surf", "",
                                        "texs[99999999999999999999]", "[0]", "texs[ 1]", "samp"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        CHECK(ptx2c_bind_texture(&module, names[i], t) == PTX2C_BAD_NAME);
    CHECK(ptx2c_bind_surface(&module, "tex", u) == PTX2C_BAD_NAME && ptx2c_bind_sampler(&module, "tex", s) == PTX2C_BAD_NAME);
    CHECK(ptx2c_bind_texture(NULL, "tex", t) == PTX2C_BAD_NAME && ptx2c_bind_texture(&module, NULL, t) == PTX2C_BAD_NAME);
    CHECK(ptx2c_bind_texture(&module, "tex", u) == PTX2C_BAD_KIND && ptx2c_bind_texture(&module, "tex", 5) == PTX2C_BAD_HANDLE);
    CHECK(one_texture == t && ptx2c_bind_texture(&module, "tex", 0) == PTX2C_OK && one_texture == 0);

    /* A variable's initialiser is the sampler of textures that have none. */
    CHECK(at(stated, 0, .5f, .5f) == 0 && status() == PTX2C_UNBOUND);
    CHECK(ptx2c_bind_texture(&module, "stated", plain) == PTX2C_OK);
    CHECK(at(stated, 0, 1.0f, .125f) == (1 + 4) / 2.0f && status() == PTX2C_OK); /* linear, normalised, wraps around */
    CHECK(at(plain, 0, 1.0f, .125f) == 2);                                       /* by itself: all zeros */
    CHECK(ptx2c_txq_filter_mode(&cta, stated) == PTX2C_LINEAR && ptx2c_txq_addr_mode_1(&cta, stated) == PTX2C_CLAMP);
    CHECK(ptx2c_txq_normalized_coords(&cta, stated) == 1 && ptx2c_txq_normalized_coords(&cta, plain) == 0);
    CHECK(ptx2c_txq_width(&cta, stated) == 4 && status() == PTX2C_OK);
    CHECK(ptx2c_bind_texture(&module, "stated", t) == PTX2C_OK && at(stated, 0, 1.5f, .5f) == 2); /* its own sampler wins */
    CHECK(ptx2c_txq_filter_mode(&cta, stated) == PTX2C_NEAREST);
    CHECK(ptx2c_bind_texture(&module, "stated", 0) == PTX2C_OK && at(stated, 0, .5f, .5f) == 0 && status() == PTX2C_UNBOUND);
    CHECK(ptx2c_bind_texture(&module, "stated", plain) == PTX2C_OK && at(stated, 0, 1.0f, .125f) == 2.5f);
    CHECK(ptx2c_texture_update(plain, &good, &own) == PTX2C_OK && at(stated, 0, 1.5f, .5f) == 2);

    /* A sampler in a variable. */
    CHECK(at(t, sampler_state, 1.5f, .5f) == 2 && at(t, sampler_state, 4.5f, .5f) == 0 && status() == PTX2C_OK);
    CHECK(ptx2c_txq_addr_mode_0(&cta, sampler_state) == PTX2C_BORDER && ptx2c_txq_addr_mode_2(&cta, sampler_state) == PTX2C_CLAMP);
    CHECK(ptx2c_txq_force_unnormalized_coords(&cta, sampler_state) == 1 && status() == PTX2C_OK);
    CHECK(ptx2c_bind_sampler(&module, "samp", s) == PTX2C_OK && at(t, sampler_state, 4.5f, .5f) == 4);

    /* Addresses of variables in registers; istypep. */
    const uint64_t address = (uintptr_t)&textures[2];
    CHECK(ptx2c_opaque_value(opaques, 5, address) == t && ptx2c_opaque_value(opaques, 5, t) == t);
    CHECK(ptx2c_opaque_value(opaques, 5, address + 8) == address + 8 && at(address + 8, 0, 1, 1) == 0);
    CHECK(status() == PTX2C_BAD_HANDLE && ptx2c_opaque_value(opaques, 5, address + 4) == address + 4);
    CHECK(ptx2c_istypep(opaques, 5, address, PTX2C_TEXTURE) && !ptx2c_istypep(opaques, 5, address, PTX2C_SURFACE));
    CHECK(ptx2c_istypep(opaques, 5, (uintptr_t)&one_surface, PTX2C_SURFACE) && ptx2c_istypep(NULL, 0, s, PTX2C_SAMPLER));
    CHECK(ptx2c_istypep(NULL, 0, t, PTX2C_TEXTURE) && !ptx2c_istypep(NULL, 0, t, PTX2C_SAMPLER));
    CHECK(!ptx2c_istypep(opaques, 5, 0, PTX2C_TEXTURE) && !ptx2c_istypep(opaques, 5, address + 4, PTX2C_TEXTURE));
    CHECK(status() == PTX2C_OK);
    CHECK(ptx2c_texture_destroy(t) == PTX2C_OK && ptx2c_texture_destroy(plain) == PTX2C_OK);
    CHECK(ptx2c_sampler_destroy(s) == PTX2C_OK && ptx2c_surface_destroy(u) == PTX2C_OK);
    CHECK(at(textures[2], 0, 1, 1) == 0 && status() == PTX2C_BAD_HANDLE);

    /* A separate sampler that filters what reads to integers. */
    ptx2c_image i = good;
    ptx2c_sampler linear = {.filter = PTX2C_LINEAR};
    i.type = PTX2C_SIGNED_INT32;
    CHECK(ptx2c_texture_create(&t, &i, &nearest) == PTX2C_OK && ptx2c_sampler_create(&s, &linear) == PTX2C_OK);
    CHECK(at(t, s, 1, 1) == 0 && status() == PTX2C_BAD_SAMPLER);
    CHECK(ptx2c_texture_destroy(t) == PTX2C_OK && ptx2c_sampler_destroy(s) == PTX2C_OK);
}

/* ---- many ----------------------------------------------------------------------------------------------------------- */

enum { MANY = 1500, THREADS = 4 };

static void *worker(void *arg)
{
    static const ptx2c_image *image = &good;
    ptx2c_image mine = *image;
    float value = *(const float *)arg;
    uint64_t *h = malloc(MANY * sizeof *h);
    intptr_t bad = 0;
    mine.width = mine.height = 1;
    mine.data = &value;
    for (int i = 0; i < MANY; i++)
        bad += ptx2c_texture_create(&h[i], &mine, &nearest) != PTX2C_OK;
    for (int round = 0; round < 3; round++)
        for (int i = round; i < MANY; i += round + 1) {
            bad += at(h[i], 0, 0, 0) != value;
            const uint64_t old = h[i];
            bad += ptx2c_texture_destroy(h[i]) != PTX2C_OK || ptx2c_handle_status(old, PTX2C_TEXTURE) != PTX2C_BAD_HANDLE;
            bad += ptx2c_texture_create(&h[i], &mine, &nearest) != PTX2C_OK;
        }
    for (int i = 0; i < MANY; i++)
        bad += at(h[i], 0, 0, 0) != value || ptx2c_texture_destroy(h[i]) != PTX2C_OK;
    free(h);
    return (void *)bad;
}

static void many(void)
{
    pthread_t t[THREADS];
    static float value[THREADS] = {1.5f, 2.5f, 3.5f, 4.5f};
    for (int i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, worker, &value[i]);
    for (int i = 0; i < THREADS; i++) {
        void *bad;
        pthread_join(t[i], &bad);
        CHECK(bad == NULL);
    }
    CHECK(status() == PTX2C_OK);
}

/* ---- mipmaps -------------------------------------------------------------------------------------------------------- */

static void mipmaps(void)
{
    /* Sizes that are no powers of two: each level's mean is that of the image, in every format with enough digits. */
    enum { W = 13, H = 6, D = 5 };
    static float image[W * H * D], rest[W * H * D];
    ptx2c_level level[31];
    double mean = 0;
    for (int i = 0; i < W * H * D; i++)
        mean += image[i] = (float)(i * 37 % 101) / 100;
    ptx2c_image m = {.data = image, .type = PTX2C_FLOAT, .order = PTX2C_R, .width = W, .height = H, .depth = D};
    CHECK(ptx2c_mipmap_bytes(&m) == (6 * 3 * 2 + 3 * 1 * 1 + 1) * sizeof(float));
    CHECK(ptx2c_mipmap_build(&m, level, rest, ptx2c_mipmap_bytes(&m) - 1, false) == PTX2C_NO_MEMORY && m.levels == 0);
    CHECK(ptx2c_mipmap_build(&m, level, rest, sizeof rest, false) == PTX2C_OK && m.levels == 4 && m.level == level);
    for (uint32_t n = 1; n < m.levels; n++) {
        const int count = (W >> n) * (H >> n ? H >> n : 1) * (D >> n ? D >> n : 1);
        double sum = 0;
        for (int i = 0; i < count; i++)
            sum += ((const float *)level[n - 1].data)[i];
        CHECK(fabs(sum / count - mean / (W * H * D)) < 1e-5);
    }
    /* Powers of two, by hand; rounding of integers; alpha and sRGB; layers and faces stay apart. */
    static const uint8_t grey[] = {0, 255, 10, 20, 255, 0, 31, 40};
    uint8_t small[6];
    m = (ptx2c_image){.data = (void *)(uintptr_t)grey, .type = PTX2C_UNSIGNED_INT8, .order = PTX2C_R, .width = 4, .height = 2};
    CHECK(ptx2c_mipmap_build(&m, level, small, sizeof small, false) == PTX2C_OK && m.levels == 3);
    CHECK(small[0] == 128 && small[1] == 25 && small[2] == 77);
    m = (ptx2c_image){.data = (void *)(uintptr_t)grey, .type = PTX2C_UNORM_INT8, .order = PTX2C_RA, .width = 2, .height = 0};
    static const uint8_t pair[] = {0, 100, 255, 200};
    m.data = (void *)(uintptr_t)pair;
    CHECK(ptx2c_mipmap_build(&m, level, small, sizeof small, true) == PTX2C_OK && small[0] == 188 && small[1] == 150);
    static const int8_t layers[] = {-10, -20, 7, 9};
    m = (ptx2c_image){.data = (void *)(uintptr_t)layers, .type = PTX2C_SIGNED_INT8, .order = PTX2C_R, .width = 2, .layers = 2};
    CHECK(ptx2c_mipmap_build(&m, level, small, sizeof small, false) == PTX2C_OK);
    CHECK((int8_t)small[0] == -15 && (int8_t)small[1] == 8);
    m.samples = 2;
    CHECK(ptx2c_mipmap_build(&m, level, small, sizeof small, false) == PTX2C_BAD_IMAGE);
}

/* ---- every value ---------------------------------------------------------------------------------------------------- */

static void every_value(void)
{
    static const uint32_t types[] = {PTX2C_UNORM_INT8, PTX2C_SNORM_INT8, PTX2C_UNORM_INT16, PTX2C_SNORM_INT16,
                                     PTX2C_HALF_FLOAT};
    static uint16_t wide[65536];
    static uint8_t narrow[256];
    for (int i = 0; i < 65536; i++)
        wide[i] = (uint16_t)i;
    for (int i = 0; i < 256; i++)
        narrow[i] = (uint8_t)i;
    for (int k = 0; k < 5; k++) {
        const bool eight = k < 2;
        uint64_t t = 0, s = 0;
        uint16_t back[2] = {0};
        ptx2c_image m = {.data = eight ? (void *)narrow : (void *)wide, .type = types[k], .order = PTX2C_R,
                         .width = eight ? 256 : 65536, .linear = true};
        ptx2c_image one = {.data = back, .type = types[k], .order = PTX2C_R, .width = 1};
        CHECK(ptx2c_texture_create(&t, &m, &nearest) == PTX2C_OK && ptx2c_surface_create(&s, &one) == PTX2C_OK);
        for (int32_t i = 0; i < (eight ? 256 : 65536); i++) {
            const ptx2c_texel v = ptx2c_tex_1d_s32(&cta, TEXTURE(t), OWN, i, ptx2c_base());
            const float got = ptx2c_f32_of(v.x[0]);
            const int n = eight ? (int8_t)i : (int16_t)i, most = eight ? 127 : 32767;
            const bool sign = types[k] == PTX2C_SNORM_INT8 || types[k] == PTX2C_SNORM_INT16;
            if (types[k] == PTX2C_HALF_FLOAT)
                CHECK(ptx2c_texel_f16(v, 0) == i || isnan(got));
            else
                CHECK(got == (sign ? n < -most ? -1.0f : (float)n / (float)most : (float)i / (float)(2 * most + 1)));
            ptx2c_sust_p_1d(&cta, SURFACE(s), 0, 1, v.x[0], 0, 0, 0, PTX2C_CLAMP_trap); /* and back */
            CHECK(back[0] == (sign && n < -most ? (eight ? 0x81 : 0x8001) : i) || isnan(got));
        }
        CHECK(ptx2c_tex_1d_s32(&cta, TEXTURE(t), OWN, -1, ptx2c_base()).x[0] == 0);
        CHECK(ptx2c_texture_destroy(t) == PTX2C_OK && ptx2c_surface_destroy(s) == PTX2C_OK && status() == PTX2C_OK);
    }
}

int main(void)
{
    refused();
    wrong_handles();
    changes();
    binding();
    many();
    mipmaps();
    every_value();
    return failed != 0;
}
