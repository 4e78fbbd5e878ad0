/* main.c: ptx2c, PTX to C: reads a module (front.c) and writes what is asked for. */
#include "driver/options.h"

#include <errno.h>
#include <sys/stat.h>

static Arena arena;

static bool same_file(const char *a, const char *b)
{
    struct stat x, y;
    if (strcmp(a, b) == 0)
        return true;
    return stat(a, &x) == 0 && stat(b, &y) == 0 && S_ISREG(x.st_mode) && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

/* Refuses outputs that would overwrite the input or each other. */
static void check_paths(const Options *o)
{
    for (char **input = o->inputs; o->action == ACT_EMBED && *input; input++)
        if (strcmp(*input, "-") != 0 && same_file(*input, o->output))
            bad_usage("%s: an output would overwrite the input", o->output);
    const char *all[] = {o->input, o->rule_only ? NULL : o->output, o->header, o->main_program,
                         o->rule ? o->rule_file : NULL};
    int n = sizeof all / sizeof *all;
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) {
            if (!all[i] || !all[j] || !same_file(all[i], all[j]))
                continue;
            if (i == 0 && strcmp(all[i], "-") == 0)
                continue;
            if (i == 0)
                bad_usage("%s: an output would overwrite the input", all[j]);
            bad_usage("%s: two outputs would go to the same file", all[j]);
        }
}

/* A file name as make reads it. */
static void make_name(Str *out, const char *name)
{
    for (; *name; name++) {
        if (*name == ' ' || *name == '\t' || *name == '#' || *name == '\\')
            str_addc(out, '\\');
        else if (*name == '$')
            str_addc(out, '$');
        str_addc(out, *name);
    }
}

static void make_rule(const Options *o, Str *out)
{
    bool piped = strcmp(o->input, "-") == 0;
    make_name(out, o->rule_target);
    if (o->header) {
        str_addc(out, ' ');
        make_name(out, o->header);
    }
    if (o->main_program) {
        str_addc(out, ' ');
        make_name(out, o->main_program);
    }
    str_addc(out, ':');
    if (!piped) {
        str_addc(out, ' ');
        make_name(out, o->input);
    }
    str_addc(out, '\n');
    if (o->rule_phony && !piped) {
        str_addc(out, '\n');
        make_name(out, o->input);
        str_add(out, ":\n");
    }
}

static int finish(const Options *o)
{
    /* What a refused module uses is worth knowing, too. */
    progress_clear();
    bool show = !diag_errors() || (o->action == ACT_COVERAGE && strcmp(o->output, "-") == 0);
    if (show && !output_commit())
        return STATUS_FILE;
    return diag_errors() ? STATUS_REFUSED : STATUS_DONE;
}

/* The name of the header's include guard. */
static const char *guard_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *guard = arena_printf(&arena, "PTX2C_OUT_%s", slash ? slash + 1 : path);
    for (char *p = guard; *p; p++)
        *p = *p >= 'a' && *p <= 'z' ? (char)(*p - 'a' + 'A')
             : is_alnum(*p) ? *p : '_';
    return guard;
}

/* Writes C and what goes with it. */
static void write_c(Module *m, const Options *o)
{
    Str c = {0}, header = {0}, program = {0}, rule = {0};
    emit_module(m, &o->emit, &c);
    output_add(o->output, &c);
    if (o->header) {
        emit_header(m, &o->emit, guard_name(o->header), &header);
        output_add(o->header, &header);
    }
    if (o->main_program) {
        emit_main(m, &o->emit, &program);
        output_add(o->main_program, &program);
    }
    if (o->rule) {
        make_rule(o, &rule);
        output_add(o->rule_file, &rule);
    }
}

typedef struct Again { Source src; const Options *o; } Again;

/* The module once more, without the warnings that were already given. */
static Module *module_again(void *ctx)
{
    const Again *x = ctx;
    Options quiet = *x->o;
    quiet.diag.werror = false;
    quiet.diag.no_warnings = true;
    quiet.emit.module_given = true;
    return front_module(&arena, &x->src, &quiet);
}

static void write_page(Module *m, const Options *o, Str *out)
{
    Again again = {m->src, o};
    const HtmlOptions h = {o->input, o->with_dot, module_again, &again};
    emit_html(m, &o->emit, &h, out);
}

static void write_look(Module *m, const Options *o)
{
    static void (*const dumps[])(Module *, Str *) = {
        [ACT_CFG] = dump_cfg, [ACT_REGIONS] = dump_regions, [ACT_STATS] = dump_stats, [ACT_COVERAGE] = dump_coverage,
        [ACT_EXPLAIN] = explain_module, [ACT_PTX] = dump_ptx,
    };
    Str out = {0};
    if (o->action == ACT_AST)
        dump_ast(m, &out);
    else if (o->action == ACT_HTML)
        write_page(m, o, &out);
    else
        dumps[o->action](m, &out);
    output_add(o->output, &out);
}

int main(int argc, char **argv)
{
    Options o = options_parse(&arena, argc, argv);
    progress_begin();
    check_paths(&o);

    if (o.action == ACT_EMBED)
        return embed(&o);
    Source src = {.path = strcmp(o.input, "-") == 0 ? "<stdin>" : o.input};
    src.text = util_read_file(&arena, o.input, &src.len);
    if (!src.text) {
        complain("%s: %s", src.path, strerror(errno));
        return STATUS_FILE;
    }
    if (o.rule_only) {
        Str rule = {0};
        make_rule(&o, &rule);
        output_add(o.rule_file, &rule);
        diag_begin(&src, o.diag);
        return finish(&o);
    }
    Module *m = front_module(&arena, &src, &o);
    if (!m)
        return STATUS_REFUSED;
    if (o.action == ACT_CHECK)
        return diag_errors() ? STATUS_REFUSED : STATUS_DONE;
    if (o.action == ACT_C)
        write_c(m, &o);
    else
        write_look(m, &o);
    return finish(&o);
}
