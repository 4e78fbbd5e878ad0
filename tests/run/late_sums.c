/* Each kernel's results against what its threads do one by one on the host, where the two sums lie apart, where they are one, and where they lie
 * in what is read. */
#include "host.h"

extern const ptx2c_module late_sums;

enum { N = 40, M = 13, MOST = (M + 6) * N, FIRST = 3 * N };
static float numbers[MOST], want[MOST], got[MOST], weight[M];
static uint32_t words[2 * MOST], words_want[2 * MOST], words_got[2 * MOST];

static void test_both(int n, int m, int at, int square_at)
{
    float *sum = got + at, *square = got + square_at, *in = got + FIRST;
    const float *w = weight;
    memcpy(want, numbers, sizeof want);
    memcpy(got, numbers, sizeof got);
    for (int j = 0; j < n; j++)
        for (int k = 0; k < m; k++) {
            const float v = want[FIRST + k * n + j] * w[k];
            want[at + j] += v;
            want[square_at + j] += v * v;
        }
    run(&late_sums, "both", 2, 32, (void *[]){PTX2C_POINTER(sum), PTX2C_POINTER(square), PTX2C_POINTER(in), PTX2C_POINTER(w), &n, &m});
    if (memcmp(want, got, sizeof got) != 0)
        printf("both: %d x %d at %d and %d: another result\n", n, m, at, square_at);
}

/* One thread: its weights may be its sums, too. */
static void test_weights(int m, int at, int square_at)
{
    float *sum = got + at, *square = got + square_at, *in = got + FIRST, *w = got;
    int n = 1;
    memcpy(want, numbers, sizeof want);
    memcpy(got, numbers, sizeof got);
    for (int k = 0; k < m; k++) {
        const float v = want[FIRST + k] * want[k];
        want[at] += v;
        want[square_at] += v * v;
    }
    run(&late_sums, "both", 1, 32, (void *[]){PTX2C_POINTER(sum), PTX2C_POINTER(square), PTX2C_POINTER(in), PTX2C_POINTER(w), &n, &m});
    if (memcmp(want, got, sizeof got) != 0)
        printf("both: %d weights, sums at %d and %d: another result\n", m, at, square_at);
}

static void test_turns(int n, int m, int at)
{
    uint32_t *out = words_got, *mix = words_got + 2 * N + at, *in = words_got + 2 * FIRST;
    memcpy(words_want, words, sizeof words);
    memcpy(words_got, words, sizeof words);
    for (int j = 0; j < n; j++) {
        uint32_t h = (uint32_t)j;
        for (int k = 0; k < m; k++) {
            const uint32_t x = words_want[2 * (FIRST + k * n + j)], y = words_want[2 * (FIRST + k * n + j) + 1];
            h = (h ^ x) * 16777619u;
            words_want[2 * N + at + j] = h + y;
        }
        words_want[2 * j] = h;
        words_want[2 * j + 1] = words_want[2 * N + at + j];
    }
    run(&late_sums, "turns", 2, 32, (void *[]){PTX2C_POINTER(out), PTX2C_POINTER(mix), PTX2C_POINTER(in), &n, &m});
    if (memcmp(words_want, words_got, sizeof words) != 0)
        printf("turns: %d x %d at %d: another result\n", n, m, at);
}

int main(void)
{
    for (int i = 0; i < MOST; i++)
        numbers[i] = (float)(i % 7 - 3) / 4;
    for (uint32_t i = 0; i < 2 * MOST; i++)
        words[i] = i * 2654435761u >> 7;
    for (int i = 0; i < M; i++)
        weight[i] = (float)(i % 3 - 1);
    for (int m = 0; m <= M; m++) {
        for (int n = 1; n <= N; n += 13)
            for (int row = -2; row <= m + 1; row++) {
                test_both(n, m, FIRST + row * n, FIRST - 3 * n);
                test_both(n, m, FIRST - 3 * n, FIRST + row * n);
                test_both(n, m, FIRST + row * n, FIRST + row * n);
            }
        for (int at = 0; at <= m + 1; at++)
            for (int square_at = 0; square_at <= m + 1; square_at++)
                test_weights(m, at, square_at);
        for (int n = 1; n <= N; n += 13)
            test_turns(n, m, 0);
        for (int at = 0; at < 2 * (FIRST - N) + 2 * m; at++)
            test_turns(1, m, at);
    }
    puts("done");
    return 0;
}
