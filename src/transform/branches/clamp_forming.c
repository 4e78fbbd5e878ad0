/* clamp_forming.c: a choice between two sums that meet where what is compared is the same, as a maximum or minimum.
 *
 *   first = 0; if (x > k) first = x - k;            first = max(x, k) - k
 *
 * So windows begin that a border cuts.  Of a maximum it is known how it goes on from lane to lane, and that it does so away from the border
 * (uniform_value.c, border_folding.c); of what two ways write nothing is.
 *
 * Where f is chosen for x larger than y, and else g, that is max(x, y) - y + g if f - g is x - y, modulo 2^32, for all x and y; y - max(x, y) + g if
 * it is y - x.  What is chosen for x = y as well may meet one beside y, if there is such a number: other chunks are left to another version
 * (Back.by_quotients).  Sums are followed through what is written once, near by or outside of loops.
 *
 * Requires: uniform.c's values.  Invalidates: blocks and analyses.  Cost: a look at each branch around a few instructions.  Fires on
 * tests/bench/programs/col2im and tests/run/unit_divisors, unpool. */
#include "transform/transform.h"

enum { TERMS = 6, DEPTH = 5, SIDE = 6 /* instructions under the branch */ };

typedef struct Sum { int reg[TERMS], n; int64_t by[TERMS], c; } Sum; /* modulo 2^32 */

typedef struct Choice {
    const Back *b;
    const Blk *x, *side;    /* in front of the branch, and where f is made */
    const Ins *test;
    int f, g, from;         /* what makes f, moves g; the first of that and the test in their block */
    bool more, minus;       /* f is chosen where x is larger; f - g is y - x */
    int beside;             /* y and this: where they meet */
} Choice;

static bool add(const Choice *c, const Opnd *o, int64_t by, int at, int depth, Sum *s);

static bool add_made(const Choice *c, int at, int64_t by, int depth, Sum *s)
{
    const Ins *ins = &c->b->fn->ins.at[at];
    LinearForm l;
    if (!linear_form(ins, &l) || (ins->mnemonic == INS_CVT && type_info[isa_slot_type(ins, SLOT_ATYPE)].bits < 32))
        return false;
    const Val k = l.by ? uniform_opnd(c->b, l.by) : (Val){0};
    const int64_t times = !l.by ? 1 : l.shifts ? (int64_t)1 << (k.c & 31) : (int32_t)k.c;
    s->c += by * l.number;
    return (!l.by || (k.cst && k.c < 1 << 20)) && (!l.shifts || k.c < 20) && add(c, l.x, by * l.sign[0] * times, at, depth - 1, s) &&
           (!l.more || add(c, l.more, by * l.sign[1], at, depth - 1, s));
}

static bool is_followed(const Choice *c, const Opnd *o, const Blk *made)
{
    return (made == c->x || made == c->side || !made->loop) && !opnd_same(o, isa_opnd(c->test, ARG_A)) && !opnd_same(o, isa_opnd(c->test, ARG_B));
}

/* What the instruction at a place reads.  False: it may be another number where the choice is made. */
static bool add(const Choice *c, const Opnd *o, int64_t by, int at, int depth, Sum *s)
{
    const Back *b = c->b;
    s->c += o->kind == O_IMM ? by * (int32_t)o->imm : 0;
    if (!back_only_def(b, o) || type_info[b->fn->regs.at[o->reg]->type].bits != 32 || !back_comes_before(b, b->reg[o->reg].def, at))
        return o->kind == O_IMM;
    const int def = b->reg[o->reg].def;
    Sum all = *s;
    if (depth && is_followed(c, o, b->blk_of[def]) && add_made(c, def, by, depth, &all)) {
        *s = all;
        return true;
    }
    int i = 0;
    while (i < s->n && s->reg[i] != o->reg)
        i++;
    if (i == TERMS || !back_comes_before(b, def, c->from))
        return false;
    s->by[i] = by + (i < s->n ? s->by[i] : 0);
    s->reg[i] = o->reg;
    s->n = (int)greater(s->n, i + 1);
    return true;
}

static bool meet(const Choice *c)
{
    const int64_t sign = c->minus ? 1 : -1;
    Sum d = {.c = -sign * c->beside};
    bool same = add_made(c, c->f, 1, DEPTH, &d) && add(c, isa_opnd(&c->b->fn->ins.at[c->g], ARG_A), -1, c->g, DEPTH, &d) &&
                add(c, isa_opnd(c->test, ARG_A), sign, c->from, 0, &d) && add(c, isa_opnd(c->test, ARG_B), -sign, c->from, 0, &d) && !(uint32_t)d.c;
    for (int i = 0; i < d.n; i++)
        same &= !(uint32_t)d.by[i];
    return same;
}

/* The side only computes, and what it does not do last is read there alone. */
static bool is_sum(const Choice *c, int end)
{
    const Back *b = c->b;
    for (int i = c->side->first; i < end; i++) {
        const Ins *ins = &b->fn->ins.at[i];
        const Dest d = ins_dest(ins);
        int reads = 0;
        for (int k = i + 1; d.n == 1 && k < end; k++)
            reads += ins_mentions(&b->fn->ins.at[k], d.reg).reads;
        if (d.n != 1 || !ins_is_pure(ins) || (i + 1 < end && (b->reg[d.reg].ndef != 1 || b->reg[d.reg].nuse != reads)))
            return false;
    }
    return true;
}

/* What the side does last is read behind it alone, where else it is what a move in front of the branch has made it. */
static bool find_move(Choice *c, const Blk *meet)
{
    const Back *b = c->b;
    const int d = ins_dest(&b->fn->ins.at[c->f]).reg;
    for (int i = 0; i < b->fn->ins.n; i++) {
        const RegMentions m = ins_mentions(&b->fn->ins.at[i], d);
        if (!b->blk_of[i] || i == c->f || (!m.reads && !m.writes) || cfg_dominates(meet, b->blk_of[i]))
            continue;
        if (m.reads || c->g >= 0)
            return false;
        c->g = i;
    }
    const Ins *move = c->g >= 0 ? &b->fn->ins.at[c->g] : NULL;
    return move && isa_emit(move) == EMIT_MOV && move->guard < 0 && move->narg == 2 && b->blk_of[c->g]->loop == c->x->loop &&
           cfg_dominates(b->blk_of[c->g], c->x);
}

static bool find_sums(Choice *c, const Blk *meet)
{
    const int end = c->side->branch >= 0 ? c->side->branch : c->side->end, n = end - c->side->first;
    c->f = end - 1;
    c->g = -1;
    return c->side->npred == 1 && blk_nsucc(c->side) == 1 && !c->side->exits && n > 0 && n <= SIDE && is_sum(c, end) && find_move(c, meet);
}

/* By a comparison of words, one of which grows from lane to lane. */
static bool is_clamp(Choice *c, bool holds)
{
    const Back *b = c->b;
    const int at = b->reg[b->fn->ins.at[c->x->branch].guard].def;
    c->test = at >= 0 ? &b->fn->ins.at[at] : NULL;
    if (!c->test || b->blk_of[at] != c->x || !isa_is_plain_test(c->test) || type_info[isa_slot_type(c->test, SLOT_TYPE)].bits != 32 ||
        lane_range_compares(c->test, uniform_arg(b, c->test, ARG_A), uniform_arg(b, c->test, ARG_B)).border == BORDER_NONE)
        return false;
    const unsigned chosen = isa_compare(c->test) ^ (holds ? 0 : CMP_ALL);
    c->from = b->blk_of[c->g] == c->x ? (int)lesser(c->g, at) : at;
    c->more = chosen & CMP_MORE;
    for (int k = 0; k < (b->by_quotients && chosen & CMP_EQUAL ? 4 : 2); k++) {
        c->minus = k & 1;
        c->beside = k < 2 ? 0 : c->more ? -1 : 1;
        if (meet(c))
            return true;
    }
    return false;
}

static void rewrite(const Choice *c)
{
    Module *m = c->b->m;
    Fn *fn = c->b->fn;
    const bool sign = type_info[isa_slot_type(c->test, SLOT_TYPE)].kind == 's';
    const uint32_t last = (sign ? UINT32_C(1) << 31 : 0) - !c->more;
    const char *const what[2][2] = {{"min.u32", "min.s32"}, {"max.u32", "max.s32"}};
    const Opnd x = *isa_opnd(c->test, ARG_A), y = *isa_opnd(c->test, ARG_B), g = *isa_opnd(&fn->ins.at[c->g], ARG_A);
    Opnd made[4]; /* where they meet; that there is no such; the bound, and what is beyond */
    for (int i = 0; i < 4; i++)
        made[i] = opnd_reg(fn_new_reg(m->code, fn, ((const char *[]){"meeting", "none", "bound", "beyond"})[i], i == 1 ? T_PRED : T_U32));
    for (Rewrite w = rewrite_begin(m, fn, NULL); rewrite_next(&w);) {
        if (w.i == c->f && c->beside)
            ins_add(m, fn, w.out, w.ins, "setp.eq.u32", (Opnd[]){made[1], y, opnd_number(last, T_U32)}, 3)->pseudo = PSEUDO_ONCE;
        if (w.i == c->f) {
            ins_add(m, fn, w.out, w.ins, "add.u32", (Opnd[]){made[0], y, opnd_number((uint32_t)c->beside, T_U32)}, 3);
            ins_add(m, fn, w.out, w.ins, what[c->more][sign], (Opnd[]){made[2], x, made[0]}, 3);
            ins_add(m, fn, w.out, w.ins, "sub.u32", (Opnd[]){made[3], made[c->minus ? 0 : 2], made[c->minus ? 2 : 0]}, 3);
            ins_add(m, fn, w.out, w.ins, "add.u32", (Opnd[]){opnd_reg(ins_dest(w.ins).reg), made[3], g}, 3);
        } else if (w.i != c->g && w.i != c->x->branch) {
            rewrite_keep(&w);
        }
    }
}

bool clamp_form(Back *b)
{
    for (int i = 0; i < 2 * b->fn->nblk; i++) {
        Choice c = {.b = b, .x = b->fn->blk[i / 2], .side = b->fn->blk[i / 2]->succ[i % 2]};
        const Ins *br = blk_conditional(b->fn, c.x);
        if (br && c.side->succ[0] == c.x->succ[!(i % 2)] && find_sums(&c, c.side->succ[0]) && is_clamp(&c, (i % 2 == 1) != br->guard_neg)) {
            rewrite(&c);
            return true;
        }
    }
    return false;
}
