/* Against what the manual says of comparisons and of selp, by bits. */
#include "host.h"

extern const ptx2c_module larger;

enum { VALUES = 9, N = VALUES * VALUES, WAYS = 18 };
static const double value[VALUES] = {0.0, -0.0, 1.0, -1.0, 2.5, 1e-30, -3e20, 0, 0};

static double element(int i) { return i < VALUES - 2 ? value[i] : i == VALUES - 2 ? (double)(1e200 * 1e200) : 0; }

/* gt, lt, leu, geu, ge, le, gtu, ltu; none: one of them is no number. */
static bool holds(int op, double a, double b, bool none)
{
    switch (op) {
    case 0: return !none && a > b;
    case 1: return !none && a < b;
    case 2: return none || a <= b;
    case 3: return none || a >= b;
    case 4: return !none && a >= b;
    case 5: return !none && a <= b;
    case 6: return none || a > b;
    default: return none || a < b;
    }
}

#define TEST(T, U, ONES)                                                                                               \
    static int test_##T(const char *kernel)                                                                            \
    {                                                                                                                  \
        static T in[2 * N], out[WAYS * N];                                                                             \
        void *pin = in, *pout = out;                                                                                   \
        int n = N, wrong = 0;                                                                                          \
        const U ones = ONES;                                                                                           \
        for (int i = 0; i < N; i++) {                                                                                  \
            in[i] = (T)element(i / VALUES);                                                                            \
            in[N + i] = (T)element(i % VALUES);                                                                        \
            if (i / VALUES == VALUES - 1)                                                                              \
                memcpy(&in[i], &ones, sizeof ones);                                                                    \
            if (i % VALUES == VALUES - 1)                                                                              \
                memcpy(&in[N + i], &ones, sizeof ones);                                                                \
        }                                                                                                              \
        run(&larger, kernel, 3, 32, (void *[]){&pin, &pout, &n});                                                      \
        for (int i = 0; i < N; i++) {                                                                                  \
            const T a = in[i], b = in[N + i];                                                                          \
            const bool a_none = i / VALUES == VALUES - 1, b_none = i % VALUES == VALUES - 1, none = a_none || b_none;  \
            for (int k = 0; k < WAYS - 2; k++) {                                                                       \
                const T want = holds(k / 2, a, b, none) == (k % 2 == 0) ? a : b;                                       \
                wrong += memcmp(&want, &out[k * N + i], sizeof want) != 0;                                             \
            }                                                                                                          \
            const T other = holds(0, a, b, none) ? a : b + b;                                                          \
            wrong += !b_none && !(a_none && other != other) && memcmp(&other, &out[(WAYS - 2) * N + i], sizeof other); \
            const T least = holds(1, a, 1, a_none) ? a * 4 : 5;                                                        \
            wrong += memcmp(&least, &out[(WAYS - 1) * N + i], sizeof least) != 0;                                      \
        }                                                                                                              \
        return wrong;                                                                                                  \
    }
TEST(float, uint32_t, 0x7fffffff)
TEST(double, uint64_t, UINT64_C(0x7fffffffffffffff))

int main(void)
{
    const int wrong = test_float("choose_f32") + test_double("choose_f64");
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
