/* sample.h: what the sample programs share: options, launches whose errors are reported, comparing, one line of result.
 *
 * A program fills a Sample and gives it to sample_main().  Its run function makes data for a Setup, launches kernels,
 * compares with plain C and returns false after sample_fail(). */
#ifndef SAMPLE_H
#define SAMPLE_H

#include <errno.h>
#include <math.h>
#include <ptx2c.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* One way to run a sample.  Where grid.x is 0 the program chooses a grid that covers n. */
typedef struct Setup {
    ptx2c_dim3 n, block, grid;
    double frame;    /* --frame, for animations */
    const char *out; /* --out, for pictures; NULL: write none */
} Setup;

typedef struct Sample {
    const char *name;
    const char *sizes; /* what --n means: "elements" */
    bool (*run)(const Setup *s);
    Setup normal;        /* run without options */
    const Setup *shapes; /* run by --check-all */
    size_t nshapes;
} Sample;

static struct {
    char what[160];         /* the work done: "1000 elements" */
    char wrong[240];        /* the first mistake */
    ptx2c_dim3 grid, block; /* of the first launch */
    double seconds;         /* in all launches */
    bool launched;
} sample_state;

static inline bool sample_fail(const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(sample_state.wrong, sizeof sample_state.wrong, fmt, ap);
    va_end(ap);
    return false;
}

/* Says what was done, for the line of result. */
static inline void sample_say(const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(sample_state.what, sizeof sample_state.what, fmt, ap);
    va_end(ap);
}

static inline void *sample_alloc(size_t count, size_t size)
{
    void *p = calloc(count ? count : 1, size);
    if (!p) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    return p;
}

static inline double sample_now(void)
{
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Launches a kernel by name; false when there is none or the launch failed. */
static inline bool sample_launch(const ptx2c_module *module, const char *name, ptx2c_dim3 grid, ptx2c_dim3 block,
                                 size_t shared_bytes, void *const args[])
{
    const ptx2c_kernel *kernel = ptx2c_find_kernel(module, name);
    if (!kernel)
        return sample_fail("the module has no kernel '%s'", name);
    if (!sample_state.launched) {
        sample_state.grid = grid;
        sample_state.block = block;
        sample_state.launched = true;
    }
    double start = sample_now();
    int status = ptx2c_launch(kernel, grid, block, shared_bytes, args);
    sample_state.seconds += sample_now() - start;
    if (status)
        return sample_fail("%s: %s", name, ptx2c_strerror(status));
    return true;
}

/* ---- numbers ----------------------------------------------------------------------------------------------------- */

/* The same numbers everywhere. */
static inline uint32_t sample_random(uint32_t *state)
{
    uint32_t x = *state ? *state : 0x9E3779B9u;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    return *state = x;
}

static inline float sample_uniform(uint32_t *state, float low, float high)
{
    return low + (high - low) * (float)(sample_random(state) >> 8) * (1.0f / 16777216.0f);
}

static inline uint32_t sample_ceil_div(uint32_t a, uint32_t b)
{
    return a / b + (a % b != 0);
}

static inline ptx2c_dim3 sample_dim(uint32_t x, uint32_t y, uint32_t z)
{
    ptx2c_dim3 d = { x, y, z };
    return d;
}

static inline uint32_t sample_volume(ptx2c_dim3 d)
{
    return d.x * d.y * d.z;
}

/* The grid asked for, or the smallest one that gives each element of w x h a thread. */
static inline ptx2c_dim3 sample_grid(const Setup *s, uint32_t w, uint32_t h)
{
    if (s->grid.x)
        return s->grid;
    return sample_dim(sample_ceil_div(w, s->block.x), sample_ceil_div(h, s->block.y), 1);
}

/* The same for kernels that number the threads of a block of any shape one after the other. */
static inline ptx2c_dim3 sample_grid_linear(const Setup *s, uint32_t n)
{
    return s->grid.x ? s->grid : sample_dim(sample_ceil_div(n, sample_volume(s->block)), 1, 1);
}

/* c += a * b for matrices of m x k and k x n elements, row by row.  The kernels, too, add the products in the order of k with
 * fused multiply-adds: the bits agree. */
static inline void sample_multiply(const float *a, const float *b, float *c, uint32_t m, uint32_t n, uint32_t k)
{
    for (uint32_t row = 0; row < m; row++)
        for (uint32_t i = 0; i < k; i++)
            for (uint32_t col = 0; col < n; col++)
                c[row * n + col] = fmaf(a[row * k + i], b[i * n + col], c[row * n + col]);
}

/* ---- comparing --------------------------------------------------------------------------------------------------- */

static inline bool sample_same_u32(const char *name, const uint32_t *got, const uint32_t *want, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (got[i] != want[i])
            return sample_fail("%s[%zu] = %lu, not %lu", name, i, (unsigned long)got[i], (unsigned long)want[i]);
    return true;
}

/* Equal to the last bit (two zeros of different sign count as equal). */
static inline bool sample_same_f32(const char *name, const float *got, const float *want, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!(got[i] == want[i]))
            return sample_fail("%s[%zu] = %.9g, not %.9g", name, i, (double)got[i], (double)want[i]);
    return true;
}

/* ---- options ----------------------------------------------------------------------------------------------------- */

/* X[,Y[,Z]] */
static inline bool sample_parse_dim(const char *text, ptx2c_dim3 *d)
{
    uint32_t v[3] = { 1, 1, 1 };
    for (int i = 0; i < 3; i++) {
        char *end;
        if (*text < '0' || *text > '9')
            return false;
        errno = 0;
        unsigned long x = strtoul(text, &end, 10);
        if (errno || x > 0x7FFFFFFFul)
            return false;
        v[i] = (uint32_t)x;
        if (!*end) {
            *d = sample_dim(v[0], v[1], v[2]);
            return true;
        }
        if (*end != ',' && *end != 'x')
            return false;
        text = end + 1;
    }
    return false;
}

static inline void sample_usage(const Sample *m, FILE *to)
{
    fprintf(to,
            "usage: %s [--n SIZE[,SIZE...]] [--block X[,Y[,Z]]] [--grid X[,Y[,Z]]] [--time] [--check-all]\n"
            "  --n          %s\n"
            "  --block      threads per block\n"
            "  --grid       blocks; left out: as many as the size needs\n"
            "  --time       also print the time spent in kernels\n"
            "  --check-all  run a list of small sizes and odd shapes instead\n",
            m->name, m->sizes);
    if (m->normal.out)
        fprintf(to, "  --out FILE   the picture: .png or .ppm (default %s)\n"
                    "  --frame F    the moment of the animation, 0 to 1 (where there is one)\n", m->normal.out);
}

static inline void sample_print_dim(FILE *to, ptx2c_dim3 d)
{
    fprintf(to, "%lu", (unsigned long)d.x);
    if (d.y > 1 || d.z > 1)
        fprintf(to, "x%lu", (unsigned long)d.y);
    if (d.z > 1)
        fprintf(to, "x%lu", (unsigned long)d.z);
}

static inline int sample_run_one(const Sample *m, const Setup *s, bool timed)
{
    bool ok = m->run(s);
    printf("%s: %s, ", m->name, sample_state.what);
    sample_print_dim(stdout, sample_state.grid);
    printf(" block%s of ", sample_volume(sample_state.grid) == 1 ? "" : "s");
    sample_print_dim(stdout, sample_state.block);
    if (timed)
        printf(", %.3f ms", 1e3 * sample_state.seconds);
    printf(ok ? ": ok\n" : ": FAIL %s\n", sample_state.wrong);
    return ok ? 0 : 1;
}

static inline int sample_run_all(const Sample *m)
{
    for (size_t i = 0; i < m->nshapes; i++) {
        const Setup *s = &m->shapes[i];
        if (m->run(s))
            continue;
        printf("%s: --n %lu,%lu,%lu --block %lu,%lu,%lu", m->name, (unsigned long)s->n.x, (unsigned long)s->n.y,
               (unsigned long)s->n.z, (unsigned long)s->block.x, (unsigned long)s->block.y, (unsigned long)s->block.z);
        if (s->grid.x)
            printf(" --grid %lu,%lu,%lu", (unsigned long)s->grid.x, (unsigned long)s->grid.y, (unsigned long)s->grid.z);
        printf(": FAIL %s\n", sample_state.wrong);
        return 1;
    }
    printf("%s: %zu sizes and shapes: ok\n", m->name, m->nshapes);
    return 0;
}

static inline int sample_bad_option(const Sample *m, const char *option)
{
    fprintf(stderr, "%s: wrong option or value at '%s'\n", m->name, option);
    sample_usage(m, stderr);
    return 2;
}

static inline int sample_main(const Sample *m, int argc, char **argv)
{
    Setup s = m->normal;
    bool all = false, timed = false;
    for (int i = 1; i < argc; i++) {
        const char *option = argv[i], *value = i + 1 < argc ? argv[i + 1] : "";
        if (!strcmp(option, "--help") || !strcmp(option, "-h")) {
            sample_usage(m, stdout);
            return 0;
        }
        if (!strcmp(option, "--check-all")) {
            all = true;
        } else if (!strcmp(option, "--time")) {
            timed = true;
        } else if (!strcmp(option, "--out") && m->normal.out && *value) {
            s.out = argv[++i];
        } else if (!strcmp(option, "--frame") && m->normal.out && *value) {
            char *end;
            s.frame = strtod(argv[++i], &end);
            if (*end)
                return sample_bad_option(m, option);
        } else {
            ptx2c_dim3 *d = !strcmp(option, "--n")       ? &s.n
                            : !strcmp(option, "--block") ? &s.block
                            : !strcmp(option, "--grid")  ? &s.grid
                                                         : NULL;
            if (!d || !sample_parse_dim(value, d) || !sample_volume(*d))
                return sample_bad_option(m, option);
            i++;
        }
    }
    return all ? sample_run_all(m) : sample_run_one(m, &s, timed);
}

#define SAMPLE_COUNT(array) (sizeof(array) / sizeof *(array))

/* Sizes and shapes for kernels over a line of elements: blocks that are no whole number of warps, one block for all,
 * and thousands of blocks, more than there is work for. */
#define SAMPLE_LINE(size, bx, gx) { .n = { size, 1, 1 }, .block = { bx, 1, 1 }, .grid = { gx, 1, 1 } }
#define SAMPLE_LINES                                                                                                   \
    SAMPLE_LINE(1, 1, 0), SAMPLE_LINE(1, 256, 0), SAMPLE_LINE(31, 32, 0), SAMPLE_LINE(33, 32, 0),                      \
    SAMPLE_LINE(97, 1, 0), SAMPLE_LINE(97, 1, 1), SAMPLE_LINE(97, 1, 3000), SAMPLE_LINE(1000, 7, 0),                   \
    SAMPLE_LINE(1000, 7, 1), SAMPLE_LINE(1000, 7, 2500), SAMPLE_LINE(1000, 33, 0), SAMPLE_LINE(1000, 33, 1),           \
    SAMPLE_LINE(1000, 33, 500), SAMPLE_LINE(1000, 100, 0), SAMPLE_LINE(4099, 100, 1), SAMPLE_LINE(4099, 100, 3),       \
    SAMPLE_LINE(4099, 256, 0), SAMPLE_LINE(4096, 256, 0), SAMPLE_LINE(4099, 256, 1), SAMPLE_LINE(4099, 1024, 0),       \
    SAMPLE_LINE(1023, 1024, 0), SAMPLE_LINE(4099, 1024, 1), SAMPLE_LINE(4099, 1024, 20)

/* The same for kernels over a w x h rectangle. */
#define SAMPLE_PLANE(w, h, bx, by, gx, gy) { .n = { w, h, 1 }, .block = { bx, by, 1 }, .grid = { gx, gy, 1 } }
#define SAMPLE_PLANES                                                                                                  \
    SAMPLE_PLANE(1, 1, 1, 1, 0, 0), SAMPLE_PLANE(37, 23, 1, 1, 0, 0), SAMPLE_PLANE(37, 23, 1, 1, 1, 1),                \
    SAMPLE_PLANE(37, 23, 7, 1, 0, 0), SAMPLE_PLANE(37, 23, 1, 7, 0, 0), SAMPLE_PLANE(37, 23, 7, 5, 2, 1),              \
    SAMPLE_PLANE(64, 48, 16, 16, 0, 0), SAMPLE_PLANE(65, 47, 16, 16, 0, 0), SAMPLE_PLANE(65, 47, 32, 8, 0, 0),         \
    SAMPLE_PLANE(65, 47, 32, 8, 1, 1), SAMPLE_PLANE(65, 47, 33, 3, 0, 0), SAMPLE_PLANE(65, 47, 100, 1, 0, 0),          \
    SAMPLE_PLANE(65, 47, 256, 1, 0, 0), SAMPLE_PLANE(65, 47, 1, 256, 1, 3), SAMPLE_PLANE(65, 47, 1024, 1, 0, 0),       \
    SAMPLE_PLANE(65, 47, 32, 32, 0, 0), SAMPLE_PLANE(65, 47, 32, 32, 1, 1), SAMPLE_PLANE(17, 33, 2, 2, 50, 50),        \
    SAMPLE_PLANE(97, 11, 5, 20, 0, 0), SAMPLE_PLANE(11, 97, 20, 5, 3, 2)

/* Blocks of two and three dimensions for kernels that number a block's threads themselves. */
#define SAMPLE_BLOCK(count, bx, by, bz, gx) { .n = { count, 1, 1 }, .block = { bx, by, bz }, .grid = { gx, 1, 1 } }
#define SAMPLE_BLOCKS                                                                                                  \
    SAMPLE_BLOCK(1000, 16, 16, 1, 0), SAMPLE_BLOCK(1000, 7, 5, 1, 0), SAMPLE_BLOCK(1000, 7, 5, 1, 1),                  \
    SAMPLE_BLOCK(4099, 33, 3, 1, 0), SAMPLE_BLOCK(4099, 1, 100, 1, 0), SAMPLE_BLOCK(4099, 8, 4, 2, 0),                 \
    SAMPLE_BLOCK(4099, 5, 3, 7, 0), SAMPLE_BLOCK(4099, 1, 1, 64, 0), SAMPLE_BLOCK(4099, 16, 8, 8, 1),                  \
    SAMPLE_BLOCK(1000, 2, 1, 2, 1500), SAMPLE_BLOCK(4099, 10, 10, 10, 0)

#endif
