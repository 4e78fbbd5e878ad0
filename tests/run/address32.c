#include "host.h"

extern const ptx2c_module address32;

/* Memory of a program that lies far apart: its variables, its stack, what it allocates. */
static uint32_t fixed[64];

int main(void)
{
    uint32_t stack[64], *heap = malloc(sizeof fixed), what = 9;
    uint32_t *const places[] = {fixed, stack, heap};
    for (int k = 0; k < 3; k++) {
        uint32_t *in = places[k], *out = places[(k + 1) % 3], sum = 0;
        for (uint32_t i = 0; i < 64; i++)
            in[i] = 100 * (uint32_t)k + i;
        uint32_t a = ptx2c_address32(in, sizeof fixed), b = ptx2c_address32(out, sizeof fixed), w = ptx2c_address32(&what, 4);
        run(&address32, "turn", 1, 64, (void *[]){&a, &b, &w});
        for (uint32_t i = 0; i < 64; i++)
            sum += out[i] == 100 * (uint32_t)k + 63 - i;
        printf("turned: %u of 64, first at %u\n", (unsigned)sum, (unsigned)what);
        for (uint32_t i = 0; i < 64; i++)
            in[i] = 3000 + i;
        run(&address32, "spaces", 1, 64, (void *[]){&a, &b});
        for (uint32_t i = 0; i < 64; i++)
            sum += out[i] == (i % 3 == 0 ? 11000 + i : i % 3 == 1 ? 22000 + i : 33000 + i);
        printf("generic addresses: %u of 64\n", (unsigned)sum - 64);
    }
    uint32_t got[8] = {0}, g = ptx2c_address32(got, sizeof got);
    run(&address32, "pointers", 1, 1, (void *[]){&g});
    for (int i = 0; i < 8; i++)
        printf("%u%c", (unsigned)got[i], i < 7 ? ' ' : '\n');
    printf("%d %d\n", ptx2c_address32(NULL, 4) == 0, ptx2c_address32(heap + 1, 4) == ptx2c_address32(heap, 256) + 4);
    free(heap);
    return 0;
}
