/* Loops with two versions in each round, of which now this one and now that one suits the lanes, against the same on the host. */
#include "host.h"

#include <string.h>

extern const ptx2c_module versions_in_turn;

enum { MOST = 320, ROUNDS = 40, FIRST = 2000, ROWS = 32000 };
static uint32_t in[ROWS], stops[ROUNDS], trace[MOST * ROUNDS], out[2 * MOST];
static int wrong;

static void launch(const char *kernel, uint32_t grid, uint32_t block, void *args[])
{
    memset(out, 0xee, sizeof out);
    memset(trace, 0xee, sizeof trace);
    const int status = ptx2c_launch(ptx2c_find_kernel(&versions_in_turn, kernel), (ptx2c_dim3){grid, 1, 1}, (ptx2c_dim3){block, 1, 1}, 0, args);
    if (status)
        printf("%s: %s\n", kernel, ptx2c_strerror(status));
}

static void check(const char *kernel, uint32_t block, const char *what, uint32_t i, uint32_t is, uint32_t should)
{
    if (is != should && wrong++ < 10)
        printf("%s, blocks of %u: %s of %u is %#x, not %#x\n", kernel, block, what, i, is, should);
}

static uint32_t read(int at, int width, int pitch) { return in[at / width * pitch + at % width]; }

enum Kernel { MIXED, STOPPED, APART, ONE };
static void test(enum Kernel kernel, uint32_t grid, uint32_t block, int rounds, int step, int width)
{
    static const char *const names[] = {"mixed", "stopped", "apart", "one"};
    const uint64_t from = (uintptr_t)in, notes = (uintptr_t)trace, to = (uintptr_t)out, when = (uintptr_t)stops;
    const uint32_t threads = grid * block;
    int first = FIRST, pitch = width + 4;
    launch(names[kernel], grid, block, (void *[]){(void *)&from, (void *)&notes, (void *)&to, &rounds, &step, &first, &width, &pitch, (void *)&when});
    for (uint32_t i = 0; i < threads; i++) {
        uint32_t x = i, y = 1;
        for (int k = 0; k < rounds; k++) {
            x = x * 5 + read((int)i + FIRST + k * step, width, pitch);
            y ^= x >> 3;
            check(names[kernel], block, "a round", i, trace[(uint32_t)k * threads + i], kernel == ONE ? x : y);
            if ((kernel == STOPPED && stops[k] == 7) || (kernel == APART && x % 64 == 5))
                break;
            y += kernel == STOPPED ? (uint32_t)k : 0;
        }
        check(names[kernel], block, "x", i, out[2 * i], x);
        check(names[kernel], block, "y", i, out[2 * i + 1], kernel == ONE ? 0 : y);
    }
}

static void test_parts(uint32_t block, int n, int width)
{
    const uint64_t from = (uintptr_t)in, notes = (uintptr_t)trace, to = (uintptr_t)out;
    int pitch = width + 4;
    launch("parts", 1, block, (void *[]){(void *)&from, (void *)&notes, (void *)&to, &n, &width, &pitch});
    for (uint32_t t = 0; t < block; t++) {
        uint32_t x = in[0], y = 1;
        for (int at = (int)t; at < n; at += (int)block) {
            const uint32_t v = read(at, width, pitch);
            x += v;
            y = y * 3 ^ v;
        }
        check("parts", block, "x", t, out[2 * t], x);
        check("parts", block, "y", t, out[2 * t + 1], y);
    }
}

int main(void)
{
    static const uint32_t blocks[] = {5, 32, 48, 256};
    static const int steps[] = {0, 1, 32, 77, -45}, counts[] = {0, 1, 2, ROUNDS}, widths[] = {1, 7, 50, 343, 5000};
    for (uint32_t i = 0; i < ROWS; i++)
        in[i] = i * 40503u ^ i >> 3;
    stops[13] = 7;
    for (int b = 0; b < 4; b++)
        for (int s = 0; s < 5; s++)
            for (int c = 0; c < 4; c++)
                for (int w = 0; w < 5; w++)
                    for (enum Kernel k = MIXED; k <= ONE; k++)
                        test(k, MOST / blocks[b], blocks[b], counts[c], steps[s], widths[w]);
    for (int b = 0; b < 4; b++)
        for (int w = 0; w < 5; w++)
            for (int n = 0; n <= 600; n += 150)
                test_parts(blocks[b], n, widths[w]);
    printf("%d wrong\n", wrong);
    return 0;
}
