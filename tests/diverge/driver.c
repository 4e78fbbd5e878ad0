/* driver.c: runs the kernels of one seed in many shapes, translated and in machine.c, and compares their memory.
 *
 *   driver K.ptx [KERNEL [SHAPE]]     KERNEL few: all, each in a few of the shapes */
#include "machine.h"

#include "../run/host.h"

extern const ptx2c_module diverge;

enum { THREADS = 512, IN = 1024 };

typedef struct Memory { uint32_t out[THREADS * 16], acc[64], scratch[64 + 2 * THREADS]; } Memory;
static Memory want, got, other;
static uint32_t in[IN];

static const struct { uint32_t grid; ptx2c_dim3 block; } shapes[] = {
    {1, {32, 1, 1}}, {2, {33, 1, 1}}, {3, {64, 1, 1}}, {1, {7, 5, 3}}, {2, {16, 4, 1}}, {1, {1, 40, 1}}, {2, {128, 1, 1}},
    {4, {5, 1, 1}}, {1, {4, 8, 3}}, {1, {1, 1, 1}}, {3, {100, 1, 1}}, {1, {3, 3, 7}},
};

static uint32_t mix(uint32_t i)
{
    i = (i ^ 61 ^ i >> 16) * 9;
    i = (i ^ i >> 4) * 0x27d4eb2d;
    return i ^ i >> 15;
}

static const char *reference(const char *kernel, Memory *m, uint32_t grid, ptx2c_dim3 b, uint64_t seed)
{
    memset(m, 0, sizeof *m);
    uint64_t args[] = {(uintptr_t)in, (uintptr_t)m->out, (uintptr_t)m->acc, (uintptr_t)m->scratch};
    return machine_run(kernel, (Dim){grid, 1, 1}, (Dim){b.x, b.y, b.z}, args, seed);
}

static bool same(const char *label, const Memory *a, const Memory *b)
{
    for (uint32_t i = 0; i < THREADS * 16 + 64; i++) {
        const bool out = i < THREADS * 16;
        const uint32_t at = out ? i : i - THREADS * 16, x = out ? a->out[at] : a->acc[at], y = out ? b->out[at] : b->acc[at];
        if (x == y)
            continue;
        printf("%s: %s[%u] (thread %u, word %u) is %#x, not %#x\n", label, out ? "out" : "acc", (unsigned)at, (unsigned)at / 16,
               (unsigned)at % 16, (unsigned)x, (unsigned)y);
        return false;
    }
    return true;
}

static bool one(int k, size_t s)
{
    char name[16], label[64];
    snprintf(name, sizeof name, "k%d", k);
    const uint32_t grid = shapes[s].grid;
    const ptx2c_dim3 b = shapes[s].block;
    snprintf(label, sizeof label, "%s grid %u block %u,%u,%u", name, (unsigned)grid, (unsigned)b.x, (unsigned)b.y, (unsigned)b.z);
    const char *bad = reference(name, &want, grid, b, 1);
    bad = bad ? bad : reference(name, &other, grid, b, 2);
    if (bad) {
        printf("%s: the program is wrong: %s\n", label, bad);
        return false;
    }
    if (!same("the program has races: second order", &other, &want))
        return false;
    memset(&got, 0, sizeof got);
    uint64_t args[] = {(uintptr_t)in, (uintptr_t)got.out, (uintptr_t)got.acc, (uintptr_t)got.scratch};
    void *at[] = {&args[0], &args[1], &args[2], &args[3]};
    int status = ptx2c_launch(ptx2c_find_kernel(&diverge, name), (ptx2c_dim3){grid, 1, 1}, b, 0, at);
    if (status)
        printf("%s: %s\n", label, ptx2c_strerror(status));
    return !status && same(label, &got, &want);
}

static bool has_kernel(int k)
{
    char name[16];
    snprintf(name, sizeof name, "k%d", k);
    return ptx2c_find_kernel(&diverge, name);
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return 2;
    const bool few = argc > 2 && strcmp(argv[2], "few") == 0;
    const int only = argc > 2 && !few ? atoi(argv[2]) : -1, shape = argc > 3 ? atoi(argv[3]) : -1;
    int bad = 0;
    machine_load(argv[1]);
    machine_allow(in, sizeof in);
    machine_allow(&want, sizeof want);
    machine_allow(&other, sizeof other);
    for (int i = 0; i < IN; i++)
        in[i] = mix((uint32_t)i) >> (i % 5 * 6);
    for (int k = 0; has_kernel(k); k++)
        for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
            const bool wanted = shape < 0 ? !few || s % 4 == (size_t)k % 4 : shape == (int)s;
            if (wanted && (only < 0 || only == k) && !one(k, s)) {
                bad++;
                break;
            }
        }
    return bad != 0;
}
