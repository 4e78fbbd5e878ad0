#include "host.h"

extern const ptx2c_module shared_ahead;

enum { BLOCK = 96, N = 2 * BLOCK };
static int32_t in[N], out[N];
static int wrong;

static void launch(const char *kernel, uint32_t shared, void **args)
{
    const ptx2c_kernel *k = ptx2c_find_kernel(&shared_ahead, kernel);
    memset(out, 0, sizeof out);
    if (ptx2c_launch(k, (ptx2c_dim3){2, 1, 1}, (ptx2c_dim3){BLOCK, 1, 1}, shared, args))
        printf("%s: %s\n", kernel, ptx2c_message(k));
}

static void expect(const char *kernel, int i, int32_t value)
{
    if (out[i] != value && wrong++ < 5)
        printf("%s: thread %d has %d, not %d\n", kernel, i, (int)out[i], (int)value);
}

static void nested(int n)
{
    const int32_t *from = in;
    int32_t *to = out;
    launch("nested", 0, (void *[]){&from, &to, &n});
    for (int i = 0; i < N; i++) {
        int32_t r = 0, v = in[i], d = v - in[0];
        if (i < n && d > 0) {
            r = d * in[2];
            if ((d & 63) > (in[1] & 63) && (v & 1) == (in[3] & 1))
                r += in[4] - in[5] * d + (in[6] ^ in[7]) + (int16_t)in[8];
        } else if (i < n)
            r = (int16_t)in[9] - d;
        expect("nested", i, r);
    }
}

static void own(void)
{
    const int32_t *from = in;
    int32_t *to = out;
    launch("own", 0, (void *[]){&from, &to});
    for (int i = 0; i < N; i++) {
        const int32_t mark = i / BLOCK * BLOCK + in[0] + 7;
        int32_t r = 1 + (i % BLOCK == in[0] && in[i] > -5000 ? mark * 3 : 0);
        if (in[i] & 1) {
            r += mark;
            r += i % BLOCK == in[1] && in[i] & 4 ? r * 5 : 0;
        }
        expect("own", i, r);
    }
}

static void rounds(int n)
{
    const int32_t *from = in;
    int32_t *to = out;
    static uint32_t v[N], r[N];
    int at[BLOCK];
    launch("rounds", BLOCK * 4, (void *[]){&from, &to, &n});
    for (int b = 0; b < N; b += BLOCK) {
        uint32_t best[2] = {0};
        for (int t = 0; t < BLOCK; t++)
            v[b + t] = (uint32_t)in[b + t], r[b + t] = 0, at[t] = t;
        for (int k = 0; k < n; k++) {
            for (int t = 0; t < BLOCK; t++)
                if (at[t] == k)
                    best[k & 1] = v[b + t], at[t] += 40;
            for (int i = b; i < b + BLOCK; i++) {
                if (v[i] & 1) {
                    if (((v[i] ^ best[k & 1]) & 15) > ((uint32_t)in[2] & 15))
                        r[i] += best[k & 1] - (uint32_t)k;
                    if (v[i] & 2)
                        r[i] ^= (uint32_t)in[b] + (uint32_t)in[b + 1];
                }
                v[i] = v[i] * 5 + 1;
            }
        }
    }
    for (int i = 0; i < N; i++)
        expect("rounds", i, (int32_t)r[i]);
}

static void watched(void)
{
    const int32_t *from = in;
    int32_t *to = out;
    launch("watched", 0, (void *[]){&from, &to});
    for (int i = 0; i < N; i++) {
        uint32_t r = (uint32_t)in[i];
        if (in[i] > 0) {
            r += (uint32_t)in[0];
            int s = (int)(r & 3);
            do
                r = r * 3 + ((uint32_t)in[1] & 7);
            while (--s > 0);
        }
        expect("watched", i, (int32_t)r);
    }
}

static void constants(int n, int seed)
{
    const int32_t *from = in;
    int32_t *to = out, *weight = ptx2c_find_variable(&shared_ahead, "weight", NULL);
    int8_t *sign = ptx2c_find_variable(&shared_ahead, "sign", NULL);
    float *scale = ptx2c_find_variable(&shared_ahead, "scale", NULL);
    for (int k = 0; k < 6; k++)
        weight[k] = (k + 1) * seed * 37 - 100;
    for (int k = 0; k < 4; k++)
        sign[k] = (int8_t)(k * seed - 5);
    scale[0] = 0.5f * (float)seed, scale[1] = 3;
    launch("constants", 0, (void *[]){&from, &to, &n});
    for (int i = 0; i < N; i++) {
        const int32_t v = in[i];
        uint32_t r = 0;
        if (v > weight[0]) {
            r = (uint32_t)(v & 1 ? v * weight[1] + sign[1] : v - weight[2]);
            if (v & 2)
                r += (uint32_t)(weight[1] * sign[2]);
            else if (v & 8)
                r ^= (uint32_t)(weight[v & 3] + weight[5]);
            for (int k = 0; k < (v & 3); k++)
                r = r * (uint32_t)sign[3] + (uint32_t)(weight[4] * k);
            if (i < n)
                r += (uint32_t)((int)((float)v * scale[0] + scale[1]) + weight[1]);
        }
        expect("constants", i, (int32_t)r);
    }
}

int main(void)
{
    for (int seed = 1; seed < 6; seed++) {
        for (int i = 0; i < N; i++)
            in[i] = (i * 7919 + seed * 104729) % 2003 - 700;
        in[0] = seed * 17, in[1] = 3 + seed * 5;
        nested(N - seed * 20);
        nested(N);
        own();
        rounds(1);
        rounds(30); /* each round, another thread's value */
        watched();
        constants(N - 7 * seed, seed);
    }
    puts(wrong ? "wrong" : "done");
    return 0;
}
