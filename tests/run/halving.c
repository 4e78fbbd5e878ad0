/* Each thread's place against one found word by word, for grids whose last block is whole, and is not; nothing lies before or behind what is
 * searched, which may be empty. */
#include "host.h"

extern const ptx2c_module halving;

enum { N = 700, MOST = 1500 };
static int wrong;

static void bad(const char *kernel, int many, uint32_t block, int t)
{
    if (wrong++ < 10)
        printf("%s of %d, blocks of %u: %d is wrong\n", kernel, many, (unsigned)block, t);
}

static void launch(const char *kernel, uint32_t block, int n, void *const args[]) { run(&halving, kernel, ((uint32_t)n + block - 1) / block, block, args); }

static void test_numbers(int many, uint32_t block, int n)
{
    int *sorted = malloc(sizeof *sorted * (size_t)(many + !many)), wanted[N], place[N];
    short *few = malloc(sizeof *few * (size_t)(many + !many)), small[N];
    uint64_t s = (uintptr_t)sorted, w = (uintptr_t)wanted, p = (uintptr_t)place, f = (uintptr_t)few, v = (uintptr_t)small;
    for (int i = 0; i < many; i++)
        few[i] = (short)(sorted[i] = 3 * i - many);
    for (int t = 0; t < N; t++)
        small[t] = (short)(wanted[t] = t * 977 % (3 * many + 7) - many - 3);
    launch("found", block, n, (void *[]){&s, &many, &w, &p, &n});
    for (int t = 0; t < n; t++) {
        int low = 0;
        while (low < many && sorted[low] < wanted[t])
            low++;
        if (place[t] != (low < many && sorted[low] == wanted[t] ? low : -1 - low))
            bad("found", many, block, t);
    }
    launch("shorts", block, n, (void *[]){&f, &many, &v, &p, &n});
    for (int t = 0; t < n; t++) {
        int low = 0;
        while (low < many && few[low] < small[t])
            low++;
        if (place[t] != low)
            bad("shorts", many, block, t);
    }
    free(sorted), free(few);
}

static void test_bounds(int many, uint32_t block, int n)
{
    float *sorted = malloc(sizeof *sorted * (size_t)(many + !many)), wanted[N];
    int place[N];
    uint64_t s = (uintptr_t)sorted, w = (uintptr_t)wanted, p = (uintptr_t)place;
    for (int i = 0; i < many; i++)
        sorted[i] = (float)(i / 2) * 0.5f;
    for (int t = 0; t < N; t++)
        wanted[t] = t % 50 == 7 ? -0.0f : (float)(t * 31 % 100) / 4 - 2;
    launch("bounds", block, n, (void *[]){&s, &many, &w, &p, &n});
    for (int t = 0; t < n; t++) {
        int low = 0;
        while (low < many && low < 64 && sorted[low] < wanted[t])
            low++;
        if (place[t] != low)
            bad("bounds", many, block, t);
    }
    free(sorted);
}

static void test_rows(int longest, uint32_t block, int n)
{
    int first[N + 1] = {0}, wanted[N], place[N];
    for (int t = 0; t < N; t++)
        first[t + 1] = first[t] + (t < n ? t * 53 % (longest + 1) : 0);
    int *column = malloc(sizeof *column * (size_t)(first[n] + 1));
    for (int t = 0; t < n; t++)
        for (int i = first[t]; i < first[t + 1]; i++)
            column[i] = 2 * (i - first[t]);
    for (int t = 0; t < N; t++)
        wanted[t] = t * 7 % (2 * longest + 3) - 1;
    column = realloc(column, sizeof *column * (size_t)(first[n] + !first[n]));
    uint64_t f = (uintptr_t)first, c = (uintptr_t)column, w = (uintptr_t)wanted, p = (uintptr_t)place;
    launch("in_rows", block, n, (void *[]){&f, &c, &w, &p, &n});
    for (int t = 0; t < n; t++) {
        int at = first[t];
        while (at < first[t + 1] && column[at] < wanted[t])
            at++;
        if (place[t] != (at < first[t + 1] ? at : -1))
            bad("in_rows", longest, block, t);
    }
    free(column);
}

static void test_lists(int longest, uint32_t block, int n)
{
    int begin[N], next[MOST], value[MOST], sum[N];
    uint64_t b = (uintptr_t)begin, x = (uintptr_t)next, v = (uintptr_t)value, s = (uintptr_t)sum;
    for (int i = 0; i < MOST; i++) {
        next[i] = i % (longest + 1) && i + 7 < MOST ? i + 1 + i % 6 : -1;
        value[i] = i * 5 % 11;
    }
    for (int t = 0; t < N; t++)
        begin[t] = t % 5 ? t * 13 % MOST : -1 - t;
    launch("lists", block, n, (void *[]){&b, &x, &v, &s, &n});
    for (int t = 0; t < n; t++) {
        uint32_t want = 0;
        for (int at = begin[t]; at >= 0; at = next[at])
            want = want * 3 + (uint32_t)value[at];
        if ((uint32_t)sum[t] != want)
            bad("lists", longest, block, t);
    }
}

static void test_twenty(uint32_t block, int n)
{
    int sorted[20], wanted[N], place[N], around[N];
    uint64_t s = (uintptr_t)sorted, w = (uintptr_t)wanted, p = (uintptr_t)place, a = (uintptr_t)around;
    for (int i = 0; i < 20; i++)
        sorted[i] = 3 * i;
    for (int t = 0; t < N; t++)
        wanted[t] = t * 37 % 64;
    launch("of_twenty", block, n, (void *[]){&s, &w, &p, &a, &n});
    for (int t = 0; t < n; t++) {
        const int want = wanted[t] / 3 < 19 ? wanted[t] / 3 : 19;
        if (place[t] != want || around[t] != want)
            bad("of_twenty", 20, block, t);
    }
}

int main(void)
{
    static const uint32_t blocks[] = {32, 48, 128, 300};
    static const int sizes[] = {0, 1, 2, 31, 64, MOST};
    for (int i = 0; i < 4; i++)
        test_twenty(blocks[i], N);
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 6; k++)
            for (int n = N; n > 0; n = n / 3 * 2 - 5) {
                test_numbers(sizes[k], blocks[i], n);
                test_bounds(sizes[k], blocks[i], n);
                test_rows(sizes[k] < 100 ? sizes[k] : 100, blocks[i], n);
                test_lists(sizes[k], blocks[i], n);
            }
    if (!wrong)
        printf("halving: all places are right\n");
    return wrong != 0;
}
