/* loop_masking.c: loops that lanes leave at different times, run for all lanes of a chunk at once.
 *
 * A loop whose condition differs between lanes would stand inside the loop over lanes, where no C compiler makes vectors
 * of it.  When its body is arithmetic alone, it is turned inside out:
 *
 *   do { for each lane { body } } while (any lane's mask is set)
 *
 * A mask is a register of 32 bits, all of them set in lanes that are still in the loop, in this side of an if, in this
 * round.  Branches in the body become masks, too.  What is computed where a mask is clear harms nobody; only registers
 * that such a lane reads later keep their value there: those live where the lanes that are out go on.
 *
 * An if around such a loop is done likewise; its instructions outside of loops may do anything, under a guard.  So are ifs of
 * arithmetic in ifs: C compilers leave such nests as branches, or make switches of them, and then no vectors.
 *
 * A load in a loop must not be done when no lane is there to do it: a test comes first where that is not sure.  And its
 * address must turn out the same for all lanes, which only the analysis of the new code tells.
 *
 * In: a function as uniform.c has analysed it.  Out: its instructions rewritten as in versioning.c: the original is jumped
 * over, the new code stands at the function's end; blocks and analyses are to be made anew. */
#include "transform/loop_masking.h"

enum { MASKED_MAX = 400, /* instructions of what is turned */
       NESTED_MIN = 2,   /* ifs in each other without any loop that are worth it */
       BODY_MIN = 3,     /* instructions of all loops together that are worth it */
       EFFECTS_MAX = 8,  /* instructions under guards */
       SKIP_MIN = 30,    /* instructions of an if's side that is skipped when no lane takes it */
       COMBINED_MOST = 8 }; /* instructions one behind the other that combine predicates */

/* ---- what can be turned ------------------------------------------------------------------------------------------- */

/* What can be done under a guard. */
static bool can_guard(const Ins *ins)
{
    Emit e = isa_emit(ins);
    return (e == EMIT_ST || e == EMIT_LD || e == EMIT_TEXT || e == EMIT_MOV || e == EMIT_CVTA) && !isa_is_warp(ins) &&
           !isa_is_cta(ins) && ins->pseudo != PSEUDO_CHECK && isa_space(ins) != SP_PARAM;
}

static bool can_turn_block(Masked *w, const Blk *x, bool in_loop)
{
    w->in[x->id] = 1;
    for (int i = x->first; i < x->end; i++) {
        const Ins *ins = &w->fn->ins.at[i];
        Emit e = isa_emit(ins);
        bool load = in_loop && masked_is_load(w->b, ins), easy = load || masked_is_easy(w->b, ins);
        if (ins->slow)
            return false;
        w->loads |= load;
        if (i == x->term)
            return e == EMIT_BRA || (!in_loop && ins->guard < 0 && (e == EMIT_RET || e == EMIT_EXIT));
        if (!easy && (in_loop || !can_guard(ins)))
            return false;
        w->body += in_loop && e != EMIT_MOV;
        w->effects += !easy;
    }
    return true;
}

static bool can_turn(Masked *w, const Node *n, bool in_loop)
{
    switch (n->kind) {
    case N_BLOCK:
        return can_turn_block(w, n->blk, in_loop);
    case N_IF:
        if (w->fn->ins.at[n->blk->term].guard < 0)
            return false;
        break;
    case N_LOOP:
        in_loop = true;
        break;
    case N_SEQ:
        break;
    case N_BREAK: case N_CONTINUE:
        return in_loop;
    default:
        return false;
    }
    for (int i = 0; i < n->nkid; i++)
        if (n->kid[i] && !can_turn(w, n->kid[i], in_loop))
            return false;
    return true;
}

/* All ways out go to one place. */
static bool find_exit(Masked *w, const Node *root)
{
    bool ends = false;
    w->exit = NULL;
    for (int i = 0; i < w->fn->nblk; i++) {
        const Blk *x = w->fn->blk[i];
        bool branch = root->kind == N_IF && x == root->blk;
        if (!w->in[i] && !branch)
            continue;
        ends |= x->exits;
        for (int k = 0; k < blk_nsucc(x); k++) {
            Blk *to = blk_succ(x, k);
            if (w->in[to->id])
                continue;
            if (w->exit && w->exit != to)
                return false;
            w->exit = to;
        }
    }
    if (!ends || !w->exit)
        return true;
    const Blk *x = w->exit; /* a return, here and there */
    return x->first + 1 == x->end && isa_emit(&w->fn->ins.at[x->first]) == EMIT_RET && w->fn->ins.at[x->first].guard < 0;
}

/* ---- writing -------------------------------------------------------------------------------------------------------- */

static int new_mask(Masked *w) { return fn_new_reg(w->a, w->fn, "on", T_B32); }

static void put_label(Masked *w, Sym *l)
{
    l->index = w->ins.n;
    array_add(w->a, &w->labels, l);
}

static Ins *add_ins(Masked *w, Loc loc, const char *words, const Opnd *op, int n)
{
    Ins at = {.loc = loc.len ? loc : w->fn->ins.at[0].loc, .made = !loc.len};
    array_add(w->a, &w->ins, ins_new(w->b->m, w->fn, w->a, &at, words, op, n));
    w->ins.at[w->ins.n - 1].masked = true;
    return &w->ins.at[w->ins.n - 1];
}

static void add_branch(Masked *w, Sym *to, int guard, bool negate)
{
    Loc loc = w->ins.n ? w->ins.at[w->ins.n - 1].loc : (Loc){0, 0};
    Ins *n = add_ins(w, loc, "bra", (Opnd[]){opnd_label(to)}, 1);
    n->guard = guard;
    n->guard_neg = negate;
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
    static const char *const bits[] = {"b16", "b32", "b64"};
    Type t = w->fn->regs.at[d]->type;
    int n = type_info[t].bits, pred = fn_new_reg(w->a, w->fn, "p", T_PRED);
    const char *type = t == T_F32 || t == T_F64 ? type_info[t].name : bits[n <= 16 ? 0 : n <= 32 ? 1 : 2];
    int as = t == T_PRED ? fn_new_reg(w->a, w->fn, "b", T_B32) : -1;
    Ins *ins = add_ins(w, loc, arena_printf(w->a, "selp.%s", t == T_PRED ? "b32" : type),
                       (Opnd[]){opnd_reg(t == T_PRED ? as : d), opnd_reg(t == T_PRED ? as : value), opnd_reg(t == T_PRED ? as : d), opnd_reg(pred)}, 4);
    ins->lower = arena_printf(w->a, "$d = ptx2c_blend_%s($c, $a, $b)", t == T_PRED ? "pred" : type);
    ins->op[3].reg = ins->arg[3].reg = mask;
    uint8_t *as_type = memcpy(NEWN(w->a, uint8_t, 4), ins->argtype, 4);
    as_type[3] = T_B32;
    ins->argtype = as_type;
    for (int i = 0; i < 3 && t == T_PRED; i++) {
        ins->op[i].reg = ins->arg[i].reg = i == 1 ? value : d;
        as_type[i] = T_PRED;
    }
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

static void copy_operands(Masked *w, Ins *n)
{
    bool one = n->op == n->arg;
    n->op = memcpy(NEWN(w->a, Opnd, n->nop + 1), n->op, sizeof *n->op * n->nop);
    n->arg = one ? n->op : memcpy(NEWN(w->a, Opnd, n->narg + 1), n->arg, sizeof *n->arg * n->narg);
}

/* The instruction with another destination. */
static Ins with_dest(Masked *w, const Ins *ins, int was, int reg)
{
    Ins n = *ins;
    copy_operands(w, &n);
    for (int i = 0; i < n.narg; i++)
        if (isa_arg_is_dest(ins, i) && ins->arg[i].kind == O_REG && ins->arg[i].reg == was)
            n.arg[i].reg = reg;
    if (n.op != n.arg && n.nop && n.op[0].kind == O_REG && n.op[0].reg == was)
        n.op[0].reg = reg;
    n.guard = -1;
    return n;
}

/* The same of one that takes a number apart: each part that is kept for others goes elsewhere first. */
static void turn_parts(Masked *w, Ins n, int mask)
{
    enum { PARTS = 8 };
    int part[PARTS], temp[PARTS], count = 0;
    const int d = isa_arg(&n, ARG_D);
    copy_operands(w, &n);
    Opnd *v = &n.arg[d];
    v->sub = memcpy(NEWN(w->a, Opnd, v->nsub), v->sub, sizeof *v->sub * v->nsub);
    for (uint32_t i = 0; i < v->nsub && count < PARTS; i++)
        if (v->sub[i].kind == O_REG && masked_must_keep(w, v->sub[i].reg)) {
            const Sym *s = w->fn->regs.at[v->sub[i].reg];
            part[count] = v->sub[i].reg;
            v->sub[i].reg = temp[count++] = fn_new_reg(w->a, w->fn, s->name, s->type);
        }
    n.op[0] = *v;
    array_add(w->a, &w->ins, n);
    for (int i = 0; i < count; i++)
        add_blend(w, n.loc, part[i], temp[i], mask);
}

/* Where it may be that no lane is left, on to the end of the side or round. */
static void make_sure(Masked *w)
{
    if (!w->sure)
        add_branch(w, w->frame->end, add_any(w, w->ins.at[w->ins.n - 1].loc, mask_now(w)), true);
    w->sure = true;
}

static bool in_loop(const Masked *w)
{
    for (const Frame *f = w->frame; f; f = f->up)
        if (f->node->kind == N_LOOP)
            return true;
    return false;
}

static int guard_of(Masked *w, Loc loc, int mask)
{
    int p = fn_new_reg(w->a, w->fn, "p", T_PRED);
    add_ins(w, loc, "setp.ne.u32", (Opnd[]){opnd_reg(p), opnd_reg(mask), opnd_number(0, T_U32)}, 3);
    return p;
}

static void turn_ins(Masked *w, const Ins *was)
{
    Ins n = *was;
    int mask = mask_now(w);
    n.masked = true;
    if (mask < 0) {
        array_add(w->a, &w->ins, n);
        return;
    }
    if (n.guard >= 0) {
        mask = new_mask(w);
        add_narrow(w, n.loc, mask, mask_now(w), n.guard, n.guard_neg);
    }
    bool load = in_loop(w) && masked_is_load(w->b, was);
    if (load)
        make_sure(w);
    if (!load && !masked_is_easy(w->b, &n)) {
        n.guard = guard_of(w, n.loc, mask);
        n.guard_neg = false;
        array_add(w->a, &w->ins, n);
        return;
    }
    if (isa_emit(&n) == EMIT_MOV && n.arg[isa_arg(&n, ARG_D)].kind == O_VEC) {
        turn_parts(w, n, mask);
        return;
    }
    Dest d = ins_dest(&n);
    if (isa_emit(&n) == EMIT_NOP || (n.guard < 0 && !masked_must_keep(w, d.reg))) {
        n.guard = -1;
        array_add(w->a, &w->ins, n);
        return;
    }
    const Sym *s = w->fn->regs.at[d.reg];
    int t = fn_new_reg(w->a, w->fn, s->name, s->type);
    n = with_dest(w, &n, d.reg, t);
    array_add(w->a, &w->ins, n);
    add_blend(w, n.loc, d.reg, t, mask);
}

static void turn(Masked *w, const Node *n);

static const Node *loop_around(const Node *n)
{
    while (n->kind != N_LOOP)
        n = n->up;
    return n;
}

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

static bool has_jump(const Node *n)
{
    if (n->kind == N_BREAK || n->kind == N_CONTINUE)
        return true;
    for (int i = 0; i < n->nkid; i++)
        if (n->kid[i] && has_jump(n->kid[i]))
            return true;
    return false;
}

static bool is_jump(const Node *n) { return n && (n->kind == N_BREAK || n->kind == N_CONTINUE); }

static int node_size(const Node *n)
{
    int size = n->kind == N_BLOCK ? n->blk->end - n->blk->first : 0;
    for (int i = 0; i < n->nkid; i++)
        size += n->kid[i] ? node_size(n->kid[i]) : 0;
    return size;
}

/* How deep ifs stand in each other. */
static int depth_of(const Node *n)
{
    int most = 0;
    for (int i = 0; i < n->nkid; i++) {
        const int d = n->kid[i] ? depth_of(n->kid[i]) : 0;
        most = d > most ? d : most;
    }
    return most + (n->kind == N_IF);
}

/* The side of an if, under its mask. */
static void turn_side(Masked *w, const Node *n, int side, int mask, uint8_t *in)
{
    Frame f = {.node = n, .side = side, .mask = mask, .in = in, .end = fn_new_label(w->a, w->fn, "$L__masked", (Loc){0, 0}), .up = w->frame};
    w->frame = &f;
    w->sure = false;
    if (node_holds(n->kid[side], N_LOOP) || (!w->straight && node_size(n->kid[side]) >= SKIP_MIN))
        make_sure(w);
    turn(w, n->kid[side]);
    w->frame = f.up;
    put_label(w, f.end);
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
        put_label(w, no);
        w->sure = sure;
        turn(w, other);
        after &= w->sure;
    }
    put_label(w, end);
    w->sure = after;
}

static void turn_if(Masked *w, const Node *n)
{
    const Ins *br = &w->fn->ins.at[n->blk->term];
    bool negate = br->guard_neg ^ n->negate;
    int now = mask_now(w), mask[2] = {-1, -1};
    if (masked_if_is_even(w, n) && (!w->straight || node_size(n) >= SKIP_MIN)) {
        turn_even_if(w, n);
        return;
    }
    if (is_jump(n->kid[0]) && (n->nkid < 2 || !n->kid[1]) && w->frame->node->kind == N_LOOP &&
        (n->kid[0]->kind == N_CONTINUE || w->frame->round == w->frame->mask)) { /* the usual way out, in one step */
        add_narrow(w, br->loc, now, now, br->guard, !negate);
        w->sure = false;
        return;
    }
    if (now < 0) {
        now = new_mask(w);
        add_ins(w, br->loc, "mov.b32", (Opnd[]){opnd_reg(now), opnd_number(0xffffffff, T_U32)}, 2);
    }
    for (int i = 0; i < n->nkid; i++)
        if (n->kid[i]) {
            mask[i] = new_mask(w);
            add_narrow(w, br->loc, mask[i], now, br->guard, negate ^ i);
        }
    uint8_t *in = NEWN(w->b->a, uint8_t, w->fn->nblk);
    bool sure = w->sure;
    for (int i = 0; i < n->nkid; i++)
        if (n->kid[i]) {
            masked_mark(n->kid[i], in, (uint8_t)(1 + i));
            sure &= !has_jump(n->kid[i]);
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
    put_label(w, e.head);
    turn(w, n->kid[0]);
    add_branch(w, e.head, -1, false);
    put_label(w, e.end);
    w->even = e.up;
}

static void turn_loop(Masked *w, const Node *n)
{
    if (masked_loop_is_even(w, n)) {
        turn_even_loop(w, n);
        return;
    }
    Loc loc = w->fn->ins.at[n->blk->first].loc;
    Frame f = {.node = n, .in = NEWN(w->b->a, uint8_t, w->fn->nblk), .end = fn_new_label(w->a, w->fn, "$L__masked", (Loc){0, 0}), .out = fn_new_label(w->a, w->fn, "$L__masked", (Loc){0, 0}),
               .up = w->frame};
    Sym *head = fn_new_label(w->a, w->fn, "$L__masked", (Loc){0, 0});
    if (w->loads && w->frame)
        make_sure(w);
    f.mask = new_mask(w);
    Opnd all = w->frame ? opnd_reg(mask_now(w)) : opnd_number(0xffffffff, T_U32);
    masked_mark(n->kid[0], f.in, 1);
    add_ins(w, loc, "mov.b32", (Opnd[]){opnd_reg(f.mask), all}, 2);
    put_label(w, head);
    f.round = f.mask;
    if (masked_has_continue(n->kid[0])) {
        f.round = new_mask(w);
        add_ins(w, loc, "mov.b32", (Opnd[]){opnd_reg(f.round), opnd_reg(f.mask)}, 2);
    }
    bool sure = w->sure;
    w->frame = &f;
    w->sure = true;
    turn(w, n->kid[0]);
    w->frame = f.up;
    w->sure = sure;
    put_label(w, f.end);
    add_branch(w, head, add_any(w, loc, f.mask), false);
    put_label(w, f.out);
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
        if (w->even && w->even->node == loop_around(n)) {
            add_branch(w, n->kind == N_BREAK ? w->even->end : w->even->head, -1, false);
            return;
        }
        f = w->frame;
        if (f->node == loop_around(n) && (n->kind == N_CONTINUE || f->round == f->mask)) { /* nobody is left behind */
            add_branch(w, n->kind == N_CONTINUE ? f->end : f->out, -1, false);
            return;
        }
        turn_jump(w, w->ins.at[w->ins.n - 1].loc, mask_now(w), n->kind == N_CONTINUE);
        add_branch(w, f->end, -1, false); /* nobody is left for what comes after an even if */
    }
}

static int start_of(const Node *root) { return root->kind == N_LOOP ? root->blk->first : root->blk->term; }

/* What is turned: where it begins and goes on, the labels of the new code and of the place behind. */
typedef struct Root {
    const Node *node;
    Blk *exit;
    Sym *start, *back;
} Root;

/* The function's instructions as they are, with a jump where each root begins. */
static void copy_code(Masked *w, const Root *root, int n)
{
    Fn *fn = w->fn;
    int label = 0;
    w->ins = fn_new_code(w->b->m, fn);
    for (int i = 0; i <= fn->ins.n; i++) {
        for (; label < fn->labels.n && fn->labels.at[label]->index <= i; label++) {
            fn->labels.at[label]->mark = w->ins.n;
            array_add(w->a, &w->labels, fn->labels.at[label]);
        }
        for (int k = 0; k < n; k++)
            if (root[k].exit && i == root[k].exit->first) {
                root[k].back->mark = w->ins.n;
                array_add(w->a, &w->labels, root[k].back);
            }
        for (int k = 0; k < n; k++)
            if (i == start_of(root[k].node))
                add_branch(w, root[k].start, -1, false);
        if (i < fn->ins.n)
            array_add(w->a, &w->ins, fn->ins.at[i]);
    }
    const Ins *last = &fn->ins.at[fn->ins.n - 1];
    if (last->guard >= 0 || !isa_is_term(last))
        add_ins(w, fn->end, "ret", NULL, 0);
}

static void prepare(Masked *w, const Node *root);

/* That, then the new instructions of each root. */
static void rewrite(Masked *w, Root *root, int n)
{
    Fn *fn = w->fn;
    for (int k = 0; k < n; k++) {
        root[k].start = fn_new_label(w->a, fn, "$L__masked", (Loc){0, 0});
        root[k].back = fn_new_label(w->a, fn, "$L__masked", (Loc){0, 0});
    }
    copy_code(w, root, n);
    const int own = w->labels.n;
    for (int k = 0; k < n; k++) {
        prepare(w, root[k].node);
        put_label(w, root[k].start);
        turn(w, root[k].node);
        if (root[k].exit)
            add_branch(w, root[k].back, -1, false);
        else
            add_ins(w, fn->end, "ret", NULL, 0);
    }
    for (int i = 0; i < own; i++)
        w->labels.at[i]->index = w->labels.at[i]->mark;
    fn->ins = w->ins;
    fn->labels = w->labels;
}

/* ---- the search ------------------------------------------------------------------------------------------------------- */

/* Whether no load in a loop that has a mask is sure to have another address in each lane. */
static bool loads_alike(const Masked *w, const Node *n, bool in_loop)
{
    for (int i = n->kind == N_BLOCK ? n->blk->first : 0; n->kind == N_BLOCK && i < n->blk->end; i++) {
        const Ins *ins = &w->fn->ins.at[i];
        const int r = in_loop && masked_is_load(w->b, ins) ? ins->arg[isa_arg(ins, ARG_A)].reg : -1;
        if (r >= 0 && !w->same[r])
            return false;
    }
    for (int i = 0; i < n->nkid; i++)
        if (n->kid[i] && !loads_alike(w, n->kid[i], in_loop || (n->kind == N_LOOP && !masked_loop_is_even(w, n))))
            return false;
    return true;
}

/* Looks at a root: what it consists of; whether it can be turned. */
static bool look(Masked *w, const Node *n)
{
    memset(w->in, 0, (size_t)w->fn->nblk);
    w->body = w->effects = 0;
    w->loads = false;
    return can_turn(w, n, w->straight);
}

static void prepare(Masked *w, const Node *root)
{
    look(w, root);
    masked_find_same(w, root);
    w->frame = NULL;
    w->sure = false;
}

static int try_node(Masked *w, const Node *n)
{
    if (w->fn->ins.at[start_of(n)].alone)
        return -1;
    if (!node_holds(n, N_LOOP) || node_size(n) > MASKED_MAX || !look(w, n) || w->body < BODY_MIN ||
        w->effects > EFFECTS_MAX || !find_exit(w, n))
        return -1;
    masked_find_same(w, n);
    w->frame = NULL;
    if (w->loads && !loads_alike(w, n, false)) {
        w->fn->ins.at[start_of(n)].alone = true;
        return -1;
    }
    Root root = {.node = n, .exit = w->exit};
    rewrite(w, &root, 1);
    return start_of(n);
}

/* Whether the predicate, or its opposite, holds for one lane at most: a number that grows from lane to lane equals one that is the same.
 * depth: so many instructions that combine predicates are looked through. */
static bool holds_for_one(const Back *b, int pred, bool holds, int depth)
{
    static const ArgName sides[] = {ARG_A, ARG_B};
    const RegInfo *g = &b->reg[pred];
    const Ins *ins = g->ndef == 1 && g->def >= 0 ? &b->fn->ins.at[g->def] : NULL;
    if (!ins || ins->guard >= 0)
        return false;
    if (ins->mnemonic == INS_SETP) {
        const Val x = uniform_opnd(b, &ins->arg[isa_arg(ins, ARG_A)]), y = uniform_opnd(b, &ins->arg[isa_arg(ins, ARG_B)]);
        return lane_range_compares(ins, x, y).border == (holds ? BORDER_AT : BORDER_BUT);
    }
    for (int i = 0; i < 2 && depth > 0 && ins->mnemonic == (holds ? INS_AND : INS_OR); i++) {
        const Opnd *o = &ins->arg[isa_arg(ins, sides[i])];
        if (o->kind == O_REG && o->comp < 0 && holds_for_one(b, o->reg, holds != o->neg, depth - 1))
            return true;
    }
    return false;
}

/* One lane at most comes to the if's only side: it had better do that alone. */
static bool is_for_one(const Back *b, const Node *n)
{
    const Ins *br = n->kind == N_IF ? &b->fn->ins.at[n->blk->term] : NULL;
    const int side = br && n->nkid > 1 && n->kid[1];
    return br && br->guard >= 0 && !(side && n->kid[0]) && holds_for_one(b, br->guard, br->guard_neg == (n->negate != side), COMBINED_MOST);
}

static int search(Masked *w, const Node *n)
{
    const NodeInfo *x = info(n);
    if (x->masked || is_for_one(w->b, n))
        return -1;
    if (x->lane)
        return n->kind == N_IF || n->kind == N_LOOP ? try_node(w, n) : -1;
    for (int i = 0, found; i < n->nkid; i++)
        if (n->kid[i] && (found = search(w, n->kid[i])) >= 0)
            return found;
    return -1;
}

bool loop_mask_failed(const Back *b)
{
    for (int i = 0; i < b->fn->ins.n; i++) {
        const Ins *ins = &b->fn->ins.at[i];
        if (ins->pseudo == PSEUDO_ANY && b->blk_of[i] && node_level(b, b->node_of[b->blk_of[i]->id]) == LV_LANE)
            return true;
        if (ins->masked && b->blk_of[i] && ins->guard < 0 && isa_emit(ins) == EMIT_LD &&
            uniform_opnd(b, &ins->arg[isa_arg(ins, ARG_A)]).kind != VAL_UNI)
            return true;
    }
    return false;
}

bool loop_mask_has(const Fn *fn)
{
    for (int i = 0; i < fn->ins.n; i++)
        if (fn->ins.at[i].pseudo == PSEUDO_ANY)
            return true;
    return false;
}

bool loop_mask_one(Back *b)
{
    Masked w = {.b = b, .fn = b->fn, .a = b->m->code, .in = NEWN(b->a, uint8_t, b->fn->nblk + 1)};
    b->rewritten_at = search(&w, b->tree);
    return b->rewritten_at >= 0;
}

/* ---- ifs without loops -------------------------------------------------------------------------------------------------- */

typedef struct Roots { Root *at; int n; } Roots;

static void find_nests(Masked *w, const Node *n, Roots *roots)
{
    const NodeInfo *x = info(n);
    if (x->masked)
        return;
    if (!x->lane) {
        for (int i = 0; i < n->nkid; i++)
            if (n->kid[i])
                find_nests(w, n->kid[i], roots);
        return;
    }
    if (n->kind == N_IF && depth_of(n) >= NESTED_MIN && !node_holds(n, N_LOOP) && !has_jump(n) &&
        node_size(n) <= MASKED_MAX && look(w, n) && !w->loads && find_exit(w, n) && w->exit)
        roots->at[roots->n++] = (Root){.node = n, .exit = w->exit};
}

bool if_convert(Back *b)
{
    Masked w = {.b = b, .fn = b->fn, .a = b->m->code, .in = NEWN(b->a, uint8_t, b->fn->nblk + 1), .straight = true};
    Roots roots = {.at = NEWN(b->a, Root, b->fn->nblk + 1)};
    for (int i = 0; i < b->fn->ins.n; i++) /* where lanes go one by one they had better skip what is not theirs */
        if (b->blk_of[i] && ins_order_matters(&b->fn->ins.at[i]))
            return false;
    find_nests(&w, b->tree, &roots);
    if (roots.n)
        rewrite(&w, roots.at, roots.n);
    return roots.n > 0;
}
