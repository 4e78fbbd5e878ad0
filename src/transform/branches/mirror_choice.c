/* mirror_choice.c: places mirrored at an edge, however that is written, as a choice between a place and its mirror image.
 *
 * x < 0 ? ~x : x is x ^ (x >> 31) for compilers, x < 0 ? -x : x is abs(x), and people write min(x, 2 * n - 1 - x).  Where x rises from lane to
 * lane nothing is known of these; of a choice it is that chunks inside take x (choose in uniform_value.c), or that the whole chunk is inside
 * (border_folding.c).
 *
 *   p = x < 0; y = ~x; d = p ? y : x
 *
 * Requires: uniform.c's values.  Provides: tests, choices.  Invalidates: blocks and analyses.  Cost: a look at each instruction.  Fires on
 * filters with symmetric padding (tests/run/mirrors, paddings). */
#include "transform/transform.h"

/* A place in the grid that rises from lane to lane; NULL is none. */
static bool is_place(const Back *b, const Opnd *o)
{
    const Val v = o && opnd_is_reg(o) ? uniform_opnd(b, o) : (Val){0};
    return v.kind == VAL_AFF && v.grid;
}

/* The place whose sign the operand is in all bits; NULL: none. */
static const Opnd *sign_of(const Back *b, const Opnd *o)
{
    const Ins *shr = opnd_is_reg(o) ? back_def(b, o->reg) : NULL;
    if (!shr || shr->guard >= 0 || shr->mnemonic != INS_SHR || shr->nword != 2 || isa_slot_type(shr, SLOT_TYPE) != T_S32)
        return NULL;
    const Opnd *by = isa_opnd(shr, ARG_B), *x = isa_opnd(shr, ARG_A);
    return by->kind == O_IMM && by->imm == 31 && is_place(b, x) ? x : NULL;
}

/* What the instruction chooses from, if it is such a mirror. */
typedef struct Mirror {
    const char *test, *image; /* a comparison; how the image is made, if it is not there */
    Opnd place, other;        /* if place is so to other, the image is taken, or (no image) place itself */
} Mirror;

/* x ^ (x >> 31); the shift may have been of a register that has another value by now. */
static bool is_complement(const Back *b, const Ins *ins, Mirror *m)
{
    for (int k = 0; k < 2; k++) {
        const Opnd *x = isa_opnd(ins, k ? ARG_B : ARG_A), *of = sign_of(b, isa_opnd(ins, k ? ARG_A : ARG_B));
        const int at = (int)(ins - b->fn->ins.at), shift = of ? b->reg[isa_opnd(ins, k ? ARG_A : ARG_B)->reg].def : -1;
        if (!of || !opnd_is_reg(x) || of->reg != x->reg || b->blk_of[shift] != b->blk_of[at] || fn_last_write(b->fn, x->reg, shift + 1, at) >= 0)
            continue;
        *m = (Mirror){"setp.lt.s32", "not.b32", *x, opnd_number(0, T_S32)};
        return true;
    }
    return false;
}

/* A place, or one that is mirrored already. */
static bool is_place_or_image(const Back *b, const Opnd *o)
{
    const Ins *def = opnd_is_reg(o) ? back_def(b, o->reg) : NULL;
    return opnd_is_reg(o) && (is_place(b, o) || (def && ins_is_any(def, (Mnemonic[]){INS_SELP, INS_ABS, INS_XOR, INS_MIN, INS_MAX, INS_NONE}) &&
                                                 (is_place(b, isa_opnd(def, ARG_A)) || is_place(b, isa_opnd(def, ARG_B)))));
}

/* y = … - x, maybe as … + ~x. */
static bool is_less_of(const Back *b, const Opnd *y, const Opnd *x)
{
    const Ins *def = opnd_is_reg(y) ? back_def(b, y->reg) : NULL;
    if (!def || !ins_is_any(def, (Mnemonic[]){INS_SUB, INS_ADD, INS_NOT, INS_NEG, INS_NONE}) || def->nword != 2)
        return false;
    const Opnd *last = isa_opnd(def, isa_arg(def, ARG_B) >= 0 ? ARG_B : ARG_A);
    if (def->mnemonic == INS_ADD)
        return is_less_of(b, isa_opnd(def, ARG_A), x) || is_less_of(b, last, x);
    return opnd_is_reg(last) && last->reg == x->reg;
}

/* One of both is the other's image. */
static bool are_images(const Back *b, const Opnd *x, const Opnd *y)
{
    if (is_place(b, x) && is_place(b, y))
        return (uniform_opnd(b, x).step > 0) != (uniform_opnd(b, y).step > 0);
    return (is_place_or_image(b, x) && is_less_of(b, y, x)) || (is_place_or_image(b, y) && is_less_of(b, x, y));
}

static bool is_mirror(const Back *b, const Ins *ins, Mirror *m)
{
    if (ins->guard >= 0 || ins->nword != 2 || !ins_is_any(ins, (Mnemonic[]){INS_XOR, INS_ABS, INS_MIN, INS_MAX, INS_NONE}))
        return false;
    const Type type = isa_slot_type(ins, SLOT_TYPE);
    const Opnd *x = isa_opnd(ins, ARG_A);
    if (ins->mnemonic == INS_XOR)
        return type == T_B32 && is_complement(b, ins, m);
    if (ins->mnemonic == INS_ABS) {
        *m = (Mirror){"setp.lt.s32", "neg.s32", *x, opnd_number(0, T_S32)};
        return type == T_S32 && is_place(b, x);
    }
    *m = (Mirror){ins->mnemonic == INS_MIN ? "setp.lt.s32" : "setp.gt.s32", NULL, *x, *isa_opnd(ins, ARG_B)};
    return type == T_S32 && are_images(b, x, isa_opnd(ins, ARG_B));
}

static void choose(Back *b, InsList *out, const Ins *ins, const Mirror *m)
{
    const Opnd p = opnd_reg(fn_new_reg(b->m->code, b->fn, "%edge", T_PRED)), d = opnd_reg(ins_dest(ins).reg);
    const Opnd image = m->image ? opnd_reg(fn_new_reg(b->m->code, b->fn, "%image", T_B32)) : m->other;
    ins_add_made(b->m, b->fn, out, ins, m->test, (Opnd[]){p, m->place, m->other}, 3);
    if (m->image)
        ins_add_made(b->m, b->fn, out, ins, m->image, (Opnd[]){image, m->place}, 2);
    ins_add_made(b->m, b->fn, out, ins, "selp.b32", (Opnd[]){d, m->image ? image : m->place, m->image ? m->place : image, p}, 4);
}

bool mirror_choose(Back *b)
{
    bool any = false;
    Mirror m;
    for (int i = 0; i < b->fn->ins.n && b->mode != MODE_WARP && !any; i++)
        any = b->blk_of[i] && is_mirror(b, &b->fn->ins.at[i], &m);
    if (!any)
        return false;
    for (Rewrite w = rewrite_begin(b->m, b->fn, NULL); rewrite_next(&w);) {
        if (b->blk_of[w.i] && is_mirror(b, &b->fn->ins.at[w.i], &m))
            choose(b, w.out, w.ins, &m);
        else
            rewrite_keep(&w);
    }
    return true;
}
