/* Tables whose places threads share out, against the same on the host, for rows of many lengths. */
#include "host.h"

#include <string.h>

extern const ptx2c_module quotient_rounds;

enum { MOST = 40000 };
static int in[MOST], out[MOST], want[MOST];

static void launch(const char *kernel, uint32_t blocks, uint32_t threads, void *args[])
{
    const int status = ptx2c_launch(ptx2c_find_kernel(&quotient_rounds, kernel), (ptx2c_dim3){blocks, 1, 1}, (ptx2c_dim3){threads, 1, 1}, 0, args);
    if (status)
        printf("%s: %s\n", kernel, ptx2c_strerror(status));
}

static void compare(const char *what, int w, uint32_t threads)
{
    if (memcmp(out, want, sizeof out))
        printf("%s: rows of %d, %u threads\n", what, w, (unsigned)threads);
}

static void clear(void)
{
    memset(out, 0, sizeof out);
    memset(want, 0, sizeof want);
}

static void test(int w, uint32_t threads)
{
    const int *a = in;
    int *b = out, h = 2048 / w < 30 ? 2048 / w : 30, pitch = w + 5, n = 900, before = 2 * w + 3 < 200 ? 2 * w + 3 : 200;
    clear();
    launch("tile", 3, threads, (void *[]){&a, &b, &w, &h, &pitch});
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < w * h; i++) {
            const int at = i % w * h + i / w;
            want[k * w * h + i] = in[at / w * pitch + at % w + k] + i % w;
        }
    compare("tile", w, threads);

    clear();
    launch("around", 2, threads, (void *[]){&a, &b, &w, &n, &before});
    for (int t = 0; t < (int)threads; t++) {
        int s = 0;
        for (int u = 0; u < 2; u++)
            for (int i = (t + u) % (int)threads - before; i < n; i += (int)threads)
                s += in[1000 + i / w * 7 + i % w] * (i / w + 3);
        want[t] = want[(int)threads + t] = s;
    }
    compare("around", w, threads);

    clear();
    int batch = 3, channels = 4;
    launch("planes", 4, threads, (void *[]){&a, &b, &batch, &channels, &w});
    for (int c = 0; c < channels; c++)
        for (int i = 0; i < batch * w; i++)
            want[c * (int)threads / 32 + i % (int)threads / 32] += in[(i / w * channels + c) * w + i % w] * (i % w + 1);
    compare("planes", w, threads);
}

int main(void)
{
    static const int rows[] = {1, 2, 7, 16, 31, 32, 33, 64, 100, 333, 1000};
    for (int i = 0; i < MOST; i++)
        in[i] = i * 37 % 1013;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (uint32_t threads = 32; threads <= 256; threads += 96)
            test(rows[i], threads);
    puts("quotients");
}
