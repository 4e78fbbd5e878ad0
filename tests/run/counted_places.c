/* What lanes write where a ballot tells, against the same on the host. */
#include "host.h"

extern const ptx2c_module counted_places;

enum { THREADS = 64, BLOCKS = 4, N = THREADS * BLOCKS, ROUNDS = 5, MOST = N * ROUNDS };
static float numbers[N], places[N];
static int in[N], out[MOST], want[MOST], ends[N], want_ends[N], wrong;

static void check(const char *kernel)
{
    for (int i = 0; i < MOST; i++)
        if (out[i] != want[i] && wrong++ < 10)
            printf("%s: %d is %d, not %d\n", kernel, i, out[i], want[i]);
    for (int i = 0; i < N; i++)
        if (ends[i] != want_ends[i] && wrong++ < 10)
            printf("%s: end %d is %d, not %d\n", kernel, i, ends[i], want_ends[i]);
    for (int i = 0; i < MOST; i++)
        out[i] = want[i] = -7;
    for (int i = 0; i < N; i++)
        ends[i] = want_ends[i] = -7;
}

static void launch(const char *kernel, void *args[])
{
    const int status = ptx2c_launch(ptx2c_find_kernel(&counted_places, kernel), (ptx2c_dim3){BLOCKS, 1, 1}, (ptx2c_dim3){THREADS, 1, 1}, 0, args);
    if (status)
        printf("%s: %s\n", kernel, ptx2c_strerror(status));
}

int main(void)
{
    const int *from = in;
    int *to = out, *last = ends, n = N - 13, count = ROUNDS;
    for (int i = 0; i < N; i++)
        numbers[i] = (float)(in[i] = i * 7919 % 1000);
    for (int i = 0; i < MOST; i++)
        out[i] = want[i] = -7;
    for (int i = 0; i < N; i++)
        ends[i] = want_ends[i] = -7;
    for (int limit = -1; limit <= 1000; limit += 143) {
        launch("all", (void *[]){&from, &to, &limit, &n});
        for (int w = 0; w < N; w += 32)
            for (int i = w, k = 0; i < w + 32; i++)
                if (i < n && in[i] > limit)
                    want[w + k++] = in[i];
        check("all");
        launch("rest", (void *[]){&from, &to, &limit, &n});
        for (int w = 0; w < N; w += 32)
            for (int i = w, k = 0, j = 31; i < w + 32; i++)
                if (i < n && in[i] > limit)
                    want[w + j--] = in[i] + 1;
                else
                    want[w + k++] = (i < n ? in[i] : 0) - 1;
        check("rest");
        for (int i = 0; i < N; i++)
            ends[i] = want_ends[i] = 0, places[i] = -7;
        float least = (float)limit, *floats = numbers, *taken = places;
        launch("filter", (void *[]){&floats, &taken, &last, &least, &n});
        for (int i = 0; i < N; i++)
            out[i] = (int)places[i];
        for (int w = 0; w < N; w += 32)
            for (int i = w; i < w + 32; i++)
                if (i < n && in[i] > limit)
                    want[w + want_ends[w]++] = in[i];
        check("filter");
        launch("within", (void *[]){&from, &to, &limit, &n});
        for (int w = 0; w < N; w += 32)
            for (int i = w, k = 0; i < w + 32 && i < n; i++)
                if (in[i] > limit) {
                    want[w + k] = in[i] & 1 ? -in[i] : in[i];
                    k++;
                }
        check("within");
        launch("halves", (void *[]){&from, &to, &limit});
        for (int w = 0; w < N; w += 32)
            for (int i = w, k = 0; i < w + 32; i++)
                if (in[i] > limit) {
                    want[i < w + 16 ? w + k : i] = in[i];
                    k += i < w + 16;
                }
        check("halves");
    }
    launch("rounds", (void *[]){&from, &to, &last, &count});
    for (int w = 0; w < N; w += 32) {
        int end = 0;
        for (int k = 0; k < ROUNDS; k++)
            for (int i = w; i < w + 32; i++) {
                const int x = in[i] * (k + 1) % 7;
                if (x < 4)
                    want[w * ROUNDS + end++] = x * 100 + i - w;
                if (x == 6)
                    want_ends[i] = k;
            }
        want_ends[w] = end;
    }
    check("rounds");
    puts(wrong ? "wrong" : "all as on the host");
    return wrong != 0;
}
