// heart.cu: cells of heart muscle: the voltage, twelve gates, calcium, sodium and potassium of each, in steps of time; gates move
// exponentially to where rates that depend on the voltage have them; some currents are different below and above a voltage.
#define STATES 17
enum { V, M, H, J, D, F, F2, FCASS, R, S, XR1, XR2, XS, CAI, CASR, NAI, KI };

struct Constants {
    double temperature, gna, gkr, gks, gto, gcal, gk1, gnab, gcab, pnak, naca;
};

__device__ static double gate(double now, double steady, double tau, double step) { return steady - (steady - now) * exp(-step / tau); }
__device__ static double sigmoid(double x) { return 1.0 / (1.0 + exp(x)); }

extern "C" __global__ void heart(double *state, const double *stimulus, const unsigned char *kind, Constants c, int cells, const int *rounds,
        double step)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= cells)
        return;
    double s[STATES];
    for (int k = 0; k < STATES; k++)
        s[k] = state[k * cells + i];
    const double rtf = 8.314472 * c.temperature / 96.485, nao = 140.0, cao = 2.0, ko = 5.4;
    const int outer = kind[i], steps = rounds[i];
    for (int n = 0; n < steps; n++) {
        const double v = s[V];
        const double ena = rtf * log(nao / s[NAI]), ek = rtf * log(ko / s[KI]), eca = 0.5 * rtf * log(cao / s[CAI]);
        const double eks = rtf * log((ko + 0.03 * nao) / (s[KI] + 0.03 * s[NAI]));

        const double minf = sigmoid((-56.86 - v) / 9.03), am = sigmoid((-60.0 - v) / 5.0);
        const double bm = 0.1 * sigmoid((v + 35.0) / 5.0) + 0.1 * sigmoid((v - 50.0) / 200.0);
        const double hs = sigmoid((v + 71.55) / 7.43), hinf = hs * hs;
        double ah, bh, aj, bj;
        if (v >= -40.0) {
            ah = 0.0;
            bh = 0.77 / (0.13 * (1.0 + exp(-(v + 10.66) / 11.1)));
            aj = 0.0;
            bj = 0.6 * exp(0.057 * v) / (1.0 + exp(-0.1 * (v + 32.0)));
        } else {
            ah = 0.057 * exp(-(v + 80.0) / 6.8);
            bh = 2.7 * exp(0.079 * v) + 3.1e5 * exp(0.3485 * v);
            aj = (-2.5428e4 * exp(0.2444 * v) - 6.948e-6 * exp(-0.04391 * v)) * (v + 37.78) / (1.0 + exp(0.311 * (v + 79.23)));
            bj = 0.02424 * exp(-0.01052 * v) / (1.0 + exp(-0.1378 * (v + 40.14)));
        }
        const double ina = c.gna * s[M] * s[M] * s[M] * s[H] * s[J] * (v - ena);

        double ical;
        const double shifted = v - 15.0, ratio = 2.0 * shifted / rtf;
        const double flow = s[D] * s[F] * s[F2] * s[FCASS];
        if (fabs(shifted) < 1e-6)
            ical = c.gcal * flow * 2.0 * 96.485 * (0.25 * s[CAI] - cao);
        else
            ical = c.gcal * flow * 4.0 * shifted * 96.485 / rtf * (0.25 * exp(ratio) * s[CAI] - cao) / (exp(ratio) - 1.0);

        double sinf, ts;
        if (outer) {
            sinf = sigmoid((v + 20.0) / 5.0);
            ts = 85.0 * exp(-(v + 45.0) * (v + 45.0) / 320.0) + 5.0 / (1.0 + exp((v - 20.0) / 5.0)) + 3.0;
        } else {
            sinf = sigmoid((v + 28.0) / 5.0);
            ts = 1000.0 * exp(-(v + 67.0) * (v + 67.0) / 1000.0) + 8.0;
        }
        const double ito = (outer ? 4.0 : 1.0) * c.gto * s[R] * s[S] * (v - ek);
        const double ikr = c.gkr * sqrt(ko / 5.4) * s[XR1] * s[XR2] * (v - ek);
        const double iks = c.gks * s[XS] * s[XS] * (v - eks);
        const double ak1 = 0.1 * sigmoid(0.06 * (v - ek - 200.0));
        const double bk1 = (3.0 * exp(0.0002 * (v - ek + 100.0)) + exp(0.1 * (v - ek - 10.0))) * sigmoid(-0.5 * (v - ek));
        const double ik1 = c.gk1 * ak1 / (ak1 + bk1) * (v - ek);
        const double inaca = c.naca * (exp(0.35 * v / rtf) * s[NAI] * s[NAI] * s[NAI] * cao - exp(-0.65 * v / rtf) * nao * nao * nao * s[CAI] * 2.5) /
                             ((87.5 * 87.5 * 87.5 + nao * nao * nao) * (1.38 + cao) * (1.0 + 0.1 * exp(-0.65 * v / rtf)));
        const double inak = c.pnak * (ko / (ko + 1.0)) * (s[NAI] / (s[NAI] + 40.0)) / (1.0 + 0.1245 * exp(-0.1 * v / rtf) + 0.0353 * exp(-v / rtf));
        const double inab = c.gnab * (v - ena), icab = c.gcab * (v - eca);

        const double sr = s[CASR] * s[CASR], release = 0.008 * s[D] * s[FCASS] * sr / (sr + 2.25) * (s[CASR] - s[CAI]);
        const double leak = 0.00036 * (s[CASR] - s[CAI]), uptake = 0.006375 / (1.0 + 0.00025 * 0.00025 / (s[CAI] * s[CAI]));
        const double total = ina + ical + ito + ikr + iks + ik1 + inaca + inak + inab + icab + (n < 10 ? stimulus[i] : 0.0);

        s[M] = gate(s[M], minf * minf, am * bm, step);
        s[H] = gate(s[H], hinf, 1.0 / (ah + bh), step);
        s[J] = gate(s[J], hinf, 1.0 / (aj + bj), step);
        s[D] = gate(s[D], sigmoid((-8.0 - v) / 7.5), (1.4 * sigmoid((-35.0 - v) / 13.0) + 0.25) * 1.4 * sigmoid((v + 5.0) / 5.0)
                + sigmoid((50.0 - v) / 20.0), step);
        s[F] = gate(s[F], sigmoid((v + 20.0) / 7.0), 1102.5 * exp(-(v + 27.0) * (v + 27.0) / 225.0) + 200.0 * sigmoid((13.0 - v) / 10.0)
                + 180.0 * sigmoid((v + 30.0) / 10.0) + 20.0, step);
        s[F2] = gate(s[F2], 0.67 * sigmoid((v + 35.0) / 7.0) + 0.33, 562.0 * exp(-(v + 27.0) * (v + 27.0) / 240.0)
                + 31.0 * sigmoid((25.0 - v) / 10.0) + 80.0 * sigmoid((v + 30.0) / 10.0), step);
        const double ca = s[CAI] * s[CAI] / 0.0025;
        s[FCASS] = gate(s[FCASS], 0.6 / (1.0 + ca) + 0.4, 80.0 / (1.0 + ca) + 2.0, step);
        s[R] = gate(s[R], sigmoid((20.0 - v) / 6.0), 9.5 * exp(-(v + 40.0) * (v + 40.0) / 1800.0) + 0.8, step);
        s[S] = gate(s[S], sinf, ts, step);
        s[XR1] = gate(s[XR1], sigmoid((-26.0 - v) / 7.0), 2700.0 * sigmoid((-45.0 - v) / 10.0) * sigmoid((v + 30.0) / 11.5), step);
        s[XR2] = gate(s[XR2], sigmoid((v + 88.0) / 24.0), 3.36 * sigmoid((-60.0 - v) / 20.0) * sigmoid((v - 60.0) / 20.0), step);
        s[XS] = gate(s[XS], sigmoid((-5.0 - v) / 14.0), 1400.0 / sqrt(1.0 + exp((5.0 - v) / 6.0)) * sigmoid((v - 35.0) / 15.0) + 80.0, step);
        s[CAI] += step * (0.1 * (leak - uptake) + 0.001 * release - 0.00005 * (ical + icab - 2.0 * inaca));
        s[CASR] += step * (uptake - leak - 0.01 * release);
        s[NAI] -= step * 0.0005 * (ina + inab + 3.0 * inak + 3.0 * inaca);
        s[KI] -= step * 0.0005 * (ik1 + ito + ikr + iks - 2.0 * inak);
        s[V] = v - step * total;
    }
    for (int k = 0; k < STATES; k++)
        state[k * cells + i] = s[k];
}
