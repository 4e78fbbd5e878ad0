/* match_rank.c: lanes that take places by one addition for all that hold the same number take one each, in their order.
 *
 *   peers = match.any(digit); leader = last of peers; rank = peers up to the own lane
 *   if (lane == leader) base = atomicAdd(&count[digit], rank)                place = atomicAdd(&count[digit], 1)
 *   place = shuffle(base, leader) + rank - 1
 *
 * Sorts and histograms so keep lanes of a warp from waiting for each other at one word of shared memory.  Where lanes are gone through one by
 * one nobody waits: what takes time is to compare all their numbers with each other, twice.  One after the other, in the order of their ranks, they get
 * the same places from the same words, side by side: a kernel with such a sum is marked so that no block of it is shared by threads of the
 * host, of which another could take a place in between.  The warp meets in front of that and behind it, as it did: no lane is ahead by an addition.
 *
 * That goes where lanes with the same number name the same word: an address is made of the number and of what is the same for a warp.  Where the
 * number is some of the bits that the address is made of, as where digits were found bit by bit (ballot_matching.c), and others are taken
 * away by what is the same for the warp, that is asked, as is there whether all lanes are there; else they go the old way.  The old way's
 * instructions serve nothing else; between the first of them and the sum no other memory is touched.
 *
 * The match is of whole warps, and the sum stands in the shuffle's block: where the compiler has sunk it to a store under a condition, as of
 * an input's bound, and where lanes match among some of a warp (labeled_partition), they go the old way alone.
 *
 * Requires: uniform.c's values, MODE_WARP.  Invalidates: blocks and analyses.  Cost: a look at each shuffle and NEAR instructions in front of it.  Fires
 * on CUB's radix sort and tests/run/match_ranks, digit_places. */
#include "analysis/uniform.h"
#include "transform/new_code.h"

enum { NEAR = 400 /* instructions from the match to the sum */, DEPTH = 12, MEMBERS = 48 };

typedef struct Site {
    const Back *b;
    const Fn *fn;
    int shuffle, atom, sum, match;
    int first;           /* straight from there to the sum, but for the side */
    const Blk *side;     /* where leaders alone go, or NULL: the addition is guarded */
    int base, leader;    /* registers */
    bool last;           /* the leader is the last of its peers, not the first */
    const Opnd *peers;
    int there;           /* those that are there, where the number of absent ones counts as 0; -1: it does not */
    const Opnd *cut;     /* what digits have been cut off by, in front of bits; NULL: nothing is to be asked */
    uint32_t bits;
    int32_t more;        /* the place is what the word had and so much */
    int member[MEMBERS], n; /* what goes the old way alone, from behind */
    int *taken;          /* by register: reads by members */
    bool *in;            /* by instruction: a member */
    bool *fast;          /* by instruction: of them, what the address is made of */
} Site;

/* ---- values -------------------------------------------------------------------------------------------------------------- */

/* The instruction that alone makes the operand, behind copies. */
static const Ins *maker(const Back *b, const Opnd *o)
{
    const Ins *ins = back_only_def(b, o);
    for (int i = 0; i < DEPTH && ins && isa_emit(ins) == EMIT_MOV && ins->narg == 2 && opnd_is_reg(&ins->arg[1]) && back_only_def(b, &ins->arg[1]); i++)
        ins = back_only_def(b, &ins->arg[1]);
    return ins && back_one_value(b, ins_dest(ins).reg) ? ins : NULL;
}

static const Ins *made_by(const Back *b, const Opnd *o, Mnemonic what)
{
    const Ins *ins = maker(b, o);
    return ins && ins->mnemonic == what && !ins->pseudo && type_info[isa_slot_type(ins, SLOT_TYPE)].bits == 32 ? ins : NULL;
}

/* A constant, also where lanes go by themselves. */
static bool finds_number(const Back *b, const Opnd *o, uint32_t *x)
{
    const Val v = o ? uniform_opnd(b, o) : (Val){0};
    const Ins *mov = o && !v.cst ? maker(b, o) : NULL;
    const bool found = v.cst || (mov && isa_emit(mov) == EMIT_MOV && mov->narg == 2 && mov->arg[1].kind == O_IMM && !mov->arg[1].neg);
    *x = !found ? 0 : v.cst ? (uint32_t)v.c : (uint32_t)mov->arg[1].imm;
    return found;
}

static bool is_number(const Back *b, const Opnd *o, uint32_t x)
{
    uint32_t n;
    return finds_number(b, o, &n) && n == x;
}

/* What the operand is in that lane of that warp of its row; NULL: 0. */
static bool value_of(const Back *b, const Opnd *o, int64_t row, int lane, int depth, uint32_t *x)
{
    static const ArgName inputs[] = {ARG_A, ARG_B, ARG_C};
    const Val v = o ? uniform_opnd(b, o) : (Val){0};
    if (!o || finds_number(b, o, x))
        return true;
    *x = (uint32_t)(v.warp * row + v.base + v.step * lane);
    if (v.known && val_is_even(v))
        return true;
    *x = ((opnd_is_sreg(o, SREG_LANEMASK_LE) ? 2u : 1u) << lane) - 1;
    if (opnd_is_sreg(o, SREG_LANEMASK_LE) || opnd_is_sreg(o, SREG_LANEMASK_LT))
        return true;
    const Ins *ins = depth ? maker(b, o) : NULL;
    uint32_t y[3] = {0};
    bool known = ins && number_is_simple(b, ins);
    for (int i = 0; i < 3 && known; i++)
        known = value_of(b, isa_arg(ins, inputs[i]) >= 0 ? isa_opnd(ins, inputs[i]) : NULL, row, lane, depth - 1, &y[i]);
    *x = known ? number_of(ins, y[0], y[1], y[2]) : 0;
    return known;
}

/* Each lane has first for lane 0, doubled from lane to lane, less one: those up to it, or before it. */
static bool is_lane_mask(const Back *b, const Opnd *o, uint32_t first)
{
    bool is = true;
    for (int lane = 0; lane < 32 && is; lane++) {
        uint32_t x;
        is = value_of(b, o, 0, lane, DEPTH, &x) && x == (first << lane) - 1;
    }
    return is;
}

/* It is the lane's number. */
static bool is_lane(const Back *b, const Opnd *o)
{
    const Val v = uniform_opnd(b, o);
    return v.kind == VAL_AFF && v.known && v.step == 1 && !v.warp && !v.base;
}

/* Numbers of the lanes' own that come out the same in all of a warp. */
static bool comes_alike(const Back *b, const Opnd *o)
{
    enum { ROWS = 32 };
    bool alike = true;
    for (int64_t row = 0; row < ROWS && alike; row++) {
        uint32_t x, first = 0;
        for (int lane = 0; lane < 32 && alike; lane++) {
            alike = value_of(b, o, row, lane, 4, &x) && (!lane || x == first);
            first = lane ? first : x;
        }
    }
    return alike;
}

/* An instruction of the way from the one that reads first to the sum, on which nothing writes the register. */
static bool finds_kept(const Site *s, const Ins *ins, int reg)
{
    const int at = (int)(ins - s->fn->ins.at);
    return back_one_value(s->b, reg) || (at >= s->first && at <= s->sum && fn_last_write(s->fn, reg, s->first, s->sum) < 0);
}

/* The same arithmetic, of whatever it is, of 32 bits, which is what is looked at of numbers. */
static bool does_same(const Fn *fn, const Ins *i, const Ins *k)
{
    bool narrow = true;
    for (int a = 0; a < i->narg; a++)
        narrow &= i->arg[a].kind != O_REG || type_info[fn->regs.at[i->arg[a].reg]->type].bits <= 32;
    return narrow && ins_is_pure(i) && ins_is_pure(k) && !i->pseudo && !k->pseudo && i->mnemonic == k->mnemonic && i->nword == k->nword && i->narg == k->narg &&
           ins_dest(i).n == 1 && memcmp(i->word, k->word, (size_t)i->nword * sizeof *i->word) == 0;
}

/* Two operands, of instructions xi and yi, that are the same number. */
static bool is_same(const Site *s, const Opnd *x, const Ins *xi, const Opnd *y, const Ins *yi, int depth)
{
    const Back *b = s->b;
    uint32_t v, u;
    if (opnd_is_reg(x) && opnd_reg_is(y, x->reg))
        return finds_kept(s, xi, x->reg) && finds_kept(s, yi, x->reg);
    const bool number = finds_number(b, x, &v), other = finds_number(b, y, &u);
    if (number || other)
        return number && other && v == u;
    const Ins *i = maker(b, x), *k = maker(b, y);
    bool same = i && k && (i == k || does_same(s->fn, i, k));
    for (int a = -1; same && i != k && isa_next_input(i, &a);)
        same = depth && is_same(s, &i->arg[a], i, &k->arg[a], k, depth - 1);
    return same;
}

static bool is_one(const Site *s, const Opnd *x, const Opnd *y)
{
    const Ins *at = &s->fn->ins.at[s->shuffle];
    return is_same(s, x, at, y, at, 0);
}

/* The operand of instruction at hangs on the number `of`, which instruction by reads, alone, and on what is the same for the warp. */
static bool hangs_on(const Site *s, const Opnd *o, const Ins *at, const Opnd *of, const Ins *by, int depth)
{
    const Back *b = s->b;
    if (uniform_opnd(b, o).kind == VAL_UNI || o->kind == O_SYM || is_same(s, o, at, of, by, 4))
        return true;
    const Ins *ins = opnd_is_reg(o) ? maker(b, o) : NULL;
    bool all = ins && depth && ins_is_pure(ins) && !ins->pseudo && isa_is_uniform(ins);
    for (int a = -1; all && isa_next_input(ins, &a);)
        all = hangs_on(s, &ins->arg[a], ins, of, by, depth - 1);
    return all || (ins && comes_alike(b, o));
}

/* ---- the pieces ----------------------------------------------------------------------------------------------------------- */

static bool is_match(const Back *b, const Ins *ins)
{
    return ins && ins->mnemonic == INS_MATCH && isa_has_word(ins, MOD_ANY) && isa_slot_type(ins, SLOT_TYPE) == T_B32 && ins->guard < 0 &&
           is_number(b, isa_opnd(ins, ARG_M), UINT32_MAX);
}

/* The vote of which the operand is what it lacks where the number that is matched is 0, and else nothing. */
static const Ins *vote_of_absent(const Site *s, const Opnd *o, const Ins *match)
{
    const Back *b = s->b;
    const Ins *absent = made_by(b, o, INS_SELP), *not = absent ? made_by(b, isa_opnd(absent, ARG_A), INS_NOT) : NULL;
    const Ins *zero = not ? back_only_def(b, isa_opnd(absent, ARG_C)) : NULL, *vote = zero ? maker(b, isa_opnd(not, ARG_A)) : NULL;
    if (!vote || vote->mnemonic != INS_VOTE || !isa_has_word(vote, MOD_BALLOT) || !is_number(b, isa_opnd(vote, ARG_A), 1))
        return NULL;
    const bool is_zero = isa_is_plain_test(zero) && isa_compare(zero) == CMP_EQUAL && is_number(b, isa_opnd(zero, ARG_B), 0) &&
                         is_one(s, isa_opnd(zero, ARG_A), isa_opnd(match, ARG_A));
    return is_zero && is_number(b, isa_opnd(absent, ARG_B), 0) ? vote : NULL;
}

/* Those whose numbers are the same: what a match gives, be it that absent lanes' count as 0. */
static bool find_match(Site *s, const Opnd *peers)
{
    const Back *b = s->b;
    const Ins *match = maker(b, peers), *either = made_by(b, peers, INS_OR), *vote = NULL;
    for (int k = 0; k < 2 && either && !vote; k++) {
        match = maker(b, isa_opnd(either, k ? ARG_B : ARG_A));
        vote = is_match(b, match) ? vote_of_absent(s, isa_opnd(either, k ? ARG_A : ARG_B), match) : NULL;
    }
    s->there = vote ? ins_dest(vote).reg : -1;
    s->match = match ? (int)(match - s->fn->ins.at) : -1;
    s->peers = peers;
    return is_match(b, match) && !either == !vote;
}

/* The leader: the last of its peers, 31 - clz or bfind, or the first: those turned round, counted from above. */
static bool find_leader(Site *s)
{
    const Back *b = s->b;
    const Opnd leader = opnd_reg(s->leader);
    const Ins *sub = made_by(b, &leader, INS_SUB), *clz = made_by(b, sub ? isa_opnd(sub, ARG_B) : &leader, INS_CLZ), *find = made_by(b, &leader, INS_BFIND);
    const Ins *count = clz ? clz : find, *turned = count ? made_by(b, isa_opnd(count, ARG_A), INS_BREV) : NULL;
    const bool is_31 = !sub || is_number(b, isa_opnd(sub, ARG_A), 31), from_above = clz ? !sub : find && isa_has_word(find, MOD_SHIFTAMT);
    s->last = !turned;
    return count && is_31 && from_above == !s->last && (clz || isa_slot_type(find, SLOT_TYPE) == T_U32) && find_match(s, isa_opnd(turned ? turned : count, ARG_A));
}

static bool is_peers(const Site *s, const Opnd *o) { return is_one(s, o, s->peers); }

/* How many peers stand before the lane, and so many more. */
static bool is_rank(const Site *s, const Opnd *o, int32_t *more)
{
    const Back *b = s->b;
    const Ins *add = made_by(b, o, INS_ADD);
    uint32_t by = 0;
    add = add && finds_number(b, isa_opnd(add, ARG_B), &by) ? add : NULL;
    const Ins *popc = made_by(b, add ? isa_opnd(add, ARG_A) : o, INS_POPC), *and = popc ? made_by(b, isa_opnd(popc, ARG_A), INS_AND) : NULL;
    for (int k = 0; k < 2 && and; k++) {
        const Opnd *mask = isa_opnd(and, k ? ARG_A : ARG_B);
        const bool own = is_lane_mask(b, mask, 2);
        if (!is_peers(s, isa_opnd(and, k ? ARG_B : ARG_A)) || (!own && !is_lane_mask(b, mask, 1)))
            continue;
        *more = own + (int32_t)by;
        return true;
    }
    return false;
}

/* The leader adds as many as its peers are. */
static bool adds_all(const Site *s)
{
    const Opnd *o = isa_opnd(&s->fn->ins.at[s->atom], ARG_B);
    const Ins *popc = made_by(s->b, o, INS_POPC);
    int32_t more;
    return (popc && is_peers(s, isa_opnd(popc, ARG_A))) || (s->last && is_rank(s, o, &more) && more == 1);
}

/* Only leaders get to the addition. */
static bool is_for_leaders(Site *s)
{
    const Back *b = s->b;
    const Ins *by = s->side ? &s->fn->ins.at[s->side->pred[0]->term] : &s->fn->ins.at[s->atom];
    const Opnd guard = opnd_reg(by->guard), leader = opnd_reg(s->leader);
    const Ins *compare = by->guard >= 0 ? back_only_def(b, &guard) : NULL;
    const unsigned cmp = compare && isa_is_plain_test(compare) && type_is_i32(isa_slot_type(compare, SLOT_TYPE)) ? isa_compare(compare) : CMP_NONE;
    if (cmp != CMP_EQUAL && cmp != CMP_OTHER)
        return false;
    const Opnd *x = isa_opnd(compare, ARG_A), *y = isa_opnd(compare, ARG_B);
    return by->guard_neg == ((cmp == CMP_EQUAL) == (s->side != NULL)) &&
           ((is_lane(b, x) && is_one(s, y, &leader)) || (is_lane(b, y) && is_one(s, x, &leader)));
}

static bool touches_nothing(const Fn *fn, int from, int to)
{
    bool nothing = true;
    for (int i = from; i < to && nothing; i++) {
        const Ins *ins = &fn->ins.at[i];
        nothing = !isa_accesses(ins) && isa_emit(ins) != EMIT_CALL && !isa_is_cta(ins) && (ins_is_pure(ins) || !ins_dirty(ins) || isa_is_warp(ins));
    }
    return nothing;
}

/* x is gone through between from and at, or not. */
static bool is_side(const Back *b, const Blk *from, const Blk *x, const Blk *at)
{
    return x->npred == 1 && x->pred[0] == from && x->succ[0] == at && !x->succ[1] && !x->exits && from->succ[0] == x && from->succ[1] == at &&
           !from->targets && !from->exits && from->end == x->first && x->end == at->first && isa_emit(&b->fn->ins.at[from->term]) == EMIT_BRA;
}

/* The block that leaders alone go through to where the shuffle is. */
static const Blk *find_side(const Back *b, const Blk *at)
{
    for (int k = 0; k < 2 && at->npred == 2; k++)
        if (is_side(b, at->pred[1 - k], at->pred[k], at))
            return at->pred[k];
    return NULL;
}

static bool is_plain_addition(const Ins *ins)
{
    static const Modifier odd[] = {MOD_ACQUIRE, MOD_RELEASE, MOD_ACQ_REL, MOD_NONE};
    return ins->mnemonic == INS_ATOM && !ins->pseudo && isa_has_word(ins, MOD_ADD) && type_is_i32(isa_slot_type(ins, SLOT_TYPE)) && isa_space(ins) == SP_SHARED &&
           !isa_has_any(ins, odd) && isa_opnd(ins, ARG_D)->kind == O_REG && isa_opnd(ins, ARG_A)->kind == O_MEM && isa_opnd(ins, ARG_A)->reg >= 0 &&
           isa_opnd(ins, ARG_A)->comp < 0;
}

/* The addition that has made what the shuffle moves. */
static bool find_atom(Site *s)
{
    const Blk *at = s->b->blk_of[s->shuffle];
    s->atom = fn_last_write(s->fn, s->base, at->first, s->shuffle);
    s->side = NULL;
    if (s->atom < 0) {
        s->side = find_side(s->b, at);
        s->atom = s->side ? fn_last_write(s->fn, s->base, s->side->first, s->side->end) : -1;
    }
    if (s->atom < 0 || !is_plain_addition(&s->fn->ins.at[s->atom]) || (s->fn->ins.at[s->atom].guard >= 0) == (s->side != NULL))
        return false;
    for (int i = s->side ? s->side->first : 0; s->side && i < s->side->end; i++)
        if (i != s->atom && i != s->side->term && !ins_is_pure(&s->fn->ins.at[i]))
            return false;
    s->first = s->side ? s->side->pred[0]->first : at->first;
    return !live_has(at->live_out, s->base) && !fn_mentions(s->fn, s->base, s->atom + 1, s->shuffle) && !fn_mentions(s->fn, s->base, s->shuffle + 1, at->end);
}

/* The shuffle, of whole warps, to lanes that each name another one. */
static bool is_asked(Site *s, int i)
{
    const Ins *ins = &s->fn->ins.at[i];
    if (ins->mnemonic != INS_SHFL || ins->pseudo || ins->guard >= 0 || !isa_has_word(ins, MOD_IDX) || !opnd_is_reg(isa_opnd(ins, ARG_A)) ||
        !opnd_is_reg(isa_opnd(ins, ARG_B)) || !opnd_is_reg(isa_opnd(ins, ARG_D)) || !is_number(s->b, isa_opnd(ins, ARG_C), 31) ||
        (isa_arg(ins, ARG_M) >= 0 && !is_number(s->b, isa_opnd(ins, ARG_M), UINT32_MAX)))
        return false;
    for (Refs r = ins_refs(ins); refs_next(&r);)
        if (r.write && r.reg != isa_opnd(ins, ARG_D)->reg && s->b->reg[r.reg].nuse)
            return false;
    s->shuffle = s->sum = i;
    s->base = isa_opnd(ins, ARG_A)->reg;
    s->leader = isa_opnd(ins, ARG_B)->reg;
    return true;
}

/* The only one who looks at what it gives: the sum with the lane's rank. */
static bool find_sum(Site *s)
{
    const Back *b = s->b;
    const int got = isa_opnd(&s->fn->ins.at[s->shuffle], ARG_D)->reg;
    const Blk *at = b->blk_of[s->shuffle];
    int i = s->shuffle + 1;
    while (i < at->end && i < s->shuffle + NEAR && !ins_mentions(&s->fn->ins.at[i], got).reads)
        i++;
    const Ins *add = i < at->end && i < s->shuffle + NEAR ? &s->fn->ins.at[i] : NULL;
    if (!add || b->reg[got].nuse != 1 || add->mnemonic != INS_ADD || !ins_is_pure(add) || !isa_is_modular(add) || ins_dest(add).n != 1 ||
        !back_one_value(b, ins_dest(add).reg) || type_info[isa_slot_type(add, SLOT_TYPE)].bits != 32)
        return false;
    const bool first = opnd_reg_is(isa_opnd(add, ARG_A), got);
    s->sum = i;
    return is_rank(s, isa_opnd(add, first ? ARG_B : ARG_A), &s->more);
}

/* What lanes with the same number name: one word; or what must be asked for that. */
static bool names_one_word(Site *s)
{
    const Back *b = s->b;
    const int reg = isa_opnd(&s->fn->ins.at[s->atom], ARG_A)->reg;
    const Opnd address = opnd_reg(reg), *digit = isa_opnd(&s->fn->ins.at[s->match], ARG_A);
    s->cut = NULL;
    if (!back_one_value(b, reg))
        return false;
    const Ins *atom = &s->fn->ins.at[s->atom], *match = &s->fn->ins.at[s->match];
    if (hangs_on(s, &address, atom, digit, match, DEPTH))
        return true;
    const Ins *some = made_by(b, digit, INS_AND), *all = some ? made_by(b, isa_opnd(some, ARG_A), INS_AND) : NULL;
    for (int k = 0; k < 2 && all && finds_number(b, isa_opnd(some, ARG_B), &s->bits); k++) {
        const Opnd *cut = isa_opnd(all, k ? ARG_A : ARG_B);
        if (!opnd_is_reg(cut) || uniform_opnd(b, cut).kind != VAL_UNI || !back_one_value(b, cut->reg))
            continue;
        s->cut = cut;
        return hangs_on(s, &address, atom, isa_opnd(some, ARG_A), some, DEPTH);
    }
    return false;
}

/* ---- what is for nothing else --------------------------------------------------------------------------------------------- */

static void add_member(Site *s, int i)
{
    s->in[i] = true;
    s->member[s->n++] = i;
    for (Refs r = ins_refs(&s->fn->ins.at[i]); refs_next(&r);)
        if (!r.write)
            s->taken[r.reg]++;
}

static bool serves_members(const Site *s, const Ins *ins)
{
    const Dest d = ins_dest(ins);
    return d.n == 1 && s->b->reg[d.reg].ndef == 1 && s->taken[d.reg] && s->taken[d.reg] == s->b->reg[d.reg].nuse;
}

/* What it reads is the same where the sum is. */
static bool stays(const Site *s, const Ins *ins)
{
    bool all = true;
    for (Refs r = ins_refs(ins); refs_next(&r) && all;)
        all = r.write || finds_kept(s, ins, r.reg);
    return all;
}

static bool belongs(const Site *s, int i)
{
    const Ins *ins = &s->fn->ins.at[i];
    const Blk *x = s->b->blk_of[i], *from = s->b->blk_of[s->first];
    if (i < s->first && !(x && x->loop == from->loop && cfg_dominates(x, from)))
        return false;
    if (i == s->sum || i == s->shuffle || i == s->atom || (s->side && i == s->side->pred[0]->term))
        return true;
    return (ins_is_pure(ins) || i == s->match) && serves_members(s, ins) && stays(s, ins);
}

static bool find_members(Site *s)
{
    s->n = 0;
    for (int i = s->sum; i >= 0 && i > s->sum - NEAR && s->n < MEMBERS; i--)
        if (belongs(s, i))
            add_member(s, i);
    bool all = s->in[s->match] && s->n < MEMBERS;
    for (int i = s->side ? s->side->first : 0; s->side && i < s->side->end; i++)
        all &= s->in[i] || i == s->side->term;
    return all;
}

/* Of members, those that make the operand; false: it is made of more than arithmetic. */
static bool mark_fast(Site *s, int reg, int depth)
{
    const Ins *ins = back_def(s->b, reg);
    const int at = ins ? (int)(ins - s->fn->ins.at) : -1;
    if (!ins || !s->in[at] || s->fast[at])
        return true;
    bool all = depth > 0 && ins_is_pure(ins);
    s->fast[at] = all;
    for (Refs r = ins_refs(ins); refs_next(&r) && all;)
        all = r.write || mark_fast(s, r.reg, depth - 1);
    return all;
}

static bool find(Site *s, int i)
{
    if (!is_asked(s, i) || !find_atom(s) || !find_leader(s) || !is_for_leaders(s) || !adds_all(s) || !find_sum(s) || !names_one_word(s))
        return false;
    if (!touches_nothing(s->fn, s->side ? s->b->blk_of[i]->first : s->atom + 1, s->sum))
        return false;
    const bool found = find_members(s) && mark_fast(s, isa_opnd(&s->fn->ins.at[s->atom], ARG_A)->reg, DEPTH);
    for (int k = 0; k < s->n; k++) {
        for (Refs r = ins_refs(&s->fn->ins.at[s->member[k]]); refs_next(&r);)
            s->taken[r.reg] = 0;
        s->in[s->member[k]] &= found;
        s->fast[s->member[k]] &= found;
    }
    return found;
}

/* ---- rewriting ------------------------------------------------------------------------------------------------------------ */

/* To the old way where the word may not be the same, or lanes are absent. */
static void add_test(NewCode *w, const Site *s, Sym *old)
{
    const Opnd fits = code_new_reg(w, "fits", T_PRED), full = s->cut ? code_new_reg(w, "full", T_PRED) : fits;
    if (s->there >= 0)
        code_add(w, "setp.eq.u32", (Opnd[]){full, opnd_reg(s->there), opnd_number(UINT32_MAX, T_U32)}, 3);
    if (s->cut) {
        const Opnd above = code_new_reg(w, "above", T_B32);
        code_add(w, "and.b32", (Opnd[]){above, *s->cut, opnd_number(~s->bits, T_U32)}, 3);
        code_add(w, "setp.eq.u32", (Opnd[]){fits, above, opnd_number(0, T_U32)}, 3);
        if (s->there >= 0)
            code_add(w, "and.pred", (Opnd[]){fits, fits, full}, 3);
    }
    code_branch(w, old, fits.reg, true);
}

/* A member of the old way: the branch is the addition's guard. */
static void add_old(NewCode *w, const Site *s, int i)
{
    Ins ins = s->fn->ins.at[i];
    if (isa_emit(&ins) == EMIT_BRA)
        return;
    if (i == s->atom && s->side) {
        const Ins *by = &s->fn->ins.at[s->side->pred[0]->term];
        ins_under(&ins, by->guard, !by->guard_neg);
    }
    array_add(w->a, &w->ins, ins);
}

/* What the address is made of, in registers of its own. */
static void add_address(NewCode *w, const Site *s, Opnd *address)
{
    Arena *a = w->a;
    const int first = w->ins.n;
    for (int i = s->n - 1; i >= 0; i--) {
        if (!s->fast[s->member[i]])
            continue;
        array_add(a, &w->ins, s->fn->ins.at[s->member[i]]);
        ins_part(a, &w->ins.at[w->ins.n - 1]);
    }
    const int last = w->ins.n;
    for (int i = first; i < last; i++) {
        const int was = ins_dest(&w->ins.at[i]).reg, now = fn_copy_reg(a, w->fn, was);
        for (int k = i; k < last; k++)
            ins_rename(a, &w->ins.at[k], was, now);
        address->reg = address->reg == was ? now : address->reg;
    }
}

/* Where the sum is. */
static void add_site(NewCode *w, const Site *s)
{
    const Ins *atom = &s->fn->ins.at[s->atom], *sum = &s->fn->ins.at[s->sum];
    const bool asks = s->cut || s->there >= 0;
    const Opnd was = code_new_reg(w, "was", T_B32), to = opnd_reg(ins_dest(sum).reg), all = opnd_number(UINT32_MAX, T_U32);
    w->like = sum;
    Sym *old = code_new_label(w), *on = code_new_label(w);
    if (asks)
        add_test(w, s, old);
    Opnd address = *isa_opnd(atom, ARG_A);
    add_address(w, s, &address);
    code_add(w, "bar.warp.sync", (Opnd[]){all}, 1);
    code_add(w, ins_words(w->a, atom), (Opnd[]){was, address, opnd_number(1, T_U32)}, 3);
    code_add(w, "bar.warp.sync", (Opnd[]){all}, 1);
    code_add(w, "add.u32", (Opnd[]){to, was, opnd_number((uint32_t)s->more, T_U32)}, 3);
    if (!asks)
        return;
    code_branch(w, on, -1, false);
    code_label(w, old);
    for (int i = s->n - 1; i >= 0; i--)
        add_old(w, s, s->member[i]);
    code_label(w, on);
}

typedef Array(Site) SiteList;

static void rewrite(Back *b, const SiteList *sites)
{
    NewCode code = {.b = b, .fn = b->fn, .a = b->m->code};
    const bool *gone = sites->at[0].in;
    int k = 0;
    for (Rewrite w = rewrite_begin(b->m, b->fn, &code.ins); rewrite_next(&w);)
        if (k < sites->n && w.i == sites->at[k].sum)
            add_site(&code, &sites->at[k++]);
        else if (!gone[w.i])
            rewrite_keep(&w);
    for (int i = 0; i < code.labels.n; i++)
        fn_put_label(b->m->code, b->fn, code.labels.at[i]);
}

bool match_rank(Back *b)
{
    const Fn *fn = b->fn;
    SiteList sites = {0};
    Site s = {.b = b, .fn = fn, .sum = -1};
    bool matches = false, others = false; /* CTAs that may take places here */
    for (int i = 0; i < fn->ins.n; i++) {
        matches |= fn->ins.at[i].mnemonic == INS_MATCH;
        others |= fn->ins.at[i].mnemonic == INS_MAPA;
    }
    if (!matches || others || b->mode != MODE_WARP || b->literal || b->m->checked || b->m->stepping)
        return false;
    s.taken = NEWN(b->a, int, fn->regs.n + 1);
    s.in = NEWN(b->a, bool, fn->ins.n + 1);
    s.fast = NEWN(b->a, bool, fn->ins.n + 1);
    for (int i = 0; i < fn->ins.n; i++)
        if (b->blk_of[i] && fn->ins.at[i].mnemonic == INS_SHFL && find(&s, i)) {
            array_add(b->a, &sites, s);
            i = s.sum;
        }
    if (sites.n) {
        rewrite(b, &sites);
        b->fn->in_turn = true;
    }
    return sites.n;
}
