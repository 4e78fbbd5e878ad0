/* Shuffles round by round, against arrays of a warp's lanes. */
#include "host.h"

extern const ptx2c_module distances;

enum { N = 96, W = 32 };
static uint32_t in[N], out[N * 3];
static int wrong;

static void expect(const char *kernel, int t, int k, uint32_t is)
{
    if (out[t * 3 + k] != is && wrong++ < 10)
        printf("%s: number %d of thread %d is %u, not %u\n", kernel, k, t, (unsigned)out[t * 3 + k], (unsigned)is);
}

/* Lanes whose other one is not in the warp add themselves. */
static void down(uint32_t *x, int first)
{
    for (int d = first; d > 0; d /= 2)
        for (int l = 0; l < W; l++)
            x[l] += x[l + d < W ? l + d : l];
}

int main(void)
{
    uint64_t i = (uintptr_t)in, o = (uintptr_t)out;
    for (int t = 0; t < N; t++)
        in[t] = (uint32_t)t * 40503 % 1009 << t % 5;
    run(&distances, "trees", 1, N, (void *[]){&i, &o});
    for (int w = 0; w < N; w += W) {
        uint32_t most = 0, below = 0, sum[W];
        memcpy(sum, &in[w], sizeof sum);
        down(sum, W / 2);
        for (int l = 0; l < W; l++)
            most = in[w + l] > most ? in[w + l] : most;
        for (int l = 0; l < W; l++) {
            below |= in[w + l];
            expect("trees", w + l, 0, sum[l]);
            expect("trees", w + l, 1, most);
            expect("trees", w + l, 2, below);
        }
    }
    run(&distances, "steps", 1, N, (void *[]){&i, &o});
    for (int w = 0; w < N; w += W) {
        uint32_t x[W], sum = 0;
        int d = W - 3;
        memcpy(x, &in[w], sizeof x);
        for (; d > 0; d -= 7) {
            const uint32_t by = x[d] + 1;
            for (int l = 0; l < W; l++)
                x[l] += by;
            sum = sum * 2 + (uint32_t)d;
        }
        for (int l = 0; l < W; l++) {
            expect("steps", w + l, 0, x[l]);
            expect("steps", w + l, 1, (uint32_t)d);
            expect("steps", w + l, 2, sum);
        }
    }
    for (int first = 0; first < 32; first += 13) {
        run(&distances, "others", 1, N, (void *[]){&i, &o, &first});
        for (int w = 0; w < N; w += W) {
            uint32_t x[W], y[W];
            memcpy(x, &in[w], sizeof x);
            memcpy(y, &in[w], sizeof y);
            down(x, first);
            for (int d = 0; d < W; d++) {
                const uint32_t by = y[d];
                for (int l = 0; l < W; l++)
                    y[l] = y[l] * 3 + by;
            }
            for (int l = 0; l < W; l++) {
                expect("others", w + l, 0, x[l]);
                expect("others", w + l, 1, y[l]);
            }
        }
    }
    printf("wrong: %d\n", wrong);
    return 0;
}
