/* Each thread's results against the same function called for it alone; the memory ends where the last thread's does. */
#include "host.h"
#include "masked_memory.h"

extern const ptx2c_module masked_memory;

static uint32_t seed = 1;
static uint32_t draw(uint32_t n) { return (seed = seed * 1664525 + 1013904223) / 65536 % n; }

/* Memory for that many words, the last at the end of what may be touched. */
static void *words(size_t n) { return calloc(n, 4); }

static void compare(const char *name, int n, int block, const void *was, const void *want, size_t bytes)
{
    if (memcmp(was, want, bytes) != 0)
        printf("%s of %d in blocks of %d: another result\n", name, n, block);
}

static void test_smallests(int rows, int n, int block)
{
    float *in = words((size_t)rows * n), *out = words(n), *want = words(n);
    int *rounds = words(n), *most = words(n), k = rows / 3;
    for (int i = 0; i < rows * n; i++)
        in[i] = (float)draw(i % n % 7 ? 50 : 3);
    for (int t = 0; t < n; t++)
        most[t] = smallest(in, want, rows, n, k, t);
    run(&masked_memory, "smallests", (uint32_t)((n + block - 1) / block), (uint32_t)block, (void *[]){&in, &out, &rounds, &rows, &n, &k});
    compare("smallests", n, block, out, want, 4 * (size_t)n);
    compare("rounds", n, block, rounds, most, 4 * (size_t)n);
    free(in), free(out), free(want), free(rounds), free(most);
}

static void test_walks(int steps, int n, int block)
{
    const size_t size = (size_t)steps * n;
    float *in = words(size), *out = words(size), *want = words(size), limit = 5;
    int *when = words(n), *then = words(n);
    unsigned long long count = (unsigned)n;
    for (size_t i = 0; i < size; i++)
        in[i] = (float)draw(9) - 3;
    for (int t = 0; t < n; t++)
        then[t] = walk(in, want, limit, count, steps, (unsigned)t);
    run(&masked_memory, "walks", (uint32_t)((n + block - 1) / block), (uint32_t)block, (void *[]){&in, &out, &when, &limit, &count, &steps});
    compare("walks", n, block, out, want, 4 * size);
    compare("ends", n, block, when, then, 4 * (size_t)n);
    free(in), free(out), free(want), free(when), free(then);
}

static void test_aligns(int longest, int n, int block)
{
    int m = 13, *length = words(n), *h = words((size_t)m * n), *f = words((size_t)m * n), *best = words(n), *want = words(n);
    char *query = words(m), *db = words((size_t)longest * n);
    for (int i = 0; i < m; i++)
        query[i] = "ACGT"[draw(4)];
    for (int i = 0; i < longest * n; i++)
        db[i] = "ACGT"[draw(4)];
    for (int t = 0; t < n; t++) {
        length[t] = (int)draw((uint32_t)longest + 1);
        want[t] = align(query, db, length[t], h, f, m, n, t);
    }
    run(&masked_memory, "aligns", (uint32_t)((n + block - 1) / block), (uint32_t)block, (void *[]){&query, &db, &length, &h, &f, &best, &m, &n});
    compare("aligns", n, block, best, want, 4 * (size_t)n);
    free(length), free(h), free(f), free(best), free(want), free(query), free(db);
}

static void test_lists(int many, int n, int block)
{
    int *next = words((size_t)(3 * many + 1) * n), *out = words(n), *want = words(n);
    for (int i = 0; i < (3 * many + 1) * n; i++)
        next[i] = (int)draw(5);
    for (int t = 0; t < n; t++)
        want[t] = lists(next, n, many, t);
    run(&masked_memory, "listses", (uint32_t)((n + block - 1) / block), (uint32_t)block, (void *[]){&next, &out, &n, &many});
    compare("lists", n, block, out, want, 4 * (size_t)n);
    free(next), free(out), free(want);
}

static void test_unevens(int rounds, int n, int block)
{
    const size_t size = (size_t)(rounds + 1) * n;
    int *in = words(size), *also = words(size), *other = words(size), *out = words(n), *want = words(n);
    for (size_t i = 0; i < size; i++) {
        in[i] = (int)draw(100);
        also[i] = other[i] = (int)draw(40);
    }
    for (int t = 0; t < n; t++)
        want[t] = uneven(in, other, n, rounds, t);
    run(&masked_memory, "unevens", (uint32_t)((n + block - 1) / block), (uint32_t)block, (void *[]){&in, &also, &out, &n, &rounds});
    compare("unevens", n, block, out, want, 4 * (size_t)n);
    compare("stores", n, block, also, other, 4 * size);
    free(in), free(also), free(other), free(out), free(want);
}

int main(void)
{
    static const int sizes[] = {1, 5, 16, 33, 100, 257}, blocks[] = {16, 96, 7};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (size_t k = 0; k < sizeof blocks / sizeof *blocks; k++) {
            test_smallests(11, sizes[i], blocks[k]);
            test_walks(20, sizes[i], blocks[k]);
            test_aligns(9, sizes[i], blocks[k]);
            test_lists(6, sizes[i], blocks[k]);
            test_unevens(15, sizes[i], blocks[k]);
        }
    puts("done");
}
