#include "host.h"

#include <string.h>

extern const ptx2c_module match_ranks;

enum { MOST = 128, WORDS = 4 * 256 };
static uint32_t in[4 * MOST], out[4 * MOST], want[4 * MOST], counts[WORDS], wanted[WORDS];

static uint32_t ones(uint32_t x)
{
    uint32_t n = 0;
    for (; x; x &= x - 1)
        n++;
    return n;
}

/* What a kernel does: its word is at[lane], and there are so many words for each warp. */
typedef struct Kind { const char *name; uint32_t mask, words, rounds, more; bool first; int which; } Kind;

/* A round of one warp. */
static void step(const Kind *k, const uint32_t *v, uint32_t *to, uint32_t *own)
{
    uint32_t peers[32], leader[32], base[32] = {0}, rank[32], digit[32];
    for (uint32_t l = 0; l < 32; l++)
        digit[l] = v[l] & k->mask;
    for (uint32_t l = 0; l < 32; l++) {
        peers[l] = 0;
        for (uint32_t j = 0; j < 32; j++)
            peers[l] |= (uint32_t)(digit[j] == digit[l]) << j;
        uint32_t some = k->which == 3 && (peers[l] & (peers[l] - 1)) ? peers[l] & (peers[l] - 1) : peers[l];
        for (leader[l] = k->first || k->which == 3 ? 0 : 31; !(some >> leader[l] & 1); leader[l] += k->first || k->which == 3 ? 1u : ~0u) {}
        rank[l] = ones(k->which == 4 ? peers[l] >> l : k->first ? peers[l] & ((1u << l) - 1) : peers[l] & ((2u << l) - 1));
    }
    for (uint32_t l = 0; l < 32; l++) {
        uint32_t *word = &own[k->which == 0 ? l : k->which == 1 ? digit[l] + (l & 1) * 64 : k->first ? digit[l] * 3 + 5 : digit[l]];
        if (l != leader[l])
            continue;
        base[l] = *word;
        *word += k->which == 2 ? rank[l] - 1 : ones(peers[l]);
    }
    for (uint32_t l = 0; l < 32; l++)
        to[l] = base[leader[l]] + rank[l] + k->more + (k->which == 5 ? base[leader[l]] * 64 : k->which == 6 ? own[l] : 0);
}

static uint32_t try(const Kind *k, uint32_t threads)
{
    uint32_t *pi = in, *po = out, *pc = counts;
    for (uint32_t i = 0; i < WORDS; i++)
        wanted[i] = i < threads / 32 * k->words ? i % k->words : 0;
    memset(counts, 0, sizeof counts);
    memset(out, 0, sizeof out);
    memset(want, 0, sizeof want);
    for (uint32_t r = 0; r < k->rounds; r++)
        for (uint32_t t = 0; t < threads; t += 32)
            step(k, in + r * threads + t, want + r * threads + t, wanted + t / 32 * k->words);
    const bool same = !run(&match_ranks, k->name, 1, threads, (void *[]){&pi, &po, &pc}) && memcmp(out, want, sizeof want) == 0 &&
                      memcmp(counts, wanted, sizeof wanted) == 0;
    if (!same)
        printf("%s, %u threads: wrong\n", k->name, threads);
    return !same;
}

int main(void)
{
    static const Kind kinds[] = {
        {.name = "last", .mask = 255, .words = 256, .rounds = 4, .more = ~0u, .which = -1},
        {.name = "first", .mask = 63, .words = 256, .rounds = 4, .first = true, .which = -1},
        {.name = "named_late", .mask = 255, .words = 256, .rounds = 1, .more = ~0u, .which = -1},
        {.name = "near_0", .which = 0}, {.name = "near_1", .which = 1}, {.name = "near_2", .which = 2}, {.name = "near_3", .which = 3},
        {.name = "near_4", .which = 4}, {.name = "near_5", .which = 5}, {.name = "near_6", .which = 6},
    };
    uint32_t bad = 0;
    for (uint32_t alike = 1; alike < 1000; alike *= 5) { /* values in all */
        for (uint32_t i = 0; i < 4 * MOST; i++)
            in[i] = i * 2654435761u / 4096 % alike * 37;
        for (uint32_t threads = 32; threads <= MOST; threads += 32) {
            for (uint32_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
                Kind k = kinds[i];
                if (k.which >= 0)
                    k.mask = 63, k.words = 256, k.rounds = 1;
                bad += try(&k, threads);
            }
        }
    }
    puts(bad ? "not as on the host" : "as on the host");
    return bad != 0;
}
