/* Runs each kernel of the module "cases" on two buffers of 128 ints, in 2 blocks of 64 threads, or of as many as it asks for, and
 * prints where each fault is, in the CUDA source or else the PTX, with its kind.  A kernel's parameters are x, y, their length and
 * what their names say: see make_argument. */
#include <ptx2c.h>
#include <ptx2c/sanitize.h>
#include <stdio.h>

extern const ptx2c_module cases;

enum { WORDS = 128, ARGUMENTS = 6 };

static unsigned line_of(const ptx2c_site *s) { return (unsigned)(s->source ? s->source_line : s->line); }

/* With an argument: all that does not depend on who came first, a line for each fault. */
static void show_whole(const ptx2c_fault *f, void *user)
{
    const unsigned a = (unsigned)f->site->line, b = f->other ? (unsigned)f->other->line : 0;
    (void)user;
    printf("%s: %s of %s, lines %u and %u\n", f->kernel, f->kind, *f->object ? f->object : "memory", a < b ? a : b, a < b ? b : a);
}

static void show(const ptx2c_fault *f, void *user)
{
    (void)user;
    printf("%u %s\n", line_of(f->site), f->kind);
    if (f->other)
        printf("%u %s\n", line_of(f->other), f->kind);
    fprintf(stderr, "%s: %s\n%s", f->kernel, f->message, f->notes);
}

/* A view of a buffer: an image of these sizes and distances between rows. */
typedef struct View {
    const char *name;
    enum { SURFACE, TEXTURE } kind;
    bool in_y, gone, floats;
    uint32_t width, height, depth, layers;
    size_t row_pitch;
} View;

static const View views[] = {
    {.name = "line", .in_y = true, .width = 128},
    {.name = "gone", .in_y = true, .gone = true, .width = 128},
    {.name = "longer", .in_y = true, .width = 160},
    {.name = "plane", .in_y = true, .width = 16, .height = 8},
    {.name = "layers", .in_y = true, .width = 32, .layers = 4},
    {.name = "volume", .in_y = true, .width = 8, .height = 4, .depth = 4},
    {.name = "image", .kind = TEXTURE, .width = 128},
    {.name = "gone_image", .kind = TEXTURE, .gone = true, .width = 128},
    {.name = "longer_image", .kind = TEXTURE, .width = 160},
    {.name = "picture", .kind = TEXTURE, .width = 16, .height = 8},
    {.name = "taller", .kind = TEXTURE, .width = 16, .height = 10},
    {.name = "smooth", .kind = TEXTURE, .floats = true, .width = 16, .height = 10},
    {.name = "wider", .kind = TEXTURE, .width = 16, .height = 8, .row_pitch = 68},
};

/* A tensor in a buffer: of 16 numbers a row, in boxes of 8 x 4 unless a name says otherwise. */
typedef struct Map {
    const char *name;
    bool in_y, unmade, floats, pixels;
    uint32_t rows, box, depth; /* 0: of two dimensions */
    int swizzle;
} Map;

static const Map maps[] = {
    {.name = "map", .rows = 8, .box = 8},
    {.name = "map_y", .in_y = true, .rows = 8, .box = 8},
    {.name = "map_taller", .rows = 12, .box = 8},
    {.name = "map_y_taller", .in_y = true, .rows = 12, .box = 8},
    {.name = "map_unmade", .unmade = true, .rows = 8, .box = 8},
    {.name = "map_swizzled", .rows = 8, .box = 8, .swizzle = PTX2C_SWIZZLE_32B},
    {.name = "map_y_floats", .in_y = true, .floats = true, .rows = 8, .box = 8},
    {.name = "map_deep", .rows = 4, .box = 8, .depth = 2},
    {.name = "map_pixels", .pixels = true, .rows = 4, .box = 8, .depth = 2},
};

typedef struct Argument {
    uint64_t handle;
    ptx2c_tensor_map map;
    const View *view;
} Argument;

static void make_view(Argument *a, const View *v, void *data)
{
    const ptx2c_image image = {.data = data, .type = v->floats ? PTX2C_FLOAT : PTX2C_SIGNED_INT32, .order = PTX2C_R, .width = v->width,
                               .height = v->height, .depth = v->depth, .layers = v->layers, .row_pitch = v->row_pitch};
    const ptx2c_sampler sampler = {.filter = v->floats ? PTX2C_LINEAR : PTX2C_NEAREST,
                                   .address = {PTX2C_CLAMP, PTX2C_CLAMP, PTX2C_CLAMP}};
    const int status = v->kind == SURFACE ? ptx2c_surface_create(&a->handle, &image) : ptx2c_texture_create(&a->handle, &image, &sampler);
    if (status)
        printf("%s: %s\n", v->name, ptx2c_strerror(status));
    a->view = v;
}

static void end_view(const Argument *a)
{
    if (a->view)
        (void)(a->view->kind == SURFACE ? ptx2c_surface_destroy(a->handle) : ptx2c_texture_destroy(a->handle));
}

static void make_map(Argument *a, const Map *m, void *data)
{
    const ptx2c_tensor t = {.data = data, .type = m->floats ? PTX2C_TENSOR_F32 : PTX2C_TENSOR_U32, .rank = m->depth ? 3 : 2,
                            .size = {16, m->rows, m->depth}, .box = {m->box, 4, 1}, .swizzle = m->swizzle,
                            .im2col = m->pixels, .channels = m->box, .pixels = 4};
    const int status = m->unmade ? 0 : ptx2c_tensor_map_create(&a->map, &t);
    if (status)
        printf("%s: %s\n", m->name, ptx2c_strerror(status));
}

/* What a kernel's parameter of that name is given. */
static void *make_argument(Argument *a, const char *name, void *x, void *y)
{
    memset(a, 0, sizeof *a);
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
        if (strcmp(maps[i].name, name) == 0) {
            make_map(a, &maps[i], maps[i].in_y ? y : x);
            return &a->map;
        }
    for (size_t i = 0; i < sizeof views / sizeof *views; i++)
        if (strcmp(views[i].name, name) == 0) {
            make_view(a, &views[i], views[i].in_y ? y : x);
            if (views[i].gone)
                end_view(a);
            return &a->handle;
        }
    printf("no argument is called %s\n", name);
    return &a->handle;
}

static void run(const ptx2c_kernel *k)
{
    int *x = ptx2c_memory_new(WORDS * sizeof *x, "x"), *y = ptx2c_memory_new(WORDS * sizeof *y, "y"), n = WORDS;
    static Argument made[ARGUMENTS];
    void *args[ARGUMENTS] = {PTX2C_POINTER(x), PTX2C_POINTER(y), &n};
    for (int i = 0; i < n; i++)
        x[i] = i;
    ptx2c_memory_written(x, WORDS * sizeof *x);
    ptx2c_little_endian(x, sizeof *x, WORDS);
    for (uint32_t i = 3; i < k->param_count; i++)
        args[i] = make_argument(&made[i], k->params[i].name, x, y);
    const size_t before = ptx2c_check_faults();
    const int status = ptx2c_launch(k, (ptx2c_dim3){2, 1, 1}, (ptx2c_dim3){k->reqntid[0] ? k->reqntid[0] : 64, 1, 1}, 256, args);
    if ((status != 0) != (ptx2c_check_faults() != before))
        printf("%s: status %d (%s), %zu faults\n", k->name, status, ptx2c_strerror(status), ptx2c_check_faults() - before);
    for (uint32_t i = 3; i < k->param_count; i++)
        end_view(&made[i]);
    ptx2c_memory_free(x);
    ptx2c_memory_free(y);
}

int main(int argc, char **argv)
{
    (void)argv;
    ptx2c_check_call(argc > 1 ? show_whole : show, NULL);
    for (uint32_t k = 0; k < cases.kernel_count; k++)
        run(cases.kernels[k]);
    return 0;
}
