/* Triangles of shared memory against the same on the host. */
#include "host.h"

extern const ptx2c_module shrinking;

enum { N = 24, COUNT = 3, ALL = COUNT * N * N };
static uint32_t data[ALL], want[ALL];

static void fill(void)
{
    for (int i = 0; i < ALL; i++)
        want[i] = data[i] = (uint32_t)i * 7919 % 1013;
}

static void compare(const char *kernel, uint32_t threads)
{
    for (int i = 0, wrong = 0; i < ALL && wrong < 5; i++)
        if (data[i] != want[i]) {
            printf("%s, %u threads: %d is %u, not %u\n", kernel, (unsigned)threads, i, (unsigned)data[i], (unsigned)want[i]);
            wrong++;
        }
}

static void symmetric(uint32_t threads)
{
    uint64_t at = (uintptr_t)data;
    fill();
    for (int c = 0; c < COUNT; c++) {
        uint32_t *m = want + c * N * N;
        for (int k = 0; k < N; k++)
            for (int i = k + 1; i < N; i++)
                for (int j = k + 1; j <= i; j++)
                    m[i * N + j] -= m[i * N + k] * m[j * N + k];
    }
    run(&shrinking, "symmetric", COUNT, threads, (void *[]){&at});
    compare("symmetric", threads);
}

static void above(uint32_t threads, int n)
{
    uint64_t at = (uintptr_t)data;
    fill();
    for (int c = 0; c < COUNT; c++) {
        uint32_t *m = want + c * N * N;
        for (int k = n - 1; k > 0; k--)
            for (int i = 0; i < k; i++)
                for (int j = i + 1; j < k; j++)
                    m[i * n + j] += m[i * n + k] * m[j * n + k] + (uint32_t)(j % 32) + 3;
    }
    run(&shrinking, "above", COUNT, threads, (void *[]){&at, &n});
    compare("above", threads);
}

int main(void)
{
    static const uint32_t threads[] = {1, 8, 16, 32, 40, 64};
    for (size_t i = 0; i < sizeof threads / sizeof *threads; i++)
        symmetric(threads[i]);
    for (int n = 1; n <= N; n++)
        above(32, n);
    puts("done");
    return 0;
}
