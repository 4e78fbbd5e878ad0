// drizzle.cu: clouds and rain in columns of air: condensation to saturation, growth of cloud water to rain, collection, evaporation, ice and
// melting, each level's rates after those above it; rain and snow fall in shorter steps than the columns' own.
#define LEVELS 48

__device__ static float saturation(float t, float p)
{
    const float e = 610.78f * expf(17.269f * (t - 273.16f) / (t - 35.86f));
    return 0.622f * e / fmaxf(p - 0.378f * e, 1.0f);
}
__device__ static float frozen(float t, float p)
{
    const float e = 610.78f * expf(21.875f * (t - 273.16f) / (t - 7.66f));
    return 0.622f * e / fmaxf(p - 0.378f * e, 1.0f);
}

extern "C" __global__ void drizzle(float *temperature, float *vapour, float *cloud, float *rain, float *ice, float *snow, const float *pressure,
                                   const float *density, const float *thickness, float *ground, int columns, float step, int least)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= columns)
        return;
    const float latent = 2.5e6f, fusion = 3.34e5f, cp = 1004.0f;
    float speed[LEVELS], speeds[LEVELS];
    float fastest = 0.0f;
    for (int k = 0; k < LEVELS; k++) {
        const int at = k * columns + i;
        float t = temperature[at], qv = vapour[at], qc = cloud[at], qr = rain[at], qi = ice[at], qs = snow[at];
        const float p = pressure[at], rho = density[at];
        qc = fmaxf(qc, 0.0f), qr = fmaxf(qr, 0.0f), qi = fmaxf(qi, 0.0f), qs = fmaxf(qs, 0.0f);
        const float sw = saturation(t, p), si = t < 273.16f ? frozen(t, p) : sw;
        // Autoconversion and collection.
        float made = 0.0f;
        if (qc > 5e-4f) {
            made = 1e-3f * (qc - 5e-4f);
            if (rho * qc > 1e-3f)
                made += 1350.0f * powf(qc, 2.47f) * powf(100.0f, -1.79f);
        }
        float swept = 0.0f, riming = 0.0f;
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
        // Rain evaporates where the air is dry.
        if (qr > 1e-9f && qv < sw) {
            const float vent = 1.6f + 124.9f * powf(rho * qr, 0.2046f);
            float gone = (1.0f - qv / sw) * vent * powf(rho * qr, 0.525f) / ((5.4e5f + 2.55e6f / (p * sw)) * rho) * step;
            gone = fminf(gone, fminf(qr, 0.5f * (sw - qv)));
            qr -= gone, qv += gone;
            t -= latent / cp * gone;
        }
        // Cold processes.
        if (t < 273.16f) {
            if (qi < 1e-12f && qv > si && t < 263.16f) {
                const float seeds = 1e-2f * expf(fminf(0.6f * (273.16f - t), 15.0f));
                const float begun = fminf(seeds * 1e-12f / rho, 0.5f * (qv - si));
                qi += begun, qv -= begun;
                t += (latent + fusion) / cp * begun;
            }
            if (qi > 1e-12f) {
                float grown = 1e-2f * (qv - si) * sqrtf(qi * 1e3f) * step;
                grown = grown > 0.0f ? fminf(grown, 0.5f * (qv - si)) : fmaxf(grown, -qi);
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
                qc = 0.0f;
            }
        } else {
            if (qs > 0.0f) {
                const float melted = fminf(qs, fmaxf(0.0f, (t - 273.16f) * 1e-3f * sqrtf(rho * qs) * step));
                qs -= melted, qr += melted;
                t -= fusion / cp * melted;
            }
            qr += 0.0f, qc += qi;
            t -= fusion / cp * qi;
            qi = 0.0f;
        }
        // Adjustment to saturation, two steps of Newton's.
        for (int n = 0; n < 2; n++) {
            const float s = saturation(t, p), slope = s * 17.269f * 237.3f / ((t - 35.86f) * (t - 35.86f));
            float d = (qv - s) / (1.0f + latent / cp * slope);
            if (d < -qc)
                d = -qc;
            qv -= d, qc += d;
            t += latent / cp * d;
        }
        speed[k] = qr > 1e-9f ? fminf(36.34f * powf(1e-3f * rho * qr, 0.1346f) * sqrtf(1.2f / rho), 10.0f) : 0.0f;
        speeds[k] = qs > 1e-9f ? fminf(4.8f * powf(1e-3f * rho * qs, 0.0625f), 3.0f) : 0.0f;
        fastest = fmaxf(fastest, fmaxf(speed[k], speeds[k]) / thickness[k]);
        temperature[at] = t, vapour[at] = qv, cloud[at] = qc, rain[at] = qr, ice[at] = qi, snow[at] = qs;
    }
    // What falls: as many steps as the fastest needs.
    const int steps = max(least, (int)ceilf(fastest * step));
    const float part = step / steps;
    float fallen = 0.0f;
    for (int n = 0; n < steps; n++) {
        float above = 0.0f, aboves = 0.0f;
        for (int k = 0; k < LEVELS; k++) {
            const int at = k * columns + i;
            const float rho = density[at], over = part / (rho * thickness[k]);
            const float down = rho * rain[at] * speed[k], downs = rho * snow[at] * speeds[k];
            rain[at] = fmaxf(rain[at] + (above - down) * over, 0.0f);
            snow[at] = fmaxf(snow[at] + (aboves - downs) * over, 0.0f);
            above = down, aboves = downs;
        }
        fallen += (above + aboves) * part;
    }
    ground[i] += fallen;
}
