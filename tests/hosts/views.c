/* Prints what views.ptx found: the same on every host.  What it shares with the kernels it turns into their byte order. */
#define PTX2C_LITTLE_ENDIAN_DATA 1
#include "views.h"
#include <stdio.h>

static const ptx2c_dim3 one = {1, 1, 1};

static void print_texels(uint32_t type, void *data)
{
    const ptx2c_image image = {.data = data, .width = 4, .type = type, .order = PTX2C_R};
    const ptx2c_sampler sampler = {.filter = PTX2C_NEAREST};
    uint64_t texture;
    float x[4] = {0};
    int status = ptx2c_texture_create(&texture, &image, &sampler);
    if (!status)
        status = texels(one, (ptx2c_dim3){4, 1, 1}, 0, texture, (uintptr_t)x);
    ptx2c_little_endian(x, 4, 4);
    printf("%d: %g %g %g %g\n", status, (double)x[0], (double)x[1], (double)x[2], (double)x[3]);
}

int main(void)
{
    static uint32_t x[32];
    static uint16_t from[256], to[256];
    uint32_t s[4] = {1, 2, 0xcafe, 4}, bytes[2] = {0};
    float real[4] = {1.5f, -2, 3, 4};
    uint16_t half[4] = {0x3c00, 0xc000, 0x4200, 0x3800};
    ptx2c_little_endian(s, 4, 4);
    int status = ptx2c_n_views(one, one, 0, (uintptr_t)x, 0x12345678, s, 7.0f);
    ptx2c_little_endian(x, 4, 32);
    printf("%d\n", status);
    for (int i = 0; i < 29; i++)
        printf("%x%c", (unsigned)x[i], i % 10 == 9 || i == 28 ? '\n' : ' ');
    uint64_t *longs = ptx2c_find_variable(&views, "longs", NULL);
    memcpy(bytes, longs, 8);
    printf("%02x %02x\n", ((unsigned char *)bytes)[0], ((unsigned char *)bytes)[7]);

    for (int i = 0; i < 256; i++)
        from[i] = (uint16_t)(i * 257);
    ptx2c_little_endian(from, 2, 256);
    status = tile(one, (ptx2c_dim3){32, 1, 1}, 0, (uintptr_t)from, (uintptr_t)to);
    ptx2c_little_endian(from, 2, 256);
    ptx2c_little_endian(to, 2, 256);
    int bad = 0;
    for (int i = 0; i < 16; i++)
        for (int j = 0; j < 16; j++)
            bad += to[16 * j + i] != from[16 * i + j];
    printf("%d %d\n", status, bad);

    ptx2c_little_endian(real, 4, 4);
    ptx2c_little_endian(half, 2, 4);
    print_texels(PTX2C_FLOAT, real);
    print_texels(PTX2C_HALF_FLOAT, half);
    return 0;
}
