/* crc_hand.c: checksums of pages. */
#include "bench.h"

static int pages = 300, bytes = 512;
static uint8_t *data;
static uint32_t *table, *sums;

static void make(void)
{
    data = bench_in((size_t)(pages * bytes), 1);
    table = bench_in(256, sizeof *table);
    sums = bench_out((size_t)pages, KIND_U32, 0, 0);
    for (int i = 0; i < pages * bytes; i++)
        data[i] = (uint8_t)(bench_random() >> 9);
    for (uint32_t i = 0; i < 256; i++) {
        table[i] = i;
        for (int k = 0; k < 8; k++)
            table[i] = table[i] & 1 ? 0xedb88320 ^ table[i] >> 1 : table[i] >> 1;
    }
}

static void hand(void)
{
#pragma omp parallel for
    for (int p = 0; p < pages; p++) {
        uint32_t c = 0xffffffff;
        for (int i = 0; i < bytes; i++)
            c = table[(c ^ data[p * bytes + i]) & 255] ^ c >> 8;
        sums[p] = ~c;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "crc", DIM((uint32_t)(pages + 63) / 64, 1), DIM(64, 1), BUFFER(data), BUFFER(table), BUFFER(sums), VALUE(pages), VALUE(bytes));
}

const Bench bench = {"crc", make, hand, launch};
