/* What lanes go into alike, in loops with choices between floats, of NaN and zeros of both signs, too, against the same on the host. */
#include "host.h"

#include <math.h>
#include <string.h>

extern const ptx2c_module alike;

enum { L = 9, BAND = 2, MOST = 300 };
static float query[L], in[MOST * L], out[MOST * L];
static int wrong;

static void launch(const char *kernel, uint32_t gx, uint32_t gy, uint32_t bx, void *args[])
{
    const int status = ptx2c_launch(ptx2c_find_kernel(&alike, kernel), (ptx2c_dim3){gx, gy, 1}, (ptx2c_dim3){bx, 1, 1}, 0, args);
    if (status)
        printf("%s: %s\n", kernel, ptx2c_strerror(status));
}

static void check(const char *kernel, uint32_t block, int i, float is, float should)
{
    if (!(isnan(is) ? isnan(should) : is == should) && wrong++ < 10)
        printf("%s, blocks of %u: %d is %g, not %g\n", kernel, block, i, (double)is, (double)should);
}

static float choice(float a, float b, bool less) { return isnan(a) ? b : isnan(b) ? a : (a < b) == less ? a : b; }

static void test_stretch(uint32_t block, int count)
{
    const uint64_t q = (uintptr_t)query, s = (uintptr_t)in, d = (uintptr_t)out;
    launch("stretch", ((uint32_t)count + block - 1) / block, 1, block, (void *[]){(void *)&q, (void *)&s, (void *)&d, &count});
    for (int t = 0; t < count; t++) {
        float row[L + 1][L + 1];
        for (int i = 0; i <= L; i++)
            for (int j = 0; j <= L; j++)
                row[i][j] = 1e30f;
        for (int i = 0; i < L; i++)
            for (int j = i - BAND < 0 ? 0 : i - BAND; j < L && j <= i + BAND; j++) {
                const float by = query[i] - in[j * count + t];
                row[i + 1][j + 1] = (i || j ? choice(choice(row[i][j + 1], row[i + 1][j], true), row[i][j], true) : 0) + by * by;
            }
        check("stretch", block, t, out[t], row[L][L]);
    }
}

static void test_greatest(uint32_t block, int w, int h)
{
    static const int rows[] = {-1, -2, 1, 2};
    const uint64_t from = (uintptr_t)in, to = (uintptr_t)out;
    memset(out, 0, sizeof out);
    launch("greatest", ((uint32_t)w + block - 1) / block, (uint32_t)h, block, (void *[]){(void *)&from, (void *)&to, &w, &h});
    for (int i = 0; i < w * h; i++) {
        float most = in[i];
        for (int k = 0; k < 4; k++)
            most = choice(most, i / w + rows[k] >= 0 && i / w + rows[k] < h ? in[i + rows[k] * w] : -1e30f, false);
        check("greatest", block, i, out[i], most);
    }
}

int main(void)
{
    static const uint32_t blocks[] = {5, 32, 48, 256};
    static const int counts[] = {1, 31, 64, MOST};
    for (int i = 0; i < L; i++)
        query[i] = (float)(i * 5 % 7);
    for (int i = 0; i < MOST * L; i++)
        in[i] = i % 97 == 13 ? NAN : i % 11 == 3 ? -0.0f : (float)(i * 7919 % 23 - 9);
    for (int b = 0; b < 4; b++)
        for (int c = 0; c < 4; c++) {
            test_stretch(blocks[b], counts[c]);
            for (int h = 1; h <= L; h += 2)
                test_greatest(blocks[b], counts[c], h);
        }
    printf("%d wrong\n", wrong);
    return 0;
}
