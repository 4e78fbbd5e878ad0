#include "host.h"

#include <string.h>

extern const ptx2c_module shifts;

typedef struct {
    uint64_t d;
    uint32_t r;
    uint16_t h;
    uint8_t b;
} Given;

typedef struct {
    uint32_t word[12];
    uint64_t wide[8];
    uint16_t half[8];
} Shifted;

/* Number by number, with no shift by as much as a type has. */
static uint64_t times(uint64_t x, unsigned n, unsigned bits)
{
    for (; n; n--)
        x *= 2;
    return bits == 64 ? x : x % (UINT64_C(1) << bits);
}

static uint64_t over(uint64_t x, unsigned n)
{
    for (; n; n--)
        x /= 2;
    return x;
}

static Shifted expected(const Given *g)
{
    const uint64_t d = g->d, signed_r = (uint64_t)(int64_t)(int32_t)g->r, signed_b = (uint64_t)(int64_t)(int8_t)g->b;
    const uint32_t r = g->r;
    return (Shifted){
        .word = {(uint32_t)times(r, 31, 32), 0, (uint32_t)times(g->b, 24, 32), (uint32_t)times(signed_b, 28, 32), (uint32_t)over(r, 31),
                 (uint32_t)over((uint32_t)signed_b, 4), 0, r >> 31 ? UINT32_MAX : 0, (int32_t)r > 0 ? 0x80000000u : 0, (uint32_t)over(r + g->b, 1)},
        .wide = {times(d, 31, 64), times(d, 33, 64), 0, times(signed_r, 5, 64), times(r, 30, 64), over(d, 31), over(d, 63), over(signed_b, 12)},
        .half = {(uint16_t)times(g->h, 9, 16), (uint16_t)over(g->h, 9), g->h >> 15 ? UINT16_MAX : 0},
    };
}

int main(void)
{
    static Given in[64];
    static Shifted out[64];
    uint64_t seed = 1;
    for (int i = 0; i < 64; i++) {
        seed = seed * 6364136223846793005 + 1442695040888963407;
        in[i] = (Given){seed, (uint32_t)(seed >> 32), (uint16_t)(seed >> 40), (uint8_t)(seed >> 50)};
    }
    void *from = in, *to = out;
    int bad = run(&shifts, "shifts", 1, 64, (void *[]){&from, &to});
    for (int i = 0; i < 64; i++) {
        const Shifted want = expected(&in[i]);
        bad += memcmp(&want, &out[i], sizeof want) != 0;
    }
    printf("%d wrong\n", bad);
    return bad != 0;
}
