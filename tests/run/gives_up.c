/* Warps whose indices wrap in some lane. */
#include "host.h"

extern const ptx2c_module gives_up;

static void wraps(const char *kernel, ptx2c_dim3 block, uint32_t n)
{
    uint32_t out[64] = {0}, *p = out;
    const int status = ptx2c_launch(ptx2c_find_kernel(&gives_up, kernel), (ptx2c_dim3){1, 1, 1}, block, 0,
                                    (void *[]){&p, &n});
    printf("%s %#x: status %d\n", kernel, (unsigned)n, status);
    for (uint32_t i = 0; i < block.x * block.y; i++) {
        const uint32_t high = n + i > INT32_MAX ? (n + i) >> 30 | ~3u : (n + i) >> 30;
        if (out[i] != high * 100 + (i ^ 1))
            printf("%u: %d, not %d\n", (unsigned)i, (int)out[i], (int)(high * 100 + (i ^ 1)));
    }
}

int main(void)
{
    static const uint32_t first[] = {5, 0x7fffffe0, 0x7ffffff0, 0xffffffe0, 0xfffffff0};
    uint32_t out[64], *p = out;
    for (int i = 0; i < 5; i++) {
        wraps("lanes", (ptx2c_dim3){32, 1, 1}, first[i]);
        wraps("rows", (ptx2c_dim3){32, 2, 1}, first[i]);
    }
    run(&gives_up, "one_version", 1, 64, (void *[]){&p});
    for (uint32_t i = 0; i < 64; i++)
        if (out[i] != (i ^ 3))
            printf("one_version %u: %u\n", (unsigned)i, (unsigned)out[i]);
    return 0;
}
