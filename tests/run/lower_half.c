/* Places that are computed in 64 bits and of which 32 are asked for. */
#include "host.h"

extern const ptx2c_module lower_half;

enum { N = 1000 };

static int launch(const char *kernel, void **args)
{
    const int status = ptx2c_launch(ptx2c_find_kernel(&lower_half, kernel), (ptx2c_dim3){9, 1, 1}, (ptx2c_dim3){128, 1, 1}, 0, args);
    if (status)
        printf("%s: %s\n", kernel, ptx2c_strerror(status));
    return status;
}

static int rounds(void)
{
    static int in[N], out[N];
    int wrong = 0;
    uint64_t pin = (uintptr_t)in, pout = (uintptr_t)out;
    for (int n = 0; n <= N; n += 250) {
        uint64_t step = UINT64_C(0x500000000) + 9 * 128;
        void *args[] = {&pin, &pout, &n, &step};
        memset(out, 0, sizeof out);
        for (int i = 0; i < n; i++)
            in[i] = i * 7 % 113;
        wrong += launch("rounds", args) != 0;
        for (int i = 0; i < n; i++)
            wrong += out[i] != in[n - 1 - i] + (i > 0 ? in[i - 1] : 0);
    }
    return wrong;
}

static int64_t number(uint32_t i) /* also the ends of 32 bits, and what lies beyond */
{
    static const int64_t ends[] = {0, -1, INT32_MAX, INT32_MIN, (int64_t)INT32_MAX + 1, INT64_MAX, INT64_MIN, UINT32_MAX};
    return i % 5 == 0 ? ends[i / 5 % 8] : (int64_t)(i * UINT64_C(0x9e3779b97f4a7c15) >> (i % 40));
}

static int parts(void)
{
    static int64_t in[N], out[8 * N];
    uint64_t pin = (uintptr_t)in, pout = (uintptr_t)out;
    uint32_t n = N;
    int wrong = 0;
    void *args[] = {&pin, &pout, &n};
    for (uint32_t i = 0; i < N; i++)
        in[i] = number(i);
    wrong += launch("parts", args) != 0;
    for (uint32_t i = 0; i < N; i++) {
        const uint64_t a = (uint64_t)in[i], b = (uint64_t)in[(i + 1) % N];
        const int32_t sum = (int32_t)(uint32_t)(a * 3 + b);
        const int64_t right[] = {
            sum, (int32_t)(uint32_t)(a * b - (b << 5)), (uint32_t)((a ^ ~b) | (a & (0 - b))), (int64_t)((a + b) & UINT32_MAX),
            (int32_t)(uint32_t)((sum > 0 ? a : b) + 7), (int64_t)(int32_t)(uint32_t)a * 8, (int32_t)((uint32_t)b + 7), (int64_t)((uint64_t)(uint32_t)a << 28),
        };
        for (int k = 0; k < 8; k++)
            wrong += out[8 * i + (uint32_t)k] != right[k];
    }
    return wrong;
}

static int both(void)
{
    static int64_t in[N], out[2 * N];
    uint64_t pin = (uintptr_t)in, pout = (uintptr_t)out;
    uint32_t n = N;
    int wrong = 0;
    void *args[] = {&pin, &pout, &n};
    for (uint32_t i = 0; i < N; i++)
        in[i] = number(i + 3);
    wrong += launch("both", args) != 0;
    for (uint32_t i = 0; i < N; i++) {
        uint64_t s = (uint64_t)in[i];
        uint32_t low = 0;
        for (uint32_t k = 0; k < 5; k++) {
            s = s * 5 + (uint64_t)in[(i + k) % N];
            low ^= (uint32_t)s;
            if (s & 1)
                s += (uint64_t)(int64_t)(int32_t)low << 3;
        }
        wrong += out[2 * i] != (int64_t)s || out[2 * i + 1] != (int32_t)low;
    }
    return wrong;
}

int main(void)
{
    const int r = rounds(), p = parts(), b = both();
    printf("%d wrong rounds, %d wrong parts, %d wrong of both\n", r, p, b);
    return r || p || b;
}
