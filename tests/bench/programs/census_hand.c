/* census_hand.c: how far each pixel of a picture is shifted in another. */
#include "bench.h"
enum { W = 96, H = 48, R = 2, MOST = 24 };
static int width = W, height = H, most = MOST;
static uint8_t *left, *right, *shift;
static uint32_t *lcode, *rcode;

static void make(void)
{
    left = bench_in(W * H, 1), right = bench_in(W * H, 1);
    lcode = bench_out(W * H, KIND_U32, 0, 0), rcode = bench_out(W * H, KIND_U32, 0, 0), shift = bench_out(W * H, KIND_U8, 0, 0);
    for (int i = 0; i < W * H; i++)
        right[i] = (uint8_t)bench_random();
    for (int i = 0; i < W * H; i++)
        left[i] = (uint8_t)(right[i >= 9 ? i - 9 : i] + bench_random() % 8);
}

static inline int clamp(int v, int end) { return v < 0 ? 0 : v >= end ? end - 1 : v; }

static void signs(const uint8_t *restrict image, uint32_t *restrict code)
{
#pragma omp parallel for
    for (int y = 0; y < H; y++) {
        uint8_t row[2 * R + 1][W + 2 * R];
        for (int dy = 0; dy <= 2 * R; dy++)
            for (int x = 0; x < W + 2 * R; x++)
                row[dy][x] = image[clamp(y + dy - R, H) * W + clamp(x - R, W)];
#pragma omp simd
        for (int x = 0; x < W; x++) {
            uint32_t bits = 0;
            for (int dy = 0; dy <= 2 * R; dy++)
                for (int dx = 0; dx <= 2 * R; dx++)
                    if (dx != R || dy != R)
                        bits = bits << 1 | (row[dy][x + dx] < row[R][x + R]);
            code[y * W + x] = bits;
        }
    }
}

static void hand(void)
{
    signs(left, lcode);
    signs(right, rcode);
#pragma omp parallel for
    for (int y = 0; y < H; y++) {
        int least[W], best[W];
        for (int x = 0; x < W; x++)
            least[x] = 33, best[x] = 0;
        for (int d = 0; d < MOST; d++)
#pragma omp simd
            for (int x = d; x < W; x++) {
                const int cost = __builtin_popcount(lcode[y * W + x] ^ rcode[y * W + x - d]);
                best[x] = cost < least[x] ? d : best[x];
                least[x] = cost < least[x] ? cost : least[x];
            }
        for (int x = 0; x < W; x++)
            shift[y * W + x] = (uint8_t)best[x];
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "signs", DIM(W / 32, H / 8), DIM(32, 8), BUFFER(left), BUFFER(lcode), VALUE(width), VALUE(height));
    LAUNCH(r, "signs", DIM(W / 32, H / 8), DIM(32, 8), BUFFER(right), BUFFER(rcode), VALUE(width), VALUE(height));
    LAUNCH(r, "shifts", DIM(W / 32, H / 8), DIM(32, 8), BUFFER(lcode), BUFFER(rcode), BUFFER(shift), VALUE(width), VALUE(height), VALUE(most));
}

const Bench bench = { "census", make, hand, launch };
