/* Bit fields of the thread's number, in blocks of all shapes, against the same places taken by the host. */
#include "host.h"
#include "fields.h"

extern const ptx2c_module fields;

enum { MOST = 4 * 1024 };
static const uint32_t blocks[] = {1, 8, 16, 17, 32, 40, 48, 64, 100, 256, 1000, 1024};
static const int numbers[] = {0, 5, 32, 768};
static int in[TABLE + 16], out[MOST], wrong;

static void check(const char *kernel, const char *name, uint32_t block, int n, uint32_t i, int want)
{
    if (out[i] != want && wrong++ < 10)
        printf("%s_%s, blocks of %u, n = %d: thread %u has %d, not %d\n", kernel, name, (unsigned)block, n, (unsigned)i, out[i], want);
}

static void launch(const char *kernel, const char *name, uint32_t block, int n)
{
    char full[64];
    void *args[] = {&(const int *){in}, &(int *){out}, &n};
    memset(out, 0xa5, sizeof out);
    snprintf(full, sizeof full, "%s_%s", kernel, name);
    run(&fields, full, 3, block, args);
}

static int four(const int *s, int at)
{
    return s[at] + s[at + 1] + s[at + 2] + s[at + 3];
}

#define TEST(name, at)                                                                                                 \
    static int at_##name(int t, int n)                                                                                 \
    {                                                                                                                  \
        (void)n;                                                                                                       \
        return at;                                                                                                     \
    }                                                                                                                  \
    static void test_##name(uint32_t block, int n)                                                                     \
    {                                                                                                                  \
        launch("plain", #name, block, n);                                                                              \
        for (uint32_t i = 0; i < 3 * block; i++)                                                                       \
            check("plain", #name, block, n, i, in[at_##name((int)(i % block), n)] + (int)(i % block));                 \
        launch("shared", #name, block, n);                                                                             \
        for (uint32_t i = 0; i < 3 * block; i++) {                                                                     \
            const uint32_t t = i % block, other = t ^ 1 ^ (block & 1);                                                 \
            const int own = four(in, at_##name((int)t, n));                                                            \
            check("shared", #name, block, n, i, own + (other < block ? four(in, at_##name((int)other, n)) : in[other])); \
        }                                                                                                              \
    }
FIELDS(TEST)

static void test_places(uint32_t block, int n)
{
    launch("warp", "places", block, n);
    for (uint32_t i = 0; i < 3 * block; i++) {
        const int t = (int)(i % block);
        check("warp", "places", block, n, i, in[(t + n) & 1023] * 2 + in[t >> 4]);
    }
    launch("grid", "places", block, n);
    for (uint32_t i = 0; i < 3 * block; i++)
        check("grid", "places", block, n, i, in[((int)(i & 1023) + n) & 1023] + in[i & 15] * 3 + in[i >> 4 & 31]);
    launch("loop", "places", block, n);
    for (uint32_t i = 0; i < 3 * block; i++) {
        const int t = (int)(i % block);
        uint32_t sum = 0;
        for (int k = t & 15; k < 1024; k += 16)
            sum = sum * 3 + (uint32_t)in[k] + (uint32_t)in[(t >> 4) + k];
        check("loop", "places", block, n, i, (int)sum);
    }
}

static void test_square(uint32_t x, uint32_t y, int n)
{
    void *args[] = {&(const int *){in}, &(int *){out}, &n};
    ptx2c_dim3 grid = {2, 1, 1}, block = {x, y, 1};
    memset(out, 0xa5, sizeof out);
    if (ptx2c_launch(ptx2c_find_kernel(&fields, "square"), grid, block, 0, args))
        printf("square: not launched\n");
    for (uint32_t i = 0; i < 2 * x * y; i++) {
        const int t = (int)(i % (x * y)), tx = t % (int)x, ty = t / (int)x;
        check("square", "", x, n, i, in[(tx & 7) + (ty & 3) * 8] + in[(tx >> 3) + (t >> 4)] + n);
    }
}

int main(void)
{
    for (int i = 0; i < TABLE + 16; i++)
        in[i] = (int)((uint32_t)i * 2654435761u >> 12);
    for (size_t k = 0; k < sizeof blocks / sizeof *blocks; k++)
        for (size_t j = 0; j < sizeof numbers / sizeof *numbers; j++) {
#define CALL(name, at) test_##name(blocks[k], numbers[j]);
            FIELDS(CALL)
            test_places(blocks[k], numbers[j]);
        }
    static const uint32_t shapes[][2] = {{16, 16}, {8, 8}, {20, 3}, {32, 4}, {4, 32}, {48, 2}, {1, 7}};
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++)
        test_square(shapes[k][0], shapes[k][1], 3);
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
