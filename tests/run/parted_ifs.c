/* Bytes and halves amid arithmetic under conditions, against the same by hand. */
#include <math.h>

#include "host.h"

extern const ptx2c_module parted_ifs;

enum { LETTERS = 32, WORDS = 13, TEXT = 75, N = 300 };
static char words[WORDS * LETTERS], text[TEXT];
static int lengths[WORDS], best[WORDS], at[3 * N];
static unsigned char table[256], marks[2048], want_marks[2048];
static float x[N], y[N], out[N], rest[N];
static uint16_t values[1024];

static int greater(int a, int b) { return a > b ? a : b; }

static int score(int w, int n, int open, int on)
{
    int h[TEXT + 1] = {0}, f[TEXT + 1] = {0}, most = 0;
    for (int i = 0; i < lengths[w]; i++) {
        int corner = 0, e = 0, left = 0;
        for (int j = 0; j < n; j++) {
            const int s = text[j] == words[w * LETTERS + i] ? 5 : text[j] == 'N' ? 1 : -3;
            e = greater(left - open, e - on);
            f[j] = greater(h[j] - open, f[j] - on);
            left = greater(greater(corner + s, 0), greater(e, f[j]));
            corner = h[j];
            h[j] = left;
            most = greater(most, left);
        }
    }
    return most;
}

static void test_scores(int n, int count)
{
    void *a = words, *b = lengths, *c = text, *d = best;
    int open = 7, on = 2;
    memset(best, 0, sizeof best);
    run(&parted_ifs, "scores", ((uint32_t)count + 1) / 2, 64, (void *[]){&a, &b, &c, &n, &d, &open, &on, &count});
    for (int w = 0; w < WORDS; w++)
        if (best[w] != (w < count ? score(w, n, open, on) : 0))
            printf("scores: %d is %d, not %d\n", w, best[w], score(w, n, open, on));
}

static float shade(float p, float q, float *left)
{
    float r = p * 0.5f + q;
    if (r > 0.0f) {
        const float a = sqrtf(r * r + p * p + 1.0f), b = 1.0f / (a + q * q), c = a * b + r;
        const float t = table[(int)(c * 37.0f) & 255];
        r = (t * a + b) * (c + 1.0f) - t * t * 0.125f + sqrtf(t + a) / (b + 2.0f);
        if (left)
            *left += t * a;
    }
    return r;
}

static bool differ(float a, float b) { return !(fabsf(a - b) <= 1e-3f * (1 + fabsf(b))); }

static void test_shades(int n)
{
    void *a = table, *b = x, *c = y, *d = out, *e = rest;
    int odd = 0; /* places of the table that lie at a border */
    memset(out, 0, sizeof out);
    run(&parted_ifs, "shades", 5, 64, (void *[]){&a, &b, &c, &d, &e, &n});
    for (int i = 0; i < N; i++) {
        float left = x[i];
        float want = i < n ? shade(x[i], y[i], &left) + shade(y[i], x[i], NULL) : 0;
        odd += differ(out[i], want) || (i < n && differ(rest[i], left));
    }
    if (odd > 2)
        printf("shades: %d of %d differ\n", odd, n);
}

static float of_half(uint16_t h)
{
    const uint32_t bits = (uint32_t)(h & 0x7fff) << 13 | (uint32_t)(h & 0x8000) << 16;
    float f;
    memcpy(&f, &bits, sizeof f);
    return f * 0x1p112f;
}

static void test_changes(float limit)
{
    void *a = values, *b = marks, *c = at, *d = out;
    int n = N;
    for (int i = 0; i < N; i++)
        out[i] = x[i];
    for (int i = 0; i < 2048; i++)
        want_marks[i] = marks[i] = (unsigned char)(i * 7);
    run(&parted_ifs, "changes", 5, 64, (void *[]){&a, &b, &c, &d, &n, &limit});
    for (int i = 0; i < N; i++) {
        float v = x[i], w = v * v + 1;
        for (int round = 0; round < 3; round++) {
            const int k = at[i + round * N];
            if (v < limit) {
                w = sqrtf(w * w + v) + 1 / (w + 3);
                const float h = of_half(values[k]);
                want_marks[k] = (unsigned char)(want_marks[k] + (h > 0) + 1);
                v = h * w + v * 0.5f + sqrtf(w + 2);
                if (h < 0.25f) {
                    const float m = (unsigned char)((((k + 1) & 1023) | 1024) * 7);
                    v = v + m * w * 0.001f + sqrtf(m + w) * (w - 0.5f);
                    w = w * 0.5f + m / (w + 1);
                }
            } else {
                v -= limit;
                w += v;
            }
        }
        if (differ(out[i], v + w) && fabsf(v + w) < 1e30f)
            printf("changes: %d is %g, not %g\n", i, (double)out[i], (double)(v + w));
    }
    for (int i = 0; i < 2048; i++)
        if (marks[i] != want_marks[i])
            printf("changes: mark %d is %d, not %d\n", i, marks[i], want_marks[i]);
}

int main(void)
{
    for (int i = 0; i < WORDS * LETTERS; i++)
        words[i] = "ACGT"[i * i % 11 % 4];
    for (int i = 0; i < TEXT; i++)
        text[i] = i % 17 == 5 ? 'N' : "ACGT"[i * 7 / 3 % 5 % 4];
    for (int w = 0; w < WORDS; w++)
        lengths[w] = w == 3 ? 1 : w == 4 ? 32 : 5 + w * 2;
    for (int i = 0; i < 256; i++)
        table[i] = (unsigned char)(i * 29 % 251);
    for (int i = 0; i < N; i++) {
        x[i] = (float)(i * 37 % 101) * 0.04f - 2;
        y[i] = (float)(i * 53 % 97) * 0.04f - 1.9f;
    }
    for (int i = 0; i < 1024; i++)
        values[i] = (uint16_t)(0x3000 + i * 5 % 0x0c00 + (i % 3 ? 0 : 0x8000));
    for (int i = 0; i < 3 * N; i++)
        at[i] = i;
    test_scores(TEXT, WORDS);
    test_scores(3, 5);
    test_scores(1, 2);
    test_shades(N);
    test_shades(77);
    test_changes(4);
    test_changes(-10);
    puts("done");
    return 0;
}
