/* plain.c: the machine's instructions that a thread does by itself. */
#include "thread.h"

#include <stdlib.h>
#include <string.h>

/* ---- registers and memory ------------------------------------------------------------------------------------------- */

uint64_t get(Thread *t, const Operand *o)
{
    if (o->kind == IMM)
        return (uint64_t)o->value;
    if (o->kind == NAME)
        die(0, "no value", o->name);
    return top(t)->reg[o->kind][o->reg] ^ (o->kind == P && o->neg);
}

void set(Thread *t, const Operand *o, uint64_t v)
{
    top(t)->reg[o->kind][o->reg] = o->kind == R ? (uint32_t)v : o->kind == P ? v & 1 : v;
}

static uint32_t symbol_at(const char *name)
{
    for (int i = 0; i < nsymbols; i++)
        if (strcmp(symbol[i].name, name) == 0)
            return symbol[i].at;
    die(0, "no symbol", name);
    return 0;
}

/* The place of a memory operand of n bytes. */
static unsigned char *place(Thread *t, const Insn *i, const Operand *o, size_t n)
{
    static unsigned char nowhere[16];
    uint64_t a = o->base == NAME ? symbol_at(o->name) : top(t)->reg[o->base][o->reg];
    a += (uint64_t)o->value;
    if (strstr(i->op, ".shared")) {
        if (a + n <= shared_size && a % n == 0)
            return t->cta->shared + a;
    } else {
        for (int k = 0; k < nallowed; k++)
            if (a - (uintptr_t)allowed[k].at <= allowed[k].bytes - n && a % n == 0)
                return (unsigned char *)(uintptr_t)a;
    }
    blame("line %d: no memory", i->line);
    return nowhere;
}

static uint32_t read32(const unsigned char *p)
{
    uint32_t v;
    memcpy(&v, p, 4);
    return v;
}

static void write32(unsigned char *p, uint32_t v) { memcpy(p, &v, 4); }

/* ---- arithmetic and memory ------------------------------------------------------------------------------------------ */

#define OP(name, body)                                                                                                  \
    static void name(Thread *t, const Insn *i)                                                                          \
    {                                                                                                                   \
        uint32_t a = i->n > 1 && i->o[1].kind < MEM ? get32(t, &i->o[1]) : 0;                                           \
        uint32_t b = i->n > 2 && i->o[2].kind < MEM ? get32(t, &i->o[2]) : 0;                                           \
        uint32_t c = i->n > 3 && i->o[3].kind < MEM ? get32(t, &i->o[3]) : 0;                                           \
        (void)a, (void)b, (void)c;                                                                                      \
        set(t, &i->o[0], body);                                                                                         \
    }

OP(op_add, a + b)
OP(op_sub, a - b)
OP(op_mul, a * b)
OP(op_mad, a * b + c)
OP(op_and, a & b)
OP(op_or, a | b)
OP(op_xor, a ^ b)
OP(op_not, ~a)
OP(op_shl, b > 31 ? 0 : a << b)
OP(op_shr, b > 31 ? 0 : a >> b)
OP(op_min, a < b ? a : b)
OP(op_max, (int32_t)a > (int32_t)b ? a : b)
OP(op_rem, b ? a % b : 0)
OP(op_div, b ? a / b : 0)
OP(op_selp, c ? a : b)
OP(op_mul_wide, (uint64_t)a * b)
OP(op_mad_wide, (uint64_t)a * b + get(t, &i->o[3]))
OP(op_add64, get(t, &i->o[1]) + get(t, &i->o[2]))
OP(op_mov64, get(t, &i->o[1]))
OP(op_cvt64, a)
OP(op_notp, !a)

static void op_popc(Thread *t, const Insn *i)
{
    uint32_t n = 0;
    for (uint32_t a = get32(t, &i->o[1]); a; a &= a - 1)
        n++;
    set(t, &i->o[0], n);
}

static void op_clz(Thread *t, const Insn *i)
{
    uint32_t n = 0, a = get32(t, &i->o[1]);
    while (n < 32 && !(a >> (31 - n) & 1))
        n++;
    set(t, &i->o[0], n);
}

static void op_setp(Thread *t, const Insn *i)
{
    static const char names[6][3] = {"eq", "ne", "lt", "le", "gt", "ge"};
    uint32_t a = get32(t, &i->o[1]), b = get32(t, &i->o[2]);
    int64_t x = a, y = b;
    if (strstr(i->op, ".s32")) {
        x = (int32_t)a;
        y = (int32_t)b;
    }
    bool r[6] = {x == y, x != y, x < y, x <= y, x > y, x >= y};
    for (int k = 0; k < 6; k++)
        if (strncmp(i->op + 5, names[k], 2) == 0)
            set(t, &i->o[0], r[k]);
}

static void op_sreg(Thread *t, const Insn *i)
{
    const char *s = i->o[1].name;
    const struct { const char *name; uint32_t v; } all[] = {
        {"%tid.x", t->tid.x}, {"%tid.y", t->tid.y}, {"%tid.z", t->tid.z}, {"%laneid", t->index % 32},
        {"%ntid.x", block_dim.x}, {"%ntid.y", block_dim.y}, {"%ntid.z", block_dim.z}, {"%ctaid.x", t->cta->id.x},
        {"%nctaid.x", grid_dim.x},
    };
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        if (strcmp(all[k].name, s) == 0) {
            set(t, &i->o[0], all[k].v);
            return;
        }
    set(t, &i->o[0], symbol_at(s));
}

static void op_mov32(Thread *t, const Insn *i)
{
    if (i->o[1].kind == NAME)
        op_sreg(t, i);
    else
        set(t, &i->o[0], get32(t, &i->o[1]));
}

static void op_param(Thread *t, const Insn *i)
{
    const Function *f = top(t)->f;
    for (int k = 0; k < f->params; k++)
        if (strcmp(f->param[k], i->o[1].name) == 0)
            set(t, &i->o[0], arguments[k]);
}

static void op_ld(Thread *t, const Insn *i) { set(t, &i->o[0], read32(place(t, i, &i->o[1], 4))); }
static void op_st(Thread *t, const Insn *i) { write32(place(t, i, &i->o[0], 4), get32(t, &i->o[1])); }

static void update(Thread *t, const Insn *i, const Operand *d, int at)
{
    unsigned char *p = place(t, i, &i->o[at], 4);
    uint32_t old = read32(p), b = get32(t, &i->o[at + 1]);
    if (d)
        set(t, d, old);
    if (strstr(i->op, ".add."))
        write32(p, old + b);
    else if (strstr(i->op, ".exch."))
        write32(p, b);
    else if (strstr(i->op, ".max."))
        write32(p, old > b ? old : b);
    else if (strstr(i->op, ".xor."))
        write32(p, old ^ b);
    else if (strstr(i->op, ".or."))
        write32(p, old | b);
    else if (strstr(i->op, ".cas.") && old == b)
        write32(p, get32(t, &i->o[at + 2]));
}

static void op_atom(Thread *t, const Insn *i) { update(t, i, &i->o[0], 1); }
static void op_red(Thread *t, const Insn *i) { update(t, i, NULL, 0); }
static void op_nothing(Thread *t, const Insn *i) { (void)t, (void)i; }

/* ---- control -------------------------------------------------------------------------------------------------------- */

static const Label *label(const Function *f, const char *name)
{
    for (int k = 0; k < f->labels; k++)
        if (strcmp(f->label[k].name, name) == 0)
            return &f->label[k];
    die(0, "no label", name);
    return NULL;
}

static void op_bra(Thread *t, const Insn *i) { top(t)->pc = label(top(t)->f, i->o[0].name)->at - 1; }

static void op_brx(Thread *t, const Insn *i)
{
    const Function *f = top(t)->f;
    const Label *l = label(f, i->o[1].name);
    uint32_t k = get32(t, &i->o[0]);
    if (k >= (uint32_t)l->targets)
        blame("line %d: no target %u", i->line, (unsigned)k);
    else
        top(t)->pc = f->label[l->target[k]].at - 1;
}

void enter(Thread *t, const Function *f)
{
    Frame *x = top(t);
    x->f = f;
    x->pc = 0;
    for (int k = R; k <= P; k++) {
        x->reg[k] = calloc((size_t)f->regs[k] + 1, sizeof *x->reg[k]);
        for (int n = 0; n < f->regs[k]; n++) /* what nobody wrote may be anything */
            x->reg[k][n] = k == P ? rnd() & 1 : rnd();
    }
}

void leave(Thread *t)
{
    for (int k = R; k <= P; k++)
        free(top(t)->reg[k]);
}

/* call (%r), f, (args): the arguments are the function's first registers, its result register 0. */
static void op_call(Thread *t, const Insn *i)
{
    const Function *f = functions;
    while (f && strcmp(f->name, i->o[1].name) != 0)
        f = f->next;
    if (!f || t->depth + 1 == MAX_DEPTH) {
        blame("line %d: no call of %s", i->line, i->o[1].name);
        return;
    }
    uint32_t v[MAX_OPERANDS];
    for (int k = 2; k < i->n; k++)
        v[k] = get32(t, &i->o[k]);
    t->depth++;
    enter(t, f);
    top(t)->result = i->o[0];
    for (int k = 2; k < i->n; k++)
        top(t)->reg[R][k - 2] = v[k];
    top(t)->pc = -1;
}

static void op_exit(Thread *t, const Insn *i)
{
    (void)i;
    t->state = EXITED;
    for (; t->depth >= 0; t->depth--)
        leave(t);
    t->depth = 0;
    checks(t);
}

void op_ret(Thread *t, const Insn *i)
{
    if (!t->depth) {
        op_exit(t, i);
        return;
    }
    uint64_t v = top(t)->reg[R][0];
    Operand d = top(t)->result;
    leave(t);
    t->depth--;
    set(t, &d, v);
}

const Named plain[] = {
    {"mov.u32", op_mov32}, {"mov.b32", op_mov32}, {"add.u32", op_add}, {"add.s32", op_add}, {"sub.u32", op_sub},
    {"mul.lo.u32", op_mul}, {"mad.lo.u32", op_mad}, {"and.b32", op_and}, {"or.b32", op_or}, {"xor.b32", op_xor},
    {"not.b32", op_not}, {"shl.b32", op_shl}, {"shr.u32", op_shr}, {"min.u32", op_min}, {"max.s32", op_max},
    {"rem.u32", op_rem}, {"div.u32", op_div}, {"selp.b32", op_selp}, {"mul.wide.u32", op_mul_wide},
    {"mad.wide.u32", op_mad_wide}, {"add.u64", op_add64}, {"mov.u64", op_mov64}, {"cvt.u64.u32", op_cvt64},
    {"not.pred", op_notp}, {"and.pred", op_and}, {"or.pred", op_or}, {"xor.pred", op_xor}, {"popc.b32", op_popc},
    {"clz.b32", op_clz}, {"setp.", op_setp}, {"bra", op_bra}, {"bra.uni", op_bra}, {"brx.idx", op_brx},
    {"call", op_call}, {"call.uni", op_call}, {"ret", op_ret}, {"exit", op_exit}, {"ld.param.", op_param},
    {"ld.", op_ld}, {"st.", op_st}, {"atom.", op_atom}, {"red.", op_red}, {"membar.", op_nothing},
    {"fence.", op_nothing}, {"nanosleep.u32", op_nothing}, {NULL, NULL},
};
