/* block_walk.c: all threads of a block on their way through shared memory, each with what it knows.
 *
 * From a barrier on each thread of a block of so many does instruction by instruction: numbers that come from its own number and the
 * block's size alone are worked out; what shared memory had at the beginning is followed as elements that are combined.  Barriers are
 * where all meet.  The walk ends where a branch asks for anything else, where memory is touched at an unknown place, or by two
 * threads without a barrier between them, of which one writes.  A condition that is the same for all may decide whether something in shared memory is
 * stored outside. */
#include "transform/threads/block_walk.h"
#include "analysis/uniform.h"

enum { STEPS_MOST = 400000, AREA_MOST = 1 << 16, ORIGIN_UNKNOWN = -2, ORIGIN_NONE = -1, BLOCKS_MOST = 8, DEPTH_MOST = 16, NEAR = 64, STORES_MOST = 8 };

static const Cell any = {.kind = CELL_ANY};

static Cell number(uint32_t x) { return (Cell){.kind = CELL_NUMBER, .at = x}; }

/* A barrier of the whole block, that does nothing else. */
static bool is_meeting(const Ins *ins) { return isa_is_cta(ins) && plain_barrier(ins) && !ins->dests && ins->guard < 0; }

static bool is_behind_barrier(const Back *b, int at) { return at > 0 && b->blk_of[at - 1] && is_meeting(&b->fn->ins.at[at - 1]); }

/* A loop whose rounds begin with a barrier, in front of which nothing is done but in registers. */
static bool begins_with_barrier(const Back *b, const Blk *header)
{
    int i = header->first;
    while (i < header->end && ins_is_pure(&b->fn->ins.at[i]))
        i++;
    return i < header->end && is_meeting(&b->fn->ins.at[i]);
}

static bool has_one_value(const Back *b, const Ins *ins)
{
    const Dest d = ins_dest(ins);
    return d.n == 1 && back_one_value(b, d.reg);
}

/* The last instruction of the block; or, as that may read them, the first of those that write nothing but registers of several values before it. */
static int last_of(const Back *b, const Blk *x)
{
    int i = x->end - 1;
    while (i > x->first && ins_is_pure(&b->fn->ins.at[i - 1]))
        i--;
    while (i < x->end - 1 && has_one_value(b, &b->fn->ins.at[i]))
        i++;
    return i;
}

bool block_walk_begins(const Back *b, int at)
{
    const Blk *x = b->blk_of[at], *header = x ? x->succ[0] : NULL;
    if (!x || is_behind_barrier(b, at))
        return x;
    return at > 0 && header && header->is_header && !loop_holds(header, x) && begins_with_barrier(b, header) && at == last_of(b, x);
}

Walk block_walk_begin(Arena *a, const Back *b, int begin, uint32_t threads)
{
    Walk w = {.b = b, .a = a, .threads = threads, .begin = begin, .at = begin, .steps = STEPS_MOST};
    w.behind = is_behind_barrier(b, begin) ? begin - 1 : begin;
    w.loop = b->blk_of[begin]->loop;
    w.pc = NEWN(a, int, threads);
    w.reg = NEWN(a, Cell *, b->fn->regs.n + 1);
    w.origin = NEWN(a, int, b->fn->regs.n + 1);
    w.wrote = NEWN(a, bool, b->fn->regs.n + 1);
    for (uint32_t t = 0; t < threads; t++)
        w.pc[t] = begin;
    for (int r = 0; r < b->fn->regs.n; r++)
        w.origin[r] = ORIGIN_UNKNOWN;
    return w;
}

/* ---- parts ------------------------------------------------------------------------------------------------------------- */

static uint32_t place(const Cell *c, uint32_t r) { return block_walk_place(c->at, c->step, c->gaps, r); }

/* a and b, which begins behind a gap, as one; from there on the gaps are alike. */
static bool join_apart(const Cell *a, const Cell *b, Cell *to)
{
    *to = *a;
    to->n = a->n + b->n;
    if (!a->gaps.every)
        to->gaps = b->gaps.every ? b->gaps : (Gaps){a->n, b->at - place(a, a->n)};
    bool same = a->n > 1 && !a->halved && !b->halved && (int32_t)to->gaps.skip > 0;
    for (uint32_t r = 0; r < to->n && same; r++)
        same = place(to, r) == (r < a->n ? place(a, r) : place(b, r - a->n));
    return same;
}

/* a, whose elements come first, and b as one. */
static bool join(Cell a, Cell b, Cell *to)
{
    const uint32_t step = a.n > 1 ? a.step : b.n > 1 ? b.step : b.at - a.at;
    if (a.sym != b.sym || a.bytes != b.bytes || b.at <= a.at || (b.n > 1 && b.step != step))
        return false;
    if (join_apart(&a, &b, to))
        return true;
    if (a.gaps.every || b.gaps.every)
        return false;
    *to = a;
    to->n = a.n + b.n;
    to->halved |= b.halved;
    to->step = step;
    if (a.at + a.n * step == b.at)
        return true;
    to->step = step / 2; /* each second one */
    to->halved = true;
    return a.n == b.n && a.n > 1 && step % 2 == 0 && b.at - a.at == step / 2;
}

/* Whether the number, of 32 bits or as many as fit, changes nothing. */
static bool is_none(const CollectiveOp *op, uint32_t x)
{
    return x == (uint32_t)op->none && (type_info[op->type].bits == 32 || op->none <= INT32_MAX);
}

static Cell combine(Walk *w, const Ins *ins, Cell x, Cell y)
{
    const CollectiveOp *op = collective_op_of(ins);
    const Cell part = x.kind == CELL_PART ? x : y, other = x.kind == CELL_PART ? y : x;
    Cell both;
    if (!op || type_info[op->type].kind == 'f' || type_info[op->type].bits != 8 * part.bytes)
        return any;
    if (other.kind == CELL_NUMBER && is_none(op, other.at))
        return part;
    if (other.kind != CELL_PART || (x.n > 1 && x.op != op) || (y.n > 1 && y.op != op) || (!join(x, y, &both) && !join(y, x, &both)))
        return any;
    both.op = op;
    both.by = ins;
    w->combined = true;
    return both;
}

/* ---- values ------------------------------------------------------------------------------------------------------------ */

static Cell made(Walk *w, const Ins *ins, int thread, int depth);
static Cell address_of(Walk *w, const Opnd *o, int thread, int depth);

/* The instruction that always is done in front of instruction i, or -1: not known. */
static int one_before(const Walk *w, int i)
{
    const Blk *x = w->b->blk_of[i];
    for (int n = 0; x && i == x->first; n++) {
        x = x->npred == 1 && n < BLOCKS_MOST ? x->pred[0] : NULL;
        i = x ? x->end : i;
    }
    return x ? i - 1 : -1;
}

/* Where the register got what it has at the beginning. */
static int find_origin(const Walk *w, int reg)
{
    const Back *b = w->b;
    int i = w->begin;
    if (back_one_value(b, reg))
        return b->reg[reg].def;
    do
        i = one_before(w, i);
    while (i >= 0 && !ins_mentions(&b->fn->ins.at[i], reg).writes);
    return i >= 0 && b->fn->ins.at[i].guard < 0 ? i : ORIGIN_NONE;
}

/* A register as it was at the beginning; depth: of those that it is made of, which are registers with one value. */
static Cell value_before(Walk *w, int reg, int thread, int depth)
{
    if (depth > DEPTH_MOST || (depth && !back_one_value(w->b, reg)))
        return any;
    if (w->origin[reg] == ORIGIN_UNKNOWN)
        w->origin[reg] = find_origin(w, reg);
    return w->origin[reg] < 0 ? any : made(w, &w->b->fn->ins.at[w->origin[reg]], thread, depth + 1);
}

/* A register that nothing is known of, but that it was stored in front of the barrier: what is in memory there. */
static Cell stored_before(Walk *w, int reg, int thread)
{
    Cell other[STORES_MOST];
    int n = 0;
    for (int i = one_before(w, w->behind), k = 0; i >= 0 && k < NEAR; i = one_before(w, i), k++) {
        const Ins *ins = &w->b->fn->ins.at[i];
        if (isa_meets(ins) || ins_mentions(ins, reg).writes || (isa_emit(ins) != EMIT_ST && ins_dirty(ins)))
            return any;
        if (isa_emit(ins) != EMIT_ST || (isa_space(ins) != SP_SHARED && isa_space(ins) != SP_GENERIC))
            continue;
        const Opnd *o = isa_opnd(ins, ARG_B);
        const uint32_t bytes = (uint32_t)type_bytes(isa_slot_type(ins, SLOT_TYPE));
        const Cell c = address_of(w, isa_address(ins), thread, 1);
        if (ins->guard >= 0 || !opnd_is_reg(o) || c.kind != CELL_ADDRESS || n == STORES_MOST)
            return any;
        for (int j = 0; j < n; j++)
            if (other[j].sym == c.sym && other[j].at - c.at + 7 < 15)
                return any; /* which another one has replaced */
        other[n++] = c;
        if (o->reg == reg)
            return bytes == (uint32_t)type_bytes(w->b->fn->regs.at[reg]->type) && bytes >= 4
                       ? (Cell){.kind = CELL_PART, .bytes = (uint8_t)bytes, .sym = c.sym, .at = c.at, .n = 1}
                       : any;
    }
    return any;
}

static Cell value_known(Walk *w, int reg, int thread)
{
    const Cell c = value_before(w, reg, thread, 0);
    return c.kind == CELL_ANY ? stored_before(w, reg, thread) : c;
}

static Cell *column(Walk *w, int reg)
{
    if (!w->reg[reg])
        w->reg[reg] = NEWN(w->a, Cell, w->threads);
    return w->reg[reg];
}

Cell block_walk_value(Walk *w, int reg, int thread)
{
    Cell *c = &column(w, reg)[thread];
    if (c->kind == CELL_NOT_YET)
        *c = value_known(w, reg, thread);
    return *c;
}

/* depth 0: as the thread has it now. */
static Cell value(Walk *w, int reg, int thread, int depth)
{
    return depth ? value_before(w, reg, thread, depth) : block_walk_value(w, reg, thread);
}

static Cell special(const Walk *w, const Opnd *o, int thread)
{
    const bool x = o->comp == 0;
    if (o->comp < 0 || o->comp > 2)
        return any;
    return opnd_is_sreg(o, SREG_TID) ? number(x ? (uint32_t)thread : 0) : opnd_is_sreg(o, SREG_NTID) ? number(x ? w->threads : 1) : any;
}

static Cell literal(const Opnd *o)
{
    const bool fits = (uint32_t)o->imm == o->imm || (int32_t)o->imm == (int64_t)o->imm;
    return fits && !o->neg ? number((uint32_t)o->imm) : any;
}

static Cell operand(Walk *w, const Opnd *o, int thread, int depth)
{
    Cell c = any;
    if (!o || o->kind == O_NONE)
        return number(0);
    if (o->kind == O_IMM)
        return literal(o);
    if (o->kind == O_SREG)
        return special(w, o, thread);
    if (o->kind == O_SYM && o->sym->kind == SYM_VAR && o->sym->space == SP_SHARED)
        return (Cell){.kind = CELL_ADDRESS, .sym = o->sym, .at = (uint32_t)o->imm};
    if (o->kind == O_REG && o->comp < 0 && w->b->fn->regs.at[o->reg]->vec <= 1)
        c = value(w, o->reg, thread, depth);
    return !o->neg ? c : c.kind == CELL_NUMBER && w->b->fn->regs.at[o->reg]->type == T_PRED ? number(!c.at) : any;
}

/* The sum of an address and a number. */
static Cell moved(const Ins *ins, Cell x, Cell y, Cell z)
{
    Cell address = x.kind == CELL_ADDRESS ? x : y;
    const Cell by = x.kind == CELL_ADDRESS ? y : x;
    if (ins->mnemonic == INS_MAD && z.kind == CELL_ADDRESS && x.kind == CELL_NUMBER && y.kind == CELL_NUMBER) {
        z.at += x.at * y.at;
        return z;
    }
    if (by.kind != CELL_NUMBER || (ins->mnemonic != INS_ADD && (ins->mnemonic != INS_SUB || x.kind != CELL_ADDRESS)))
        return any;
    address.at += ins->mnemonic == INS_ADD ? by.at : 0 - by.at;
    return address;
}

/* Between 32 and 64 bits, of which a number's cell has the lower ones; the upper ones follow from these. */
static bool widens(const Ins *ins)
{
    return ins->mnemonic == INS_CVT && ins->nword == 3 && type_is_i32_or_64(isa_slot_type(ins, SLOT_TYPE)) && type_is_i32_or_64(isa_slot_type(ins, SLOT_ATYPE));
}

/* What an instruction makes, whatever guards it. */
static Cell made(Walk *w, const Ins *guarded, int thread, int depth)
{
    Ins ins = *guarded;
    ins.guard = -1;
    const bool moves = isa_emit(&ins) == EMIT_MOV && ins.narg == 2 && ins.arg[1].kind != O_VEC && ins.arg[0].kind == O_REG && ins.arg[0].comp < 0;
    if (!moves && !ins_is_pure(&ins))
        return any;
    const Cell x = operand(w, isa_opnd(&ins, ARG_A), thread, depth);
    if (widens(&ins))
        return x.kind == CELL_NUMBER ? x : any;
    if (moves || x.kind == CELL_ANY)
        return x;
    const Cell y = operand(w, isa_opnd(&ins, ARG_B), thread, depth);
    const Cell z = isa_arg(&ins, ARG_C) >= 0 ? operand(w, isa_opnd(&ins, ARG_C), thread, depth) : number(0);
    if (y.kind == CELL_ANY || z.kind == CELL_ANY)
        return any;
    if (ins.mnemonic == INS_SELP && z.kind == CELL_NUMBER)
        return z.at ? x : y;
    if (x.kind == CELL_PART || y.kind == CELL_PART || z.kind == CELL_PART)
        return z.kind == CELL_NUMBER ? combine(w, guarded, x, y) : any;
    if (!number_is_simple(w->b, &ins))
        return any;
    return x.kind == CELL_NUMBER && y.kind == CELL_NUMBER && z.kind == CELL_NUMBER ? number(number_of(&ins, x.at, y.at, z.at)) : moved(&ins, x, y, z);
}

/* ---- memory ------------------------------------------------------------------------------------------------------------ */

static Area *find_area(Walk *w, const Sym *sym)
{
    for (int i = 0; i < w->areas.n; i++)
        if (w->areas.at[i].sym == sym)
            return &w->areas.at[i];
    return NULL;
}

Element *block_walk_element(Walk *w, const Sym *sym, uint32_t at)
{
    const Area *a = find_area(w, sym);
    return a && at % a->bytes == 0 && at / a->bytes < a->n ? &a->at[at / a->bytes] : NULL;
}

/* The element of that size at an address; NULL: others overlap. */
static Element *touch(Walk *w, Cell address, uint32_t bytes)
{
    const uint64_t size = address.sym->bytes ? address.sym->bytes : AREA_MOST;
    Area *a = find_area(w, address.sym);
    if (!a && (bytes == 4 || bytes == 8) && size <= AREA_MOST) {
        const Area fresh = {address.sym, (uint32_t)size / bytes, bytes, NEWN(w->a, Element, size / bytes)};
        array_add(w->a, &w->areas, fresh);
        a = &w->areas.at[w->areas.n - 1];
    }
    Element *e = a && a->bytes == bytes ? block_walk_element(w, address.sym, address.at) : NULL;
    if (e && e->phase != w->phase) {
        e->phase = w->phase;
        e->reader = e->writer = 0;
    }
    return e;
}

static Cell address_of(Walk *w, const Opnd *o, int thread, int depth)
{
    Cell c = any;
    if (o->kind != O_MEM)
        return c;
    if (o->sym && o->sym->kind == SYM_VAR && o->sym->space == SP_SHARED)
        c = (Cell){.kind = CELL_ADDRESS, .sym = o->sym};
    else if (o->reg >= 0 && o->comp < 0)
        c = value(w, o->reg, thread, depth);
    c.at += (uint32_t)o->imm;
    return c.kind == CELL_ADDRESS ? c : any;
}

Cell block_walk_address(Walk *w, int at, int thread) { return address_of(w, isa_address(&w->b->fn->ins.at[at]), thread, 1); }

static void set(Walk *w, int reg, int thread, Cell c)
{
    column(w, reg)[thread] = c;
    w->wrote[reg] = true;
}

static void set_all(Walk *w, const Ins *ins, int thread)
{
    for (Refs r = ins_refs(ins); refs_next(&r);)
        if (r.write)
            set(w, r.reg, thread, any);
}

/* A load or store of shared memory. */
static bool access(Walk *w, const Ins *ins, int thread)
{
    const bool loads = isa_emit(ins) == EMIT_LD;
    const Opnd *value_at = isa_opnd(ins, loads ? ARG_D : ARG_B);
    const uint32_t bytes = (uint32_t)type_bytes(isa_slot_type(ins, SLOT_TYPE));
    const Cell address = address_of(w, isa_address(ins), thread, 0);
    if (isa_is_strong(ins) || address.kind != CELL_ADDRESS || !value_at || value_at->kind == O_VEC)
        return false;
    Element *e = touch(w, address, bytes);
    if (!e || (e->writer && e->writer != thread + 1))
        return false;
    if (loads) {
        if (!e->stored && e->cell.kind == CELL_NOT_YET)
            e->cell = (Cell){.kind = CELL_PART, .bytes = (uint8_t)bytes, .sym = address.sym, .at = address.at, .n = 1};
        e->reader = !e->reader || e->reader == thread + 1 ? thread + 1 : SEVERAL_THREADS;
        const bool whole = opnd_is_reg(value_at) && type_bytes(w->b->fn->regs.at[value_at->reg]->type) == (int)bytes;
        set_all(w, ins, thread);
        if (whole)
            set(w, value_at->reg, thread, e->cell);
        return true;
    }
    const Cell c = operand(w, value_at, thread, 0);
    if (e->reader && e->reader != thread + 1)
        return false;
    w->stores++;
    e->writer = thread + 1;
    e->stored = true;
    e->cell = c.kind == CELL_PART ? c.bytes == bytes ? c : any : c.kind == CELL_NUMBER && bytes == 4 ? c : any;
    return true;
}

/* ---- the way ----------------------------------------------------------------------------------------------------------- */

/* A register that is the same for all threads that come to what writes it. */
static bool is_same_for_all(const Walk *w, int reg, int depth)
{
    const RegInfo *g = &w->b->reg[reg];
    if (val_is_cta(g->val))
        return true;
    if (g->val.kind != VAL_UNI || depth == DEPTH_MOST || !back_one_value(w->b, reg))
        return false;
    const Ins *ins = &w->b->fn->ins.at[g->def];
    bool same = (ins_is_pure(ins) || ins_loads_kernel_param(ins)) && ins->guard < 0;
    for (int i = -1; same && isa_next_input(ins, &i);)
        same = opnd_is_reg(&ins->arg[i]) ? is_same_for_all(w, ins->arg[i].reg, depth + 1) : val_is_cta(uniform_opnd(w->b, &ins->arg[i]));
    return same;
}

static bool is_same_part(const Cell *c, const Cell *x)
{
    return c->kind == x->kind && c->sym == x->sym && c->at == x->at && c->step == x->step && c->n == x->n && c->halved == x->halved && c->op == x->op &&
           c->gaps.every == x->gaps.every && c->gaps.skip == x->gaps.skip;
}

/* A store of a register to global memory, at a place that is the same for all threads. */
static bool is_sent(const Walk *w, const Ins *ins)
{
    const Opnd *a = isa_address(ins);
    return isa_space(ins) == SP_GLOBAL && !isa_is_strong(ins) && a->kind == O_MEM && !a->sym && is_same_for_all(w, a->reg, 0) && opnd_is_reg(isa_opnd(ins, ARG_B));
}

/* What it hangs on. */
static bool find_guard(const Walk *w, const Ins *ins, bool known, Sent *s)
{
    const bool own = !known;
    s->guard = own ? ins->guard : w->aside ? w->aside_guard : -1;
    s->guard_neg = own ? ins->guard_neg : w->aside_neg;
    return !own || (!w->aside && is_same_for_all(w, ins->guard, 0));
}

/* Once for each thread, and all that do it store the same. */
static bool sends(Walk *w, const Ins *ins, int thread, bool known)
{
    Sent s = {.at = (int)(ins - w->b->fn->ins.at), .thread = thread};
    if (!is_sent(w, ins) || !find_guard(w, ins, known, &s))
        return false;
    s.cell = operand(w, isa_opnd(ins, ARG_B), thread, 0);
    if (s.cell.kind != CELL_PART || s.cell.bytes != type_bytes(isa_slot_type(ins, SLOT_TYPE)))
        return false;
    for (Sent *before = w->sent.at; array_has(w->sent, before); before++) {
        if (before->at != s.at)
            continue;
        const bool first = before->thread < thread;
        before->thread = thread;
        return first && is_same_part(&before->cell, &s.cell);
    }
    array_add(w->a, &w->sent, s);
    return true;
}

/* What is no jump; false: the walk ends. */
static bool does(Walk *w, const Ins *ins, int thread, bool holds, bool known)
{
    if (!holds && known)
        return true;
    if (isa_is_ld_st(ins)) {
        const Space space = isa_space(ins);
        if (space == SP_SHARED)
            return known && (!w->aside || isa_emit(ins) == EMIT_LD) && access(w, ins, thread);
        if (isa_emit(ins) == EMIT_ST)
            return sends(w, ins, thread, known);
        set_all(w, ins, thread);
        return isa_emit(ins) == EMIT_LD && !isa_is_strong(ins);
    }
    if (!isa_computes(ins) || isa_accesses(ins) || isa_meets(ins) || isa_is_term(ins) || ins_dirty(ins))
        return false;
    const Dest d = ins_dest(ins);
    const Cell c = known && d.n == 1 && w->b->fn->regs.at[d.reg]->vec <= 1 ? made(w, ins, thread, 0) : any;
    set_all(w, ins, thread);
    if (d.n == 1)
        set(w, d.reg, thread, c);
    return true;
}

/* Nothing that a walk goes through hangs on it: what threads do between two barriers of the block has nothing to do with each other. */
static bool is_warp_barrier(const Ins *ins) { return ins->mnemonic == INS_BAR && isa_is_warp(ins); }

typedef enum Stop { STOP_UNKNOWN, STOP_BARRIER, STOP_OUT } Stop;

/* Where threads wait for the others but at barriers: at the beginning of a block, or of any that is in no other loop than the walk's beginning. */
typedef struct Meeting { bool out; const Blk *join; } Meeting;

static bool waits(const Walk *w, Meeting p, const Blk *x) { return p.out ? x->loop == w->loop : x == p.join; }

/* Into the side of an if without else whose condition is the same for all threads, but not known; false: it is no such. */
static bool turn_aside(Walk *w, const Blk *x, const Ins *branch)
{
    for (int k = 0; k < 2 && !w->aside; k++) {
        const Blk *side = x->succ[k], *on = x->succ[1 - k];
        if (!side || !on || side->npred != 1 || side->succ[1] || side->succ[0] != on || side->exits || !is_same_for_all(w, branch->guard, 0))
            continue;
        w->aside = side;
        w->aside_guard = branch->guard;
        w->aside_neg = branch->guard_neg ^ !k;
    }
    return w->aside;
}

/* What only the side has written is not known behind it. */
static void turn_back(Walk *w, int thread)
{
    for (int i = w->aside->first; i < w->aside->end; i++)
        set_all(w, &w->b->fn->ins.at[i], thread);
    w->aside = NULL;
}

/* One thread to where it stops. */
static Stop go(Walk *w, int thread, Meeting place)
{
    w->aside = NULL;
    for (int i = w->pc[thread], moved = 0;; moved = 1) {
        const Blk *x = i < w->b->fn->ins.n ? w->b->blk_of[i] : NULL;
        if (w->aside && x != w->aside)
            turn_back(w, thread);
        w->pc[thread] = i;
        if (!x || w->steps-- <= 0)
            return STOP_UNKNOWN;
        if (moved && i == x->first && waits(w, place, x))
            return STOP_OUT;
        const Ins *ins = &w->b->fn->ins.at[i];
        const Cell guard = ins->guard < 0 ? number(1) : block_walk_value(w, ins->guard, thread);
        const bool known = guard.kind == CELL_NUMBER, holds = ins->guard < 0 || (guard.at != 0) != ins->guard_neg;
        if (is_meeting(ins))
            return w->aside ? STOP_UNKNOWN : STOP_BARRIER;
        if (i == x->term) {
            if (isa_emit(ins) == EMIT_BRA && !known && !x->targets && !x->exits && turn_aside(w, x, ins)) {
                i = w->aside->first;
                continue;
            }
            if (isa_emit(ins) != EMIT_BRA || !known || x->targets || x->exits)
                return STOP_UNKNOWN;
            const Blk *to = ins->guard < 0 ? x->succ[0] : x->succ[holds];
            if (!to)
                return STOP_UNKNOWN;
            i = to->first;
            continue;
        }
        if (!is_warp_barrier(ins) && !does(w, ins, thread, holds, known))
            return STOP_UNKNOWN;
        i++;
    }
}

/* All threads to where they stop; false: not at one place. */
static bool go_all(Walk *w, Meeting place, Stop *stop)
{
    *stop = go(w, 0, place);
    bool all = *stop != STOP_UNKNOWN;
    for (uint32_t t = 1; t < w->threads && all; t++)
        all = go(w, (int)t, place) == *stop && w->pc[t] == w->pc[0];
    w->at = w->pc[0];
    return all;
}

bool block_walk_on(Walk *w)
{
    const Blk *x = w->b->blk_of[w->at];
    Meeting place = {false, x->ipdom && x->ipdom->loop == w->loop ? x->ipdom : NULL};
    Stop stop;
    while (go_all(w, place, &stop)) {
        if (stop == STOP_OUT)
            return true;
        w->at++;
        w->phase++;
        for (uint32_t t = 0; t < w->threads; t++)
            w->pc[t] = w->at;
        x = w->at < w->b->fn->ins.n ? w->b->blk_of[w->at] : NULL;
        if (!x || (w->phase > 3 && !w->combined))
            return false;
        if (x->loop == w->loop)
            return true;
        place = (Meeting){.out = true};
    }
    return false;
}
