/* kinds.c: a kernel of each kind on a machine with nothing else (bare.h): tests/cross/kinds.cu.  Prints hashes of what they leave; built
 * for the host it prints the same. */
#define BARE_HEAP 65536 /* textures' descriptors, and threads that wait for each other, take memory */
#include "bare.h"

extern const ptx2c_module kinds;

enum { N = 256, WIDTH = 32, HEIGHT = 24 };
static uint32_t in[N], out[2 * N], lock;
static double real[N];
static float image[WIDTH * HEIGHT], turned[WIDTH * HEIGHT];

static void say_hash(const char *what, const void *data, size_t bytes)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < bytes; i += 4) {
        uint32_t v;
        memcpy(&v, (const unsigned char *)data + i, sizeof v);
        hash = (hash ^ v) * 16777619;
    }
    say_number(what, hash);
}

static void run(const char *kernel, uint32_t grid, uint32_t block, void *const args[])
{
    const int status = ptx2c_launch(ptx2c_find_kernel(&kinds, kernel), (ptx2c_dim3){grid, 1, 1}, (ptx2c_dim3){block, 1, 1}, 0, args);
    if (status) {
        say(kernel);
        say(": ");
        say(ptx2c_strerror(status));
        say("\n");
    }
}

int main(void)
{
    uint32_t seed = 1, n = N, width = WIDTH;
    for (int i = 0; i < N; i++)
        in[i] = seed = seed * 1664525 + 1013904223;
    uint64_t pin = (uintptr_t)in, pout = (uintptr_t)out, plock = (uintptr_t)&lock, pturned = (uintptr_t)turned, texture = 0;
    run("counts", 1, 128, (void *[]){&pin, &pout, &n});
    say_hash("barriers, atomics ", out, 64 * sizeof *out);
    run("lanes", 2, 128, (void *[]){&pin, &pout});
    say_hash("shuffles          ", out, N * sizeof *out);
    for (int i = 0; i < N; i++)
        real[i] = in[i] * 0x1p-31;
    pin = (uintptr_t)real;
    run("doubles", 4, 64, (void *[]){&pin, &pout, &n});
    say_hash("doubles           ", out, N * sizeof(double));
    run("partitions", 1, 24, (void *[]){&pout});
    say_hash("recursion         ", out, 24 * sizeof *out);
    out[0] = 7;
    run("locked", 1, 64, (void *[]){&plock, &pout});
    say_hash("waiting           ", out, sizeof *out);
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        image[i] = (float)((seed = seed * 1664525 + 1013904223) >> 8) * 0x1p-24f;
    const ptx2c_image from = {.data = image, .type = PTX2C_FLOAT, .order = PTX2C_R, .width = WIDTH, .height = HEIGHT};
    const ptx2c_sampler sampler = {.filter = PTX2C_LINEAR, .address = {PTX2C_CLAMP, PTX2C_CLAMP, PTX2C_CLAMP}};
    ptx2c_texture_create(&texture, &from, &sampler);
    run("turned", HEIGHT, WIDTH, (void *[]){&texture, &pturned, &width});
    say_hash("textures          ", turned, sizeof turned);
    return 0;
}
