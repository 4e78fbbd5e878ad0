#include "host.h"
#include <math.h>

extern const ptx2c_module rare;

enum { N = 1000, MOST = 1024 };
static float in[MOST], out[MOST];
static uint32_t number[MOST], count[16], order[MOST];

static uint8_t byte[MOST], bytes[MOST], marks[4096], table[256];

static int start(const char *name, uint32_t blocks, uint32_t threads, void **args)
{
    return ptx2c_launch(ptx2c_find_kernel(&rare, name), (ptx2c_dim3){blocks, 1, 1}, (ptx2c_dim3){threads, 1, 1}, 0, args);
}

/* A few that are large, or none at all, among small ones. */
static void fill(int which)
{
    for (int i = 0; i < MOST; i++) {
        in[i] = (float)(i * 37 % 101) * 0.125f - 6;
        number[i] = (uint32_t)i;
    }
    if (which) {
        in[3] = 1e30f;
        in[100] = -2e7f;
        in[130] = INFINITY;
        in[131] = NAN;
        in[999] = 3e38f;
    }
}

static uint32_t hash(const void *at, size_t words)
{
    uint32_t h = 2166136261u, w;
    for (size_t i = 0; i < words; i++) {
        memcpy(&w, (const char *)at + 4 * i, 4);
        h = (h ^ w) * 16777619u;
    }
    return h;
}

static int far(float got, double want) { return !(fabs((double)got - want) < 1e-4 || (isnan(got) && isnan(want))); }

int main(void)
{
    float *p = out, *q = in;
    uint32_t *c = count, *o = order, *w = number;
    int n = N;
    for (int which = 0; which < 2; which++) {
        fill(which);
        int bad = start("waves", 8, 128, (void *[]){&p, &q, &n});
        for (int i = 0; i < N; i++) {
            float x = in[i];
            double sum = 0;
            for (int k = 0; k < 5; k++) {
                const volatile float three = x * 3, next = x * 17.25f; /* volatile: never one instruction with what follows */
                sum += sin((double)x) * 0.5 + cos((double)(three + (float)k));
                x = next - (float)k;
            }
            bad += far(out[i], sum);
        }
        printf("waves: %d\n", bad);
        for (int i = 0; i < MOST; i++) /* which NaN it is need not be the same everywhere */
            in[i] = isfinite(in[i]) ? in[i] : 5e9f;
        printf("%d", start("shared_waves", 8, 128, (void *[]){&p, &q}));
        printf(" %08x\n", hash(out, MOST));
        printf("%d", start("warp_waves", 8, 128, (void *[]){&p, &q}));
        printf(" %08x\n", hash(out, MOST));
        fill(0);
        memset(count, 0, sizeof count);
        printf("%d", start("places", 8, 128, (void *[]){&c, &o, &p, &q, &n}));
        bool seen[16][MOST] = {{false}};
        bad = 0;
        for (int i = 0; i < N; i++) {
            bool *s = &seen[order[i] / 4096][order[i] % 4096 % MOST];
            bad += *s || order[i] % 4096 >= count[order[i] / 4096];
            *s = true;
        }
        printf(" %d %08x %08x\n", bad, hash(count, 16), hash(out, N));
        printf("%d", start("collatz", 8, 128, (void *[]){&o, &p, &w}));
        printf(" %08x %08x\n", hash(order, MOST), hash(out, MOST));
        uint8_t *to = bytes, *from = byte, *m = marks, *t = table;
        for (int i = 0; i < MOST; i++)
            byte[i] = (uint8_t)(i * (which ? 1 : 37));
        for (int i = 0; i < 256; i++)
            table[i] = (uint8_t)(255 - (255 - i) * (255 - i) / 255);
        memset(marks, 0, sizeof marks);
        printf("%d", start("tables", 8, 128, (void *[]){&to, &m, &from, &t}));
        printf(" %08x %08x\n", hash(bytes, MOST / 4), hash(marks, sizeof marks / 4));
    }
    return 0;
}
