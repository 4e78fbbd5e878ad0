/* loop_masking_write.c: the code that loop_masking.c makes of a loop or of ifs.
 *
 * Every if's side and every loop that lanes do not take alike has a mask: the lanes that are in it.  What is computed is blended into
 * registers that others still need; accesses to memory stand under guards; loops go round while any lane's mask is set.
 *
 * In: roots that loop_masking.c has looked at; what is the same for all lanes in them (loop_masking_uniform.c).  Out: the function's
 * instructions and labels: the roots are jumped over, their new code stands at the function's end. */
#include "transform/branches/loop_masking.h"
#include "analysis/uniform.h"

enum { SKIP_MIN = 30 }; /* instructions of an if's side that is skipped when no lane takes it */

/* ---- writing -------------------------------------------------------------------------------------------------------- */

static int new_mask(Masked *w) { return fn_new_reg(w->a, w->fn, "on", T_B32); }

static Ins *add_ins(Masked *w, Loc loc, const char *words, const Opnd *op, int n)
{
    Ins at = {.loc = loc.len ? loc : w->fn->ins.at[0].loc, .made = !loc.len};
    Ins *ins = ins_add(w->b->m, w->fn, &w->code.ins, &at, words, op, n);
    ins->masked = true;
    return ins;
}

static void add_branch(Masked *w, Sym *to, int guard, bool negate)
{
    Loc loc = w->code.ins.n ? w->code.ins.at[w->code.ins.n - 1].loc : (Loc){0, 0};
    ins_under(add_ins(w, loc, "bra", (Opnd[]){opnd_label(to)}, 1), guard, negate);
}

/* d = the lanes of mask where the predicate (or, negated, its opposite) holds. */
static void add_narrow(Masked *w, Loc loc, int d, int mask, int pred, bool negate)
{
    Opnd m = opnd_reg(mask), zero = opnd_number(0, T_U32);
    Ins *ins = add_ins(w, loc, "selp.b32", (Opnd[]){opnd_reg(d), negate ? zero : m, negate ? m : zero, opnd_reg(pred)}, 4);
    ins->lower = negate ? "$d = ptx2c_unless($c, $b)" : "$d = ptx2c_if($c, $a)"; /* ?: gcc may make a branch of */
}

/* d loses the lanes of mask. */
static void add_remove(Masked *w, Loc loc, int d, int mask)
{
    int t = new_mask(w);
    add_ins(w, loc, "not.b32", (Opnd[]){opnd_reg(t), opnd_reg(mask)}, 2);
    add_ins(w, loc, "and.b32", (Opnd[]){opnd_reg(d), opnd_reg(d), opnd_reg(t)}, 3);
}

/* d = value in the lanes of mask: a selection by bits, which C compilers take better than one by a condition. */
static void add_blend(Masked *w, Loc loc, int d, int value, int mask)
{
    Type t = w->fn->regs.at[d]->type;
    int pred = fn_new_reg(w->a, w->fn, "p", T_PRED);
    const char *type = c_float(t) ? type_info[t].name : type_plain(t);
    int as = t == T_PRED ? fn_new_reg(w->a, w->fn, "b", T_B32) : -1;
    Ins *ins = add_ins(w, loc, arena_printf(w->a, "selp.%s", t == T_PRED ? "b32" : type),
                       (Opnd[]){opnd_reg(t == T_PRED ? as : d), opnd_reg(t == T_PRED ? as : value), opnd_reg(t == T_PRED ? as : d), opnd_reg(pred)}, 4);
    ins->lower = t == T_PRED ? "$d = ptx2c_blend_pred($c, $a, $b.b)" : arena_printf(w->a, "$d = ptx2c_blend_%s($c, $a, $b)", type);
    ins->op[3].reg = ins->arg[3].reg = mask;
    uint8_t *as_type = memcpy(NEWN(w->a, uint8_t, 4), ins->argtype, 4);
    as_type[3] = T_B32;
    ins->argtype = as_type;
    w->fn->regs.at[d]->blended |= t == T_PRED;
    for (int i = 0; i < 3 && t == T_PRED; i++) {
        ins->op[i].reg = ins->arg[i].reg = i == 1 ? value : d;
        as_type[i] = T_PRED;
    }
}

static void add_move(Masked *w, Loc loc, int d, Opnd from)
{
    add_ins(w, loc, arena_printf(w->a, "mov.%s", type_plain((Type)w->fn->regs.at[d]->type)), (Opnd[]){opnd_reg(d), from}, 2);
}

/* A predicate that holds when any lane's mask is set. */
static int add_any(Masked *w, Loc loc, int mask)
{
    int p = fn_new_reg(w->a, w->fn, "any", T_PRED);
    Ins *ins = add_ins(w, loc, "setp.ne.u32", (Opnd[]){opnd_reg(p), opnd_reg(mask), opnd_number(0, T_U32)}, 3);
    ins->pseudo = PSEUDO_ANY;
    return p;
}

/* ---- the new code --------------------------------------------------------------------------------------------------- */

/* -1: all lanes are there. */
static int mask_now(const Masked *w)
{
    return !w->frame ? -1 : w->frame->node->kind == N_LOOP ? w->frame->round : w->frame->mask;
}

/* The instruction with another destination. */
static Ins with_dest(Masked *w, const Ins *ins, int was, int reg)
{
    Ins n = *ins;
    ins_part(w->a, &n);
    for (int i = 0; i < n.narg; i++)
        if (isa_arg_is_dest(ins, i) && ins->arg[i].kind == O_REG && ins->arg[i].reg == was)
            n.arg[i].reg = reg;
    if (n.op != n.arg && n.nop && n.op[0].kind == O_REG && n.op[0].reg == was)
        n.op[0].reg = reg;
    n.guard = -1;
    return n;
}

/* The same of one that takes a number apart, or loads several: each part that is kept for others goes elsewhere first. */
static void turn_parts(Masked *w, Ins n, int mask)
{
    enum { PARTS = 8 };
    int part[PARTS], temp[PARTS], count = 0;
    const int d = isa_arg(&n, ARG_D);
    ins_part(w->a, &n);
    Opnd *v = &n.arg[d];
    for (uint32_t i = 0; i < v->nsub && count < PARTS; i++)
        if (v->sub[i].kind == O_REG && masked_must_keep(w, v->sub[i].reg)) {
            const Sym *s = w->fn->regs.at[v->sub[i].reg];
            part[count] = v->sub[i].reg;
            v->sub[i].reg = temp[count++] = fn_new_reg(w->a, w->fn, s->name, s->type);
        }
    n.op[0] = *v;
    array_add(w->a, &w->code.ins, n);
    for (int i = 0; i < count; i++)
        add_blend(w, n.loc, part[i], temp[i], mask);
}

/* Where it may be that no lane is left, on to the end of the side or round. */
static void make_sure(Masked *w)
{
    if (!w->sure)
        add_branch(w, w->frame->end, add_any(w, w->code.ins.at[w->code.ins.n - 1].loc, mask_now(w)), true);
    w->sure = true;
}

/* The innermost loop around, or NULL. */
static const Frame *in_loop(const Masked *w)
{
    const Frame *f = w->frame;
    while (f && f->node->kind != N_LOOP)
        f = f->up;
    return f;
}

static bool in_search(const Masked *w) { return in_loop(w) && in_loop(w)->searches; }

static int guard_of(Masked *w, Loc loc, int mask)
{
    int p = fn_new_reg(w->a, w->fn, "p", T_PRED);
    add_ins(w, loc, "setp.ne.u32", (Opnd[]){opnd_reg(p), opnd_reg(mask), opnd_number(0, T_U32)}, 3);
    return p;
}

static int twin_of(const Masked *w, int reg)
{
    for (const Frame *f = w->frame; f; f = f->up)
        if (f->twin && f->twin[reg])
            return f->twin[reg];
    return -1;
}

static void use_twins(Masked *w, Ins *n, const Ins *was)
{
    for (Refs ref = ins_refs(was); refs_next(&ref);)
        if (twin_of(w, ref.reg) >= 0)
            ins_rename(w->a, n, ref.reg, twin_of(w, ref.reg));
}

/* Registers that all lanes in the loop write together, where that lets them be the same or grow evenly, get another in it. */
static void add_twins(Masked *w, Frame *f)
{
    Frame *const up = w->frame;
    w->frame = f;
    for (int i = 0; i < w->fn->nblk; i++)
        for (int k = w->fn->blk[i]->first; f->in[i] && k < w->fn->blk[i]->end; k++) {
            const Dest d = ins_dest(&w->fn->ins.at[k]);
            const Ins *start = d.n == 1 && (w->same[d.reg] || w->steps[d.reg]) && twin_of(w, d.reg) < 0 && masked_must_keep(w, d.reg)
                                   ? masked_twin_start(w, f, d.reg) : NULL;
            if (!start)
                continue;
            const Sym *s = w->fn->regs.at[d.reg];
            f->twin = f->twin ? f->twin : NEWN(w->b->a, int, w->b->nreg + 1);
            f->twin[d.reg] = fn_new_reg(w->a, w->fn, s->name, s->type);
            Ins n = with_dest(w, start, d.reg, f->twin[d.reg]);
            n.masked = true;
            array_add(w->a, &w->code.ins, n);
        }
    w->frame = up;
}

/* The same for lanes that are there; the others get 0, if anything.  Lanes that are there, but not let through by the instruction's own
 * guard, keep what they have. */
static void turn_guarded(Masked *w, Ins n, int mask)
{
    for (Refs ref = ins_refs(&n); refs_next(&ref) && (n.beside || w->straight || in_search(w)) && n.guard < 0;)
        if (ref.write && !masked_must_keep(w, ref.reg))
            add_move(w, n.loc, ref.reg, opnd_number(0, T_U32));
    if (w->straight && isa_emit(&n) == EMIT_ST) { /* an if, over which no lane but one goes */
        Sym *end = fn_new_label(w->a, w->fn, "$L__masked", (Loc){0, 0});
        add_branch(w, end, guard_of(w, n.loc, mask), true);
        n.guard = -1;
        array_add(w->a, &w->code.ins, n);
        code_label(&w->code, end);
        return;
    }
    ins_under(&n, guard_of(w, n.loc, mask), false);
    array_add(w->a, &w->code.ins, n);
}

static void turn_ins(Masked *w, const Ins *was)
{
    Ins n = *was;
    int mask = mask_now(w);
    n.masked = !w->own;
    use_twins(w, &n, was);
    if (mask < 0) {
        array_add(w->a, &w->code.ins, n);
        return;
    }
    if (n.guard >= 0) {
        mask = new_mask(w);
        add_narrow(w, n.loc, mask, mask_now(w), n.guard, n.guard_neg);
    }
    bool load = (in_loop(w) || w->sure) && (masked_is_load(w->b, was) || masked_is_wide_load(w->b, was)) && masked_at_same(w, was);
    if (load)
        make_sure(w);
    if (!load && !masked_is_easy(w->b, &n)) {
        n.beside = masked_is_access(was) && !in_search(w) && (in_loop(w) || (w->even && !masked_is_load(w->b, was)));
        turn_guarded(w, n, mask);
        return;
    }
    if ((load || isa_emit(&n) == EMIT_MOV) && n.arg[isa_arg(&n, ARG_D)].kind == O_VEC) {
        turn_parts(w, n, mask);
        return;
    }
    Dest d = ins_dest(was);
    if (d.n == 1 && twin_of(w, d.reg) >= 0) {
        array_add(w->a, &w->code.ins, n);
        add_blend(w, n.loc, d.reg, twin_of(w, d.reg), mask);
        return;
    }
    if (isa_emit(&n) == EMIT_NOP || (n.guard < 0 && !masked_must_keep(w, d.reg))) {
        n.guard = -1;
        array_add(w->a, &w->code.ins, n);
        return;
    }
    const Sym *s = w->fn->regs.at[d.reg];
    int t = fn_new_reg(w->a, w->fn, s->name, s->type);
    n = with_dest(w, &n, d.reg, t);
    array_add(w->a, &w->code.ins, n);
    add_blend(w, n.loc, d.reg, t, mask);
}

static void turn(Masked *w, const Node *n);

/* The lanes of mask leave all frames up to the innermost loop, or only its round. */
static void turn_jump(Masked *w, Loc loc, int mask, bool again)
{
    w->sure = false;
    for (Frame *f = w->frame; f; f = f->up) {
        bool loop = f->node->kind == N_LOOP;
        if (!loop && f->mask != mask)
            add_remove(w, loc, f->mask, mask);
        if (loop && f->round != f->mask && f->round != mask)
            add_remove(w, loc, f->round, mask);
        if (loop && !again)
            add_remove(w, loc, f->mask, mask);
        if (loop)
            return;
    }
    ice("masked: a jump outside of loops");
}

static bool is_jump(const Node *n) { return n && (n->kind == N_BREAK || n->kind == N_CONTINUE); }

/* The side of an if, under its mask. */
static void turn_side(Masked *w, const Node *n, int side, int mask, uint8_t *in)
{
    Frame f = {.node = n, .side = side, .mask = mask, .in = in, .end = fn_new_label(w->a, w->fn, "$L__masked", (Loc){0, 0}), .up = w->frame};
    w->frame = &f;
    w->sure = false;
    if (node_holds(n->kid[side], N_LOOP) || (!w->straight && masked_size(n->kid[side]) >= SKIP_MIN))
        make_sure(w);
    turn(w, n->kid[side]);
    w->frame = f.up;
    code_label(&w->code, f.end);
}

/* A branch that all lanes take alike. */
static void turn_even_if(Masked *w, const Node *n)
{
    const Ins *br = &w->fn->ins.at[n->blk->term];
    const Node *other = n->nkid > 1 ? n->kid[1] : NULL;
    Sym *end = fn_new_label(w->a, w->fn, "$L__masked", (Loc){0, 0}), *no = other ? fn_new_label(w->a, w->fn, "$L__masked", (Loc){0, 0}) : end;
    bool sure = w->sure, after = sure;
    add_branch(w, no, br->guard, !(br->guard_neg ^ n->negate));
    if (n->kid[0])
        turn(w, n->kid[0]);
    after = w->sure;
    if (other) {
        add_branch(w, end, -1, false);
        code_label(&w->code, no);
        w->sure = sure;
        turn(w, other);
        after &= w->sure;
    }
    code_label(&w->code, end);
    w->sure = after;
}

/* The instruction that makes a predicate in block x, in front of what is at; NULL: it is made elsewhere, or changes. */
static const Ins *made_before(const Masked *w, int pred, const Blk *x, int at)
{
    const RegInfo *g = &w->b->reg[pred];
    if (g->def < 0 || w->b->blk_of[g->def] != x || g->def >= at)
        return NULL;
    const Ins *ins = &w->fn->ins.at[g->def];
    return ins->guard < 0 ? ins : NULL;
}

/* Whether what is same for all lanes of the loop is all that is asked for by one of two parts of a predicate that the block makes at. */
static bool part_alike(const Masked *w, const Opnd *x, const Blk *blk, int at)
{
    return w->same[x->reg] && made_before(w, x->reg, blk, at);
}

/* Lanes leave the loop by a jump if (negate: unless) the predicate holds.  Of two parts that it is made of one may be the same for all
 * of them: each asks for the other one alone, and then all leave by the first. */
static void leave(Masked *w, const Node *n, bool negate)
{
    const Ins *br = &w->fn->ins.at[n->blk->term];
    const Frame *f = w->frame;
    const int now = mask_now(w);
    int pred = br->guard, alike = -1;
    const Ins *ins = n->kid[0]->kind == N_BREAK && f->node == node_loop_around(n) && f->round == f->mask ? made_before(w, pred, n->blk, n->blk->term) : NULL;
    if (ins && ins->mnemonic == (negate ? INS_AND : INS_OR)) {
        const Opnd *x = &ins->arg[isa_arg(ins, ARG_A)], *y = &ins->arg[isa_arg(ins, ARG_B)];
        const int at = w->b->reg[pred].def;
        if (x->kind == O_REG && y->kind == O_REG && part_alike(w, x, n->blk, at) != part_alike(w, y, n->blk, at)) {
            alike = part_alike(w, x, n->blk, at) ? x->reg : y->reg;
            pred = alike == x->reg ? y->reg : x->reg;
        }
    }
    add_narrow(w, br->loc, now, now, pred, !negate);
    if (alike >= 0)
        add_branch(w, f->out, alike, negate);
    w->sure = false;
}

static void turn_if(Masked *w, const Node *n)
{
    const Ins *br = &w->fn->ins.at[n->blk->term];
    bool negate = br->guard_neg ^ n->negate;
    int now = mask_now(w), mask[2] = {-1, -1};
    if (masked_if_is_even(w, n) && (!w->straight || masked_size(n) >= SKIP_MIN)) {
        turn_even_if(w, n);
        return;
    }
    if (is_jump(n->kid[0]) && !node_else(n) && w->frame->node->kind == N_LOOP &&
        (n->kid[0]->kind == N_CONTINUE || w->frame->round == w->frame->mask)) { /* the usual way out, in one step */
        leave(w, n, negate);
        return;
    }
    if (now < 0) {
        now = new_mask(w);
        add_ins(w, br->loc, "mov.b32", (Opnd[]){opnd_reg(now), opnd_number(0xffffffff, T_U32)}, 2);
    }
    uint8_t *in = NEWN(w->b->a, uint8_t, w->fn->nblk);
    bool sure = w->sure;
    for (int i = 0; i < n->nkid; i++)
        if (n->kid[i]) {
            mask[i] = new_mask(w);
            add_narrow(w, br->loc, mask[i], now, br->guard, negate ^ i);
            masked_mark(n->kid[i], in, (uint8_t)(1 + i));
            sure &= !masked_has_jump(n->kid[i]);
        }
    for (int i = 0; i < n->nkid; i++)
        if (is_jump(n->kid[i]))
            turn_jump(w, br->loc, mask[i], n->kid[i]->kind == N_CONTINUE);
        else if (n->kid[i])
            turn_side(w, n, i, mask[i], in);
    w->sure = sure;
}

static void turn_even_loop(Masked *w, const Node *n)
{
    Even e = {n, fn_new_label(w->a, w->fn, "$L__masked", (Loc){0, 0}), fn_new_label(w->a, w->fn, "$L__masked", (Loc){0, 0}), w->even};
    w->even = &e;
    code_label(&w->code, e.head);
    turn(w, n->kid[0]);
    add_branch(w, e.head, -1, false);
    code_label(&w->code, e.end);
    w->even = e.up;
}

/* A loop that all lanes go round together, of which each that is there does its round by itself. */
static void turn_waiting_loop(Masked *w, const Node *n)
{
    const Loc loc = w->fn->ins.at[n->blk->first].loc;
    const int now = mask_now(w), mask = new_mask(w);
    Sym *head = fn_new_label(w->a, w->fn, "$L__masked", (Loc){0, 0}), *next = fn_new_label(w->a, w->fn, "$L__masked", (Loc){0, 0});
    Even e = {n, next, fn_new_label(w->a, w->fn, "$L__masked", (Loc){0, 0}), w->even};
    Frame *const up = w->frame;
    add_ins(w, loc, "mov.b32", (Opnd[]){opnd_reg(mask), now >= 0 ? opnd_reg(now) : opnd_number(0xffffffff, T_U32)}, 2);
    code_label(&w->code, head);
    add_branch(w, next, guard_of(w, loc, mask), true);
    w->code.ins.at[w->code.ins.n - 1].alone = true;
    w->even = &e;
    w->frame = NULL;
    w->own = true;
    turn(w, n->kid[0]);
    w->own = false;
    w->frame = up;
    w->even = e.up;
    add_branch(w, next, -1, false);
    code_label(&w->code, e.end);
    add_ins(w, loc, "mov.b32", (Opnd[]){opnd_reg(mask), opnd_number(0, T_U32)}, 2);
    code_label(&w->code, next);
    add_branch(w, head, add_any(w, loc, mask), false);
}

static void turn_loop(Masked *w, const Node *n)
{
    if (masked_loop_is_even(w, n)) {
        turn_even_loop(w, n);
        return;
    }
    if (!in_loop(w) && !masked_searches(w, n) && masked_wait(w, n)) {
        turn_waiting_loop(w, n);
        return;
    }
    Loc loc = w->fn->ins.at[n->blk->first].loc;
    Frame f = {.node = n, .in = NEWN(w->b->a, uint8_t, w->fn->nblk), .end = fn_new_label(w->a, w->fn, "$L__masked", (Loc){0, 0}), .out = fn_new_label(w->a, w->fn, "$L__masked", (Loc){0, 0}),
               .searches = masked_searches(w, n), .up = w->frame};
    Sym *head = fn_new_label(w->a, w->fn, "$L__masked", (Loc){0, 0});
    if (w->loads && w->frame)
        make_sure(w);
    f.mask = new_mask(w);
    Opnd all = w->frame ? opnd_reg(mask_now(w)) : opnd_number(0xffffffff, T_U32);
    masked_mark(n->kid[0], f.in, 1);
    add_ins(w, loc, "mov.b32", (Opnd[]){opnd_reg(f.mask), all}, 2);
    f.round = masked_has_continue(n->kid[0]) ? new_mask(w) : f.mask;
    add_twins(w, &f);
    code_label(&w->code, head);
    if (f.round != f.mask)
        add_ins(w, loc, "mov.b32", (Opnd[]){opnd_reg(f.round), opnd_reg(f.mask)}, 2);
    bool sure = w->sure;
    w->frame = &f;
    w->sure = true;
    turn(w, n->kid[0]);
    w->frame = f.up;
    w->sure = sure;
    code_label(&w->code, f.end);
    add_branch(w, head, add_any(w, loc, f.mask), false);
    code_label(&w->code, f.out);
}

static void turn(Masked *w, const Node *n)
{
    const Frame *f;
    switch (n->kind) {
    case N_SEQ:
        for (int i = 0; i < n->nkid; i++)
            turn(w, n->kid[i]);
        return;
    case N_BLOCK:
        for (int i = n->blk->first; i < n->blk->end; i++)
            if (i != n->blk->term)
                turn_ins(w, &w->fn->ins.at[i]);
        return;
    case N_IF:
        turn_if(w, n);
        return;
    case N_LOOP:
        turn_loop(w, n);
        return;
    default:
        if (w->even && w->even->node == node_loop_around(n)) {
            add_branch(w, n->kind == N_BREAK ? w->even->end : w->even->head, -1, false);
            return;
        }
        f = w->frame;
        if (f->node == node_loop_around(n) && (n->kind == N_CONTINUE || f->round == f->mask)) { /* nobody is left behind */
            add_branch(w, n->kind == N_CONTINUE ? f->end : f->out, -1, false);
            return;
        }
        turn_jump(w, w->code.ins.at[w->code.ins.n - 1].loc, mask_now(w), n->kind == N_CONTINUE);
        add_branch(w, f->end, -1, false); /* nobody is left for what comes after an even if */
    }
}

int masked_start(const Node *root) { return root->kind == N_LOOP ? root->blk->first : root->blk->term; }

/* The function's instructions as they are, with a jump where each root begins. */
static void copy_code(Masked *w, const MaskedRoot *root, int n)
{
    Fn *fn = w->fn;
    int label = 0;
    w->code = code_begin(w->b);
    for (int i = 0; i <= fn->ins.n; i++) {
        for (; label < fn->labels.n && fn->labels.at[label]->index <= i; label++)
            code_keep_label(&w->code, fn->labels.at[label]);
        for (int k = 0; k < n; k++)
            if (root[k].exit && i == root[k].exit->first)
                code_keep_label(&w->code, root[k].back);
        for (int k = 0; k < n; k++)
            if (i == masked_start(root[k].node))
                add_branch(w, root[k].start, -1, false);
        if (i < fn->ins.n)
            array_add(w->a, &w->code.ins, fn->ins.at[i]);
    }
    if (fn_falls_through(fn))
        add_ins(w, fn->end, "ret", NULL, 0);
}

void masked_write(Masked *w, MaskedRoot *root, int n)
{
    Fn *fn = w->fn;
    for (int k = 0; k < n; k++) {
        root[k].start = fn_new_label(w->a, fn, "$L__masked", (Loc){0, 0});
        root[k].back = fn_new_label(w->a, fn, "$L__masked", (Loc){0, 0});
    }
    copy_code(w, root, n);
    const int own = w->code.labels.n;
    for (int k = 0; k < n; k++) {
        memset(w->in, 0, (size_t)fn->nblk);
        masked_mark(root[k].node, w->in, 1);
        masked_find_same(w, root[k].node);
        w->frame = NULL;
        w->sure = false;
        code_label(&w->code, root[k].start);
        turn(w, root[k].node);
        if (root[k].exit)
            add_branch(w, root[k].back, -1, false);
        else
            add_ins(w, fn->end, "ret", NULL, 0);
    }
    code_replace(&w->code, own);
}
