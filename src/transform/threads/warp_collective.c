/* warp_collective.c: several shuffles in a row that together make a scan or a reduction of a warp's values.
 *
 * Programs add up a warp's values by log2(32) shuffles, each of which every lane takes part in.  Where no vectors are, and even where
 * they are, what comes of it is had for less: a scan is one operation for each lane in order, a reduction half a warp's, a
 * quarter's, and so on.  What the shuffles and what stands between them do is followed lane by lane: whose values each lane has
 * combined by then, and in which order.  If that is, for each lane of a group of w, all lanes up to it, or all of the group, the
 * runtime's function for that takes their place (collective.h).  Of numbers whose order does not matter, any order will do; of sums
 * and products of floats one by halves, or, of scans, by doubled distances.  Where lanes but the first of a group get something else (shfl.down), nobody must
 * look at it.  Numbers of 64 bits go by halves: what takes them apart, two shuffles alike and what puts them together is a step.
 *
 * Requires: uniform.c's values, MODE_WARP.  Provides: PSEUDO_SCAN, PSEUDO_REDUCE.  Invalidates: blocks and
 * analyses.  Cost: a look at each shuffle and what is near it. */
#include "transform/threads/collective_op.h"

enum { NEAR = 48 };      /* instructions from a shuffle to what combines its result, and to the next */
enum { MEMBERS = 64 };   /* instructions of a chain */
enum { FLOW_DEPTH = 6 }; /* from a result to who looks at it */

/* ---- chains ------------------------------------------------------------------------------------------------------------ */

/* What each lane has combined: whose values, whether one of them twice, and how: a leaf's number, or 32 + that of a pair. */
typedef struct Parts { uint32_t set[32]; bool twice[32]; int how[32]; } Parts;
typedef struct Pair { int a, b; } Pair;

typedef enum Kind { KIND_NONE, KIND_SCAN, KIND_ALL /* all lanes get the group's result */, KIND_FIRST /* its first lane does */ } Kind;
typedef struct Found { Kind kind; uint32_t w; bool up; } Found;

typedef struct Chain {
    const Back *b;
    const Fn *fn;
    const RegIndex *readers;
    const CollectiveOp *op;
    int bits;           /* of a value */
    int from, now;      /* the registers whose values are combined, and in which they are so far */
    int first, last;    /* instructions */
    int made;           /* the one that has made now */
    int writes;         /* of now, by the chain */
    bool ends;          /* now is also written elsewhere: the chain has come to its end */
    int member[MEMBERS], n;
    Parts parts;
    Pair pair[32 * 8];
    int npairs;
} Chain;

/* The number of a pair, which is the same the other way round, unless the operation is sided. */
static int pair_no(Chain *c, int a, int b)
{
    const Pair p = a < b || (c->op && c->op->sided) ? (Pair){a, b} : (Pair){b, a};
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

/* How lanes combine theirs with those of all lanes before them in a group: that of the one before, of the two before these, and so on. */
static bool is_by_doubling(Chain *c, uint32_t w)
{
    int how[32];
    for (int l = 0; l < 32; l++)
        how[l] = l;
    for (uint32_t k = 1; k < w; k *= 2)
        for (uint32_t l = 31; l > 0; l--) /* from behind: those before are as they were */
            if (l % w >= k)
                how[l] = pair_no(c, how[l], how[l - k]);
    return memcmp(how, c->parts.how, sizeof how) == 0;
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
            if (!c->op->ordered || (kind == KIND_SCAN && is_by_doubling(c, w)))
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
    return (c->now >= 0 && c->now != c->from && back_comes_before(c->b, c->made, def)) ||
           (c->now == c->from && c->b->blk_of[def] == c->b->blk_of[at] && def < at && fn_last_write(c->fn, reg, def, at) < 0);
}

/* What the register is a copy of where instruction at reads it: now, or a register that is written once, or with which the chain begins. */
static int origin(const Chain *c, int reg, int at)
{
    for (int i = 0; i < FLOW_DEPTH && reg != c->now; i++) {
        const Ins *ins = back_def(c->b, reg);
        if (!ins || isa_emit(ins) != EMIT_MOV || ins->guard >= 0 || ins->narg != 2 || !opnd_is_reg(&ins->arg[1]) ||
            c->fn->regs.at[ins->arg[1].reg]->vec > 1 || type_info[c->fn->regs.at[ins->arg[1].reg]->type].bits != c->bits)
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
static bool is_chosen(Chain *c, int reg, int d, uint64_t none, int after, int before, uint32_t *lanes, int *at)
{
    const Ins *ins = back_def(c->b, reg);
    if (!ins || ins->mnemonic != INS_SELP || ins->guard >= 0)
        return false;
    *at = (int)(ins - c->fn->ins.at);
    const int a = isa_arg(ins, ARG_A), y = isa_arg(ins, ARG_B), p = isa_arg(ins, ARG_C);
    const bool second = ins->arg[a].kind == O_IMM;
    const Opnd *number = &ins->arg[second ? a : y];
    return is_between(c, *at, after, before) && number->kind == O_IMM && (c->bits == 64 ? number->imm : (uint32_t)number->imm) == none && ins->arg[p].kind == O_REG &&
           arg_origin(c, ins, second ? ARG_B : ARG_A) == d && lanes_where(c->b, ins->arg[p].reg, ins->arg[p].neg ^ second, lanes);
}

static bool is_written(const Chain *c, int reg, int times) { return reg < c->b->nreg && c->b->reg[reg].ndef == times; }

/* A comparison of the values so far with what the shuffle to d gives: what of them it holds for. */
static unsigned compares_with(const Chain *c, const Ins *ins, int d)
{
    const Type t = isa_slot_type(ins, SLOT_TYPE);
    if (!isa_is_test(ins) || ins->guard >= 0 || type_info[t].bits != c->bits || !strchr("usf", type_info[t].kind) || isa_has_word(ins, MOD_FTZ))
        return CMP_NONE;
    const int x = arg_origin(c, ins, ARG_A), y = arg_origin(c, ins, ARG_B);
    return x == c->now && y == d ? isa_compare(ins) : x == d && y == c->now ? compare_swapped(isa_compare(ins)) : CMP_NONE;
}

/* selp that takes the smaller or larger of both, in the lanes that it says. */
static const CollectiveOp *chooses(Chain *c, int i, int j, int d, uint32_t *lanes)
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
    const bool joins = both->mnemonic == (takes ? INS_AND : INS_OR) && isa_slot_type(both, SLOT_TYPE) == T_PRED;
    for (int k = 1; k < 3 && joins && compare == both; k++)
        if (both->arg[k].kind == O_REG && both->arg[3 - k].kind == O_REG && !both->arg[k].neg &&
            lanes_where(c->b, both->arg[3 - k].reg, both->arg[3 - k].neg != !takes, lanes))
            compare = back_def(c->b, both->arg[k].reg);
    const Type t = compare ? isa_slot_type(compare, SLOT_TYPE) : T_NONE;
    const Sided sided = t != T_F32 && t != T_F64 ? SIDED_NOT : takes ? SIDED_SECOND : SIDED_FIRST;
    const unsigned cmp = compare ? compares_with(c, compare, d) & ~(unsigned)(sided ? CMP_NONE : CMP_EQUAL) : CMP_NONE;
    if (cmp != CMP_LESS && cmp != CMP_MORE)
        return NULL;
    if (!is_between(c, (int)(compare - c->fn->ins.at), i, j) || !is_between(c, (int)(both - c->fn->ins.at), i, j))
        return NULL;
    add_member(c, (int)(compare - c->fn->ins.at));
    if (both != compare)
        add_member(c, (int)(both - c->fn->ins.at));
    return collective_op_find((cmp == CMP_LESS) == takes ? INS_MAX : INS_MIN, t, sided);
}

/* Whether instruction at reads from now what instruction i would. */
static bool is_same_for(const Chain *c, int at, int i)
{
    if (c->now != c->from)
        return back_comes_before(c->b, c->made, at);
    return back_def(c->b, c->now) || (block_of(c, at) == block_of(c, i) && at < i && fn_last_write(c->fn, c->now, at, i) < 0);
}

/* Instruction j combines in some lanes: elsewhere its result is what it was, the values so far, which were copied to it. */
static bool combines_some(Chain *c, int j)
{
    const int to = dest_of(&c->fn->ins.at[j]);
    const int copy = fn_last_write(c->fn, to, c->b->blk_of[j]->first, j);
    const Ins *mov = copy >= 0 ? &c->fn->ins.at[copy] : NULL;
    if (!mov || isa_emit(mov) != EMIT_MOV || mov->guard >= 0 || mov->narg != 2 || !opnd_is_reg(&mov->arg[1]) ||
        origin(c, mov->arg[1].reg, copy) != c->now || !is_same_for(c, copy, j))
        return false;
    add_member(c, copy);
    return true;
}

/* What combines the result d of the shuffle at instruction i with the values so far: *to has them then, for the lanes that it says. */
static bool combines(Chain *c, int j, int i, int d, int *to, uint32_t *lanes)
{
    const Ins *ins = &c->fn->ins.at[j];
    const int n = c->n, last = c->last;
    const CollectiveOp *op = chooses(c, i, j, d, lanes);
    c->writes = 1;
    if (op && (!c->op || c->op == op)) {
        c->op = op;
        *to = dest_of(ins);
        add_member(c, j);
        return true;
    }
    c->n = n;
    c->last = last;
    op = collective_op_of(ins);
    if (!op || (c->op && c->op != op) || dest_of(ins) < 0)
        return false;
    int x = arg_origin(c, ins, ARG_A), y = arg_origin(c, ins, ARG_B), at = -1;
    *lanes = UINT32_MAX;
    *to = dest_of(ins);
    const bool copied = ins->guard >= 0 && *to != d && combines_some(c, j);
    x = copied && x == *to ? c->now : x;
    y = copied && y == *to ? c->now : y;
    const int other = x == c->now ? y : x;
    if (x != c->now && y != c->now)
        return false;
    if (other != d) {
        if (type_info[op->type].kind == 'f' || ins->guard >= 0 || !is_chosen(c, other, d, op->none, i, j, lanes, &at))
            return false;
        add_member(c, at);
    } else if (ins->guard >= 0 && ((*to != d && !copied) || !lanes_where(c->b, ins->guard, ins->guard_neg, lanes)))
        return false;
    c->op = op;
    c->writes = copied || *to == d ? 2 : 1;
    add_member(c, j);
    for (int k = j + 1; is_written(c, *to, 1) && k < j + NEAR && block_of(c, k) == block_of(c, i) && *lanes == UINT32_MAX; k++)
        if (selects(c, &c->fn->ins.at[k], *to, c->now, lanes)) {
            *to = dest_of(&c->fn->ins.at[k]);
            c->writes = 1;
            add_member(c, k);
            break;
        }
    return true;
}

/* Which half of the values so far instruction i shuffles, and in *at where they are taken apart; -1: none. */
static int half_of(const Chain *c, int i, int *at)
{
    const Opnd *o = isa_opnd(&c->fn->ins.at[i], ARG_A);
    const Ins *mov = back_only_def(c->b, o);
    const Opnd *d = mov && isa_emit(mov) == EMIT_MOV && mov->guard < 0 && mov->narg == 2 ? &mov->arg[0] : NULL;
    if (!d || d->kind != O_VEC || d->nsub != 2 || !opnd_is_reg(&mov->arg[1]) || origin(c, mov->arg[1].reg, (int)(mov - c->fn->ins.at)) != c->now)
        return -1;
    *at = (int)(mov - c->fn->ins.at);
    if (!is_same_for(c, *at, i))
        return -1;
    return opnd_reg_is(&d->sub[0], o->reg) ? 0 : opnd_reg_is(&d->sub[1], o->reg) ? 1 : -1;
}

/* A shuffle of values so far: the register of its result, -1: it is none. */
static int shuffled(const Chain *c, const Ins *ins, int from[32], uint32_t *in)
{
    const Opnd *d = shuffle_sources(c->b, ins, from, in) ? isa_opnd(ins, ARG_D) : NULL;
    return d && d->kind == O_REG ? d->reg : -1;
}

/* Whether instruction j is the shuffle of half h as it is for the other. */
static bool shuffles_half(Chain *c, int j, int h, const int from[32], uint32_t in)
{
    const Ins *ins = &c->fn->ins.at[j];
    int at, other[32];
    uint32_t other_in;
    if (ins->mnemonic != INS_SHFL || half_of(c, j, &at) != h || shuffled(c, ins, other, &other_in) < 0 || other_in != in ||
        memcmp(other, from, sizeof other) != 0)
        return false;
    add_member(c, at);
    add_member(c, j);
    return true;
}

/* Where two registers, the low half first, are put together, between instructions j and end of a block; -1: nowhere. */
static int put_together(Chain *c, const int half[2], int j, int end)
{
    for (int k = j + 1; k < end && block_of(c, k) == block_of(c, j); k++) {
        const Ins *mov = &c->fn->ins.at[k];
        const Opnd *a = isa_emit(mov) == EMIT_MOV && mov->guard < 0 && mov->narg == 2 ? &mov->arg[1] : NULL;
        if (a && a->kind == O_VEC && a->nsub == 2 && opnd_reg_is(&a->sub[0], half[0]) && opnd_reg_is(&a->sub[1], half[1]) && opnd_is_reg(&mov->arg[0])) {
            add_member(c, k);
            return k;
        }
    }
    return -1;
}

/* The register of what instruction i, and of 64 bits another, shuffle the values so far to, -1: they don't; *at: the last of them. */
static int shuffle_of(Chain *c, int i, int from[32], int *at)
{
    uint32_t in;
    const Ins *ins = &c->fn->ins.at[i];
    const int d = shuffled(c, ins, from, &in);
    int apart;
    *at = i;
    if (d < 0 || c->bits == 32)
        return d >= 0 && arg_origin(c, ins, ARG_A) == c->now ? d : -1;
    const int h = half_of(c, i, &apart);
    for (int j = i + 1; h >= 0 && j < i + NEAR && block_of(c, j) == block_of(c, i); j++) {
        if (!shuffles_half(c, j, 1 - h, from, in))
            continue;
        const int other = isa_opnd(&c->fn->ins.at[j], ARG_D)->reg, half[2] = {h ? other : d, h ? d : other};
        *at = put_together(c, half, j, i + NEAR);
        add_member(c, apart);
        return *at >= 0 && is_written(c, d, 1) && is_written(c, other, 1) ? c->fn->ins.at[*at].arg[0].reg : -1;
    }
    return -1;
}

/* One more shuffle, instruction i. */
static bool step(Chain *c, int i)
{
    int from[32], at;
    uint32_t lanes;
    const int before = c->n, last = c->last, d = shuffle_of(c, i, from, &at);
    if (d >= 0)
        add_member(c, i);
    for (int j = at + 1, to; d >= 0 && j < at + NEAR && block_of(c, j) == block_of(c, i); j++) {
        const int n = c->n, end = c->last;
        if (!combines(c, j, at, d, &to, &lanes)) {
            c->n = n;
            c->last = end;
            continue;
        }
        if (c->n == MEMBERS || (to == d ? fn_last_write(c->fn, d, at + 1, j) >= 0 : !is_written(c, d, 1)))
            break;
        c->ends = !is_written(c, to, c->writes);
        combine(c, from, lanes);
        c->now = to;
        c->made = c->last;
        return true;
    }
    c->n = before;
    c->last = last;
    return false;
}

/* ---- who looks at the results --------------------------------------------------------------------------------------------- */

static bool is_member(const Chain *c, int at) { return ints_have(c->member, c->n, at); }

/* Whether others read, on the way, the register that has the result in the end. */
static bool is_read_early(const Chain *c)
{
    bool early = false;
    for (int k = c->readers->of[c->now]; k < c->readers->of[c->now + 1] && c->now != c->from && !early; k++) {
        const int at = c->readers->ins[k];
        early = at > c->first && at < c->last && !is_member(c, at);
    }
    return early;
}

/* Whether nothing but the chain, and copies for it, reads what its instructions write on the way. */
static bool is_closed(Chain *c)
{
    for (int i = 0; i < c->n; i++)
        for (Refs w = ins_refs(&c->fn->ins.at[c->member[i]]); refs_next(&w);) {
            if (!w.write || w.reg == c->now)
                continue;
            for (const int *k = c->readers->ins + c->readers->of[w.reg]; k < c->readers->ins + c->readers->of[w.reg + 1]; k++) {
                const Ins *ins = &c->fn->ins.at[*k];
                if (is_member(c, *k))
                    continue;
                if (isa_emit(ins) != EMIT_MOV || ins->guard >= 0 || c->n == MEMBERS)
                    return false;
                c->member[c->n++] = *k; /* whose result is looked at in turn */
            }
        }
    return !is_read_early(c);
}

/* Whether lanes but those look at the register, or at what is made of it. */
static bool others_look(const Chain *c, int reg, uint32_t lanes, int depth)
{
    const Back *b = c->b;
    for (int k = c->readers->of[reg]; k < c->readers->of[reg + 1]; k++) {
        const int i = c->readers->ins[k];
        const Ins *ins = &b->fn->ins.at[i];
        int from[32];
        uint32_t in, sources = 0;
        if (!b->blk_of[i] || is_member(c, i) || !(lanes_at(b, i) & ~lanes))
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

/* The values that are combined are the same where the chain ends, which may leave its result in their place. */
static bool is_steady(const Chain *c) { return fn_last_write(c->fn, c->from, c->first, c->last) < 0; }

static uint32_t first_lanes(uint32_t w)
{
    uint32_t lanes = 0;
    for (uint32_t l = 0; l < 32; l += w)
        lanes |= 1u << l;
    return lanes;
}

/* ---- rewriting ------------------------------------------------------------------------------------------------------------- */

/* The register of 64 bits half of which a shuffle moves; -1: there is none. */
static int whole_of(const Back *b, const Ins *ins)
{
    const Ins *mov = ins->mnemonic == INS_SHFL ? back_only_def(b, isa_opnd(ins, ARG_A)) : NULL;
    const bool halves = mov && isa_emit(mov) == EMIT_MOV && mov->narg == 2 && mov->arg[0].kind == O_VEC && mov->arg[0].nsub == 2;
    return halves && opnd_is_reg(&mov->arg[1]) && type_info[b->fn->regs.at[mov->arg[1].reg]->type].bits == 64 ? mov->arg[1].reg : -1;
}

/* The longest chain of shuffles from instruction i on that makes something: of registers, or of whole, whose halves they move. */
static Found chain_from(const Back *b, const RegIndex *readers, int i, int whole, Chain *longest)
{
    Chain c = {.b = b, .fn = b->fn, .readers = readers, .first = i, .last = i};
    const Ins *ins = &b->fn->ins.at[i];
    const int a = isa_arg(ins, ARG_A);
    Found found = {0};
    if (ins->mnemonic != INS_SHFL || ins->pseudo || !opnd_is_reg(&ins->arg[a]) || b->fn->regs.at[ins->arg[a].reg]->vec > 1)
        return found;
    c.bits = whole >= 0 ? 64 : 32;
    c.now = c.from = origin(&(Chain){.b = b, .fn = b->fn, .bits = c.bits, .from = -1, .now = -1}, whole >= 0 ? whole : ins->arg[a].reg, i);
    for (int l = 0; l < 32; l++) {
        c.parts.set[l] = 1u << l;
        c.parts.how[l] = l;
    }
    for (int k = i; k < c.last + NEAR && block_of(&c, k) == block_of(&c, i) && !c.ends; k++) {
        if (b->fn->ins.at[k].mnemonic != INS_SHFL || !step(&c, k)) {
            if (k == i)
                break;
            continue; /* it may be another chain's */
        }
        const Found f = chain_find(&c);
        if (f.kind) {
            found = f;
            *longest = c;
        }
        k = c.last;
    }
    if (found.kind && (!is_closed(longest) || !is_steady(longest) ||
                       (found.kind == KIND_FIRST && others_look(longest, longest->now, first_lanes(found.w), FLOW_DEPTH))))
        found.kind = KIND_NONE;
    return found;
}

/* Of 64 bits: a shuffle of the registers that it stands for, which its row has no type for. */
static void widen(Arena *a, const Chain *c, Ins *ins)
{
    uint8_t *type = NEWN(a, uint8_t, ins->narg);
    const int d = isa_arg(ins, ARG_D), from = isa_arg(ins, ARG_A);
    memcpy(type, ins->argtype, (size_t)ins->narg);
    type[d] = type[from] = T_B64;
    ins->argtype = type;
    ins_rename(a, ins, ins->arg[d].reg, c->now);
    ins_rename(a, ins, ins->arg[from].reg, c->from);
}

static Ins collective(const Back *b, const Chain *c, Found f)
{
    Arena *a = b->m->code;
    const Ins *first = &b->fn->ins.at[c->first];
    const bool wide = c->bits == 64;
    const Opnd op[] = {wide ? *isa_opnd(first, ARG_D) : opnd_reg(c->now), wide ? *isa_opnd(first, ARG_A) : opnd_reg(c->from),
                       opnd_number(f.up, T_U32), opnd_number(f.w, T_U32), opnd_number(UINT32_MAX, T_U32)};
    Ins ins = ins_new(b->m, b->fn, a, first, "shfl.sync.bfly.b32", op, 5);
    ins.pseudo = f.kind == KIND_SCAN ? PSEUDO_SCAN : PSEUDO_REDUCE;
    ins.lower = c->op->name;
    if (wide)
        widen(a, c, &ins);
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
    if (b->mode != MODE_WARP || b->m->checked)
        return false;
    Edit *edit = NEWN(b->a, Edit, fn->ins.n + 1);
    RegIndex readers = {0};
    bool any = false;
    for (int i = 0; i < fn->ins.n; i++) {
        Chain c;
        if (!b->blk_of[i] || fn->ins.at[i].mnemonic != INS_SHFL)
            continue;
        readers = readers.ins ? readers : fn_index(b->a, b->fn, false, NULL);
        const int whole = whole_of(b, &fn->ins.at[i]);
        Found f = whole >= 0 ? chain_from(b, &readers, i, whole, &c) : (Found){0};
        if (!f.kind)
            f = chain_from(b, &readers, i, -1, &c);
        any |= f.kind && replace(b, &c, f, edit);
    }
    if (!any)
        return false;
    for (Rewrite w = rewrite_begin(b->m, fn, NULL); rewrite_next(&w);)
        if (!edit[w.i].gone)
            rewrite_keep(&w);
        else if (edit[w.i].by)
            rewrite_add(&w, *edit[w.i].by);
    return true;
}
