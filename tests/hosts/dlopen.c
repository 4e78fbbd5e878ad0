/* Loads the module at run time.  Textures that both have made differ, and what is destroyed is known no more. */
#include <dlfcn.h>
#include <ptx2c.h>
#include <stdio.h>

static int make(uint64_t *texture, float *data)
{
    const ptx2c_image image = {.data = data, .width = 4, .height = 1, .type = PTX2C_FLOAT, .order = PTX2C_R};
    const ptx2c_sampler sampler = {.filter = PTX2C_NEAREST};
    return ptx2c_texture_create(texture, &image, &sampler);
}

int main(int argc, char **argv)
{
    static float mine[] = {1, 2, 3, 4}, theirs[] = {5, 6, 7, 8};
    float x[4] = {0}, *px = x;
    uint64_t a = 0, b = 0;
    void *so = dlopen(argv[argc - 1], RTLD_NOW | RTLD_LOCAL);
    if (!so) {
        printf("%s\n", dlerror());
        return 1;
    }
    const ptx2c_module *m = dlsym(so, "scene");
    int (*other)(uint64_t *, float *);
    *(void **)&other = dlsym(so, "make_there");
    const ptx2c_kernel *k = ptx2c_find_kernel(m, "fetch");
    void *args[] = {&a, &px}, *args_b[] = {&b, &px};
    const ptx2c_dim3 one = {1, 1, 1}, four = {4, 1, 1};
    int status = make(&a, mine) | other(&b, theirs);
    printf("%d %d\n", status, a == b);
    status = ptx2c_launch(k, one, four, 0, args);
    printf("%d: %g %g %g %g\n", status, (double)x[0], (double)x[1], (double)x[2], (double)x[3]);
    status = ptx2c_launch(k, one, four, 0, args_b);
    printf("%d: %g %g %g %g\n", status, (double)x[0], (double)x[1], (double)x[2], (double)x[3]);
    ptx2c_texture_destroy(a);
    printf("%d\n", ptx2c_launch(k, one, four, 0, args) == PTX2C_BAD_HANDLE);
    return 0;
}
