/* drizzle_hand.c: clouds and rain in columns of air. */
#include "bench.h"
#include <math.h>

enum { LEVELS = 48, COLUMNS = 600 };
static float *temperature, *vapour, *cloud, *rain, *ice, *snow, *pressure, *density, *thickness, *ground;
static const float step = 60;

static void make(void)
{
    float **const fields[] = { &temperature, &vapour, &cloud, &rain, &ice, &snow };
    for (int k = 0; k < 6; k++)
        *fields[k] = bench_out(LEVELS * COLUMNS, KIND_F32, 2e-4, 0.01);
    ground = bench_out(COLUMNS, KIND_F32, 1e-3, 0.02);
    pressure = bench_in(LEVELS * COLUMNS, sizeof *pressure);
    density = bench_in(LEVELS * COLUMNS, sizeof *density);
    thickness = bench_in(LEVELS, sizeof *thickness);
    for (int k = 0; k < LEVELS; k++) {
        thickness[k] = 300;
        for (int i = 0; i < COLUMNS; i++) {
            const int at = k * COLUMNS + i;
            const float height = (float)(LEVELS - k) * 300;
            temperature[at] = 298 - 0.0062f * height + bench_uniform(-1, 1);
            pressure[at] = 1e5f * expf(-height / 8000);
            density[at] = pressure[at] / (287 * temperature[at]);
            const float e = 610.78f * expf(17.269f * (temperature[at] - 273.16f) / (temperature[at] - 35.86f));
            vapour[at] = 0.622f * e / pressure[at] * bench_uniform(0.7f, 1.1f);
            cloud[at] = (i / 20 + k / 8) % 3 ? 0 : bench_uniform(0, 2e-3f);
            rain[at] = (i / 30 + k / 6) % 4 ? 0 : bench_uniform(0, 1e-3f);
            ice[at] = temperature[at] < 260 ? bench_uniform(0, 3e-4f) : 0;
            snow[at] = temperature[at] < 270 && i % 90 > 30 ? bench_uniform(0, 5e-4f) : 0;
        }
    }
}

static inline float saturation(float t, float p)
{
    const float e = 610.78f * expf(17.269f * (t - 273.16f) / (t - 35.86f));
    return 0.622f * e / fmaxf(p - 0.378f * e, 1);
}
static inline float frozen(float t, float p)
{
    const float e = 610.78f * expf(21.875f * (t - 273.16f) / (t - 7.66f));
    return 0.622f * e / fmaxf(p - 0.378f * e, 1);
}

static void column(int i)
{
    const float latent = 2.5e6f, fusion = 3.34e5f, cp = 1004;
    float speed[LEVELS], speeds[LEVELS], fastest = 0;
    for (int k = 0; k < LEVELS; k++) {
        const int at = k * COLUMNS + i;
        float t = temperature[at], qv = vapour[at];
        float qc = fmaxf(cloud[at], 0), qr = fmaxf(rain[at], 0), qi = fmaxf(ice[at], 0), qs = fmaxf(snow[at], 0);
        const float p = pressure[at], rho = density[at], sw = saturation(t, p), si = t < 273.16f ? frozen(t, p) : sw;
        float made = 0, swept = 0, riming = 0;
        if (qc > 5e-4f) {
            made = 1e-3f * (qc - 5e-4f);
            if (rho * qc > 1e-3f)
                made += 1350 * powf(qc, 2.47f) * powf(100, -1.79f);
        }
        if (qr > 1e-9f)
            swept = 2.2f * qc * powf(rho * qr, 0.875f);
        if (qs > 1e-9f && t < 273.16f)
            riming = 1.1f * qc * powf(rho * qs, 0.8f) * expf(0.025f * (t - 273.16f));
        float sum = (made + swept + riming) * step;
        if (sum > qc) {
            const float share = qc / sum;
            made *= share, swept *= share, riming *= share;
            sum = qc;
        }
        qc -= sum;
        qr += (made + swept) * step;
        qs += riming * step;
        t += fusion / cp * riming * step;
        if (qr > 1e-9f && qv < sw) {
            const float vent = 1.6f + 124.9f * powf(rho * qr, 0.2046f);
            float gone = (1 - qv / sw) * vent * powf(rho * qr, 0.525f) / ((5.4e5f + 2.55e6f / (p * sw)) * rho) * step;
            gone = fminf(gone, fminf(qr, 0.5f * (sw - qv)));
            qr -= gone, qv += gone;
            t -= latent / cp * gone;
        }
        if (t < 273.16f) {
            if (qi < 1e-12f && qv > si && t < 263.16f) {
                const float begun = fminf(1e-2f * expf(fminf(0.6f * (273.16f - t), 15)) * 1e-12f / rho, 0.5f * (qv - si));
                qi += begun, qv -= begun;
                t += (latent + fusion) / cp * begun;
            }
            if (qi > 1e-12f) {
                float grown = 1e-2f * (qv - si) * sqrtf(qi * 1e3f) * step;
                grown = grown > 0 ? fminf(grown, 0.5f * (qv - si)) : fmaxf(grown, -qi);
                qi += grown, qv -= grown;
                t += (latent + fusion) / cp * grown;
            }
            if (qi > 1e-4f) {
                const float flakes = fminf(1e-3f * expf(0.025f * (t - 273.16f)) * (qi - 1e-4f) * step, qi);
                qi -= flakes, qs += flakes;
            }
            if (t < 235.16f) {
                qi += qc;
                t += fusion / cp * qc;
                qc = 0;
            }
        } else {
            if (qs > 0) {
                const float melted = fminf(qs, fmaxf(0, (t - 273.16f) * 1e-3f * sqrtf(rho * qs) * step));
                qs -= melted, qr += melted;
                t -= fusion / cp * melted;
            }
            qc += qi;
            t -= fusion / cp * qi;
            qi = 0;
        }
        for (int n = 0; n < 2; n++) {
            const float s = saturation(t, p), slope = s * 17.269f * 237.3f / ((t - 35.86f) * (t - 35.86f));
            const float d = fmaxf((qv - s) / (1 + latent / cp * slope), -qc);
            qv -= d, qc += d;
            t += latent / cp * d;
        }
        speed[k] = qr > 1e-9f ? fminf(36.34f * powf(1e-3f * rho * qr, 0.1346f) * sqrtf(1.2f / rho), 10) : 0;
        speeds[k] = qs > 1e-9f ? fminf(4.8f * powf(1e-3f * rho * qs, 0.0625f), 3) : 0;
        fastest = fmaxf(fastest, fmaxf(speed[k], speeds[k]) / thickness[k]);
        temperature[at] = t, vapour[at] = qv, cloud[at] = qc, rain[at] = qr, ice[at] = qi, snow[at] = qs;
    }
    int steps = (int)ceilf(fastest * step);
    steps = steps < 1 ? 1 : steps;
    const float part = step / (float)steps;
    float fallen = 0;
    for (int n = 0; n < steps; n++) {
        float above = 0, aboves = 0;
        for (int k = 0; k < LEVELS; k++) {
            const int at = k * COLUMNS + i;
            const float rho = density[at], over = part / (rho * thickness[k]);
            const float down = rho * rain[at] * speed[k], downs = rho * snow[at] * speeds[k];
            rain[at] = fmaxf(rain[at] + (above - down) * over, 0);
            snow[at] = fmaxf(snow[at] + (aboves - downs) * over, 0);
            above = down, aboves = downs;
        }
        fallen += (above + aboves) * part;
    }
    ground[i] += fallen;
}

static void hand(void)
{
#pragma omp parallel for
    for (int i = 0; i < COLUMNS; i++)
        column(i);
}

static void launch(Run *r)
{
    const int columns = COLUMNS, least = 1;
    LAUNCH(r, "drizzle", DIM((COLUMNS + 63) / 64, 1), DIM(64, 1), BUFFER(temperature), BUFFER(vapour), BUFFER(cloud), BUFFER(rain), BUFFER(ice),
           BUFFER(snow), BUFFER(pressure), BUFFER(density), BUFFER(thickness), BUFFER(ground), VALUE(columns), VALUE(step), VALUE(least));
}

const Bench bench = { "drizzle", make, hand, launch };
