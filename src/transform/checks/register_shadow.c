/* register_shadow.c: --sanitize=init, sync: what a register holds that nothing has been written to, or that comes from a lane which is
 * not there, and where that matters.
 *
 * Registers that are live where a function begins may be read before they are written.  Each, and each that is made of one, gets
 * a shadow: a predicate that says that it has no value.  Shadows are set, copied and joined beside the registers, so that where
 * flow analysis only fears something the run knows; what a choice or one side of a logic operation leaves out does not count.
 * A check stands before addresses, branches and other guarded effects, stores, atomic operations and barriers that take such a
 * register; what is stored by bytes, in vectors or for a call may be padding.  What is passed by calls call_shadow.c follows; what comes from other
 * lanes has a value.
 * Registers of which the PTX says "implicit-def" are excused.  Where some bits of a word are replaced, as bit fields are by an and and an or, or
 * bytes, it has a value from then on, as a word in memory has of which some bytes are written.
 *
 * What is stored in shared or local memory without a value is kept there: the bytes are as if nothing had written them, and whoever
 * loads them is told where that matters.  A check beside the store, PSEUDO_KEPT, tells the run so.
 *
 * A load of memory that nothing has written is told by itself (sanitize_memory.h), but for those whose value does not surely matter
 * (sure_use.c), like what is read behind the end of a tile: such a load is followed.  A vector is looked at as a whole, or element by element
 * where each surely matters by itself.  Whether it has found a value a copy of it asks the
 * run, behind it, of vectors one for each element; what it loads has a shadow, and nothing that takes that register is excused.
 *
 * With sync a shuffle is followed like a load: what it takes from a lane that has exited, or that its mask leaves out, is no value.  Without
 * init what is stored in local memory is lost out of sight then.
 *
 * In: matched instructions.  Out: PSEUDO_UNSET… under guards, with what is wrong as its text; PSEUDO_FOLLOWED loads, each before
 * PSEUDO_UNWRITTEN; shuffles, each before PSEUDO_ABSENT; PSEUDO_KEPT… behind stores; blocks are stale.  Cost: liveness and sure_uses; one look at each instruction a
 * round, until no more registers have shadows.
 * Fires on tests/sanitize/registers and merge. */
#include "transform/checks/shadow.h"

enum { FOLLOWED_MOST = 1024 };

static const Opnd *arg(const Ins *ins, ArgName name) { return isa_arg(ins, name) < 0 ? NULL : &ins->arg[isa_arg(ins, name)]; }

/* ---- which registers have shadows ---------------------------------------------------------------------------------- */

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
        shadow_join(s, reg, true, false);
        s->first[reg] = any = true;
    }
    fn->blk = NULL;
    fn->nblk = 0;
    arena_reset(&tmp);
    return any;
}

/* ---- which loads are followed -------------------------------------------------------------------------------------- */

static bool is_number(const Shadows *s, const Opnd *o)
{
    return o->kind == O_REG && o->comp < 0 && s->fn->regs.at[o->reg]->vec <= 1 && type_info[s->fn->regs.at[o->reg]->type].bits <= 64;
}

/* A plain load of numbers, whose address stays as it is. */
static bool may_be_followed(const Shadows *s, const Ins *ins)
{
    static const Modifier others[] = {MOD_VOLATILE, MOD_RELAXED, MOD_ACQUIRE, MOD_MMIO, MOD_NC, MOD_NONE};
    if (!ins->form || isa_emit(ins) != EMIT_LD || isa_space(ins) == SP_PARAM || isa_has_any(ins, others))
        return false;
    const Opnd *d = arg(ins, ARG_D), *from = arg(ins, ARG_A);
    for (int i = 0; i < shadow_elements(d); i++) {
        const Opnd *o = shadow_element(d, i);
        if (o->kind != O_SINK && !(is_number(s, o) && o->reg != from->reg))
            return false;
    }
    return from->kind == O_MEM && !(from->sym && from->sym->kind == SYM_VAR && from->sym->space == SP_PARAM);
}

/* Of memory where what has no value is kept. */
static bool keeps(const Ins *ins)
{
    const Space space = isa_space(ins);
    return space == SP_SHARED || space == SP_LOCAL || space == SP_GENERIC;
}

/* What it takes becomes the result of some lane. */
static bool is_shuffle(const Ins *ins) { return ins->form && ins->mnemonic == INS_SHFL && arg(ins, ARG_D)->kind == O_REG; }

/* Loads and shuffles, by number. */
static void number_followed(Shadows *s)
{
    Arena tmp = {0};
    const bool *sure = sure_uses(&tmp, s->fn, SURE_USED), *kept = sure_uses(&tmp, s->fn, SURE_KEPT), *each = sure_uses(&tmp, s->fn, SURE_EACH);
    for (int i = 0; i < s->fn->ins.n; i++) {
        Ins *ins = &s->fn->ins.at[i];
        const bool shuffles = s->sync && is_shuffle(ins);
        ins->each = s->init && each[i] && may_be_followed(s, ins);
        if (!shuffles && (!s->init || !may_be_followed(s, ins) || (keeps(ins) ? sure : kept)[i]))
            continue;
        ins->pseudo = shuffles ? PSEUDO_NONE : PSEUDO_FOLLOWED;
        array_add(s->m->code, &s->followed, ins);
    }
    arena_reset(&tmp);
}

static bool find_followed(Shadows *s)
{
    number_followed(s);
    s->loads = s->followed.n && s->followed.n <= FOLLOWED_MOST ? NEWN(s->m->code, Bits, s->old + 1) : NULL;
    for (int i = 0; i < s->followed.n; i++)
        for (Refs r = ins_refs(s->followed.at[i]); refs_next(&r);) {
            if (!r.write || (is_shuffle(s->followed.at[i]) && r.reg != arg(s->followed.at[i], ARG_D)->reg))
                continue;
            shadow_join(s, r.reg, false, true);
            if (s->loads && !s->loads[r.reg].w)
                s->loads[r.reg] = bits_new(s->m->code, s->followed.n);
            if (s->loads)
                bits_add(s->loads[r.reg], i);
        }
    return s->followed.n;
}

/* That is made of this; whether that says more. */
static bool joins(Shadows *s, int to, int from)
{
    const bool more = shadow_join(s, to, s->plain[from], s->loaded[from]);
    if (!s->loads || !s->loads[from].w)
        return more;
    if (!s->loads[to].w)
        s->loads[to] = bits_new(s->m->code, s->followed.n);
    return bits_or(s->loads[to], s->loads[from]) || more;
}

/* Registers that nothing but an and with a number makes. */
static void find_cleared(Shadows *s)
{
    bool *other = NEWN(s->m->code, bool, s->old + 1);
    for (const Ins *ins = s->fn->ins.at; array_has(s->fn->ins, ins); ins++) {
        const bool clears = ins->form && ins->mnemonic == INS_AND && (arg(ins, ARG_A)->kind == O_IMM || arg(ins, ARG_B)->kind == O_IMM);
        for (Refs r = ins_refs(ins); refs_next(&r);)
            if (r.write && r.reg < s->old)
                (clears ? s->cleared : other)[r.reg] = true;
    }
    for (int r = 0; r < s->old; r++)
        s->cleared[r] &= !other[r];
}

static void find_made(Shadows *s)
{
    for (AGAIN(more))
        for (const Ins *ins = s->fn->ins.at; array_has(s->fn->ins, ins); ins++) {
            if (is_shuffle(ins) && shadow_of(s, arg(ins, ARG_A)) >= 0)
                more |= joins(s, arg(ins, ARG_D)->reg, arg(ins, ARG_A)->reg);
            if (!ins_makes(ins))
                continue;
            for (Refs from = ins_refs(ins); refs_next(&from);)
                for (Refs to = ins_refs(ins); !from.write && from.reg < s->old && s->of[from.reg] >= 0 && refs_next(&to);)
                    if (to.write && to.reg < s->old && to.reg != from.reg)
                        more |= joins(s, to.reg, from.reg);
        }
}

/* ---- what is written beside the code --------------------------------------------------------------------------------- */

/* Of and or or, where one side may decide: unset if both are, or one of them and the other one does not. */
static int of_logic(Shadows *s, const Opnd *a, const Opnd *b, bool is_and)
{
    const int x = shadow_of(s, a), y = shadow_of(s, b);
    if (x == SHADOW_NEVER || y == SHADOW_NEVER) {
        const Opnd *other = x == SHADOW_NEVER ? a : b;
        const int one = x == SHADOW_NEVER ? y : x;
        return other->kind == O_REG && !other->neg ? shadow_if(s, one, other->reg, is_and) : one;
    }
    const int both = shadow_both(s, "and.pred", opnd_reg(x), opnd_reg(y));
    return shadow_either(s, both, shadow_either(s, shadow_if(s, x, b->reg, is_and), shadow_if(s, y, a->reg, is_and)));
}

/* Of what is compared, joined with a predicate that may decide. */
static int of_comparison(Shadows *s, const Ins *ins, const Opnd *c)
{
    const int x = shadow_either(s, shadow_of(s, arg(ins, ARG_A)), shadow_of(s, arg(ins, ARG_B))), y = shadow_of(s, c);
    if (x == SHADOW_NEVER || isa_has_word(ins, MOD_XOR) || c->neg || c->kind != O_REG)
        return shadow_either(s, x, y);
    return shadow_either(s, y, shadow_if(s, x, c->reg, isa_has_word(ins, MOD_AND)));
}

/* Of both, where one is put into bits, or bytes, of the other. */
static int of_parts(Shadows *s, const Opnd *a, const Opnd *b)
{
    const int x = shadow_of(s, a), y = shadow_of(s, b);
    return x == SHADOW_NEVER || y == SHADOW_NEVER ? SHADOW_NEVER : shadow_both(s, "and.pred", opnd_reg(x), opnd_reg(y));
}

/* The bytes that prmt takes are of both registers. */
static bool joins_bytes(const Opnd *a, const Opnd *b, const Opnd *c)
{
    const uint64_t of_b = c->imm & 0x4444;
    return c->kind == O_IMM && a->kind == O_REG && b->kind == O_REG && of_b && of_b != 0x4444;
}

static bool is_cleared(const Shadows *s, const Opnd *o) { return o->kind == O_REG && o->reg < s->old && s->cleared[o->reg]; }

static bool plain(const Opnd *o) { return o && (o->kind == O_IMM || (o->kind == O_REG && o->comp < 0 && !o->neg)); }

/* Whether what it makes is without a value. */
static int of_result(Shadows *s, const Ins *ins)
{
    const Opnd *a = arg(ins, ARG_A), *b = arg(ins, ARG_B), *c = arg(ins, ARG_C);
    int unset = SHADOW_NEVER;
    if (!ins_makes(ins))
        return SHADOW_NEVER;
    if (isa_is_logic(ins) && plain(a) && plain(b))
        return of_logic(s, a, b, ins->mnemonic == INS_AND);
    if ((ins->mnemonic == INS_OR && (is_cleared(s, a) || is_cleared(s, b))) || (ins->mnemonic == INS_PRMT && joins_bytes(a, b, c)))
        return of_parts(s, a, b);
    if (ins->mnemonic == INS_BFI)
        return shadow_either(s, shadow_of(s, a), shadow_either(s, shadow_of(s, c), shadow_of(s, arg(ins, ARG_E))));
    if (ins->mnemonic == INS_SELP && plain(c) && c->kind == O_REG)
        return shadow_either(s, shadow_of(s, c), shadow_either(s, shadow_if(s, shadow_of(s, a), c->reg, true), shadow_if(s, shadow_of(s, b), c->reg, false)));
    if (ins->mnemonic == INS_SETP && c && c->kind != O_NONE)
        return of_comparison(s, ins, c);
    for (Refs r = ins_refs(ins); places_next(&r);)
        if (r.role == REG_READ && r.place != &ins->guard && *r.place < s->old)
            unset = shadow_either(s, unset, s->of[*r.place]);
    return unset;
}

static Ins with_own_operands(const Shadows *s, const Ins *ins)
{
    Ins x = *ins;
    x.op = x.arg = NEWN(s->m->code, Opnd, ins->narg + 1);
    memcpy(x.arg, ins->arg, (size_t)ins->narg * sizeof *x.arg);
    x.nop = x.narg;
    return x;
}

/* The same access, or one of an element of its vector, as a question or a note of the run's. */
static Ins *add_access(Shadows *s, const Ins *ins, ArgName value, int element, int reg, Pseudo pseudo)
{
    const Opnd *v = arg(ins, value);
    const Space space = isa_space(ins);
    Ins x = *ins;
    if (v->kind == O_VEC) {
        const int bits = type_info[isa_slot_type(ins, SLOT_TYPE)].bits;
        Opnd at = *arg(ins, ARG_A), operands[2] = {opnd_reg(reg), opnd_reg(reg)};
        at.imm += (uint64_t)(element * bits / 8);
        operands[value == ARG_B ? 0 : 1] = at;
        x = ins_new(s->m, s->fn, s->m->code, ins,
                    arena_printf(s->m->code, "%s%s.b%d", value == ARG_B ? "st" : "ld",
                                 space == SP_SHARED   ? isa_uses_cluster(ins) ? ".shared::cluster" : ".shared"
                                 : space == SP_LOCAL  ? ".local"
                                 : space == SP_GLOBAL ? ".global"
                                 : space == SP_CONST  ? ".const" : "", bits), operands, 2);
    } else {
        x = with_own_operands(s, ins);
        x.arg[v - ins->arg] = opnd_reg(reg);
    }
    x.made = true;
    x.pseudo = pseudo;
    array_add(s->m->code, &s->out, x);
    return &s->out.at[s->out.n - 1];
}

/* Behind a followed load: whether nothing had written what it has read. */
static void shadow_loaded(Shadows *s, const Ins *ins)
{
    const Opnd *d = arg(ins, ARG_D);
    for (int i = 0; i < shadow_elements(d); i++) {
        const Opnd *o = shadow_element(d, i);
        if (o->kind == O_SINK)
            continue;
        const Type t = s->fn->regs.at[o->reg]->type;
        const int bits = type_info[t].bits, found = fn_new_reg(s->m->code, s->fn, "unwritten", t), own = s->of[o->reg];
        add_access(s, ins, ARG_D, i, found, PSEUDO_UNWRITTEN);
        shadow_beside(s, ins, bits == 64 ? "setp.ne.b64" : bits == 32 ? "setp.ne.b32" : "setp.ne.b16",
                        (Opnd[]){opnd_reg(own), opnd_reg(found), opnd_number(0, bits == 64 ? T_U64 : T_U32)}, 3);
    }
}

/* What is left of a result's shadow where the instruction adds to it: wgmma does if a predicate says so. */
static int of_sum(Shadows *s, const Ins *ins, int own)
{
    const Opnd *scale = ins->mnemonic == INS_WGMMA ? arg(ins, ARG_SCALE) : NULL;
    if (!scale || scale->kind != O_REG)
        return scale && !scale->imm ? SHADOW_NEVER : own;
    return shadow_if(s, own, scale->reg, !scale->neg);
}

static void shadow_results(Shadows *s, const Ins *ins)
{
    int unset = SHADOW_NEVER;
    bool known = false;
    for (Refs r = ins_refs(ins); places_next(&r);) {
        if (r.role == REG_READ || *r.place >= s->old || s->of[*r.place] < 0)
            continue;
        if (!known)
            unset = of_result(s, ins);
        known = true;
        const int guard = ins->guard >= 0 && ins->guard < s->old ? s->of[ins->guard] : SHADOW_NEVER, own = s->of[*r.place];
        const bool part = r.role == REG_UPDATE && ins->guard < 0;
        shadow_set(s, own, part ? shadow_either(s, of_sum(s, ins, own), unset) : unset, ins);
        if (guard != SHADOW_NEVER)
            shadow_add(s, "or.pred", (Opnd[]){opnd_reg(own), opnd_reg(own), opnd_reg(guard)}, 3);
    }
}

/* ---- where it matters ------------------------------------------------------------------------------------------------ */

/* What is told of the register: arguments of the run's functions, a message and the lines of the loads that it may come from. */
static const char *told(Shadows *s, const Ins *ins, int reg, const char *what)
{
    Str text = {0};
    str_printf(&text, "\"%s %s '%s', %s\"", ins_words(s->m->code, ins), what, reg_name(s->fn, reg),
               s->first[reg]   ? "to which nothing has been written"
               : s->plain[reg] ? "which is made of what nothing has been written to" : "which is made of it");
    const bool known = s->loads && s->loads[reg].w;
    if (s->loaded[reg])
        str_printf(&text, ", %s", known ? "(const uint32_t[]){" : "NULL");
    for (int i = known ? bits_next(s->loads[reg], 0) : -1; i >= 0; i = i + 1 < s->followed.n ? bits_next(s->loads[reg], i + 1) : -1)
        str_printf(&text, "%d, ", diag_line(s->followed.at[i]->loc));
    if (known)
        str_add(&text, "0}");
    const char *r = arena_printf(s->m->code, "%s", text.s);
    str_free(&text);
    return r;
}

static bool has_shadow(const Shadows *s, int reg) { return reg >= 0 && reg < s->old && s->of[reg] >= 0; }

/* A check before the instruction; guarded: where its guard holds. */
static void check(Shadows *s, const Ins *ins, int reg, Pseudo as, const char *what, bool guarded)
{
    if (!has_shadow(s, reg))
        return;
    const int when = guarded ? shadow_where(s, s->of[reg], ins) : s->of[reg];
    Ins *x = shadow_add(s, "brkpt", NULL, 0);
    x->guard = when;
    x->pseudo = !s->loaded[reg] || as == PSEUDO_UNSET_LOAD ? as : PSEUDO_UNSET_OR_LOAD;
    x->lower = arena_printf(s->m->code, ", %s, %s", x->pseudo == PSEUDO_UNSET_LOAD ? "NULL" : "\"init\"", told(s, ins, reg, what));
}

static bool keeps_values(const Shadows *s, const Ins *ins) { return s->init && isa_emit(ins) == EMIT_ST && keeps(ins); }

/* A store to where nobody keeps what has no value. */
static bool hides(const Shadows *s, const Ins *ins)
{
    return !s->init && isa_emit(ins) == EMIT_ST && (isa_space(ins) == SP_LOCAL || isa_space(ins) == SP_GENERIC);
}

/* An operand that the instruction needs a value of: what it is for, or NULL. */
static const char *needed_for(const Shadows *s, const Ins *ins, const Opnd *o)
{
    const bool store = isa_emit(ins) == EMIT_ST;
    if (o->kind == O_MEM)
        return "takes its address from";
    if (o->kind != O_REG || keeps_values(s, ins) || hides(s, ins) ||
        (store && (isa_space(ins) == SP_PARAM || type_info[isa_slot_type(ins, SLOT_TYPE)].bits == 8)))
        return NULL;
    return store ? "stores" : "reads";
}

static bool needs_operands(const Ins *ins)
{
    const Emit e = isa_emit(ins);
    return (isa_mem(ins) != MEM_NONE && e != EMIT_CALL && !isa_is_warp(ins)) || isa_is_cta(ins) || e == EMIT_BRX;
}

static bool needs(const Shadows *s, const Ins *ins, int reg)
{
    for (int i = -1; needs_operands(ins) && isa_next_input(ins, &i);)
        if (ins->arg[i].reg == reg && needed_for(s, ins, &ins->arg[i]))
            return true;
    return false;
}

/* Behind a store: what it has kept without a value. */
static void note_kept(Shadows *s, const Ins *ins)
{
    const Opnd *v = arg(ins, ARG_B);
    const int bits = type_info[isa_slot_type(ins, SLOT_TYPE)].bits;
    for (int i = 0; i < shadow_elements(v); i++) {
        const Opnd *o = shadow_element(v, i);
        if (shadow_of(s, o) < 0)
            continue;
        const int when = shadow_where(s, s->of[o->reg], ins);
        Ins *x = add_access(s, ins, ARG_B, i, o->reg, s->plain[o->reg] ? PSEUDO_KEPT : PSEUDO_KEPT_LOAD);
        x->guard = when;
        x->guard_neg = false;
        x->lower = arena_printf(s->m->code, "%s, %s%s", v->kind == O_VEC || bits == 8 ? "\"\"" : !s->plain[o->reg] ? "NULL" : "\"init\"",
                                told(s, ins, o->reg, "stores"), s->loaded[o->reg] ? "" : ", (const uint32_t[]){0}");
    }
}

/* Behind a shuffle, of values none of which is none: where they come from lanes that are not there. */
static void shadow_absent(Shadows *s, const Ins *ins, int to)
{
    shadow_beside(s, ins, "setp.ne.b32", (Opnd[]){opnd_reg(to), *arg(ins, ARG_D), opnd_number(0, T_U32)}, 3)->pseudo = PSEUDO_ABSENT;
}

/* A shuffle of values some of which are none: what others have of those is none either.  They meet once more for that. */
static void shuffle(Shadows *s, const Ins *ins)
{
    const int to = s->of[arg(ins, ARG_D)->reg], put = fn_new_reg(s->m->code, s->fn, "unset", T_U32),
              got = fn_new_reg(s->m->code, s->fn, "unset", T_U32), p = isa_arg(ins, ARG_P);
    shadow_add(s, "selp.b32", (Opnd[]){opnd_reg(put), opnd_number(1, T_U32), opnd_number(0, T_U32), opnd_reg(shadow_of(s, arg(ins, ARG_A)))}, 4);
    array_add(s->m->code, &s->out, *ins);
    Ins x = with_own_operands(s, ins);
    x.arg[isa_arg(ins, ARG_D)] = opnd_reg(got);
    x.arg[isa_arg(ins, ARG_A)] = opnd_reg(put);
    if (p >= 0 && ins->arg[p].kind == O_REG)
        x.arg[p] = opnd_reg(fn_new_reg(s->m->code, s->fn, "unset", T_PRED));
    array_add(s->m->code, &s->out, x);
    shadow_beside(s, ins, "setp.ne.b32", (Opnd[]){opnd_reg(to), opnd_reg(got), opnd_number(0, T_U32)}, 3);
    if (!s->sync)
        return;
    const int absent = fn_new_reg(s->m->code, s->fn, "absent", T_PRED);
    shadow_absent(s, ins, absent);
    shadow_beside(s, ins, "or.pred", (Opnd[]){opnd_reg(to), opnd_reg(to), opnd_reg(absent)}, 3);
}

/* What comes from a followed load must not get lost where no shadow goes. */
static void check_loaded(Shadows *s, const Ins *ins)
{
    for (Refs r = ins_refs(ins); refs_next(&r);)
        if (!r.write && r.reg != ins->guard && has_shadow(s, r.reg) && s->loaded[r.reg] && !needs(s, ins, r.reg) &&
            !(is_shuffle(ins) && r.reg == arg(ins, ARG_A)->reg))
            check(s, ins, r.reg, PSEUDO_UNSET_LOAD, isa_emit(ins) == EMIT_ST ? "stores" : "reads", true);
}

static void check_uses(Shadows *s, const Ins *ins)
{
    const Emit e = isa_emit(ins);
    const bool memory = isa_mem(ins) != MEM_NONE && e != EMIT_CALL && !isa_is_warp(ins);
    if (ins->guard >= 0 && (memory || !ins_makes(ins) || !ins->dests))
        check(s, ins, ins->guard, PSEUDO_UNSET, "depends on", false);
    if (!ins_makes(ins) && !keeps_values(s, ins) && !hides(s, ins) && !calls_follow(s, ins))
        check_loaded(s, ins);
    for (int i = -1; needs_operands(ins) && isa_next_input(ins, &i);) {
        const char *what = needed_for(s, ins, &ins->arg[i]);
        if (what)
            check(s, ins, ins->arg[i].reg, PSEUDO_UNSET, what, true);
    }
}

/* ---- a function --------------------------------------------------------------------------------------------------------- */

static void rewrite(Shadows *s)
{
    Rewrite w = rewrite_begin(s->m, s->fn, &s->out);
    s->at = &s->fn->ins.at[0];
    for (int r = 0; r < s->old; r++)
        if (s->first[r])
            shadow_add(s, "mov.pred", (Opnd[]){opnd_reg(s->of[r]), opnd_number(1, T_U32)}, 2);
    calls_begin(s);
    while (rewrite_next(&w)) {
        s->at = w.ins;
        check_uses(s, s->at);
        calls_before(s, s->at);
        if (is_shuffle(s->at) && shadow_of(s, arg(s->at, ARG_A)) >= 0) {
            shuffle(s, s->at);
            continue;
        }
        if (s->at->pseudo != PSEUDO_FOLLOWED && !(s->sync && is_shuffle(s->at)))
            shadow_results(s, s->at);
        rewrite_keep(&w);
        if (s->sync && is_shuffle(s->at))
            shadow_absent(s, s->at, s->of[arg(s->at, ARG_D)->reg]);
        if (s->at->pseudo == PSEUDO_FOLLOWED)
            shadow_loaded(s, s->at);
        else if (keeps_values(s, s->at))
            note_kept(s, s->at);
        calls_behind(s, s->at);
    }
}

/* What is known at first; NULL: no instructions. */
static Shadows *begin(Module *m, Fn *fn, bool init, bool sync)
{
    if (fn->is_proto || !fn->ins.n)
        return NULL;
    Shadows *s = NEW(m->code, Shadows);
    *s = (Shadows){.m = m, .fn = fn, .init = init, .sync = sync, .old = fn->regs.n};
    s->of = NEWN(m->code, int, s->old + 1);
    s->first = NEWN(m->code, bool, s->old + 1);
    s->loaded = NEWN(m->code, bool, s->old + 1);
    s->cleared = NEWN(m->code, bool, s->old + 1);
    s->plain = NEWN(m->code, bool, s->old + 1);
    for (int i = 0; i < s->old; i++)
        s->of[i] = SHADOW_NEVER;
    s->any_first = init && find_first(s);
    if (find_followed(s) || s->any_first)
        find_made(s);
    return s;
}

void registers_shadow(Module *m, bool (*wanted)(Fn *fn), bool init, bool sync)
{
    Shadows **all = NEWN(m->code, Shadows *, m->fns.n + 1);
    Passed *passed = NEWN(m->code, Passed, m->fns.n + 1);
    call_graph(m);
    for (int i = 0; i < m->fns.n; i++)
        if (wanted(m->fns.at[i]) && (all[i] = begin(m, m->fns.at[i], init, sync))) {
            all[i]->passed = passed;
            all[i]->any = &passed[m->fns.n];
        }
    for (AGAIN(more))
        for (int i = 0; i < m->fns.n; i++)
            if (all[i] && calls_find(all[i])) {
                find_made(all[i]);
                more = true;
            }
    for (int i = 0; i < m->fns.n; i++)
        if (all[i] && (all[i]->any_first || all[i]->followed.n || all[i]->words.n || calls_any(all[i]))) {
            find_cleared(all[i]);
            rewrite(all[i]);
        }
}
