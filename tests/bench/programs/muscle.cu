// muscle.cu: the state of heart cells by a system of 24 equations and Euler's steps: two threads a block, one of which does the currents, the other
// the calcium's helpers; a cell a block, parameters and state in memory.
#define EQUATIONS 24

__device__ void currents(const float *initvalu, const float *parameter, float *finavalu, int offset)
{
    int v1 = offset + 0, v2 = offset + 1, v3 = offset + 2, v4 = offset + 3, v5 = offset + 4, v6 = offset + 5, v7 = offset + 6, v8 = offset + 7,
        v9 = offset + 8, v10 = offset + 9, v11 = offset + 10, v12 = offset + 11;
    float v = initvalu[v12], m = initvalu[v1], h = initvalu[v2], j = initvalu[v3], d = initvalu[v4], f = initvalu[v5], x = initvalu[v6];
    float ca = initvalu[v7], na = initvalu[v8], k = initvalu[v9], r = initvalu[v10], s = initvalu[v11];
    float ah, bh, aj, bj;
    float am = 0.32f * (v + 47.13f) / (1 - expf(-0.1f * (v + 47.13f)));
    float bm = 0.08f * expf(-v / 11);
    if (v >= -40) {
        ah = 0;
        aj = 0;
        bh = 1 / (0.13f * (1 + expf(-(v + 10.66f) / 11.1f)));
        bj = 0.3f * expf(-2.535e-7f * v) / (1 + expf(-0.1f * (v + 32)));
    } else {
        ah = 0.135f * expf((80 + v) / -6.8f);
        bh = 3.56f * expf(0.079f * v) + 3.1e5f * expf(0.35f * v);
        aj = (-127140 * expf(0.2444f * v) - 3.474e-5f * expf(-0.04391f * v)) * (v + 37.78f) / (1 + expf(0.311f * (v + 79.23f)));
        bj = 0.1212f * expf(-0.01052f * v) / (1 + expf(-0.1378f * (v + 40.14f)));
    }
    finavalu[v1] = am * (1 - m) - bm * m;
    finavalu[v2] = ah * (1 - h) - bh * h;
    finavalu[v3] = aj * (1 - j) - bj * j;
    float ena = 26.7f * logf(parameter[0] / na), ek = 26.7f * logf(parameter[1] / k), eca = 13.3f * logf(parameter[2] / ca);
    float ina = 16 * powf(m, 3) * h * j * (v - ena);
    float dss = 1 / (1 + expf(-(v + 14.5f) / 6)), taud = dss * (1 - expf(-(v + 14.5f) / 6)) / (0.035f * (v + 14.6f));
    float fss = 1 / (1 + expf((v + 35.06f) / 3.6f)) + 0.6f / (1 + expf((50 - v) / 20));
    float tauf = 1 / (0.0197f * expf(-powf(0.0337f * (v + 14.5f), 2)) + 0.02f);
    finavalu[v4] = (dss - d) / taud;
    finavalu[v5] = (fss - f) / tauf;
    float ica = 0.1f * d * f * (v - eca);
    float xss = 1 / (1 + expf(-(v + 50) / 7.5f)), tau = 1 / (7.19e-5f * (v + 30.01f) / (1 - expf(-0.148f * (v + 30.01f))) + 1e-4f);
    finavalu[v6] = (xss - x) / tau;
    float ik = 0.28f * x * x * (v - ek) / (1 + expf((v + 33) / 22.4f));
    float rss = 1 / (1 + expf(-(v + 1) / 13)), sss = 1 / (1 + expf((v + 33.5f) / 10));
    finavalu[v10] = (rss - r) / 2.5f;
    finavalu[v11] = (sss - s) / (25 + 3 * powf(rss, 2.5f));
    float ito = 0.11f * r * s * (v - ek);
    float ileak = v < -60 ? 0.01f * (v + 60) : 0.02f * (v + 59);
    finavalu[v7] = -1e-4f * ica - 0.02f * (ca - 2e-4f);
    finavalu[v8] = -1e-4f * ina;
    finavalu[v9] = -1e-4f * (ik + ito);
    finavalu[v12] = -(ina + ica + ik + ito + ileak) + parameter[3];
}

__device__ void helpers(const float *initvalu, const float *parameter, float *finavalu, int offset)
{
    float ca = initvalu[offset], c2 = initvalu[offset + 1], c4 = initvalu[offset + 2], cb = initvalu[offset + 3], cb2 = initvalu[offset + 4],
          cb4 = initvalu[offset + 5], k2 = initvalu[offset + 6], k4 = initvalu[offset + 7], kp = initvalu[offset + 8], kt = initvalu[offset + 9],
          cn = initvalu[offset + 10], in = initvalu[offset + 11];
    float kb = 0.00027f, ratio = parameter[4], temp = parameter[5], t = kb * temp * ratio;
    float r02 = 2.5f * ca * ca * (1 - c2 - c4 - cb - cb2 - cb4) - 0.5f * c2, r24 = 10 * ca * ca * c2 - 5 * c4;
    float b02 = 3 * ca * ca * cb - 0.6f * cb2, b24 = 8 * ca * ca * cb2 - 4 * cb4;
    float p2 = powf(ca, 2) / (powf(ca, 2) + 0.04f), p4 = powf(c4, 1.5f) / (powf(c4, 1.5f) + 0.1f);
    float free = 1 - k2 - k4 - kp - kt;
    float up = 0.3f * p2 * free - 0.05f * k2, on = 0.4f * p4 * k2 - 0.06f * k4, phos = 0.2f * k4 * (1 - in) - 0.03f * kp, trap = 0.1f * kp - 0.02f * kt;
    finavalu[offset] = -t * (2 * r02 + 2 * r24 + 2 * b02 + 2 * b24) + 0.01f * (0.5f - ca);
    finavalu[offset + 1] = r02 - r24;
    finavalu[offset + 2] = r24;
    finavalu[offset + 3] = 0.1f * (1 - cb) - b02;
    finavalu[offset + 4] = b02 - b24;
    finavalu[offset + 5] = b24;
    finavalu[offset + 6] = up - on;
    finavalu[offset + 7] = on - phos;
    finavalu[offset + 8] = phos - trap;
    finavalu[offset + 9] = trap;
    finavalu[offset + 10] = 0.2f * p4 * (1 - cn) - 0.1f * cn;
    finavalu[offset + 11] = 0.1f * kp * (1 - in) - 0.2f * in * cn;
}

__global__ void muscle(int steps, float by, float *state, float *rate, const float *parameter)
{
    int cell = blockIdx.x, tx = threadIdx.x;
    for (int i = 0; i < steps; i++) {
        if (tx == 0)
            currents(&state[cell * EQUATIONS], &parameter[cell * 8], &rate[cell * EQUATIONS], 0);
        else
            helpers(&state[cell * EQUATIONS], &parameter[cell * 8], &rate[cell * EQUATIONS], EQUATIONS / 2);
        __syncthreads();
        for (int e = tx; e < EQUATIONS; e += blockDim.x) {
            float r = rate[cell * EQUATIONS + e];
            if (isnan(r) || isinf(r))
                r = 0.0001f;
            state[cell * EQUATIONS + e] += by * r;
        }
        __syncthreads();
    }
}
