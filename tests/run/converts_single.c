/* Floats that become integers in lanes by themselves and for all at once, against the same by hand. */
#include <math.h>

#include "host.h"

extern const ptx2c_module converts_single;

enum { N = 150, ROW = 60, KEYS = 90 };
static float x[N];
static int next[N], whole[N], found[KEYS];
static uint32_t up[N], marks[KEYS];
static double row[ROW], keys[KEYS];

/* Of no number 0 where it was single, and the least, or 2^31, where it was double. */
static int32_t to_int(double v, bool is_double)
{
    if (v != v)
        return is_double ? INT32_MIN : 0;
    return v < -0x1p31 ? INT32_MIN : v >= 0x1p31 ? INT32_MAX : (int32_t)v;
}

static uint32_t to_unsigned(double v, bool is_double)
{
    if (v != v)
        return is_double ? 0x80000000u : 0;
    return v < 0 ? 0 : v >= 0x1p32 ? UINT32_MAX : (uint32_t)v;
}

static uint32_t bits_of(float v)
{
    uint32_t b;
    v += 0.0f;
    memcpy(&b, &v, sizeof b);
    return b;
}

static void test_links(void)
{
    void *a = x, *b = next, *c = whole, *d = up;
    int n = N;
    run(&converts_single, "links", 5, 32, (void *[]){&a, &b, &c, &d, &n});
    for (int t = 0; t < N; t++) {
        uint32_t p = 0, q = 0, back = 0;
        for (int at = t; at >= 0; at = next[at]) {
            const double v = (double)x[at];
            p = p * 31 + (uint32_t)to_int(trunc(v), false);
            p = p * 31 + (uint32_t)to_int(rint(v), false);
            q = q * 31 + to_unsigned(floor(v), false);
            q = q * 31 + to_unsigned(trunc(v), false);
            q = q * 31 + (uint32_t)to_int(ceil(v), false);
            back = back * 31 + bits_of((float)to_int(trunc(v), false));
        }
        if ((uint32_t)whole[t] != p || up[t] != (q ^ back))
            printf("links: %d is %x, %x, not %x, %x\n", t, (unsigned)whole[t], (unsigned)up[t], (unsigned)p, (unsigned)(q ^ back));
    }
}

static uint32_t near(bool to_up, double q)
{
    return to_up ? to_unsigned(ceil(q), true) ^ (uint32_t)to_int(rint(q), true) : to_unsigned(trunc(q), true) ^ (uint32_t)to_int(floor(q), true);
}

static void test_places(void)
{
    void *a = row, *b = keys, *c = found, *d = marks;
    double scale = 2;
    int count = ROW, n = KEYS;
    run(&converts_single, "places", 2, 32, (void *[]){&a, &b, &c, &d, &scale, &count, &n});
    for (int i = 0; i < KEYS; i++) {
        int low = 0, high = ROW - 1;
        uint32_t mark = 0;
        for (int steps = 0; low < high && steps < 50; steps++) {
            const double q = (high - low) * ((keys[i] - row[low]) / (row[high] - row[low]));
            mark = mark * 17 + near(true, q) + near(false, q * 3);
            mark = mark * 5 - (to_int(trunc(q), true) < 0);
            int by = to_int(trunc(q), true);
            by = by < 0 ? 0 : by;
            by = by > high - low - 1 ? high - low - 1 : by;
            if (row[low + by + 1] <= keys[i])
                low += by + 1;
            else if (row[low + by] > keys[i])
                high = low + by;
            else {
                low += by;
                break;
            }
        }
        if (found[i] != low || marks[i] != mark)
            printf("places: %d is %d, %x, not %d, %x\n", i, found[i], (unsigned)marks[i], low, (unsigned)mark);
    }
}

static void test_rows(void)
{
    void *a = x, *b = whole, *c = up;
    int n = N;
    run(&converts_single, "rows", 5, 32, (void *[]){&a, &b, &c, &n});
    for (int i = 0; i < N; i++) {
        const double v = (double)x[i];
        if (whole[i] != to_int(trunc(v), false) || up[i] != to_unsigned(rint(v), false) + (uint32_t)to_int(floor(v), false))
            printf("rows: %d is %d, %u\n", i, whole[i], (unsigned)up[i]);
    }
}

int main(void)
{
    static const float odd[] = {-0.0f, 0.5f, -0.5f, 1.5f, 2.5f, -2.5f, 0x1p31f, -0x1p31f, 0x1.fffffep30f, -0x1.000002p31f, 0x1p32f, 0x1.fffffep31f,
                                3e9f, -3e9f, 1e30f, -1e30f, INFINITY, -INFINITY, NAN, 0x1p-149f, -0x1p-149f};
    for (int i = 0; i < N; i++) {
        x[i] = i % 3 ? odd[i / 3 * 2 % (int)(sizeof odd / sizeof *odd)] : (float)(i * 37 % 101) - 49.75f;
        next[i] = i % 11 == 7 ? -1 : (i * 7 + 3) % N > i ? (i * 7 + 3) % N : i + 5 < N ? i + 5 : -1;
    }
    for (int i = 0; i < ROW; i++)
        row[i] = i < 50 ? i * i / 7 : i == 59 ? INFINITY : 1e300;
    for (int i = 0; i < KEYS; i++)
        keys[i] = i == 3 ? NAN : i == 4 ? INFINITY : i == 5 ? -1e308 : i % 5 == 4 ? 1e300 : (i * 53 % 370) - 3.5;
    test_links();
    test_places();
    test_rows();
    puts("done");
    return 0;
}
