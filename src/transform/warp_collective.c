/* warp_collective.c: several shuffles in a row that together make a scan or a reduction of a warp's values.
 *
 * Programs add up a warp's values by log2(32) shuffles, each of which every lane takes part in.  Where no vectors are, and even where
 * they are, what comes of it is had for less: a scan is one operation for each lane in order, a reduction half a warp's, a
 * quarter's, and so on.  What the shuffles and what stands between them do is followed lane by lane: whose values each lane has
 * combined by then, and in which order.  If that is, for each lane of a group of w, all lanes up to it, or all of the group, the
 * runtime's function for that takes their place (collective.h).  Of numbers whose order does not matter, any order will do; of sums
 * and products of floats one by halves.  Where lanes but the first of a group get something else (shfl.down), nobody must
 * look at it.
 *
 * Requires: uniform.c's values, MODE_WARP with warps in rows.  Provides: PSEUDO_SCAN, PSEUDO_REDUCE.  Invalidates: blocks and
 * analyses.  Cost: a look at each shuffle and what is near it. */
#include "transform/transform.h"

enum { NEAR = 48 };      /* instructions from a shuffle to what combines its result, and to the next */
enum { MEMBERS = 64 };   /* instructions of a chain */
enum { FLOW_DEPTH = 6 }; /* from a result to who looks at it */

/* ---- operations --------------------------------------------------------------------------------------------------------- */

typedef struct Op {
    Mnemonic mnemonic;
    Type type;
    const char *name; /* in collective.h */
    bool ordered;     /* the order of operations matters */
    bool once;        /* x op x is not x */
    uint64_t none;    /* x op none is x; of those that scan */
} Op;

static const Op ops[] = {
    {INS_ADD, T_U32, "add_u32", false, true, 0},          {INS_ADD, T_S32, "add_u32", false, true, 0},
    {INS_MUL, T_U32, "mul_u32", false, true, 1},          {INS_MUL, T_S32, "mul_u32", false, true, 1},
    {INS_AND, T_B32, "and_u32", false, false, UINT32_MAX}, {INS_OR, T_B32, "or_u32", false, false, 0},
    {INS_XOR, T_B32, "xor_u32", false, true, 0},          {INS_MIN, T_U32, "min_u32", false, false, UINT32_MAX},
    {INS_MAX, T_U32, "max_u32", false, false, 0},         {INS_MIN, T_S32, "min_s32", false, false, INT32_MAX},
    {INS_MAX, T_S32, "max_s32", false, false, (uint32_t)INT32_MIN}, {INS_ADD, T_F32, "add_f32", true, true, 0},
    {INS_MUL, T_F32, "mul_f32", true, true, 0},           {INS_MIN, T_F32, "min_f32", false, false, 0},
    {INS_MAX, T_F32, "max_f32", false, false, 0},
};
enum { OPS = sizeof ops / sizeof *ops };

static const Op *find_op(Mnemonic mnemonic, Type type)
{
    for (int i = 0; i < OPS; i++)
        if (ops[i].mnemonic == mnemonic && ops[i].type == type)
            return &ops[i];
    return NULL;
}

/* What an instruction does with two registers, if it does nothing else. */
static const Op *op_of(const Ins *ins)
{
    const Type t = isa_slot_type(ins, SLOT_TYPE);
    const bool more = ins->mnemonic == INS_MUL && t != T_F32 ? !isa_has_word(ins, MOD_LO) : false;
    if (ins->pseudo || more || ins->nword > 3 || (ins->nword == 3 && !isa_has_word(ins, MOD_LO) && !isa_has_word(ins, MOD_RN)))
        return NULL;
    return find_op(ins->mnemonic, t);
}

/* ---- chains ------------------------------------------------------------------------------------------------------------ */

/* What each lane has combined: whose values, whether one of them twice, and how: a leaf's number, or 32 + that of a pair. */
typedef struct Parts { uint32_t set[32]; bool twice[32]; int how[32]; } Parts;
typedef struct Pair { int a, b; } Pair;

typedef enum Kind { KIND_NONE, KIND_SCAN, KIND_ALL /* all lanes get the group's result */, KIND_FIRST /* its first lane does */ } Kind;
typedef struct Found { Kind kind; uint32_t w; bool up; } Found;

typedef struct Chain {
    const Back *b;
    const Fn *fn;
    const Op *op;
    int from, now;      /* the registers whose values are combined, and in which they are so far */
    int first, last;    /* instructions */
    bool ends;          /* now is also written elsewhere: the chain has come to its end */
    int member[MEMBERS], n;
    Parts parts;
    Pair pair[32 * 8];
    int npairs;
} Chain;

/* The number of a pair, which is the same the other way round. */
static int pair_no(Chain *c, int a, int b)
{
    const Pair p = a < b ? (Pair){a, b} : (Pair){b, a};
    int i = 0;
    while (i < c->npairs && (c->pair[i].a != p.a || c->pair[i].b != p.b))
        i++;
    if (i == c->npairs) {
        if (i == 32 * 8)
            return -1 - a; /* one of no tree */
        c->pair[c->npairs++] = p;
    }
    return 32 + i;
}

/* The lanes of `in` combine their values with those of lane from[l]. */
static void combine(Chain *c, const int from[32], uint32_t in)
{
    const Parts was = c->parts;
    for (int l = 0; l < 32; l++) {
        if (!(in >> l & 1))
            continue;
        const int s = from[l];
        c->parts.twice[l] = was.twice[l] || was.twice[s] || (was.set[l] & was.set[s]);
        c->parts.set[l] = was.set[l] | was.set[s];
        c->parts.how[l] = pair_no(c, was.how[l], was.how[s]);
    }
}

/* How the first lanes of groups combine theirs by halves: those far apart first, or (up) neighbours. */
static bool is_by_halves(Chain *c, uint32_t w, bool up, bool all)
{
    int how[32];
    for (int l = 0; l < 32; l++)
        how[l] = l;
    for (uint32_t i = 1; i < w; i *= 2) {
        const int k = (int)(up ? i : w / 2 / i);
        for (int l = 0; l + k < 32; l++)
            if (!((uint32_t)l % w & (up ? 2 * (uint32_t)k - 1 : w - (uint32_t)k)))
                how[l] = pair_no(c, how[l], how[l + k]);
    }
    for (int l = 0; l < 32; l++)
        if ((all || (uint32_t)l % w == 0) && c->parts.how[l] != how[(uint32_t)l & (0u - w)])
            return false;
    return true;
}

static bool is_kind(Chain *c, Kind kind, uint32_t w)
{
    for (uint32_t l = 0; l < 32; l++) {
        const uint32_t group = (w == 32 ? UINT32_MAX : (1u << w) - 1) << (l & (0u - w));
        const uint32_t want = kind == KIND_SCAN ? group & (UINT32_MAX >> (31 - l)) : group;
        if ((kind != KIND_FIRST || l % w == 0) && (c->parts.set[l] != want || (c->op->once && c->parts.twice[l])))
            return false;
    }
    return true;
}

/* What the lanes have by now. */
static Found chain_find(Chain *c)
{
    for (uint32_t w = 32; w >= 4; w /= 2)
        for (Kind kind = KIND_SCAN; kind <= KIND_FIRST; kind++) {
            if (!is_kind(c, kind, w))
                continue;
            if (!c->op->ordered)
                return (Found){kind, w, false};
            for (int up = 0; up < 2 && kind != KIND_SCAN; up++)
                if (is_by_halves(c, w, up, kind == KIND_ALL))
                    return (Found){kind, w, up};
        }
    return (Found){KIND_NONE, 0, false};
}

/* ---- following a chain --------------------------------------------------------------------------------------------------- */

/* The register, which is written at several places, has at instruction at what it had at def: of the chain so far, or what the chain
 * begins with. */
static bool is_still(const Chain *c, int reg, int def, int at)
{
    if (c->now >= 0 && reg != c->now)
        return false;
    return (c->now >= 0 && c->now != c->from && back_comes_before(c->b, c->last, def)) ||
           (c->now == c->from && c->b->blk_of[def] == c->b->blk_of[at] && def < at && fn_last_write(c->fn, reg, def, at) < 0);
}

/* What the register is a copy of where instruction at reads it: now, or a register that is written once, or with which the chain begins. */
static int origin(const Chain *c, int reg, int at)
{
    for (int i = 0; i < FLOW_DEPTH && reg != c->now; i++) {
        const Ins *ins = back_def(c->b, reg);
        if (!ins || isa_emit(ins) != EMIT_MOV || ins->guard >= 0 || ins->narg != 2 || !opnd_is_reg(&ins->arg[1]) ||
            c->fn->regs.at[ins->arg[1].reg]->vec > 1 || type_info[c->fn->regs.at[ins->arg[1].reg]->type].bits != 32)
            break;
        const int def = c->b->reg[reg].def;
        const bool once = back_def(c->b, ins->arg[1].reg) != NULL;
        if (!back_comes_before(c->b, def, at) || (!once && !is_still(c, ins->arg[1].reg, def, at)))
            break;
        reg = ins->arg[1].reg;
    }
    return reg;
}

static int arg_origin(const Chain *c, const Ins *ins, ArgName name)
{
    const Opnd *o = isa_opnd(ins, name);
    return opnd_is_reg(o) ? origin(c, o->reg, (int)(ins - c->fn->ins.at)) : -1;
}

static int dest_of(const Ins *ins)
{
    const Dest d = ins_dest(ins);
    return d.n == 1 ? d.reg : -1;
}

static void add_member(Chain *c, int at)
{
    if (c->n < MEMBERS)
        c->member[c->n++] = at;
    if (at > c->last)
        c->last = at;
}

/* selp d, x, y, p with x and y the two registers: the lanes that get the first. */
static bool selects(const Chain *c, const Ins *ins, int first, int second, uint32_t *lanes)
{
    const int p = isa_arg(ins, ARG_C);
    if (ins->mnemonic != INS_SELP || ins->guard >= 0 || p < 0 || ins->arg[p].kind != O_REG || dest_of(ins) < 0)
        return false;
    const int x = arg_origin(c, ins, ARG_A), y = arg_origin(c, ins, ARG_B);
    const bool swapped = x == second && y == first;
    return (swapped || (x == first && y == second)) && lanes_where(c->b, ins->arg[p].reg, ins->arg[p].neg ^ swapped, lanes);
}

static const Blk *block_of(const Chain *c, int at) { return at < c->fn->ins.n ? c->b->blk_of[at] : NULL; }

/* Instruction at stands between the shuffle `after` and instruction `before` of its block. */
static bool is_between(const Chain *c, int at, int after, int before)
{
    return at > after && at < before && block_of(c, at) == block_of(c, after);
}

/* The register is what the shuffle to d gives, or nothing: in the lanes that it says. */
static bool is_chosen(Chain *c, int reg, int d, uint32_t none, int after, int before, uint32_t *lanes, int *at)
{
    const Ins *ins = back_def(c->b, reg);
    if (!ins || ins->mnemonic != INS_SELP || ins->guard >= 0)
        return false;
    *at = (int)(ins - c->fn->ins.at);
    const int a = isa_arg(ins, ARG_A), y = isa_arg(ins, ARG_B), p = isa_arg(ins, ARG_C);
    const bool second = ins->arg[a].kind == O_IMM;
    const Opnd *number = &ins->arg[second ? a : y];
    return is_between(c, *at, after, before) && number->kind == O_IMM && (uint32_t)number->imm == none && ins->arg[p].kind == O_REG &&
           arg_origin(c, ins, second ? ARG_B : ARG_A) == d && lanes_where(c->b, ins->arg[p].reg, ins->arg[p].neg ^ second, lanes);
}

static bool is_written(const Chain *c, int reg, int times) { return reg < c->b->nreg && c->b->reg[reg].ndef == times; }

/* A comparison of the values so far with what the shuffle to d gives: what of them it holds for. */
static unsigned compares_with(const Chain *c, const Ins *ins, int d)
{
    const Type t = isa_slot_type(ins, SLOT_TYPE);
    if (!isa_is_test(ins) || ins->guard >= 0 || (t != T_U32 && t != T_S32))
        return CMP_NONE;
    const int x = arg_origin(c, ins, ARG_A), y = arg_origin(c, ins, ARG_B);
    return x == c->now && y == d ? isa_compare(ins) : x == d && y == c->now ? compare_swapped(isa_compare(ins)) : CMP_NONE;
}

/* selp that takes the smaller or larger of both, in the lanes that it says. */
static const Op *chooses(Chain *c, int i, int j, int d, uint32_t *lanes)
{
    const Ins *ins = &c->fn->ins.at[j];
    const int p = isa_arg(ins, ARG_C);
    if (ins->mnemonic != INS_SELP || ins->guard >= 0 || ins->arg[p].kind != O_REG || ins->arg[p].neg)
        return NULL;
    const int x = arg_origin(c, ins, ARG_A), y = arg_origin(c, ins, ARG_B);
    const bool takes = x == d && y == c->now;
    const Ins *both = back_def(c->b, ins->arg[p].reg), *compare = both;
    if (!both || (!takes && (x != c->now || y != d)))
        return NULL;
    *lanes = UINT32_MAX;
    for (int k = 1; k < 3 && takes && both->mnemonic == INS_AND && isa_slot_type(both, SLOT_TYPE) == T_PRED && compare == both; k++)
        if (both->arg[k].kind == O_REG && both->arg[3 - k].kind == O_REG && !both->arg[k].neg &&
            lanes_where(c->b, both->arg[3 - k].reg, both->arg[3 - k].neg, lanes))
            compare = back_def(c->b, both->arg[k].reg);
    const unsigned cmp = compare ? compares_with(c, compare, d) & ~(unsigned)CMP_EQUAL : CMP_NONE;
    if (cmp != CMP_LESS && cmp != CMP_MORE)
        return NULL;
    if (!is_between(c, (int)(compare - c->fn->ins.at), i, j) || !is_between(c, (int)(both - c->fn->ins.at), i, j))
        return NULL;
    add_member(c, (int)(compare - c->fn->ins.at));
    if (both != compare)
        add_member(c, (int)(both - c->fn->ins.at));
    return find_op((cmp == CMP_LESS) == takes ? INS_MAX : INS_MIN, isa_slot_type(compare, SLOT_TYPE));
}

/* What combines the result d of the shuffle at instruction i with the values so far: *to has them then, for the lanes that it says. */
static bool combines(Chain *c, int j, int i, int d, int *to, uint32_t *lanes)
{
    const Ins *ins = &c->fn->ins.at[j];
    const int n = c->n, last = c->last;
    const Op *op = chooses(c, i, j, d, lanes);
    if (op && (!c->op || c->op == op)) {
        c->op = op;
        *to = dest_of(ins);
        add_member(c, j);
        return true;
    }
    c->n = n;
    c->last = last;
    op = op_of(ins);
    if (!op || (c->op && c->op != op) || dest_of(ins) < 0)
        return false;
    const int x = arg_origin(c, ins, ARG_A), y = arg_origin(c, ins, ARG_B), other = x == c->now ? y : x;
    int at = -1;
    *lanes = UINT32_MAX;
    *to = dest_of(ins);
    if (x != c->now && y != c->now)
        return false;
    if (other != d) {
        if (op->ordered || ins->guard >= 0 || !is_chosen(c, other, d, (uint32_t)op->none, i, j, lanes, &at))
            return false;
        add_member(c, at);
    } else if (ins->guard >= 0 && (*to != d || !lanes_where(c->b, ins->guard, ins->guard_neg, lanes)))
        return false;
    c->op = op;
    add_member(c, j);
    for (int k = j + 1; is_written(c, *to, 1) && k < j + NEAR && block_of(c, k) == block_of(c, i) && *lanes == UINT32_MAX; k++)
        if (selects(c, &c->fn->ins.at[k], *to, c->now, lanes)) {
            *to = dest_of(&c->fn->ins.at[k]);
            add_member(c, k);
            break;
        }
    return true;
}

/* One more shuffle, instruction i. */
static bool step(Chain *c, int i)
{
    const Ins *ins = &c->fn->ins.at[i];
    int from[32];
    uint32_t in, lanes;
    const int d = isa_arg(ins, ARG_D) >= 0 && ins->arg[isa_arg(ins, ARG_D)].kind == O_REG ? ins->arg[isa_arg(ins, ARG_D)].reg : -1;
    if (!shuffle_sources(c->b, ins, from, &in) || d < 0 || arg_origin(c, ins, ARG_A) != c->now)
        return false;
    const int before = c->n;
    add_member(c, i);
    for (int j = i + 1, to; j < i + NEAR && block_of(c, j) == block_of(c, i); j++) {
        if (!combines(c, j, i, d, &to, &lanes))
            continue;
        if (c->n == MEMBERS || !is_written(c, d, to == d ? 2 : 1)) /* by the shuffle, and where the values are combined */
            break;
        c->ends = to != d && !is_written(c, to, 1);
        combine(c, from, lanes);
        c->now = to;
        return true;
    }
    c->n = before;
    return false;
}

/* ---- who looks at the results --------------------------------------------------------------------------------------------- */

static bool is_member(const Chain *c, int at)
{
    for (int i = 0; i < c->n; i++)
        if (c->member[i] == at)
            return true;
    return false;
}

/* Whether nothing but the chain, and copies for it, reads what its instructions write on the way. */
static bool is_closed(Chain *c)
{
    for (int i = 0; i < c->n; i++)
        for (Refs w = ins_refs(&c->fn->ins.at[c->member[i]]); refs_next(&w);) {
            if (!w.write || w.reg == c->now)
                continue;
            for (int k = 0; k < c->fn->ins.n; k++) {
                const Ins *ins = &c->fn->ins.at[k];
                if (!ins_mentions(ins, w.reg).reads || is_member(c, k))
                    continue;
                if (isa_emit(ins) != EMIT_MOV || ins->guard >= 0 || c->n == MEMBERS)
                    return false;
                c->member[c->n++] = k; /* whose result is looked at in turn */
            }
        }
    return true;
}

/* Whether lanes but those look at the register, or at what is made of it. */
static bool others_look(const Chain *c, int reg, uint32_t lanes, int depth)
{
    const Back *b = c->b;
    for (int i = 0; i < b->fn->ins.n; i++) {
        const Ins *ins = &b->fn->ins.at[i];
        int from[32];
        uint32_t in, sources = 0;
        if (!b->blk_of[i] || !ins_mentions(ins, reg).reads || is_member(c, i) || !(lanes_at(b, i) & ~lanes))
            continue;
        if (shuffle_sources(b, ins, from, &in)) {
            for (int l = 0; l < 32; l++)
                sources |= 1u << from[l];
            if (sources & ~lanes)
                return true;
            continue;
        }
        const int d = ins_is_pure(ins) || (isa_emit(ins) == EMIT_MOV && ins->guard < 0) ? dest_of(ins) : -1;
        if (d < 0 || !depth || others_look(c, d, lanes, depth - 1))
            return true;
    }
    return false;
}

/* The values that are combined are the same where the chain ends. */
static bool is_steady(const Chain *c) { return fn_last_write(c->fn, c->from, c->first, c->last + 1) < 0; }

static uint32_t first_lanes(uint32_t w)
{
    uint32_t lanes = 0;
    for (uint32_t l = 0; l < 32; l += w)
        lanes |= 1u << l;
    return lanes;
}

/* ---- rewriting ------------------------------------------------------------------------------------------------------------- */

/* The longest chain of shuffles from instruction i on that makes something. */
static Found chain_from(const Back *b, int i, Chain *longest)
{
    Chain c = {.b = b, .fn = b->fn, .first = i, .last = i};
    const Ins *ins = &b->fn->ins.at[i];
    const int a = isa_arg(ins, ARG_A);
    Found found = {0};
    if (ins->mnemonic != INS_SHFL || ins->pseudo || !opnd_is_reg(&ins->arg[a]) || b->fn->regs.at[ins->arg[a].reg]->vec > 1)
        return found;
    c.now = c.from = origin(&(Chain){.b = b, .fn = b->fn, .from = -1, .now = -1}, ins->arg[a].reg, i);
    for (int l = 0; l < 32; l++) {
        c.parts.set[l] = 1u << l;
        c.parts.how[l] = l;
    }
    for (int k = i; k >= 0 && step(&c, k);) {
        const Found f = chain_find(&c);
        if (f.kind) {
            found = f;
            *longest = c;
        }
        const int last = c.last;
        for (k = last + 1; k < last + NEAR && block_of(&c, k) == block_of(&c, i) && b->fn->ins.at[k].mnemonic != INS_SHFL;)
            k++;
        if (c.ends || k >= last + NEAR || block_of(&c, k) != block_of(&c, i))
            break;
    }
    if (found.kind && (!is_closed(longest) || !is_steady(longest) ||
                       (found.kind == KIND_FIRST && others_look(longest, longest->now, first_lanes(found.w), FLOW_DEPTH))))
        found.kind = KIND_NONE;
    return found;
}

static Ins collective(const Back *b, const Chain *c, Found f)
{
    Arena *a = b->m->code;
    const Opnd op[] = {opnd_reg(c->now), opnd_reg(c->from), opnd_number(f.up, T_U32), opnd_number(f.w, T_U32), opnd_number(UINT32_MAX, T_U32)};
    Ins ins = ins_new(b->m, b->fn, a, &b->fn->ins.at[c->first], "shfl.sync.bfly.b32", op, 5);
    ins.pseudo = f.kind == KIND_SCAN ? PSEUDO_SCAN : PSEUDO_REDUCE;
    ins.lower = c->op->name;
    return ins;
}

/* What becomes of the function's instructions: they stay, go, or are replaced. */
typedef struct Edit { bool gone; const Ins *by; } Edit;

/* Notes what takes the chain's place, unless part of it has gone already. */
static bool replace(const Back *b, const Chain *c, Found f, Edit *edit)
{
    for (int i = 0; i < c->n; i++)
        if (edit[c->member[i]].gone)
            return false;
    Ins *ins = NEW(b->a, Ins);
    *ins = collective(b, c, f);
    for (int i = 0; i < c->n; i++)
        edit[c->member[i]].gone = true;
    edit[c->last].by = ins;
    return true;
}

bool warp_collective(Back *b)
{
    Fn *fn = b->fn;
    if (b->mode != MODE_WARP || !b->rows || b->literal || b->m->checked)
        return false;
    Edit *edit = NEWN(b->a, Edit, fn->ins.n + 1);
    bool any = false;
    for (int i = 0; i < fn->ins.n; i++) {
        Chain c;
        const Found f = b->blk_of[i] ? chain_from(b, i, &c) : (Found){0};
        any |= f.kind && replace(b, &c, f, edit);
    }
    if (!any)
        return false;
    int *place = NEWN(b->a, int, fn->ins.n + 1);
    InsList out = fn_new_code(b->m, fn);
    for (int i = 0; i <= fn->ins.n; i++) {
        place[i] = out.n;
        if (i < fn->ins.n && !edit[i].gone)
            array_add(b->m->code, &out, fn->ins.at[i]);
        else if (i < fn->ins.n && edit[i].by)
            array_add(b->m->code, &out, *edit[i].by);
    }
    fn_set_code(fn, out, place);
    return true;
}
