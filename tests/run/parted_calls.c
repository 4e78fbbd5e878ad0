/* A function with a record for a result, called amid arithmetic that vectors do, against the same by hand. */
#include <math.h>

#include "host.h"

extern const ptx2c_module parted_calls;

enum { N = 77 };

static float value(int i) { return (float)((i * 37 + 11) % 101) / 16.0f - 3.0f; }

static void moved(float d[4])
{
    for (int i = 0; i < 3 && d[0] > 100; i++)
        d[0] = d[0] * 0.5f + d[1];
    d[1] += d[2];
    d[2] -= d[3];
}

int main(void)
{
    float q[N][4], was[N][4], spin[N][3], dt = 0.125f;
    void *p = q, *s = spin;
    int n = N, wrong = 0;
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < 4; k++)
            was[i][k] = q[i][k] = value(4 * i + k) * (i % 9 ? 1.0f : 30.0f);
        for (int k = 0; k < 3; k++)
            spin[i][k] = value(5 * i + 3 * k);
    }
    run(&parted_calls, "parted_calls", 3, 32, (void *[]){&p, &s, &n, &dt});
    for (int i = 0; i < N; i++) {
        const float *a = was[i], *w = spin[i];
        float d[4] = {0.5f * (w[0] * a[3] + w[1] * a[2] - w[2] * a[1]), 0.5f * (w[1] * a[3] + w[2] * a[0] - w[0] * a[2]),
                      0.5f * (w[2] * a[3] + w[0] * a[1] - w[1] * a[0]), -0.5f * (w[0] * a[0] + w[1] * a[1] + w[2] * a[2])};
        float sum = 0;
        moved(d);
        for (int k = 0; k < 4; k++) {
            d[k] = a[k] + dt * d[k];
            sum += d[k] * d[k];
        }
        for (int k = 0; k < 4; k++)
            wrong += !(fabsf(q[i][k] - d[k] / sqrtf(sum)) < 1e-4f);
    }
    printf("%d wrong\n", wrong);
    return 0;
}
