/* register_shadow.c: --sanitize=init: what a register holds that nothing has been written to, and where that matters.
 *
 * Registers that are live where a function begins may be read before they are written.  Each, and each that is made of one, gets
 * a shadow: a predicate that says that it has no value.  Shadows are set, copied and joined beside the registers, so that where
 * flow analysis only fears something the run knows; what a choice or one side of a logic operation leaves out does not count.
 * A check stands before addresses, branches and other guarded effects, stores, atomic operations and barriers that take such a
 * register; what is stored by bytes, in vectors or for a call may be padding.  What comes from a call or other lanes has a value.
 * Registers of which the PTX says "implicit-def" are excused.
 *
 * To store it in shared or local memory, as code does that leaves out what is behind an end only later, is a fault of its own kind.
 *
 * A load of memory that nothing has written is told by itself (sanitize_memory.h), but for those whose value a choice or a logic
 * operation may leave out, like what a merge reads behind the end of its part: such a load is followed.  Whether it has found a
 * value a copy of it asks the run, behind it; what it loads has a shadow, and nothing that takes that register is excused.
 *
 * In: matched instructions.  Out: PSEUDO_UNSET… under guards, with what is wrong as its text; PSEUDO_FOLLOWED loads, each before a
 * PSEUDO_UNWRITTEN; blocks are stale.  Cost: liveness; one look at each instruction a round, until no more registers have shadows.
 * Fires on tests/sanitize/registers and merge. */
#include "transform/transform.h"

typedef struct Shadows {
    Module *m;
    Fn *fn;
    int old;      /* registers of the function as it was */
    int *of;      /* by register: its shadow, or -1 */
    bool *first;  /* live where the function begins */
    bool *loaded; /* it may come from a load that is followed */
    InsList out;
    const Ins *at;
} Shadows;

static int shadow(const Shadows *s, const Opnd *o) { return o->kind == O_REG && o->reg < s->old ? s->of[o->reg] : -1; }

static const Opnd *arg(const Ins *ins, ArgName name) { return isa_arg(ins, name) < 0 ? NULL : &ins->arg[isa_arg(ins, name)]; }

/* ---- which registers have shadows ---------------------------------------------------------------------------------- */

static void give_shadow(Shadows *s, int reg)
{
    s->of[reg] = fn_new_reg(s->m->code, s->fn, arena_printf(s->m->code, "%s_unset", reg_name(s->fn, reg)), T_PRED);
}

static bool find_first(Shadows *s)
{
    Arena tmp = {0};
    Fn *fn = s->fn;
    bool any = false;
    cfg_build(&tmp, fn, false);
    live_build(&tmp, fn, false);
    for (int i = 0; fn->nblk && i < fn->blk[0]->live_in.n; i++) {
        const int reg = fn->blk[0]->live_in.reg[i];
        if (fn->regs.at[reg]->vec > 1 || uninit_is_excused(s->m, fn, reg))
            continue;
        give_shadow(s, reg);
        s->first[reg] = any = true;
    }
    fn->blk = NULL;
    fn->nblk = 0;
    arena_reset(&tmp);
    return any;
}

/* Its results are made of what it reads, in the lane itself. */
static bool is_made_of_operands(const Ins *ins)
{
    return isa_mem(ins) == MEM_NONE && isa_emit(ins) != EMIT_CALL && !isa_is_warp(ins) && !isa_is_cta(ins);
}

/* Whether it reads a register with a shadow; *loaded: one that may come from a followed load. */
static bool reads_unset(const Shadows *s, const Ins *ins, bool *loaded)
{
    bool any = false;
    *loaded = false;
    for (Refs r = ins_refs(ins); refs_next(&r);)
        if (!r.write && r.reg < s->old && s->of[r.reg] >= 0) {
            any = true;
            *loaded |= s->loaded[r.reg];
        }
    return any;
}

/* ---- which loads are followed -------------------------------------------------------------------------------------- */

/* Whether the register, which the instruction reads, may be left out there. */
static bool may_leave_out(const Ins *ins, int reg)
{
    if (!is_made_of_operands(ins) || !ins->dests)
        return false;
    return ins->guard >= 0 || ins->mnemonic == INS_SELP ||
           ((ins->mnemonic == INS_AND || ins->mnemonic == INS_OR) && isa_slot_type(ins, SLOT_TYPE) == T_PRED) ||
           (ins->mnemonic == INS_SETP && isa_arg(ins, ARG_C) >= 0 && ins->arg[isa_arg(ins, ARG_C)].kind != O_NONE &&
            ins->arg[isa_arg(ins, ARG_C)].reg != reg);
}

static bool carries(const Ins *ins)
{
    static const Mnemonic words[] = {INS_MOV, INS_CVT, INS_NEG, INS_NOT, INS_XOR, INS_SETP, INS_NONE};
    return ins->guard < 0 && is_made_of_operands(ins) && ins_is_any(ins, words);
}

/* By register: a choice or logic may leave out its value, or what is made of that by moves and comparisons. */
static bool *find_left_out(Shadows *s, Arena *a)
{
    bool *left_out = NEWN(a, bool, s->old + 1);
    for (bool more = true; more;) {
        more = false;
        for (int i = 0; i < s->fn->ins.n; i++) {
            const Ins *ins = &s->fn->ins.at[i];
            bool to = false;
            if (!ins->form)
                continue;
            for (Refs r = ins_refs(ins); refs_next(&r) && carries(ins);)
                to |= r.write && left_out[r.reg];
            for (Refs r = ins_refs(ins); refs_next(&r);)
                if (!r.write && r.reg != ins->guard && !left_out[r.reg] && (to || may_leave_out(ins, r.reg)))
                    left_out[r.reg] = more = true;
        }
    }
    return left_out;
}

/* A plain load of a number, whose address stays as it is. */
static bool may_be_followed(const Shadows *s, const Ins *ins)
{
    static const Modifier others[] = {MOD_VOLATILE, MOD_RELAXED, MOD_ACQUIRE, MOD_MMIO, MOD_NC, MOD_NONE};
    if (!ins->form || isa_emit(ins) != EMIT_LD || isa_space(ins) == SP_PARAM || isa_has_any(ins, others))
        return false;
    const Opnd *d = arg(ins, ARG_D), *from = arg(ins, ARG_A);
    return d->kind == O_REG && d->comp < 0 && s->fn->regs.at[d->reg]->vec <= 1 && type_info[s->fn->regs.at[d->reg]->type].bits <= 64 &&
           from->kind == O_MEM && from->reg != d->reg && !(from->sym && from->sym->kind == SYM_VAR && from->sym->space == SP_PARAM);
}

static bool find_followed(Shadows *s)
{
    Arena tmp = {0};
    const bool *left_out = find_left_out(s, &tmp);
    bool any = false;
    for (int i = 0; i < s->fn->ins.n; i++) {
        Ins *ins = &s->fn->ins.at[i];
        if (!may_be_followed(s, ins) || !left_out[arg(ins, ARG_D)->reg])
            continue;
        const int reg = arg(ins, ARG_D)->reg;
        ins->pseudo = PSEUDO_FOLLOWED;
        if (s->of[reg] < 0)
            give_shadow(s, reg);
        s->loaded[reg] = any = true;
    }
    arena_reset(&tmp);
    return any;
}

static void find_made(Shadows *s)
{
    for (bool more = true; more;) {
        more = false;
        for (int i = 0; i < s->fn->ins.n; i++) {
            const Ins *ins = &s->fn->ins.at[i];
            bool loaded;
            if (!is_made_of_operands(ins) || !reads_unset(s, ins, &loaded))
                continue;
            for (Refs r = ins_refs(ins); refs_next(&r);) {
                if (!r.write || r.reg >= s->old || (s->of[r.reg] >= 0 && s->loaded[r.reg] >= loaded))
                    continue;
                if (s->of[r.reg] < 0)
                    give_shadow(s, r.reg);
                s->loaded[r.reg] |= loaded;
                more = true;
            }
        }
    }
}

/* ---- what is written beside the code --------------------------------------------------------------------------------- */

static Ins *add(Shadows *s, const char *words, const Opnd *op, int n)
{
    Ins x = ins_new(s->m, s->fn, s->m->code, s->at, words, op, n);
    x.made = true;
    array_add(s->m->code, &s->out, x);
    return &s->out.at[s->out.n - 1];
}

/* Values of shadows: registers; NEVER: there is a value. */
enum { NEVER = -1 };

static int combine(Shadows *s, const char *words, Opnd x, Opnd y)
{
    const int d = fn_new_reg(s->m->code, s->fn, "unset", T_PRED);
    add(s, words, (Opnd[]){opnd_reg(d), x, y}, 3);
    return d;
}

static int either(Shadows *s, int x, int y)
{
    return x == NEVER || x == y ? y : y == NEVER ? x : combine(s, "or.pred", opnd_reg(x), opnd_reg(y));
}

static int opposite(Shadows *s, int x)
{
    const int d = fn_new_reg(s->m->code, s->fn, "unset", T_PRED);
    add(s, "not.pred", (Opnd[]){opnd_reg(d), opnd_reg(x)}, 2);
    return d;
}

/* x where the predicate has that value. */
static int where(Shadows *s, int x, int predicate, bool value)
{
    return x == NEVER ? NEVER : combine(s, "and.pred", opnd_reg(x), opnd_reg(value ? predicate : opposite(s, predicate)));
}

/* Of and or or, where one side may decide: unset if both are, or one of them and the other one does not. */
static int of_logic(Shadows *s, const Opnd *a, const Opnd *b, bool is_and)
{
    const int x = shadow(s, a), y = shadow(s, b);
    if (x == NEVER || y == NEVER) {
        const Opnd *other = x == NEVER ? a : b;
        const int one = x == NEVER ? y : x;
        return other->kind == O_REG && !other->neg ? where(s, one, other->reg, is_and) : one;
    }
    const int both = combine(s, "and.pred", opnd_reg(x), opnd_reg(y));
    return either(s, both, either(s, where(s, x, b->reg, is_and), where(s, y, a->reg, is_and)));
}

static bool plain(const Opnd *o) { return o && (o->kind == O_IMM || (o->kind == O_REG && o->comp < 0 && !o->neg)); }

/* Whether what it makes is without a value. */
static int of_result(Shadows *s, const Ins *ins)
{
    const Opnd *a = arg(ins, ARG_A), *b = arg(ins, ARG_B), *c = arg(ins, ARG_C);
    int unset = NEVER;
    if (!is_made_of_operands(ins))
        return NEVER;
    if ((ins->mnemonic == INS_AND || ins->mnemonic == INS_OR) && isa_slot_type(ins, SLOT_TYPE) == T_PRED && plain(a) && plain(b))
        return of_logic(s, a, b, ins->mnemonic == INS_AND);
    if (ins->mnemonic == INS_SELP && plain(c) && c->kind == O_REG)
        return either(s, shadow(s, c), either(s, where(s, shadow(s, a), c->reg, true), where(s, shadow(s, b), c->reg, false)));
    for (Refs r = ins_refs(ins); places_next(&r);)
        if (r.role == REG_READ && r.place != &ins->guard && *r.place < s->old)
            unset = either(s, unset, s->of[*r.place]);
    return unset;
}

static void set(Shadows *s, int to, int unset, const Ins *ins)
{
    Ins *mov = add(s, "mov.pred", (Opnd[]){opnd_reg(to), unset == NEVER ? opnd_number(0, T_U32) : opnd_reg(unset)}, 2);
    mov->guard = ins->guard;
    mov->guard_neg = ins->guard_neg;
}

/* Behind a followed load: whether nothing had written what it has read. */
static void shadow_loaded(Shadows *s, const Ins *ins)
{
    const Opnd *d = arg(ins, ARG_D);
    const Type t = s->fn->regs.at[d->reg]->type;
    const int bits = type_info[t].bits, found = fn_new_reg(s->m->code, s->fn, "unwritten", t), own = s->of[d->reg];
    Ins ask = *ins;
    ask.arg = NEWN(s->m->code, Opnd, ins->narg + 1);
    memcpy(ask.arg, ins->arg, (size_t)ins->narg * sizeof *ask.arg);
    ask.op = ask.arg;
    ask.nop = ask.narg;
    ask.arg[d - ins->arg] = opnd_reg(found);
    ask.made = true;
    ask.pseudo = PSEUDO_UNWRITTEN;
    array_add(s->m->code, &s->out, ask);
    Ins *test = add(s, bits == 64 ? "setp.ne.b64" : bits == 32 ? "setp.ne.b32" : "setp.ne.b16",
                    (Opnd[]){opnd_reg(own), opnd_reg(found), opnd_number(0, bits == 64 ? T_U64 : T_U32)}, 3);
    test->guard = ins->guard;
    test->guard_neg = ins->guard_neg;
}

static void shadow_results(Shadows *s, const Ins *ins)
{
    int unset = NEVER;
    bool known = false;
    for (Refs r = ins_refs(ins); places_next(&r);) {
        if (r.role == REG_READ || *r.place >= s->old || s->of[*r.place] < 0)
            continue;
        if (!known)
            unset = of_result(s, ins);
        known = true;
        const int guard = ins->guard >= 0 && ins->guard < s->old ? s->of[ins->guard] : NEVER, own = s->of[*r.place];
        const bool part = r.role == REG_UPDATE && ins->guard < 0;
        set(s, own, part ? either(s, own, unset) : unset, ins);
        if (guard != NEVER)
            add(s, "or.pred", (Opnd[]){opnd_reg(own), opnd_reg(own), opnd_reg(guard)}, 3);
    }
}

/* ---- where it matters ------------------------------------------------------------------------------------------------ */

/* A check before the instruction; guarded: where its guard holds. */
static void check(Shadows *s, const Ins *ins, int reg, Pseudo as, const char *what, bool guarded)
{
    if (reg < 0 || reg >= s->old || s->of[reg] < 0)
        return;
    const int when = guarded && ins->guard >= 0 ? where(s, s->of[reg], ins->guard, !ins->guard_neg) : s->of[reg];
    Str words = {0};
    for (int i = 0; i < ins->nword; i++)
        str_printf(&words, "%s%s", i ? "." : "", ins->word[i]);
    Ins *x = add(s, "brkpt", NULL, 0);
    x->guard = when;
    x->pseudo = !s->loaded[reg] || as == PSEUDO_UNSET_LOAD ? as : as == PSEUDO_UNSET ? PSEUDO_UNSET_OR_LOAD : PSEUDO_UNSET_STORE_OR_LOAD;
    x->lower = arena_printf(s->m->code, "%s %s '%s', %s", words.s, what, reg_name(s->fn, reg),
                            s->first[reg] ? "to which nothing has been written" : "which is made of what nothing has been written to");
    str_free(&words);
}

static void check_operand(Shadows *s, const Ins *ins, const Opnd *o)
{
    const bool store = isa_emit(ins) == EMIT_ST, kept = store && (isa_space(ins) == SP_SHARED || isa_space(ins) == SP_LOCAL);
    if (o->kind == O_MEM)
        check(s, ins, o->reg, PSEUDO_UNSET, "takes its address from", true);
    else if (o->kind == O_REG && !(store && (isa_space(ins) == SP_PARAM || type_info[isa_slot_type(ins, SLOT_TYPE)].bits == 8)))
        check(s, ins, o->reg, kept ? PSEUDO_UNSET_STORE : PSEUDO_UNSET, store ? "stores" : "reads", true);
}

/* What comes from a followed load must not get lost where no shadow goes. */
static void check_loaded(Shadows *s, const Ins *ins)
{
    for (Refs r = ins_refs(ins); refs_next(&r);)
        if (!r.write && r.reg != ins->guard && r.reg < s->old && s->of[r.reg] >= 0 && s->loaded[r.reg])
            check(s, ins, r.reg, PSEUDO_UNSET_LOAD, isa_emit(ins) == EMIT_ST ? "stores" : "reads", true);
}

static void check_uses(Shadows *s, const Ins *ins)
{
    const Emit e = isa_emit(ins);
    const bool memory = isa_mem(ins) != MEM_NONE && e != EMIT_CALL && !isa_is_warp(ins);
    if (ins->guard >= 0 && (memory || !is_made_of_operands(ins) || !ins->dests))
        check(s, ins, ins->guard, PSEUDO_UNSET, "depends on", false);
    if (!is_made_of_operands(ins))
        check_loaded(s, ins);
    if (!memory && !isa_is_cta(ins) && e != EMIT_BRX)
        return;
    for (int i = 0; i < ins->narg; i++)
        if (!isa_arg_is_dest(ins, i))
            check_operand(s, ins, &ins->arg[i]);
}

/* ---- a function --------------------------------------------------------------------------------------------------------- */

static void rewrite(Shadows *s)
{
    Fn *fn = s->fn;
    int label = 0;
    for (int i = 0; i < fn->labels.n; i++) /* in order of place */
        fn->labels.at[i]->mark = fn->labels.at[i]->index;
    s->at = &fn->ins.at[0];
    for (int r = 0; r < s->old; r++)
        if (s->first[r])
            add(s, "mov.pred", (Opnd[]){opnd_reg(s->of[r]), opnd_number(1, T_U32)}, 2);
    for (int i = 0; i < fn->ins.n; i++) {
        for (; label < fn->labels.n && fn->labels.at[label]->mark <= i; label++)
            fn->labels.at[label]->index = s->out.n;
        s->at = &fn->ins.at[i];
        check_uses(s, s->at);
        if (s->at->pseudo != PSEUDO_FOLLOWED)
            shadow_results(s, s->at);
        array_add(s->m->code, &s->out, fn->ins.at[i]);
        if (s->at->pseudo == PSEUDO_FOLLOWED)
            shadow_loaded(s, s->at);
    }
    for (; label < fn->labels.n; label++)
        fn->labels.at[label]->index = s->out.n;
    fn->ins = s->out;
}

void registers_shadow(Module *m, Fn *fn)
{
    Shadows s = {.m = m, .fn = fn, .old = fn->regs.n};
    if (fn->is_proto || !fn->ins.n)
        return;
    s.of = NEWN(m->code, int, s.old + 1);
    s.first = NEWN(m->code, bool, s.old + 1);
    s.loaded = NEWN(m->code, bool, s.old + 1);
    for (int i = 0; i < s.old; i++)
        s.of[i] = NEVER;
    const bool first = find_first(&s), followed = find_followed(&s);
    if (!first && !followed)
        return;
    find_made(&s);
    rewrite(&s);
}
