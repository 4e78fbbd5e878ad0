#include "host.h"

extern const ptx2c_module part;

enum { X = 7, Y = 3, Z = 2, BLOCKS = X * Y * Z, THREADS = 64, REST = 0x5eed };

static const ptx2c_dim3 grid = {X, Y, Z}, block = {THREADS, 1, 1};
static uint32_t whole[BLOCKS * THREADS], some[BLOCKS * THREADS];

/* Blocks first to first + count - 1 are as in the whole grid, all others untouched. */
static bool right(uint64_t first, uint64_t count)
{
    for (uint64_t i = 0; i < BLOCKS * THREADS; i++)
        if (some[i] != (i / THREADS >= first && i / THREADS - first < count ? whole[i] : REST))
            return false;
    return true;
}

static void all_parts(const char *name)
{
    const ptx2c_kernel *k = ptx2c_find_kernel(&part, name);
    uint32_t *to = whole;
    void *args[] = {&to};
    unsigned good = 0, all = 0;
    int status = ptx2c_launch(k, grid, block, 0, args);
    to = some;
    for (uint64_t first = 0; first <= BLOCKS; first += 1 + first / 4)
        for (uint64_t count = 0; count <= BLOCKS - first; count += 1 + count / 3) {
            for (int i = 0; i < BLOCKS * THREADS; i++)
                some[i] = REST;
            status |= ptx2c_launch_part(k, grid, block, 0, args, first, count);
            good += right(first, count);
            all++;
        }
    printf("%s: status %d, %u of %u parts right; block 41: %u\n", name, status, good, all, (unsigned)whole[41 * THREADS + 5]);
}

/* A row of many small blocks, which run joined. */
static void row(void)
{
    enum { N = 1000, T = 4 };
    static uint32_t want[N * T], is[N * T];
    const ptx2c_kernel *k = ptx2c_find_kernel(&part, "places");
    const ptx2c_dim3 g = {N, 1, 1}, b = {T, 1, 1};
    uint32_t *to = want;
    void *args[] = {&to};
    int status = ptx2c_launch(k, g, b, 0, args);
    to = is;
    for (uint64_t first = 0, n = 1; first < N; first += n, n = n * 2 + 1)
        status |= ptx2c_launch_part(k, g, b, 0, args, first, n < N - first ? n : N - first);
    printf("row: status %d, %s\n", status, memcmp(want, is, sizeof want) == 0 ? "right" : "WRONG");
}

int main(void)
{
    uint32_t *to = some;
    void *args[] = {&to};
    all_parts("places");
    all_parts("meets");
    all_parts("warps");
    all_parts("waits");
    row();
    const ptx2c_kernel *k = ptx2c_find_kernel(&part, "places");
    const uint64_t wrong[][2] = {{0, BLOCKS + 1}, {BLOCKS, 1}, {BLOCKS + 1, 0}, {1, UINT64_MAX}, {UINT64_MAX, 2}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        puts(ptx2c_strerror(ptx2c_launch_part(k, grid, block, 0, args, wrong[i][0], wrong[i][1])));
    puts(ptx2c_strerror(ptx2c_launch_part(ptx2c_find_kernel(&part, "cluster"), (ptx2c_dim3){4, 1, 1}, block, 0, args, 0, 2)));
    puts(ptx2c_strerror(ptx2c_launch_part(NULL, grid, block, 0, args, 0, 2)));
    return 0;
}
