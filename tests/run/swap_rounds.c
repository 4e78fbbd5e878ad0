#include "host.h"

extern const ptx2c_module swap_rounds;

int main(void)
{
    enum { N = 1000, THREADS = 64 };
    static double x[N], sum[16], want[16];
    static float f[N], low[16], lowest[16];
    static int32_t v[N], out[N], placed[N];
    double *px = x, *ps = sum;
    float *pf = f, *pl = low;
    int32_t *pv = v, *po = out, *pp = placed, n = N, some = N / THREADS * THREADS, bad = 0;

    for (int i = 0; i < 16; i++)
        lowest[i] = 1e30f;
    for (int i = 0; i < N; i++) {
        x[i] = i * 7 % 101;
        f[i] = (float)(i * 37 % 997) / 64;
        v[i] = i * 11 % 89 + 1;
        want[(unsigned)x[i] & 15] += x[i];
        float *l = &lowest[(unsigned)(f[i] * 64) & 15];
        *l = f[i] < *l ? f[i] : *l;
    }
    run(&swap_rounds, "sums", 1, THREADS, (void *[]){&px, &ps, &n});
    run(&swap_rounds, "least", 1, THREADS, (void *[]){&pf, &pl, &n});
    run(&swap_rounds, "handed", 1, THREADS, (void *[]){&pv, &po, &some});
    run(&swap_rounds, "placed", 1, THREADS, (void *[]){&pv, &pp, &some});
    for (int i = 0; i < 16; i++)
        bad += sum[i] != want[i] || low[i] != lowest[i];
    for (int i = 0; i < some; i++)
        bad += out[i] != 3 * v[i ^ 1] || placed[i] != v[i ^ 1];
    printf("%d wrong\n", bad);
    return bad != 0;
}
