/* A thread reads what it has just written, between writes to neighbouring places. */
#include "host.h"

extern const ptx2c_module order;

enum { N = 1000, BLOCK = 200 }; /* not all blocks' last warps are full */

static uint32_t in[N], out[N], memory[2 * N];

static void start(const char *kernel, void *args[])
{
    memset(out, 0, sizeof out);
    run(&order, kernel, N / BLOCK, BLOCK, args);
}

static void check(const char *kernel, int bad) { printf("%s: %d wrong\n", kernel, bad); }

int main(void)
{
    uint32_t x = 3, *i = in, *o = out, *m = memory, *behind = memory + 1;
    unsigned char *bytes = (unsigned char *)memory;
    int bad = 0;
    for (int k = 0; k < N; k++) {
        x = x * 1664525 + 1013904223;
        in[k] = x >> 8;
    }
    start("shared_stores", (void *[]){&o, &i});
    for (int k = 0; k < N; k++)
        bad += out[k] != in[k];
    check("shared_stores", bad);

    start("stores", (void *[]){&o, &m, &i});
    bad = 0;
    for (int k = 0; k < N; k++)
        bad += out[k] != in[k] || memory[2 * k] != in[k] || memory[2 * k + 1] != in[k] * 3;
    check("stores", bad);

    start("loads", (void *[]){&o, &m, &behind});
    bad = 0;
    for (int k = 0; k < N; k++)
        bad += out[k] != in[k] * 1000 + in[k] + 7;
    check("loads", bad);

    start("overwrites", (void *[]){&m, &m, &i});
    bad = 0;
    for (int k = 0; k < N; k++)
        bad += memory[2 * k] != in[k] + 1 || memory[2 * k + 1] != in[k] + 2;
    check("overwrites", bad);

    memset(memory, 0, sizeof memory);
    start("branches", (void *[]){&o, &bytes, &i});
    bad = 0;
    for (int k = 0; k < N; k++) {
        const uint32_t v = in[k];
        bad += out[k] != (v & 1 ? v & 255 : 5) || (v & 1 && (bytes[4 * k + 3] != (v >> 8 & 255) || bytes[4 * k + 1] != (v >> 16 & 255)));
    }
    check("branches", bad);

    start("warps", (void *[]){&o, &m, &i});
    bad = 0;
    for (int row = 0; row < N; row += BLOCK)
        for (int first = row; first < row + BLOCK; first += 32) {
            const int end = first + 32 < row + BLOCK ? first + 32 : row + BLOCK;
            uint32_t odd = 0, count = 0;
            for (int k = first; k < end; k++)
                odd |= (in[k] & 1) << (k - first);
            for (int k = first; k < end; k++)
                count += (in[k] ^ odd) & 1;
            for (int k = first; k < end; k++)
                bad += out[k] != (in[k] ^ odd) + count || memory[2 * k] != in[k];
        }
    check("warps", bad);
    return 0;
}
