/* Prints what the kernels of texture_independent.ptx fetch from images whose elements say where they are: column +
 * 10 * row + 100 * slice + 1000 * sample. */
#include "host.h"

extern const ptx2c_module texture_independent;

static float memory[8][4096];

/* A texture without sampler. */
static uint64_t image(int n, uint32_t width, uint32_t height, uint32_t depth, uint32_t layers, uint32_t samples, bool cube)
{
    const uint32_t rows = height ? height : 1, slices = (depth ? depth : layers ? layers : 1) * (cube ? 6 : 1);
    float *to = memory[n];
    for (uint32_t z = 0; z < slices; z++)
        for (uint32_t y = 0; y < rows; y++)
            for (uint32_t x = 0; x < width; x++)
                for (uint32_t s = 0; s < (samples ? samples : 1); s++)
                    *to++ = (float)(x + 10 * y + 100 * z + 1000 * s);
    const ptx2c_image i = {.data = memory[n], .type = PTX2C_FLOAT, .order = PTX2C_R, .width = width, .height = height,
                           .depth = depth, .layers = layers, .samples = samples, .cube = cube};
    uint64_t t = 0;
    int status = ptx2c_texture_create(&t, &i, NULL);
    if (status)
        printf("image %d: %s\n", n, ptx2c_strerror(status));
    return t;
}

static void show(const char *name, const float *v, int n)
{
    printf("%s:", name);
    for (int i = 0; i < n; i++)
        printf(" %g", (double)v[i]);
    printf("\n");
}

int main(void)
{
    const ptx2c_module *m = &texture_independent;
    const ptx2c_sampler nearest = {.address = {PTX2C_CLAMP, PTX2C_CLAMP}},
                        linear = {.filter = PTX2C_LINEAR, .address = {PTX2C_CLAMP, PTX2C_CLAMP}};
    float out[24] = {0}, *to_out = out, u = 2.75f, v = 1.25f;
    uint32_t answers[11] = {0}, *to_answers = answers;
    uint64_t t = image(0, 6, 4, 0, 0, 0, false), n, l, none = 0;
    ptx2c_sampler_create(&n, &nearest);
    ptx2c_sampler_create(&l, &linear);
    printf("%s\n", ptx2c_strerror(ptx2c_bind_texture(m, "tx", t)));
    printf("%s\n", ptx2c_strerror(ptx2c_bind_sampler(m, "list[1]", n)));
    printf("%s\n", ptx2c_strerror(ptx2c_bind_sampler(m, "tx", n)));
    printf("%s\n", ptx2c_strerror(ptx2c_bind_texture(m, "tx", n)));

    void *named[] = {&u, &v, &to_out}, *parameters[] = {&u, &v, &to_out, &t, &n, &l};
    if (!run(m, "named", 1, 1, named))
        show("named", out, 4);
    if (!run(m, "parameters", 1, 1, parameters)) {
        show("parameters", out, 4);
        show("gathered", out + 4, 4);
        show("compared", out + 8, 4);
    }
    void *ask[] = {&l, &to_answers};
    run(m, "queries", 1, 1, ask);
    for (int i = 0; i < 11; i++)
        printf("%s%u", i ? " " : "queries: ", (unsigned)answers[i]);
    printf("\n");

    uint64_t all[8] = {image(1, 6, 0, 0, 0, 0, false), image(2, 6, 4, 3, 0, 0, false), image(3, 6, 0, 0, 2, 0, false),
                       image(4, 6, 4, 0, 2, 0, false), image(5, 2, 2, 0, 0, 0, true), image(6, 2, 2, 0, 2, 0, true),
                       image(7, 6, 4, 0, 0, 2, false), 0};
    static float two[6 * 4 * 2 * 2];
    for (int i = 0; i < 96; i++)
        two[i] = (float)(i / 2 % 6 + 10 * (i / 12 % 4) + 100 * (i / 48) + 1000 * (i % 2));
    const ptx2c_image ams = {.data = two, .type = PTX2C_FLOAT, .order = PTX2C_R, .width = 6, .height = 4, .layers = 2,
                             .samples = 2};
    printf("%s\n", ptx2c_strerror(ptx2c_texture_create(&all[7], &ams, NULL)));
    void *geometries[] = {&to_out, &all[0], &all[1], &all[2], &all[3], &all[4], &all[5], &all[6], &all[7]};
    if (!run(m, "geometries", 1, 1, geometries)) {
        show("geometries", out, 16);
        memcpy(answers, out + 16, 16);
        printf("halves: %08x %08x %08x\n", (unsigned)answers[0], (unsigned)answers[1], (unsigned)answers[2]);
    }

    const ptx2c_kernel *k = ptx2c_find_kernel(m, "nothing");
    void *nothing[] = {&to_out};
    run(m, "nothing", 1, 1, nothing);
    printf("%s\n", ptx2c_message(k));
    parameters[4] = &none;
    run(m, "parameters", 1, 1, parameters);
    parameters[4] = &t;
    run(m, "parameters", 1, 1, parameters);
    parameters[3] = &l;
    parameters[4] = &l;
    run(m, "parameters", 1, 1, parameters);
    return 0;
}
