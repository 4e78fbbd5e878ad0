/* @FILE@: runs the kernels of @SOURCE@ from the command line.  Made by ptx2c --main; change it as you like.
 *
 *     ./run                            lists the kernels and their parameters
 *     ./run KERNEL [OPTION]... ARGUMENT...
 *
 * Options: --grid X[,Y[,Z]], --block X[,Y[,Z]] (1), --shared BYTES (0), --print N (8), --save PARAMETER=FILE, --time.
 * One argument for each parameter: a number of its type, or a buffer whose address is passed:
 *
 *     f32:1000         1000 zeros      f32:1000:2.5     1000 times 2.5
 *     f32:1000:count   0, 1, 2, …      f32:1000:random  numbers below 1, of integers below 100, always the same ones
 *     u8:9:1,2,5       1, 2, 5, 1, …   f32:@FILE        the bytes of a file
 *     f32:640x480      640 * 480       f32:640x480:@out.png     zeros, written as a picture after the launch
 *
 * with s8 … s64, u8 … u64, f32 or f64 for f32.  hex:00ff… gives the bytes of an aggregate.  After the launch the first
 * --print elements of each buffer are shown; --save writes a buffer's bytes; --time shows the time and the blocks a second.
 *
 * Where :@FILE follows the size and what is in the buffer, the buffer is written to it: as .pgm (grey), .ppm (colours) or .png
 * when it has WIDTHxHEIGHT or WIDTHxHEIGHTxCHANNELS elements (1 grey, 3 red, green, blue, 4 and alpha), as .csv with the
 * first size as the length of a line.  u8 stands as it is; of other types 0 to 1 becomes 0 to 255 where all lie in it, else
 * the least to the largest. */
#define PTX2C_LITTLE_ENDIAN_DATA 1 /* see main_turn */
@INCLUDE@
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#if defined __unix__ || defined __APPLE__
#include <unistd.h>
#endif

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
    const char *show; /* file for its picture or table, or NULL */
    size_t dim[3];    /* width, height and channels, or 0 */
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

/* ---- pictures and tables ---- */

/* The element as a number. */
static double main_number(const char *type, const void *at)
{
    union { int8_t s1; int16_t s2; int32_t s4; int64_t s8; uint8_t u1; uint16_t u2; uint32_t u4; uint64_t u8; float f; double d; } v;
    const size_t size = main_size_of(type);
    memcpy(&v, at, size);
    if (type[0] == 'f')
        return size == 4 ? (double)v.f : v.d;
    if (type[0] == 's')
        return size == 1 ? v.s1 : size == 2 ? v.s2 : size == 4 ? v.s4 : (double)v.s8;
    return size == 1 ? v.u1 : size == 2 ? v.u2 : size == 4 ? v.u4 : (double)v.u8;
}

static const char *main_ending(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot ? dot : "";
}

/* Whether the buffer can become that file: known before the kernel runs. */
static void main_check_show(const Main_argument *a)
{
    const char *e = main_ending(a->show);
    const size_t w = a->dim[0], h = a->dim[1], c = a->dim[2] ? a->dim[2] : 1;
    if (strcmp(e, ".csv") == 0)
        return;
    if (strcmp(e, ".png") != 0 && strcmp(e, ".pgm") != 0 && strcmp(e, ".ppm") != 0)
        main_fail(a->show, "its ending is none of .png, .pgm, .ppm, .csv");
    if (!w || !h || w > 65535 || h > 65535)
        main_fail(a->show, "a picture needs WIDTHxHEIGHT elements, each at most 65535");
    if ((c != 1 && c != 3 && c != 4) || (c != 1 && strcmp(e, ".pgm") == 0))
        main_fail(a->show, "a picture has 1, 3 or 4 channels, a .pgm one");
}

/* The buffer's elements as bytes. */
static unsigned char *main_bytes(const Main_argument *a)
{
    const size_t size = main_size_of(a->type), n = a->bytes / size;
    unsigned char *to = main_memory(n);
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (size_t i = 0; i < n; i++) {
        const double v = main_number(a->type, (const char *)a->buffer + i * size);
        low = isfinite(v) && v < low ? v : low;
        high = isfinite(v) && v > high ? v : high;
    }
    if (strcmp(a->type, "u8") == 0)
        low = 0, high = 255;
    else if (low >= 0 && high <= 1)
        low = 0, high = 1;
    for (size_t i = 0; i < n; i++) {
        const double v = main_number(a->type, (const char *)a->buffer + i * size), x = high > low ? (v - low) / (high - low) * 255 : 0;
        to[i] = !(x > 0) ? 0 : x >= 255 ? 255 : (unsigned char)(x + 0.5);
    }
    return to;
}

static void main_put_be(unsigned char *to, uint32_t v)
{
    for (int i = 0; i < 4; i++)
        to[i] = (unsigned char)(v >> (24 - 8 * i));
}

static uint32_t main_crc(uint32_t crc, const unsigned char *p, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        crc ^= p[i];
        for (int k = 0; k < 8; k++)
            crc = crc >> 1 ^ (0xedb88320u & (0 - (crc & 1)));
    }
    return crc;
}

static void main_png_chunk(FILE *f, const char *name, const unsigned char *data, size_t n)
{
    unsigned char head[8], tail[4];
    main_put_be(head, (uint32_t)n);
    memcpy(head + 4, name, 4);
    main_put_be(tail, ~main_crc(main_crc(0xffffffffu, head + 4, 4), data, n));
    fwrite(head, 1, 8, f);
    fwrite(data, 1, n, f);
    fwrite(tail, 1, 4, f);
}

/* Rows of bytes as they are, in blocks that are not compressed. */
static void main_png(FILE *f, const unsigned char *rows, size_t width, size_t height, size_t channels)
{
    const size_t line = width * channels + 1, all = line * height;
    unsigned char head[13] = {0}, *data = main_memory(all + all / 65535 * 5 + 16), *to = data;
    uint32_t a = 1, b = 0;
    main_put_be(head, (uint32_t)width);
    main_put_be(head + 4, (uint32_t)height);
    head[8] = 8;
    head[9] = channels == 1 ? 0 : channels == 3 ? 2 : 6;
    *to++ = 0x78;
    *to++ = 1;
    for (size_t at = 0; at < all; at++) {
        if (at % 65535 == 0) {
            const size_t n = all - at < 65535 ? all - at : 65535;
            *to++ = n == all - at;
            *to++ = (unsigned char)n;
            *to++ = (unsigned char)(n >> 8);
            *to++ = (unsigned char)~n;
            *to++ = (unsigned char)(~n >> 8);
        }
        *to = at % line ? rows[at / line * (line - 1) + at % line - 1] : 0;
        a = (a + *to++) % 65521;
        b = (b + a) % 65521;
    }
    main_put_be(to, b << 16 | a);
    fwrite("\x89PNG\r\n\x1a\n", 1, 8, f);
    main_png_chunk(f, "IHDR", head, sizeof head);
    main_png_chunk(f, "IDAT", data, (size_t)(to + 4 - data));
    main_png_chunk(f, "IEND", head, 0);
    free(data);
}

static void main_csv(FILE *f, const Main_argument *a)
{
    const size_t size = main_size_of(a->type), n = a->bytes / size, c = a->dim[2] ? a->dim[2] : 1;
    const size_t line = a->dim[1] ? a->dim[0] * c : 1;
    for (size_t i = 0; i < n; i++) {
        const char *at = (const char *)a->buffer + i * size;
        if (a->type[0] == 'f')
            fprintf(f, "%.*g", size == 4 ? 9 : 17, main_number(a->type, at));
        else if (size < 8)
            fprintf(f, "%.0f", main_number(a->type, at));
        else {
            uint64_t v;
            memcpy(&v, at, sizeof v);
            if (a->type[0] == 's')
                fprintf(f, "%lld", (long long)v);
            else
                fprintf(f, "%llu", (unsigned long long)v);
        }
        fputc((i + 1) % line ? ',' : '\n', f);
    }
}

static void main_show_file(const Main_argument *a)
{
    FILE *f = fopen(a->show, "wb");
    const char *e = main_ending(a->show);
    const size_t w = a->dim[0], h = a->dim[1], c = a->dim[2] ? a->dim[2] : 1;
    if (!f)
        main_fail(a->show, strerror(errno));
    if (strcmp(e, ".csv") == 0) {
        main_csv(f, a);
    } else {
        unsigned char *rows = main_bytes(a);
        const bool colours = strcmp(e, ".ppm") == 0;
        if (strcmp(e, ".png") == 0)
            main_png(f, rows, w, h, c);
        else
            fprintf(f, "P%d\n%lu %lu\n255\n", colours ? 6 : 5, (unsigned long)w, (unsigned long)h);
        for (size_t i = 0; i < w * h && strcmp(e, ".png") != 0; i++)
            for (size_t k = 0; k < (colours ? 3 : 1); k++)
                fputc(rows[i * c + (c > 1 ? k : 0)], f);
        free(rows);
    }
    if (fflush(f) || ferror(f))
        main_fail(a->show, "can't be written");
    fclose(f);
}

/* ---- arguments ---- */

static const char main_buffer_form[] = "not TYPE:SIZE, TYPE:SIZE:VALUE, TYPE:SIZE:count or random, each perhaps with :@FILE, or TYPE:@FILE";

/* The number of elements: N, NxM or NxMxC.  *end: what follows. */
static size_t main_read_size(const char *text, const char *whole, Main_argument *a, const char **end)
{
    size_t count = 1;
    for (int i = 0; i < 3; i++) {
        char *next;
        a->dim[i] = (size_t)strtoull(text, &next, 0);
        if (next == text || *text == '-' || (a->dim[i] && count > SIZE_MAX / 16 / a->dim[i]))
            main_fail(whole, main_buffer_form);
        count *= a->dim[i];
        *end = next;
        if (*next != 'x')
            break;
        text = next + 1;
    }
    if (**end && **end != ':')
        main_fail(whole, main_buffer_form);
    return count;
}

/* What is mixed of i, as a number. */
static void main_random(const char *type, size_t i, char number[64])
{
    uint32_t x = (uint32_t)i + 1;
    x = (x ^ x >> 16) * 0x7feb352d;
    x = (x ^ x >> 15) * 0x846ca68b;
    x ^= x >> 16;
    if (type[0] == 'f')
        snprintf(number, 64, "%.9g", (double)(x >> 8) / 16777216);
    else
        snprintf(number, 64, "%lu", (unsigned long)x % 100);
}

/* fill: count, random or numbers with commas, which are repeated. */
static void main_fill(Main_argument *a, size_t count, const char *fill)
{
    const size_t size = main_size_of(a->type);
    const char *next = fill;
    for (size_t i = 0; i < count; i++) {
        char number[64];
        const size_t n = strcspn(next, ",");
        if (strcmp(fill, "count") == 0) {
            snprintf(number, sizeof number, "%llu", (unsigned long long)i);
        } else if (strcmp(fill, "random") == 0) {
            main_random(a->type, i, number);
        } else {
            snprintf(number, sizeof number, "%.*s", (int)(n < 63 ? n : 63), next);
            next = next[n] ? next + n + 1 : fill;
        }
        main_put_number(a->type, number, (char *)a->buffer + i * size);
    }
}

/* TYPE:SIZE[:VALUE[,VALUE...] | :count | :random][:@FILE] or TYPE:@FILE */
static void main_make_buffer(const char *text, Main_argument *a)
{
    static const char *const types[] = {"s8", "s16", "s32", "s64", "u8", "u16", "u32", "u64", "f32", "f64"};
    const char *colon = strchr(text, ':'), *end;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strlen(types[i]) == (size_t)(colon - text) && strncmp(types[i], text, strlen(types[i])) == 0)
            a->type = types[i];
    if (!a->type)
        main_fail(text, "its type is none of s8 to s64, u8 to u64, f32, f64");
    if (colon[1] == '@') {
        main_read_buffer(colon + 2, a);
        return;
    }
    const size_t count = main_read_size(colon + 1, text, a, &end);
    a->bytes = count * main_size_of(a->type);
    a->buffer = main_memory(a->bytes);
    const char *out = strstr(end, ":@");
    if (out) {
        a->show = out + 2;
        main_check_show(a);
    }
    if (*end && end != out) {
        const size_t n = out ? (size_t)(out - end - 1) : strlen(end + 1);
        char *fill = main_memory(n + 1);
        memcpy(fill, end + 1, n);
        main_fill(a, count, fill);
        free(fill);
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
           "[--time] @USAGE@ARGUMENT...\n"
           "arguments: numbers; buffers as f32:1000 (zeros), f32:1000:2.5, f32:1000:count, f32:@FILE, of s8 to s64, u8 to\n"
           "u64, f32, f64, written after the launch as f32:640x480:@out.png (.pgm, .ppm, .csv); bytes of an aggregate as\n"
           "hex:00ff...  Kernels:\n", program);
    for (int i = 0; i < MAIN_SIGNATURES; i++) {
        const ptx2c_kernel *k = ptx2c_find_kernel(main_module, main_signatures[i].kernel);
        printf("%s(", main_signatures[i].kernel);
        for (uint32_t j = 0; k && j < k->param_count; j++)
            printf("%s%s %s", j ? ", " : "", main_signatures[i].types[j], k->params[j].name);
        puts(")");
    }
    return 0;
}

/* ---- running ---- */

static double main_now(void)
{
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static bool main_on_terminal(void)
{
#if defined __unix__ || defined __APPLE__
    const char *term = getenv("TERM");
    return isatty(2) && term && strcmp(term, "dumb") != 0;
#else
    return false;
#endif
}

enum { MAIN_BAR = 40 };

static void main_bar(FILE *f, uint64_t done, uint64_t all)
{
    const int n = (int)(done * MAIN_BAR / all);
    fputc('[', f);
    for (int i = 0; i < MAIN_BAR; i++)
        fputc(i < n ? '#' : '-', f);
    fputc(']', f);
}

typedef struct Main_run {
    ptx2c_dim3 grid, block;
    size_t shared, print;
    bool time;
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

/* Runs the grid.  On a terminal in parts that take some tenths of a second each, with a line of progress once it has taken a
 * second, where no block can wait for another. */
static int main_launch(const ptx2c_kernel *k, const Main_run *r, void *const values[])
{
    const uint64_t all = (uint64_t)r->grid.x * r->grid.y * r->grid.z;
    const bool parts = main_on_terminal() && all && !k->waits && !k->cluster[0] && r->grid.x <= 0x7fffffffu &&
                       r->grid.y <= 65535 && r->grid.z <= 65535;
    const double begin = main_now();
    uint64_t done = 0, n = parts ? all / 64 + 1 : all;
    double last = begin;
    int status = 0;
    while (done < all && !status) {
        n = n < all - done ? n : all - done;
        status = n == all ? ptx2c_launch(k, r->grid, r->block, r->shared, values)
                          : ptx2c_launch_part(k, r->grid, r->block, r->shared, values, done, n);
        if (status)
            break;
        done += n;
        const double now = main_now();
        n = now - last < 0.1 ? 2 * n : now - last > 0.4 ? n / 2 + 1 : n;
        last = now;
        if (parts && now - begin > 1 && done < all) {
            fprintf(stderr, "\r%s ", k->name);
            main_bar(stderr, done, all);
            fprintf(stderr, " %.0f s, %.0f s to go \33[K", now - begin, (now - begin) * (double)(all - done) / (double)done);
            fflush(stderr);
        }
    }
    if (parts)
        fputs("\r\33[K", stderr);
    const double seconds = main_now() - begin;
    if (!all)
        return ptx2c_launch(k, r->grid, r->block, r->shared, values);
    if (r->time) {
        printf("%s: %.6f s, %llu blocks, %.0f blocks/s ", k->name, seconds, (unsigned long long)done,
               seconds > 0 ? (double)done / seconds : 0.0);
        main_bar(stdout, done, all);
        puts("");
    }
    return status;
}

@EXPLORE@static int main_run(const ptx2c_kernel *k, const struct Signature *s, const Main_run *r, char *const texts[])
{
    Main_argument *args = main_memory(k->param_count * sizeof *args);
    void **values = main_memory(k->param_count * sizeof *values);
    for (uint32_t i = 0; i < k->param_count; i++) {
        main_make_argument(&k->params[i], s->types[i], texts[i], &args[i]);
        values[i] = args[i].value;
    }
    main_mark_saves(k, args, r);
    int status = @LAUNCH@(k, r, values);
    if (status)
        fprintf(stderr, "%s: %s\n", k->name, *ptx2c_message(k) ? ptx2c_message(k) : ptx2c_strerror(status));
    for (uint32_t i = 0; i < k->param_count; i++) {
        if (!status && args[i].save)
            main_save_buffer(&args[i]);
        main_turn(&args[i]);
        if (!status && args[i].show)
            main_show_file(&args[i]);
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
    Main_run r = {{1, 1, 1}, {1, 1, 1}, 0, 8, false, NULL, 0};
    const char **saves = main_memory((size_t)argc * sizeof *saves);
    char **texts = main_memory((size_t)argc * sizeof *texts);
    uint32_t n = 0;
    for (int i = 2; i < argc; i++) {
        if (strncmp(argv[i], "--", 2) != 0) {
            texts[n++] = argv[i];
            continue;
        }
        if (strcmp(argv[i], "--time") == 0) {
            r.time = true;
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
@OPTION@        else
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
