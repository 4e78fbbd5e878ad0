/* Bytes from here and there among arithmetic: what the same steps give one thread after the other.  All numbers are exact. */
#include "host.h"

extern const ptx2c_module fusion;

enum { N = 97 };
static uint8_t table[256], out[2 * N + 64], want[2 * N + 64];
static float x[N];
static uint32_t sums[N];

static uint32_t expect(int i)
{
    float v = x[i], w = v * 0.5f + 3.0f;
    int a = (int)(v * 7.0f) & 255, b = (int)(w * 11.0f) & 255;
    float p = (float)table[a] * 0.25f + w, q = (float)table[b] * 0.5f - v;
    float r = (float)table[(a * 5 + b) & 255] * 2.0f + p * q, s = (float)table[(a ^ b) & 255] + r * 0.125f;
    if (q > p)
        s += table[255 - a];
    want[i * 37 % N] = (uint8_t)((int)(s + p) & 255);
    float t = (float)want[N + (b & 63)] * 0.75f + s;
    want[N + 64 + i] = (uint8_t)((int)t & 255);
    uint32_t low = (uint32_t)(t < 0 ? 0 : t * 1024.0f), sum = low + UINT32_C(0xfffffff0);
    uint32_t high = (uint32_t)table[b & 127] + table[a & 63] + (sum < low);
    return sum ^ high * UINT32_C(2654435761);
}

static uint32_t chain(uint32_t i, uint32_t y)
{
    uint32_t e = i * UINT32_C(2654435761) >> 7, a = table[e & 255], g = (y * 3) ^ (y >> 5), f = ((e * 9 + g) * 77) ^ (e >> 3);
    uint32_t b = table[(a * 7 + (a >> 3) * 11 + 5) & 255], h = ((f * 5) ^ g) + (e >> 2);
    uint32_t c = table[(b * 3 + (b >> 1) * 13 + a) & 255];
    return (c * 31 + b) * 17 + (h ^ (f * 3)) + (a << 4);
}

int main(void)
{
    uint8_t *ptable = table, *pout = out;
    float *px = x;
    uint32_t *psums = sums;
    int n = N;
    for (int i = 0; i < 256; i++)
        table[i] = (uint8_t)((uint32_t)i * UINT32_C(2654435761) >> 24 & 31);
    for (int i = 0; i < N; i++)
        x[i] = (float)(i * 5 % 64) * 0.5f;
    for (int i = 0; i < 64; i++)
        out[N + i] = want[N + i] = (uint8_t)(i * 4);
    run(&fusion, "bytes", 4, 32, (void *[]){&ptable, &px, &pout, &psums, &n});
    for (int i = 0; i < N; i++) {
        const uint32_t sum = expect(i);
        if (sums[i] != sum)
            printf("sum %d: %u, not %u\n", i, (unsigned)sums[i], (unsigned)sum);
    }
    for (int i = 0; i < 2 * N + 64; i++)
        if (out[i] != want[i])
            printf("byte %d: %d, not %d\n", i, out[i], want[i]);
    uint32_t y[N], *py = y;
    for (int i = 0; i < N; i++)
        y[i] = (uint32_t)i * 40503;
    const uint32_t before = sums[3];
    run(&fusion, "chains", 4, 32, (void *[]){&ptable, &py, &psums, &n});
    for (uint32_t i = 0; i < N; i++)
        if (sums[i] != chain(i, y[i]))
            printf("chain %u: %u, not %u\n", (unsigned)i, (unsigned)sums[i], (unsigned)chain(i, y[i]));
    printf("%u ", (unsigned)before);
    printf("%u %u\n", (unsigned)sums[3], (unsigned)sums[96]);
    return 0;
}
