/* Each thread's result against the same function called for it alone; then what compilers do not write: words_more.ptx. */
#include "host.h"
#include "words.h"

extern const ptx2c_module words, words_more;

enum { MOST = 640 };
static const uint32_t shapes[][2] = {{5, 128}, {7, 33}, {3, 1}, {1, 100}, {40, 16}};
static int wrong;

static void bad(const char *kernel, int n, uint32_t block, uint32_t thread)
{
    if (wrong++ < 10)
        printf("%s %d, blocks of %u: thread %u is wrong\n", kernel, n, (unsigned)block, (unsigned)thread);
}

#define PLAIN(kernel, type, of)                                                                                        \
    static void test_##kernel(int n)                                                                                   \
    {                                                                                                                  \
        static type out[MOST];                                                                                         \
        type *p = out;                                                                                                 \
        for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {                                                  \
            memset(out, 0xa5, sizeof out);                                                                             \
            run(&words, #kernel, shapes[s][0], shapes[s][1], (void *[]){&p, &n});                                      \
            for (uint32_t i = 0; i < shapes[s][0] * shapes[s][1]; i++) {                                               \
                const type want = of(i, n);                                                                            \
                if (memcmp(&want, &out[i], sizeof want) != 0)                                                          \
                    bad(#kernel, n, shapes[s][1], i);                                                                  \
            }                                                                                                          \
        }                                                                                                              \
    }
PLAIN(bytes, unsigned char, ring_u8)
PLAIN(halves, unsigned short, ring_u16)
PLAIN(singles, unsigned, ring_u32)
PLAIN(doubles, unsigned long long, ring_u64)
PLAIN(insertion, int, sorted)
PLAIN(counts, unsigned, counted)
PLAIN(mixed, double, several)
PLAIN(pieces, unsigned, parts)
PLAIN(fours, float, vectors)

static void test_some(int n, int most, uint32_t block)
{
    unsigned out[MOST], *p = out;
    memset(out, 0xa5, sizeof out);
    run(&words, "some", 3, block, (void *[]){&p, &n, &most});
    for (uint32_t i = 0; i < 3 * block; i++) {
        unsigned x = ring_u32(i, n);
        x = x % 3 == 0 ? x + ring_u32(x % 1000, n + 1) : x;
        if (out[i] != ((int)i < most ? x : 0xa5a5a5a5u))
            bad("some", n, block, i);
    }
}

static void test_escapes(int n, uint32_t block)
{
    int out[MOST], *p = out;
    run(&words, "escapes", 2, block, (void *[]){&p, &n});
    for (int id = 0; id < (int)(2 * block); id++) {
        int v[16], w[16], sum = 0;
        for (int i = 0; i < 16; i++) {
            v[i] = id + i;
            w[i] = id - i;
        }
        for (int by = 0; by < n; by++) {
            const int first = v[by & 15];
            for (int i = 0; i < 15; i++)
                v[(i + by) & 15] = v[(i + by + 1) & 15];
            v[(by + 15) & 15] = first;
            w[by & 15] += v[(by + 3) & 15];
        }
        for (int i = 0; i < 16; i++)
            sum += v[(i + n) & 15] * i - w[(i + n) & 15];
        if (out[id] != sum)
            bad("escapes", n, block, (uint32_t)id);
    }
}

static void launch(const char *kernel, uint32_t grid, uint32_t x, uint32_t y, void *const args[])
{
    const int status = ptx2c_launch(ptx2c_find_kernel(&words, kernel), (ptx2c_dim3){grid, 1, 1}, (ptx2c_dim3){x, y, 1}, 0, args);
    if (status)
        printf("%s: %s\n", kernel, ptx2c_strerror(status));
}

static void test_kept(int n, uint32_t x, uint32_t y)
{
    int out[256], v[128][8], *p = out, all = (int)(x * y);
    launch("kept", 2, x, y, (void *[]){&p, &n});
    for (int t = 0; t < all; t++)
        for (int i = 0; i < 8; i++)
            v[t][i] = t + i;
    for (int i = 0; i < n; i++) {
        int tile[128];
        for (int t = 0; t < all; t++)
            tile[t] = v[t][i & 7];
        for (int t = 0; t < all; t++) {
            v[t][(i + 1) & 7] = (int)((unsigned)v[t][(i + 1) & 7] + (unsigned)tile[(t + 1) % all]);
            v[t][(i + 5) & 7] ^= tile[t < i ? 0 : t - i];
        }
    }
    for (int t = 0; t < 2 * all; t++) {
        unsigned sum = 0;
        for (int i = 0; i < 8; i++)
            sum = sum * 3 + (unsigned)v[t % all][(i + n) & 7];
        if (out[t] != (int)sum)
            bad("kept", n, x, (uint32_t)t);
    }
}

static void test_rows(int n)
{
    float out[256], *p = out;
    launch("rows", 1, 16, 16, (void *[]){&p, &n});
    for (int y = 0; y < 16; y++)
        for (int x = 0; x < 16; x++) {
            float sum = 0;
            for (int i = 0; i < n; i++)
                for (int k = 0; k < 16; k++)
                    sum += (float)((y + ((k + i) & 15)) % 7 * (k * 2 + x));
            if (out[y * 16 + x] != sum)
                bad("rows", n, 16, (uint32_t)(y * 16 + x));
        }
}

static void test_shuffled(int n, uint32_t block)
{
    int out[MOST], *p = out;
    static int v[MOST][8];
    run(&words, "shuffled", 2, block, (void *[]){&p, &n});
    for (int id = 0; id < (int)(2 * block); id++)
        for (int i = 0; i < 8; i++)
            v[id][i] = id * (i + 1);
    for (int i = 0; i < n; i++)
        for (int warp = 0; warp < (int)(2 * block); warp += 32) {
            int x[32];
            bool any = false;
            for (int l = 0; l < 32; l++) {
                x[l] = v[warp + (l ^ 1 << (i & 3))][i & 7];
                any |= x[l] % 64 == 1;
            }
            for (int l = 0; l < 32; l++) {
                v[warp + l][(i + 1) & 7] = (int)((unsigned)v[warp + l][(i + 1) & 7] + (unsigned)x[l]);
                v[warp + l][(unsigned)(i + x[l]) & 7] ^= any;
            }
        }
    for (int id = 0; id < (int)(2 * block); id++) {
        unsigned sum = 0;
        for (int i = 0; i < 8; i++)
            sum = sum * 3 + (unsigned)v[id][(i + n) & 7];
        if (out[id] != (int)sum)
            bad("shuffled", n, block, (uint32_t)id);
    }
}

/* What a thread makes of its number in the kernels of words_more.ptx. */
static void test_more(const char *kernel, uint32_t block)
{
    uint32_t out[MOST], *p = out;
    run(&words_more, kernel, 2, block, (void *[]){&p});
    for (uint32_t i = 0; i < 2 * block; i++)
        if (out[i] != 5 * i + 7)
            bad(kernel, 0, block, i);
}

int main(void)
{
    for (int n = 0; n < 24; n += 1 + n / 3) {
        test_bytes(n + 16);
        test_halves(n + 16);
        test_singles(n + 16);
        test_doubles(n + 16);
        test_insertion(n);
        test_counts(n);
        test_mixed(n);
        test_pieces(n);
        test_fours(n);
        test_some(n + 16, 37, 32);
        test_some(n + 16, 1000, 50);
        test_escapes(n, 40);
        test_kept(n, 32, 3);
        test_kept(n, 8, 16);
        test_kept(n, 100, 1);
        test_rows(n);
        test_shuffled(n, 64);
        test_shuffled(n, 32);
    }
    static const char *const more[] = {"several", "numbers", "unlike", "odd", "generic", "grouped", "narrow", "passed"};
    for (size_t k = 0; k < sizeof more / sizeof *more; k++) {
        test_more(more[k], 64);
        test_more(more[k], 45);
    }
    puts(wrong ? "wrong" : "done");
    return 0;
}
