/* instruction.c: what every pass asks of an instruction: the registers that it reads and writes.
 *
 * Requires matched instructions. */
#include "ir/ir.h"

/* ---- registers of an instruction --------------------------------------------------------------------------------- */

/* All operands of a call or branch are as written; a call's are (returned), callee, (arguments), prototype. */
Refs ins_refs(const Ins *ins)
{
    const Emit emit = isa_emit(ins);
    const bool call = emit == EMIT_CALL, written = call || emit == EMIT_BRA || emit == EMIT_BRX;
    Refs r; /* the rest is written before it is read */
    r.ins = (Ins *)ins;
    r.begun = false;
    r.keeps = ins->guard >= 0 || ins->update;
    r.list = written ? ins->op : ins->arg;
    r.n = written ? ins->nop : ins->narg;
    r.dests = !written ? ins->dests : call && ins->nop && ins->op[0].kind == O_LIST;
    r.i = r.depth = 0;
    r.pass = 0;
    return r;
}

/* The next operand of those that are written, or of those that are not; NULL: there is none. */
static Opnd *next_operand(Refs *r)
{
    for (; r->pass < 2; r->pass++, r->i = 0) {
        const uint32_t these = r->pass ? r->dests : ~r->dests;
        while (r->i < r->n && these >> r->i) {
            const int i = r->i++;
            if ((these >> i & 1) && (r->list[i].reg >= 0 || r->list[i].nsub))
                return &r->list[i];
        }
    }
    return NULL;
}

static bool may_be_dest(const Opnd *o) { return o->kind == O_REG || o->kind == O_VEC || o->kind == O_LIST || o->kind == O_PAIR; }

/* The next operand, or part of one, before its own parts; *dest: it is written.  An address is read whoever is written
 * through it. */
static Opnd *next_part(Refs *r, bool *dest)
{
    while (r->depth && !r->left[r->depth - 1])
        r->depth--;
    Opnd *o = r->depth ? r->part[r->depth - 1]++ : next_operand(r);
    if (!o)
        return NULL;
    if (r->depth)
        r->left[r->depth - 1]--;
    *dest = (r->depth ? r->dest[r->depth - 1] : r->pass == 1) && may_be_dest(o);
    if (o->nsub) {
        if (r->depth == REFS_DEPTH)
            ice("operands of '%s' too deep", r->ins->word[0]);
        r->part[r->depth] = o->sub;
        r->left[r->depth] = o->nsub;
        r->dest[r->depth++] = *dest;
    }
    return o;
}

bool places_next(Refs *r)
{
    bool dest;
    Opnd *o;
    if (!r->begun && (r->begun = true, r->ins->guard >= 0)) {
        r->place = &r->ins->guard;
        r->reg = r->ins->guard;
        r->role = REG_READ;
        return true;
    }
    while ((o = next_part(r, &dest)) != NULL)
        if (o->reg >= 0 && (o->kind == O_REG || o->kind == O_MEM)) {
            r->place = &o->reg;
            r->reg = o->reg;
            r->role = !dest ? REG_READ : r->keeps || o->comp >= 0 ? REG_UPDATE : REG_WRITE;
            return true;
        }
    return false;
}

bool refs_next(Refs *r)
{
    if (r->begun && r->role == REG_UPDATE && !r->write)
        return r->write = true;
    if (!places_next(r))
        return false;
    r->write = r->role == REG_WRITE;
    return true;
}

static bool next_that(Refs *r, bool writes)
{
    while (refs_next(r))
        if (r->write == writes)
            return true;
    return false;
}

bool reads_next(Refs *r) { return next_that(r, false); }
bool writes_next(Refs *r) { return next_that(r, true); }

typedef Array(Opnd *) Leaves;

static void add_leaves(Arena *tmp, Leaves *l, Opnd *o, int n)
{
    for (int i = 0; i < n; i++) {
        if ((o[i].kind == O_REG || o[i].kind == O_MEM) && o[i].reg >= 0)
            array_add(tmp, l, &o[i]);
        add_leaves(tmp, l, o[i].sub, (int)o[i].nsub);
    }
}

void ins_agree(Arena *tmp, Ins *ins)
{
    if (ins->op == ins->arg)
        return;
    Leaves written = {0}, formal = {0}; /* parts may be shared */
    add_leaves(tmp, &written, ins->op, ins->nop);
    add_leaves(tmp, &formal, ins->arg, ins->narg);
    Emit emit = isa_emit(ins);
    bool by_op = emit == EMIT_CALL || emit == EMIT_BRA || emit == EMIT_BRX;
    const Leaves *from = by_op ? &written : &formal, *to = by_op ? &formal : &written;
    if (to->n && to->n != from->n)
        ice("operands of '%s' out of step", ins->word ? ins->word[0] : "");
    for (int i = 0; i < to->n; i++)
        to->at[i]->reg = from->at[i]->reg;
}

RegMentions ins_mentions(const Ins *ins, int reg)
{
    RegMentions m = {reg, 0, 0};
    for (Refs r = ins_refs(ins); refs_next(&r);)
        if (r.reg == reg)
            ++*(r.write ? &m.writes : &m.reads);
    return m;
}

RegIndex fn_index(Arena *a, const Fn *fn, bool writes, const Blk *const *blk_of)
{
    RegIndex x = {.of = NEWN(a, int, fn->regs.n + 3)};
    for (int fill = 0; fill < 2; fill++) {
        for (int i = 0; i < fn->ins.n; i++)
            for (Refs ref = ins_refs(&fn->ins.at[i]); (!blk_of || blk_of[i]) && refs_next(&ref);)
                if (ref.write == writes && fill)
                    x.ins[x.of[ref.reg + 1]++] = i;
                else if (ref.write == writes)
                    x.of[ref.reg + 2]++;
        for (int r = 0; r < fn->regs.n && !fill; r++)
            x.of[r + 2] += x.of[r + 1];
        x.ins = fill ? x.ins : NEWN(a, int, x.of[fn->regs.n + 1] + 1);
    }
    return x;
}

bool ins_mentions_any(const Ins *ins, const bool *which, int n)
{
    bool any = false;
    for (Refs ref = ins_refs(ins); !any && refs_next(&ref);)
        any = ref.reg < n && which[ref.reg];
    return any;
}

bool ins_marks_inputs(const Ins *ins, bool *marked)
{
    bool any = false;
    for (Refs ref = ins_refs(ins); !any && writes_next(&ref);)
        any = marked[ref.reg];
    for (Refs ref = ins_refs(ins); any && refs_next(&ref);)
        marked[ref.reg] = true;
    return any;
}

bool fn_mentions(const Fn *fn, int reg, int from, int to)
{
    bool any = false;
    for (int i = from; i < to && !any; i++) {
        const RegMentions m = ins_mentions(&fn->ins.at[i], reg);
        any = m.reads || m.writes;
    }
    return any;
}

int fn_last_write(const Fn *fn, int reg, int from, int to)
{
    while (--to >= from)
        if (ins_mentions(&fn->ins.at[to], reg).writes)
            return to;
    return -1;
}

bool fn_written_between(const Fn *fn, int reg, const Blk *x, int from, const Blk *y, int to)
{
    enum { MOST = 64 }; /* blocks that are looked at */
    const Blk *met[MOST + 1] = {y};
    if (x == y && from < to)
        return fn_last_write(fn, reg, from, to) >= 0;
    bool written = fn_last_write(fn, reg, from, x->end) >= 0 || fn_last_write(fn, reg, y->first, to) >= 0;
    for (int i = 0, n = 1; i < n && !written; i++)
        for (int k = 0; k < met[i]->npred && !written; k++) {
            const Blk *before = met[i]->pred[k];
            int known = 1;
            while (known < n && met[known] != before)
                known++;
            if (before == x || known < n)
                continue;
            if (n > MOST)
                return true;
            met[n++] = before;
            written = fn_last_write(fn, reg, before->first, before->end) >= 0;
        }
    return written;
}

/* The only operand that it writes, if that is a register; NULL: ask by ins_refs. */
static const Opnd *only_dest(const Ins *ins)
{
    const Emit emit = isa_emit(ins);
    const bool plain = ins->dests == 1 && emit != EMIT_CALL && emit != EMIT_BRA && emit != EMIT_BRX;
    return plain && ins->arg->kind == O_REG && ins->arg->reg >= 0 && !ins->arg->nsub ? ins->arg : NULL;
}

Dest ins_dest(const Ins *ins)
{
    const Opnd *only = only_dest(ins);
    if (only)
        return (Dest){1, only->reg};
    Dest d = {0, -1};
    Refs r = ins_refs(ins);
    r.begun = true; /* neither the guard nor what is only read */
    r.role = REG_READ;
    r.pass = 1;
    while (refs_next(&r))
        if (r.write) {
            d.n++;
            d.reg = r.reg;
        }
    return d;
}

bool ins_is_any(const Ins *ins, const Mnemonic *list)
{
    while (*list && *list != ins->mnemonic)
        list++;
    return *list != INS_NONE;
}

int *only_writers(Arena *a, const Fn *fn)
{
    int *by = NEWN(a, int, fn->regs.n + 1);
    for (int i = 0; i < fn->ins.n; i++)
        for (Refs ref = ins_refs(&fn->ins.at[i]); writes_next(&ref);)
            by[ref.reg] = by[ref.reg] ? -1 : i + 1;
    return by;
}

const Ins *only_writer(const Fn *fn, const int *by, const Opnd *o)
{
    return opnd_is_reg(o) && by[o->reg] > 0 ? &fn->ins.at[by[o->reg] - 1] : NULL;
}

const Opnd *copy_origin(const Fn *fn, const int *by, const Opnd *o)
{
    const Ins *ins = only_writer(fn, by, o);
    for (int depth = 0; depth < 16 && ins && isa_emit(ins) == EMIT_MOV && ins->guard < 0 && ins->narg == 2; depth++) {
        o = isa_opnd(ins, ARG_A);
        ins = only_writer(fn, by, o);
    }
    return o;
}

bool kernel_has_rows(const Fn *fn)
{
    for (int i = 0; i < fn->ins.n; i++)
        for (int j = 0; j < fn->ins.at[i].narg; j++)
            if (opnd_is_sreg(&fn->ins.at[i].arg[j], SREG_TID) && fn->ins.at[i].arg[j].comp > 0)
                return true;
    return false;
}
