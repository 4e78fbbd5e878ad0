/* tests/results/driver.c: for a module of `tests/isa/forms -r`: a result is the same whether or not the others are looked at. */
#include <ptx2c.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const ptx2c_module m;

enum { LANES = 32, RESULTS = 64 };
static uint64_t all[LANES][RESULTS], only[LANES][RESULTS];
static uint64_t texture, surface, *handle = &texture;

static bool launch(const char *prefix, const char *name, uint64_t out[LANES][RESULTS])
{
    char full[32];
    snprintf(full, sizeof full, "%s%s", prefix, name);
    const ptx2c_kernel *k = ptx2c_find_kernel(&m, full);
    if (!k)
        return false;
    memset(out, 0x5a, sizeof all);
    size_t bytes;
    unsigned char *gv = ptx2c_find_variable(&m, "gv", &bytes);
    for (size_t i = 0; i < bytes; i++)
        gv[i] = (unsigned char)(i * 7 + 1);
    int status = ptx2c_launch(k, (ptx2c_dim3){1, 1, 1}, (ptx2c_dim3){LANES, 1, 1}, 0, (void *[]){&(void *){out}, handle});
    if (status && handle == &texture) { /* a surface, then */
        handle = &surface;
        return launch(prefix, name, out);
    }
    if (status) {
        printf("%s: %s\n", full, ptx2c_message(k));
        exit(1);
    }
    return true;
}

int main(void)
{
    static float pixel[64 * 64 * 4];
    int wrong = 0, compared = 0;
    for (int i = 0; i < 64 * 64 * 4; i++)
        pixel[i] = (float)i;
    ptx2c_image image = {.data = pixel, .width = 64, .height = 64, .type = PTX2C_FLOAT, .order = PTX2C_RGBA};
    ptx2c_sampler sampler = {.filter = PTX2C_NEAREST};
    if (ptx2c_texture_create(&texture, &image, &sampler) || ptx2c_surface_create(&surface, &image))
        return 1;
    for (int half = 0; half < 2; half++) {
        const char *prefix = half ? "half_" : "";
        if (!launch(prefix, "all", all))
            continue;
        for (int r = 0; r < RESULTS; r++) {
            char name[16];
            snprintf(name, sizeof name, "only%d", r);
            if (!launch(prefix, name, only))
                break;
            compared++;
            for (int l = 0; l < LANES; l++)
                if (only[l][r] != all[l][r]) {
                    printf("%sonly%d, lane %d: %llx, with the others %llx\n", prefix, r, l, (unsigned long long)only[l][r],
                           (unsigned long long)all[l][r]);
                    wrong++;
                    break;
                }
        }
    }
    return wrong || compared < 2;
}
