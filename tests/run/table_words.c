/* Words that each lane looks up at its own place, as a loop for each finds them. */
#include "host.h"

extern const ptx2c_module table_words;

enum { BLOCK = 96, BLOCKS = 3, ALL = BLOCK * BLOCKS, N = ALL - 29, EACH = 13 };
static uint32_t tables[1024], words[EACH * N], sums[ALL], out[EACH * ALL];
static uint64_t hashes[ALL];

static uint32_t check(int i)
{
    uint32_t sum = ~0u;
    for (int k = 0; k < EACH; k++) {
        sum ^= words[k * N + i];
        sum = tables[768 + (sum & 255)] ^ tables[512 + (sum >> 8 & 255)] ^ tables[256 + (sum >> 16 & 255)] ^ tables[sum >> 24];
    }
    return ~sum;
}

static uint64_t hash(uint64_t h)
{
    for (uint32_t r = 0; r < EACH; r++) {
        const uint32_t place[3] = {h & 127, 128 + (h >> 7 & 127), 256 + (uint32_t)(h >> 57)};
        uint64_t at[3];
        for (int k = 0; k < 3; k++)
            memcpy(&at[k], tables + 2 * place[k], 8);
        h = (at[0] ^ at[1]) + at[2] + r;
    }
    return h;
}

static uint32_t chosen(uint32_t h)
{
    for (uint32_t r = 0; r < EACH; r++) {
        const uint32_t a = tables[h & 255], b = tables[256 + (h >> 24)];
        h = (a > b ? a ^ h >> 5 : b + h) + r;
    }
    return h;
}

static const char *launch(const char *kernel, void **args)
{
    return ptx2c_strerror(ptx2c_launch(ptx2c_find_kernel(&table_words, kernel), (ptx2c_dim3){BLOCKS, 1, 1}, (ptx2c_dim3){BLOCK, 1, 1}, 0, args));
}

int main(void)
{
    uint32_t x = 1;
    for (int i = 0; i < 1024; i++)
        tables[i] = x = x * 1664525 + 1013904223;
    for (int i = 0; i < EACH * N; i++)
        words[i] = x = x * 1664525 + 1013904223;
    void *t = tables, *w = words, *s = sums, *h = hashes, *o = out;
    int each = EACH, n = N, all = ALL, wrong = 0;
    uint32_t seed = 4000000000u;

    const char *status = launch("check", (void *[]){&w, &t, &s, &each, &n});
    for (int i = 0; i < ALL; i++)
        wrong += sums[i] != (i < N ? check(i) : 0);
    printf("check: %s, %d wrong\n", status, wrong);

    status = launch("hash", (void *[]){&t, &h, &seed, &each});
    wrong = 0;
    for (int i = 0; i < ALL; i++)
        wrong += hashes[i] != hash(seed + (uint32_t)i);
    printf("hash: %s, %d wrong\n", status, wrong);

    status = launch("chosen", (void *[]){&t, &s, &each});
    wrong = 0;
    for (int i = 0; i < ALL; i++)
        wrong += sums[i] != chosen((uint32_t)i * 2654435761u);
    printf("chosen: %s, %d wrong\n", status, wrong);

    status = launch("noted", (void *[]){&t, &o, &each, &all});
    wrong = 0;
    for (int i = 0; i < ALL; i++) {
        uint32_t v = (uint32_t)i * 2654435761u;
        for (int r = 0; r < EACH; r++)
            wrong += out[r * ALL + i] != (v = tables[v & 255] ^ tables[256 + (v >> 24)] ^ v >> 3);
    }
    printf("noted: %s, %d wrong\n", status, wrong);
    return 0;
}
