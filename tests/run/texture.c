/* Compares what the kernels of texture.ptx fetch with a bilinear filter in plain C; prints queries and messages. */
#include "host.h"

#include <math.h>

extern const ptx2c_module texture, texture_old;

enum { W = 8, H = 6, N = 40 };

static float texels[W * H][4];
static float x[N], y[N], out[N][4], *to_x = x, *to_y = y, (*to_out)[4] = out;

/* The element beside which coordinate i lies, or -1. */
static int place(int i, int n, int mode)
{
    switch (mode) {
    case PTX2C_WRAP: return (i % n + n) % n;
    case PTX2C_MIRROR: i = (i % (2 * n) + 2 * n) % (2 * n); return i < n ? i : 2 * n - 1 - i;
    case PTX2C_BORDER: return i < 0 || i >= n ? -1 : i;
    default: return i < 0 ? 0 : i < n ? i : n - 1;
    }
}

static double element(int i, int j, int k, const ptx2c_sampler *s)
{
    i = place(i, W, s->address[0]);
    j = place(j, H, s->address[1]);
    return i < 0 || j < 0 ? (double)s->border[k] : (double)texels[j * W + i][k];
}

static double want(const ptx2c_sampler *s, float u, float v, int k)
{
    const bool linear = s->filter == PTX2C_LINEAR;
    const double a = (double)u * (s->normalized ? W : 1) - (linear ? .5 : 0), b = (double)v * (s->normalized ? H : 1) - (linear ? .5 : 0);
    const int i = (int)floor(a), j = (int)floor(b);
    if (!linear)
        return element(i, j, k, s);
    const double p = floor((a - i) * 256 + .5) / 256, q = floor((b - j) * 256 + .5) / 256;
    return (1 - q) * ((1 - p) * element(i, j, k, s) + p * element(i + 1, j, k, s)) +
           q * ((1 - p) * element(i, j + 1, k, s) + p * element(i + 1, j + 1, k, s));
}

static bool near(double got, double should) { return fabs(got - should) <= 1e-5; }

static void said(const char *name, int bad) { bad ? printf("%s: %d wrong\n", name, bad) : printf("%s: ok\n", name); }

static uint64_t make(const ptx2c_image *image, const ptx2c_sampler *s)
{
    uint64_t t = 0;
    int status = ptx2c_texture_create(&t, image, s);
    if (status)
        printf("ptx2c_texture_create: %s\n", ptx2c_strerror(status));
    return t;
}

static void bind(const char *name, uint64_t t)
{
    int status = ptx2c_bind_texture(&texture, name, t);
    if (status)
        printf("%s: %s\n", name, ptx2c_strerror(status));
}

/* What a launch says. */
static void try(const ptx2c_module *m, const char *kernel, void *const args[])
{
    const ptx2c_kernel *k = ptx2c_find_kernel(m, kernel);
    if (run(m, kernel, 1, 4, args))
        printf("    %s\n", ptx2c_message(k));
}

int main(void)
{
    uint32_t seed = 1;
    for (int i = 0; i < W * H * 4; i++)
        texels[i / 4][i % 4] = (float)((seed = seed * 1103515245u + 12345u) >> 16 & 255) / 64;
    for (int i = 0; i < N; i++) {
        x[i] = (float)((int)((seed = seed * 1103515245u + 12345u) >> 16 & 255) - 100) / 60;
        y[i] = (float)((int)((seed = seed * 1103515245u + 12345u) >> 16 & 255) - 100) / 60;
    }
    const ptx2c_image image = {.data = texels, .type = PTX2C_FLOAT, .order = PTX2C_RGBA, .width = W, .height = H};
    /* What the variable tx says; those of the others. */
    const ptx2c_sampler declared = {.filter = PTX2C_LINEAR, .address = {PTX2C_WRAP, PTX2C_CLAMP}, .normalized = true};
    const ptx2c_sampler s[4] = {
        {.address = {PTX2C_CLAMP, PTX2C_CLAMP}},
        {.filter = PTX2C_LINEAR, .address = {PTX2C_CLAMP, PTX2C_CLAMP}},
        {.filter = PTX2C_LINEAR, .address = {PTX2C_BORDER, PTX2C_BORDER}, .normalized = true, .border = {1, 2, 3, 4}},
        {.filter = PTX2C_LINEAR, .address = {PTX2C_MIRROR, PTX2C_MIRROR}, .normalized = true},
    };
    uint64_t plain = make(&image, NULL), t[4], surface;
    for (int i = 0; i < 4; i++)
        t[i] = make(&image, &s[i]);
    ptx2c_surface_create(&surface, &image);

    /* Nothing is bound yet. */
    void *args[] = {&to_x, &to_y, &to_out}, *odd[] = {&to_x, &to_y, &to_out, &surface, &plain};
    try(&texture, "named", args);
    try(&texture, "element", args);
    try(&texture_old, "old", args);
    bind("tx", plain);
    bind("many[0]", t[0]);
    bind("many[1]", t[1]);
    bind("many[2]", t[2]);
    bind("seen", t[3]);
    bind("many[3]", t[3]);
    bind("sf", t[3]);
    bind("none", t[3]);
    bind("tx", surface);
    ptx2c_bind_texture(&texture_old, "photo", t[2]);

    int bad = 0;
    run(&texture, "named", 1, N, args);
    for (int i = 0; i < 4 * N; i++)
        bad += !near((double)out[i / 4][i % 4], want(&declared, x[i / 4], y[i / 4], i % 4));
    said("named", bad);

    bad = 0;
    run(&texture, "element", 1, N, args);
    for (int i = 0; i < 4 * N; i++)
        bad += !near((double)out[i / 4][i % 4], want(&s[i / 4 % 3], x[i / 4], y[i / 4], i % 4));
    said("element", bad);

    bad = 0;
    void *two[] = {&to_x, &to_y, &to_out, &t[0], &t[3]};
    run(&texture, "parameter", 1, N, two);
    for (int i = 0; i < 4 * N; i++)
        bad += !near((double)out[i / 4][i % 4], want(&s[i % 4 < 2 ? 0 : 3], x[i / 4], y[i / 4], i % 4));
    said("parameter", bad);

    bad = 0;
    const uint64_t list[3] = {t[3], t[0], t[1]}, *to_list = list;
    void *loaded[] = {&to_x, &to_y, &to_out, &to_list};
    run(&texture, "loaded", 1, N, loaded);
    for (int i = 0; i < 4 * N; i++) {
        const int n = i / 4;
        const ptx2c_sampler *odds[] = {&declared, &s[2], &s[3]}, *evens[] = {&s[3], &s[0], &s[1]};
        bad += !near((double)out[n][i % 4], n % 2 ? want(odds[n % 3], x[n], y[n], i % 4) : want(evens[n % 3], y[n], x[n], i % 4));
    }
    said("loaded", bad);

    bad = 0;
    uint32_t rounds = 5;
    void *together[] = {&to_x, &to_y, &to_out, &t[3], &rounds};
    double sum[N] = {0}, last[N];
    for (int i = 0; i < N; i++)
        for (uint32_t r = 0; r < rounds; r++)
            sum[i] += last[i] = want(&s[3], x[i] + (float)r * .25f, y[i], 0);
    run(&texture, "together", 1, N, together);
    for (int i = 0; i < N; i++)
        bad += !near((double)out[i][0], sum[i]) || !near((double)out[i][1], sum[i ^ 1]) ||
               !near((double)out[i][2], want(&s[3], y[i], y[i], 0)) || !near((double)out[i][3], last[i]);
    said("together", bad);

    bad = 0;
    run(&texture, "exchange", 1, 32, args);
    for (int i = 0; i < 32; i++) {
        const ptx2c_sampler *mine = i < 7 ? &declared : &s[3], *other = (i ^ 1) < 7 ? &declared : &s[3];
        bad += !near((double)out[i][1], want(mine, x[i], y[i], 1));
        bad += !near((double)out[i][3], want(other, x[i ^ 1], y[i ^ 1], 0) + (i < 7 ? want(&declared, y[i], x[i], 0) : 0));
    }
    said("exchange", bad);

    bad = 0;
    run(&texture_old, "old", 1, N, args);
    for (int i = 0; i < 4 * N; i++)
        bad += !near((double)out[i / 4][i % 4], want(&s[2], x[i / 4], y[i / 4], i % 4));
    said("old", bad);

    uint32_t answers[24] = {0}, *to_answers = answers;
    void *ask[] = {&t[3], &to_answers};
    run(&texture, "queries", 1, 1, ask);
    for (int i = 0; i < 24; i++)
        printf("%s%x", i ? " " : "queries: ", (unsigned)answers[i]);
    printf("\n");

    /* A wrong kind, geometry, sampler, a handle that is none, one that was. */
    try(&texture, "parameter", odd);
    ptx2c_image line = image;
    line.height = 0;
    uint64_t other = make(&line, &s[0]), junk = 0x123456789abcdef0, none = 0;
    void *wrong[] = {&to_x, &to_y, &to_out, &other, &t[0]}, *row[] = {&to_out, &other};
    try(&texture, "parameter", wrong);
    run(&texture, "row", 1, W, row);
    printf("row: %s\n", memcmp(out, texels, W * sizeof *out) ? "WRONG" : "ok");
    line.linear = true;
    ptx2c_texture_destroy(other);
    other = make(&line, &s[0]);
    try(&texture, "row", row);
    wrong[3] = &junk;
    try(&texture, "parameter", wrong);
    wrong[3] = &none;
    try(&texture, "parameter", wrong);
    ptx2c_texture_destroy(other);
    wrong[3] = &other;
    try(&texture, "parameter", wrong);
    ptx2c_texture_destroy(t[1]);
    try(&texture, "element", args);
    bind("many[1]", 0);
    try(&texture, "element", args);
    ptx2c_bind_texture(&texture, "tx", 0);
    try(&texture, "exchange", args);
    try(&texture, "queries", ask);
    return 0;
}
