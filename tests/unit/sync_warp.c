/* Warp collectives against the manual's definitions, written out lane by lane, over random values and masks. */
#include "../../runtime/ptx2c/warp.h"
#include "check.h"
#include <math.h>
#include <stdlib.h>

static uint32_t rnd_mask(void)
{
    uint32_t r = (uint32_t)(rnd() >> 32);
    switch (rnd() >> 61) {
    case 0: return ~0u;
    case 1: return 1u << (r & 31);
    case 2: return r & (uint32_t)(rnd() >> 20);
    case 3: return 0xffffu << (r & 16);
    default: return r ? r : 1;
    }
}

#define LANES for (uint32_t l = 0; l < 32; l++)
#define ACTIVE LANES if (w.active >> l & 1)

/* The manual's table for shfl, in signed arithmetic. */
static int source(const char *mode, int lane, int bval, int c, int *pval)
{
    int cval = c & 31, segmask = c >> 8 & 31;
    int maxlane = (lane & segmask) | (cval & ~segmask), minlane = lane & segmask, j = 0;
    switch (mode[0]) {
    case 'u': j = lane - bval; *pval = j >= maxlane; break;
    case 'd': j = lane + bval; *pval = j <= maxlane; break;
    case 'b': j = lane ^ bval; *pval = j <= maxlane; break;
    default: j = minlane | (bval & ~segmask); *pval = j <= maxlane; break;
    }
    return *pval ? j : lane;
}

static void shuffles(void)
{
    static const char *const mode[] = {"up", "down", "bfly", "idx"};
    ptx2c_warp w = {.active = ~0u};
    uint32_t a[32];
    LANES ptx2c_shfl_put(&w, l, a[l] = (uint32_t)rnd());
    for (int round = 0; round < 3000; round++)
        for (int k = 0; k < 4; k++)
            LANES {
                uint32_t b = (uint32_t)rnd() >> (round & 1 ? 0 : 27), c = (uint32_t)rnd();
                if (round & 2) /* what CUDA makes: widths 1, 2, 4 … 32 */
                    c = (k == 0 ? 0 : 31) | (32 - (1u << (c & 255) % 6)) << 8;
                int pval, j = source(mode[k], (int)l, (int)(b & 31), (int)(c & 0x1fff), &pval);
                bool p = !pval;
                uint32_t d = k == 0 ? ptx2c_shfl_up_p(&w, l, b, c, &p) : k == 1 ? ptx2c_shfl_down_p(&w, l, b, c, &p)
                           : k == 2 ? ptx2c_shfl_bfly_p(&w, l, b, c, &p) : ptx2c_shfl_idx_p(&w, l, b, c, &p);
                uint32_t e = k == 0 ? ptx2c_shfl_up(&w, l, b, c) : k == 1 ? ptx2c_shfl_down(&w, l, b, c)
                           : k == 2 ? ptx2c_shfl_bfly(&w, l, b, c) : ptx2c_shfl_idx(&w, l, b, c);
                CHECK(d == a[j] && e == d && p == (pval != 0));
            }
}

/* The same of whole arrays; d may be a, and lanes outside the mask keep what d holds. */
static void whole_shuffles(void)
{
    static const char *const mode[] = {"up", "down", "bfly", "idx"};
    static void (*const shuffle[])(uint32_t, void *, const void *, uint32_t, uint32_t) = {
        ptx2c_shuffle_up, ptx2c_shuffle_down, ptx2c_shuffle_bfly, ptx2c_shuffle_idx};
    static void (*const shuffle_by[])(uint32_t, void *, const void *, uint32_t, uint32_t, bool *) = {
        ptx2c_shuffle_by_up, ptx2c_shuffle_by_down, ptx2c_shuffle_by_bfly, ptx2c_shuffle_by_idx};
    for (int round = 0; round < 6000; round++)
        for (int k = 0; k < 4; k++) {
            uint32_t a[33], d[33], was[32], m = rnd_mask(), b = round & 1 ? 1u << round % 5 : (uint32_t)rnd(), c = (uint32_t)rnd();
            if (round & 2)
                c = (k == 0 ? 0 : 31) | (32 - (1u << (c & 255) % 6)) << 8;
            if (round & 8) /* no segments */
                c = round & 16 ? (k == 0 ? 0 : 31) : c & 31;
            bool p[32] = {0};
            uint32_t *from = round % 5 ? a : d;
            LANES {
                d[l + 1] = was[l] = (uint32_t)rnd(); /* not aligned as vectors are */
                a[l + 1] = round % 5 ? (uint32_t)rnd() : d[l + 1];
            }
            if (round & 4)
                shuffle_by[k](m, d + 1, from + 1, b, c, p);
            else
                shuffle[k](m, d + 1, from + 1, b, c);
            LANES {
                int pval, j = source(mode[k], (int)l, (int)(b & 31), (int)(c & 0x1fff), &pval);
                CHECK(d[l + 1] == (m >> l & 1 ? a[j + 1] : was[l]));
                CHECK(p[l] == ((round & 4) && m >> l & 1 && pval));
            }
        }
    uint32_t a[32], d[32]; /* by constants, as in generated code */
    LANES a[l] = (uint32_t)rnd();
#define BY(name, b, c)                                              \
    ptx2c_shuffle_##name(~0u, d, a, b, c);                          \
    LANES {                                                         \
        int pval, j = source(#name, (int)l, b, c, &pval);           \
        CHECK(d[l] == a[j]);                                        \
    }
    BY(up, 1, 0) BY(up, 3, 0) BY(up, 16, 0) BY(up, 2, 0x1800) BY(up, 31, 0)
    BY(down, 1, 31) BY(down, 8, 31) BY(down, 16, 31) BY(down, 7, 31) BY(down, 4, 0x181f)
    BY(bfly, 1, 31) BY(bfly, 8, 31) BY(bfly, 16, 31) BY(bfly, 31, 31) BY(bfly, 2, 0x1c1f)
    BY(idx, 0, 31) BY(idx, 17, 31) BY(idx, 3, 0x181f)
}

static void votes(void)
{
    ptx2c_warp w = {.active = 0, .pred = {0x5a5a5a5a}}; /* what an earlier vote left there does not count */
    for (int round = 0; round < 20000; round++) {
        uint32_t a = round & 1 ? rnd_mask() : ~rnd_mask();
        ptx2c_put_begin(&w, rnd_mask());
        ACTIVE ptx2c_vote_put(&w, l, a >> l & 1);
        ACTIVE {
            uint32_t m = rnd_mask(), ballot = 0;
            int yes = 0, no = 0;
            for (int i = 0; i < 32; i++)
                if ((m & w.active) >> i & 1) {
                    ballot |= (a >> i & 1) << i;
                    *(a >> i & 1 ? &yes : &no) += 1;
                }
            CHECK(ptx2c_vote_ballot(&w, m) == ballot);
            CHECK(ptx2c_vote_any(&w, m) == (yes > 0));
            CHECK(ptx2c_vote_all(&w, m) == (no == 0));
            CHECK(ptx2c_vote_uni(&w, m) == (yes == 0 || no == 0));
        }
    }
}

static void matches(void)
{
    ptx2c_warp w = {.active = 0};
    for (int round = 0; round < 4000; round++) {
        uint64_t a[32];
        uint64_t few = round % 3 ? 3 : 0; /* of how many values; 0: all the same */
        ptx2c_put_begin(&w, rnd_mask());
        LANES a[l] = (rnd() >> 40 & few) << (round & 1 ? 32 : 0);
        for (int wide = 0; wide < 2; wide++) {
            ACTIVE {
                if (wide)
                    ptx2c_match_put_b64(&w, l, a[l]);
                else
                    ptx2c_match_put_b32(&w, l, (uint32_t)a[l]);
            }
            ACTIVE {
                uint32_t m = rnd_mask() | 1u << l, any = 0, all;
                bool same = true, p = false;
                for (uint32_t i = 0; i < 32; i++)
                    if ((m & w.active) >> i & 1) {
                        bool eq = wide ? a[i] == a[l] : (uint32_t)a[i] == (uint32_t)a[l];
                        any |= (uint32_t)eq << i;
                        same &= eq;
                    }
                all = wide ? ptx2c_match_all_b64_p(&w, l, m, &p) : ptx2c_match_all_b32_p(&w, l, m, &p);
                CHECK((wide ? ptx2c_match_any_b64(&w, l, m) : ptx2c_match_any_b32(&w, l, m)) == any);
                CHECK(p == same && all == (same ? m & w.active : 0));
                CHECK((wide ? ptx2c_match_all_b64(&w, l, m) : ptx2c_match_all_b32(&w, l, m)) == all);
            }
        }
    }
}

static uint32_t slow_redux(int op, const uint32_t *a, uint32_t m)
{
    uint32_t r = 0;
    bool first = true;
    for (int i = 0; i < 32; i++) {
        if (!(m >> i & 1))
            continue;
        uint32_t v = a[i];
        if (first)
            r = v;
        else if (op == 0) r += v;
        else if (op == 1) r &= v;
        else if (op == 2) r |= v;
        else if (op == 3) r ^= v;
        else if (op == 4) r = v < r ? v : r;
        else if (op == 5) r = v > r ? v : r;
        else if (op == 6) r = (int32_t)v < (int32_t)r ? v : r;
        else r = (int32_t)v > (int32_t)r ? v : r;
        first = false;
    }
    return r;
}

static float slow_redux_f32(const uint32_t *a, uint32_t m, bool max, bool abs, bool nan)
{
    float r = ptx2c_f32_of(0x7fffffff);
    bool none = true;
    for (int i = 0; i < 32; i++) {
        float v = ptx2c_f32_of(abs ? a[i] & 0x7fffffff : a[i]);
        if (!(m >> i & 1))
            continue;
        if (isnan(v)) {
            if (nan)
                return ptx2c_f32_of(0x7fffffff);
            continue;
        }
        bool less = v < r || (v == r && signbit(v) && !signbit(r));
        bool more = v > r || (v == r && !signbit(v) && signbit(r));
        if (none || (max ? more : less))
            r = v;
        none = false;
    }
    return r;
}

static void reductions(void)
{
    static const uint32_t special[] = {0, 0x80000000, 1, 0x80000001, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000,
                                       0x7fc00000, 0xffc00001, 0x7f7fffff, 0xff7fffff};
    ptx2c_warp w = {.active = 0};
    for (int round = 0; round < 4000; round++) {
        uint32_t a[32];
        ptx2c_put_begin(&w, rnd_mask());
        LANES a[l] = round & 1 ? (uint32_t)rnd() : special[rnd() % (round & 2 ? 8 : 12)];
        LANES w.x32[l] = (uint32_t)rnd(); /* left from before */
        ACTIVE ptx2c_redux_put(&w, l, a[l]);
        ACTIVE {
            uint32_t m = rnd_mask() | 1u << l, in = m & w.active;
            uint32_t n = rnd_mask() | 1u << l, in2 = n & w.active;
            /* A collective is one operation with the masks of its lanes: here two, in turns. */
#define SAME(name, op)                                                    \
    ptx2c_put_begin(&w, w.active);                                         \
    CHECK(ptx2c_redux_##name(&w, m) == slow_redux(op, a, in));            \
    CHECK(ptx2c_redux_##name(&w, m) == slow_redux(op, a, in));            \
    CHECK(ptx2c_redux_##name(&w, n) == slow_redux(op, a, in2));           \
    CHECK(ptx2c_redux_##name(&w, m) == slow_redux(op, a, in))
            SAME(add_u32, 0);
            SAME(add_s32, 0);
            SAME(and_b32, 1);
            SAME(or_b32, 2);
            SAME(xor_b32, 3);
            SAME(min_u32, 4);
            SAME(max_u32, 5);
            SAME(min_s32, 6);
            SAME(max_s32, 7);
#define SAME_F32(name, max, abs, nan)                                     \
    ptx2c_put_begin(&w, w.active);                                         \
    CHECK(ptx2c_bits_f32(ptx2c_redux_##name##_f32(&w, m)) ==              \
          ptx2c_bits_f32(slow_redux_f32(a, in, max, abs, nan)));          \
    CHECK(ptx2c_bits_f32(ptx2c_redux_##name##_f32(&w, n)) ==              \
          ptx2c_bits_f32(slow_redux_f32(a, in2, max, abs, nan)))
            SAME_F32(min, false, false, false);
            SAME_F32(max, true, false, false);
            SAME_F32(min_abs, false, true, false);
            SAME_F32(max_abs, true, true, false);
            SAME_F32(min_NaN, false, false, true);
            SAME_F32(max_NaN, true, false, true);
            SAME_F32(min_abs_NaN, false, true, true);
            SAME_F32(max_abs_NaN, true, true, true);
            uint32_t leader = 0;
            while (!(in >> leader & 1))
                leader++;
            CHECK(ptx2c_elect(&w, m) == leader);
        }
    }
}

int main(void)
{
    shuffles();
    whole_shuffles();
    votes();
    matches();
    reductions();
    return failed != 0;
}
