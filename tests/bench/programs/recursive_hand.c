/* recursive_hand.c: a recursive filter down the columns of a picture, a row of all columns at a time, colour by colour. */
#include <math.h>

#include "bench.h"

enum { W = 320, H = 240, C = 4 * W };
static int w = W, h = H;
static float a0 = .09f, a1 = .06f, a2 = .05f, a3 = -.03f, b1 = -1.2f, b2 = .36f, front = .93f, back = .07f;
static unsigned char *in, *out;

static void make(void)
{
    in = bench_in(C * H, 1);
    out = bench_out(C * H, KIND_U8, 0, 1e-3);
    for (int i = 0; i < C * H; i++)
        in[i] = (unsigned char)(bench_random() >> 7);
}

static inline unsigned char byte(float x)
{
    x = fabsf(x);
    return (unsigned char)(int)((x < 1 ? x : 1) * 255.0f);
}

static void hand(void)
{
#pragma omp parallel
    {
        const Share s = bench_share(C);
        static _Thread_local float p1[C], q1[C], q2[C], p2[C];
        for (int i = s.first; i < s.end; i++) {
            p1[i] = (float)in[i] / 255.0f;
            q1[i] = q2[i] = front * p1[i];
        }
        for (int y = 0; y < H; y++) {
            const unsigned char *from = in + y * C;
            unsigned char *to = out + y * C;
#pragma omp simd
            for (int i = s.first; i < s.end; i++) {
                const float x0 = (float)from[i] / 255.0f, y0 = a0 * x0 + a1 * p1[i] - b1 * q1[i] - b2 * q2[i];
                to[i] = byte(y0);
                p1[i] = x0;
                q2[i] = q1[i];
                q1[i] = y0;
            }
        }
        for (int i = s.first; i < s.end; i++) {
            p1[i] = p2[i] = (float)in[(H - 1) * C + i] / 255.0f;
            q1[i] = q2[i] = back * p1[i];
        }
        for (int y = H - 1; y >= 0; y--) {
            const unsigned char *from = in + y * C;
            unsigned char *to = out + y * C;
#pragma omp simd
            for (int i = s.first; i < s.end; i++) {
                const float x0 = (float)from[i] / 255.0f, z0 = a2 * p1[i] + a3 * p2[i] - b1 * q1[i] - b2 * q2[i];
                to[i] = byte((float)to[i] / 255.0f + z0);
                p2[i] = p1[i];
                p1[i] = x0;
                q2[i] = q1[i];
                q1[i] = z0;
            }
        }
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "recursive", DIM((W + 63) / 64, 1), DIM(64, 1), BUFFER(in), BUFFER(out), VALUE(w), VALUE(h), VALUE(a0), VALUE(a1), VALUE(a2), VALUE(a3),
           VALUE(b1), VALUE(b2), VALUE(front), VALUE(back));
}

const Bench bench = {"recursive", make, hand, launch};
