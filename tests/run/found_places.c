/* Each kernel, of both compilers, against plain C: nobody, one thread, and the last of a block that is not whole finds something. */
#include "host.h"

extern const ptx2c_module found_places, found_places_clang;

enum { SONS = 96, PAGES = 5, BLOCKS = 12 };
typedef struct Page { int first, sons[SONS], keys[SONS]; } Page;
static const ptx2c_module *const modules[] = {&found_places, &found_places_clang};
static int wrong;

static void bad(int module, const char *kernel, uint32_t block, int i)
{
    if (wrong++ < 10)
        printf("%s%s, blocks of %u: %d is wrong\n", module ? "c_" : "", kernel, (unsigned)block, i);
}

static uint32_t mixed(uint32_t x)
{
    for (uint32_t round = 0; round < 12; round++) {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
        x += 0x9e3779b9u * (round | 1);
    }
    return x;
}

static void test_preimage(int module, uint32_t block, int n)
{
    for (int at = -1; at <= n; at += 1 + n / 23) {
        uint32_t first = 77u * block, want = mixed(first + (uint32_t)at), other = mixed(first - (uint32_t)at), found = 0xa5a5, *p = &found;
        run(modules[module], module ? "c_preimage" : "preimage", ((uint32_t)n + block - 1) / block, block,
            (void *[]){&want, &other, &first, &p, &n});
        if (found != (at >= 0 && at < n ? (uint32_t)at : 0xa5a5))
            bad(module, "preimage", block, at);
    }
}

static void test_page(int module, uint32_t block)
{
    static Page pages[PAGES];
    static int at[BLOCKS], key[BLOCKS], place[BLOCKS], count[BLOCKS];
    Page *p = pages;
    int *a = at, *k = key, *w = place, *c = count;
    for (int i = 0; i < PAGES; i++) {
        pages[i].first = 1000 * i;
        for (int j = 0; j < SONS; j++) {
            pages[i].sons[j] = 5 * ((j * 37 + i) % SONS);
            pages[i].keys[j] = 5 * j + i;
        }
    }
    for (int b = 0; b < BLOCKS; b++) {
        at[b] = b % PAGES;
        key[b] = b * 40;
    }
    run(modules[module], module ? "c_page" : "page", BLOCKS, block, (void *[]){&p, &a, &k, &w, &c});
    for (int b = 0; b < BLOCKS; b++) {
        int want[2] = {-1, 7};
        for (int t = 0; t < (int)block; t++)
            if (pages[at[b]].keys[t] == key[b])
                want[0] = pages[at[b]].first + t;
        for (int t = 0; t < (int)block; t++)
            if (pages[at[b]].sons[t] == key[b])
                want[1] = pages[at[b]].first - t + want[0];
        if (place[b] != want[0] || count[b] != want[1])
            bad(module, "page", block, b);
    }
}

int main(void)
{
    static const uint32_t blocks[] = {32, 37, 64, 96};
    for (int module = 0; module < 2; module++)
        for (int i = 0; i < 4; i++) {
            test_preimage(module, blocks[i], 1000);
            test_page(module, blocks[i]);
        }
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
