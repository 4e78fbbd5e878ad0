/* Each thread of blocks of any shape runs once, and knows where it is: by one thread of OpenMP, or several that share a block. */
#include "host.h"

extern const ptx2c_module steps_single;

static uint32_t steps(uint32_t n)
{
    uint32_t k = 0;
    for (; n != 1; k++)
        n = n % 2 ? 3 * n + 1 : n / 2;
    return k;
}

static void shape(uint32_t blocks, uint32_t x, uint32_t y, uint32_t z, uint32_t left_out)
{
    static uint32_t out[4096];
    const uint32_t threads = x * y * z, n = blocks * threads;
    uint32_t width = n - left_out;
    void *p = out;
    memset(out, 0, sizeof out);
    for (int i = 0; i < 2; i++) {
        const int status = ptx2c_launch(ptx2c_find_kernel(&steps_single, "steps"), (ptx2c_dim3){blocks, 1, 1}, (ptx2c_dim3){x, y, z}, 0,
                                        (void *[]){&p, &width});
        if (status)
            printf("steps: %s\n", ptx2c_strerror(status));
    }
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t t = i % threads, at = t % x * 1000 + t / x % y * 100000 + t / x / y * 10000000;
        const uint32_t want = i < width ? 2 * (steps(i + 1) + at) : 0;
        if (out[i] != want)
            printf("%u blocks of %u, %u, %u: %u is %u, not %u\n", blocks, x, y, z, i, out[i], want);
    }
}

int main(void)
{
    shape(1, 256, 1, 1, 0);
    shape(1, 1, 1, 1, 0);
    shape(1, 2, 7, 3, 1);
    shape(3, 1, 3, 5, 2);
    shape(1, 3, 1, 50, 0);
    shape(5, 33, 4, 2, 7);
    shape(16, 64, 2, 1, 65);
    puts("done");
    return 0;
}
