/* volume_host.c: a knot of smoke in a 3-D texture, drawn by the kernel of volume.cu. */
#include "photo.h"

extern const ptx2c_module volume;

typedef struct Camera {
    float eye[3], right[3], up[3], ahead[3];
} Camera;

enum { SIDE = 48, COLOURS = 64, STEPS = 64 };

/* How dense it is at a point of the unit cube: smoke around a trefoil knot. */
static double density_at(double x, double y, double z)
{
    double near = 9;
    for (int i = 0; i < 180; i++) {
        double t = i * (6.283185307179586 / 180);
        double kx = (sin(t) + 2 * sin(2 * t)) / 8.2, ky = (cos(t) - 2 * cos(2 * t)) / 8.2, kz = -sin(3 * t) / 8.2;
        double d = (x - 0.5 - kx) * (x - 0.5 - kx) + (y - 0.5 - ky) * (y - 0.5 - ky) + (z - 0.5 - kz) * (z - 0.5 - kz);
        near = d < near ? d : near;
    }
    double v = exp(-near * 190) * (0.85 + 0.15 * sin(40 * x) * sin(36 * y + 1) * sin(38 * z));
    return v < 1 ? v : 1;
}

static void make_smoke(uint8_t *v)
{
    for (int i = 0; i < SIDE * SIDE * SIDE; i++)
        v[i] = (uint8_t)(255 * density_at((i % SIDE + 0.5) / SIDE, (i / SIDE % SIDE + 0.5) / SIDE,
                                          (i / SIDE / SIDE + 0.5) / SIDE) + 0.5);
}

/* Thin smoke is blue and clear, the core yellow and dense. */
static void make_colours(float c[COLOURS][4])
{
    for (int i = 0; i < COLOURS; i++) {
        double t = i / (COLOURS - 1.0), core = t * t * (3 - 2 * t);
        c[i][0] = (float)(0.15 + 0.85 * core);
        c[i][1] = (float)(0.35 + 0.45 * core - 0.25 * sin(3.14159 * t));
        c[i][2] = (float)(0.9 - 0.75 * core);
        c[i][3] = (float)(t < 0.08 ? 0 : 1.6 * (t - 0.08) * (t - 0.08) + 0.2 * (t - 0.08));
    }
}

static Camera make_camera(uint32_t width, uint32_t height, double frame)
{
    double a = 0.7 + 6.283185307179586 * frame, pixel = 0.62 / (width < height ? width : height);
    double ahead[3] = { -cos(a) * 0.88, -0.47, -sin(a) * 0.88 }, right[3] = { -sin(a), 0, cos(a) };
    Camera c;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        c.eye[i] = (float)(0.5 - 1.45 * ahead[i]);
        c.ahead[i] = (float)(1.45 * ahead[i]);
        c.right[i] = (float)(1.45 * pixel * right[i]);
        c.up[i] = (float)(1.45 * pixel * (right[j] * ahead[k] - right[k] * ahead[j]));
    }
    return c;
}

/* ---- the same in plain C ------------------------------------------------------------------------------------------ */

static double smoke_at(const uint8_t *v, const double at[3])
{
    long i[3];
    double w[3], sum = 0;
    for (int k = 0; k < 3; k++)
        w[k] = photo_split(at[k] * SIDE, &i[k]);
    for (int n = 0; n < 8; n++) {
        double weight = 1;
        long place = 0;
        for (int k = 2; k >= 0; k--) {
            int far = n >> k & 1;
            weight *= far ? w[k] : 1 - w[k];
            place = place * SIDE + photo_address(i[k] + far, SIDE, PTX2C_CLAMP);
        }
        sum += weight * v[place] / 255;
    }
    return sum;
}

static void ray(const Camera *c, const uint8_t *v, float colours[COLOURS][4], double px, double py, double sum[4])
{
    double d[3], in = 0, out = 1e9;
    for (int k = 0; k < 3; k++) {
        d[k] = c->ahead[k] + px * (double)c->right[k] + py * (double)c->up[k];
        double a = -c->eye[k] / d[k], b = (1 - c->eye[k]) / d[k];
        in = fmax(in, fmin(a, b));
        out = fmin(out, fmax(a, b));
    }
    sum[0] = sum[1] = sum[2] = 0;
    sum[3] = 1;
    double length = (out - in) / STEPS;
    for (int i = 0; i < STEPS && length > 0 && sum[3] >= 0.004; i++) {
        double at[3], t = in + (i + 0.5) * length;
        long n;
        for (int k = 0; k < 3; k++)
            at[k] = c->eye[k] + t * d[k];
        double part = photo_split(smoke_at(v, at) * COLOURS, &n), colour[4];
        const float *a = colours[photo_address(n, COLOURS, PTX2C_CLAMP)], *b = colours[photo_address(n + 1, COLOURS, PTX2C_CLAMP)];
        for (int k = 0; k < 4; k++)
            colour[k] = (double)a[k] + part * ((double)b[k] - (double)a[k]);
        double alpha = fmin(colour[3] * length * 40, 1) * sum[3];
        for (int k = 0; k < 3; k++)
            sum[k] += alpha * colour[k];
        sum[3] -= alpha;
    }
}

static bool check(const Setup *s, const Camera *c, const uint8_t *v, float colours[COLOURS][4], float (*got)[4])
{
    size_t pixels = (size_t)s->n.x * s->n.y, step = pixels < 2000 ? 1 : 53;
    for (size_t i = 0; i < pixels; i += step) {
        double want[4], x = (double)(i % s->n.x) + 0.5 - 0.5 * s->n.x, y = 0.5 * s->n.y - (double)(i / s->n.x) - 0.5;
        ray(c, v, colours, x, y, want);
        for (int k = 0; k < 4; k++)
            if (!(fabs((double)got[i][k] - want[k]) <= 0.006))
                return sample_fail("pixel[%zu,%zu].%c = %.5f, not %.5f", i % s->n.x, i / s->n.x, "rgba"[k],
                                   (double)got[i][k], want[k]);
    }
    return true;
}

/* Over a dark ground, brighter upwards. */
static bool write(const Setup *s, float (*picture)[4])
{
    size_t pixels = (size_t)s->n.x * s->n.y;
    uint8_t *rgb = sample_alloc(pixels, 3);
    for (size_t i = 0; i < pixels; i++)
        for (int k = 0; k < 3; k++) {
            double ground = (0.03 + 0.02 * k) * (2 - (double)(i / s->n.x) / s->n.y);
            double v = (double)picture[i][k] + (double)picture[i][3] * ground;
            rgb[3 * i + (size_t)k] = (uint8_t)(255 * sqrt(v < 1 ? v : 1) + 0.5);
        }
    bool ok = image_write(s->out, s->n.x, s->n.y, rgb);
    free(rgb);
    return ok || sample_fail("cannot write %s: %s", s->out, strerror(errno));
}

static bool run(const Setup *s)
{
    static uint8_t smoke[SIDE * SIDE * SIDE];
    static float colours[COLOURS][4];
    uint32_t width = s->n.x, height = s->n.y, steps = STEPS;
    if (!smoke[SIDE * SIDE * SIDE / 2 + SIDE / 2] && !colours[0][0])
        make_smoke(smoke);
    make_colours(colours);
    const ptx2c_image cloud = { .data = smoke, .type = PTX2C_UNORM_INT8, .order = PTX2C_R, .width = SIDE, .height = SIDE,
                                .depth = SIDE };
    const ptx2c_image table = { .data = colours, .type = PTX2C_FLOAT, .order = PTX2C_RGBA, .width = COLOURS };
    const ptx2c_sampler linear = { .filter = PTX2C_LINEAR, .normalized = true,
                                   .address = { PTX2C_CLAMP, PTX2C_CLAMP, PTX2C_CLAMP } };
    uint64_t density, transfer;
    if (!photo_done(ptx2c_texture_create(&density, &cloud, &linear), "the cloud's texture") ||
        !photo_done(ptx2c_texture_create(&transfer, &table, &linear), "the colours' texture"))
        return false;
    float (*picture)[4] = sample_alloc((size_t)width * height, sizeof *picture);
    Camera c = make_camera(width, height, s->frame);
    void *args[] = { &density, &transfer, &picture, &width, &height, &c, &steps };
    sample_say("%lux%lu pixels%s%s", (unsigned long)width, (unsigned long)height, s->out ? " in " : "",
               s->out ? s->out : "");
    bool ok = sample_launch(&volume, "volume_render", sample_grid(s, width, height), s->block, 0, args) &&
              check(s, &c, smoke, colours, picture) && (!s->out || write(s, picture));
    ok = photo_done(ptx2c_texture_destroy(density), "ptx2c_texture_destroy") && ok;
    ok = photo_done(ptx2c_texture_destroy(transfer), "ptx2c_texture_destroy") && ok;
    free(picture);
    return ok;
}

int main(int argc, char **argv)
{
    static const Setup shapes[] = {
        SAMPLE_PLANE(1, 1, 1, 1, 0, 0), SAMPLE_PLANE(37, 23, 7, 5, 2, 1), SAMPLE_PLANE(64, 48, 16, 16, 0, 0),
        SAMPLE_PLANE(65, 47, 33, 3, 0, 0), SAMPLE_PLANE(31, 40, 256, 1, 0, 0), SAMPLE_PLANE(17, 33, 2, 2, 50, 50),
    };
    static const Sample sample = {
        .name = "volume", .sizes = "WIDTH,HEIGHT", .run = run,
        .normal = { .n = { 320, 240, 1 }, .block = { 32, 8, 1 }, .out = "volume.png" },
        .shapes = shapes, .nshapes = SAMPLE_COUNT(shapes),
    };
    return sample_main(&sample, argc, argv);
}
