/* nbody_host.c: moves bodies with the kernel of nbody.cu. */
#include "sample.h"

extern const ptx2c_module nbody;

typedef struct Body {
    float x, y, z, mass;
} Body;

/* The acceleration in double, and the sum of the terms' sizes, which bounds the rounding of their sum in float. */
static void accelerate(const Body *b, uint32_t n, uint32_t i, double softening, double a[3], double size[3])
{
    for (int k = 0; k < 3; k++)
        a[k] = size[k] = 0;
    for (uint32_t j = 0; j < n; j++) {
        double d[3] = { (double)b[j].x - b[i].x, (double)b[j].y - b[i].y, (double)b[j].z - b[i].z };
        double r2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + softening, pull = b[j].mass / (r2 * sqrt(r2));
        for (int k = 0; k < 3; k++) {
            a[k] += d[k] * pull;
            size[k] += fabs(d[k]) * pull;
        }
    }
}

/* A term has about 12 roundings of 2^-24 (rsqrt.approx, cubed, counts for 6); the sum adds one per term, the step in
 * velocity and place four more relative to what they hold. */
static bool check(const Body *from, const Body *to, const float *velocity, uint32_t n, float dt, float softening)
{
    const double eps = 1.0 / 16777216;
    for (uint32_t i = 0; i < n; i++) {
        double a[3], size[3];
        const float *was = &from[i].x, *is = &to[i].x;
        accelerate(from, n, i, softening, a, size);
        for (int k = 0; k < 3; k++) {
            double v = a[k] * dt, place = was[k] + v * dt;
            double v_error = ((n + 16) * size[k] * dt + 2 * fabs(v)) * eps;
            if (!(fabs(velocity[3 * i + (uint32_t)k] - v) <= v_error))
                return sample_fail("velocity[%lu].%c = %.9g, not %.9g", (unsigned long)i, 'x' + k,
                                   (double)velocity[3 * i + (uint32_t)k], v);
            if (!(fabs(is[k] - place) <= v_error * dt + 2 * (fabs(place) + fabs(v * dt)) * eps))
                return sample_fail("place[%lu].%c = %.9g, not %.9g", (unsigned long)i, 'x' + k, (double)is[k], place);
        }
        if (!(to[i].mass == from[i].mass))
            return sample_fail("mass[%lu] = %.9g, not %.9g", (unsigned long)i, (double)to[i].mass,
                               (double)from[i].mass);
    }
    return true;
}

static bool run(const Setup *s)
{
    uint32_t n = s->n.x, seed = 6;
    float dt = 0.01f, softening = 0.001f;
    Body *from = sample_alloc(n, sizeof *from), *to = sample_alloc(n, sizeof *to);
    float *velocity = sample_alloc((size_t)3 * n, sizeof *velocity);
    for (uint32_t i = 0; i < n; i++) {
        Body b = { sample_uniform(&seed, -1, 1), sample_uniform(&seed, -1, 1), sample_uniform(&seed, -1, 1),
                   sample_uniform(&seed, 0.5f, 2) / (float)n };
        from[i] = b;
    }
    void *args[] = { &from, &to, &velocity, &n, &dt, &softening };
    sample_say("%lu bodies", (unsigned long)n);
    bool ok = sample_launch(&nbody, "nbody_step", sample_grid(s, n, 1), s->block, s->block.x * sizeof(Body), args) &&
              check(from, to, velocity, n, dt, softening);
    free(from);
    free(to);
    free(velocity);
    return ok;
}

int main(int argc, char **argv)
{
    static const Setup shapes[] = {
        SAMPLE_LINE(1, 1, 0),     SAMPLE_LINE(40, 1, 0),    SAMPLE_LINE(40, 1, 3000), SAMPLE_LINE(100, 7, 0),
        SAMPLE_LINE(100, 7, 1),   SAMPLE_LINE(100, 33, 0),  SAMPLE_LINE(100, 100, 0), SAMPLE_LINE(130, 32, 3),
        SAMPLE_LINE(257, 256, 0), SAMPLE_LINE(257, 256, 1), SAMPLE_LINE(100, 1024, 0),
    };
    static const Sample sample = {
        .name = "nbody", .sizes = "bodies", .run = run,
        .normal = { .n = { 4096, 1, 1 }, .block = { 128, 1, 1 } },
        .shapes = shapes, .nshapes = SAMPLE_COUNT(shapes),
    };
    return sample_main(&sample, argc, argv);
}
