/* erasure_hand.c: check blocks for lost blocks of data: products in GF(256), a table for each number of the matrix. */
#include "bench.h"
#include <string.h>
enum { BLOCKS = 10, CHECKS = 4, SIZE = 16000 };
static int blocks = BLOCKS, checks = CHECKS, size = SIZE;
static unsigned char *logs, *powers, *matrix, *data, *check;

static void make(void)
{
    logs = bench_in(256, 1), powers = bench_in(512, 1), matrix = bench_in(BLOCKS * CHECKS, 1), data = bench_in(BLOCKS * SIZE, 1);
    check = bench_out(CHECKS * SIZE, KIND_U8, 0, 0);
    unsigned x = 1;
    for (unsigned i = 0; i < 255; i++) {
        powers[i] = powers[i + 255] = (unsigned char)x;
        logs[x] = (unsigned char)i;
        x = x << 1 ^ (x & 128 ? 0x11d : 0);
    }
    for (int i = 0; i < BLOCKS * CHECKS; i++)
        matrix[i] = (unsigned char)(bench_random() >> 11);
    for (int i = 0; i < BLOCKS * SIZE; i++)
        data[i] = (unsigned char)(bench_random() >> 11);
}

static void hand(void)
{
#pragma omp parallel for
    for (int c = 0; c < CHECKS; c++) {
        memset(check + c * SIZE, 0, SIZE);
        for (int b = 0; b < BLOCKS; b++) {
            const unsigned char m = matrix[c * BLOCKS + b];
            unsigned char times[256] = { 0 };
            if (m)
                for (int d = 1; d < 256; d++)
                    times[d] = powers[logs[m] + logs[d]];
            for (int i = 0; i < SIZE; i++)
                check[c * SIZE + i] ^= times[data[b * SIZE + i]];
        }
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "encode", DIM((SIZE + 255) / 256, 1), DIM(256, 1), BUFFER(logs), BUFFER(powers), BUFFER(matrix), BUFFER(data), BUFFER(check), VALUE(blocks), VALUE(checks), VALUE(size));
}

const Bench bench = { "erasure", make, hand, launch };
