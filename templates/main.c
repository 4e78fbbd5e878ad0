/* @FILE@: runs the kernels of @SOURCE@ from the command line.  Made by ptx2c --main; change it as you like.
 *
 *     ./run                            lists the kernels and their parameters
 *     ./run KERNEL [OPTION]... ARGUMENT...
 *
 * Options: --grid X[,Y[,Z]], --block X[,Y[,Z]] (1), --shared BYTES (0), --print N (8), --save PARAMETER=FILE.
 * One argument for each parameter: a number of its type, or a buffer whose address is passed:
 *
 *     f32:1000         1000 zeros      f32:1000:2.5     1000 times 2.5
 *     f32:1000:count   0, 1, 2, …      f32:@FILE        the bytes of a file
 *
 * with s8 … s64, u8 … u64, f32 or f64 for f32.  hex:00ff… gives the bytes of an aggregate.  After the launch the first
 * --print elements of each buffer are shown; --save writes a buffer's bytes. */
#define PTX2C_LITTLE_ENDIAN_DATA 1 /* see main_turn */
@INCLUDE@
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const ptx2c_module @MODULE@;
static const ptx2c_module *const main_module = &@MODULE@;

/* Each kernel and the PTX types of its parameters. */
static const struct Signature { const char *kernel; const char *types[@MOST@]; } main_signatures[] = {
@SIGNATURES@};

enum { MAIN_SIGNATURES = sizeof main_signatures / sizeof *main_signatures };

typedef struct Main_argument {
    void *value;      /* what the kernel gets */
    void *buffer;     /* the address in value, or NULL */
    size_t bytes;     /* of the buffer */
    const char *type; /* of its elements */
    const char *save; /* file for its bytes, or NULL */
} Main_argument;

static void main_fail(const char *what, const char *why)
{
    fprintf(stderr, "error: %s: %s\n", what, why);
    exit(2);
}

static void *main_memory(size_t bytes)
{
    void *p = calloc(bytes ? bytes : 1, 1);
    if (!p)
        main_fail("memory", "not enough");
    return p;
}

static size_t main_size_of(const char *type)
{
    return strcmp(type, "pred") == 0 ? 1 : (size_t)strtoul(type + 1, NULL, 10) / 8;
}

static void main_put_int(const char *text, uint64_t v, size_t size, void *to)
{
    uint8_t b = (uint8_t)v;
    uint16_t h = (uint16_t)v;
    uint32_t w = (uint32_t)v;
    switch (size) {
    case 1: memcpy(to, &b, 1); break;
    case 2: memcpy(to, &h, 2); break;
    case 4: memcpy(to, &w, 4); break;
    case 8: memcpy(to, &v, 8); break;
    default: main_fail(text, "a parameter of this type takes hex:…");
    }
}

/* Writes the number text as a value of that type. */
static void main_put_number(const char *type, const char *text, void *to)
{
    char *end;
    errno = 0;
    if (strcmp(type, "f32") == 0 || strcmp(type, "f64") == 0) {
        double d = strtod(text, &end);
        float f = (float)d;
        if (type[1] == '3')
            memcpy(to, &f, sizeof f);
        else
            memcpy(to, &d, sizeof d);
    } else {
        uint64_t v = *text == '-' ? (uint64_t)strtoll(text, &end, 0) : strtoull(text, &end, 0);
        size_t size = main_size_of(type);
        if (size < 8 && (*text == '-' ? (int64_t)v < -((int64_t)1 << (8 * size - 1)) : v >> (8 * size)))
            main_fail(text, "too large for its type");
        main_put_int(text, v, size, to);
    }
    if (end == text || *end || errno == ERANGE)
        main_fail(text, "not a number of its type");
}

static void main_put_hex(const char *text, unsigned char *to, size_t size)
{
    if (strlen(text) != 2 * size)
        main_fail(text, "not as many bytes as the parameter has");
    for (size_t i = 0; i < size; i++) {
        char two[3] = {text[2 * i], text[2 * i + 1], 0}, *end;
        to[i] = (unsigned char)strtoul(two, &end, 16);
        if (end != two + 2)
            main_fail(text, "not hexadecimal");
    }
}

static void main_read_buffer(const char *path, Main_argument *a)
{
    FILE *f = fopen(path, "rb");
    if (!f || fseek(f, 0, SEEK_END))
        main_fail(path, strerror(errno));
    long size = ftell(f);
    rewind(f);
    a->bytes = size > 0 ? (size_t)size : 0;
    a->buffer = main_memory(a->bytes);
    if (fread(a->buffer, 1, a->bytes, f) != a->bytes)
        main_fail(path, "can't be read");
    fclose(f);
}

/* A buffer from the host's byte order to that of kernels' memory, or back.  Files hold the latter. */
static void main_turn(const Main_argument *a)
{
    size_t size = a->buffer ? main_size_of(a->type) : 1;
    ptx2c_little_endian(a->buffer, size, a->bytes / size);
}

/* TYPE:COUNT, TYPE:COUNT:VALUE, TYPE:COUNT:count or TYPE:@FILE */
static void main_make_buffer(const char *text, Main_argument *a)
{
    static const char *const types[] = {"s8", "s16", "s32", "s64", "u8", "u16", "u32", "u64", "f32", "f64"};
    const char *colon = strchr(text, ':'), *fill;
    char *end;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strlen(types[i]) == (size_t)(colon - text) && strncmp(types[i], text, strlen(types[i])) == 0)
            a->type = types[i];
    if (!a->type)
        main_fail(text, "its type is none of s8 to s64, u8 to u64, f32, f64");
    if (colon[1] == '@') {
        main_read_buffer(colon + 2, a);
        return;
    }
    size_t size = main_size_of(a->type), count = (size_t)strtoull(colon + 1, &end, 0);
    if (end == colon + 1 || (*end && *end != ':') || count > SIZE_MAX / 16)
        main_fail(text, "not TYPE:COUNT, TYPE:COUNT:VALUE, TYPE:COUNT:count or TYPE:@FILE");
    fill = *end ? end + 1 : NULL;
    a->bytes = count * size;
    a->buffer = main_memory(a->bytes);
    for (size_t i = 0; fill && i < count; i++) {
        char number[32];
        snprintf(number, sizeof number, "%llu", (unsigned long long)i);
        main_put_number(a->type, strcmp(fill, "count") == 0 ? number : fill, (char *)a->buffer + i * size);
    }
    main_turn(a);
}

static void main_make_argument(const ptx2c_param *p, const char *type, const char *text, Main_argument *a)
{
    a->value = main_memory(p->size < 8 ? 8 : p->size);
    if (strncmp(text, "hex:", 4) == 0) {
        main_put_hex(text + 4, a->value, p->size);
    } else if (strchr(text, ':')) {
        if (p->size != 4 && p->size != 8)
            main_fail(text, "this parameter can't hold an address");
        main_make_buffer(text, a);
@DECLARE@        const uint32_t narrow = ptx2c_address32(a->buffer, a->bytes);
        const uint64_t wide = (uintptr_t)a->buffer;
        if (p->size == 4 && !narrow)
            main_fail(text, "no 32-bit address is left for it");
        memcpy(a->value, p->size == 4 ? (const void *)&narrow : &wide, p->size);
    } else if (strchr(type, '[')) {
        main_fail(text, "this parameter is an aggregate: give its bytes as hex:…");
    } else {
        main_put_number(type, text, a->value);
    }
}

static void main_show_element(const char *type, const void *at)
{
    int8_t b;
    int16_t h;
    int32_t w;
    int64_t q;
    float f;
    double d;
    if (type[0] == 'f') {
        memcpy(&f, at, type[1] == '3' ? sizeof f : 0);
        memcpy(&d, at, type[1] == '3' ? 0 : sizeof d);
        printf(" %.*g", type[1] == '3' ? 9 : 17, type[1] == '3' ? (double)f : d);
        return;
    }
    switch (main_size_of(type)) {
    case 1: memcpy(&b, at, 1); q = type[0] == 's' ? b : (uint8_t)b; break;
    case 2: memcpy(&h, at, 2); q = type[0] == 's' ? h : (uint16_t)h; break;
    case 4: memcpy(&w, at, 4); q = type[0] == 's' ? w : (int64_t)(uint32_t)w; break;
    default: memcpy(&q, at, 8);
    }
    if (type[0] == 's')
        printf(" %lld", (long long)q);
    else
        printf(" %llu", (unsigned long long)q);
}

static void main_show_buffer(const char *name, const Main_argument *a, size_t most)
{
    size_t size = main_size_of(a->type), n = a->bytes / size;
    printf("%s:", name);
    for (size_t i = 0; i < n && i < most; i++)
        main_show_element(a->type, (const char *)a->buffer + i * size);
    puts(n > most ? " ..." : "");
}

static void main_save_buffer(const Main_argument *a)
{
    FILE *f = fopen(a->save, "wb");
    if (!f || fwrite(a->buffer, 1, a->bytes, f) != a->bytes || fclose(f))
        main_fail(a->save, strerror(errno));
}

/* X[,Y[,Z]] */
static ptx2c_dim3 main_dimension(const char *text)
{
    uint32_t v[3] = {1, 1, 1};
    const char *p = text;
    for (int i = 0; i < 3; i++) {
        char *end;
        unsigned long x = strtoul(p, &end, 10);
        if (end == p || *p == '-' || x > UINT32_MAX)
            break;
        v[i] = (uint32_t)x;
        p = end + (*end == ',' && i < 2);
        if (!*end)
            return (ptx2c_dim3){v[0], v[1], v[2]};
    }
    main_fail(text, "not X, X,Y or X,Y,Z");
    return (ptx2c_dim3){0, 0, 0};
}

static int main_list(const char *program)
{
    printf("usage: %s KERNEL [--grid X,Y,Z] [--block X,Y,Z] [--shared BYTES] [--print N] [--save PARAMETER=FILE] "
           "ARGUMENT...\n"
           "arguments: numbers; buffers as f32:1000 (zeros), f32:1000:2.5, f32:1000:count, f32:@FILE, of s8 to s64, u8 to\n"
           "u64, f32, f64; bytes of an aggregate as hex:00ff...  Kernels:\n", program);
    for (int i = 0; i < MAIN_SIGNATURES; i++) {
        const ptx2c_kernel *k = ptx2c_find_kernel(main_module, main_signatures[i].kernel);
        printf("%s(", main_signatures[i].kernel);
        for (uint32_t j = 0; k && j < k->param_count; j++)
            printf("%s%s %s", j ? ", " : "", main_signatures[i].types[j], k->params[j].name);
        puts(")");
    }
    return 0;
}

typedef struct Main_run {
    ptx2c_dim3 grid, block;
    size_t shared, print;
    const char *const *saves;
    int nsaves;
} Main_run;

/* Finds which buffers to save. */
static void main_mark_saves(const ptx2c_kernel *k, Main_argument *args, const Main_run *r)
{
    for (int s = 0; s < r->nsaves; s++) {
        size_t n = strcspn(r->saves[s], "=");
        bool found = false;
        for (uint32_t i = 0; i < k->param_count; i++)
            if (strlen(k->params[i].name) == n && strncmp(k->params[i].name, r->saves[s], n) == 0 && args[i].buffer) {
                args[i].save = r->saves[s] + n + 1;
                found = true;
            }
        if (!found || !r->saves[s][n])
            main_fail(r->saves[s], "not PARAMETER=FILE with the name of a buffer");
    }
}

static int main_run(const ptx2c_kernel *k, const struct Signature *s, const Main_run *r, char *const texts[])
{
    Main_argument *args = main_memory(k->param_count * sizeof *args);
    void **values = main_memory(k->param_count * sizeof *values);
    for (uint32_t i = 0; i < k->param_count; i++) {
        main_make_argument(&k->params[i], s->types[i], texts[i], &args[i]);
        values[i] = args[i].value;
    }
    main_mark_saves(k, args, r);
    int status = ptx2c_launch(k, r->grid, r->block, r->shared, values);
    if (status)
        fprintf(stderr, "%s: %s\n", k->name, *ptx2c_message(k) ? ptx2c_message(k) : ptx2c_strerror(status));
    for (uint32_t i = 0; i < k->param_count; i++) {
        if (!status && args[i].save)
            main_save_buffer(&args[i]);
        main_turn(&args[i]);
        if (!status && args[i].buffer)
            main_show_buffer(k->params[i].name, &args[i], r->print);
        free(args[i].buffer);
        free(args[i].value);
    }
    free(values);
    free(args);
    return status != 0;
}

int main(int argc, char **argv)
{
    if (argc < 2 || strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
        return main_list(argv[0]);
    const struct Signature *s = NULL;
    for (int i = 0; i < MAIN_SIGNATURES; i++)
        if (strcmp(main_signatures[i].kernel, argv[1]) == 0)
            s = &main_signatures[i];
    const ptx2c_kernel *k = s ? ptx2c_find_kernel(main_module, s->kernel) : NULL;
    if (!k)
        main_fail(argv[1], "no such kernel");
    Main_run r = {{1, 1, 1}, {1, 1, 1}, 0, 8, NULL, 0};
    const char **saves = main_memory((size_t)argc * sizeof *saves);
    char **texts = main_memory((size_t)argc * sizeof *texts);
    uint32_t n = 0;
    for (int i = 2; i < argc; i++) {
        if (strncmp(argv[i], "--", 2) != 0) {
            texts[n++] = argv[i];
            continue;
        }
        const char *name = argv[i], *value = i + 1 < argc ? argv[++i] : "";
        char *end = "";
        if (strcmp(name, "--grid") == 0)
            r.grid = main_dimension(value);
        else if (strcmp(name, "--block") == 0)
            r.block = main_dimension(value);
        else if (strcmp(name, "--shared") == 0)
            r.shared = (size_t)strtoull(value, &end, 0);
        else if (strcmp(name, "--print") == 0)
            r.print = (size_t)strtoull(value, &end, 0);
        else if (strcmp(name, "--save") == 0)
            saves[r.nsaves++] = value;
        else
            main_fail(name, "no such option");
        if (!*value || *end)
            main_fail(name, "its value is missing or wrong");
    }
    r.saves = saves;
    if (n != k->param_count)
        main_fail(k->name, n < k->param_count ? "too few arguments" : "too many arguments");
    int status = main_run(k, s, &r, texts);
    free(saves);
    free(texts);
    return status;
}
