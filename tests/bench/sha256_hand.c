/* sha256_hand.c: SHA-256 of blocks of 64 bytes. */
#include "bench.h"

#include <math.h>

static int n = 4096;
static uint32_t *in, *k, *out;

/* The first 32 bits behind the point of a root. */
static uint32_t fraction(double x) { return (uint32_t)((x - floor(x)) * 4294967296.0); }

static void make(void)
{
    in = bench_in(16 * (size_t)n, 4);
    k = bench_in(72, 4);
    out = bench_out(8 * (size_t)n, KIND_U32, 0, 0);
    for (int i = 0; i < 16 * n; i++)
        in[i] = bench_random();
    for (int i = 0, p = 2; i < 64; p++) {
        bool prime = true;
        for (int q = 2; q * q <= p; q++)
            prime &= p % q != 0;
        if (!prime)
            continue;
        if (i < 8)
            k[64 + i] = fraction(sqrt(p));
        k[i++] = fraction(cbrt(p));
    }
}

static inline uint32_t turn(uint32_t x, int by) { return x >> by | x << (32 - by); }

static void hand(void)
{
#pragma omp parallel for
    for (int id = 0; id < n; id++) {
        uint32_t w[64], s[8];
        for (int i = 0; i < 16; i++)
            w[i] = in[i * n + id];
        for (int i = 16; i < 64; i++)
            w[i] = w[i - 16] + (turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ w[i - 15] >> 3) + w[i - 7] +
                   (turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ w[i - 2] >> 10);
        for (int i = 0; i < 8; i++)
            s[i] = k[64 + i];
        for (int i = 0; i < 64; i++) {
            uint32_t one = s[7] + (turn(s[4], 6) ^ turn(s[4], 11) ^ turn(s[4], 25)) + ((s[4] & s[5]) ^ (~s[4] & s[6])) +
                           k[i] + w[i];
            uint32_t two = (turn(s[0], 2) ^ turn(s[0], 13) ^ turn(s[0], 22)) +
                           ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
            for (int j = 7; j > 0; j--)
                s[j] = s[j - 1];
            s[4] += one;
            s[0] = one + two;
        }
        for (int i = 0; i < 8; i++)
            out[i * n + id] = s[i] + k[64 + i];
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "sha256", DIM((uint32_t)(n + 127) / 128, 1), DIM(128, 1), VALUE(n), BUFFER(in), BUFFER(k), BUFFER(out));
}

const Bench bench = { "sha256", make, hand, launch };
