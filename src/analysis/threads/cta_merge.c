/* cta_merge.c: kernels that don't notice where one CTA of a row of the grid ends and the next begins.
 *
 * Most kernels use %tid.x and %ctaid.x for one thing alone, %ctaid.x * %ntid.x + %tid.x.  That goes on counting when
 * %tid.x runs past the CTA's end, so neighbouring CTAs can be run as one with longer rows: longer chunks, and what is
 * done once for a CTA is done less often.  The rest must not tell CTAs apart: no shared memory, no message with a CTA's
 * index, no barrier (which the caller looks at).
 *
 * In: a kernel with matched instructions.  Nothing is changed. */
#include "analysis/analysis.h"

/* What a register holds.  Those behind NTID may be used only as combine() says. */
typedef enum Piece { OTHER, NTID, TID, CTAID, BASE /* %ctaid.x * %ntid.x */ } Piece;

typedef struct Join {
    const Fn *fn;
    uint8_t *piece; /* by register */
    const int *writer; /* only_writers */
    bool ok;
} Join;

static Piece piece_of(const Join *j, const Opnd *o)
{
    if (o->kind == O_REG)
        return o->comp < 0 ? (Piece)j->piece[o->reg] : OTHER;
    if (o->kind != O_SREG || o->comp > 0)
        return OTHER;
    return opnd_is_sreg(o, SREG_TID) ? TID : opnd_is_sreg(o, SREG_CTAID) ? CTAID : opnd_is_sreg(o, SREG_NTID) ? NTID : OTHER;
}

static Piece piece_at(const Join *j, const Ins *ins, ArgName name)
{
    const int i = isa_arg(ins, name);
    return i < 0 ? OTHER : piece_of(j, &ins->arg[i]);
}

static bool are(Piece x, Piece y, Piece a, Piece b) { return (x == a && y == b) || (x == b && y == a); }

static bool is_wide(Type t) { return type_is_int(t) && type_info[t].bits >= 32; }

/* Whether the instruction puts such values together, and what it makes of them.  Sums are as wide as what they add, so
 * that they wrap at the same place. */
static bool combine(const Join *j, const Ins *ins, Piece *made)
{
    const Piece x = piece_at(j, ins, ARG_A), y = piece_at(j, ins, ARG_B);
    const Mnemonic op = ins->mnemonic;
    bool cvt = op == INS_CVT;
    if (x == OTHER || !isa_is_modular(ins) || !is_wide(isa_slot_type(ins, cvt ? SLOT_DTYPE : SLOT_TYPE)))
        return false;
    *made = x;
    if (isa_emit(ins) == EMIT_MOV || (cvt && is_wide(isa_slot_type(ins, SLOT_ATYPE)) && x != BASE))
        return true;
    *made = BASE;
    if (op == INS_MUL && are(x, y, CTAID, NTID))
        return true;
    *made = OTHER;
    return (op == INS_MAD && are(x, y, CTAID, NTID) && piece_at(j, ins, ARG_C) == TID) ||
           (op == INS_ADD && are(x, y, BASE, TID));
}

/* The thread's place in vectors, and special registers other than those of the thread's place, and some of these, may tell CTAs apart. */
static bool plain_operand(const Opnd *o)
{
    for (uint32_t i = 0; i < o->nsub; i++)
        if (!plain_operand(&o->sub[i]))
            return false;
    if (o->sym && o->sym->kind == SYM_VAR && o->sym->space == SP_SHARED)
        return false;
    if (o->kind != O_SREG)
        return true;
    const Sreg *s = &isa_sregs[o->sym->index];
    if (opnd_is_sreg(o, SREG_TID) || opnd_is_sreg(o, SREG_CTAID))
        return o->comp >= 0 || s->vec == 1;
    return !s->vary && (s->shape == SHAPE_GRID || opnd_is_sreg(o, SREG_NTID));
}

static bool plain(const Ins *ins)
{
    Emit e = isa_emit(ins);
    if (e == EMIT_CALL || e == EMIT_TRAP || isa_space(ins) == SP_SHARED || isa_meets(ins))
        return false;
    for (int i = 0; i < ins->nop; i++)
        if (!plain_operand(&ins->op[i]))
            return false;
    return true;
}

/* The pieces that registers hold.  False when one of them is not written just once, by a move, product or the like. */
static bool find_pieces(Join *j)
{
    for (AGAIN(changed))
        for (const Ins *ins = j->fn->ins.at; array_has(j->fn->ins, ins); ins++) {
            Piece made;
            if (!combine(j, ins, &made) || made == OTHER)
                continue;
            const Opnd *d = &ins->arg[isa_arg(ins, ARG_D)];
            if (!opnd_is_reg(d) || j->writer[d->reg] <= 0 || ins->guard >= 0)
                return false;
            changed |= j->piece[d->reg] != made;
            j->piece[d->reg] = (uint8_t)made;
        }
    return true;
}

bool kernel_merges(Arena *a, const Fn *fn)
{
    for (int i = 0; i < fn->ins.n; i++)
        if (!plain(&fn->ins.at[i]))
            return false;
    Join j = {fn, NEWN(a, uint8_t, fn->regs.n + 1), only_writers(a, fn), true};
    if (!find_pieces(&j))
        return false;
    for (const Ins *ins = fn->ins.at; array_has(fn->ins, ins); ins++) {
        Piece made;
        if (combine(&j, ins, &made))
            continue;
        for (Refs ref = ins_refs(ins); reads_next(&ref);)
            j.ok &= j.piece[ref.reg] <= NTID;
        for (int k = 0; k < ins->narg; k++)
            j.ok &= piece_of(&j, &ins->arg[k]) <= NTID;
    }
    return j.ok;
}
