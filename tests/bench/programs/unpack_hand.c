/* unpack_hand.c: blocks of compressed bytes (in LZ4's form). */
#include "bench.h"

#include <string.h>

enum { BLOCKS = 128, ROOM = 2048, MOST = ROOM + 64 };
static uint8_t *packed, *out;
static int *start, *size, *made, room = ROOM, blocks = BLOCKS;

static uint8_t *number(uint8_t *to, int n)
{
    if (n < 15)
        return to;
    for (n -= 15; n >= 255; n -= 255)
        *to++ = 255;
    *to++ = (uint8_t)n;
    return to;
}

static void make(void)
{
    packed = bench_in(BLOCKS * MOST, 1);
    start = bench_in(BLOCKS, 4);
    size = bench_in(BLOCKS, 4);
    out = bench_out(BLOCKS * ROOM, KIND_U8, 0, 0);
    made = bench_out(BLOCKS, KIND_U32, 0, 0);
    uint8_t *to = packed;
    for (int b = 0; b < BLOCKS; b++) {
        uint8_t *first = to;
        for (int done = 0;;) {
            const bool last = done > ROOM - 120;
            const int letters = last ? 5 : (int)(bench_random() % (bench_random() % 8 ? 12 : 40)) + (done == 0);
            const int length = (int)(bench_random() % (bench_random() % 6 ? 14 : 60));
            *to++ = (uint8_t)((letters < 15 ? letters : 15) << 4 | (last ? 0 : length < 15 ? length : 15));
            to = number(to, letters);
            for (int i = 0; i < letters; i++)
                *to++ = (uint8_t)(97 + bench_random() % 26);
            done += letters;
            if (last)
                break;
            const int back = 1 + (int)(bench_random() % (uint32_t)done);
            *to++ = (uint8_t)back;
            *to++ = (uint8_t)(back >> 8);
            to = number(to, length);
            done += length + 4;
        }
        start[b] = (int)(first - packed);
        size[b] = (int)(to - first);
    }
}

static void hand(void)
{
#pragma omp parallel for schedule(dynamic, 4)
    for (int b = 0; b < BLOCKS; b++) {
        const uint8_t *in = packed + start[b], *end = in + size[b];
        uint8_t *to = out + b * ROOM;
        for (;;) {
            const unsigned token = *in++;
            size_t n = token >> 4, m = token & 15;
            if (n == 15)
                do
                    n += *in;
                while (*in++ == 255);
            memcpy(to, in, n);
            to += n;
            in += n;
            if (in >= end)
                break;
            const size_t back = in[0] | (size_t)in[1] << 8;
            in += 2;
            if (m == 15)
                do
                    m += *in;
                while (*in++ == 255);
            m += 4;
            if (back >= m)
                memcpy(to, to - back, m);
            else
                for (size_t i = 0; i < m; i++)
                    to[i] = (to - back)[i];
            to += m;
        }
        made[b] = (int)(to - (out + b * ROOM));
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "unpack", DIM(1, 1), DIM(128, 1), BUFFER(packed), BUFFER(start), BUFFER(size), BUFFER(out), BUFFER(made), VALUE(room),
           VALUE(blocks));
}

const Bench bench = { "unpack", make, hand, launch };
