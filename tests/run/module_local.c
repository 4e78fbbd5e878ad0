#include "host.h"

extern const ptx2c_module module_local, module_local32;

enum { N = 80 };

static int check(const ptx2c_module *m, const char *kernel, uint32_t *out, uint32_t (*want)(uint32_t t))
{
    int wrong = 0;
    memset(out, 0, N * sizeof *out);
    uint32_t narrow = m == &module_local32 ? ptx2c_address32(out, N * sizeof *out) : 0;
    run(m, kernel, 1, N, (void *[]){narrow ? (void *)&narrow : (void *)&out});
    for (uint32_t t = 0; t < N; t++)
        if (out[t] != want(t) && wrong++ < 5)
            printf("%s: thread %u has %u, not %u\n", kernel, (unsigned)t, (unsigned)out[t], (unsigned)want(t));
    return wrong;
}

static uint32_t calls(uint32_t t)
{
    return (3 * t + 6) * 1000 + t + 4;
}

static uint32_t barriers(uint32_t t)
{
    return t * 1000 + t + t % 8 + 16 * t;
}

static uint32_t none(uint32_t t)
{
    return t == 0;
}

int main(void)
{
    static uint32_t out[N];
    printf("%d %d %d\n", check(&module_local, "calls", out, calls), check(&module_local, "barriers", out, barriers),
           check(&module_local, "none", out, none));
    printf("%d %d %d\n", check(&module_local32, "calls32", out, calls), check(&module_local32, "barriers32", out, barriers),
           check(&module_local32, "none32", out, none));
    return 0;
}
