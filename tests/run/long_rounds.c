/* Long loops that lanes leave at different times, against the same by hand: the host's library differs in last bits, so rounds may, too. */
#include <math.h>

#include "host.h"

extern const ptx2c_module long_rounds;

enum { N = 203, BLOCK = 64, ALL = (N + BLOCK - 1) / BLOCK * BLOCK };
typedef struct Case { double target, low, high; int kind; } Case;
typedef struct Pair { double x, y; } Pair;
static Case cases[N];
static Pair from[ALL], to[ALL];
static double out[ALL], table[50];
static int rounds[ALL];

static void expect(const char *what, int i, double got, double want)
{
    if (!(fabs(got - want) <= 1e-7 * (1 + fabs(want))))
        printf("%s: %d is %.17g, not %.17g\n", what, i, got, want);
}

static double side(double x, int kind)
{
    if (kind & 1)
        return 0.5 * erfc(-0.7071067811865475 * x) + 0.1 * x;
    return 1.0 - 0.5 * erfc(0.7071067811865475 * x) + 0.1 * x + (kind & 2 ? log(x + 3.0) : 0.0);
}

static void test_roots(int n)
{
    void *a = cases, *b = out, *c = rounds;
    memset(out, 0, sizeof out);
    run(&long_rounds, "roots", (uint32_t)(n + BLOCK - 1) / BLOCK, BLOCK, (void *[]){&a, &b, &c, &n});
    for (int i = 0; i < N; i++) {
        if (i >= n)
            expect("beyond", i, out[i], 0);
        else if (cases[i].target > 50 ? rounds[i] != 60 : rounds[i] >= 60)
            printf("roots: %d took %d rounds\n", i, rounds[i]);
        else if (rounds[i] < 60)
            expect("roots", i, side(out[i], cases[i].kind), cases[i].target);
    }
}

static void test_paths(double limit)
{
    void *a = from, *b = to, *c = rounds;
    run(&long_rounds, "paths", ALL / BLOCK, BLOCK, (void *[]){&a, &b, &c, &limit});
    for (int i = 0; i < ALL; i++) {
        Pair p = from[i];
        const double most = limit * (1 + i % 4);
        double t = 0, h = 0.1;
        int k = 0;
        for (; t < 1 && k < 300; k++) {
            const Pair f = {p.y, sin(p.x) * exp(-t)}, m = {p.x + 0.5 * h * f.x, p.y + 0.5 * h * f.y}, g = {m.y, sin(m.x) * exp(-t - 0.5 * h)};
            const double wrong = h * (fabs(f.x - g.x) + fabs(f.y - g.y));
            if (wrong > most && h > 1e-4) {
                h *= 0.5;
                continue;
            }
            p = (Pair){p.x + h * g.x, p.y + h * g.y};
            t += h;
            if (wrong < 0.2 * most)
                h *= 2;
        }
        if (rounds[i] != k)
            printf("paths: %d took %d steps, not %d\n", i, rounds[i], k);
        expect("paths x", i, to[i].x, p.x);
        expect("paths y", i, to[i].y, p.y);
    }
}

static void test_tables(void)
{
    void *a = table, *b = out;
    int n = 50;
    run(&long_rounds, "tables", ALL / BLOCK, BLOCK, (void *[]){&a, &b, &n});
    for (int i = 0; i < ALL; i++) {
        double x = i * 0.37;
        for (int k = 0; k < 40 && x < 60; k++)
            x += exp(-table[(int)x % n]) + 0.1 * pow(table[(k + i) % n] + 1, 0.3) + erfc(x * 0.01);
        expect("tables", i, out[i], x);
    }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        cases[i] = (Case){i % 29 == 28 ? 100 : 0.3 + 0.003 * i, -2.5, 4 + i % 3, i % 4};
    for (int i = 0; i < ALL; i++)
        from[i] = (Pair){0.1 * (i % 17) - 0.5, 0.05 * (i % 23)};
    for (int i = 0; i < 50; i++)
        table[i] = (i * 31 % 50) * 0.05;
    test_roots(N);
    test_roots(37);
    test_paths(1e-3);
    test_paths(1e-5);
    test_tables();
    puts("done");
    return 0;
}
