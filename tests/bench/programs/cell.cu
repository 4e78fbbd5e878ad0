// cell.cu: currents through the walls of many cells, each with its own state of a dozen numbers: long code,
// exponentials, few threads.

extern "C" __global__ void cell(const float *state, float *rate, const float *param, int n, int stride)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float v = state[i], m = state[stride + i], h = state[2 * stride + i], j = state[3 * stride + i],
          x = state[4 * stride + i], ca = state[5 * stride + i], na = state[6 * stride + i], d = state[7 * stride + i];
    float rt = 8314.0f * param[0] / 96485.0f, ena = rt * logf(param[1] / na), ek = rt * logf(param[2] / 140.0f);
    float ah, bh, aj, bj;
    float am = 0.32f * (v + 47.13f) / (1 - expf(-0.1f * (v + 47.13f))), bm = 0.08f * expf(-v / 11);
    if (v >= -40) {
        ah = 0;
        aj = 0;
        bh = 1 / (0.13f * (1 + expf(-(v + 10.66f) / 11.1f)));
        bj = 0.3f * expf(-2.535e-7f * v) / (1 + expf(-0.1f * (v + 32)));
    } else {
        ah = 0.135f * expf((80 + v) / -6.8f);
        bh = 3.56f * expf(0.079f * v) + 3.1e5f * expf(0.35f * v);
        aj = (-1.2714e5f * expf(0.2444f * v) - 3.474e-5f * expf(-0.04391f * v)) * (v + 37.78f) /
             (1 + expf(0.311f * (v + 79.23f)));
        bj = 0.1212f * expf(-0.01052f * v) / (1 + expf(-0.1378f * (v + 40.14f)));
    }
    float xi = v > -100 ? 2.837f * (expf(0.04f * (v + 77)) - 1) / ((v + 77) * expf(0.04f * (v + 35))) : 1;
    float ina = 16 * m * m * m * h * j * (v - ena), ik = 0.282f * x * xi * (v - ek),
          ica = 0.09f * d * (v - 7.7f + 13.0287f * logf(ca));
    float pump = 1.5f * param[2] / (param[2] + 1.5f) / (1 + powf(10 / na, 1.5f));
    rate[i] = -(ina + ik + ica + pump);
    rate[stride + i] = am * (1 - m) - bm * m;
    rate[2 * stride + i] = ah * (1 - h) - bh * h;
    rate[3 * stride + i] = aj * (1 - j) - bj * j;
    rate[4 * stride + i] = 0.0005f * expf(0.083f * (v + 50)) / (1 + expf(0.057f * (v + 50))) * (1 - x) -
                           0.0013f * expf(-0.06f * (v + 20)) / (1 + expf(-0.04f * (v + 20))) * x;
    rate[5 * stride + i] = -1e-4f * ica + 0.07f * (1e-4f - ca);
    rate[6 * stride + i] = -1e-3f * (ina + 3 * pump);
    rate[7 * stride + i] = 0.095f * expf(-0.01f * (v - 5)) / (1 + expf(-0.072f * (v - 5))) * (1 - d) -
                           0.07f * expf(-0.017f * (v + 44)) / (1 + expf(0.05f * (v + 44))) * d;
}
