#include <inttypes.h>
#include <ptx2c.h>
#include <stdio.h>

extern const ptx2c_module lane_order;

enum { N = 32, MOST = 50 };

static int launch(const char *name, void *in, uint32_t *length, void *out)
{
    void *args[] = {&in, &length, &out};
    int status = ptx2c_launch(ptx2c_find_kernel(&lane_order, name), (ptx2c_dim3){1, 1, 1}, (ptx2c_dim3){N, 1, 1}, 0, args);
    if (status)
        printf("%s: %s\n", name, ptx2c_strerror(status));
    return status;
}

/* What PTX has each lane do, in plain C; unsigned arithmetic, which wraps. */
#define LESS(a, b) ((a) < (b) ? (a) : (b))
#define MORE(a, b) ((a) > (b) ? (a) : (b))
#define CHECK(NAME, T, U)                                                                                              \
    static int check_##NAME(uint32_t *length)                                                                          \
    {                                                                                                                  \
        static T in[MOST * N], out[2 * N];                                                                             \
        uint64_t x = 12345;                                                                                            \
        for (int i = 0; i < MOST * N; i++) {                                                                           \
            x = x * 6364136223846793005u + 1442695040888963407u;                                                       \
            in[i] = (T)(i % 7 ? (int64_t)(x >> 33) % 90 - 45 : (int64_t)x);                                            \
        }                                                                                                              \
        if (launch("order_" #NAME, in, length, out))                                                                   \
            return 1;                                                                                                  \
        int wrong = 0;                                                                                                 \
        for (int i = 0; i < N; i++) {                                                                                  \
            T f = 0, h = 1, best = 5;                                                                                  \
            uint32_t j = 0;                                                                                            \
            do {                                                                                                       \
                T v = in[j * N + (uint32_t)i];                                                                         \
                T f2 = (T)((U)f - 2u), h2 = (T)((U)h - 10u), d = (T)((U)h + (U)v), e = (T)((U)v * 5u + 7u);            \
                f = MORE(f2, h2);                                                                                      \
                T g = LESS(d, e);                                                                                      \
                h = MORE(g, f);                                                                                        \
                best = MORE(best, h);                                                                                  \
                h = LESS(h, (T)1000);                                                                                  \
            } while (++j < length[i]);                                                                                 \
            wrong += out[i] != h || out[N + i] != best;                                                                \
        }                                                                                                              \
        printf("%s: %d lanes wrong\n", #NAME, wrong);                                                                  \
        return wrong;                                                                                                  \
    }
CHECK(s16, int16_t, uint32_t)
CHECK(u16, uint16_t, uint32_t)
CHECK(s32, int32_t, uint32_t)
CHECK(u32, uint32_t, uint32_t)
CHECK(s64, int64_t, uint64_t)
CHECK(u64, uint64_t, uint64_t)

int main(void)
{
    uint32_t length[N];
    for (uint32_t i = 0; i < N; i++)
        length[i] = 1 + i * 37 % MOST;
    return check_s16(length) + check_u16(length) + check_s32(length) + check_u32(length) + check_s64(length) + check_u64(length);
}
