/* tex, tld4 and txq against the reference sampler: random images of every format and geometry, random samplers, random and
 * awkward coordinates.  What is not filtered must be the same to the bit; what is filtered may differ by the rounding of
 * float sums, far below a step of the filter's weights. */
#define PTX2C_GENERATED 1
#define PTX2C_TEXTURES
#include "ptx2c.h"
#include "texture_ref.h"

#include <stdio.h>

static uint64_t seed = 1;
static uint32_t rnd(void)
{
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(seed >> 33);
}
static uint32_t below(uint32_t n) { return rnd() % n; }
static bool coin(void) { return rnd() & 256; }

static const uint32_t types[] = {PTX2C_SNORM_INT8, PTX2C_SNORM_INT16, PTX2C_UNORM_INT8, PTX2C_UNORM_INT16,
    PTX2C_UNORM_SHORT_565, PTX2C_UNORM_SHORT_555, PTX2C_UNORM_INT_101010, PTX2C_SIGNED_INT8, PTX2C_SIGNED_INT16,
    PTX2C_SIGNED_INT32, PTX2C_UNSIGNED_INT8, PTX2C_UNSIGNED_INT16, PTX2C_UNSIGNED_INT32, PTX2C_HALF_FLOAT, PTX2C_FLOAT};
enum { TYPES = sizeof types / sizeof *types };

typedef struct Case {
    ptx2c_image image;
    ptx2c_sampler own, separate; /* separate is used when other is set */
    bool other;
    ptx2c_level level[32];
    void *memory[32];
} Case;

static void random_bytes(unsigned char *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        p[i] = (unsigned char)rnd();
}

/* What is filtered has no NaN, no infinity and no huge ratios. */
static void tame(const ptx2c_image *m, unsigned char *p, size_t channels)
{
    for (size_t i = 0; i < channels; i++)
        if (m->type == PTX2C_FLOAT) {
            const float f = (float)((int32_t)rnd() - (1 << 30)) / (float)(1 << below(30));
            memcpy(p + 4 * i, &f, 4);
        } else if (m->type == PTX2C_HALF_FLOAT && (p[2 * i + 1] & 0x7c) == 0x7c) {
            p[2 * i + 1] &= 0xbf;
        }
}

static void make_memory(Case *c, bool any)
{
    ptx2c_image *m = &c->image;
    const uint32_t levels = m->levels ? m->levels : 1, samples = m->samples ? m->samples : 1;
    for (uint32_t n = 0; n < levels; n++) {
        const uint32_t w = (uint32_t)ref_size(m->width, (int)n), h = (uint32_t)ref_size(m->height, (int)n);
        const uint32_t d = m->depth ? (uint32_t)ref_size(m->depth, (int)n) : (m->layers ? m->layers : 1) * (m->cube ? 6 : 1);
        size_t row = (size_t)ref_element_bytes(m) * samples * w + (coin() ? below(9) : 0);
        size_t slice = row * h + (coin() ? below(20) : 0);
        unsigned char *p = malloc(slice * d);
        random_bytes(p, slice * d);
        for (uint32_t y = 0; !any && y < h * d; y++)
            tame(m, p + y / h * slice + y % h * row, strlen(ref_order(m->order)) * samples * w);
        c->memory[n] = p;
        const bool packed = row == (size_t)ref_element_bytes(m) * samples * w && coin();
        ptx2c_level l = {p, packed ? 0 : row, slice == row * h && coin() ? 0 : slice};
        if (n && below(12) == 0)
            l.data = NULL;
        if (n) {
            c->level[n - 1] = l;
        } else {
            m->data = l.data;
            m->row_pitch = l.row_pitch;
            m->slice_pitch = l.slice_pitch;
        }
    }
    m->level = c->level;
}

static void make_sampler(ptx2c_sampler *s)
{
    *s = (ptx2c_sampler){.filter = coin(), .mip_filter = coin(), .compare = (uint8_t)below(8), .seamless = coin(),
                         .force_unnormalized = below(4) == 0, .max_anisotropy = (uint8_t)below(17),
                         .normalized = coin(), .read_normalized = coin(), .srgb = coin()};
    for (int d = 0; d < 3; d++)
        s->address[d] = (uint8_t)below(5);
    s->bias = coin() ? 0 : (float)((int)below(2000) - 1000) / 400;
    s->min_level = coin() ? 0 : (float)below(1000) / 300;
    s->max_level = coin() ? 1000 : (float)below(1000) / 200;
    for (int k = 0; k < 4; k++)
        s->border[k] = coin() ? 0 : (float)((int)below(2000) - 1000) / 300;
}

/* A geometry's sizes, a format, samplers that fit. */
static void make_case(Case *c, uint32_t geometry, uint32_t type, bool plain)
{
    ptx2c_image *m = &c->image;
    memset(c, 0, sizeof *c);
    const uint32_t most = below(3) ? 9 : 40;
    m->type = type;
    m->order = ref_packed(type) ? PTX2C_RGB : PTX2C_R + below(10);
    m->width = 1 + below(most);
    m->height = geometry == PTX2C_1D || geometry == PTX2C_A1D ? 0 : 1 + below(most);
    m->depth = geometry == PTX2C_3D ? 1 + below(8) : 0;
    m->layers = geometry == PTX2C_A1D || geometry == PTX2C_A2D || geometry == PTX2C_ACUBE || geometry == PTX2C_A2DMS ?
                1 + below(4) : 0;
    m->samples = geometry == PTX2C_2DMS || geometry == PTX2C_A2DMS ? 1 + below(8) : 0;
    m->cube = geometry == PTX2C_CUBE || geometry == PTX2C_ACUBE;
    m->linear = below(4) == 0;
    if (m->cube)
        m->height = m->width;
    uint32_t full = 1;
    while ((m->width | m->height | m->depth) >> full)
        full++;
    m->levels = m->samples ? 0 : below(full + 1);
    make_sampler(&c->own);
    make_sampler(&c->separate);
    c->other = coin();
    if (plain) { /* what may go the short way */
        m->order = coin() ? PTX2C_R : PTX2C_RGBA;
        c->other = false;
        c->own.filter = coin();
        c->own.srgb = c->own.srgb && below(3) == 0;
        for (int d = 0; d < 2; d++)
            c->own.address[d] = coin() ? PTX2C_CLAMP : coin() ? PTX2C_WRAP : PTX2C_MIRROR;
    }
    ptx2c_sampler *used = c->other ? &c->separate : &c->own;
    if (m->cube)
        c->own.normalized = true, used->force_unnormalized = c->separate.force_unnormalized = false;
    c->own.force_unnormalized = false;
    if (!ref_real(m, &c->own))
        c->own.filter = c->own.mip_filter = c->separate.filter = c->separate.mip_filter = PTX2C_NEAREST;
    make_memory(c, used->filter == PTX2C_NEAREST && used->mip_filter == PTX2C_NEAREST);
}

static float awkward(int32_t size, bool normalized)
{
    static const float odd[] = {0, -0.0f, 1, -1, .5f, -.5f, 2, NAN, INFINITY, -INFINITY, 3.4e38f, -3.4e38f, 1e-45f, -1e-45f,
                                1e-30f, -1e-30f, 16777216, -16777216, 2147483648.0f, -2147483648.0f, 1e10f, -1e10f};
    const float unit = normalized ? 1 / (float)size : 1;
    switch (below(6)) {
    case 0: return odd[below(sizeof odd / sizeof *odd)];
    case 1: return ((float)((int)below((uint32_t)(3 * size) + 2) - size) + .5f) * unit;              /* centres */
    case 2: return nextafterf((float)((int)below((uint32_t)(3 * size) + 2) - size) * unit, coin() ? 1e9f : -1e9f);
    case 3: return (float)((int)below((uint32_t)(3 * size) + 2) - size) * unit;                      /* edges */
    default: return ((float)below(1 << 24) / (1 << 22) - 1.5f) * (float)size * unit;
    }
}

static void make_lookup(Lookup *k, const Case *c, uint32_t geometry, bool plain)
{
    const ptx2c_image *m = &c->image;
    const ptx2c_sampler *s = c->other ? &c->separate : &c->own;
    const bool normalized = c->own.normalized && !s->force_unnormalized;
    const int32_t size[3] = {(int32_t)m->width, (int32_t)m->height, (int32_t)m->depth};
    const bool ms = m->samples;
    *k = (Lookup){.geometry = (int)geometry, .integer = ms || (plain ? geometry == PTX2C_1D : !m->cube && below(4) == 0)};
    if (!k->integer && !plain && below(5) == 0 && (m->cube || geometry == PTX2C_2D || geometry == PTX2C_A2D)) {
        k->what = REF_GATHER;
        k->comp = (int)below(4);
    } else if (!ms && !plain) {
        k->mode = (int)below(3);
    }
    for (int d = 0; d < 3; d++) {
        const int32_t n = size[d] ? size[d] : 1;
        k->f[d] = m->cube ? (float)((int)below(2001) - 1000) / (below(3) ? 1000 : 500) : awkward(n, normalized);
        k->i[d] = below(8) ? (int32_t)below((uint32_t)(3 * n)) - n : coin() ? INT32_MAX - (int32_t)below(9) : INT32_MIN;
        k->offset[d] = plain || m->cube || below(3) ? 0 : (int32_t)below(16) - 8;
        k->dx[d] = (float)((int)below(2000) - 1000) / 1000 * (normalized ? 1 : 10);
        k->dy[d] = below(3) ? (float)((int)below(2000) - 1000) / 3000 * (normalized ? 1 : 10) : 0;
    }
    if (m->cube && below(4) == 0) { /* along an edge and into a corner */
        const float a = (float)((int)below(3) - 1), b = coin() ? a : -a;
        k->f[below(3)] = a == 0 ? 1 : a;
        k->f[below(3)] = b == 0 ? 1 : b * .999f;
    }
    if (m->cube && k->f[0] == 0 && k->f[1] == 0 && k->f[2] == 0)
        k->f[0] = 1;
    k->layer = below(8) ? below(5) : rnd() * 2;
    k->sample = below(8) ? below(9) : rnd();
    k->lod = below(9) == 0 ? NAN : (float)((int)below(4000) - 1000) / 500;
    if (isnan(k->lod) && s->bias != 0)
        k->lod = 1;
    if (k->integer && k->mode == REF_LEVEL)
        k->lod = (float)((int)below(8) - 2);
    if (!ms && m->depth == 0 && !k->integer && !plain && below(4) == 0) {
        k->compare = true;
        k->reference = (float)((int)below(200) - 100) / 100;
    }
}

/* Every other time as one lane of several, where that is possible. */
static ptx2c_texel run_2d(const ptx2c_cta *c, ptx2c_texref t, ptx2c_samplerref s, float x, float y, ptx2c_lookup how)
{
    ptx2c_texel r = ptx2c_tex_2d_f32(c, t, s, x, y, how);
    if (ptx2c_is_short(s, how) && below(2)) {
        float xs[21], ys[21];
        uint32_t v[4][24];
        const uint32_t l = (uint32_t)below(21);
        for (int i = 0; i < 21; i++) {
            xs[i] = x + (float)i;
            ys[i] = y - (float)i;
        }
        xs[l] = x;
        ys[l] = y;
        ptx2c_texels_2d_f32_best(c, t, 21, xs, ys, v[0], 4, 24);
        for (int k = 0; k < 4; k++)
            r.x[k] = v[k][l];
    }
    return r;
}

static ptx2c_texel run(const ptx2c_cta *c, uint64_t texture, uint64_t sampler, const Lookup *k)
{
    const ptx2c_texref t = ptx2c_texref_of(NULL, 0, texture);
    const ptx2c_samplerref s = sampler ? ptx2c_samplerref_of(NULL, 0, sampler) : PTX2C_OWN_SAMPLER;
    ptx2c_lookup how = ptx2c_base();
    const float x = k->f[0], y = k->f[1], z = k->f[2];
    if (k->mode == REF_LEVEL)
        how = k->integer ? ptx2c_level_s32((int32_t)k->lod) : ptx2c_level_f32(k->lod);
    if (k->mode == REF_GRAD)
        how = k->geometry == PTX2C_1D || k->geometry == PTX2C_A1D ? ptx2c_grad_1d(k->dx[0], k->dy[0])
              : k->geometry == PTX2C_2D || k->geometry == PTX2C_A2D ? ptx2c_grad_2d(k->dx[0], k->dx[1], k->dy[0], k->dy[1])
              : ptx2c_grad_3d(k->dx[0], k->dx[1], k->dx[2], k->dy[0], k->dy[1], k->dy[2]);
    if (k->offset[0] | k->offset[1] | k->offset[2])
        how = ptx2c_offset(how, k->offset[0], k->offset[1], k->offset[2]);
    if (k->compare)
        how = ptx2c_compare(how, k->reference);
    const uint32_t comp = (uint32_t)k->comp;
    if (k->what == REF_GATHER)
        switch (k->geometry) {
        case PTX2C_2D: return ptx2c_tld4_2d(c, t, s, comp, x, y, how);
        case PTX2C_A2D: return ptx2c_tld4_a2d(c, t, s, comp, k->layer, x, y, how);
        case PTX2C_CUBE: return ptx2c_tld4_cube(c, t, s, comp, x, y, z, how);
        default: return ptx2c_tld4_acube(c, t, s, comp, k->layer, x, y, z, how);
        }
    switch (k->geometry) {
    case PTX2C_1D: return k->integer ? ptx2c_tex_1d_s32(c, t, s, k->i[0], how) : ptx2c_tex_1d_f32(c, t, s, x, how);
    case PTX2C_2D: return k->integer ? ptx2c_tex_2d_s32(c, t, s, k->i[0], k->i[1], how)
                                     : run_2d(c, t, s, x, y, how);
    case PTX2C_3D: return k->integer ? ptx2c_tex_3d_s32(c, t, s, k->i[0], k->i[1], k->i[2], how)
                                     : ptx2c_tex_3d_f32(c, t, s, x, y, z, how);
    case PTX2C_A1D: return k->integer ? ptx2c_tex_a1d_s32(c, t, s, k->layer, k->i[0], how)
                                      : ptx2c_tex_a1d_f32(c, t, s, k->layer, x, how);
    case PTX2C_A2D: return k->integer ? ptx2c_tex_a2d_s32(c, t, s, k->layer, k->i[0], k->i[1], how)
                                      : ptx2c_tex_a2d_f32(c, t, s, k->layer, x, y, how);
    case PTX2C_CUBE: return ptx2c_tex_cube_f32(c, t, s, x, y, z, how);
    case PTX2C_ACUBE: return ptx2c_tex_acube_f32(c, t, s, k->layer, x, y, z, how);
    case PTX2C_2DMS: return ptx2c_tex_2dms_s32(c, t, s, k->sample, k->i[0], k->i[1], how);
    default: return ptx2c_tex_a2dms_s32(c, t, s, k->layer, k->sample, k->i[0], k->i[1], how);
    }
}

static int failed;

static void describe(const Case *c, const Lookup *k)
{
    const ptx2c_image *m = &c->image;
    const ptx2c_sampler *s = c->other ? &c->separate : &c->own;
    fprintf(stderr, "  type %x order %x size %u %u %u layers %u samples %u levels %u cube %d linear %d pitch %zu %zu\n", m->type,
            m->order, m->width, m->height, m->depth, m->layers, m->samples, m->levels, m->cube, m->linear, m->row_pitch,
            m->slice_pitch);
    fprintf(stderr, "  %s sampler: filter %d mip %d address %d %d %d compare %d seamless %d bias %g level %g..%g normalized %d"
            " read_normalized %d srgb %d unnormalized %d\n", c->other ? "separate" : "own", s->filter, s->mip_filter,
            s->address[0], s->address[1], s->address[2], s->compare, s->seamless, (double)s->bias, (double)s->min_level,
            (double)s->max_level, c->own.normalized, c->own.read_normalized, c->own.srgb, s->force_unnormalized);
    fprintf(stderr, "  what %d comp %d geometry %d mode %d f %a %a %a i %d %d %d offset %d %d %d layer %u sample %u lod %g"
            " dx %g %g %g dy %g %g %g compare %d %g\n", k->what, k->comp, k->geometry, k->mode, (double)k->f[0],
            (double)k->f[1], (double)k->f[2], k->i[0], k->i[1], k->i[2], k->offset[0], k->offset[1], k->offset[2], k->layer,
            k->sample, (double)k->lod, (double)k->dx[0], (double)k->dx[1], (double)k->dx[2], (double)k->dy[0],
            (double)k->dy[1], (double)k->dy[2], k->compare, (double)k->reference);
    if (k->integer)
        fprintf(stderr, "  integer coordinates\n");
}

/* Whether the cube's or the level's arithmetic, which the reference does with other roundings, stands on a step. */
static bool on_a_step(const Case *c, const Lookup *k, const ptx2c_sampler *s)
{
    const ptx2c_image *m = &c->image;
    const bool normalized = c->own.normalized && !s->force_unnormalized;
    double ratio;
    ref_anisotropy(m, s, normalized, k, &ratio);
    if (ratio > 0 && ratio < 20 && fabs(ratio - floor(ratio + .5)) < 1e-4)
        return true;
    if (k->mode == REF_GRAD && m->levels > 1) {
        const double l = ref_lod(m, s, normalized, k) * 256;
        const double step = s->mip_filter == PTX2C_LINEAR ? l - floor(l) - .5 : fmod(l, 256) - 128;
        if (fabs(step) < 1e-4)
            return true;
    }
    return false;
}

static void check(const Case *c, const Lookup *k, const ptx2c_cta *cta, uint64_t t, uint64_t s)
{
    const ptx2c_sampler *used = c->other ? &c->separate : &c->own;
    if (on_a_step(c, k, used))
        return;
    const Result want = ref_lookup(&c->image, &c->own, used, k);
    const ptx2c_texel got = run(cta, t, s, k);
    bool ok = got.resident == want.resident && (!want.resident || got.real == want.real);
    const bool filtered = (used->filter == PTX2C_LINEAR && !k->integer && k->what == REF_TEX) ||
                          (used->mip_filter == PTX2C_LINEAR && k->mode != REF_BASE && c->image.levels > 1) ||
                          (c->image.cube && used->seamless);
    for (int i = 0; i < 4 && ok; i++) {
        if (!want.resident) {
            ok = got.x[i] == 0;
        } else if (!want.real) {
            ok = got.x[i] == (uint32_t)want.i[i];
        } else {
            const double g = (double)ptx2c_f32_of(got.x[i]);
            const float w = (float)want.f[i];
            ok = g == (double)w || (isnan(g) && isnan(w)) ||
                 (filtered && fabs(g - want.f[i]) <= 1e-6 * (want.most + 1e-30));
        }
    }
    if (ok || ++failed > 5)
        return;
    fprintf(stderr, "got %g %g %g %g (%x %x %x %x), want %g %g %g %g, resident %d %d, real %d %d\n",
            (double)ptx2c_f32_of(got.x[0]), (double)ptx2c_f32_of(got.x[1]), (double)ptx2c_f32_of(got.x[2]),
            (double)ptx2c_f32_of(got.x[3]), got.x[0], got.x[1], got.x[2], got.x[3], want.f[0], want.f[1], want.f[2],
            want.f[3], got.resident, want.resident, got.real, want.real);
    describe(c, k);
}

#define EXPECT(what, got, want)                                                                     \
    do {                                                                                            \
        const uint32_t got_ = (got), want_ = (want);                                                \
        if (got_ != want_ && ++failed <= 5)                                                         \
            fprintf(stderr, "%s: got %u, not %u\n", what, got_, want_);                             \
    } while (0)

static void queries(const Case *c, const ptx2c_cta *cta, uint64_t t, uint64_t s)
{
    const ptx2c_image *m = &c->image;
    EXPECT("width", ptx2c_txq_width(cta, t), m->width);
    EXPECT("height", ptx2c_txq_height(cta, t), m->height);
    EXPECT("depth", ptx2c_txq_depth(cta, t), m->depth);
    EXPECT("channel_data_type", ptx2c_txq_channel_data_type(cta, t), m->type);
    EXPECT("channel_order", ptx2c_txq_channel_order(cta, t), m->order);
    EXPECT("array_size", ptx2c_txq_array_size(cta, t), m->layers);
    EXPECT("num_samples", ptx2c_txq_num_samples(cta, t), m->samples);
    EXPECT("num_mipmap_levels", ptx2c_txq_num_mipmap_levels(cta, t), m->levels);
    EXPECT("normalized_coords", ptx2c_txq_normalized_coords(cta, t), c->own.normalized);
    EXPECT("filter_mode", ptx2c_txq_filter_mode(cta, t), c->own.filter);
    EXPECT("addr_mode_0", ptx2c_txq_addr_mode_0(cta, s), c->separate.address[0]);
    EXPECT("addr_mode_1", ptx2c_txq_addr_mode_1(cta, t), c->own.address[1]);
    EXPECT("addr_mode_2", ptx2c_txq_addr_mode_2(cta, s), c->separate.address[2]);
    EXPECT("force_unnormalized_coords", ptx2c_txq_force_unnormalized_coords(cta, s), c->separate.force_unnormalized);
    for (uint32_t n = 0; n < m->levels + 2; n++) {
        const bool is = n == 0 || n < m->levels;
        EXPECT("level.width", ptx2c_txq_level_width(cta, t, n), is ? (uint32_t)ref_size(m->width, (int)n) : 0);
        EXPECT("level.height", ptx2c_txq_level_height(cta, t, n), is && m->height ? (uint32_t)ref_size(m->height, (int)n) : 0);
        EXPECT("level.depth", ptx2c_txq_level_depth(cta, t, n), is && m->depth ? (uint32_t)ref_size(m->depth, (int)n) : 0);
    }
}

/* Lookups in a random texture; plain: what may go the short way. */
static bool lookups(uint32_t geometry, uint32_t type, bool plain, bool query)
{
    static Case c;
    ptx2c_grid grid = {0};
    const ptx2c_cta cta = {.grid = &grid};
    uint64_t t = 0, s = 0;
    make_case(&c, geometry, type, plain);
    const int made = ptx2c_texture_create(&t, &c.image, &c.own), more = ptx2c_sampler_create(&s, &c.separate);
    if (made || more) {
        Lookup k = {0};
        fprintf(stderr, "not made: %s, %s\n", ptx2c_strerror(made), ptx2c_strerror(more));
        describe(&c, &k);
        return false;
    }
    if (query)
        queries(&c, &cta, t, s);
    for (int n = 0; n < (plain ? 60 : 25); n++) {
        Lookup k;
        make_lookup(&k, &c, geometry, plain || below(3) == 0);
        check(&c, &k, &cta, t, c.other ? s : 0);
    }
    if (grid.status && ++failed <= 5)
        fprintf(stderr, "status: %s\n", ptx2c_strerror(grid.status));
    for (int n = 0; n < 32; n++)
        free(c.memory[n]);
    return ptx2c_texture_destroy(t) == PTX2C_OK && ptx2c_sampler_destroy(s) == PTX2C_OK;
}

int main(void)
{
    for (int round = 0; round < 60; round++)
        for (uint32_t geometry = PTX2C_1D; geometry <= PTX2C_A2DMS; geometry++)
            for (int type = 0; type < TYPES; type++)
                if (!lookups(geometry, types[type], false, round == 0))
                    return 1;
    static const uint32_t shorter[] = {PTX2C_FLOAT, PTX2C_UNORM_INT8, PTX2C_UNSIGNED_INT8, PTX2C_SIGNED_INT32};
    for (int round = 0; round < 800; round++)
        if (!lookups(round % 5 ? PTX2C_2D : PTX2C_1D, shorter[round & 3], true, false))
            return 1;
    if (failed)
        fprintf(stderr, "%d failed\n", failed);
    return failed != 0;
}
