/* Places in shared memory by masks of many kinds, in blocks of many sizes, against the same on the host. */
#include "host.h"

extern const ptx2c_module computed_masks;

enum { BLOCKS = 3, STEPS = 12, MOST = BLOCKS * 1024 };
static const uint32_t low_masks[STEPS] = {0, 1, 3, 7, 15, 31, 63, 127, 255, 31, 7, 0};
static const uint32_t masks[STEPS] = {0, 1, 31, 32, 64, 96, 0xffffffe0u, 0xffffffc0u, 5, 48, 255, 0xffffffffu};
static int numbers[MOST], out[MOST], wrong;
static float floats[MOST], results[MOST];

static void launch(const char *kernel, uint32_t threads, void *args[])
{
    const int status = ptx2c_launch(ptx2c_find_kernel(&computed_masks, kernel), (ptx2c_dim3){BLOCKS, 1, 1}, (ptx2c_dim3){threads, 1, 1}, 0, args);
    if (status)
        printf("%s: %s\n", kernel, ptx2c_strerror(status));
}

static void check(const char *kernel, uint32_t threads, uint32_t i, double is, double should)
{
    if (is != should && wrong++ < 10)
        printf("%s of %u: %u is %g, not %g\n", kernel, threads, i, is, should);
}

static void test_pairs(uint32_t n)
{
    const int *in = numbers;
    int *to = out, steps = STEPS, row[512];
    const uint32_t *by = low_masks;
    void *args[] = {&in, &to, &steps, &by};
    launch("pairs", n, args);
    for (uint32_t b = 0; b < BLOCKS; b++) {
        for (uint32_t i = 0; i < 2 * n; i++)
            row[i] = numbers[b * 2 * n + i];
        for (int k = 0; k < STEPS; k++)
            for (uint32_t t = 0; t < n; t++) {
                const uint32_t low = t & low_masks[k], i = 2 * (t - low) + low, j = i + low_masks[k] + 1;
                if (j >= 2 * n)
                    continue;
                const int x = row[i], y = row[j];
                row[i] = (int)((uint32_t)x + (uint32_t)y);
                row[j] = (int)((uint32_t)x - (uint32_t)y);
            }
        for (uint32_t i = 0; i < 2 * n; i++)
            check("pairs", n, b * 2 * n + i, out[b * 2 * n + i], row[i]);
    }
}

static void test_any(uint32_t n)
{
    int *to = out, steps = STEPS;
    const uint32_t *by = masks;
    void *args[] = {&to, &steps, &by};
    launch("any", n, args);
    for (uint32_t i = 0; i < BLOCKS * n; i++) {
        const uint32_t t = i % n;
        uint32_t sum = 0;
        for (uint32_t k = 0, d = n; k < STEPS; k++) {
            const uint32_t x = t & masks[k], y = t | masks[k], z = t ^ masks[k];
            sum += (x & 1023) * 3 + k;
            if (y < n)
                sum += (y * 5 + k) * 2;
            if (z < n)
                sum ^= z * 7 + k;
            sum += --d;
        }
        check("any", n, i, out[i], (int)sum);
    }
}

static void test_halves(uint32_t n, int stride)
{
    const float *in = floats;
    float *to = results, row[1024], next[1024];
    int by = stride;
    void *args[] = {&in, &to, &by};
    launch("halves", n, args);
    for (uint32_t b = 0; b < BLOCKS; b++) {
        for (uint32_t t = 0; t < n; t++)
            row[t] = floats[b * n + t];
        for (uint32_t s = (uint32_t)stride; s > 0; s >>= 1) {
            for (uint32_t t = 0; t < n; t++)
                next[t] = row[t] + ((t ^ s) < n ? row[t ^ s] : 0) - 0.5f * row[t & (s - 1)];
            for (uint32_t t = 0; t < n; t++)
                row[t] = next[t];
        }
        for (uint32_t t = 0; t < n; t++)
            check("halves", n, b * n + t, results[b * n + t], row[t]);
    }
}

int main(void)
{
    static const uint32_t threads[] = {1, 16, 31, 32, 48, 64, 96, 100, 128, 200, 256};
    for (int i = 0; i < MOST; i++) {
        numbers[i] = i * 7919 % 1000 - 500;
        floats[i] = (float)(i * 31 % 64);
    }
    for (size_t i = 0; i < sizeof threads / sizeof *threads; i++) {
        test_pairs(threads[i]);
        test_any(threads[i]);
        for (int stride = 1; stride <= 128 && stride < (int)threads[i]; stride *= 2)
            test_halves(threads[i], stride);
    }
    puts(wrong ? "wrong" : "all as on the host");
    return wrong != 0;
}
