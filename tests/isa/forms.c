/* tests/isa/forms.c: which rows of the instruction table a module uses.
 *
 *   forms MODULE.ptx...      prints "MODULE.ptx LINE ROW" for each instruction that matches a row (file.isa:line)
 *   forms                    prints all rows with their patterns
 *   forms -g ROW...          proposes an instruction for each of these rows, as lines of a .t file */
#include "isa.h"

#include <fcntl.h>
#include <unistd.h>

static Arena arena;

static const char *row_name(const Form *f)
{
    const char *slash = strrchr(f->file, '/');
    return arena_printf(&arena, "%s:%d", slash ? slash + 1 : f->file, f->line);
}

static Module *read_module(const char *path, const char *text, size_t len)
{
    Source src = {path, text, len};
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
            int line, col;
            diag_line_col(ins->loc, &line, &col);
            if (ins->form)
                printf("%s %d %s\n", path, line, row_name(ins->form));
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
    case OK_ADDR: str_add(b, below(4) ? "%rd1" : below(2) ? "sv" : below(2) ? "gv" : "kp"); break;
    case OK_VALUE: str_add(b, t == T_U32 ? "%r1" : "%rd1"); break;
    case OK_IMM: str_printf(b, "%u", below(3) ? below(3) * 8 : 1); break;
    case OK_LABEL: str_add(b, "L"); break;
    case OK_TEX: str_add(b, below(2) ? "%rd1" : "tx"); break;
    case OK_SAMP: str_add(b, "%rd2"); break;
    case OK_SURF: str_add(b, below(2) ? "%rd1" : "sf"); break;
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
        add_operand(b, f, o, word, 8 * i);
        if (o->in == IN_MEM)
            str_addc(b, ']');
        last = o->pos;
        in = o->in;
    }
    if (in == IN_LIST)
        str_addc(b, ']');
}

static bool legal(const Form *f, const char *ins, const char *version, const char *target)
{
    bool late = strcmp(version, "4.2") >= 0 && strlen(version) == 3;
    const char *text = arena_printf(
        &arena,
        ".version %s\n.target %s\n%s"
        ".global .align 16 .b8 gv[256]; .shared .align 16 .b8 sv[256]; .global .texref tx;"
        ".global .surfref sf;\n.entry k(.param .u64 kp) {\n.reg .pred %%p<8>; .reg .b16 %%h<8>; .reg .b32 %%r<40>;"
        ".reg .f32 %%f<40>; .reg .b64 %%rd<8>; .reg .f64 %%fd<8>;\n%s\n%s;\nL: ret;\n}\n",
        version, target, strcmp(version, "2.3") >= 0 ? ".address_size 64\n" : "",
        late ? ".reg .f16 %hf<8>; .reg .f16x2 %hh<8>; .reg .b128 %q<4>;" : "", ins);
    Module *m = read_module("proposal.ptx", text, strlen(text));
    return !diag_errors() && m->fns.n == 1 && m->fns.at[0]->ins.n == 2 && m->fns.at[0]->ins.at[0].form == f;
}

static void print_proposal(const Form *f)
{
    static const struct { const char *version, *target; } where[] = {
        {"8.8", "sm_90"}, {"8.8", "sm_90a"}, {"8.8", "sm_100a"}, {"8.8", "sm_120a"}, {"8.8", "sm_103a"},
        {"6.0", "sm_60"}, {"2.0", "sm_20"}, {"1.4", "sm_13"},
    };
    Str b = {0};
    for (int i = 0; i < 1000; i++) {
        propose(f, &b);
        for (size_t w = 0; w < sizeof where / sizeof *where; w++)
            if (legal(f, b.s, where[w].version, where[w].target)) {
                printf("version %s\ntarget %s\nok %s\n", where[w].version, where[w].target, b.s);
                str_free(&b);
                return;
            }
    }
    printf("# none found for %s: %s\n", row_name(f), f->pattern);
    str_free(&b);
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
    else if (!generate)
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
