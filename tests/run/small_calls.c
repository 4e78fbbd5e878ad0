/* Functions that stand where they are called, against the same by hand. */
#include <math.h>

#include "host.h"

extern const ptx2c_module small_calls;

enum { N = 150 };

static float series(float x, int n)
{
    float sum = 1, term = 1;
    for (int i = 1; i <= n; i++) {
        term *= x / (float)i;
        sum += term;
    }
    return sum;
}

int main(void)
{
    float x[N], out[N];
    int counts[8] = {0}, want[8] = {0}, n = N, terms = 6, wrong = 0;
    void *px = x, *po = out, *pc = counts;
    for (int i = 0; i < N; i++)
        x[i] = (float)((i * 53 + 7) % 211) / 16.0f;
    run(&small_calls, "small_calls", 5, 32, (void *[]){&px, &po, &pc, &n, &terms});
    for (int i = 0; i < N; i++) {
        const float whole = floorf(x[i]);
        float rest = x[i] - whole;
        if (rest > 0.5f)
            rest = series(rest - 1, terms);
        if (rest < 0.25f)
            want[(int)whole & 7] += i;
        wrong += !(fabsf(out[i] - (whole * 3 - 1 + series(rest, 4))) < 1e-4f);
    }
    for (int i = 0; i < 8; i++)
        wrong += counts[i] != want[i];
    printf("%d wrong\n", wrong);
    return 0;
}
