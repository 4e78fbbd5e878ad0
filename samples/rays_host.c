/* rays: virtual functions, recursion and structs by value; the same picture from plain C. */
#define PTX2C_LITTLE_ENDIAN_DATA 1
#include "image.h"
#include "sample.h"

extern const ptx2c_module rays;

typedef struct Vec { float x, y, z; } Vec;
typedef struct Ray { Vec at, to; } Ray;
typedef enum Kind { BALL, FLOOR, DOME } Kind;
typedef struct Shape {
    Kind kind;
    Vec colour, centre;
    float mirror, radius, height;
} Shape;

static Vec vec(float x, float y, float z) { return (Vec){ x, y, z }; }
static Vec add(Vec a, Vec b) { return vec(a.x + b.x, a.y + b.y, a.z + b.z); }
static Vec times(Vec a, float k) { return vec(a.x * k, a.y * k, a.z * k); }
static Vec sub(Vec a, Vec b) { return vec(a.x - b.x, a.y - b.y, a.z - b.z); }
static float dot(Vec a, Vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static Vec unit(Vec a) { return times(a, 1.0f / sqrtf(dot(a, a))); }

static float hit(const Shape *s, Ray r)
{
    if (s->kind == FLOOR) {
        float t = (s->height - r.at.y) / r.to.y;
        return r.to.y != 0 && t > 1e-3f ? t : -1;
    }
    Vec d = sub(r.at, s->centre);
    float b = dot(d, r.to), q = b * b - dot(d, d) + s->radius * s->radius;
    if (q < 0)
        return -1;
    float root = sqrtf(q), t = -b - root > 1e-3f ? -b - root : root - b > 1e-3f ? root - b : -1;
    return s->kind == DOME && (t <= 0 || r.at.y + t * r.to.y < s->height) ? -1 : t;
}

static Vec shade(const Shape *s, Vec p)
{
    if (s->kind == FLOOR)
        return ((int)floorf(p.x) + (int)floorf(p.z)) & 1 ? times(s->colour, 0.4f) : s->colour;
    return s->kind == DOME ? times(s->colour, p.y - s->height > 0.5f ? 1.0f : 0.7f) : s->colour;
}

static const Shape *nearest(const Shape *list, int n, Ray r, float *distance)
{
    const Shape *best = NULL;
    *distance = 1e30f;
    for (int i = 0; i < n; i++) {
        float t = hit(&list[i], r);
        if (t > 0 && t < *distance) {
            *distance = t;
            best = &list[i];
        }
    }
    return best;
}

static Vec trace(const Shape *list, int n, Ray r, int depth)
{
    float t, none;
    const Shape *s = nearest(list, n, r, &t);
    if (!s) {
        float k = 0.5f * (r.to.y + 1);
        return add(times(vec(0.9f, 0.9f, 1.0f), 1 - k), times(vec(0.3f, 0.5f, 0.9f), k));
    }
    Vec p = add(r.at, times(r.to, t)), light = unit(vec(-2, 5, -3));
    Vec normal = s->kind == FLOOR ? vec(0, 1, 0) : times(sub(p, s->centre), 1.0f / s->radius);
    float bright = dot(normal, light);
    if (bright < 0 || nearest(list, n, (Ray){ p, light }, &none))
        bright = 0;
    Vec c = times(shade(s, p), 0.2f + 0.8f * bright);
    if (depth == 0 || s->mirror == 0)
        return c;
    Vec back = sub(r.to, times(normal, 2 * dot(r.to, normal)));
    return add(times(c, 1 - s->mirror), times(trace(list, n, (Ray){ p, back }, depth - 1), s->mirror));
}

static void build(Shape *list, int balls)
{
    list[0] = (Shape){ FLOOR, { 0.8f, 0.8f, 0.7f }, { 0, 0, 0 }, 0.2f, 0, 0 };
    list[1] = (Shape){ DOME, { 0.9f, 0.5f, 0.2f }, { 0, 0.5f, 4 }, 0.3f, 1.5f, 0.6f };
    for (int i = 2; i < balls + 2; i++)
        list[i] = (Shape){ BALL,
                           { 0.3f + 0.1f * (float)(i % 7), 0.9f - 0.1f * (float)(i % 5), 0.2f * (float)(i % 4) },
                           { (float)(i % 5) * 1.2f - 2.4f, 0.4f, 2.0f + (float)(i / 5) * 1.1f },
                           0.5f, 0.4f, 0 };
}

static uint8_t byte(float v) { return (uint8_t)(v <= 0 ? 0 : v >= 1 ? 255 : v * 255 + 0.5f); }

/* The two may round differently: bytes differ by one, or pixels at an edge are of another shape. */
static bool compare(const float *got, const float *want, int w, int h)
{
    int edges = 0;
    for (int i = 0; i < w * h; i++) {
        int most = 0;
        for (int k = 0; k < 3; k++) {
            int d = abs(byte(got[3 * i + k]) - byte(want[3 * i + k]));
            most = d > most ? d : most;
        }
        edges += most > 1;
    }
    if (edges > 2 + w * h / 200)
        return sample_fail("%d of %d pixels differ", edges, w * h);
    return true;
}

static bool run(const Setup *s)
{
    enum { BALLS = 10, SIZE = 64 };
    int w = (int)s->n.x, h = (int)s->n.y, balls = BALLS, size = SIZE, n = BALLS + 2;
    size_t pixels = (size_t)w * (size_t)h;
    float *rgb = sample_alloc(3 * pixels, sizeof *rgb), *want = sample_alloc(3 * pixels, sizeof *want);
    uint64_t *list = sample_alloc((size_t)n, sizeof *list);
    char *memory = sample_alloc((size_t)n, SIZE);
    Shape shapes[BALLS + 2];
    void *made[] = { PTX2C_POINTER(list), PTX2C_POINTER(memory), &size, &balls };
    void *args[] = { PTX2C_POINTER(list), &n, &w, &h, PTX2C_POINTER(rgb) };
    bool ok = sample_launch(&rays, "build", sample_dim(1, 1, 1), sample_dim(32, 1, 1), 0, made) &&
         sample_launch(&rays, "render", sample_grid(s, s->n.x, s->n.y), s->block, 0, args);
    ptx2c_little_endian(rgb, sizeof *rgb, 3 * pixels);
    build(shapes, BALLS);
    for (int i = 0; i < w * h && ok; i++) {
        float u = ((float)(i % w) + 0.5f - 0.5f * (float)w) / (float)h;
        float v = (0.5f * (float)h - (float)(i / w) - 0.5f) / (float)h;
        Vec c = trace(shapes, n, (Ray){ { 0, 1.6f, -3 }, unit(vec(u, v - 0.1f, 1.2f)) }, 3);
        memcpy(want + 3 * i, &c, sizeof c);
    }
    ok = ok && compare(rgb, want, w, h);
    if (ok && s->out) {
        uint8_t *bytes = sample_alloc(3 * pixels, 1);
        for (size_t i = 0; i < 3 * pixels; i++)
            bytes[i] = byte(rgb[i]);
        ok = image_write(s->out, (uint32_t)w, (uint32_t)h, bytes) || sample_fail("cannot write %s", s->out);
        free(bytes);
    }
    sample_say("%d x %d pixels, %d shapes", w, h, n);
    free(rgb);
    free(want);
    free(list);
    free(memory);
    return ok;
}

int main(int argc, char **argv)
{
    static const Setup shapes[] = {
        SAMPLE_PLANE(1, 1, 1, 1, 0, 0), SAMPLE_PLANE(65, 47, 32, 8, 0, 0), SAMPLE_PLANE(37, 23, 7, 5, 0, 0),
        SAMPLE_PLANE(64, 48, 16, 16, 0, 0), SAMPLE_PLANE(65, 47, 1, 100, 0, 0),
    };
    static const Sample sample = { .name = "rays", .sizes = "width,height", .run = run,
                                   .normal = { .n = { 640, 400, 1 }, .block = { 16, 16, 1 }, .out = "rays.png" },
                                   .shapes = shapes, .nshapes = SAMPLE_COUNT(shapes) };
    return sample_main(&sample, argc, argv);
}
