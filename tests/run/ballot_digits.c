#include "host.h"

extern const ptx2c_module ballot_digits;

enum { N = 8 * 64 };
static uint32_t in[N], out[4 * N], want[4 * N];

static uint32_t ranks(uint32_t shift)
{
    uint32_t *pi = in, *po = out, at[N] = {0};
    for (uint32_t b = 0; b < N; b += 64) {
        uint32_t n = b;
        for (uint32_t d = 0; d < 256; d++)
            for (uint32_t i = b; i < b + 64; i++)
                if ((in[i] >> shift & 255) == d)
                    at[n++] = in[i];
    }
    return run(&ballot_digits, "ranks", N / 64, 64, (void *[]){&pi, &po, &shift}) || memcmp(out, at, sizeof at) != 0;
}

/* Bit j: what a vote says of lane j, turned where the own bit is none. */
static uint32_t turned_bits(const uint32_t *v, uint32_t threads, uint32_t first, uint32_t lane, uint32_t bit)
{
    uint32_t r = 0;
    for (uint32_t j = 0; j < 32 && first + j < threads; j++)
        r |= (v[first + j] & bit ? 1u : 0u) << j;
    return v[first + lane] & bit ? r : ~r;
}

static uint32_t peers(const uint32_t *v, uint32_t threads, uint32_t t, uint32_t bits)
{
    uint32_t r = ~0u;
    for (uint32_t bit = 1; bit; bit *= 2)
        r &= bits & bit ? turned_bits(v, threads, t / 32 * 32, t % 32, bit) : ~0u;
    return r;
}

static uint32_t turned(uint32_t threads)
{
    uint32_t *pi = in, *po = out, bad = run(&ballot_digits, "turned", 1, threads, (void *[]){&pi, &po}) != 0;
    for (uint32_t t = 0; t < threads; t++)
        bad += out[t] != peers(in, threads, t, 0x80100476u);
    return bad;
}

static uint32_t flipped(uint32_t threads, uint32_t n)
{
    uint32_t *pi = in, *po = out, had[N], bad = run(&ballot_digits, "flipped", 1, threads, (void *[]){&pi, &po, &n}) != 0;
    for (uint32_t t = 0; t < threads; t++)
        had[t] = t < n ? in[t] : 0;
    for (uint32_t t = 0; t < threads; t++) {
        const uint32_t first = t / 32 * 32, there = n <= first ? 0 : n - first >= 32 ? ~0u : (1u << (n - first)) - 1;
        bad += out[t] != (peers(had, threads, t, 0xff) & there);
    }
    return bad;
}

static uint32_t near_by(uint32_t threads)
{
    uint32_t *pi = in, *po = out, other[N], mixed[N], bad = 0;
    for (uint32_t i = 0; i < N; i++) {
        other[i] = in[i] * 3;
        mixed[i] = (in[i] & ~16u) | (other[i] & 16);
    }
    for (uint32_t which = 0; which < 3; which++) {
        for (uint32_t t = 0; t < threads; t++) {
            uint32_t *own = want + t * 3;
            own[0] = peers(which == 1 ? mixed : in, threads, t, 0x1ff);
            own[1] = which == 0 ? peers(other, threads, t, 0x1ff) : ~0u;
            own[2] = 0;
            for (uint32_t bit = 1; bit < 512 && which == 0; bit *= 2) {
                const uint32_t y = peers(other, threads, t, bit);
                own[2] += other[t] & bit ? y : ~y;
            }
            for (uint32_t bit = 1, all = ~0u; bit < 512 && which == 2; bit *= 2)
                own[0] = all &= ~peers(in, threads, t, bit);
        }
        bad += run(&ballot_digits, "near", 1, threads, (void *[]){&pi, &po, &which}) || memcmp(out, want, threads * 12) != 0;
    }
    return bad;
}

int main(void)
{
    uint32_t bad = 0;
    for (uint32_t i = 0; i < N; i++)
        in[i] = i % 7 ? (i % 11) * 2654435761u : 0x2e0 * (i % 3);
    for (uint32_t shift = 0; shift < 24; shift += 5)
        bad += ranks(shift);
    for (uint32_t threads = 1; threads <= 160; threads += 53)
        bad += turned(threads) + near_by(threads) + flipped(threads, threads) + flipped(threads, threads / 2);
    for (uint32_t threads = 32; threads <= 128; threads *= 2)
        bad += turned(threads) + near_by(threads) + flipped(threads, threads) + flipped(threads, threads / 2);
    puts(bad ? "not as on the host" : "as on the host");
    return bad != 0;
}
