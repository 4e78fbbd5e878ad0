/* lifting_hand.c: wavelets by lifting (5/3, whole numbers), rows then columns. */
#include "bench.h"
enum { W = 512, H = 256 };
static int *in, *out, width = W, height = H;
static void make(void)
{
    in = bench_in(W * H, 4), out = bench_out(W * H, KIND_U32, 0, 0);
    for (int i = 0; i < W * H; i++)
        in[i] = (int)(bench_random() % 256);
}
static void hand(void)
{
    static int rows[H][W];
#pragma omp parallel for
    for (int y = 0; y < H; y++) {
        const int *a = in + y * W;
        int *low = rows[y], *high = rows[y] + W / 2;
        for (int i = 0; i < W / 2 - 1; i++)
            high[i] = a[2 * i + 1] - ((a[2 * i] + a[2 * i + 2]) >> 1);
        high[W / 2 - 1] = a[W - 1] - a[W - 2];
        low[0] = a[0] + ((2 * high[0] + 2) >> 2);
        for (int i = 1; i < W / 2; i++)
            low[i] = a[2 * i] + ((high[i - 1] + high[i] + 2) >> 2);
    }
#pragma omp parallel for
    for (int i = 0; i < H / 2; i++) {
        const int *a = rows[2 * i], *b = rows[2 * i + 1], *c = rows[2 * i + 2 < H ? 2 * i + 2 : H - 2];
        for (int x = 0; x < W; x++)
            out[(H / 2 + i) * W + x] = b[x] - ((a[x] + c[x]) >> 1);
    }
#pragma omp parallel for
    for (int i = 0; i < H / 2; i++) {
        const int *a = rows[2 * i], *h = out + (H / 2 + i) * W, *g = out + (H / 2 + (i ? i - 1 : 0)) * W;
        for (int x = 0; x < W; x++)
            out[i * W + x] = a[x] + ((g[x] + h[x] + 2) >> 2);
    }
}
static void launch(Run *r) { LAUNCH(r, "lifting", DIM(W / 32, H / 32), DIM(16, 8), BUFFER(in), BUFFER(out), VALUE(width), VALUE(height)); }
const Bench bench = { "lifting", make, hand, launch };
