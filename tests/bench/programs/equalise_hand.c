/* equalise_hand.c: a picture's brightness is spread. */
#include "bench.h"

enum { PIXELS = 640 * 480, WORDS = PIXELS / 4, BLOCKS = 32 };
static int words = WORDS, blocks = BLOCKS, pixels = PIXELS;
static uint8_t *picture, *out, *map;
static uint32_t *partial;

static void make(void)
{
    picture = bench_in(PIXELS, 1);
    out = bench_out(PIXELS, KIND_U8, 1, 0);
    map = bench_out(256, KIND_U8, 1, 0);
    partial = bench_in(256 * BLOCKS, 4);
    for (int i = 0; i < PIXELS; i++)
        picture[i] = (uint8_t)((bench_random() >> 8) % 100 + (bench_random() >> 8) % 100);
}

static void hand(void)
{
    unsigned count[256] = { 0 };
#pragma omp parallel for reduction(+ : count)
    for (int i = 0; i < PIXELS; i++)
        count[picture[i]]++;
    unsigned sum = 0;
    for (int i = 0; i < 256; i++) {
        sum += count[i];
        map[i] = (uint8_t)(255.0f * (float)sum / PIXELS + 0.5f);
    }
#pragma omp parallel for
    for (int i = 0; i < PIXELS; i++)
        out[i] = map[picture[i]];
}

static void launch(Run *r)
{
    LAUNCH(r, "equalise_count", DIM(BLOCKS, 1), DIM(192, 1), BUFFER(picture), BUFFER(partial), VALUE(words));
    LAUNCH(r, "equalise_map", DIM(1, 1), DIM(256, 1), BUFFER(partial), VALUE(blocks), BUFFER(map), VALUE(pixels));
    LAUNCH(r, "equalise_apply", DIM(WORDS / 256, 1), DIM(256, 1), BUFFER(picture), BUFFER(out), BUFFER(map), VALUE(words));
}

const Bench bench = { "equalise", make, hand, launch };
