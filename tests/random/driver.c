/* driver.c: runs the kernels of one seed in many shapes, each beside its C form, and compares all memory.
 * GENERATED is the header gen.c wrote; the module's name is fuzz.  Prints a checksum, or what differs first. */
#define _DEFAULT_SOURCE
#include "ref.h"

#include <sys/mman.h>

#include GENERATED

extern const ptx2c_module fuzz;

enum { OUT = 1 << 16, SOA = 1 << 14, ACC = 64, IN = 4096 };

static uint32_t in[IN];
typedef struct Memory { uint32_t out[OUT], soa[SOA], acc[ACC]; } Memory;
static Memory want, got;

static const ptx2c_dim3 shapes[][2] = {
    {{1, 1, 1}, {1, 1, 1}},   {{1, 1, 1}, {32, 1, 1}}, {{3, 1, 1}, {33, 1, 1}}, {{2, 1, 1}, {64, 1, 1}},
    {{2, 2, 1}, {16, 16, 1}}, {{2, 1, 2}, {7, 5, 3}},  {{5, 1, 1}, {100, 1, 1}}, {{1, 3, 1}, {4, 8, 2}},
    {{2, 1, 1}, {1, 40, 1}},  {{2, 1, 1}, {32, 3, 1}}, {{1, 1, 2}, {2, 2, 9}},  {{2, 1, 1}, {128, 1, 1}},
};

static const struct { uint32_t base, n; } params[] = {
    {0, 1000}, {0, 77}, {0xfffffff5, 20}, {0x7fffffea, 0x80000010}, {0xffffffc9, 0x7fffffff}, {0x80000000, 0x80000021},
    {3, 3}, {0x7fffffff, 0x7fffffff}, {0x7fffffd0, 0x7ffffffb}, {0xffffff00, 0xfffffff7}, {0, 0}, {40, 90},
};

static uint32_t mix(uint32_t i)
{
    i = (i ^ 61 ^ i >> 16) * 9;
    i = (i ^ i >> 4) * 0x27d4eb2d;
    return i ^ i >> 15;
}

/* 2^31 and 2^32 words above and below far, only the places around those can be reached. */
static unsigned char *map_far(void)
{
    const uint64_t step = 1ull << 33, around = 1 << 17;
    unsigned char *p = mmap(NULL, 4 * step + 2 * around, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED) {
        perror("mmap");
        exit(2);
    }
    p += around + 2 * step;
    for (int i = -2; i <= 2; i++) {
        unsigned char *at = p + i * (int64_t)step - around;
        if (mprotect(at, 2 * around, PROT_READ | PROT_WRITE)) {
            perror("mprotect");
            exit(2);
        }
        for (uint32_t k = 0; k < 2 * around / 4; k++)
            memcpy(at + 4 * k, &(uint32_t){mix((uint32_t)i << 20 ^ k)}, 4);
    }
    return p;
}

static void fill(Memory *m)
{
    uint32_t *w = (uint32_t *)m;
    for (uint32_t i = 0; i < sizeof *m / 4; i++)
        w[i] = mix(i * 3 + 1);
}

static void point(Args *a, Memory *m)
{
    a->out = (uintptr_t)m->out;
    a->soa = (uintptr_t)m->soa;
    a->acc = (uintptr_t)m->acc;
}

static bool one(int k, Args a, uint64_t *sum)
{
    char name[16];
    snprintf(name, sizeof name, "k%d", k);
    fill(&want);
    fill(&got);
    point(&a, &want);
    for (a.cta.z = 0; a.cta.z < a.grid.z; a.cta.z++)
        for (a.cta.y = 0; a.cta.y < a.grid.y; a.cta.y++)
            for (a.cta.x = 0; a.cta.x < a.grid.x; a.cta.x++)
                ref_kernels[k](&a);
    point(&a, &got);
    void *args[] = {&a.in, &a.out, &a.soa, &a.acc, &a.far, &a.y, &a.base, &a.n, &a.x};
    int status = ptx2c_launch(ptx2c_find_kernel(&fuzz, name), a.grid, a.block, 0, args);
    for (uint32_t i = 0; i < sizeof want / 4; i++)
        *sum = (*sum ^ ((uint32_t *)&got)[i]) * 1099511628211u;
    if (!status && memcmp(&want, &got, sizeof want) == 0)
        return true;
    uint32_t i = 0;
    while (i + 1 < sizeof want / 4 && ((uint32_t *)&want)[i] == ((uint32_t *)&got)[i])
        i++;
    const char *part = i < OUT ? "out" : i < OUT + SOA ? "soa" : "acc";
    uint32_t at = i < OUT ? i : i < OUT + SOA ? i - OUT : i - OUT - SOA;
    printf("%s grid %u,%u,%u block %u,%u,%u base %#x n %#x: %s: %s[%u] (thread %u) is %#x, not %#x\n", name,
           (unsigned)a.grid.x, (unsigned)a.grid.y, (unsigned)a.grid.z, (unsigned)a.block.x, (unsigned)a.block.y,
           (unsigned)a.block.z, (unsigned)a.base, (unsigned)a.n, status ? ptx2c_strerror(status) : "differs", part,
           (unsigned)at, (unsigned)(i < OUT ? at / 16 : at), (unsigned)((uint32_t *)&got)[i],
           (unsigned)((uint32_t *)&want)[i]);
    return false;
}

int main(int argc, char **argv)
{
    int kernels = (int)(sizeof ref_kernels / sizeof *ref_kernels), bad = 0;
    int only = argc > 1 ? atoi(argv[1]) : -1;
    uint64_t sum = 14695981039346656037u;
    for (int i = 0; i < IN; i++)
        in[i] = mix((uint32_t)i) >> (i % 5 * 7);
    Args a = {.in = (uintptr_t)in, .far = (uintptr_t)map_far(), .x = 19, .y = 0xfffffff0u};
    for (int k = 0; k < kernels; k++) {
        bool good = true;
        for (size_t s = 0; s < sizeof shapes / sizeof *shapes && (only < 0 || only == k) && good; s++)
            for (size_t j = 0; j < sizeof params / sizeof *params && good; j++) {
                if (j > 2 && (j + s) % 3)
                    continue;
                a.grid = shapes[s][0];
                a.block = shapes[s][1];
                a.base = params[j].base;
                a.n = params[j].n;
                good = one(k, a, &sum);
            }
        bad += !good;
    }
    printf("%016llx\n", (unsigned long long)sum);
    return bad != 0;
}
