/* CUDA's texture functions against the reference sampler of tests/unit, its surface functions against plain arrays; and what
 * a launch says of handles that are wrong. */
#include "host.h"
#include "texture_ref.h"

extern const ptx2c_module textures;

typedef struct Query { /* as in textures.cu */
    float x, y, z, lod, dx[4], dy[4];
    int32_t i, layer;
} Query;

enum { W = 13, H = 9, D = 5, LAYERS = 3, QUERIES = 96, LEVELS = 4 };

static uint64_t seed = 1;
static uint32_t rnd(void)
{
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(seed >> 33);
}
static float unit(void) { return (float)(rnd() % 65536) / 65536; }

/* ---- textures ---------------------------------------------------------------------------------------------------------- */

static unsigned char memory[W * W * 16 * 6 * LAYERS], rest[sizeof memory];
static ptx2c_level levels[31];

static ptx2c_image image_of(int geometry, uint32_t type, uint32_t order)
{
    ptx2c_image m = {.data = memory, .type = type, .order = order, .width = W};
    m.height = geometry == PTX2C_1D || geometry == PTX2C_A1D ? 0 : H;
    m.depth = geometry == PTX2C_3D ? D : 0;
    m.cube = geometry == PTX2C_CUBE || geometry == PTX2C_ACUBE;
    m.layers = geometry == PTX2C_A1D || geometry == PTX2C_A2D || geometry == PTX2C_ACUBE ? LAYERS : 0;
    if (m.cube)
        m.height = W;
    for (size_t i = 0; i < sizeof memory; i += 4) {
        const float f = unit() * 4 - 2;
        const uint32_t u = rnd();
        memcpy(memory + i, type == PTX2C_FLOAT ? (const void *)&f : (const void *)&u, 4);
    }
    return m;
}

/* How to see a kernel as an instruction of the reference. */
typedef struct Kind {
    const char *name;
    int geometry, mode, what, comp;
    bool integer;            /* coordinates */
    uint32_t types[3];       /* formats to read, 0 ends */
    uint32_t order;
} Kind;

#define REALS {PTX2C_FLOAT, PTX2C_UNORM_INT8, PTX2C_SNORM_INT16}
#define INTS {PTX2C_SIGNED_INT32, PTX2C_SIGNED_INT8, PTX2C_UNSIGNED_INT16}
static const Kind kinds[] = {
    {"fetch_1d", PTX2C_1D, REF_BASE, REF_TEX, 0, true, REALS, PTX2C_RGBA},
    {"fetch_1d_int", PTX2C_1D, REF_BASE, REF_TEX, 0, true, INTS, PTX2C_RG},
    {"tex_1d", PTX2C_1D, REF_BASE, REF_TEX, 0, false, REALS, PTX2C_RGBA},
    {"tex_2d", PTX2C_2D, REF_BASE, REF_TEX, 0, false, REALS, PTX2C_RGBA},
    {"tex_3d", PTX2C_3D, REF_BASE, REF_TEX, 0, false, REALS, PTX2C_R},
    {"tex_a1d", PTX2C_A1D, REF_BASE, REF_TEX, 0, false, REALS, PTX2C_RGBA},
    {"tex_a2d", PTX2C_A2D, REF_BASE, REF_TEX, 0, false, REALS, PTX2C_RG},
    {"tex_cube", PTX2C_CUBE, REF_BASE, REF_TEX, 0, false, REALS, PTX2C_RGBA},
    {"tex_acube", PTX2C_ACUBE, REF_BASE, REF_TEX, 0, false, REALS, PTX2C_RGBA},
    {"lod_1d", PTX2C_1D, REF_LEVEL, REF_TEX, 0, false, REALS, PTX2C_RGBA},
    {"lod_2d", PTX2C_2D, REF_LEVEL, REF_TEX, 0, false, REALS, PTX2C_BGRA},
    {"lod_3d", PTX2C_3D, REF_LEVEL, REF_TEX, 0, false, REALS, PTX2C_RGBA},
    {"lod_a1d", PTX2C_A1D, REF_LEVEL, REF_TEX, 0, false, REALS, PTX2C_R},
    {"lod_a2d", PTX2C_A2D, REF_LEVEL, REF_TEX, 0, false, REALS, PTX2C_RGBA},
    {"lod_cube", PTX2C_CUBE, REF_LEVEL, REF_TEX, 0, false, REALS, PTX2C_RGBA},
    {"lod_acube", PTX2C_ACUBE, REF_LEVEL, REF_TEX, 0, false, REALS, PTX2C_RGBA},
    {"grad_1d", PTX2C_1D, REF_GRAD, REF_TEX, 0, false, REALS, PTX2C_RGBA},
    {"grad_2d", PTX2C_2D, REF_GRAD, REF_TEX, 0, false, REALS, PTX2C_RGBA},
    {"grad_3d", PTX2C_3D, REF_GRAD, REF_TEX, 0, false, REALS, PTX2C_RGBA},
    {"grad_a1d", PTX2C_A1D, REF_GRAD, REF_TEX, 0, false, REALS, PTX2C_RGBA},
    {"grad_a2d", PTX2C_A2D, REF_GRAD, REF_TEX, 0, false, REALS, PTX2C_RGBA},
    {"grad_cube", PTX2C_CUBE, REF_GRAD, REF_TEX, 0, false, REALS, PTX2C_RGBA},
    {"gather_r", PTX2C_2D, REF_BASE, REF_GATHER, 0, false, REALS, PTX2C_RGBA},
    {"gather_g", PTX2C_2D, REF_BASE, REF_GATHER, 1, false, REALS, PTX2C_RGBA},
    {"gather_b", PTX2C_2D, REF_BASE, REF_GATHER, 2, false, REALS, PTX2C_RGBA},
    {"gather_a", PTX2C_2D, REF_BASE, REF_GATHER, 3, false, REALS, PTX2C_RGBA},
    {"gather_int", PTX2C_2D, REF_BASE, REF_GATHER, 1, false, INTS, PTX2C_RG},
    {"int_2d", PTX2C_2D, REF_BASE, REF_TEX, 0, false, INTS, PTX2C_RGBA},
    {"int_3d", PTX2C_3D, REF_BASE, REF_TEX, 0, false, INTS, PTX2C_R},
    {"uchar_2d", PTX2C_2D, REF_BASE, REF_TEX, 0, false, {PTX2C_UNSIGNED_INT8}, PTX2C_RGBA},
    {"short_2d", PTX2C_2D, REF_BASE, REF_TEX, 0, false, {PTX2C_SIGNED_INT16}, PTX2C_RG},
    {"resident_2d", PTX2C_2D, REF_LEVEL, REF_TEX, 0, false, REALS, PTX2C_RGBA},
};

static Query query(const ptx2c_image *m, bool normalized)
{
    Query q = {.i = (int32_t)(rnd() % (2 * W)) - W / 2, .layer = (int32_t)(rnd() % (LAYERS + 1)), .lod = unit() * 5 - 1};
    float *c[] = {&q.x, &q.y, &q.z};
    const uint32_t size[] = {m->width, m->height, m->depth};
    for (int d = 0; d < 3; d++) {
        *c[d] = m->cube ? unit() * 2 - 1 : (unit() * 3 - 1) * (normalized ? 1 : (float)size[d]);
        q.dx[d] = (unit() - .5f) * (normalized ? 1 : 9);
        q.dy[d] = (unit() - .5f) * (normalized ? .3f : 3);
    }
    if (m->cube && q.x == 0 && q.y == 0 && q.z == 0)
        q.x = 1;
    return q;
}

/* The worst difference from the reference, in parts of what was filtered; 1 where bits must agree and don't. */
static double difference(const ptx2c_image *m, const ptx2c_sampler *s, const Kind *k, const Query *q, const void *out)
{
    Lookup l = {.what = k->what, .comp = k->comp, .geometry = k->geometry, .mode = k->mode, .integer = k->integer,
                .f = {q->x, q->y, q->z}, .i = {q->i}, .layer = (uint32_t)q->layer, .lod = q->lod};
    memcpy(l.dx, q->dx, sizeof l.dx);
    memcpy(l.dy, q->dy, sizeof l.dy);
    const Result want = ref_lookup(m, s, s, &l);
    double worst = 0;
    for (int c = 0; c < 4; c++) {
        float f;
        int32_t i;
        memcpy(&f, (const char *)out + 4 * c, 4);
        memcpy(&i, (const char *)out + 4 * c, 4);
        const float missing = strcmp(k->name, "resident_2d") == 0 && !want.resident ? -1 : 0;
        if (!want.resident)
            worst = f == missing ? worst : 1;
        else if (strcmp(k->name, "short_2d") == 0 && c > 1) /* textures.cu sets these */
            worst = i == (c == 3) ? worst : 1;
        else if (!want.real)
            worst = (uint32_t)i == (uint32_t)want.i[c] ? worst : 1;
        else if (f != (float)want.f[c])
            worst = fmax(worst, fabs((double)f - want.f[c]) / fmax(want.most, 1e-30));
    }
    return worst;
}

static void try_kind(const Kind *k)
{
    static Query q[QUERIES];
    static uint32_t out[QUERIES][4];
    uint32_t n = QUERIES, tried = 0;
    double worst = 0;
    for (int round = 0; round < 12; round++) {
        const uint32_t type = k->types[1] ? k->types[round % 3] : k->types[0];
        ptx2c_image m = image_of(k->geometry, type, k->order);
        const bool real = !ref_integer_type(type);
        const ptx2c_sampler s = {
            .filter = real && round & 1, .mip_filter = real && round & 2, .normalized = m.cube || round & 4,
            .address = {(uint8_t)(rnd() % 5), (uint8_t)(rnd() % 5), (uint8_t)(rnd() % 5)}, .border = {.5f, 2, -1, 1},
            .bias = round > 6 ? .3f : 0, .max_level = 9, .seamless = round & 8,
        };
        uint64_t t;
        void *pq = q, *po = out, *args[] = {&t, &pq, &po, &n};
        m.linear = k->integer;
        if (k->mode != REF_BASE && ptx2c_mipmap_build(&m, levels, rest, sizeof rest, false))
            printf("%s: no mipmap\n", k->name);
        if (strcmp(k->name, "resident_2d") == 0)
            levels[1].data = NULL;
        for (int i = 0; i < QUERIES; i++)
            q[i] = query(&m, s.normalized);
        int status = ptx2c_texture_create(&t, &m, &s);
        if (status)
            printf("%s: %s\n", k->name, ptx2c_strerror(status));
        run(&textures, k->name, 2, 64, args);
        for (int i = 0; i < QUERIES; i++, tried++)
            worst = fmax(worst, difference(&m, &s, k, &q[i], out[i]));
        ptx2c_texture_destroy(t);
    }
    printf("%s: %u lookups%s\n", k->name, tried, worst < 1e-6 ? "" : ", wrong");
    if (worst >= 1e-6)
        printf("  worst difference %g\n", worst);
}

/* ---- surfaces ---------------------------------------------------------------------------------------------------------- */

static void try_surface(const char *name, uint32_t type, uint32_t order, int h, int d, int layers, bool clamp)
{
    static unsigned char from[W * H * 6 * 16], to[sizeof from], want[16];
    ptx2c_image m = {.data = from, .type = type, .order = order, .width = W, .height = (uint32_t)h, .depth = (uint32_t)d,
                     .layers = (uint32_t)layers};
    const int bytes = (int)ptx2c_element_bytes(&m), rows = h ? h : 1, slices = d ? d : layers ? layers : 1;
    uint64_t a, b;
    void *args[] = {&a, &b};
    for (size_t i = 0; i < sizeof from; i++)
        from[i] = (unsigned char)rnd();
    int status = ptx2c_surface_create(&a, &m);
    m.data = to;
    if (status || ptx2c_surface_create(&b, &m))
        printf("%s: not made\n", name);
    status = ptx2c_launch(ptx2c_find_kernel(&textures, name), (ptx2c_dim3){1, 1, 1},
                          (ptx2c_dim3){W, (uint32_t)rows, (uint32_t)slices}, 0, args);
    int wrong = 0;
    for (int z = 0; z < slices; z++)
        for (int y = 0; y < rows; y++)
            for (int x = 0; x < W; x++) {
                const bool outside = x < 2 || (h && y < 1);
                const int u = x < 2 ? 0 : x - 2, v = !h || y < 1 ? 0 : y - 1;
                memset(want, 0, sizeof want);
                if (!outside || clamp)
                    memcpy(want, from + (size_t)((z * rows + v) * W + u) * (size_t)bytes, (size_t)bytes);
                wrong += memcmp(want, to + (size_t)((z * rows + y) * W + x) * (size_t)bytes, (size_t)bytes) != 0;
            }
    printf("%s: %s, %d wrong\n", name, ptx2c_strerror(status), wrong);
    ptx2c_surface_destroy(a);
    ptx2c_surface_destroy(b);
}

/* ---- what is wrong ----------------------------------------------------------------------------------------------------- */

static void try_wrong(void)
{
    static Query q[1];
    static float out[4] = {9, 9, 9, 9};
    uint32_t n = 1;
    uint64_t t, s, h = 0;
    void *pq = q, *po = out, *args[] = {&h, &pq, &po, &n}, *surfaces[] = {&h, &h};
    const ptx2c_image m = image_of(PTX2C_2D, PTX2C_FLOAT, PTX2C_RGBA);
    const ptx2c_sampler sampler = {.filter = PTX2C_LINEAR};
    ptx2c_texture_create(&t, &m, &sampler);
    ptx2c_surface_create(&s, &m);
    run(&textures, "tex_2d", 1, 1, args);
    h = s;
    run(&textures, "tex_2d", 1, 1, args);
    h = t;
    run(&textures, "tex_3d", 1, 1, args);
    run(&textures, "surf_2d", 1, 1, surfaces);
    h = (uintptr_t)memory;
    run(&textures, "tex_2d", 1, 1, args);
    run(&textures, "surf_2d", 1, 1, surfaces);
    h = s;
    run(&textures, "surf_trap", 1, 3, surfaces);
    ptx2c_texture_destroy(t);
    h = t;
    run(&textures, "tex_2d", 1, 1, args);
    ptx2c_surface_destroy(s);
    printf("%g\n", (double)out[0]);
}

int main(void)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        try_kind(&kinds[i]);
    try_surface("surf_1d", PTX2C_SIGNED_INT32, PTX2C_R, 0, 0, 0, true);
    try_surface("surf_2d", PTX2C_FLOAT, PTX2C_RGBA, H, 0, 0, false);
    try_surface("surf_3d", PTX2C_UNSIGNED_INT8, PTX2C_R, H, D, 0, true);
    try_surface("surf_a1d", PTX2C_SIGNED_INT16, PTX2C_RG, 0, 0, 4, false);
    try_surface("surf_a2d", PTX2C_UNSIGNED_INT32, PTX2C_RGBA, H, 0, 4, true);
    try_surface("surf_cube", PTX2C_UNSIGNED_INT16, PTX2C_RGBA, H, 0, 6, false);
    try_wrong();
    return 0;
}
