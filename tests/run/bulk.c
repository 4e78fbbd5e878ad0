#include "host.h"

extern const ptx2c_module bulk;

static void stream(uint32_t n)
{
    uint32_t *in = malloc(n * 512), *out = calloc(n, 512), sum[128] = {0}, want[128] = {0}, *s = sum;
    for (uint32_t i = 0; i < n * 128; i++) {
        in[i] = i * 7919;
        want[i % 128] += in[i] + 1;
    }
    bool ok = !run(&bulk, "stream", 1, 128, (void *[]){&in, &out, &s, &n});
    for (uint32_t i = 0; i < n * 128; i++)
        ok &= out[i] == in[i] + 1;
    printf("stream %u %d %d\n", (unsigned)n, ok, memcmp(sum, want, sizeof sum) == 0);
    free(in);
    free(out);
}

static void words(const char *kernel, const uint32_t *v, int n)
{
    printf("%s:", kernel);
    for (int i = 0; i < n; i++)
        printf(" %x", (unsigned)v[i]);
    printf("\n");
}

int main(void)
{
    stream(1);
    stream(2);
    stream(9);
    uint64_t out[3] = {0}, *p = out;
    run(&bulk, "remote", 1, 96, (void *[]){&p});
    printf("remote %u %u %u %u\n", (unsigned)out[0], (unsigned)(uint32_t)out[1], (unsigned)(out[1] >> 32),
           (unsigned)out[2]);
    uint32_t v[48] = {7, 7, 7, 7, 2, 2, 2, 2, 5, 5, 5, 5, 2, 3, 4, 5, 1, 1, 1, 1, 0x3f800000, 0x3f800000, 0x3f800000, 1,
                      0x3c003c00, 0x3c003c00, 0x7c000000, 0x00010001, 0, 0x3c003c00, 0xfc00, 0x80018001,
                      0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, *q = v;
    run(&bulk, "reduce", 1, 1, (void *[]){&q});
    words("reduce", v, 48);
    uint32_t w[6] = {0};
    q = w;
    run(&bulk, "phases", 1, 1, (void *[]){&q});
    words("phases", w, 6);
    run(&bulk, "cancel", 3, 1, (void *[]){&q});
    words("cancel", w, 1);
    uint32_t in[4] = {11, 22, 33, 44}, both[8] = {0}, *a = in, *b = both;
    run(&bulk, "multicast", 2, 4, (void *[]){&a, &b});
    words("multicast", both, 8);
    return 0;
}
