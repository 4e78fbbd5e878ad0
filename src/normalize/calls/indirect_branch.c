/* indirect_branch.c: many branches through one table of labels, as an interpreter has one behind each operation, become jumps to one
 * branch: each of them has an edge to each label, and n times n edges are more than anything behind can take.
 *
 * In: matched instructions.  Breaks everything cfg.c fills. */
#include "normalize/calls/inline.h"

enum { EDGES_MOST = 20000 }; /* of a function that stays as it is */

typedef struct Table {
    Sym *sym, *label; /* label: of the one branch */
    int uses, index;  /* index: the register that it looks at */
    Loc loc;
    UT_hash_handle hh;
} Table;

static Sym *table_of(const Ins *ins) { return isa_emit(ins) == EMIT_BRX ? ins->arg[isa_arg(ins, ARG_TARGETS)].sym : NULL; }

static Table *find_tables(Arena *tmp, const Fn *fn, double *edges)
{
    Table *tables = NULL;
    for (int i = 0; i < fn->ins.n; i++) {
        Sym *s = table_of(&fn->ins.at[i]);
        if (!s)
            continue;
        Table *t;
        HASH_FIND_PTR(tables, &s, t);
        if (!t) {
            t = NEW(tmp, Table);
            t->sym = s;
            t->loc = fn->ins.at[i].loc;
            HASH_ADD_PTR(tables, sym, t);
        }
        t->uses++;
        *edges += s->targets.n;
    }
    return tables;
}

/* The instruction, or a jump to the branch that stands for it. */
static void share(Copy *c, const Ins *ins, Table *tables)
{
    Inliner *in = c->in;
    Sym *s = table_of(ins);
    Table *t = NULL;
    if (s)
        HASH_FIND_PTR(tables, &s, t);
    if (!t || t->uses == 1) {
        array_add(in->m->arena, &in->ins, *ins);
        return;
    }
    if (!t->label) {
        t->label = fn_new_label(in->m->arena, in->fn, "$L__table", t->loc);
        t->index = inline_reg(in, "index", T_B32, t->loc);
    }
    c->loc = ins->loc;
    inline_add(c, "mov.b32", (Opnd[]){opnd_reg(t->index), ins->op[0]}, 2);
    inline_branch(c, t->label, ins->guard, ins->guard_neg);
}

static void share_all(Module *m, Fn *fn, Table *tables)
{
    Inliner in = {.m = m, .fn = fn};
    Copy c = {.in = &in, .from = fn, .top = true};
    for (int i = 0, label = 0; i <= fn->ins.n; i++) {
        for (; label < fn->labels.n && fn->labels.at[label]->index <= i; label++)
            inline_put_label(&in, fn->labels.at[label]);
        if (i < fn->ins.n)
            share(&c, &fn->ins.at[i], tables);
    }
    c.loc = fn->end;
    inline_add(&c, "ret", NULL, 0);
    for (Table *t = tables; t; t = t->hh.next) {
        if (!t->label)
            continue;
        c.loc = t->loc;
        inline_put_label(&in, t->label);
        inline_add(&c, "brx.idx", (Opnd[]){opnd_reg(t->index), inline_opnd_sym(O_LABEL, t->sym, t->loc)}, 2);
    }
    fn->ins = in.ins;
    fn->labels = in.labels;
}

void indirect_branch_share(Module *m)
{
    for (int i = 0; i < m->fns.n; i++) {
        Arena tmp = {0};
        double edges = 0;
        Table *tables = find_tables(&tmp, m->fns.at[i], &edges);
        if (edges > EDGES_MOST)
            share_all(m, m->fns.at[i], tables);
        HASH_CLEAR(hh, tables);
        arena_reset(&tmp);
    }
}
