#include "host.h"

extern const ptx2c_module circle;

/* As the function says, for lanes l and l ^ 1, whose values only differ in what at points to. */
static uint32_t place(const uint32_t *s, uint32_t n, uint32_t at, uint32_t other)
{
    uint32_t v = 1000 * at + n;
    if (!n)
        return v;
    const uint32_t deeper[4] = {n, 1, 2, n - 1};
    return v + place(deeper, n - 1, n, n) + s[n] + s[3] + 1000 * other + n;
}

int main(void)
{
    static const uint32_t s[4] = {10, 20, 30, 40};
    uint32_t out[64][2], (*o)[2] = out;
    for (uint32_t n = 0; n < 40; n += 13) {
        int bad = run(&circle, "circle", 1, 64, (void *[]){&o, &n});
        for (uint32_t i = 0; i < 64 && !bad; i++) {
            uint32_t count = n ? n * (n - 1) + n : 0, where = place(s, 3, i, i ^ 1);
            if (out[i][0] != count || out[i][1] != where) {
                printf("%u has %u %u, not %u %u\n", (unsigned)i, (unsigned)out[i][0], (unsigned)out[i][1],
                       (unsigned)count, (unsigned)where);
                bad = 1;
            }
        }
        printf("circle of %u: %s\n", (unsigned)n, bad ? "wrong" : "done");
    }
    return 0;
}
