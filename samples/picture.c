/* picture.c: draws picture.ppm, the photograph that the texture samples work on: balls on tiles under an evening sky.
 *
 *   cc -std=c11 -O2 -o picture picture.c -lm && ./picture >picture.ppm */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { WIDTH = 288, HEIGHT = 216, FINE = 4, DEEP = 4 };

typedef struct V { double x, y, z; } V;
typedef struct Ball { V at; double r; V colour; double mirror; } Ball;

static const Ball balls[] = {
    { { -1.5, 1.0, 0.6 }, 1.0, { 0.85, 0.25, 0.18 }, 0.15 }, { { 0.7, 1.35, 1.9 }, 1.35, { 0.9, 0.9, 0.9 }, 0.75 },
    { { 0.35, 0.55, -0.9 }, 0.55, { 0.95, 0.72, 0.15 }, 0.2 }, { { 2.1, 0.6, -0.1 }, 0.6, { 0.15, 0.45, 0.8 }, 0.25 },
    { { -2.6, 0.4, -0.9 }, 0.4, { 0.2, 0.6, 0.3 }, 0.2 }, { { -0.5, 0.25, -1.6 }, 0.25, { 0.6, 0.3, 0.65 }, 0.3 },
};
enum { BALLS = sizeof balls / sizeof *balls };

static V add(V a, V b) { return (V){ a.x + b.x, a.y + b.y, a.z + b.z }; }
static V mul(double k, V a) { return (V){ k * a.x, k * a.y, k * a.z }; }
static double dot(V a, V b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static V unit(V a) { return mul(1 / sqrt(dot(a, a)), a); }

static V mix(V a, V b, double t) { return add(mul(1 - t, a), mul(t, b)); }

/* The nearest thing along the ray: a ball's number, BALLS for the floor, -1 for the sky. */
static int hit(V from, V d, double *t)
{
    int what = -1;
    *t = 1e9;
    for (int i = 0; i < BALLS; i++) {
        V o = add(from, mul(-1, balls[i].at));
        double b = dot(o, d), c = dot(o, o) - balls[i].r * balls[i].r, s = b * b - c;
        double u = s > 0 ? -b - sqrt(s) : -1;
        if (u > 1e-6 && u < *t) {
            *t = u;
            what = i;
        }
    }
    double u = d.y < 0 ? -from.y / d.y : -1;
    if (u > 1e-6 && u < *t) {
        *t = u;
        what = BALLS;
    }
    return what;
}

static V sky(V d, V sun)
{
    V c = mix((V){ 0.98, 0.72, 0.48 }, (V){ 0.22, 0.38, 0.68 }, sqrt(d.y > 0 ? d.y : 0));
    double s = dot(d, sun);
    return s > 0 ? add(c, mul(0.8 * pow(s, 200), (V){ 1, 0.9, 0.7 })) : c;
}

static V look(V from, V d, int deep)
{
    const V sun = unit((V){ -0.6, 0.55, -0.6 });
    double t, shade;
    int what = hit(from, d, &t);
    if (what < 0)
        return sky(d, sun);
    V p = add(from, mul(t, d)), n = { 0, 1, 0 }, colour;
    double mirror = 0.12;
    if (what < BALLS) {
        n = mul(1 / balls[what].r, add(p, mul(-1, balls[what].at)));
        colour = balls[what].colour;
        mirror = balls[what].mirror;
    } else {
        double u = p.x + 0.35 * p.z, v = p.z - 0.35 * p.x;
        bool dark = (long)(floor(1.2 * u) + floor(1.2 * v)) & 1;
        bool joint = fabs(1.2 * u - floor(1.2 * u) - 0.5) > 0.47 || fabs(1.2 * v - floor(1.2 * v) - 0.5) > 0.47;
        colour = joint ? (V){ 0.3, 0.28, 0.26 } : dark ? (V){ 0.35, 0.33, 0.4 } : (V){ 0.86, 0.8, 0.7 };
    }
    shade = dot(n, sun);
    double far;
    if (shade < 0 || hit(add(p, mul(1e-5, n)), sun, &far) >= 0)
        shade = 0;
    V lit = { colour.x * (0.32 + 0.85 * shade), colour.y * (0.33 + 0.76 * shade), colour.z * (0.38 + 0.62 * shade) };
    if (deep) {
        V back = add(d, mul(-2 * dot(n, d), n));
        lit = mix(lit, look(add(p, mul(1e-5, n)), back, deep - 1), mirror);
        double glint = dot(back, sun);
        if (shade > 0 && glint > 0)
            lit = add(lit, mul(0.5 * pow(glint, 60), (V){ 1, 0.95, 0.85 }));
    }
    return what < BALLS ? lit : mix(lit, (V){ 0.98, 0.72, 0.48 }, 1 - exp(-0.0015 * t * t)); /* haze */
}

int main(void)
{
    const V eye = { -0.6, 2.1, -6.2 };
    printf("P6\n%d %d\n255\n", WIDTH, HEIGHT);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            V sum = { 0, 0, 0 };
            for (int i = 0; i < FINE * FINE; i++) {
                double u = (x + (i % FINE + 0.5) / FINE) / WIDTH - 0.5, v = 0.5 - (y + (i / FINE + 0.5) / FINE) / HEIGHT;
                V d = unit((V){ 1.15 * u + 0.05, 1.15 * v * HEIGHT / WIDTH - 0.17, 1 });
                V c = look(eye, d, DEEP);
                sum = add(sum, (V){ fmin(c.x, 1), fmin(c.y, 1), fmin(c.z, 1) });
            }
            const double c[3] = { sum.x, sum.y, sum.z };
            for (int k = 0; k < 3; k++)
                putchar((int)(255 * pow(c[k] / (FINE * FINE), 1 / 1.6) + 0.5));
        }
    return ferror(stdout) ? 1 : 0;
}
