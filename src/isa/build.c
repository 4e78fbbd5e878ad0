/* build.c: new instructions, operands, registers and labels of a function, as passes make them. */
#include "isa/isa.h"

Opnd opnd_reg(int reg) { return (Opnd){.kind = O_REG, .comp = -1, .reg = reg}; }

Opnd opnd_number(uint64_t v, Type t) { return (Opnd){.kind = O_IMM, .comp = -1, .reg = -1, .imm = v, .type = t}; }

Opnd opnd_label(Sym *label) { return (Opnd){.kind = O_LABEL, .comp = -1, .reg = -1, .sym = label}; }

Opnd opnd_sreg(Arena *a, SregName name, int comp)
{
    const Sreg *r = &isa_sregs[name];
    Sym *s = NEW(a, Sym);
    *s = (Sym){.kind = SYM_SREG, .space = SP_SREG, .type = r->type, .vec = r->vec, .index = (int)name, .name = intern(r->name),
               .bytes = (uint64_t)type_bytes(r->type)};
    return (Opnd){.kind = O_SREG, .comp = comp, .reg = -1, .sym = s};
}

bool ins_try(const Module *m, const Fn *fn, Arena *a, const Ins *like, const char *words, const Opnd *op, int n, Ins *x)
{
    enum { MOST = 5 };
    const char **word = NEWN(a, const char *, MOST);
    *x = (Ins){.loc = like->loc, .line_file = like->line_file, .line = like->line, .made = like->made, .guard = -1, .word = word,
             .op = NEWN(a, Opnd, n ? n : 1), .nop = (uint8_t)n};
    for (const char *s = words; *s;) {
        size_t len = strcspn(s, ".");
        if (x->nword == MOST)
            ice("'%s' has too many words", words);
        word[x->nword++] = intern_n(s, len);
        s += len + (s[len] == '.');
    }
    for (int i = 0; i < n; i++)
        x->op[i] = op[i];
    return isa_match(m, fn, x);
}

Ins ins_new(const Module *m, const Fn *fn, Arena *a, const Ins *like, const char *words, const Opnd *op, int n)
{
    Ins x;
    if (!ins_try(m, fn, a, like, words, op, n, &x))
        ice("no '%s'", words);
    return x;
}

Ins *ins_add(Module *m, const Fn *fn, InsList *out, const Ins *like, const char *words, const Opnd *op, int n)
{
    const Ins x = ins_new(m, fn, m->code, like, words, op, n);
    array_add(m->code, out, x);
    return &out->at[out->n - 1];
}

Ins *ins_add_made(Module *m, const Fn *fn, InsList *out, const Ins *like, const char *words, const Opnd *op, int n)
{
    Ins *x = ins_add(m, fn, out, like, words, op, n);
    x->made = true;
    return x;
}

Ins *ins_add_branch(Module *m, const Fn *fn, InsList *out, const Ins *like, Sym *to, int guard, bool negate)
{
    return ins_under(ins_add_made(m, fn, out, like, "bra", (Opnd[]){opnd_label(to)}, 1), guard, negate);
}

Ins *ins_add_copy(Module *m, const Fn *fn, InsList *out, const Ins *like, int to, int from)
{
    const bool wide = type_info[fn->regs.at[to]->type].bits == 64;
    return ins_add_made(m, fn, out, like, wide ? "mov.b64" : "mov.b32", (Opnd[]){opnd_reg(to), opnd_reg(from)}, 2);
}

void ins_become(Module *m, const Fn *fn, Ins *ins, const char *words, const Opnd *op, int n)
{
    Ins x = ins_new(m, fn, m->code, ins, words, op, n);
    *ins = *ins_under(&x, ins->guard, ins->guard_neg);
}

const char *ins_words(Arena *a, const Ins *ins)
{
    const char *s = ins->word[0];
    for (int i = 1; i < ins->nword; i++)
        s = arena_printf(a, "%s.%s", s, ins->word[i]);
    return s;
}

/* By register, or one alone: what it becomes. */
typedef struct Names { const int *all; int from, to; } Names;

static int name_of(Names names, int reg) { return reg < 0 ? reg : names.all ? names.all[reg] : reg == names.from ? names.to : reg; }

static Opnd *rename_in(Arena *a, const Opnd *list, int n, Names names)
{
    Opnd *copy = NEWN(a, Opnd, n + 1);
    for (int i = 0; i < n; i++) {
        copy[i] = list[i];
        if (copy[i].kind == O_REG || copy[i].kind == O_MEM)
            copy[i].reg = name_of(names, copy[i].reg);
        if (copy[i].nsub)
            copy[i].sub = rename_in(a, copy[i].sub, (int)copy[i].nsub, names);
    }
    return copy;
}

static void rename_by(Arena *a, Ins *ins, Names names)
{
    const bool one = ins->op == ins->arg;
    ins->guard = name_of(names, ins->guard);
    ins->op = rename_in(a, ins->op, ins->nop, names);
    ins->arg = one ? ins->op : rename_in(a, ins->arg, ins->narg, names);
}

void ins_rename(Arena *a, Ins *ins, int from, int to) { rename_by(a, ins, (Names){NULL, from, to}); }

void ins_rename_all(Arena *a, Ins *ins, const int *to) { rename_by(a, ins, (Names){.all = to}); }

void ins_part(Arena *a, Ins *ins) { ins_rename(a, ins, -1, -1); }

static int add_reg(Arena *a, Fn *fn, Sym reg)
{
    Sym *r = NEW(a, Sym);
    *r = reg;
    r->index = fn->regs.n;
    r->user = NULL;
    array_add(a, &fn->regs, r);
    return r->index;
}

void fn_end_code(Module *m, Fn *fn, InsList *code)
{
    const Ins end = {.loc = fn->end};
    if (fn_falls_through(fn))
        array_add(m->code, code, ins_new(m, fn, m->code, &end, "ret", NULL, 0));
}

int fn_new_reg(Arena *a, Fn *fn, const char *name, Type t)
{
    return add_reg(a, fn, (Sym){.kind = SYM_REG, .name = intern(name), .space = SP_REG, .type = (uint8_t)t, .vec = 1,
                                .bytes = (uint64_t)type_bytes(t), .fn = fn});
}

int fn_copy_reg(Arena *a, Fn *fn, int like) { return add_reg(a, fn, *fn->regs.at[like]); }

Sym *fn_new_label(Arena *a, Fn *fn, const char *name, Loc loc)
{
    Sym *l = NEW_OF(a, Sym, .kind = SYM_LABEL, .name = intern(name), .loc = loc, .fn = fn, .index = -1);
    return l;
}

const char *type_plain(Type t)
{
    static const char *const plain[] = {"b16", "b32", "b64"};
    const int bits = type_info[t].bits;
    return plain[bits <= 16 ? 0 : bits <= 32 ? 1 : 2];
}
