/* inline_recursive.c: functions with barriers or warp operations that call themselves, or each other in a circle, or that are called
 * from too many places.
 *
 * Such a function can't be copied to each place that calls it.  The kernel gets one copy of it, which keeps what belongs
 * to one call of it in a frame that the caller takes with alloca: parameters, results and .local variables, where to go
 * on, and the registers that the caller needs behind the call, if it is recursive itself.  One register of the kernel
 * has the address of the current frame; the way back is a brx.idx.
 *
 * In: calls that inline.c finds.  Out: plain instructions, as if the program had been written so. */
#include "normalize/calls/inline.h"

/* Where in a frame its head has what. */
enum { FRAME_CALLER = 0, FRAME_STACK = 8, FRAME_SITE = 16, FRAME_HEAD = 32 };

/* ---- frames ------------------------------------------------------------------------------------------------------ */

static uint64_t round_up(uint64_t n, uint64_t to) { return (n + to - 1) / to * to; }

static void add_part(Inliner *in, Frame *f, const Sym *s)
{
    FramePart *p = NEW(&in->tmp, FramePart);
    uint32_t align = s->align > 16 ? s->align : 16;
    p->sym = s;
    p->at = f->bytes = round_up(f->bytes, align);
    f->bytes += round_up(s->bytes ? s->bytes : 1, 16);
    f->align = greater(f->align, align);
    HASH_ADD_PTR(f->parts, sym, p);
}

/* What live_across needs. */
static void find_blocks(Inliner *in, Frame *f)
{
    cfg_build(&in->tmp, f->fn, false);
    live_build(&in->tmp, f->fn, true);
    f->blk_of = cfg_blocks(&in->tmp, f->fn);
}

static Frame *frame_of(Copy *c, const Fn *fn)
{
    Inliner *in = c->in;
    if (!in->frame_of)
        in->frame_of = NEWN(&in->tmp, Frame *, in->m->fns.n + 1);
    if (in->frame_of[fn->number])
        return in->frame_of[fn->number];
    Frame *f = in->frame_of[fn->number] = NEW(&in->tmp, Frame);
    *f = (Frame){.fn = (Fn *)fn, .bytes = FRAME_HEAD, .align = 16, .loc = c->loc};
    f->entry = fn_new_label(in->m->arena, in->fn, "$L__function", c->loc);
    f->sites = NEW_OF(in->m->arena, Sym, .kind = SYM_TARGETS, .name = intern("$L__sites"), .loc = c->loc, .fn = in->fn, .index = -1);
    for (int i = 0; i < fn->params.n; i++)
        add_part(in, f, fn->params.at[i]);
    for (int i = 0; i < fn->rets.n; i++)
        add_part(in, f, fn->rets.at[i]);
    for (int i = 0; i < fn->vars.n; i++)
        if (fn->vars.at[i]->space == SP_LOCAL)
            add_part(in, f, fn->vars.at[i]);
    if (!in->frames.n)
        in->frame = inline_reg(in, "frame", T_B64, c->loc);
    array_add(&in->tmp, &in->frames, f);
    if (call_is_recursive(in->m, fn))
        find_blocks(in, f);
    return f;
}

static Where in_frame(int reg, uint64_t at) { return (Where){.space = "local", .reg = reg, .at = at, .align = 16}; }

/* A variable as the copy has it: its own, or a part of its frame. */
static Where variable(const Copy *c, Sym *s, int frame)
{
    const FramePart *p = recurse_find_part(c->frame, s);
    return p ? in_frame(frame, p->at) : (Where){.space = "param", .sym = s, .align = s->align};
}

/* ---- registers that live across a call --------------------------------------------------------------------------- */

/* Those of the function that its instruction number at leaves to what follows and does not write itself. */
static Bits live_across(const Copy *c, const Frame *f, int at)
{
    const Fn *fn = f->fn;
    Bits live = bits_new(&c->in->tmp, fn->regs.n + 1);
    const Blk *x = f->blk_of[at];
    for (int i = 0; x && i < x->live_out.n; i++)
        bits_add(live, x->live_out.reg[i]);
    for (int i = x ? x->end - 1 : at; i >= at; i--) {
        for (Refs ref = ins_refs(&fn->ins.at[i]); writes_next(&ref);)
            bits_del(live, ref.reg);
        for (Refs ref = ins_refs(&fn->ins.at[i]); i > at && reads_next(&ref);)
            bits_add(live, ref.reg);
    }
    return live;
}

/* ---- values in frames -------------------------------------------------------------------------------------------- */

/* Untyped bits to move a register in; predicates as numbers. */
static const char *bits_of(Type t)
{
    int n = type_info[t].bits;
    return n == 1 || n == 32 ? "b32" : n == 8 ? "b8" : n == 16 ? "b16" : n == 64 ? "b64" : "b128";
}

/* Keeps a register in memory, or takes it back from there; of a vector register the elements lie one behind the other. */
static void keep_or_take(Copy *c, int reg, Where at, bool take)
{
    const Sym *s = c->in->fn->regs.at[reg];
    Opnd value = opnd_reg(reg);
    for (int i = 0; i < s->vec && s->vec > 1; i++, at.at += (uint64_t)type_bytes(s->type)) {
        value.comp = (int8_t)i;
        inline_access(c, take, at, bits_of(s->type), value);
    }
    if (s->vec > 1)
        return;
    const Opnd number = s->type == T_PRED ? opnd_reg(inline_reg(c->in, "kept", T_B32, c->loc)) : value, zero = opnd_number(0, T_S64);
    if (s->type == T_PRED && !take)
        inline_add(c, "selp.b32", (Opnd[]){number, opnd_number(1, T_S64), zero, value}, 4);
    inline_access(c, take, at, bits_of(s->type), number);
    if (s->type == T_PRED && take)
        inline_add(c, "setp.ne.b32", (Opnd[]){value, number, zero}, 3);
}

static void keep(Copy *c, Where to, int reg) { keep_or_take(c, reg, to, false); }

static void take_back(Copy *c, int reg, Where from) { keep_or_take(c, reg, from, true); }

static void move_address(Copy *c, int to, int from) { inline_add(c, "mov.b64", (Opnd[]){opnd_reg(to), opnd_reg(from)}, 2); }

/* ---- calls ------------------------------------------------------------------------------------------------------- */

static void pass_argument(Copy *c, const Call *k, const Frame *f, int i, int frame)
{
    Sym *p = k->callee->params.at[i];
    Opnd v = k->arg[i];
    Where to = in_frame(frame, recurse_find_part(f, p)->at);
    if (inline_is_param_var(&v))
        inline_copy_bytes(c, to, variable(c, v.sym, c->in->frame), p->bytes);
    else if (p->type == T_PRED && v.kind == O_REG)
        keep(c, to, v.reg);
    else
        inline_store(c, to, inline_value_type(c->in, p, &v), v);
}

static void take_result(Copy *c, const Call *k, const Frame *f, int i, int caller)
{
    Sym *p = k->callee->rets.at[i];
    Opnd v = k->ret[i];
    Where from = in_frame(c->in->frame, recurse_find_part(f, p)->at);
    if (inline_is_param_var(&v))
        inline_copy_bytes(c, variable(c, v.sym, caller), from, p->bytes);
    else if (v.kind == O_REG && p->type == T_PRED)
        take_back(c, v.reg, from);
    else if (v.kind == O_REG)
        inline_load(c, v.reg, inline_value_type(c->in, p, &v), from);
}

/* A place for each register that the caller needs again and the call may change: NULL where it can't come back to it. */
static int *place_kept(Copy *c, const Ins *ins, const Fn *callee, uint64_t *bytes)
{
    const int *circle = call_graph(c->in->m)->circle;
    if (!c->frame || circle[c->from->number] != circle[callee->number])
        return NULL;
    int n = c->from->regs.n, *at = NEWN(&c->in->tmp, int, n + 1);
    Bits live = live_across(c, c->frame, (int)(ins - c->from->ins.at));
    for (int r = 0; r < n; r++) {
        if (!bits_has(live, r))
            continue;
        at[r] = (int)*bytes;
        *bytes += c->from->regs.at[r]->vec > 1 ? round_up(c->from->regs.at[r]->bytes, 16) : 16;
    }
    return at;
}

void recurse_call(Copy *c, const Ins *ins, const Fn *callee)
{
    Inliner *in = c->in;
    Call k;
    if (!inline_read_call(c, ins, callee, &k))
        return;
    Copy here = *c;
    here.loc = ins->loc;
    Frame *f = frame_of(&here, callee);
    Sym *skip = fn_new_label(in->m->arena, in->fn, "$L__skip", ins->loc), *site = fn_new_label(in->m->arena, in->fn, "$L__site", ins->loc);
    int frame = inline_reg(in, "next", T_B64, ins->loc), stack = inline_reg(in, "stack", T_B64, ins->loc),
        caller = inline_reg(in, "caller", T_B64, ins->loc);
    uint64_t bytes = f->bytes;
    const int *kept = place_kept(&here, ins, callee, &bytes);
    if (ins->guard >= 0)
        inline_branch(&here, skip, inline_copy_reg(c, ins->guard), !ins->guard_neg);
    inline_add(&here, "stacksave.u64", (Opnd[]){opnd_reg(stack)}, 1);
    Ins *x = inline_add(&here, "alloca.u64", (Opnd[]){opnd_reg(frame), opnd_number(bytes, T_S64), opnd_number(f->align, T_S64)}, 3);
    x->line_file = ins->line_file;
    x->line = ins->line;
    keep(&here, in_frame(frame, FRAME_CALLER), in->frame);
    keep(&here, in_frame(frame, FRAME_STACK), stack);
    inline_store(&here, in_frame(frame, FRAME_SITE), "b32", opnd_number((uint64_t)f->sites->targets.n, T_S64));
    array_add(in->m->arena, &f->sites->targets, site);
    for (int r = 0; kept && r < c->from->regs.n; r++)
        if (kept[r])
            keep(&here, in_frame(frame, (uint64_t)kept[r]), inline_copy_reg(c, r));
    for (int i = 0; i < k.narg; i++)
        pass_argument(&here, &k, f, i, frame);
    move_address(&here, in->frame, frame);
    inline_branch(&here, f->entry, -1, false);
    inline_put_label(in, site);
    take_back(&here, caller, in_frame(in->frame, FRAME_CALLER));
    take_back(&here, stack, in_frame(in->frame, FRAME_STACK));
    for (int r = 0; kept && r < c->from->regs.n; r++)
        if (kept[r])
            take_back(&here, inline_copy_reg(c, r), in_frame(in->frame, (uint64_t)kept[r]));
    for (int i = 0; i < k.nret; i++)
        take_result(&here, &k, f, i, caller);
    move_address(&here, in->frame, caller);
    inline_add(&here, "stackrestore.u64", (Opnd[]){opnd_reg(stack)}, 1);
    inline_put_label(in, skip);
}

/* ---- bodies ------------------------------------------------------------------------------------------------------ */

static bool names_part(const Frame *f, const Opnd *o)
{
    bool any = recurse_has(f, o->sym);
    for (uint32_t i = 0; i < o->nsub; i++)
        any |= names_part(f, &o->sub[i]);
    return any;
}

/* The address of a part in a register: in its space, or a generic one. */
static int address_of(Copy *c, const FramePart *p, uint64_t offset, bool generic)
{
    Inliner *in = c->in;
    Opnd local = opnd_reg(inline_reg(in, "place", T_B64, c->loc));
    inline_add(c, "add.s64", (Opnd[]){local, opnd_reg(in->frame),
                                      opnd_number(p->at + offset, T_S64)}, 3);
    if (!generic && p->sym->space == SP_LOCAL)
        return local.reg;
    Opnd all = opnd_reg(inline_reg(in, "place", T_B64, c->loc));
    inline_add(c, "cvta.local.u64", (Opnd[]){all, local}, 2);
    if (generic)
        return all.reg;
    Opnd param = opnd_reg(inline_reg(in, "place", T_B64, c->loc));
    inline_add(c, "cvta.to.param.u64", (Opnd[]){param, all}, 2);
    return param.reg;
}

/* The word that makes an instruction one on .local memory; -1: it is on none that a frame could be. */
static int space_word(const Ins *ins)
{
    static const Modifier spaces[] = {MOD_LOCAL, MOD_PARAM, MOD_PARAM__ENTRY, MOD_PARAM__FUNC, MOD_NONE};
    int i = -1;
    for (const Modifier *s = spaces; *s && i < 0; s++)
        i = isa_word_at(ins, *s);
    return i;
}

/* The lower half of an address: a thread's frames lie where it reaches (Fn.narrow_stack). */
static int narrow_address(Copy *c, int reg)
{
    const int half = inline_reg(c->in, "place", T_B32, c->loc);
    inline_add(c, "cvt.u32.u64", (Opnd[]){opnd_reg(half), opnd_reg(reg)}, 2);
    c->in->fn->narrow_stack = 2;
    return half;
}

static void use_part(Copy *c, Ins *n, Opnd *o, bool narrow)
{
    const FramePart *p = recurse_find_part(c->frame, o->sym);
    int word = space_word(n);
    if (o->kind == O_MEM && word > 0) {
        const char **words = NEWN(c->in->m->arena, const char *, n->nword);
        memcpy(words, n->word, n->nword * sizeof *words);
        words[word] = intern("local");
        n->word = words;
        o->reg = c->in->frame;
        o->imm += p->at;
    } else {
        o->reg = address_of(c, p, o->kind == O_MEM ? 0 : o->imm, o->kind == O_MEM);
        if (narrow)
            o->reg = narrow_address(c, o->reg);
        if (o->kind != O_MEM) {
            o->kind = O_REG;
            o->imm = 0;
        }
    }
    o->sym = NULL;
}

bool recurse_ins(Copy *c, const Ins *ins)
{
    Inliner *in = c->in;
    Copy here = *c;
    here.loc = ins->loc;
    bool any = false, ok = true;
    for (int i = 0; i < ins->nop; i++)
        any |= names_part(c->frame, &ins->op[i]);
    if (!any)
        return false;
    Ins n = *ins;
    n.guard = inline_copy_reg(c, ins->guard);
    n.op = inline_copy_operands(c, ins->op, ins->nop);
    for (int i = 0; i < n.nop; i++)
        if (recurse_has(c->frame, n.op[i].sym)) {
            const bool narrow = n.op[i].kind == O_SYM && type_info[isa_slot_type(ins, SLOT_TYPE)].bits == 32;
            use_part(&here, &n, &n.op[i], narrow);
        } else
            ok &= !names_part(c->frame, &n.op[i]);
    Module newest = *in->m;
    newest.version = 91;
    newest.target = 121;
    if (!ok)
        error_at(ins->loc, "a parameter of the function itself cannot be an argument or the result of a call");
    const bool asks = ins->pseudo && ins->arg == ins->op; /* a question of the checks is of no form */
    n.arg = asks ? n.op : n.arg;
    ok = ok && (asks || isa_match(&newest, in->fn, &n));
    n.pseudo = ins->pseudo;
    n.lower = ins->pseudo ? ins->lower : n.lower;
    if (ok)
        array_add(in->m->arena, &in->ins, n);
    return true;
}

/* Parameters and results that are registers. */
static void move_registers(Copy *c, const Frame *f, bool in)
{
    const Fn *fn = f->fn;
    for (int i = 0; i < (in ? fn->params.n : fn->rets.n); i++) {
        const Sym *p = in ? fn->params.at[i] : fn->rets.at[i];
        if (p->kind != SYM_REG || p->index < 0)
            continue;
        Where place = in_frame(c->in->frame, recurse_find_part(f, p)->at);
        if (in)
            take_back(c, inline_copy_reg(c, p->index), place);
        else
            keep(c, place, inline_copy_reg(c, p->index));
    }
}

void recurse_enter(Inliner *in, Frame *f, Copy *body)
{
    *body = (Copy){.in = in, .from = f->fn, .reg = NEWN(&in->tmp, int, f->fn->regs.n + 1),
                   .end = fn_new_label(in->m->arena, in->fn, "$L__return", f->loc), .loc = f->loc, .frame = f, .site = inline_reg(in, "site", T_B32, f->loc)};
    inline_put_label(in, f->entry);
    move_registers(body, f, true);
}

void recurse_leave(Inliner *in, Copy *body)
{
    const Frame *f = body->frame;
    inline_put_label(in, body->end);
    move_registers(body, f, false);
    inline_load(body, body->site, "b32", in_frame(in->frame, FRAME_SITE));
    inline_add(body, "brx.idx", (Opnd[]){opnd_reg(body->site), inline_opnd_sym(O_LABEL, f->sites, f->loc)}, 2);
    HASH_CLEAR(hh, body->map);
}

void recurse_end(Inliner *in)
{
    for (EACH(Frame, f, in->frames)) {
        HASH_CLEAR(hh, f->parts);
        f->fn->blk = NULL; /* they end with the arena */
        f->fn->nblk = 0;
    }
}
