/* Part of the library that dlopen.c loads: a texture that is made there. */
#include <ptx2c.h>

int make_there(uint64_t *texture, float *data);
int make_there(uint64_t *texture, float *data)
{
    const ptx2c_image image = {.data = data, .width = 4, .height = 1, .type = PTX2C_FLOAT, .order = PTX2C_R};
    const ptx2c_sampler sampler = {.filter = PTX2C_NEAREST};
    return ptx2c_texture_create(texture, &image, &sampler);
}
