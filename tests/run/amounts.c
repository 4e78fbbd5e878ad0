/* Least and greatest numbers, bit by bit, against PTX's rules spelt out. */
#include "host.h"

#include <math.h>

extern const ptx2c_module amounts;

enum { N = 200, EACH = 9 };
static int next[N], n = N, each = EACH;

#define RULES(T, NAN_BITS)                                                                                                                           \
    static T T##_least(T a, T b) { return a != a ? (b != b ? NAN_BITS : b) : b != b ? a : a == b ? (signbit(a) ? a : b) : a < b ? a : b; }             \
    static T T##_most(T a, T b) { return a != a ? (b != b ? NAN_BITS : b) : b != b ? a : a == b ? (signbit(a) ? b : a) : a > b ? a : b; }              \
    static T T##_low[N], T##_high[N], T##_from[N], T##_by[N], T##_out[3 * N], T##_want[3 * N];                                                       \
    static T T##_number(unsigned *seed)                                                                                                              \
    {                                                                                                                                                \
        *seed = *seed * 1664525 + 1013904223;                                                                                                        \
        const unsigned k = *seed >> 16 & 31;                                                                                                         \
        return k == 0 ? (T)NAN : k == 1 ? (T)INFINITY : k < 8 ? (T)0 : k < 14 ? -(T)0 : (T)((int)(*seed >> 24) - 128) / 16;                           \
    }                                                                                                                                                \
    static void T##_walk(const char *kernel)                                                                                                         \
    {                                                                                                                                                \
        unsigned seed = 7;                                                                                                                           \
        for (int i = 0; i < N; i++) {                                                                                                                \
            T##_low[i] = T##_number(&seed);                                                                                                          \
            T##_high[i] = T##_number(&seed);                                                                                                         \
            T##_from[i] = i % 3 ? 0 : T##_number(&seed);                                                                                             \
            T##_by[i] = i % 5 ? 1 : T##_number(&seed);                                                                                               \
        }                                                                                                                                            \
        for (int i = 0; i < N; i++) {                                                                                                                \
            T t0 = 0, t1 = T##_by[i], best = 100;                                                                                                    \
            for (int k = i; k >= 0; k = next[k]) {                                                                                                   \
                const T a = (T##_low[k] - T##_from[i]) * T##_by[i], b = (T##_high[k] - T##_from[i]) * T##_by[i], first = a < b ? a : b;               \
                t0 = T##_most(t0, T##_least(a, b));                                                                                                  \
                t1 = T##_least(t1, T##_most(a, b));                                                                                                  \
                best = first > 0 && first < best ? first : best;                                                                                     \
                t1 = T##_least(t1, best);                                                                                                            \
            }                                                                                                                                        \
            T##_want[3 * i] = t0;                                                                                                                    \
            T##_want[3 * i + 1] = t1;                                                                                                                \
            T##_want[3 * i + 2] = best;                                                                                                              \
        }                                                                                                                                            \
        uint64_t low = (uintptr_t)T##_low, high = (uintptr_t)T##_high, from = (uintptr_t)T##_from, by = (uintptr_t)T##_by,                           \
                 link = (uintptr_t)next, out = (uintptr_t)T##_out;                                                                                   \
        run(&amounts, kernel, 4, 64, (void *[]){&low, &high, &from, &by, &link, &out, &n});                                                          \
        for (int i = 0, wrong = 0; i < 3 * N && wrong < 5; i++)                                                                                      \
            if (memcmp(&T##_out[i], &T##_want[i], sizeof(T)) != 0 && ++wrong)                                                                        \
                printf("%s %d, number %d: %a, not %a\n", kernel, i / 3, i % 3, (double)T##_out[i], (double)T##_want[i]);                             \
    }

static float float_nan(void)
{
    const uint32_t bits = 0x7fffffff;
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

RULES(float, float_nan())
RULES(double, (double)NAN)

static void together(void)
{
    static float in[EACH * N], out[3 * N], want[3 * N];
    unsigned seed = 99;
    for (int i = 0; i < EACH * N; i++)
        in[i] = float_number(&seed);
    for (int i = 0; i < N; i++) {
        float most = 0, below = -0.0f, least = 5;
        for (int k = 0; k < EACH; k++) {
            const float v = in[k * N + i];
            most = float_most(v, most);
            below = float_most(float_least(v, 0), below);
            least = float_least(least, float_most(most, v));
        }
        want[3 * i] = most;
        want[3 * i + 1] = below;
        want[3 * i + 2] = least;
    }
    uint64_t from = (uintptr_t)in, to = (uintptr_t)out;
    run(&amounts, "together", 4, 64, (void *[]){&from, &to, &n, &each});
    for (int i = 0, wrong = 0; i < 3 * N && wrong < 5; i++)
        if (memcmp(&out[i], &want[i], sizeof *out) != 0 && ++wrong)
            printf("together %d, number %d: %a, not %a\n", i / 3, i % 3, (double)out[i], (double)want[i]);
}

static void squares(void)
{
    static float in[EACH * N], out[5 * N], want[5 * N];
    unsigned seed = 41;
    for (int i = 0; i < EACH * N; i++)
        in[i] = float_number(&seed);
    for (int i = 0; i < N; i++) {
        float *a = want + 5 * i;
        for (int k = 0; k < 5; k++)
            a[k] = 5;
        for (int k = 0; k + 1 < EACH; k++) {
            const float v = in[k * N + i], w = in[(k + 1) * N + i];
            a[0] = float_least(v * v, a[0]);
            a[1] = float_least(a[1], fmaf(v, v, w * w));
            a[2] = float_least(sqrtf(fabsf(v)) + fabsf(w) / fmaf(w, w, 1.0f), a[2]);
            a[3] = float_least(fmaf(v, v, w), a[3]);
            a[4] = float_least(a[4], sqrtf(v * w) + float_most(v * v, w));
        }
    }
    uint64_t from = (uintptr_t)in, to = (uintptr_t)out;
    run(&amounts, "squares", 4, 64, (void *[]){&from, &to, &n, &each});
    for (int i = 0, wrong = 0; i < 5 * N && wrong < 5; i++)
        if (memcmp(&out[i], &want[i], sizeof *out) != 0 && ++wrong)
            printf("squares %d, number %d: %a, not %a\n", i / 5, i % 5, (double)out[i], (double)want[i]);
}

int main(void)
{
    for (int i = 0; i < N; i++)
        next[i] = i % 7 == 6 ? -1 : i * 5 % 11 < i ? i * 5 % 11 : i - 1;
    float_walk("floats");
    double_walk("doubles");
    together();
    squares();
    puts("done");
    return 0;
}
