/* Each thread's result against one found plainly, for grids whose last block is whole, and is not; rows may be empty. */
#include "host.h"

extern const ptx2c_module chains;

enum { N = 300, LONGEST = 40 };
static int wrong;
static uint32_t seed = 1;

static uint32_t any(uint32_t below) { return (seed = seed * 1664525u + 1013904223u) / 65536 % below; }

static void launch(const char *kernel, uint32_t block, int n, void *const args[])
{
    run(&chains, kernel, ((uint32_t)n + block - 1) / block, block, args);
}

static void bad(const char *kernel, uint32_t block, int i)
{
    if (wrong++ < 10)
        printf("%s, blocks of %u: %d is wrong\n", kernel, (unsigned)block, i);
}

static void test_forest(uint32_t block, int n)
{
    enum { TREES = 3, NODES = 63, FEATURES = 5 };
    int feature[TREES * NODES], left[TREES * NODES], right[TREES * NODES], trees = TREES, nodes = NODES, features = FEATURES;
    float limit[TREES * NODES], leaf[TREES * NODES], x[N * FEATURES], out[N] = {0};
    for (int i = 0; i < TREES * NODES; i++) {
        const int node = i % NODES;
        const bool ends = node >= NODES / 2 || any(4) == 0;
        feature[i] = ends ? -1 : (int)any(FEATURES);
        left[i] = ends ? 1 << 29 : 2 * node + 1, right[i] = ends ? 1 << 29 : 2 * node + 2;
        limit[i] = (float)any(100), leaf[i] = (float)any(1000);
    }
    for (int i = 0; i < N * FEATURES; i++)
        x[i] = (float)any(100);
    uint64_t f = (uintptr_t)feature, m = (uintptr_t)limit, l = (uintptr_t)left, r = (uintptr_t)right, e = (uintptr_t)leaf, v = (uintptr_t)x,
             o = (uintptr_t)out;
    launch("forest", block, n, (void *[]){&f, &m, &l, &r, &e, &v, &o, &trees, &nodes, &features, &n});
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int t = 0; t < TREES; t++) {
            int at = t * NODES;
            while (feature[at] >= 0)
                at = t * NODES + (x[i * FEATURES + feature[at]] < limit[at] ? left[at] : right[at]);
            sum += leaf[at];
        }
        if (out[i] != sum)
            bad("forest", block, i);
    }
}

static int rows(int first[N + 1], int n, int longest)
{
    first[0] = 0;
    for (int i = 0; i < n; i++)
        first[i + 1] = first[i] + (i % 7 == 3 ? 0 : (int)any((uint32_t)longest));
    return first[n];
}

static void test_rows(uint32_t block, int n)
{
    int first[N + 1], found[N] = {0};
    const int all = rows(first, n, LONGEST);
    unsigned char *text = malloc((size_t)all + 1), table[256];
    uint32_t *word = malloc(sizeof *word * ((size_t)all + 1)), remainder[256], out[N] = {0};
    for (int i = 0; i < all; i++)
        text[i] = (unsigned char)any(256), word[i] = any(65536) << 16 ^ any(65536);
    for (int i = 0; i < 256; i++)
        table[i] = (unsigned char)any(16), remainder[i] = any(65536) << 16 ^ any(65536);
    text = realloc(text, (size_t)all + !all), word = realloc(word, sizeof *word * (size_t)(all + !all));
    uint64_t s = (uintptr_t)text, f = (uintptr_t)first, t = (uintptr_t)table, d = (uintptr_t)found, w = (uintptr_t)word, r = (uintptr_t)remainder,
             o = (uintptr_t)out;
    launch("words", block, n, (void *[]){&s, &f, &t, &d, &n});
    launch("remainders", block, n, (void *[]){&w, &f, &r, &o, &n});
    for (int i = 0; i < n; i++) {
        int state = 0, many = 0;
        uint32_t sum = UINT32_MAX;
        for (int k = first[i]; k < first[i + 1]; k++) {
            state = table[state * 16 + text[k] % 16];
            many += state == 15;
            sum ^= word[k];
            for (int b = 0; b < 4; b++)
                sum = remainder[sum % 256] ^ sum >> 8;
        }
        if (found[i] != many)
            bad("words", block, i);
        if (out[i] != ~sum)
            bad("remainders", block, i);
    }
    free(text), free(word);
}

static void test_places(uint32_t block, int n, int most)
{
    int near[N], far[N], next[N], head[N], value[N], sum[N], total[N];
    int64_t wide[N], steps[N];
    for (int i = 0; i < n; i++) {
        near[i] = (int)any((uint32_t)n), far[i] = (int)any((uint32_t)n), wide[i] = far[i];
        next[i] = i < 5 ? -1 : (int)any((uint32_t)i), head[i] = i % 11 == 2 ? -1 : (int)any((uint32_t)n), value[i] = (int)any(1000);
    }
    uint64_t a = (uintptr_t)near, f = (uintptr_t)far, x = (uintptr_t)next, h = (uintptr_t)head, v = (uintptr_t)value, s = (uintptr_t)sum,
             w = (uintptr_t)wide, d = (uintptr_t)steps, t = (uintptr_t)total;
    launch("hops", block, n, (void *[]){&w, &a, &d, &most, &n});
    launch("lists", block, n, (void *[]){&h, &x, &v, &s, &n});
    launch("nested", block, n, (void *[]){&a, &f, &t, &most, &n});
    for (int i = 0; i < n; i++) {
        int at = i, list = 0, inner = 0;
        int64_t want = 0;
        for (int k = 0; k < most - i % 3; k++) {
            at = near[far[at]];
            if (at == i)
                break;
            want += wide[at] * (k + 1);
        }
        for (int p = head[i]; p >= 0; p = next[p])
            list += value[p];
        at = i;
        for (int k = 0; k < most - i % 4; k++) {
            at = near[far[at]];
            for (int m = 0; m < at % 3; m++)
                inner += far[(at + m) % n];
        }
        if (steps[i] != want)
            bad("hops", block, i);
        if (sum[i] != list)
            bad("lists", block, i);
        if (total[i] != inner)
            bad("nested", block, i);
    }
}

static void test_warps(uint32_t block, int n, int most)
{
    int near[N], far[N], sums[N], want[N + 256] = {0};
    for (int i = 0; i < n; i++)
        near[i] = (int)any((uint32_t)n), far[i] = (int)any((uint32_t)n);
    uint64_t a = (uintptr_t)near, f = (uintptr_t)far, s = (uintptr_t)sums;
    launch("warps", block, n, (void *[]){&f, &a, &s, &most, &n});
    for (int i = 0; i < n; i++) {
        int at = i;
        for (int k = 0; k < most - i % 3; k++) {
            at = near[far[at]];
            want[i / 32] += at ^ k;
        }
    }
    for (int i = 0; i < n; i++)
        if (sums[i] != want[i / 32])
            bad("warps", block, i);
}

static void test_shuffles(uint32_t block, int n, int rounds)
{
    int first[N + 1];
    const int all = rows(first, n, LONGEST);
    unsigned char *own = malloc((size_t)all + 1), *want = malloc((size_t)all + 1);
    for (int i = 0; i < all; i++)
        own[i] = want[i] = (unsigned char)any(256);
    uint64_t o = (uintptr_t)own, f = (uintptr_t)first;
    launch("shuffles", block, n, (void *[]){&o, &f, &rounds, &n});
    for (int i = 0; i < n; i++) {
        unsigned char *s = want + first[i];
        unsigned at = (unsigned)i & 15;
        for (int k = 0; k < rounds + i % 5 && first[i + 1] - first[i] >= 16; k++) {
            const unsigned a = s[at & 15], b = s[(at + a) & 15];
            s[(at + a) & 15] = (unsigned char)(a + 1);
            at = s[b & 15] + (unsigned)k;
        }
        if (memcmp(own + first[i], s, (size_t)(first[i + 1] - first[i])) != 0)
            bad("shuffles", block, i);
    }
    free(own), free(want);
}

int main(void)
{
    static const uint32_t block[] = {1, 7, 32, 64, 100, 256};
    static const int count[] = {1, 31, 64, 200, N};
    for (size_t b = 0; b < sizeof block / sizeof *block; b++)
        for (size_t c = 0; c < sizeof count / sizeof *count; c++) {
            test_forest(block[b], count[c]);
            test_rows(block[b], count[c]);
            for (int most = 0; most < 12; most += 3) {
                test_places(block[b], count[c], most);
                if (block[b] % 32 == 0)
                    test_warps(block[b], count[c], most);
            }
            test_shuffles(block[b], count[c], 0);
            test_shuffles(block[b], count[c], 9);
        }
    printf("%d wrong\n", wrong);
    return wrong > 0;
}
