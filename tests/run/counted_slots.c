/* Lists that threads fill by numbers from atomic additions, in whatever order, against the same on the host. */
#include "host.h"

extern const ptx2c_module counted_slots;

enum { NODES = 1000, EDGES = NODES * 8, BLOCKS = 5 };
static int first[NODES + 1], to[EDGES], list[EDGES], often[NODES], wrong;
static unsigned char known[NODES];
static int16_t pair[BLOCKS * 128][2];
static int out[BLOCKS * 256], split[BLOCKS];

static void launch(const char *kernel, uint32_t blocks, uint32_t threads, void *args[])
{
    const int status = ptx2c_launch(ptx2c_find_kernel(&counted_slots, kernel), (ptx2c_dim3){blocks, 1, 1}, (ptx2c_dim3){threads, 1, 1}, 0, args);
    if (status)
        printf("%s: %s\n", kernel, ptx2c_strerror(status));
}

static void test_ends(void)
{
    int count = 0, want = 0, n = NODES, edges = 0;
    for (int i = 0; i < NODES; i++) {
        known[i] = i % 3 == 0;
        first[i] = edges;
        for (int k = 0; k < i * 7 % 9; k++)
            to[edges++] = (i * 31 + k * 77) % NODES;
    }
    first[NODES] = edges;
    for (int e = 0; e < edges; e++)
        if (!known[to[e]]) {
            often[to[e]]++;
            want++;
        }
    void *a = first, *b = to, *c = known, *d = list, *e = &count;
    launch("ends", 8, 128, (void *[]){&a, &b, &c, &d, &e, &n});
    for (int k = 0; k < count; k++)
        often[list[k]]--;
    for (int i = 0; i < NODES; i++)
        wrong += often[i] != 0;
    if (count != want)
        printf("%d, not %d\n", count, want);
}

static void test_halves(void)
{
    void *a = pair, *b = out, *c = split;
    for (int i = 0; i < BLOCKS * 128; i++) {
        pair[i][0] = (int16_t)(i * 91 % 211 - 100);
        pair[i][1] = (int16_t)(i * 57 % 189 - 90);
    }
    launch("halves", BLOCKS, 128, (void *[]){&a, &b, &c});
    for (int k = 0; k < BLOCKS; k++) {
        int64_t sum = 0, positive = 0;
        for (int i = 0; i < 128; i++)
            for (int h = 0; h < 2; h++) {
                sum += (pair[k * 128 + i][h] + 200) * (pair[k * 128 + i][h] + 200);
                positive += pair[k * 128 + i][h] > 0;
            }
        for (int i = 0; i < 256; i++) {
            sum -= (out[k * 256 + i] + 200) * (out[k * 256 + i] + 200);
            wrong += (out[k * 256 + i] > 0) != (i < split[k]);
        }
        wrong += sum != 0 || positive != split[k];
    }
}

int main(void)
{
    test_ends();
    test_halves();
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
