/* versioning_write.c: writes a function's instructions anew, with a region of versioning.c in two versions.
 *
 * The original stays where it is, behind a branch to the copy, which stands at the function's end: first what moves to its
 * head, then the check, then the rest.  Labels keep their old places until the end, when all instructions have new ones. */
#include "transform/versions/versioning.h"

/* A label at the start of one of the function's own blocks. */
static Sym *label_of(Split *s, const Blk *x)
{
    if (!s->label_at[x->first])
        s->label_at[x->first] = fn_new_label(s->a, s->fn, "$L__split", (Loc){0, 0});
    return s->label_at[x->first];
}

/* A label at its one way out. */
static Sym *label_of_exit(Split *s)
{
    if (s->tail < 0)
        return label_of(s, s->exit);
    if (!s->label_at[s->tail])
        s->label_at[s->tail] = fn_new_label(s->a, s->fn, "$L__split", (Loc){0, 0});
    return s->label_at[s->tail];
}

static Ins *add_ins(Split *s, Loc loc, const char *words, const Opnd *op, int n)
{
    const Ins *entry = &s->fn->ins.at[s->entry->first];
    Ins at = {.loc = loc.len ? loc : entry->loc, .made = !loc.len, .line_file = entry->line_file, .line = entry->line};
    return ins_add(s->b->m, s->fn, &s->code.ins, &at, words, op, n);
}

static void add_branch(Split *s, Sym *to, int guard, bool negate)
{
    ins_under(add_ins(s, (Loc){0, 0}, "bra", (Opnd[]){opnd_label(to)}, 1), guard, negate);
}

static void add_move(Split *s, int to, int from)
{
    const Type t = s->fn->regs.at[to]->type;
    add_ins(s, (Loc){0, 0}, arena_printf(s->a, "mov.%s", t == T_PRED ? "pred" : type_plain(t)),
            (Opnd[]){opnd_reg(to), opnd_reg(from)}, 2);
}

/* The branch just added is one of the source's. */
static void add_origin(Split *s, const Ins *like)
{
    Ins *n = &s->code.ins.at[s->code.ins.n - 1];
    n->loc = like->loc;
    n->line_file = like->line_file;
    n->line = like->line;
    n->made = false;
}

static Ins renamed(Split *s, const int *to, int at)
{
    Ins n = s->fn->ins.at[at];
    ins_rename_all(s->a, &n, to);
    return n;
}

static void copy_ins(Split *s, int at)
{
    Ins n = renamed(s, s->copy, at);
    array_add(s->a, &s->code.ins, n);
}

static bool is_derived(const Split *s, int reg) { return s->carried[reg] && s->derived[reg]; }

/* Makes what the register is where a round begins, by the names of the copy, but for itself. */
static void add_derived(Split *s, int reg, int as)
{
    const int was = s->copy[reg];
    s->copy[reg] = as;
    copy_ins(s, s->derived[reg] - 1);
    s->copy[reg] = was;
}

/* Whether the instruction stands at the copy's head instead. */
static bool stands_ahead(const Split *s, int at)
{
    const Dest d = ins_dest(&s->fn->ins.at[at]);
    return s->moved[at] || (d.n == 1 && d.reg < s->b->nreg && is_derived(s, d.reg) && s->derived[d.reg] == at + 1);
}

/* Registers of the copy's own: those that nothing outside refers to, what moves to the head, and a loop's counters. */
static void name_copies(Split *s)
{
    int n = s->fn->regs.n;
    s->copy = NEWN(s->b->a, int, n + 1);
    s->slow = NEWN(s->b->a, int, n + 1);
    for (int r = 0; r < n; r++) {
        const bool known = r < s->b->nreg; /* others a pass has made that found nothing: nobody refers to them */
        const int def = known ? s->b->reg[r].def : -1;
        const bool own = known && s->defs[r] && (s->carried[r] || split_is_own(s, r) || (def >= 0 && s->moved[def]));
        s->copy[r] = own ? fn_copy_reg(s->a, s->fn, r) : r;
        s->slow[r] = known && s->carried[r] && !split_live_after(s, r) ? fn_copy_reg(s->a, s->fn, r) : r;
    }
}

/* Where an edge of the copy goes. */
static Sym *copy_target(Split *s, const Blk *to, Sym *head)
{
    if (s->loop && to == s->entry)
        return head;
    return internal(s, to) ? s->of_copy[to->id] : s->out;
}

/* The branch at a block's end; a guarded one falls to the next. */
static void copy_branch(Split *s, const Blk *x, Sym *head)
{
    if (ends_in_tail(s, x)) {
        add_branch(s, s->out, -1, false);
        return;
    }
    if (x == s->below) {
        const Ins *br = &s->fn->ins.at[x->branch];
        add_branch(s, head, s->again, br->guard_neg != (x->succ[1] != s->entry));
        add_origin(s, br);
        add_branch(s, s->out, -1, false);
        return;
    }
    bool tests = x == s->latch || (s->loop && !s->latch && !s->below && x == s->entry); /* the loop's test stands at its head */
    if (tests) {
        for (int k = 0; k < 2; k++)
            if (x->succ[k] && internal(s, x->succ[k]))
                add_branch(s, copy_target(s, x->succ[k], head), -1, false);
        return;
    }
    if (x->succ[1]) {
        const Ins *br = &s->fn->ins.at[x->branch];
        add_branch(s, copy_target(s, x->succ[1], head), s->copy[br->guard], br->guard_neg);
        add_origin(s, br);
    }
    if (x->succ[0])
        add_branch(s, copy_target(s, x->succ[0], head), -1, false);
}

/* The instruction of the loop's test. */
static const Blk *tester(const Split *s) { return s->latch ? s->latch : s->entry; }

/* The test of a loop that was tested at its end, on its counter as it is; returns its new register. */
static int add_test(Split *s, int *names)
{
    int guard = s->fn->ins.at[s->latch->branch].guard, was = names[guard], r = fn_copy_reg(s->a, s->fn, guard);
    names[guard] = r;
    Ins n = renamed(s, names, s->b->reg[guard].def);
    names[guard] = was;
    array_add(s->a, &s->code.ins, n);
    return r;
}

/* What the loop's end will test, from the counters as they are at the head; returns its register. */
static int add_ahead(Split *s)
{
    const int n = s->fn->regs.n;
    int *same = NEWN(s->b->a, int, n + 1), *later = NEWN(s->b->a, int, n + 1); /* by register: its value at the round's end */
    for (int r = 0; r < n; r++)
        same[r] = r;
    int made = -1;
    for (int i = 0; i < s->nahead; i++) {
        const int at = s->ahead[i];
        Ins ins = renamed(s, same, at);
        for (Refs ref = ins_refs(&ins); places_next(&ref);)
            *ref.place = ref.role != REG_READ ? (later[ref.reg] = made = fn_copy_reg(s->a, s->fn, ref.reg))
                         : split_made_before(s, ref.reg, at) >= 0 ? later[ref.reg] : s->copy[ref.reg];
        ins_agree(s->b->a, &ins);
        array_add(s->a, &s->code.ins, ins);
    }
    return made;
}

/* The guard that goes on with the loop is negated: the branch out of it is not taken. */
static bool leaves_when_false(const Split *s)
{
    const Blk *x = tester(s);
    const Ins *br = &s->fn->ins.at[x->branch];
    bool taken_stays = x->succ[1] && internal(s, x->succ[1]);
    return taken_stays != br->guard_neg;
}

/* What moves to the copy's head, and what has to hold there: else all goes on in the original. */
static void add_check(Split *s, Sym *slow, int all)
{
    Fn *fn = s->fn;
    for (int i = 0; i < s->nin; i++)
        for (int j = s->in[i]->first; j < s->in[i]->end; j++)
            if (s->moved[j])
                copy_ins(s, j);
    if (s->below)
        s->again = add_ahead(s);
    const int test = !s->loop || s->below ? -1 : s->latch ? add_test(s, s->copy) : s->copy[fn->ins.at[s->entry->branch].guard];
    Ins *check = add_ins(s, fn->ins.at[s->entry->first].loc, "mov.pred", (Opnd[]){opnd_reg(all), opnd_number(1, T_U32)}, 2);
    check->pseudo = PSEUDO_CHECK;
    check->once = !s->loop;
    if (s->loop && !s->below && leaves_when_false(s)) { /* one branch for both */
        const int both = fn_new_reg(s->a, fn, "all", T_PRED);
        add_ins(s, (Loc){0, 0}, "and.pred", (Opnd[]){opnd_reg(both), opnd_reg(all), opnd_reg(test)}, 3);
        add_branch(s, s->out, both, true);
        return;
    }
    if (test >= 0) {
        add_branch(s, s->out, test, false);
        add_origin(s, &fn->ins.at[tester(s)->branch]);
    }
    add_branch(s, s->loop ? s->out : slow, all, true);
}

static void add_block(Split *s, const Blk *x, Sym *head)
{
    code_label(&s->code, s->of_copy[x->id]);
    for (int j = x->first; j < x->end; j++)
        if (holds(s, x, j) && !stands_ahead(s, j) && j != x->branch)
            copy_ins(s, j);
    copy_branch(s, x, head);
}

static void end_straight(Split *s)
{
    for (int r = 0; r < s->b->nreg; r++)
        if (s->copy[r] != r && split_live_after(s, r))
            add_move(s, r, s->copy[r]);
    add_branch(s, label_of_exit(s), -1, false);
}

/* What the code behind reads, then what only the slow loop reads. */
static void end_loop(Split *s, Sym *slow, int all)
{
    for (int pass = 0; pass < 2; pass++) {
        for (int r = 0; r < s->b->nreg; r++)
            if (is_derived(s, r) && split_live_after(s, r) == !pass)
                add_derived(s, r, s->slow[r]);
            else if (s->carried[r] && split_live_after(s, r) == !pass)
                add_move(s, s->slow[r], s->copy[r]);
        if (!pass)
            add_branch(s, label_of(s, s->exit), all, false);
    }
    add_branch(s, slow, -1, false);
}

/* The copy, behind everything else. */
static void add_copy(Split *s, Sym *fast, Sym *slow, int all)
{
    Fn *fn = s->fn;
    Sym *head = fn_new_label(s->a, s->fn, "$L__split", (Loc){0, 0});
    s->out = fn_new_label(s->a, s->fn, "$L__split", (Loc){0, 0});
    code_label(&s->code, fast);
    for (int r = 0; r < s->b->nreg && s->loop; r++)
        if (s->carried[r] && !is_derived(s, r))
            add_move(s, s->copy[r], r);
    if (s->loop)
        code_label(&s->code, head);
    for (int r = 0; r < s->b->nreg && s->loop; r++)
        if (is_derived(s, r))
            add_derived(s, r, s->copy[r]);
    add_check(s, slow, all);
    for (int i = 0; i < fn->nblk; i++)
        if (inside(s, fn->blk[i]))
            add_block(s, fn->blk[i], head);
    code_label(&s->code, s->out);
    if (s->loop)
        end_loop(s, slow, all);
    else
        end_straight(s);
}

/* Whether the guard's register holds where lanes go into the loop. */
static bool guard_holds(const Split *s)
{
    const Blk *x = s->guard;
    const bool taken_skips = cfg_real_target(s->fn, x->succ[1]) == cfg_real_target(s->fn, s->exit);
    return taken_skips == s->fn->ins.at[x->branch].guard_neg;
}

/* The guard before a loop is left out: the loop's own test is as good.  What is read in between is read if any lane goes on. */
static void add_guard(Split *s)
{
    const Ins *branch = &s->fn->ins.at[s->guard->branch];
    const Blk *out = cfg_real_target(s->fn, s->exit);
    const bool first = cfg_real_target(s->fn, s->guard->succ[0]) == out;
    if (s->lead_loads) {
        const int mask = fn_new_reg(s->a, s->fn, "on", T_B32), any = fn_new_reg(s->a, s->fn, "any", T_PRED);
        const bool holds = guard_holds(s);
        Opnd goes = opnd_reg(branch->guard);
        goes.loc = branch->loc;
        add_ins(s, (Loc){0, 0}, "selp.b32", (Opnd[]){opnd_reg(mask), opnd_number(holds, T_U32), opnd_number(!holds, T_U32), goes}, 4);
        add_ins(s, (Loc){0, 0}, "setp.ne.u32", (Opnd[]){opnd_reg(any), opnd_reg(mask), opnd_number(0, T_U32)}, 3)->pseudo = PSEUDO_ANY;
        add_branch(s, label_of(s, s->exit), any, true);
        add_origin(s, branch);
    }
    add_branch(s, label_of(s, s->guard->succ[first ? 1 : 0]), -1, false);
}

/* Whether lanes read here and there. */
static bool is_lanes_own(const Split *s, const Ins *load)
{
    const Opnd *address = &load->arg[isa_arg(load, ARG_A)];
    return address->reg >= 0 && s->b->reg[address->reg].val.kind != VAL_UNI;
}

/* An edge of the original inside the loop must not go to the copy, which the region's entry does. */
static void lead_back(const Split *s, Ins *n, Sym *slow)
{
    for (int i = 0; i < n->nop; i++)
        if (n->op[i].kind == O_LABEL && n->op[i].sym->index == s->entry->first) {
            n->op = memcpy(NEWN(s->a, Opnd, n->nop), n->op, sizeof *n->op * n->nop);
            n->op[i].sym = slow;
            if (n->narg == n->nop)
                n->arg = n->op;
        }
}

/* An access in front of the loop that only lanes that go into it make. */
static bool is_under_guard(const Split *s, const Blk *x, const Ins *n)
{
    return s->guard && s->lead_loads && x && split_leads_in(s, x) && split_wants_lane(n) && is_lanes_own(s, n);
}

static void copy_original(Split *s, int at, const Blk *x, Sym *slow)
{
    Ins n = holds(s, x, at) ? renamed(s, s->slow, at) : s->fn->ins.at[at];
    n.slow |= holds(s, x, at);
    if (s->loop && s->latch && x == s->latch && at == x->branch) {
        add_branch(s, slow, -1, false);
        return;
    }
    if (s->guard && at == s->guard->branch) {
        add_guard(s);
        return;
    }
    if (is_under_guard(s, x, &n))
        ins_under(&n, s->fn->ins.at[s->guard->branch].guard, !guard_holds(s));
    if (x && inside(s, x) && s->loop && x->branch == at)
        lead_back(s, &n, slow);
    array_add(s->a, &s->code.ins, n);
}

/* The labels of the copy's blocks, and of the places where its ways lead out. */
static void make_labels(Split *s)
{
    s->of_copy = NEWN(s->b->a, Sym *, s->fn->nblk);
    for (int i = 0; i < s->nin; i++)
        s->of_copy[s->in[i]->id] = fn_new_label(s->a, s->fn, "$L__split", (Loc){0, 0});
    label_of_exit(s);
    for (int i = 0; i < s->nin; i++)
        for (int k = 0; !ends_in_tail(s, s->in[i]) && k < blk_nsucc(s->in[i]); k++)
            if (!internal(s, blk_succ(s->in[i], k)))
                label_of(s, blk_succ(s->in[i], k));
    for (int k = 0; s->guard && k < 2; k++)
        label_of(s, s->guard->succ[k]);
}

/* What stays in front of both versions, the way to the copy, and how the original begins. */
static void begin_original(Split *s, Sym *fast, Sym *slow)
{
    for (int j = s->entry->first; j < s->entry->end; j++)
        if (s->before[j])
            array_add(s->a, &s->code.ins, s->fn->ins.at[j]);
    add_branch(s, fast, -1, false);
    code_keep_label(&s->code, slow);
    if (s->latch) {
        add_branch(s, s->label_at[s->exit->first], add_test(s, s->slow), leaves_when_false(s));
        add_origin(s, &s->fn->ins.at[tester(s)->branch]);
    }
}

/* Those in front of an instruction, the function's from that number on; the next one. */
static int keep_labels(Split *s, int at, int label)
{
    const SymList *labels = &s->fn->labels;
    for (; label < labels->n && labels->at[label]->index <= at; label++)
        code_keep_label(&s->code, labels->at[label]);
    if (s->label_at[at])
        code_keep_label(&s->code, s->label_at[at]);
    return label;
}

void version_write(Split *s)
{
    Fn *fn = s->fn;
    int n = fn->ins.n, label = 0;
    Sym *fast = fn_new_label(s->a, s->fn, "$L__split", (Loc){0, 0}), *slow = fn_new_label(s->a, s->fn, "$L__split", (Loc){0, 0});
    s->code = code_begin(s->b);
    name_copies(s);
    const int all = fn_new_reg(s->a, s->fn, "all", T_PRED);
    make_labels(s);
    for (int i = 0; i <= n; i++) {
        const Blk *x = i < n ? s->b->blk_of[i] : NULL, *before = i > 0 ? s->b->blk_of[i - 1] : NULL;
        if (i == s->entry->first && s->loop && before && inside(s, before) && before->succ[0] == s->entry)
            add_branch(s, slow, -1, false);
        label = keep_labels(s, i, label);
        if (i == s->entry->first)
            begin_original(s, fast, slow);
        if (i < n && !s->before[i])
            copy_original(s, i, x, slow);
    }
    if (fn_falls_through(fn))
        add_ins(s, fn->end, "ret", NULL, 0);
    const int own = s->code.labels.n;
    add_copy(s, fast, slow, all);
    code_replace(&s->code, own);
}

/* Nothing outside the region refers to the register, nor does it keep its value from one run to the next. */
bool split_is_own(const Split *s, int reg)
{
    const RegInfo *g = &s->b->reg[reg];
    return s->uses[reg] == g->ndef + g->nuse && (!live_has(s->entry->live_in, reg) || live_choice(s->entry, reg));
}
