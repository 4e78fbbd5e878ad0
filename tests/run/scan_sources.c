/* Scans whose source is loaded just before, in warps with all lanes and in others. */
#include "host.h"

extern const ptx2c_module scan_sources;

enum { MOST = 256, RESULTS = 8 };
typedef enum { ADD, MAX, XOR, MINS, AND, MUL } Op;

static uint32_t from[2 * MOST + 8], to[MOST][RESULTS];
static uint8_t bytes[MOST];

static uint32_t source(int k, int i)
{
    switch (k) {
    case 0: case 6: return from[i];
    case 2: return from[2 * i];
    case 3: return bytes[i];
    case 4: return from[i + 1] ^ 12345;
    case 5: return from[i + 2];
    default: return (uint32_t)i ^ 2781;
    }
}

static uint32_t apply(Op op, uint32_t a, uint32_t b)
{
    switch (op) {
    case ADD: return a + b;
    case MAX: return a > b ? a : b;
    case XOR: return a ^ b;
    case MINS: return (int32_t)a < (int32_t)b ? a : b;
    case AND: return a & b;
    default: return a * b;
    }
}

int main(void)
{
    static const struct { Op op; int width; } scans[RESULTS] = {{ADD, 32}, {ADD, 32}, {MAX, 32}, {ADD, 16}, {XOR, 8}, {MINS, 4}, {AND, 32}, {MUL, 8}};
    static const uint32_t sizes[] = {32, 64, 128, 40, 7, 1};
    uint32_t seed = 12345;
    int wrong = 0;
    void *f = from, *b = bytes, *t = to;
    for (size_t i = 0; i < sizeof from / sizeof *from; i++)
        from[i] = (seed = seed * 1664525 + 1013904223) | 0x20010;
    for (int i = 0; i < MOST; i++)
        bytes[i] = (uint8_t)((seed = seed * 1664525 + 1013904223) >> 24);
    for (int s = 0; s < 6; s++) {
        const uint32_t n = sizes[s];
        memset(to, 0, sizeof to);
        run(&scan_sources, "scans", 2, n, (void *[]){&f, &b, &t});
        for (uint32_t i = 0; i < 2 * n; i++)
            for (int k = 0; k < RESULTS; k++) {
                const uint32_t lane = i % n % 32 % (uint32_t)scans[k].width;
                uint32_t x = source(k, (int)(i - lane));
                for (uint32_t j = i - lane + 1; j <= i; j++)
                    x = apply(scans[k].op, x, source(k, (int)j));
                if (to[i][k] != x && wrong++ < 10)
                    printf("%u threads, thread %u, scan %d: %#x, not %#x\n", (unsigned)n, (unsigned)i, k, (unsigned)to[i][k], (unsigned)x);
            }
    }
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
