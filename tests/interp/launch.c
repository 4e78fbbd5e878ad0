/* launch.c: runs kernels in some shapes each and prints what they leave in memory. */
#include "launch.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static const struct { uint32_t grid, block[3]; } shapes[] = {
    {1, {32, 1, 1}}, {1, {1, 1, 1}}, {2, {40, 1, 1}}, {1, {32, 1, 1}}, {1, {8, 4, 3}}, {1, {32, 1, 1}}, {1, {5, 1, 1}},
    {3, {64, 1, 1}},
};
enum { LAUNCHES = sizeof shapes / sizeof *shapes };

static uint32_t input[INPUT];
static Memory memory;

static uint32_t mix(uint32_t i)
{
    i = (i ^ 61 ^ i >> 16) * 9;
    i = (i ^ i >> 4) * 0x27d4eb2d;
    return i ^ i >> 15;
}

static const char *run(const char *name, uint32_t kernel, int l)
{
    Launch launch = {.grid = shapes[l].grid, .n = mix(kernel * 8 + (uint32_t)l)};
    for (int k = 0; k < 3; k++)
        launch.block[k] = shapes[l].block[k];
    for (uint32_t k = 0; k < THREADS * WORDS; k++)
        memory.out[k] = k;
    for (uint32_t k = 0; k < SUMS; k++)
        memory.acc[k] = 1000 + k;
    const Arguments a = {(uintptr_t)memory.out, (uintptr_t)input, (uintptr_t)memory.acc, launch.n};
    return run_kernel(name, &launch, &a);
}

static uint64_t hash(uint64_t h)
{
    for (uint32_t k = 0; k < THREADS * WORDS + SUMS; k++)
        h = (h ^ (k < THREADS * WORDS ? memory.out[k] : memory.acc[k - THREADS * WORDS])) * 1099511628211u;
    return h;
}

static void print_memory(void)
{
    for (uint32_t t = 0; t < THREADS; t++) {
        bool any = false;
        for (uint32_t k = 0; k < WORDS; k++)
            any |= memory.out[t * WORDS + k] != t * WORDS + k;
        if (!any)
            continue;
        printf("%" PRIu32 ":", t);
        for (uint32_t k = 0; k < WORDS; k++)
            printf(" %" PRIx32, memory.out[t * WORDS + k]);
        printf("\n");
    }
    printf("acc:");
    for (uint32_t k = 0; k < SUMS; k++)
        printf(" %" PRIx32, memory.acc[k]);
    printf("\n");
}

int launch_main(int argc, char **argv)
{
    for (uint32_t k = 0; k < INPUT; k++)
        input[k] = mix(k) >> (k % 5 * 6);
    char name[16];
    const bool one = argc > 0;
    for (uint32_t k = one ? (uint32_t)atoi(argv[0] + 1) : 0;; k++) {
        uint64_t h = 14695981039346656037u;
        const char *wrong = NULL;
        snprintf(name, sizeof name, "k%" PRIu32, k);
        if (!has_kernel(name))
            return one;
        for (int l = 0; l < LAUNCHES; l++) {
            if (argc > 1 && atoi(argv[1]) != l)
                continue;
            const char *why = run(name, k, l);
            wrong = wrong ? wrong : why;
            if (one && argc < 2)
                printf("%s %d %016" PRIx64 "%s%s\n", name, l, hash(h), why ? " " : "", why ? why : "");
            h = hash(h);
        }
        if (!one)
            printf("%s %016" PRIx64 "%s%s\n", name, h, wrong ? " " : "", wrong ? wrong : "");
        if (argc > 1)
            print_memory();
        fflush(stdout);
        if (one)
            return 0;
    }
}
