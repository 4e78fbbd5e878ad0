#include "host.h"

extern const ptx2c_module records_backwards;

enum { MOST = 384 };
static int32_t in[4 * MOST], out[4 * MOST], to[3 * MOST];
static float pairs[2 * MOST], products[2 * MOST];
static double doubles[MOST], halves[MOST];
static int16_t shorts[2 * MOST + 1];
static unsigned char bytes[MOST];

static void expect(const char *what, int n, int i, bool right)
{
    static int wrong;
    if (!right && wrong++ < 5)
        printf("%s of %d: wrong at %d\n", what, n, i);
}

static void try(int n)
{
    const void *from = in;
    void *into = out;
    const float *p = pairs;
    float *q = products;
    const double *d = doubles;
    double *h = halves;
    int16_t *s = shorts;
    int32_t *t = to;
    unsigned char *b = bytes;
    memset(shorts, 0, sizeof shorts);
    memset(to, 0, sizeof to);
    run(&records_backwards, "pairs", ((uint32_t)n + 127) / 128, 128, (void *[]){&p, &q, &n});
    for (int i = 0; i < n; i++) {
        const float *x = pairs + 2 * i, *y = pairs + 2 * (n - 1 - i);
        expect("pairs", n, i, products[2 * i] == x[0] * y[0] - x[1] * y[1] && products[2 * i + 1] == x[0] * y[1] + x[1] * y[0]);
    }
    run(&records_backwards, "fours", ((uint32_t)n + 127) / 128, 128, (void *[]){&from, &into, &n});
    for (int i = 0; i < n; i++) {
        const int32_t *x = in + 4 * (n - 1 - i), *y = out + 4 * (n - 1 - i);
        expect("fours", n, i, y[0] == x[3] + i && y[1] == x[2] * 3 && y[2] == (x[1] ^ x[0]) && y[3] == x[0] - i);
    }
    run(&records_backwards, "some", ((uint32_t)n + 127) / 128, 128, (void *[]){&from, &s, &t, &n});
    for (int i = 0; i < n; i++) {
        expect("some", n, i, shorts[2 * (n - i)] == (int16_t)(in[3 * (n - 1 - i) + 1] + i) && !shorts[2 * (n - i) - 1]);
        expect("triples", n, i, to[3 * (n - 1 - i) + 2] == in[3 * i] * 5 && !to[3 * i] && !to[3 * i + 1]);
    }
    run(&records_backwards, "words", ((uint32_t)n + 127) / 128, 128, (void *[]){&d, &h, &b, &n});
    for (int i = 0; i < n; i++)
        expect("words", n, i, halves[i] == doubles[n - 1 - i] * 0.5 && bytes[n - 1 - i] == (unsigned char)i);
}

int main(void)
{
    for (int i = 0; i < 4 * MOST; i++)
        in[i] = i * 37 % 1009 - 400;
    for (int i = 0; i < 2 * MOST; i++)
        pairs[i] = (float)(i * 29 % 211);
    for (int i = 0; i < MOST; i++)
        doubles[i] = i * 3;
    for (int n = 1; n < MOST; n = n * 3 / 2 + 1)
        try(n);
    try(MOST);
    const int32_t *from = in;
    int32_t *into = out;
    run(&records_backwards, "turned", 2, 192, (void *[]){&from, &into});
    for (int i = 0; i < 384; i++) {
        const int b = i / 192 * 192, t = i % 192;
        expect("turned", 384, i, out[i] == in[b + 191 - t] * 3 + 191 - t + in[i] * 5 - t);
    }
    puts("done");
    return 0;
}
