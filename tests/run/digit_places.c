#include "host.h"

#include <string.h>

extern const ptx2c_module digit_places;

enum { MOST = 128, WORDS = 1024 };
static uint32_t in[4 * MOST], out[4 * MOST], want[4 * MOST], counts[4 * WORDS], wanted[4 * WORDS];

/* A round of one warp: peers have eight bits alike, the last of them adds for all at its own number. */
static void step(uint32_t bits, const uint32_t *v, uint32_t *to, uint32_t *own)
{
    uint32_t digit[32], base[32] = {0};
    for (uint32_t l = 0; l < 32; l++)
        digit[l] = v[l] & ((1u << bits) - 1);
    for (uint32_t l = 32; l-- > 0;) {
        uint32_t last = l, all = 0, rank = 0;
        for (uint32_t j = 0; j < 32; j++)
            if (((digit[j] ^ digit[l]) & 255) == 0) {
                last = j;
                all++;
                rank += j <= l;
            }
        if (last == l) {
            base[l] = own[digit[l]];
            own[digit[l]] += all;
        }
        to[l] = base[last] + rank;
    }
}

static uint32_t try(uint32_t threads, uint32_t bits)
{
    uint32_t *pi = in, *po = out, *pc = counts;
    memset(out, 0, sizeof out);
    memset(want, 0, sizeof want);
    memset(counts, 0, sizeof counts);
    for (uint32_t i = 0; i < 4 * WORDS; i++)
        wanted[i] = i / WORDS < threads / 32 ? i % WORDS : 0;
    for (uint32_t r = 0; r < 4; r++)
        for (uint32_t t = 0; t < threads; t += 32)
            step(bits, in + r * threads + t, want + r * threads + t, wanted + t / 32 * WORDS);
    const bool same = !run(&digit_places, "by_bits", 1, threads, (void *[]){&pi, &po, &pc, &bits}) && memcmp(out, want, sizeof want) == 0 &&
                      memcmp(counts, wanted, sizeof wanted) == 0;
    if (!same)
        printf("%u threads, %u bits: wrong\n", threads, bits);
    return !same;
}

int main(void)
{
    uint32_t bad = 0;
    for (uint32_t alike = 1; alike < 4000; alike *= 5) { /* values in all */
        for (uint32_t i = 0; i < 4 * MOST; i++)
            in[i] = i * 2654435761u / 4096 % alike * 37;
        for (uint32_t threads = 32; threads <= MOST; threads += 32)
            for (uint32_t bits = 1; bits <= 10; bits++)
                bad += try(threads, bits);
    }
    puts(bad ? "not as on the host" : "as on the host");
    return bad != 0;
}
