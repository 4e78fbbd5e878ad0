#include "host.h"

#include <math.h>

extern const ptx2c_module subnormal;

enum { N = 32, OUT = 10 };

static float in[N];
static uint32_t out[N * N * OUT];

static float of(uint32_t b)
{
    float f;
    memcpy(&f, &b, sizeof f);
    return f;
}

static uint32_t bits(float f)
{
    uint32_t b;
    memcpy(&b, &f, sizeof b);
    return b;
}

/* What .ftz asks for, here in the host's own mode. */
static float flush(volatile float f) { return (bits(f) & 0x7f800000) == 0 ? of(bits(f) & 0x80000000) : f; }

static float mul(float a, float b) { return flush(flush(a) * flush(b)); }
static float fused(float a, float b, float c) { return flush(fmaf(flush(a), flush(b), flush(c))); }

static int wrong, all;

static void expect(const char *what, int i, int j, uint32_t got, uint32_t want)
{
    all++;
    const bool nan = (want & 0x7fffffff) > 0x7f800000 && (got & 0x7fffffff) > 0x7f800000;
    if (got != want && !nan && wrong++ < 10)
        printf("%s of %08x and %08x: %08x, not %08x\n", what, (unsigned)bits(in[i]), (unsigned)bits(in[j]), (unsigned)got,
               (unsigned)want);
}

static void make(void)
{
    static const uint32_t values[] = {
        0, 0x80000000, 1, 0x80000001, 0x007fffff, 0x807fffff, 0x00400000, 0x00800000, 0x80800000, 0x00800001, 0x00ffffff,
        0x3f800000, 0xbf800000, 0x3f000000, 0xbf000000, 0x3f7fffff, 0x3effffff, 0x20000000, 0x1fffffff, 0xa0000001, 0x20400000,
        0x7f800000, 0x7f7fffff, 0xff7fffff, 0x7fc00000, 0x40000000, 0x00ffffff, 0x01000001, 0x4e800000, 0x5d800000, 0x00600000,
        0x33800000,
    };
    for (int i = 0; i < N; i++)
        in[i] = of(values[i]);
}

static float least(float a, float b)
{
    a = flush(a);
    b = flush(b);
    return a != a ? b : b != b ? a : a < b ? a : a > b ? b : of(bits(a) | bits(b));
}

static void check_chain(int i, int j, const uint32_t *o)
{
    const float a = in[i], b = in[j], p = mul(a, b), d = flush(flush(a) - flush(b));
    const float s = fmaf(flush(a), flush(b), -0.0f);
    expect("mul", i, j, o[0], bits(p));
    expect("mul mul", i, j, o[1], bits(mul(p, 0x1p60f)));
    expect("sub", i, j, o[2], bits(d));
    expect("fma", i, j, o[3], bits(fused(d, 0x1p60f, p)));
    expect("neg", i, j, o[4], bits(p) ^ 0x80000000);
    expect("abs", i, j, o[5], (bits(flush(a)) & 0x7fffffff) + 1);
    expect("min", i, j, o[6], bits(least(p, d)));
    expect("select", i, j, o[7], bits(d < 0 ? d : p));
    expect("div", i, j, o[8], bits(flush(p / flush(b))));
    expect("sat", i, j, o[9], bits(flush(s) > 0 ? s > 1 ? 1 : s : 0.0f));
}

static void check_keep(int i, int j, const uint32_t *o)
{
    const float a = in[i], b = in[j];
    const bool less = flush(a) < flush(b);
    expect("chosen", i, j, o[0], bits(less ? a : b));
    expect("joined", i, j, o[1], bits(flush(b) > 1 ? mul(a, b) : a));
    expect("guarded", i, j, o[2], bits(less ? mul(a, 0.5f) : b));
    expect("neg", i, j, o[3], bits(a) ^ 0x80000000);
    if (fabsf(a) < 0x1p31f)
        expect("cvt", i, j, o[4], bits(mul((float)(int32_t)flush(a), b)));
    expect("equal", i, j, o[5], flush(a) == flush(b));
}

static const float by = 0x1p100f;

static void check_sums(int i, int j, const uint32_t *o)
{
    const float a = flush(in[i]), b = flush(in[j]), s = flush(a + b), d = flush(a - b), p = mul(d, by);
    float sum = 0, weights = 0;
    for (int k = 0; k < j; k++) {
        sum = fused(a, by, sum);
        weights = flush(weights + by);
    }
    expect("add", i, j, o[0], bits(s));
    expect("sub", i, j, o[1], bits(d));
    expect("add sub", i, j, o[2], bits(flush(s - b)));
    expect("sub mul", i, j, o[3], bits(p));
    expect("mul add", i, j, o[4], bits(flush(p + a)));
    expect("mean", i, j, o[5], bits(flush(sum / weights)));
}

static void check_apart(int i, int j, const uint32_t *o)
{
    const float there = mul(in[4], in[j]), d = flush(mul(in[i], in[j]) - there), q = fused(d, 0x1p60f, there);
    float sum = 0;
    for (int k = 0; k < j; k++)
        sum = flush(sum + q);
    const float scaled = fused(sum, 2, 0.5f);
    expect("sub of shared", i, j, o[0], bits(d));
    expect("fma of shared", i, j, o[1], bits(q));
    expect("byte", i, j, o[2] & 255, scaled >= 255 ? 255 : scaled > 0 ? (uint32_t)scaled : 0);
}

static void check_terms(int i, int j, const uint32_t *o)
{
    const float a = flush(in[i]), b = flush(in[j]), p = mul(a, b), twice = flush(p + p), square = mul(a, a);
    const float less = flush(a - b), both = flush(a + b), more = flush(b - a);
    expect("product and", i, j, o[0], bits(flush(p + a)));
    expect("less product", i, j, o[1], bits(flush(b - p)));
    expect("sat", i, j, o[2], bits(twice > 0 ? twice > 1 ? 1 : twice : 0.0f));
    expect("fma less", i, j, o[3], bits(flush(fused(a, b, b) - b)));
    expect("two products", i, j, o[4], bits(flush(mul(a, 0.5f) - mul(b, 0.5f))));
    expect("square and", i, j, o[5], bits(flush(square + b)));
    expect("square mul", i, j, o[6], bits(mul(square, 0x1p60f)));
    expect("square of less", i, j, o[7], bits(fused(less, less, a)));
    expect("square of both", i, j, o[8], bits(flush(b - mul(both, both))));
    expect("more than square", i, j, o[9], bits(fused(more, more, more)));
}

/* By operator, a bit each: eq, ne, lt, le, gt, ge, then those that hold for no numbers, too. */
static uint32_t compared(float a, float b)
{
    a = flush(a);
    const uint32_t none = a != a || b != b, eq = a == b, lt = a < b, gt = a > b, ordered = eq | (lt | gt) << 1 | lt << 2 | (lt | eq) << 3 | gt << 4 | (gt | eq) << 5;
    return none ? 0xfc0 : ordered | ordered << 6;
}

static void check_compared(int i, int j, const uint32_t *o)
{
    const float a = in[i], d = flush(flush(a) - flush(in[j])), p = mul(a, in[j]);
    expect("less and zero", i, j, o[0], compared(d, 0));
    expect("product and zero", i, j, o[1], compared(p, 0));
    expect("itself and zero", i, j, o[2], compared(a, 0));
    expect("less and the least", i, j, o[3], compared(d, 0x1p-126f));
    expect("product and one of two", i, j, o[4], compared(p, j > 7 ? 4 : 0x1p-126f));
    expect("itself and less", i, j, o[5], compared(a, -1));
    expect("product at most", i, j, o[6], bits(p < 1 ? p : 1));
    expect("itself at most", i, j, o[7], bits(flush(a) < 1 ? a : 1));
    expect("roots", i, j, o[8], bits(flush(sqrtf(d) + sqrtf(flush(a)))));
    expect("inverse roots", i, j, o[9], bits(flush(1 / sqrtf(p) - 1 / sqrtf(flush(a)))));
}

int main(void)
{
    uint32_t n = N, *po = out;
    float *pi = in;
    void *args[] = {&po, &pi, &n, (void *)&by};
    static const struct { const char *kernel; void (*check)(int, int, const uint32_t *); } test[] = {
        {"chain", check_chain}, {"keep", check_keep}, {"sums", check_sums}, {"apart", check_apart},
        {"terms", check_terms}, {"compared", check_compared},
    };
    make();
    for (int k = 0; k < 6; k++) {
        if (run(&subnormal, test[k].kernel, N, 48, args))
            return 1;
        for (int j = 0; j < N; j++)
            for (int i = 0; i < N; i++)
                test[k].check(i, j, out + (j * N + i) * OUT);
    }
    for (int i = 0; i < 8; i++)
        out[4 * i + 2] = bits(1.5f);
    if (run(&subnormal, "known", 1, 8, (void *[]){&po}))
        return 1;
    for (int i = 0; i < 8; i++) {
        static const uint32_t want[] = {0, 0, 0, 1};
        for (int k = 0; k < 4; k++)
            expect("known", i, i, out[4 * i + k], want[k]);
    }
    volatile float mine = 0x1p-140f; /* the host's mode is as it was */
    printf("%d of %d wrong, host %s\n", wrong, all, mine * 0x1p20f > 0 ? "as before" : "changed");
    return 0;
}
