/* Stages in shared memory, for blocks of many sizes, against the same on the host. */
#include "host.h"

extern const ptx2c_module stages;

enum { MOST = 300, BLOCKS = 2 };
static float in[BLOCKS * MOST], out[BLOCKS * MOST], want[3][MOST];
static int numbers[BLOCKS * 4 * 256], smallest[BLOCKS * 4];
static int wrong;

static void launch(const char *kernel, uint32_t threads, size_t shared, void *args[])
{
    const int status = ptx2c_launch(ptx2c_find_kernel(&stages, kernel), (ptx2c_dim3){BLOCKS, 1, 1}, (ptx2c_dim3){threads, 1, 1}, shared, args);
    if (status)
        printf("%s: %s\n", kernel, ptx2c_strerror(status));
}

static void check(const char *kernel, int n, uint32_t threads, double is, double should)
{
    if (is != should && wrong++ < 10)
        printf("%s, %d of %u threads: %.9g, not %.9g\n", kernel, n, (unsigned)threads, is, should);
}

/* What the kernel leaves of one block's numbers. */
static const float *by_hand(char kernel, const float *from, int n, int rounds)
{
    float *a = want[0], *b = want[1], *c = want[2], *t;
    for (int i = 0; i < n; i++)
        a[i] = b[i] = from[i];
    for (int k = 0; k < rounds; k++) {
        for (int i = 0; i < n; i++)
            switch (kernel) {
            case 'p': b[i] = i == 0 || i == n - 1 ? a[i] : 0.25f * a[i - 1] + 0.5f * a[i] + 0.25f * a[i + 1]; break;
            case 't': c[i] = i == 0 || i == n - 1 ? b[i] : 0.5f * (b[i - 1] + b[i + 1]) - 0.25f * a[i]; break;
            default: b[i] = a[i ? i - 1 : n - 1] + 1; break;
            }
        t = a;
        if (kernel == 't')
            a = b, b = c, c = t;
        else if (kernel != 's' || k % 3)
            a = b, b = t;
    }
    if (kernel == 's')
        for (int i = 0; i < n; i++)
            c[i] = a[i] + 1000 * b[i];
    return kernel == 's' ? c : kernel == 't' ? b : a;
}

static void test(const char *kernel, int n, uint32_t threads, int rounds)
{
    void *from = in, *to = out;
    void *args[] = {&from, &to, &n, &rounds}, *alone[] = {&from, &to, &rounds};
    for (int i = 0; i < BLOCKS * n; i++)
        in[i] = (float)(i * 37 % 64), out[i] = -1;
    launch(kernel, threads, 3 * (size_t)n * sizeof *in, *kernel == 'a' ? alone : args);
    for (int b = 0; b < BLOCKS; b++) {
        const float *should = by_hand(*kernel, in + b * n, n, rounds);
        for (int i = 0; i < n; i++)
            check(kernel, n, threads, out[b * n + i], should[i]);
    }
}

int main(void)
{
    static const int sizes[] = {3, 32, 33, 64, 201, 300};
    static const uint32_t blocks[] = {1, 7, 32, 64, 100, 256};
    for (int s = 0; s < 6; s++)
        for (int k = 0; k < 6; k++) {
            test("pointers", sizes[s], blocks[k], 4);
            test("three", sizes[s], blocks[k], 4);
            test("sometimes", sizes[s], blocks[k], 5);
        }
    test("alone", 32, 32, 5);
    for (uint32_t threads = 4; threads <= 128; threads *= 2) {
        void *from = numbers, *to = smallest;
        void *args[] = {&from, &to};
        for (uint32_t i = 0; i < BLOCKS * 4 * threads; i++)
            numbers[i] = (int)(i * 2654435761u >> 8) % 1000;
        launch("least", threads, 0, args);
        for (uint32_t r = 0; r < BLOCKS * 4; r++) {
            int least = 1000;
            for (uint32_t i = 0; i < threads; i++)
                least = numbers[r * threads + i] < least ? numbers[r * threads + i] : least;
            check("least", (int)r, threads, smallest[r], least);
        }
    }
    printf("%d wrong\n", wrong);
    return 0;
}
