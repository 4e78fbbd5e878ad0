/* embed.c: --embed: the C of all kernels in a program's fat binaries (and of PTX files), ahead of time.
 *
 * What a program loads as one is an image: a fat binary, all those that nvcc -rdc=true links when the program starts, or a
 * PTX file.  Each becomes a file of C: -o's, then NAME_1.c, NAME_2.c, …  The first has at its end the table by which libcuda finds
 * them, by keys of the bytes that the program hands to it: embedded.h. */
#include "driver/options.h"
#include "support/fatbin.h"

#include <errno.h>

typedef Array(Key) Keys;

typedef struct Image {
    Keys keys;
    int more;         /* so many of the keys, the last, are of what has no kernels */
    Source src;
    const char *file; /* its name, for a comment */
} Image;

typedef struct Embed {
    Arena a;
    const Options *o;
    const char *file;    /* that is being read */
    bool failed, any;    /* something is wrong; there was a fat binary in the file */
    bool parts;          /* and one of those that are linked */
    unsigned machine;    /* the newest architecture of machine code without PTX */
    int machines;        /* so many: of parts, each counts twice */
    Array(Image) images;
    Image linked;        /* the one that is linked when the program starts */
    Str texts;           /* its */
    Keys more;
} Embed;

static bool known(const Keys *keys, Key k)
{
    for (int i = 0; i < keys->n; i++)
        if (keys->at[i].a == k.a && keys->at[i].b == k.b)
            return true;
    return false;
}

static void add_image(Embed *e, Key k, Source src)
{
    for (int i = 0; i < e->images.n; i++)
        if (known(&e->images.at[i].keys, k))
            return;
    Image image = {.src = src, .file = base_name(e->file)};
    array_add(&e->a, &image.keys, k);
    array_add(&e->a, &e->images, image);
}

static void found(void *ctx, const char *data, bool linked)
{
    Embed *e = ctx;
    Fatbin f = fatbin_read(data, FATBIN_SM);
    const Key k = fatbin_key(data);
    if (f.bad) {
        complain(f.missing ? "%s: its device code is compressed: %s is needed to read it" : "%s: its device code can't be read",
                 e->file, f.missing);
        e->failed = true;
    }
    if (!f.text && f.machine) {
        e->machine = f.machine > e->machine ? f.machine : e->machine;
        e->machines += 1 + linked;
    }
    if (f.text) {
        const char *path = arena_printf(&e->a, "%s(ptx %d)", e->file, e->images.n + e->linked.keys.n);
        e->any = true;
        e->parts |= linked;
        if (!linked)
            add_image(e, k, (Source){.path = path, .text = arena_strndup(&e->a, f.text, f.size), .len = f.size});
        else if (!fatbin_is_device_runtime(&f) && !known(&e->linked.keys, k)) {
            str_addn(&e->texts, f.text, strlen(f.text) + 1);
            array_add(&e->a, &e->linked.keys, k);
            e->linked.src.path = e->linked.src.path ? e->linked.src.path : path;
            e->linked.file = base_name(e->file);
        }
    }
    if (linked && !known(&e->linked.keys, k) && !known(&e->more, k))
        array_add(&e->a, &e->more, k);
    free(f.text);
}

static void read_input(Embed *e, const char *path)
{
    size_t len;
    e->file = strcmp(path, "-") == 0 ? "<stdin>" : path;
    e->any = e->parts = false;
    e->machine = 0;
    e->machines = 0;
    const char *data = util_read_file(&e->a, path, &len);
    if (!data) {
        complain("%s: %s", e->file, strerror(errno));
        e->failed = true;
        return;
    }
    if (!program_fatbins(data, len, found, e)) {
        Key k = KEY_BEGIN;
        key_bytes(&k, data, strlen(data));
        add_image(e, k, (Source){.path = e->file, .text = data, .len = len});
        return;
    }
    if (e->failed || (e->parts && e->machines == 1)) /* that one is what nvcc has linked of the parts */
        return;
    if (e->machine)
        complain("%s: %s device code is machine code (sm_%u) only, without PTX: build it with nvcc -gencode arch=compute_%u,code=compute_%u",
                 e->file, e->any ? "some of its" : "its", e->machine, e->machine, e->machine);
    else if (!e->any)
        complain("%s: there is no device code in it", e->file);
    e->failed |= e->machine || !e->any;
}

static void add_linked(Embed *e)
{
    Image *l = &e->linked;
    if (!l->keys.n)
        return;
    l->src.text = e->texts.s;
    l->src.len = e->texts.n;
    l->src.linked = true;
    l->more = e->more.n;
    for (int i = 0; i < e->more.n; i++)
        array_add(&e->a, &l->keys, e->more.at[i]);
    array_add(&e->a, &e->images, *l);
}

static const char *module_name(Embed *e, int i) { return arena_printf(&e->a, "%s_%d", e->o->emit.module_name, i); }

static void write_table(Embed *e, Str *out)
{
    for (int i = 0; i < e->images.n; i++) {
        const Image *image = &e->images.at[i];
        str_printf(out, "%sextern const ptx2c_module %s;\nstatic const uint64_t ptx2c_keys_%d[][2] = {\n", i ? "" : "\n", module_name(e, i), i);
        for (int k = 0; k < image->keys.n; k++)
            str_printf(out, "    {0x%016llx, 0x%016llx},\n", (unsigned long long)image->keys.at[k].a, (unsigned long long)image->keys.at[k].b);
        str_printf(out, "};\nstatic const ptx2c_module *const ptx2c_modules_%d[] = {&%s, NULL};\n", i, module_name(e, i));
    }
    str_add(out, "static const ptx2c_embedded_image ptx2c_images[] = {\n");
    for (int i = 0; i < e->images.n; i++)
        str_printf(out, "    {ptx2c_keys_%d, %d, %d, ptx2c_modules_%d},\n", i, e->images.at[i].keys.n, e->images.at[i].more, i);
    str_printf(out, "};\nPTX2C_EMBED(ptx2c_images, %d)\n", e->images.n);
}

/* kernels.c, kernels_1.c, … */
static const char *output_name(Embed *e, int i)
{
    const char *path = e->o->output;
    const size_t n = strlen(path), stem = n > 2 && strcmp(path + n - 2, ".c") == 0 ? n - 2 : n;
    return i ? arena_printf(&e->a, "%.*s_%d%s", (int)stem, path, i, path + stem) : path;
}

static bool write_image(Embed *e, int i, const char *table)
{
    Options o = *e->o;
    const Image *image = &e->images.at[i];
    o.input = image->src.path;
    o.emit.module_name = module_name(e, i);
    o.emit.module_given = true;
    o.emit.source_name = image->file;
    o.emit.only_module = true;
    o.emit.tail = i ? NULL : table;
    Arena a = {0};
    Module *m = front_module(&a, &image->src, &o);
    if (m)
        library_resolved(m);
    if (!m || diag_errors())
        return false;
    Str c = {0};
    emit_module(m, &o.emit, &c);
    output_add(output_name(e, i), &c);
    return !diag_errors();
}

int embed(const Options *o)
{
    Embed e = {.o = o};
    Str table = {0};
    for (char **input = o->inputs; *input; input++)
        read_input(&e, *input);
    if (e.failed)
        return STATUS_FILE;
    add_linked(&e);
    if (e.images.n > 1 && strcmp(o->output, "-") == 0)
        bad_usage("--embed: this becomes %d files of C: -o FILE", e.images.n);
    write_table(&e, &table);
    for (int i = 0; i < e.images.n; i++)
        if (!write_image(&e, i, table.s))
            return STATUS_REFUSED;
    return output_commit() ? STATUS_DONE : STATUS_FILE;
}
