/* edge_load.c: loads at places that are clamped are a choice between what lies at the edge and neighbours in a row.
 *
 *   v = tile[max(t - 1, 0)];      edge = some lane has t - 1 < 0 ? tile[0] : 0;      v = t - 1 < 0 ? edge : tile[t - 1];
 *
 * Few lanes of a block are at its edge, but for their sake the others' places are no longer known to grow evenly: all lanes' values are
 * gathered.  What is the same for all lanes that are clamped is loaded once, for them, if there are any; the others load what lies side
 * by side, under a mask.  Likewise where a comparison chooses between a place that grows from lane to lane and one that is the same for
 * all, and of a number that is clamped on both sides.
 *
 * Requires: a function as uniform.c has analysed it.  Provides: PSEUDO_SOME, which asks whether a comparison holds for some lane that is
 * there.  Invalidates: blocks and analyses.  Cost: a look at what each load's address comes from.  Fires on loads of shared memory in
 * cyclic reductions (tests/bench/programs/cyclic), cheapest ways (tests/bench/programs/descent) and tests/run/clamped_tile. */
#include "transform/transform.h"

enum { PATH_MOST = 10, CLAMPS = 2 };

/* What an address is made of: from the instruction that makes it back to the one that chooses. */
typedef struct Path {
    int at[PATH_MOST], n;
    int clamp[CLAMPS], clamps; /* places in at of those that choose: the outer one first */
    bool keeps;                /* all that is read has one value */
} Path;

typedef struct Edges {
    Back *b;
    Fn *fn;
    InsList out;
    const Ins *like; /* the load at hand */
    const Blk *blk;  /* of which what follows has been made, by register: -1 or */
    int *is, *some;  /* by what a clamp makes: the predicate that it is the edge's, and whether it is in some lane */
    int *to[1 + CLAMPS]; /* of what an address is made of: what it is for lanes away from the edges, at either edge */
} Edges;

/* ---- what can be done ------------------------------------------------------------------------------------------------- */

/* The operand is a register or number that is still, at instruction to, what instruction from reads. */
static bool stays(Path *p, const Back *b, const Opnd *o, int from, int to)
{
    if (o->kind == O_IMM || (o->kind == O_SREG && !isa_sregs[o->sym->index].vary))
        return true;
    if (!opnd_is_reg(o) || b->fn->regs.at[o->reg]->vec > 1)
        return false;
    if (back_one_value(b, o->reg))
        return true;
    p->keeps = false;
    return b->blk_of[from] == b->blk_of[to] && fn_last_write(b->fn, o->reg, from, to) < 0;
}

static bool is_known(const Back *b, const Opnd *o)
{
    const Val v = uniform_opnd(b, o);
    return val_is_even(v) && !v.border;
}

/* Arithmetic whose result grows as its operand does. */
static bool is_linear(const Back *b, const Ins *ins)
{
    switch (ins->mnemonic) {
    case INS_ADD: return !isa_has_word(ins, MOD_SAT) && !isa_has_word(ins, MOD_CC);
    case INS_SHL: return uniform_arg(b, ins, ARG_B).cst;
    case INS_MOV: return true;
    default: return false;
    }
}

static bool is_word(const Ins *ins) { return type_is_i32(isa_slot_type(ins, SLOT_TYPE)); }

static bool is_clamp(const Ins *ins)
{
    return isa_is_clamp(ins) && is_word(ins) && type_info[isa_slot_type(ins, SLOT_TYPE)].kind != 'b' &&
           !isa_has_word(ins, MOD_RELU);
}

/* Of a clamp, or a comparison: the operand that differs between lanes and that which does not. */
static const Opnd *operand(const Back *b, const Ins *ins, bool differs)
{
    const Opnd *x = &ins->arg[isa_arg(ins, ARG_A)], *y = &ins->arg[isa_arg(ins, ARG_B)];
    return (uniform_opnd(b, y).kind == VAL_UNI) == differs ? x : y;
}

/* The comparison of a number that grows from lane to lane with one that is the same for all that a predicate is, or NULL. */
static const Ins *comparison(Path *p, const Back *b, const Opnd *pred, int at)
{
    if (!opnd_is_reg(pred) || !back_one_value(b, pred->reg))
        return NULL;
    const int def = b->reg[pred->reg].def;
    const Ins *ins = &b->fn->ins.at[def];
    if (!isa_is_test(ins) || ins->pseudo || !is_word(ins))
        return NULL;
    const Val x = uniform_opnd(b, operand(b, ins, true)), y = uniform_opnd(b, operand(b, ins, false));
    return x.kind == VAL_AFF && y.kind == VAL_UNI && stays(p, b, operand(b, ins, true), def, at) &&
           stays(p, b, operand(b, ins, false), def, at) ? ins : NULL;
}

/* What the comparison has to find for the operand that is the same for all to be chosen. */
static unsigned edge_when(const Back *b, const Ins *choice, const Ins *test)
{
    const unsigned cmp = isa_compare(test);
    return uniform_arg(b, choice, ARG_A).kind == VAL_UNI ? cmp : cmp ^ CMP_ALL;
}

/* A selp of a place in a row or one that is the same for all. */
static bool is_choice(Path *p, const Back *b, const Ins *ins, int at)
{
    if (ins->mnemonic != INS_SELP || !is_word(ins))
        return false;
    const Ins *test = comparison(p, b, &ins->arg[isa_arg(ins, ARG_C)], at);
    if (!test || !isa_compare(test))
        return false;
    const unsigned cmp = edge_when(b, ins, test);
    const int64_t step = uniform_opnd(b, operand(b, test, true)).step;
    const Opnd *x = operand(b, ins, true), *y = operand(b, ins, false);
    return uniform_opnd(b, x).kind == VAL_AFF && uniform_opnd(b, y).kind == VAL_UNI && cmp && cmp < CMP_ALL && cmp != CMP_OTHER &&
           (cmp != CMP_EQUAL || step == 1 || step == -1) && stays(p, b, x, at, at) && stays(p, b, y, at, at);
}

/* The operand by which an instruction of the path hangs on the next: the only one of which nothing is known.  NULL: there is no such. */
static const Opnd *hangs_on(Path *p, const Back *b, const Ins *ins, int load)
{
    const Opnd *found = NULL;
    const int at = (int)(ins - b->fn->ins.at);
    for (int i = -1; isa_next_input(ins, &i);) {
        if (ins->arg[i].kind == O_NONE)
            continue;
        const bool known = is_known(b, &ins->arg[i]);
        if (!stays(p, b, &ins->arg[i], at, load) || (!known && (found || ins->arg[i].kind != O_REG)))
            return NULL;
        if (!known)
            found = &ins->arg[i];
    }
    return found;
}

/* Adds an instruction of the path, which clamps or chooses, unless it is one too many: one clamp clamps what the other has. */
static bool add_clamp(Path *p, const Back *b, const Ins *ins)
{
    const Ins *outer = p->clamps ? &b->fn->ins.at[p->at[p->clamp[0]]] : NULL;
    if (p->clamps == CLAMPS || (outer && (p->n != p->clamp[0] + 2 || !is_clamp(ins) || !is_clamp(outer) ||
                                          isa_slot_type(ins, SLOT_TYPE) != isa_slot_type(outer, SLOT_TYPE))))
        return false;
    p->clamp[p->clamps++] = p->n - 1;
    return true;
}

/* The last instruction of the path clamps, or chooses, what grows from lane to lane. */
static bool ends(Path *p, const Back *b, const Ins *ins, int load)
{
    const Opnd *x = operand(b, ins, true), *y = operand(b, ins, false);
    const int at = (int)(ins - b->fn->ins.at);
    if (ins->mnemonic == INS_SELP ? !is_choice(p, b, ins, load) : !is_clamp(ins))
        return false;
    return uniform_opnd(b, x).kind == VAL_AFF && uniform_opnd(b, y).kind == VAL_UNI && stays(p, b, x, at, load) && stays(p, b, y, at, load);
}

/* Finds what the load's address comes from. */
static bool find_path(Path *p, const Back *b, int reg, int load)
{
    for (p->keeps = true; p->n < PATH_MOST && back_one_value(b, reg) && type_info[b->fn->regs.at[reg]->type].bits == 32;) {
        const int at = b->reg[reg].def;
        const Ins *ins = &b->fn->ins.at[at];
        const bool clamps = is_clamp(ins), chooses = ins->mnemonic == INS_SELP;
        if (ins->pseudo || !ins_is_pure(ins) || ins_dest(ins).n != 1)
            return false;
        p->at[p->n++] = at;
        if (clamps || chooses ? !add_clamp(p, b, ins) : !is_linear(b, ins))
            return false;
        const Opnd *next = chooses ? NULL : hangs_on(p, b, ins, load);
        if (!next)
            return ends(p, b, ins, load);
        if (clamps && uniform_opnd(b, operand(b, ins, false)).kind != VAL_UNI)
            return false;
        reg = next->reg;
    }
    return false;
}

/* How the address grows from lane to lane away from the edges. */
static int64_t step_of(const Path *p, const Back *b)
{
    const Ins *last = &b->fn->ins.at[p->at[p->n - 1]];
    int64_t step = uniform_opnd(b, operand(b, last, true)).step;
    for (int i = p->clamp[0] - 1; i >= 0; i--) {
        const Ins *ins = &b->fn->ins.at[p->at[i]];
        const Opnd *x = isa_opnd(ins, ARG_A);
        const bool first = x->kind == O_REG && x->reg == ins_dest(&b->fn->ins.at[p->at[i + 1]]).reg;
        const Val y = uniform_arg(b, ins, first ? ARG_B : ARG_A);
        if (ins->mnemonic == INS_ADD)
            step += y.step;
        else if (ins->mnemonic == INS_SHL)
            step = y.c < 20 ? step * ((int64_t)1 << y.c) : 0;
        if (!within(step, 1 << 20))
            return 0;
    }
    return step;
}

/* A load of shared memory whose places are not known to grow evenly, in code that all lanes come to. */
static bool is_gathered(const Back *b, int at)
{
    const Ins *ins = &b->fn->ins.at[at];
    if (!b->blk_of[at] || isa_emit(ins) != EMIT_LD || ins->guard >= 0 || ins->pseudo || ins_dirty(ins))
        return false;
    const Node *n = b->node_of[b->blk_of[at]->id];
    const Opnd *a = isa_opnd(ins, ARG_A);
    return n && node_level(b, n) != LV_LANE && opnd_has_base(a) && !a->sym && isa_opnd_space(ins, a) == SP_SHARED &&
           b->reg[a->reg].val.kind == VAL_VAR && !isa_uses_cluster(ins);
}

/* Whether the load is to be a choice between loads. */
static bool fits(const Back *b, int at, Path *p)
{
    const Ins *ins = &b->fn->ins.at[at];
    if (!is_gathered(b, at))
        return false;
    const Opnd *d = isa_opnd(ins, ARG_D), *a = isa_opnd(ins, ARG_A);
    if (!opnd_is_reg(d) || d->reg == a->reg)
        return false;
    const int bytes = type_bytes(ins->argtype[isa_arg(ins, ARG_D)]);
    if (bytes < 4 || bytes > 8 || bytes != type_bytes(b->fn->regs.at[d->reg]->type))
        return false;
    *p = (Path){.n = 0};
    return find_path(p, b, a->reg, at) && step_of(p, b) == bytes;
}

/* ---- writing ------------------------------------------------------------------------------------------------------------ */

static void add_ins(Edges *e, Ins ins)
{
    ins.slow = e->like->slow;
    ins.made = true;
    array_add(e->b->m->code, &e->out, ins);
}

static int add(Edges *e, const char *words, Type t, const Opnd *op, int n)
{
    Arena *m = e->b->m->code;
    Opnd all[4];
    const int reg = fn_new_reg(m, e->fn, t == T_PRED ? "outside" : "edge", t);
    all[0] = opnd_reg(reg);
    for (int i = 0; i < n; i++)
        all[i + 1] = op[i];
    add_ins(e, ins_new(e->b->m, e->fn, m, e->like, words, all, n + 1));
    return reg;
}

/* A comparison; whether it holds for some lane. */
static int compare(Edges *e, const char *words, const Opnd *x, const Opnd *y, bool some)
{
    const int p = add(e, words, T_PRED, (Opnd[]){*x, *y}, 2);
    if (some)
        e->out.at[e->out.n - 1].pseudo = PSEUDO_SOME;
    return p;
}

static int join(Edges *e, const char *words, int x, int y) { return add(e, words, T_PRED, (Opnd[]){opnd_reg(x), opnd_reg(y)}, 2); }

/* Makes e->is and e->some for the clamp or choice number c of the path. */
static void make_test(Edges *e, const Path *p, int c)
{
    static const char *const names[CMP_ALL] = {"", "lt", "eq", "le", "gt", "ne", "ge"};
    const Back *b = e->b;
    const Ins *ins = &b->fn->ins.at[p->at[p->clamp[c]]], *inner = &b->fn->ins.at[p->at[p->n - 1]];
    const bool choice = !is_clamp(ins);
    const Ins *test = choice ? &b->fn->ins.at[b->reg[ins->arg[isa_arg(ins, ARG_C)].reg].def] : ins;
    const unsigned cmp = choice ? edge_when(b, ins, test) : ins->mnemonic == INS_MAX ? CMP_LESS : CMP_MORE;
    const int d = ins_dest(ins).reg;
    if (p->keeps && e->is[d] >= 0)
        return;
    const char *type = type_info[isa_slot_type(test, SLOT_TYPE)].name, *words = arena_printf(b->a, "setp.%s.%s", names[cmp], type);
    const Opnd *x = choice ? &test->arg[isa_arg(test, ARG_A)] : operand(b, inner, true);
    const Opnd *y = choice ? &test->arg[isa_arg(test, ARG_B)] : operand(b, ins, false);
    e->is[d] = compare(e, words, x, y, false);
    e->some[d] = compare(e, words, x, y, true);
    if (ins != inner) { /* what it clamps is clamped already */
        const int all = compare(e, words, operand(b, inner, false), y, false);
        e->is[d] = join(e, "or.pred", e->is[d], all);
        e->some[d] = join(e, "or.pred", e->some[d], all);
    } else if (c) { /* and what clamps that is not beyond it */
        const Ins *outer = &b->fn->ins.at[p->at[p->clamp[0]]];
        const unsigned holds = CMP_EQUAL | (outer->mnemonic == INS_MAX ? CMP_MORE : CMP_LESS);
        words = arena_printf(b->a, "setp.%s.%s", names[holds], type);
        e->some[d] = join(e, "and.pred", e->some[d], compare(e, words, y, operand(b, outer, false), false));
    }
}

/* The address for lanes away from the edges (side 0), at that of clamp number side - 1. */
static int make_address(Edges *e, const Path *p, int side)
{
    const Back *b = e->b;
    const int from = p->clamp[side > 1 ? 1 : side < 1 ? p->clamps - 1 : 0];
    const Ins *chooses = &b->fn->ins.at[p->at[from]];
    const Opnd *o = operand(b, chooses, !side);
    int was = ins_dest(&b->fn->ins.at[p->at[p->clamp[0]]]).reg, is = o->kind == O_REG ? o->reg : add(e, "mov.u32", T_U32, o, 1);
    int *to = e->to[side];
    for (int i = p->clamp[0] - 1; i >= 0; i--) {
        Ins ins = b->fn->ins.at[p->at[i]];
        const int d = ins_dest(&ins).reg;
        if (!p->keeps || to[d] < 0) {
            to[d] = fn_copy_reg(b->m->code, e->fn, d);
            ins_rename(b->m->code, &ins, d, to[d]);
            ins_rename(b->m->code, &ins, was, is);
            add_ins(e, ins);
        }
        was = d;
        is = to[d];
    }
    return is;
}

/* What lies at the edge: loaded once where some lane needs it. */
static int load_edge(Edges *e, const Path *p, const Ins *load, int side)
{
    const Back *b = e->b;
    const Opnd *d = &load->arg[isa_arg(load, ARG_D)];
    const int from = load->arg[isa_arg(load, ARG_A)].reg, q = e->some[ins_dest(&b->fn->ins.at[p->at[p->clamp[side - 1]]]).reg];
    const Type t = (Type)b->fn->regs.at[d->reg]->type;
    const Opnd none = {.kind = c_float(t) ? O_FIMM : O_IMM, .comp = -1, .reg = -1, .type = c_float(t) ? t : T_U64};
    const int f = add(e, arena_printf(b->a, "mov.%s", type_info[t].name), t, &none, 1);
    Ins ins = *load;
    ins_rename(b->m->code, &ins, d->reg, f);
    ins_rename(b->m->code, &ins, from, make_address(e, p, side));
    ins.guard = q;
    add_ins(e, ins);
    return f;
}

static void rewrite_load(Edges *e, const Path *p, int at)
{
    const Back *b = e->b;
    Ins load = b->fn->ins.at[at];
    const Opnd d = load.arg[isa_arg(&load, ARG_D)];
    const Type t = (Type)b->fn->regs.at[d.reg]->type;
    int is[CLAMPS] = {-1, -1}, edge[CLAMPS] = {-1, -1};
    e->like = &b->fn->ins.at[at];
    for (int c = 0; c < p->clamps; c++) {
        make_test(e, p, c);
        is[c] = e->is[ins_dest(&b->fn->ins.at[p->at[p->clamp[c]]]).reg];
        edge[c] = load_edge(e, p, &b->fn->ins.at[at], 1 + c);
    }
    if (p->clamps > 1) {
        edge[0] = add(e, arena_printf(b->a, "selp.%s", type_plain(t)), t, (Opnd[]){opnd_reg(edge[0]), opnd_reg(edge[1]), opnd_reg(is[0])}, 3);
        is[0] = join(e, "or.pred", is[0], is[1]);
    }
    ins_rename(b->m->code, &load, load.arg[isa_arg(&load, ARG_A)].reg, make_address(e, p, 0));
    const Opnd op[2] = {d, opnd_reg(edge[0])};
    add_ins(e, ins_new(b->m, e->fn, b->m->code, e->like, arena_printf(b->a, "mov.%s", type_info[t].name), op, 2));
    load.guard = is[0];
    load.guard_neg = load.edge = true;
    add_ins(e, load);
}

/* A new block: nothing has been made in it. */
static void enter(Edges *e, const Blk *x)
{
    e->blk = x;
    for (int r = 0; r < e->b->nreg; r++) {
        e->is[r] = e->some[r] = -1;
        for (int i = 0; i <= CLAMPS; i++)
            e->to[i][r] = -1;
    }
}

bool edge_loads(Back *b)
{
    Edges e = {.b = b, .fn = b->fn};
    Path p;
    bool any_fits = false;
    if ((b->mode != MODE_CTA && b->mode != MODE_LANES) || b->m->checked)
        return false;
    for (int i = 0; i < b->fn->ins.n && !any_fits; i++)
        any_fits = fits(b, i, &p);
    if (!any_fits)
        return false;
    e.is = NEWN(b->a, int, b->nreg + 1);
    e.some = NEWN(b->a, int, b->nreg + 1);
    for (int i = 0; i <= CLAMPS; i++)
        e.to[i] = NEWN(b->a, int, b->nreg + 1);
    for (Rewrite w = rewrite_begin(b->m, b->fn, &e.out); rewrite_next(&w);) {
        if (b->blk_of[w.i] != e.blk)
            enter(&e, b->blk_of[w.i]);
        if (fits(b, w.i, &p))
            rewrite_load(&e, &p, w.i);
        else
            rewrite_keep(&w);
    }
    return true;
}
