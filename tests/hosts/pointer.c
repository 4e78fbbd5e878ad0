/* Pointers as arguments where they have 32 bits: to the typed launch function and to ptx2c_launch. */
#include "scene.h"
#include <stdio.h>

int main(void)
{
    static const float data[4] = {1, 2, 3, 4};
    const ptx2c_image image = {.data = (void *)(uintptr_t)data, .width = 4, .height = 1, .type = PTX2C_FLOAT,
                               .order = PTX2C_R};
    const ptx2c_sampler sampler = {.filter = PTX2C_NEAREST};
    const ptx2c_dim3 one = {1, 1, 1}, four = {4, 1, 1};
    struct { uint32_t *x; uint32_t behind; } p;
    uint32_t x[4] = {1, 2, 3, 4};
    float y[4] = {0};
    uint64_t texture = 0;
    p.x = x;
    p.behind = 1;
    int status = twice(one, four, 0, p.x, 4);
    printf("%d %d %d %d %d\n", status, (int)x[0], (int)x[1], (int)x[2], (int)x[3]);
    uint32_t n = p.behind;
    void *args[] = {PTX2C_POINTER(p.x), &n}, *args_fetch[] = {&texture, PTX2C_POINTER(y)};
    status = ptx2c_launch(ptx2c_find_kernel(&scene, "twice"), one, four, 0, args);
    printf("%d %d %d\n", status, (int)x[0], (int)x[1]);
    status = ptx2c_texture_create(&texture, &image, &sampler);
    if (!status)
        status = ptx2c_launch(ptx2c_find_kernel(&scene, "fetch"), one, four, 0, args_fetch);
    printf("%d %g %g %g %g\n", status, (double)y[0], (double)y[1], (double)y[2], (double)y[3]);
    return 0;
}
