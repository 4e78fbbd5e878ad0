/* A host program in C++: a texture of half floats with its mipmap, a launch, a message. */
#include "scene.h"
#include <cstdio>

static const uint16_t texels[2][4] = {{0x3c00, 0x4000, 0x4200, 0x4400}, {0x3c00, 0x4000, 0x4200, 0x4400}};

int main()
{
    ptx2c_image image = ptx2c_image();
    image.data = const_cast<uint16_t *>(&texels[0][0]);
    image.width = 4;
    image.height = 2;
    image.type = PTX2C_HALF_FLOAT;
    image.order = PTX2C_R;
    ptx2c_sampler sampler = ptx2c_sampler();
    ptx2c_level level[31];
    uint16_t rest[8];
    uint64_t texture = 0;
    int status = ptx2c_mipmap_build(&image, level, rest, sizeof rest, false);
    if (!status)
        status = ptx2c_texture_create(&texture, &image, &sampler);
    float x[4] = {0, 0, 0, 0}, *px = x;
    void *args[] = {&texture, &px};
    const ptx2c_dim3 grid = {1, 1, 1}, block = {4, 1, 1};
    const ptx2c_kernel *k = ptx2c_find_kernel(&scene, "fetch");
    if (!status)
        status = ptx2c_launch(k, grid, block, 0, args);
    std::printf("%d %s %g %g %g %g %04x %04x\n", status, ptx2c_strerror(status), static_cast<double>(x[0]),
                static_cast<double>(x[1]), static_cast<double>(x[2]), static_cast<double>(x[3]), rest[0], rest[1]);
    std::printf("%s\n", ptx2c_strerror(fetch(grid, block, 0, texture + 1, reinterpret_cast<uintptr_t>(x))));
    return 0;
}
