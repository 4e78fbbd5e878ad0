/* Numbers held at a limit, bit by bit, against PTX's rules spelt out. */
#include "host.h"

#include <math.h>

extern const ptx2c_module tested_limits;

enum { N = 500, WIDTH = 77, HEIGHT = 19 };
static int n = N - 3;

#define OF(T)                                                                                                                                        \
    static T T##_water[N], T##_damp[N], T##_out[2 * N];                                                                                              \
    static void T##_fall(const char *kernel)                                                                                                         \
    {                                                                                                                                                \
        static uint32_t which[N];                                                                                                                    \
        unsigned seed = 11;                                                                                                                          \
        for (int i = 0; i < 2 * N; i++) {                                                                                                            \
            seed = seed * 1664525 + 1013904223;                                                                                                      \
            const unsigned k = seed >> 16 & 31;                                                                                                      \
            T *to = i < N ? &T##_water[i] : &T##_damp[i - N];                                                                                        \
            *to = k == 0 ? (T)NAN : k == 1 ? -(T)INFINITY : k < 4 ? (T)0 : k < 7 ? -(T)0 : k == 7 ? (T)1e-3 : (T)((int)(seed >> 24) - 100) / 32;       \
        }                                                                                                                                            \
        uint64_t water = (uintptr_t)T##_water, damp = (uintptr_t)T##_damp, out = (uintptr_t)T##_out, w = (uintptr_t)which;                           \
        run(&tested_limits, kernel, 8, 64, (void *[]){&water, &damp, &out, &w, &n});                                                                 \
        for (int i = 0, wrong = 0; i < n && wrong < 5; i++) {                                                                                        \
            const T v = T##_damp[i];                                                                                                                 \
            T a = T##_water[i] > 0 ? T##_water[i] : 0, r = 0;                                                                                        \
            const bool some = a > (T)1e-3, much = a * 2 >= 3;                                                                                        \
            if (some && v > (T)0.5) {                                                                                                                \
                r = a * v;                                                                                                                           \
                a = FMA_##T(r, (T)-0.25, a);                                                                                                         \
            }                                                                                                                                        \
            if (!much || v < -1)                                                                                                                     \
                r += v < 2 ? v : 2;                                                                                                                  \
            const T low = v < 4 ? v : 4, kept = a < (T)0.125 ? (T)0.125 : a;                                                                         \
            const uint32_t want = (some | (uint32_t)much << 1) + (low < 3 || a > 5 ? 4u : 0u) + (kept <= (T)0.125 && v == v ? 8u : 0u);              \
            if ((memcmp(&T##_out[2 * i], &a, sizeof a) || memcmp(&T##_out[2 * i + 1], &r, sizeof r) || which[i] != want) && ++wrong)                 \
                printf("%s %d: %a %a %u, not %a %a %u\n", kernel, i, (double)T##_out[2 * i], (double)T##_out[2 * i + 1], which[i], (double)a,        \
                       (double)r, want);                                                                                                             \
        }                                                                                                                                            \
    }
#define FMA_float fmaf
#define FMA_double fma
OF(float)
OF(double)

static void edges(void)
{
    static uint8_t image[WIDTH * HEIGHT], got[WIDTH * HEIGHT];
    int width = WIDTH, height = HEIGHT;
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        image[i] = (uint8_t)(i * 7919 % 251 * (i % 5) / 4);
    uint64_t in = (uintptr_t)image, out = (uintptr_t)got;
    const ptx2c_kernel *k = ptx2c_find_kernel(&tested_limits, "edges");
    if (ptx2c_launch(k, (ptx2c_dim3){2, HEIGHT, 1}, (ptx2c_dim3){64, 1, 1}, 0, (void *[]){&in, &out, &width, &height}))
        puts(ptx2c_message(k));
    for (int y = 0; y < HEIGHT - 1; y++)
        for (int x = 0; x < WIDTH - 1; x++) {
            const float a = image[y * WIDTH + x], b = image[y * WIDTH + x + 1], c = image[(y + 1) * WIDTH + x];
            const float root = sqrtf(fmaf(a - b, a - b, (a - c) * (a - c))), d = root < 90 ? root : 90, bright = a - 60 > 0 ? a - 60 : 0;
            const uint8_t want = d > 60 || (d > 20 && bright <= 30) ? (uint8_t)fmaf(bright, 0.25f, d) : 0;
            if (got[y * WIDTH + x] != want)
                printf("edges %d %d: %d, not %d\n", x, y, got[y * WIDTH + x], want);
        }
}

int main(void)
{
    float_fall("floats");
    double_fall("doubles");
    edges();
    puts("done");
    return 0;
}
