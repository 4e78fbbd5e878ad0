/* gen.c: makes kernels that apply every scalar instruction form, elementwise, to arrays of inputs.
 *
 *   gen DIR STEP [NAME...]   DIR/eval_K.ptx and DIR/cases.c, which says what they hold (eval.h).  STEP 1: all forms; N:
 *                            some of each row and an Nth of the others; -N: an Nth of all.  NAME: only those mnemonics'
 *
 * The forms are those of the instruction table: each row's words in all legal combinations, for the first target of a list
 * that has them.  A kernel holds some forms with the same inputs; thread i loads the inputs' elements i and stores an
 * element for each result.  What the table has and this program cannot write is an error. */
#include "analysis/analysis.h"
#include "isa/table.h"

#include "eval.h"

#include <fcntl.h>
#include <unistd.h>

static Arena arena;
static int step;
static char **only; /* mnemonics, NULL at the end; none: all */
static int status;
static FILE *say; /* standard error, while what is refused goes to /dev/null */

static const char *const files[] = {"integer.isa", "float.isa", "half.isa", "compare.isa", "convert.isa",
                                    "logic.isa", "video.isa"};

/* The first target that has the form is taken. */
static const struct { const char *version, *target; int number; } where[] = {
    {"8.8", "sm_90", 90}, {"8.8", "sm_100a", 100}, {"9.1", "sm_100a", 100}, {"2.0", "sm_20", 20}, {"1.4", "sm_13", 13},
    {"1.3", "sm_13", 13},
};
enum { WHERES = sizeof where / sizeof *where, MODERN = 3, OLD = WHERES - 2, OLDEST };

typedef struct Made {
    Case c;
    int where;
    bool typed;       /* registers of the operands' own types, not .b */
    const char *word[24];
    const char *head; /* "add.rn.f32" */
    const char *tail; /* its operands; registers are $a0 … and $d0 … */
    const char *group; /* forms with the same can be in a kernel */
    const Form *row;
    bool kept;        /* has a kernel */
} Made;

static Array(Made) made;

/* ---- small things ------------------------------------------------------------------------------------------------ */

static uint32_t hash(const char *s)
{
    uint32_t h = 2166136261u;
    while (*s)
        h = (h ^ (unsigned char)*s++) * 16777619u;
    return h ^ h >> 15;
}

static uint32_t state = 1;

static unsigned below(unsigned n)
{
    state = state * 1664525u + 1013904223u;
    return n ? (state >> 8) % n : 0;
}

static bool one_of(const char *s, const char *list) /* "|add|sub|" */
{
    return strstr(list, arena_printf(&arena, "|%s|", s)) != NULL;
}

/* ---- writing ----------------------------------------------------------------------------------------------------- */

static const char *reg_class(const Made *m, const CaseOpnd *o)
{
    Type t = type_by_name(o->type);
    if (o->kind == 'p')
        return "pred";
    if (o->kind == 'c')
        return "b32";
    if (m->typed && o->reg == o->bits && o->bits >= 16 && ((t >= T_U16 && t <= T_S64) || t == T_F32 || t == T_F64))
        return o->type;
    if (m->typed && m->where < MODERN && (t == T_F16 || t == T_F16X2))
        return o->type;
    return arena_printf(&arena, "b%d", o->reg);
}

static void add_instruction(Str *b, const Made *m, int first_out)
{
    str_add(b, m->head);
    for (const char *p = m->tail; *p; p++) {
        if (*p != '$') {
            str_addc(b, *p);
            continue;
        }
        str_printf(b, "%%%c%d", p[1], p[2] - '0' + (p[1] == 'd' ? first_out : 0));
        p += 2;
    }
}

static void add_registers(Str *b, const Made *m, const CaseOpnd *o, int n, char letter, int first)
{
    for (int i = 0; i < n; i++)
        if (o[i].role != 'i')
            str_printf(b, "    .reg .%s %%%c%d;\n", reg_class(m, &o[i]), letter, first + i);
}

static void add_head(Str *b, int w)
{
    str_printf(b, ".version %s\n.target %s\n%s", where[w].version, where[w].target,
               where[w].number < 20 ? "" : ".address_size 64\n");
}

/* Does the table take it, as a use of this row? */
static bool legal(const Made *m, const Form *row)
{
    Str b = {0};
    add_head(&b, m->where);
    str_add(&b, ".entry k {\n");
    add_registers(&b, m, m->c.out, m->c.nout, 'd', 0);
    add_registers(&b, m, m->c.in, m->c.nin, 'a', 0);
    add_instruction(&b, m, 0);
    str_add(&b, ";\nret;\n}\n");
    static Arena scratch;
    arena_reset(&scratch);
    Source src = {.path = "form.ptx", .text = b.s, .len = b.n};
    diag_begin(&src, (DiagOptions){.no_warnings = true});
    Module *mod = parse_module(&scratch, src);
    check_module(mod);
    bool ok = !diag_errors() && mod->fns.n == 1 && mod->fns.at[0]->ins.n == 2 &&
              (!row || mod->fns.at[0]->ins.at[0].form == row);
    str_free(&b);
    return ok;
}

static int slot_bytes(const CaseOpnd *o)
{
    return o->kind == 'p' || o->kind == 'c' ? 4 : o->reg / 8;
}

static void add_load(Str *b, const Made *m, int i)
{
    const CaseOpnd *o = &m->c.in[i];
    const char *reg = arena_printf(&arena, "%%a%d", i);
    int bytes = slot_bytes(o);
    str_printf(b, "    ld.param.u64 %%p, [in%d];\n    mul.wide.u32 %%at, %%i, %d;\n    add.u64 %%at, %%at, %%p;\n", i, bytes);
    if (o->kind == 'p')
        str_printf(b, "    ld.global.u32 %%x, [%%at];\n    setp.ne.u32 %s, %%x, 0;\n", reg);
    else if (bytes == 16)
        str_printf(b, "    ld.global.v2.b64 {%%lo, %%hi}, [%%at];\n    mov.b128 %s, {%%lo, %%hi};\n", reg);
    else
        str_printf(b, "    ld.global.b%d %s, [%%at];\n", 8 * bytes, reg);
}

static void add_store(Str *b, const Made *m, const CaseOpnd *o, int reg, size_t offset)
{
    int bytes = slot_bytes(o);
    (void)m;
    str_printf(b, "    mul.wide.u32 %%at, %%i, %d;\n    add.u64 %%at, %%at, %%out;\n", bytes);
    if (o->kind == 'p')
        str_printf(b, "    selp.u32 %%x, 1, 0, %%d%d;\n    st.global.u32 [%%at+%zu], %%x;\n", reg, offset);
    else if (bytes == 16)
        str_printf(b, "    mov.b128 {%%lo, %%hi}, %%d%d;\n    st.global.v2.b64 [%%at+%zu], {%%lo, %%hi};\n", reg, offset);
    else
        str_printf(b, "    st.global.b%d [%%at+%zu], %%d%d;\n", 8 * bytes, offset, reg);
}

/* The instruction between what sets the carry flag and what reads it, if it has to do with that. */
static void add_case(Str *b, const Made *m, int first_out)
{
    const Case *c = &m->c;
    const CaseOpnd *last = c->nin ? &c->in[c->nin - 1] : NULL;
    if (last && last->kind == 'c')
        str_printf(b, "    add.cc.u32 %%x, %%a%d, 0xffffffff;\n", c->nin - 1);
    str_add(b, "    ");
    add_instruction(b, m, first_out);
    str_add(b, ";\n");
    if (c->out[c->nout - 1].kind == 'c')
        str_printf(b, "    addc.u32 %%d%d, 0, 0;\n", first_out + c->nout - 1);
}

static void add_kernel(Str *b, const char *name, const Made *m, int n)
{
    const Made *a = &m[0];
    bool inside = a->where == OLDEST; /* parameters */
    str_printf(b, inside ? ".entry %s\n{\n" : ".visible .entry %s(", name);
    for (int i = 0; i < a->c.nin; i++)
        if (a->c.in[i].role != 'i')
            str_printf(b, inside ? "    .param .u64 in%d;\n" : ".param .u64 in%d, ", i);
    str_add(b, inside ? "    .param .u64 out;\n" : ".param .u64 out)\n{\n");
    str_add(b, "    .reg .b32 %i, %x, %y;\n    .reg .b64 %p, %at, %out, %lo, %hi;\n");
    add_registers(b, a, a->c.in, a->c.nin, 'a', 0);
    for (int k = 0, d = 0; k < n; d += m[k++].c.nout)
        add_registers(b, &m[k], m[k].c.out, m[k].c.nout, 'd', d);
    str_add(b, "    ld.param.u64 %out, [out];\n    mov.u32 %i, %ctaid.x;\n    mov.u32 %x, %ntid.x;\n"
               "    mov.u32 %y, %tid.x;\n    mad.lo.u32 %i, %i, %x, %y;\n");
    for (int i = 0; i < a->c.nin; i++)
        if (a->c.in[i].role != 'i')
            add_load(b, a, i);
    size_t offset = 0;
    for (int k = 0, d = 0; k < n; d += m[k++].c.nout) {
        add_case(b, &m[k], d);
        for (int i = 0; i < m[k].c.nout; i++) {
            add_store(b, &m[k], &m[k].c.out[i], d + i, offset);
            offset += EVAL_N * (size_t)slot_bytes(&m[k].c.out[i]);
        }
    }
    str_add(b, "    ret;\n}\n");
}

static void print_operands(FILE *to, const CaseOpnd *o, int n)
{
    fputc('{', to);
    for (int i = 0; i < n; i++)
        fprintf(to, "{\"%s\", '%c', '%c', %d, %d, %d, \"%s\", %lluu},", o[i].type, o[i].kind, o[i].role, o[i].bits,
                o[i].reg, o[i].neg, o[i].sel, (unsigned long long)o[i].value);
    if (!n)
        fputs("{0}", to);
    fputc('}', to);
}

static void print_case(FILE *to, const Made *m)
{
    Str b = {0};
    add_instruction(&b, m, 0);
    fprintf(to, "    {\"%s\", \"%s\", (const char *const[]){", b.s, m->c.name);
    for (const char *const *w = m->word; *w; w++)
        fprintf(to, "\"%s\", ", *w);
    fprintf(to, "0}, %d, %d, %d, ", m->c.target, m->c.nin, m->c.nout);
    print_operands(to, m->c.in, m->c.nin);
    fputs(", ", to);
    print_operands(to, m->c.out, m->c.nout);
    fputs("},\n", to);
    str_free(&b);
}

/* ---- operands ---------------------------------------------------------------------------------------------------- */

/* Operands that count or point at bits. */
static bool is_count(const char *name, const char *opnd)
{
    static const char *const list[] = {"shl b", "shr b", "shf c", "bfe b", "bfe c", "bfi c", "bfi e", "szext b",
                                       "bmsk a", "bmsk b", "fns b", "fns c", "vshl b", "vshr b"};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (strcmp(list[i], arena_printf(&arena, "%s %s", name, opnd)) == 0)
            return true;
    return false;
}

static const char *selector(const Form *row, bool dest)
{
    static const char *const one[] = {"b0", "b1", "b2", "b3", "h0", "h1"};
    size_t n = strlen(row->name);
    int parts = row->name[n - 1] == '2' ? 2 : row->name[n - 1] == '4' ? 4 : 1;
    char text[8];
    if (below(4) == 0)
        return "";
    if (parts == 1)
        return one[below(6)];
    text[0] = parts == 2 ? 'h' : 'b';
    if (dest) { /* the parts to be written, the highest first */
        int k = 1;
        for (int i = parts - 1; i >= 0; i--)
            if (below(2))
                text[k++] = (char)('0' + i);
        text[k] = 0;
        return k == 1 ? "" : arena_printf(&arena, "%s", text);
    }
    for (int i = 0; i < parts; i++)
        text[1 + i] = (char)('0' + below(2 * (unsigned)parts));
    text[1 + parts] = 0;
    return arena_printf(&arena, "%s", text);
}

typedef struct Variant {
    bool optional;  /* operands in { } are there */
    bool wide;      /* registers wider than the operands' types */
    bool sel;       /* selectors and negations */
    uint64_t imm;   /* of a constant operand */
    int constant;   /* this input is a constant, too, + 1 */
} Variant;

static void add_operand(Made *m, Str *tail, const Form *row, const IsaOpnd *o, Type t, const Variant *v)
{
    Case *c = &m->c;
    CaseOpnd *to = o->dest ? &c->out[c->nout] : &c->in[c->nin];
    int n = o->dest ? c->nout++ : c->nin++;
    if (n >= (o->dest ? MAX_OUT : MAX_IN))
        ice("%s: too many operands", row->pattern);
    *to = (CaseOpnd){type_info[t].name, type_info[t].kind, 'v', type_info[t].bits, 0, false, "", 0};
    to->reg = to->bits;
    if (row->flags & FORM_RELAX && to->bits < 16)
        to->reg = 16;
    if (v->wide && (to->kind == 'u' || to->kind == 's') && to->bits < 64)
        to->reg = o->dest ? (to->bits < 32 ? 32 : 64) : to->bits < 32 && below(2) ? 32 : 64;
    if (o->kind == OK_IMM) {
        *to = (CaseOpnd){"u32", 'u', 'i', 32, 32, false, "", v->imm};
        str_printf(tail, "%u", (unsigned)v->imm);
        return;
    }
    if (!o->dest && n + 1 == v->constant && strchr("usb", to->kind) && to->bits >= 16 && to->bits <= 64) {
        to->role = 'i';
        to->value = to->bits == 64 ? v->imm : v->imm & (((uint64_t)1 << to->bits) - 1);
        uint64_t sign = (uint64_t)1 << (to->bits - 1);
        if (to->kind == 's' && to->value & sign && to->value != sign)
            str_printf(tail, "-%llu", (unsigned long long)((~to->value + 1) & (sign - 1)));
        else
            str_printf(tail, "%llu", (unsigned long long)to->value);
        return;
    }
    if (!o->dest && is_count(row->name, opnd_name(o)))
        to->role = 'n';
    if (v->sel && row->flags & FORM_NEG && !o->dest && below(3) == 0) {
        to->neg = true;
        str_addc(tail, '-');
    }
    str_printf(tail, "$%c%d", o->dest ? 'd' : 'a', n);
    if (v->sel && row->flags & FORM_SEL && *(to->sel = selector(row, o->dest)))
        str_printf(tail, ".%s", to->sel);
}

static void add_operands(Made *m, const Form *row, const uint16_t *word, const Variant *v)
{
    Str tail = {0};
    int last = -1;
    for (int i = 0; i < row->nopnd; i++) {
        const IsaOpnd *o = &isa_opnds[row->opnd + i];
        Type t = o->tok < 0 ? (Type)o->type : type_by_name(isa_words[word[o->tok]]);
        if (o->group && !v->optional)
            continue;
        if ((o->kind != OK_TYPED && o->kind != OK_IMM) || o->count < 0 || o->in == IN_MEM || o->in == IN_LIST || !t) {
            fprintf(say, "%s:%d: operand %s: not known to gen.c\n", row->file, row->line, opnd_name(o));
            status = 1;
            continue;
        }
        str_add(&tail, last < 0 ? " " : last == o->pos ? "|" : ", ");
        last = o->pos;
        if (o->count)
            str_addc(&tail, '{');
        for (int k = 0; k < (o->count ? o->count : 1); k++) {
            if (k)
                str_add(&tail, ", ");
            add_operand(m, &tail, row, o, t, v);
        }
        if (o->count)
            str_addc(&tail, '}');
    }
    if (one_of(row->name, "|addc|subc|madc|"))
        m->c.in[m->c.nin++] = (CaseOpnd){"cc", 'c', 'v', 1, 32, false, "", 0};
    for (const char *const *w = m->word; *w; w++)
        if (strcmp(*w, "cc") == 0)
            m->c.out[m->c.nout++] = (CaseOpnd){"cc", 'c', 'v', 1, 32, false, "", 0};
    m->tail = arena_strndup(&arena, tail.s ? tail.s : "", tail.n);
    str_free(&tail);
}

static void finish(Made *m)
{
    Str b = {0};
    str_printf(&b, "%d", m->where);
    for (const char *const *w = m->word; *w; w++)
        if (strcmp(*w, "f32x2") == 0)
            str_add(&b, " pairs");
    for (int i = 0; i < m->c.nin; i++) {
        const CaseOpnd *o = &m->c.in[i];
        if (o->role != 'i')
            str_printf(&b, " %s %s %c", o->kind == 'f' || o->kind == 'c' ? o->type : "", reg_class(m, o), o->role);
        else
            str_add(&b, " imm");
    }
    m->group = arena_strndup(&arena, b.s, b.n);
    str_free(&b);
    array_add(&arena, &made, *m);
}

/* ---- mov --------------------------------------------------------------------------------------------------------- */

/* Its operands are registers, vectors of any elements that fill the type, or vectors of its type. */
static void all_movs(void)
{
    static const struct { const char *text, *out, *in; } list[] = {
        {"pred $d0, $a0", "pred", "pred"}, {"b16 $d0, $a0", "b16", "b16"}, {"u16 $d0, $a0", "u16", "u16"},
        {"s16 $d0, $a0", "s16", "s16"}, {"b32 $d0, $a0", "b32", "b32"}, {"u32 $d0, $a0", "u32", "u32"},
        {"s32 $d0, $a0", "s32", "s32"}, {"b64 $d0, $a0", "b64", "b64"}, {"u64 $d0, $a0", "u64", "u64"},
        {"s64 $d0, $a0", "s64", "s64"}, {"f32 $d0, $a0", "f32", "f32"}, {"f64 $d0, $a0", "f64", "f64"},
        {"b32 $d0, $a0", "f32", "b32"}, {"b32 $d0, $a0", "b32", "f32"}, {"b64 $d0, $a0", "f64", "s64"},
        {"b128 $d0, $a0", "b128", "b128"},
        {"b16 $d0, {$a0, $a1}", "b16", "b8 b8"}, {"b32 $d0, {$a0, $a1}", "b32", "b16 b16"},
        {"b32 $d0, {$a0, $a1, $a2, $a3}", "b32", "b8 b8 b8 b8"}, {"b64 $d0, {$a0, $a1}", "b64", "b32 b32"},
        {"b64 $d0, {$a0, $a1}", "b64", "f32 s32"}, {"b64 $d0, {$a0, $a1}", "f64", "u32 f32"},
        {"b64 $d0, {$a0, $a1, $a2, $a3}", "b64", "b16 b16 b16 b16"}, {"b128 $d0, {$a0, $a1}", "b128", "b64 b64"},
        {"b128 $d0, {$a0, $a1}", "b128", "f64 s64"}, {"b128 $d0, {$a0, $a1, $a2, $a3}", "b128", "b32 b32 b32 b32"},
        {"b16 {$d0, $d1}, $a0", "b8 b8", "b16"}, {"b32 {$d0, $d1}, $a0", "b16 b16", "b32"},
        {"b32 {$d0, $d1}, $a0", "b16 b16", "f32"}, {"b32 {$d0, $d1, $d2, $d3}, $a0", "b8 b8 b8 b8", "b32"},
        {"b64 {$d0, $d1}, $a0", "b32 b32", "b64"}, {"b64 {$d0, $d1}, $a0", "f32 u32", "f64"},
        {"b64 {$d0, $d1, $d2, $d3}, $a0", "b16 b16 b16 b16", "b64"}, {"b128 {$d0, $d1}, $a0", "b64 b64", "b128"},
        {"b128 {$d0, $d1}, $a0", "f64 u64", "b128"}, {"b128 {$d0, $d1, $d2, $d3}, $a0", "b32 b32 b32 b32", "b128"},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        Made m = {.c.name = "mov", .typed = true};
        for (int dest = 0; dest < 2; dest++) {
            const char *p = dest ? list[i].out : list[i].in;
            for (; *p; p += strcspn(p, " "), p += *p == ' ') {
                const TypeInfo *t = &type_info[type_by_name(arena_strndup(&arena, p, strcspn(p, " ")))];
                *(dest ? &m.c.out[m.c.nout++] : &m.c.in[m.c.nin++]) =
                    (CaseOpnd){t->name, t->kind, 'v', t->bits, t->bits, false, "", 0};
            }
        }
        size_t n = strcspn(list[i].text, " ");
        m.word[0] = arena_strndup(&arena, list[i].text, n);
        m.head = arena_printf(&arena, "mov.%s", m.word[0]);
        m.tail = list[i].text + n;
        m.c.target = where[0].number;
        if (!legal(&m, NULL)) {
            fprintf(say, "mov.%s is refused\n", list[i].text);
            status = 1;
            continue;
        }
        finish(&m);
    }
}

/* ---- all forms of a row ------------------------------------------------------------------------------------------ */

/* f32 without .ftz where it could stand: before sm_20 that is something else. */
static bool flushes_when_old(const Made *m, const Form *row)
{
    bool ftz = false, single = false;
    for (int i = 0; i < row->ntok; i++)
        ftz |= strcmp(tok_name(&isa_toks[row->tok + i]), "ftz") == 0;
    for (const char *const *w = m->word; *w; w++) {
        single |= strcmp(*w, "f32") == 0;
        if (strcmp(*w, "ftz") == 0)
            return false;
    }
    return ftz && single;
}

/* With these operands, for the first target that has it.  Says whether there was one. */
static bool try_variant(const Form *row, const uint16_t *word, const Variant *v)
{
    Made m = {0};
    Str head = {0};
    int nword = 0;
    str_add(&head, row->name);
    for (int i = 0; i < row->ntok; i++)
        if (word[i]) {
            str_printf(&head, ".%s", isa_words[word[i]]);
            m.word[nword++] = isa_words[word[i]];
        }
    m.c.name = row->name;
    m.row = row;
    m.head = arena_strndup(&arena, head.s, head.n);
    str_free(&head);
    add_operands(&m, row, word, v);
    bool constant = !v->constant;
    for (int i = 0; i < m.c.nin; i++)
        constant |= m.c.in[i].role == 'i';
    if (!constant)
        return false;
    m.typed = hash(m.head) & 1;
    bool found = false;
    for (m.where = 0; m.where < WHERES; m.where++)
        if ((!found || (m.where == OLD && flushes_when_old(&m, row))) && legal(&m, row)) {
            m.c.target = where[m.where].number;
            finish(&m);
            found = true;
        }
    return found;
}

static void all_variants(const Form *row, const uint16_t *word)
{
    bool has_imm = false, has_optional = false, has_small = false;
    for (int i = 0; i < row->nopnd; i++) {
        const IsaOpnd *o = &isa_opnds[row->opnd + i];
        Type t = o->tok < 0 ? (Type)o->type : type_by_name(isa_words[word[o->tok]]);
        has_imm |= o->kind == OK_IMM;
        has_optional |= o->group != 0;
        has_small |= (type_info[t].kind == 'u' || type_info[t].kind == 's') && type_info[t].bits < 64;
    }
    if (has_imm) {
        for (unsigned i = 0; i < 256; i++)
            try_variant(row, word, &(Variant){.imm = i});
        return;
    }
    try_variant(row, word, &(Variant){0});
    if (has_optional)
        try_variant(row, word, &(Variant){.optional = true});
    if (row->flags & FORM_RELAX && has_small)
        try_variant(row, word, &(Variant){.wide = true});
    if (strstr(row->file, "integer.isa") || strstr(row->file, "logic.isa"))
        for (int i = 1; i <= row->nopnd; i++)
            for (int k = 0; k < 2; k++) {
                static const uint64_t some[] = {0, 1, 2, 5, 8, 16, 31, 32, 33, 64, 255, 256, 0x8000, 0xffff, 0x7fffffff,
                                                0x80000000, 0xffffffff, 0x8000000000000000, UINT64_MAX, UINT64_MAX - 2};
                try_variant(row, word, &(Variant){.constant = i, .imm = some[below(sizeof some / sizeof *some)]});
            }
    if (row->flags & (FORM_SEL | FORM_NEG))
        for (int found = 0, tries = 0; found < 3 && tries < 20; tries++)
            found += try_variant(row, word, &(Variant){.sel = true});
}

/* The words of token i and those after it. */
static void all_words(const Form *row, uint16_t *word, int i)
{
    if (i == row->ntok) {
        all_variants(row, word);
        return;
    }
    const IsaTok *k = &isa_toks[row->tok + i];
    const IsaSet *s = &isa_sets[k->set];
    bool tuple = false;
    for (int j = 0; j < i && s->width > 1; j++)
        tuple |= isa_toks[row->tok + j].set == k->set;
    for (int r = 0; r < s->rows; r++) {
        const uint16_t *cell = isa_cells + s->cell + r * s->width;
        bool fits = true;
        for (int j = 0; j < i && tuple; j++)
            if (isa_toks[row->tok + j].set == k->set)
                fits &= cell[isa_toks[row->tok + j].col] == word[j];
        if (!fits || (!cell[k->col] && k->optional))
            continue;
        word[i] = cell[k->col];
        all_words(row, word, i + 1);
    }
    word[i] = 0;
    if (k->optional)
        all_words(row, word, i + 1);
}

static bool wanted(const char *name)
{
    bool found = !*only;
    for (char **n = only; *n; n++)
        found |= strcmp(*n, name) == 0;
    return found;
}

/* What came after 9.1 is compared by tests/run: packed, alternate, scaled. */
static bool is_newest(const Form *row)
{
    bool newest = row->avail.n > 0;
    for (int i = 0; i < row->avail.n; i++)
        newest &= isa_avails[row->avail.first + i].ptx > 91;
    return newest;
}

static void all_rows(void)
{
    uint16_t word[64] = {0};
    for (int i = 0; i < isa_nforms; i++) {
        const Form *row = &isa_forms[i];
        const char *slash = strrchr(row->file, '/');
        bool ours = false;
        for (size_t k = 0; k < sizeof files / sizeof *files; k++)
            ours |= strcmp(slash ? slash + 1 : row->file, files[k]) == 0;
        if (!ours || row->flags & FORM_SYNTAX || !wanted(row->name) || is_newest(row))
            continue;
        int before = made.n;
        all_words(row, word, 0);
        if (made.n == before) {
            fprintf(say, "%s:%d: no legal form found: %s\n", row->file, row->line, row->pattern);
            status = 1;
        }
    }
}

/* ---- files ------------------------------------------------------------------------------------------------------- */

enum { PER_KERNEL = 16, PER_MODULE = 24 };

static int by_group(const void *x, const void *y)
{
    const Made *a = x, *b = y;
    int c = b->kept - a->kept;
    c = c ? c : strcmp(a->group, b->group);
    return c ? c : a->c.target - b->c.target;
}

static void choose(void)
{
    for (int i = 0, nth = 0; i < made.n; i++) {
        nth = i && made.at[i].row == made.at[i - 1].row ? nth + 1 : 0;
        made.at[i].kept = step < 0 ? i % -step == 0 : nth < 3 || nth % step == 0;
    }
}

static FILE *open_file(const char *dir, const char *name)
{
    FILE *f = fopen(arena_printf(&arena, "%s/%s", dir, name), "w");
    if (!f) {
        perror(name);
        exit(2);
    }
    return f;
}

static void write_all(const char *dir)
{
    Str kernels = {0}, modules = {0};
    FILE *cases = open_file(dir, "cases.c"), *ptx = NULL;
    int module = -1, in_module = PER_MODULE, last_where = -1, nkernels = 0;
    fputs("#include \"eval.h\"\nconst Case eval_cases[] = {\n", cases);
    int kept = 0;
    while (kept < made.n && made.at[kept].kept)
        kept++;
    for (int i = 0, n; i < kept; i += n) {
        const Made *m = &made.at[i];
        for (n = 1; i + n < kept && n < PER_KERNEL && strcmp(m[n].group, m->group) == 0;)
            n++;
        if (in_module == PER_MODULE || m->where != last_where) {
            Str head = {0};
            if (ptx)
                fclose(ptx);
            ptx = open_file(dir, arena_printf(&arena, "eval_%d.ptx", ++module));
            add_head(&head, m->where);
            fputs(head.s, ptx);
            str_free(&head);
            in_module = 0;
            last_where = m->where;
            str_printf(&modules, "extern const struct ptx2c_module eval_%d;\n", module);
        }
        Str text = {0};
        const char *name = arena_printf(&arena, "k%d", nkernels);
        in_module++;
        add_kernel(&text, name, m, n);
        fputs(text.s, ptx);
        str_free(&text);
        str_printf(&kernels, "    {%d, \"%s\", %d, %d},\n", module, name, i, n);
        nkernels++;
        for (int k = 0; k < n; k++)
            print_case(cases, &m[k]);
    }
    for (int i = kept; i < made.n; i++)
        print_case(cases, &made.at[i]);
    if (ptx)
        fclose(ptx);
    fprintf(cases, "};\nconst int eval_ncases = %d;\n", made.n);
    fprintf(cases, "const EvalKernel eval_kernels[] = {\n%s};\nconst int eval_nkernels = %d;\n%s", kernels.s, nkernels,
            modules.s);
    fputs("const struct ptx2c_module *const eval_modules[] = {", cases);
    for (int i = 0; i <= module; i++)
        fprintf(cases, "&eval_%d, ", i);
    fputs("};\n", cases);
    if (fclose(cases)) {
        perror("cases.c");
        exit(2);
    }
    printf("%d of %d forms, %d kernels, %d modules\n", kept, made.n, nkernels, module + 1);
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fputs("usage: gen DIR STEP [NAME...]\n", stderr);
        return 2;
    }
    step = atoi(argv[2]);
    only = argv + 3;
    int null = open("/dev/null", O_WRONLY);
    say = fdopen(dup(2), "w");
    if (null >= 0)
        dup2(null, 2); /* what is refused is no form */
    all_rows();
    if (wanted("mov"))
        all_movs();
    fflush(say);
    choose();
    qsort(made.at, (size_t)made.n, sizeof *made.at, by_group);
    write_all(argv[1]);
    return status;
}
