/* emit_lane_head.c: what is written and decided before a loop over lanes: what is read ahead for the next chunk, in which way the lanes
 * go, whether any lane has anything to do in it. */
#include "emit/emit_fn.h"

/* Whether the loop's rounds lie as far apart as the grid is wide: a counter grows by what depends on %nctaid. */
static bool strides_grid(const Back *b, const Items *list)
{
    for (EACH(const Item, it, *list)) {
        const Ins *ins = item_ins(b, it);
        Dest d = ins && ins->mnemonic == INS_ADD ? ins_dest(ins) : (Dest){0, -1};
        if (d.n == 1 && b->reg[d.reg].val.kind == VAL_AFF) {
            Val x = uniform_arg(b, ins, ARG_A), y = uniform_arg(b, ins, ARG_B);
            if ((x.kind == VAL_UNI && x.across) || (y.kind == VAL_UNI && y.across))
                return true;
        }
    }
    return false;
}

/* Whether the loop over lanes stands in such a loop, and has lanes side by side. */
static bool is_far_apart(const Back *b, const Item *it)
{
    const bool lanes = back_has_chunks(b) || b->mode == MODE_WARP;
    const Item *around = it->in->owner;
    if (!lanes || b->literal || b->width < 32 || (b->width > 32 && it->serial))
        return false;
    return around && around->kind == I_LOOP && strides_grid(b, it->in);
}

/* By how many bytes what is loaded from far away lies apart from lane to lane; 0: it is no such load. */
static int load_step(const Back *b, const Item *it)
{
    const Ins *ins = item_ins(b, it);
    if (!ins || isa_emit(ins) != EMIT_LD || ins_dirty(ins) || b->dead[it->ins])
        return 0;
    const Opnd *a = &ins->arg[isa_arg(ins, ARG_A)];
    const Space space = isa_opnd_space(ins, a);
    const Val v = opnd_has_base(a) ? b->reg[a->reg].val : (Val){0};
    return (space == SP_GLOBAL || space == SP_GENERIC) && v.kind == VAL_AFF && v.step > 0 && v.step <= 16 ? (int)v.step : 0;
}

/* In such a loop each round reads what is in no cache, and a chunk of 32 lanes too little of it in a row for the machine
 * to see where that leads: reads ahead what the next chunk will read in the same round.  Wide chunks read more of it; what
 * they do lane by lane is slower than memory. */
void lanes_read_ahead(Writer *w, const Item *it)
{
    const Back *b = w->b;
    const Items *in = &it->kid[0];
    const int n = is_far_apart(b, it) ? in->n : 0;
    for (int i = 0; i < n; i++) {
        const int step = load_step(b, in->at[i]);
        if (!step)
            continue;
        const Ins *ins = &b->fn->ins.at[in->at[i]->ins];
        const char *bytes = b->width == 32 ? arena_printf(b->a, "%d", 32 * step) : step == 1 ? "n" : arena_printf(b->a, "%d * n", step);
        line(w, "ptx2c_read_ahead(%s + %s, %s);", lower_pointer(w, ins, &ins->arg[isa_arg(ins, ARG_A)]).s, bytes, bytes);
    }
}

/* Whether the instruction takes one or two of a processor's. */
static bool is_light_one(const Ins *ins)
{
    static const Mnemonic rounded[] = {INS_DIV, INS_SQRT, INS_NONE};
    static const Mnemonic light[] = {INS_ADD, INS_SUB, INS_AND, INS_OR, INS_XOR, INS_NOT, INS_SHL, INS_SHR, INS_MUL, INS_MAD, INS_FMA, INS_MIN,
                                     INS_MAX, INS_SETP, INS_SELP, INS_NONE};
    if (ins_is_any(ins, rounded) && isa_slot(ins, SLOT_RND) == MOD_RN)
        return true;
    return isa_is_ld_st(ins) || isa_emit(ins) == EMIT_MOV || ins_is_any(ins, light);
}

static bool is_light(const Back *b, const Items *in)
{
    for (int i = 0; i < in->n; i++)
        if (in->at[i]->kind != I_INS || !is_light_one(&b->fn->ins.at[in->at[i]->ins]))
            return false;
    return true;
}

enum { SHORT = 8, SHORT_LIGHT = 32, LONG_LIGHT = 48 }; /* instructions */

/* Whether the loop over lanes is short and straight: what a jump to the next lane costs then counts; floats: and has such. */
static bool is_short(const Back *b, const Item *it, bool floats, int most)
{
    const Items *in = &it->kid[0];
    bool few = it->size <= SHORT || (it->size <= most && is_light(b, in)), any = !floats;
    for (int i = 0; i < in->n && few; i++) {
        const Ins *ins = item_ins(b, in->at[i]);
        few = ins && isa_emit(ins) != EMIT_CALL;
        any |= few && type_info[isa_slot_type(ins, SLOT_TYPE)].kind == 'f';
    }
    return few && any;
}

/* Whether the loop is straight, and a lane reads at a place that follows from what it has read just before, as in a table. */
static bool looks_up(const Back *b, const Items *in)
{
    Arena tmp = {0};
    bool *read = NEWN(&tmp, bool, b->nreg + 1), any = false, straight = true;
    for (int i = 0; i < in->n; i++) {
        const Ins *ins = item_ins(b, in->at[i]);
        const bool load = ins && isa_emit(ins) == EMIT_LD;
        bool of = false;
        straight = ins != NULL;
        if (!straight)
            break;
        for (Refs r = ins_refs(ins); refs_next(&r);)
            if (r.write)
                read[r.reg] = load || of;
            else
                of |= read[r.reg];
        any |= load && of;
    }
    arena_reset(&tmp);
    return any && straight;
}

/* Whether the choice is of what lanes have kept since an earlier loop, and keep. */
static bool chooses_kept(const Back *b, const Items *in, const Ins *choice)
{
    bool kept = false;
    for (int k = 1; k <= 2 && !kept; k++) {
        const Opnd *o = &choice->arg[k];
        kept = o->kind == O_REG && b->reg[o->reg].val.kind == VAL_VAR;
        for (int i = 0; i < in->n && kept; i++) {
            const Ins *ins = item_ins(b, in->at[i]);
            kept = !ins || ins_dest(ins).reg != o->reg;
        }
    }
    return kept;
}

/* Whether a lane makes several such choices by one predicate.  Compilers make a branch of them and load there what is chosen; vectors load all,
 * for which compilers have to see that a loop goes through lanes' arrays from their begin, and only to their end. */
static bool chooses_several(const Back *b, const Items *in)
{
    int by = -1;
    for (int i = 0; i < in->n; i++) {
        const Ins *ins = item_ins(b, in->at[i]);
        if (!ins || ins->mnemonic != INS_SELP || ins->arg[3].kind != O_REG || !chooses_kept(b, in, ins))
            continue;
        if (ins->arg[3].reg == by)
            return true;
        by = ins->arg[3].reg;
    }
    return false;
}

/* A round of a loop that lanes go round together, which each that is there does by itself: others fill the time in which it waits. */
static bool is_own_round(const Back *b, const Items *in)
{
    for (int i = 0; i < in->n; i++)
        if (in->at[i]->kind == I_IF && in->at[i]->node->kind == N_IF && b->fn->ins.at[in->at[i]->node->blk->term].alone &&
            !node_holds(in->at[i]->node, N_LOOP))
            return true;
    return false;
}

LaneOrder lanes_order(Writer *w, const Item *it, bool serial)
{
    const Items *in = &it->kid[0];
    if (it->scatters)
        return ORDER_SERIAL;
    if (serial)
        return is_short(w->b, it, false, SHORT) && !it->singly ? ORDER_SERIAL_FEW
               : looks_up(w->b, in) ? ORDER_SERIAL_LOOKUP : ORDER_SERIAL;
    if (it->narrow)
        return is_own_round(w->b, in) ? ORDER_SERIAL_LOOKUP : ORDER_NARROW;
    if (filling_fits(w, it))
        return ORDER_FILLED;
    const bool straight = !chooses_several(w->b, in);
    if (straight && is_short(w->b, it, true, LONG_LIGHT))
        return is_short(w->b, it, true, SHORT_LIGHT) ? ORDER_FEW : ORDER_LIGHT;
    return straight && is_short(w->b, it, false, SHORT) && is_light(w->b, in) ? ORDER_BRIEF
           : filling_fits_gaps(w, it) ? ORDER_APART : ORDER_NONE;
}

/* It reads neighbouring words for neighbouring lanes, as vectors do under masks; others would be gathered. */
static bool reads_row(const Back *b, const Ins *ins)
{
    const Opnd *o = isa_emit(ins) == EMIT_LD ? isa_opnd(ins, ARG_A) : NULL;
    const Val v = opnd_has_base(o) ? b->reg[o->reg].val : (Val){.kind = VAL_VAR};
    return o && (isa_space(ins) == SP_LOCAL || (v.kind == VAL_AFF && v.step == type_bytes(isa_slot_type(ins, SLOT_TYPE))));
}

/* What gcc counts in a loop over lanes: statements; ifs that lanes go into alike and that read rows. */
typedef struct Alike { int statements, ifs; } Alike;

/* False: there is more than instructions and ifs. */
static bool count_alike(const Back *b, const Items *list, Alike *n)
{
    enum { EACH = 3, CHOICE = 24 }; /* statements of an instruction, with what numbers and addresses want; of a choice that knows of NaN */
    for (EACH(const Item, it, *list)) {
        if (it->kind != I_INS && it->kind != I_IF)
            return false;
        const Ins *ins = &b->fn->ins.at[it->ins];
        if (isa_emit(ins) == EMIT_CALL)
            return false;
        const bool chooses = isa_is_clamp(ins) && type_info[isa_slot_type(ins, SLOT_TYPE)].kind == 'f';
        const Dest d = ins_dest(ins);
        if (it->kind == I_INS && (d.n != 1 || b->reg[d.reg].val.kind == VAL_VAR))
            n->statements += chooses ? CHOICE : EACH;
        for (int k = 0; k < it->nkid; k++)
            if (!count_alike(b, &it->kid[k], n))
                return false;
        n->ifs += it->kind == I_IF && b->reg[ins->guard].val.kind == VAL_UNI && item_any(b, it, reads_row);
    }
    return true;
}

/* gcc makes versions of a loop for the sides of a condition, unless there are too many or the loop is too long. */
bool lanes_hide_alike(const Back *b, const Item *group)
{
    enum { MOST = 50, LEVELS = 3 }; /* max-unswitch-insns, max-unswitch-level */
    Alike n = {0};
    return count_alike(b, &group->kid[0], &n) && n.ifs && (n.ifs > LEVELS || n.statements > MOST);
}

/* The condition under which a lane does anything of what is one if in another, if it can be asked before; else NULL. */
static const char *asked_before(Writer *w, const Items *list)
{
    const Back *b = w->b;
    const char *text = NULL;
    for (const Item *it; list->n == 1 && (it = list->at[0])->kind == I_IF && !(it->kid[0].n && it->kid[1].n); list = &it->kid[!it->kid[0].n]) {
        const Ins *br = &b->fn->ins.at[it->ins];
        const uint8_t store = br->guard >= 0 ? b->reg[br->guard].plan->store : ST_NONE;
        if (store != ST_LANES && store != ST_STATE)
            break;
        const char *cond = lower_cond(w, br->guard, br->guard_neg ^ it->negate ^ !it->kid[0].n);
        text = text ? arena_printf(b->a, "%s && %s", text, cond) : cond;
    }
    return text;
}

/* Whether nothing is written for the instruction where it stands. */
static bool is_substituted(const Back *b, const Item *it)
{
    return it->kind == I_INS && !it->decls.n && (b->dead[it->ins] || ins_folds(b, &b->fn->ins.at[it->ins]));
}

const Item *lanes_choice(const Writer *w, const Item *it)
{
    const Items *all = &it->kid[0];
    if (!it->chosen)
        return NULL;
    const Item *branch = all->at[all->n - 1];
    const int guard = w->b->fn->ins.at[branch->ins].guard;
    const uint8_t store = guard >= 0 ? w->b->reg[guard].plan->store : ST_NONE;
    bool fits = (store == ST_LANES || store == ST_STATE || store == ST_FOLD) && !branch->decls.n;
    for (int i = 0; i < all->n - 1; i++)
        fits &= is_substituted(w->b, all->at[i]);
    return fits ? branch : NULL;
}

/* Whether a variable that is declared in a list is known in another. */
static bool is_known_in(const Items *declared, const Items *list)
{
    for (; list; list = list->owner ? list->owner->in : NULL)
        if (list == declared)
            return true;
    return false;
}

/* The predicate that another is the opposite of, if it is; *negate: changed then. */
static int opposite_of(const Back *b, int pred, bool *negate)
{
    const Ins *ins = back_def(b, pred);
    const Opnd *o = ins && ins->mnemonic == INS_NOT && ins->guard < 0 ? &ins->arg[isa_arg(ins, ARG_A)] : NULL;
    if (!o || o->kind != O_REG || o->neg)
        return pred;
    *negate = !*negate;
    return o->reg;
}

/* The register of a ballot of all lanes which the branch comes by and that asked for the predicate; or -1.  Each is written
 * at one place, which all ways to the branch pass: they are of the same round of a loop. */
static int ballot_before(const Back *b, const Item *it, int pred, int br)
{
    for (int i = 0; i < b->fn->ins.n && back_def(b, pred); i++) {
        const Ins *ins = &b->fn->ins.at[i];
        if (ins->mnemonic != INS_VOTE || !isa_has_word(ins, MOD_BALLOT) || ins->guard >= 0 || b->dead[i])
            continue;
        const Opnd *m = isa_opnd(ins, ARG_M);
        const int d = ins_dest(ins).reg;
        const Val members = m ? uniform_opnd(b, m) : (Val){.cst = true, .c = UINT32_MAX};
        if (!opnd_reg_is(isa_opnd(ins, ARG_A), pred) || !members.cst || (uint32_t)members.c != UINT32_MAX ||
            !back_def(b, d) || b->reg[d].plan->store != ST_SCALAR || !is_known_in(b->reg[d].plan->list, it->in))
            continue;
        if (back_comes_before(b, i, br))
            return d;
    }
    return -1;
}

const char *lanes_chosen(Writer *w, const Item *it, const Item *branch)
{
    const Ins *br = &w->b->fn->ins.at[branch->ins];
    const bool negate = br->guard_neg ^ branch->negate ^ !branch->kid[0].n;
    bool without = negate;
    const int pred = opposite_of(w->b, br->guard, &without), ballot = ballot_before(w->b, it, pred, branch->ins);
    const char *mask = mask_name(w, it->mask), *array = ballot < 0 ? warp_predicate(w, br->guard) : NULL;
    if (ballot >= 0)
        return arena_printf(w->b->a, "%s & %s%s", mask, without ? "~" : "", lower_reg(w, ballot).s);
    if (array)
        return arena_printf(w->b->a, "%s%sptx2c_ballot(%s, %s)", negate ? mask : "", negate ? " & ~" : "", mask, array);
    const int number = w->labels++;
    w->lane = true;
    const char *cond = lower_cond(w, br->guard, negate);
    w->lane = false;
    line(w, "uint32_t some%d = 0;", number);
    line(w, "PTX2C_SIMD_OR(some%d) PTX2C_MASKED(%s) some%d |= (uint32_t)(%s) << l;", number, mask, number, cond);
    return arena_printf(w->b->a, "some%d", number);
}

/* The if of the few lanes that an array marks, or, negated, doesn't; or NULL. */
static const Item *marked_if(Writer *w, const Item *it, const char **array, bool *negated)
{
    const Item *branch = marked_branch(w->b, it);
    const Ins *br = branch ? &w->b->fn->ins.at[branch->ins] : NULL;
    *array = br ? lane_predicate(w, br->guard) : NULL;
    *negated = br && (br->guard_neg ^ branch->negate ^ !branch->kid[0].n);
    return *array ? branch : NULL;
}

Items *lanes_marked_begin(Writer *w, const Item *it)
{
    const char *array = NULL;
    bool negated = false;
    const Item *branch = w->joins ? NULL : marked_if(w, it, &array, &negated);
    const Range r = lane_range_of_mask(w, it->mask);
    if (!branch || strcmp(r.from, "0") != 0)
        return NULL;
    w->ins = &w->b->fn->ins.at[branch->ins];
    emit_annotation(w, w->ins);
    line(w, "PTX2C_%s%sMARKED_LANES(%s, %s) {", w->parts ? "PART_" : "", negated ? "UN" : "", array, r.to);
    return &branch->kid[!branch->kid[0].n];
}

/* Item.skips: what stands behind it is done if a lane does anything of it; false: that is not known before. */
bool lanes_skip_begin(Writer *w, const Item *it)
{
    const char *array = NULL;
    bool negated = false;
    if (marked_if(w, it, &array, &negated) && !w->joins)
        return false;
    w->lane = true;
    const char *cond = it->skips && !it->rows ? asked_before(w, &it->kid[0]) : NULL;
    w->lane = false;
    if (!cond)
        return false;
    const int any = w->labels++;
    line(w, "uint32_t any%d = 0;", any);
    line(w, w->parts ? "PTX2C_PART_OR(any%d)" : "PTX2C_SIMD_OR(any%d)", any);
    lanes_header(w, mask_name(w, it->mask), ORDER_SERIAL, 0);
    w->indent++;
    line(w, "any%d |= %s;", any, cond);
    block_end(w);
    block(w, "if (any%d) {", any);
    return true;
}
