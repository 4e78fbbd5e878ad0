// periods.cu: how strong each frequency is in samples at uneven times: a thread a frequency.
extern "C" __global__ void periods(const float *t, const float *y, const float *freqs, float *power, int samples, int n, float scale)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, stride = gridDim.x * blockDim.x;
    for (int f = i; f < n; f += stride) {
        float w = freqs[f], xc = 0, xs = 0, cc = 0, ss = 0, cs = 0;
        for (int k = 0; k < samples; k++) {
            float s, c;
            sincosf(w * t[k], &s, &c);
            xc += y[k] * c;
            xs += y[k] * s;
            cc += c * c;
            ss += s * s;
            cs += c * s;
        }
        float tau = atan2f(2 * cs, cc - ss) / (2 * w), ct, st;
        sincosf(w * tau, &st, &ct);
        float c2 = ct * ct, s2 = st * st, both = 2 * ct * st;
        float p = ct * xc + st * xs, q = ct * xs - st * xc;
        power[f] = 0.5f * (p * p / (c2 * cc + both * cs + s2 * ss) + q * q / (c2 * ss - both * cs + s2 * cc)) * scale;
    }
}
