#include "host.h"

extern const ptx2c_module one_row;

enum { N = 5000, MOST = 1024 };
static int in[N], out[N + MOST], *pin = in, *pout = out;

static void launch(const char *name, unsigned threads, void *const args[])
{
    const int status = ptx2c_launch(ptx2c_find_kernel(&one_row, name), (ptx2c_dim3){(N + threads - 1) / threads, 1, 1},
                                    (ptx2c_dim3){threads, 1, 1}, 0, args);
    if (status)
        printf("%s: %s\n", name, ptx2c_strerror(status));
}

static int number(int i, int n) { return i < n ? in[i] : -1; }

static void relax(int threads, int rounds, int n)
{
    memset(out, 0, sizeof out);
    launch("relax", (unsigned)threads, (void *[]){&pin, &pout, &rounds, &n});
    for (int first = 0; first < N; first += threads) {
        uint32_t row[MOST + 2] = {0}, next[MOST + 2] = {0};
        int most[MOST];
        for (int t = 0; t < threads; t++)
            row[t + 1] = (uint32_t)(most[t] = number(first + t, n));
        for (int k = 0; k < rounds; k++) {
            for (int t = 0; t < threads; t++) {
                const uint32_t v = 3 * row[t + 1] - row[t] + row[t + 2] + (uint32_t)k;
                if (t < rounds && most[t] < (int)(v & 0xff))
                    most[t] = (int)(v & 0xff);
                next[t + 1] = v;
            }
            memcpy(row, next, sizeof row);
        }
        for (int t = 0; t < threads && first + t < N; t++) {
            const int want = first + t < n ? (int)(row[t + 1] + 5 * (uint32_t)most[t]) : 0;
            if (out[first + t] != want) {
                printf("relax by %d, %d rounds, %d: number %d is %d, not %d\n", threads, rounds, n, first + t, out[first + t], want);
                return;
            }
        }
    }
}

static void sums(int threads, int n)
{
    memset(out, 0, sizeof out);
    launch("sums", (unsigned)threads, (void *[]){&pin, &pout, &n});
    for (int first = 0; first < N; first += threads) {
        uint32_t all = 0;
        for (int t = 0; t < threads; t++)
            all += first + t < n ? (uint32_t)in[first + t] : 0;
        for (int t = 0; t < threads; t++) {
            const int want = t < threads / 2 ? (int)(all * (uint32_t)(threads - 1 - 2 * t)) : 0;
            if (out[first + t] != want) {
                printf("sums by %d, %d: number %d is %d, not %d\n", threads, n, first + t, out[first + t], want);
                return;
            }
        }
    }
}

int main(void)
{
    static const int threads[] = {1, 7, 16, 32, 64, 96, 100, 128, 160, 224, 255, 256, 257, 288, 512, 1000, 1024};
    for (int i = 0; i < N; i++)
        in[i] = (int)((uint32_t)i * 2654435761u >> 20) - 1000;
    for (size_t i = 0; i < sizeof threads / sizeof *threads; i++) {
        relax(threads[i], 3, N);
        relax(threads[i], 37, N - 300);
        relax(threads[i], 0, 17);
        sums(threads[i], N);
        sums(threads[i], 1000);
    }
    puts("done");
}
