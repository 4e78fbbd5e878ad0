/* What tables hold when all have looked for a place; with many threads for few seats. */
#include "host.h"

extern const ptx2c_module claims;

enum { N = 1500, SIZE = 1 << 11 };
static unsigned keys[N], values[N];
static int wrong, n = N;

static void bad(const char *kernel, int i)
{
    if (wrong++ < 10)
        printf("%s: %d is wrong\n", kernel, i);
}

static unsigned of_key(unsigned key)
{
    unsigned sum = 0;
    for (int i = 0; i < N; i++)
        sum += keys[i] == key ? values[i] : 0;
    return sum;
}

static void test_pairs(void)
{
    static unsigned table[SIZE][2];
    unsigned(*t)[2] = table, *k = keys, *v = values;
    for (int i = 0; i < SIZE; i++) {
        table[i][0] = 0xffffffffu;
        table[i][1] = 0;
    }
    run(&claims, "pairs", (N + 127) / 128, 128, (void *[]){&t, &(unsigned){SIZE - 1}, &k, &v, &n});
    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j < i && table[i][0] != 0xffffffffu; j++)
            if (table[j][0] == table[i][0])
                bad("pairs: twice", i);
    for (int i = 0; i < N; i++) {
        int at = 0;
        while (at < SIZE && table[at][0] != keys[i])
            at++;
        if (at == SIZE || table[at][1] != of_key(keys[i]))
            bad("pairs", i);
    }
}

static void test_tries(unsigned size, int most)
{
    static uint64_t set[SIZE];
    static int took[N];
    uint64_t *s = set;
    unsigned *k = keys, kept = 0, some = 0;
    int *t = took;
    memset(set, 0, sizeof set);
    run(&claims, "tries", (N + 63) / 64, 64, (void *[]){&s, &size, &k, &t, &most, &n});
    for (int i = 0; i < N; i++) {
        const uint64_t key = keys[i] + 1ull;
        const unsigned at = (unsigned)((key + (uint64_t)(took[i] - 1) * (1 + key % (size - 2))) % size);
        some += took[i] != 0;
        if (took[i] < 0 || took[i] > most || (took[i] && set[at] != key))
            bad("tries", i);
    }
    for (unsigned i = 0; i < size; i++)
        kept += set[i] != 0;
    if (kept > some || !kept)
        bad("tries: kept", (int)kept);
}

static void test_distinct(void)
{
    static int count[6];
    unsigned *k = keys;
    int *c = count;
    run(&claims, "distinct", 6, 256, (void *[]){&k, &c, &n});
    for (int b = 0; b < 6; b++) {
        int many = 0;
        for (int i = b * 256; i < N && i < b * 256 + 256; i++) {
            int j = b * 256;
            while (keys[j] != keys[i])
                j++;
            many += i == j;
        }
        if (count[b] != many)
            bad("distinct", b);
    }
}

static void test_seats(int many)
{
    static unsigned seat[8];
    static int sat[8];
    unsigned *s = seat;
    int *t = sat, sum = 0;
    memset(seat, 0, sizeof seat);
    memset(sat, 0, sizeof sat);
    run(&claims, "seats", (N + 95) / 96, 96, (void *[]){&s, &many, &t, &n});
    for (int i = 0; i < 8; i++) {
        sum += sat[i];
        if (seat[i])
            bad("seats", i);
    }
    if (sum != N)
        bad("seats: sum", sum);
}

static void test_meet(void)
{
    static unsigned seat[N / 2], first[N / 2];
    unsigned *s = seat, *f = first;
    memset(seat, 0, sizeof seat);
    memset(first, 0, sizeof first);
    run(&claims, "meet", (N + 31) / 32, 32, (void *[]){&s, &f, &n});
    for (int i = 0; i < N / 2; i++)
        if (seat[i] != 3 || first[i] / 2 != (unsigned)i)
            bad("meet", i);
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        keys[i] = (unsigned)(i * 7919 % 1013) * 31u;
        values[i] = (unsigned)i + 1;
    }
    test_pairs();
    test_tries(SIZE - 9, 2000);
    test_tries(601, 3);
    test_distinct();
    test_seats(8);
    test_seats(1);
    test_meet();
    printf("%d wrong\n", wrong);
    return 0;
}
