/* tests/isa/forms.c: which rows of the instruction table a module uses.
 *
 *   forms MODULE.ptx...      prints "MODULE.ptx LINE ROW" for each instruction that matches a row (file.isa:line)
 *   forms                    prints all rows with their patterns
 *   forms -g ROW...          proposes an instruction for each of these rows, as lines of a .t file
 *   forms -s                 prints the rows that can write several registers, behind each how many results it has
 *   forms -r ROW             writes a module that runs such a row: kernels that look at all of its results (all) or at
 *                            one (only0, only1 …), and the same where half of the lanes do not run it (half_all …) */
#include "analysis/analysis.h"
#include "isa/table.h"

#include <fcntl.h>
#include <unistd.h>

static Arena arena;
static bool runs; /* what is proposed shall run: on 32 lanes, or on the 16 of half, in a module that declares what it names */

static const char *row_name(const Form *f)
{
    const char *slash = strrchr(f->file, '/');
    return arena_printf(&arena, "%s:%d", slash ? slash + 1 : f->file, f->line);
}

static Module *read_module(const char *path, const char *text, size_t len)
{
    Source src = {.path = path, .text = text, .len = len};
    diag_begin(&src, (DiagOptions){.no_warnings = true});
    Module *m = parse_module(&arena, src);
    check_module(m);
    return m;
}

static void print_uses(const char *path)
{
    size_t len;
    const char *text = util_read_file(&arena, path, &len);
    if (!text) {
        perror(path);
        exit(2);
    }
    Module *m = read_module(path, text, len);
    for (int f = 0; f < m->fns.n; f++)
        for (int i = 0; i < m->fns.at[f]->ins.n; i++) {
            const Ins *ins = &m->fns.at[f]->ins.at[i];
            if (ins->form)
                printf("%s %d %s\n", path, diag_line(ins->loc), row_name(ins->form));
        }
}

/* ---- proposals --------------------------------------------------------------------------------------------------- */

static uint32_t state = 1;

static unsigned below(unsigned n)
{
    state = state * 1664525u + 1013904223u;
    return n ? (state >> 8) % n : 0;
}

/* A register as tests/isa.sh declares them, for a type. */
static void add_register(Str *b, Type t, int i)
{
    i += i / 8;
    static const struct { const char *name; int n; } of[] = {
        [T_PRED] = {"p", 8}, [T_F32] = {"f", 40}, [T_F64] = {"fd", 8},
    };
    int bits = type_info[t].bits;
    if (t == T_PRED || t == T_F32 || t == T_F64)
        str_printf(b, "%%%s%d", of[t].name, i % of[t].n);
    else if (t == T_F16)
        str_printf(b, "%%hf%d", i % 8);
    else if (t == T_F16X2)
        str_printf(b, "%%hh%d", i % 8);
    else
        str_printf(b, "%%%s%d", bits <= 16 ? "h" : bits == 32 ? "r" : bits == 64 ? "rd" : "q",
                   i % (bits == 32 ? 40 : bits == 128 ? 4 : 8));
}

static void add_scalar(Str *b, const IsaOpnd *o, Type t, int i)
{
    switch ((IsaKind)o->kind) {
    case OK_ADDR:
        if (runs) {
            str_add(b, below(2) ? "sv" : "gv");
            break;
        }
        str_add(b, below(4) ? "%rd1" : below(2) ? "sv" : below(2) ? "gv" : "kp"); break;
    case OK_VALUE: str_add(b, t == T_U32 ? "%r1" : "%rd1"); break;
    case OK_IMM: str_printf(b, "%u", below(3) ? below(3) * 8 : 1); break;
    case OK_LABEL: str_add(b, "L"); break;
    case OK_TEX: str_add(b, below(2) || runs ? "%rd1" : "tx"); break;
    case OK_SAMP: str_add(b, "%rd2"); break;
    case OK_SURF: str_add(b, below(2) || runs ? "%rd1" : "sf"); break;
    default:
        if (!o->dest && below(5) == 0 && t != T_PRED)
            str_printf(b, "%u", below(2) * 8);
        else
            add_register(b, t, i);
    }
}

/* Elements of an operand with these words, and the letter of each. */
static int elements(const Form *f, const IsaOpnd *o, const uint16_t *word, const char **spec)
{
    *spec = NULL;
    if (o->count >= 0)
        return o->count;
    const char *w = o->count == COUNT_TABLE ? "" : isa_words[word[o->vec]];
    if (o->count == COUNT_TOK) {
        w += strcspn(w, "0123456789");
        return *w ? atoi(w) : 0;
    }
    if (o->count == COUNT_N)
        return strchr(w, 'n') ? atoi(strchr(w, 'n') + 1) / o->div : 0;
    const IsaVec *v = &isa_vecs[f->vec + o->vec];
    for (int i = 0; i < v->n; i++) {
        const IsaVecRow *r = &isa_vec_rows[v->first + i];
        if (r->word == word[v->tok]) {
            if (*r->spec >= '0' && *r->spec <= '9')
                return atoi(r->spec);
            *spec = r->spec;
            return (int)strlen(r->spec);
        }
    }
    return 0;
}

static void add_operand(Str *b, const Form *f, const IsaOpnd *o, const uint16_t *word, int first)
{
    const char *spec;
    int n = elements(f, o, word, &spec);
    Type t = o->tok < 0 ? (Type)o->type : word[o->tok] ? type_by_name(isa_words[word[o->tok]]) : T_NONE;
    if (t == T_NONE)
        t = T_B32;
    if (n)
        str_addc(b, '{');
    for (int i = 0; i < (n ? n : 1); i++) {
        char c = spec ? spec[i] : 'x';
        if (i)
            str_add(b, ", ");
        add_scalar(b, o, c == 'x' ? t : c == 'f' ? T_F32 : c == 'u' ? T_U32 : T_S32, first + i);
    }
    if (n)
        str_addc(b, '}');
}

/* Any instruction of the form: a legal one after some attempts. */
static void propose(const Form *f, Str *b)
{
    uint16_t word[64] = {0};
    str_clear(b);
    str_add(b, f->name);
    unsigned chance = below(4);
    for (int i = 0; i < f->ntok; i++) {
        const IsaTok *k = &isa_toks[f->tok + i];
        const IsaSet *s = &isa_sets[k->set];
        bool again = false;
        for (int j = 0; j < i && !again; j++)
            again = isa_toks[f->tok + j].set == k->set;
        if (k->optional && below(4) >= chance)
            continue;
        unsigned row = below(s->rows);
        if (again) /* of a tuple: the row taken before, when it can be told */
            for (int j = 0; j < i; j++)
                if (isa_toks[f->tok + j].set == k->set)
                    for (int r = 0; r < s->rows; r++)
                        if (isa_cells[s->cell + (uint32_t)(r * s->width + isa_toks[f->tok + j].col)] == word[j] &&
                            below(2))
                            row = (unsigned)r;
        word[i] = isa_cells[s->cell + row * s->width + k->col];
        if (word[i])
            str_printf(b, ".%s", isa_words[word[i]]);
    }
    int last = -1, in = IN_PLAIN;
    bool given[256] = {false};
    for (int i = 0; i < f->nopnd; i++) {
        const IsaOpnd *o = &isa_opnds[f->opnd + i];
        if (o->group && !given[o->group] && below(4) >= chance)
            continue;
        if (o->group)
            given[o->group] = true;
        bool same = last == o->pos;
        if (in == IN_LIST && !same)
            str_addc(b, ']');
        if (same)
            str_add(b, o->in == IN_PAIR ? "|" : ", ");
        else
            str_add(b, last < 0 ? " " : ", ");
        bool open = (o->in == IN_LIST && !same) || o->in == IN_MEM;
        if (open)
            str_addc(b, '[');
        if (runs && i == f->warp)
            str_add(b, "MEMBERS");
        else
            add_operand(b, f, o, word, 8 * i);
        if (o->in == IN_MEM)
            str_addc(b, ']');
        last = o->pos;
        in = o->in;
    }
    if (in == IN_LIST)
        str_addc(b, ']');
}

/* The instruction as the form reads it; NULL: it is not legal there. */
static const Ins *legal(const Form *f, const char *ins, const char *version, const char *target, const Fn **fn)
{
    bool late = strcmp(version, "4.2") >= 0 && strlen(version) == 3;
    const char *text = arena_printf(
        &arena,
        ".version %s\n.target %s\n%s"
        ".global .align 16 .b8 gv[256]; .shared .align 16 .b8 sv[256]; .global .texref tx;"
        ".global .surfref sf;\n.entry k(.param .u64 kp) {\n.reg .pred %%p<8>; .reg .b16 %%h<8>; .reg .b32 %%r<40>;"
        ".reg .f32 %%f<40>; .reg .b64 %%rd<8>; .reg .f64 %%fd<8>;\n%s%s\n%s%s;\nL: ret;\n}\n",
        version, target, strcmp(version, "2.3") >= 0 ? ".address_size 64\n" : "",
        late ? ".reg .f16 %hf<8>; .reg .f16x2 %hh<8>;" : "", strcmp(version, "8.3") >= 0 ? ".reg .b128 %q<4>;" : "",
        strstr(ins, "MEMBERS") ? ".reg .b32 MEMBERS;\n" : "", ins);
    Module *m = read_module("proposal.ptx", text, strlen(text));
    if (diag_errors() || m->fns.n != 1 || m->fns.at[0]->ins.n != 2 || m->fns.at[0]->ins.at[0].form != f)
        return NULL;
    *fn = m->fns.at[0];
    return &(*fn)->ins.at[0];
}

typedef struct Proposal { Str text; const char *version, *target; const Fn *fn; const Ins *ins; } Proposal;

/* Finds a legal instruction of the form; false: there was none. */
static bool find_proposal(const Form *f, Proposal *p)
{
    static const struct { const char *version, *target; } where[] = {
        {"8.8", "sm_90"}, {"8.8", "sm_90a"}, {"8.8", "sm_100a"}, {"8.8", "sm_120a"}, {"8.8", "sm_103a"},
        {"9.5", "sm_107a"}, {"9.5", "sm_100a"}, {"6.0", "sm_60"}, {"2.0", "sm_20"}, {"1.4", "sm_13"},
    };
    for (int i = 0; i < 1000; i++) {
        propose(f, &p->text);
        for (size_t w = 0; w < sizeof where / sizeof *where; w++) {
            p->version = where[w].version;
            p->target = where[w].target;
            p->ins = legal(f, p->text.s, p->version, p->target, &p->fn);
            if (p->ins)
                return true;
        }
    }
    return false;
}

static void print_proposal(const Form *f)
{
    Proposal p = {0};
    if (find_proposal(f, &p))
        printf("version %s\ntarget %s\nok %s\n", p.version, p.target, p.text.s);
    else
        printf("# none found for %s: %s\n", row_name(f), f->pattern);
    str_free(&p.text);
}

/* ---- modules that look at one result ------------------------------------------------------------------------------------- */

typedef struct Results { int n; const char *name[64]; Type type[64]; } Results;

static void add_results(const Fn *fn, const Opnd *o, Results *r)
{
    if (o->kind == O_REG && r->n < 64) {
        r->name[r->n] = fn->regs.at[o->reg]->name;
        r->type[r->n++] = (Type)fn->regs.at[o->reg]->type;
    }
    for (uint32_t i = 0; i < o->nsub; i++)
        add_results(fn, &o->sub[i], r);
}

static Results find_results(const Proposal *p)
{
    Results r = {0};
    for (int i = 0; i < p->ins->narg; i++)
        if (isa_arg_is_dest(p->ins, i))
            add_results(p->fn, &p->ins->arg[i], &r);
    return r;
}

/* How many operands of a form are results; vectors: of these, how many are vectors. */
static int count_results(const Form *f, int *vectors)
{
    int n = 0;
    *vectors = 0;
    for (int i = 0; i < f->nopnd; i++)
        if (isa_opnds[f->opnd + i].dest)
            n++, *vectors += isa_opnds[f->opnd + i].count != 0;
    return n;
}

/* Every register has a value of its own in each lane, the shared variable one in each word; %rd1 is a texture. */
static void print_values(const Proposal *p)
{
    for (int i = 0; i < 40; i++) {
        printf("mul.lo.u32 %%r%d, %%lane, %d; cvt.rn.f32.u32 %%f%d, %%r%d;\n", i, i * 2 + 1, i, i);
        if (i < 8)
            printf("and.b32 %%bit, %%r%d, %d; setp.ne.u32 %%p%d, %%bit, 0; cvt.u16.u32 %%h%d, %%r%d; "
                   "cvt.u64.u32 %%rd%d, %%r%d; cvt.f64.f32 %%fd%d, %%f%d;\n", i, 1 << i % 4, i, i, i, i, i, i, i);
    }
    for (int i = 0; i < 8 && atoi(p->target + 3) >= 53; i++)
        printf("mov.b16 %%hf%d, %%h%d; mov.b32 %%hh%d, %%r%d;\n", i, i, i, i);
    for (int i = 0; i < 4 && atoi(p->target + 3) >= 70; i++)
        printf("mov.b128 %%q%d, {%%rd%d, %%rd%d};\n", i, i, i + 1);
    if (strstr(p->text.s, "[sv]"))
        printf("mov.u32 %%base, sv; shl.b32 %%bit, %%lane, 2; add.u32 %%base, %%base, %%bit;\n"
               "I: st.shared.u32 [%%base], %%bit; add.u32 %%base, %%base, 128; add.u32 %%bit, %%bit, 128;\n"
               "setp.lt.u32 %%upper, %%bit, 4096; @%%upper bra I; bar.sync 0;\n");
    if (strstr(p->text.s, "%rd1"))
        printf("ld.param.u64 %%rd1, [tx];\n");
}

static void print_kernel(const Proposal *p, const Results *r, int only, bool half)
{
    const char *members = strstr(p->text.s, "MEMBERS");
    printf(".visible .entry %s", half ? "half_" : "");
    printf(only < 0 ? "all" : "only%d", only);
    printf("(.param .u64 out, .param .u64 tx) {\n"
           ".reg .pred %%p<8>; .reg .b16 %%h<8>; .reg .b32 %%r<40>; .reg .f32 %%f<40>; .reg .b64 %%rd<8>; .reg .f64 %%fd<8>;\n"
           "%s%s\n.reg .u32 %%lane, %%bit, %%base; .reg .u64 %%out, %%at; .reg .pred %%upper;\n"
           "mov.u32 %%lane, %%tid.x;\nld.param.u64 %%out, [out]; mul.wide.u32 %%at, %%lane, 512; add.u64 %%out, %%out, %%at;\n",
           atoi(p->target + 3) >= 53 ? ".reg .f16 %hf<8>; .reg .f16x2 %hh<8>;" : "",
           atoi(p->target + 3) >= 70 ? ".reg .b128 %q<4>;" : "");
    print_values(p);
    if (half)
        printf("setp.ge.u32 %%upper, %%lane, 16;\n@%%upper bra L;\n");
    if (members)
        printf("%.*s%s%s;\n", (int)(members - p->text.s), p->text.s, half ? "0xffff" : "0xffffffff", members + strlen("MEMBERS"));
    else
        printf("%s;\n", p->text.s);
    for (int i = 0; i < r->n; i++) {
        if (only >= 0 && i != only)
            continue;
        if (r->type[i] == T_PRED)
            printf("selp.u32 %%bit, 1, 0, %s; st.global.u32 [%%out+%d], %%bit;\n", r->name[i], 8 * i);
        else
            printf("st.global.%s%d [%%out+%d], %s;\n", r->type[i] == T_F32 || r->type[i] == T_F64 ? "f" : "b",
                   type_info[r->type[i]].bits, 8 * i, r->name[i]);
    }
    printf("L: ret;\n}\n");
}

/* An instruction of the form in several kernels, of which each looks at all of its results or at one. */
static bool print_module(const Form *f)
{
    const bool image = strncmp(f->name, "tex", 3) == 0 || strncmp(f->name, "tld4", 4) == 0 || strncmp(f->name, "suld", 4) == 0;
    Proposal p = {0};
    Results r = {0};
    runs = true;
    for (int k = 0; k < 200; k++) {
        if (!find_proposal(f, &p))
            return false;
        r = find_results(&p);
        if (r.n > 1 && (!image || (strstr(p.text.s, ".2d.") && !strstr(p.text.s, "%rd2") && !strstr(p.text.s, ".trap"))))
            break;
    }
    if (r.n < 2)
        return false;
    printf("// %s: %s\n.version %s\n.target %s\n.address_size 64\n.global .align 16 .b8 gv[4096]; .shared .align 16 .b8 sv[4096];\n",
           row_name(f), p.text.s, p.version, p.target);
    const bool aligned = strstr(p.text.s, ".aligned") || strstr(p.text.s, "matrix");
    for (int half = 0; half < (aligned ? 1 : 2); half++)
        for (int only = -1; only < r.n; only++)
            print_kernel(&p, &r, only, half);
    str_free(&p.text);
    return true;
}

int main(int argc, char **argv)
{
    bool generate = argc > 1 && strcmp(argv[1], "-g") == 0;
    int null = open("/dev/null", O_WRONLY);
    if (null >= 0)
        dup2(null, 2); /* what is refused is known already */
    if (argc == 1)
        for (int i = 0; i < isa_nforms; i++)
            printf("%s %s\n", row_name(&isa_forms[i]), isa_forms[i].pattern);
    else if (strcmp(argv[1], "-s") == 0)
        for (int i = 0; i < isa_nforms; i++) {
            int vectors, n = count_results(&isa_forms[i], &vectors);
            if (n + vectors > 1 && !(isa_forms[i].flags & FORM_SYNTAX))
                printf("%s %d\n", row_name(&isa_forms[i]), n);
        }
    else if (strcmp(argv[1], "-r") == 0) {
        for (int i = 0; i < isa_nforms; i++)
            if (argc > 2 && strcmp(argv[2], row_name(&isa_forms[i])) == 0)
                return !print_module(&isa_forms[i]);
        return 2;
    } else if (!generate)
        for (int i = 1; i < argc; i++)
            print_uses(argv[i]);
    else
        for (int i = 0; i < isa_nforms; i++)
            for (int k = 2; k < argc; k++)
                if (strcmp(argv[k], row_name(&isa_forms[i])) == 0) {
                    print_proposal(&isa_forms[i]);
                    fflush(stdout);
                }
    return 0;
}
