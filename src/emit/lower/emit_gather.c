/* emit_gather.c: a load of four words at each lane's own place, for all lanes of a chunk or a warp at once, and a store of a warp's.
 *
 * A compiler that makes vectors of the loop over lanes would load each word by itself, four times as often as the processor must.  So the
 * loop ends in front of such a load, which runtime/ptx2c/gather.h does for all lanes, and another begins behind it: there each lane loads its
 * own where there are no vectors, and no array is needed.  Of places that grow evenly the first one and the step are enough.  Of a warp
 * those lanes do it that run: m. */
#include "emit/lower.h"

static const RegInfo *element(Writer *w, const Ins *ins, int k, const Opnd **o)
{
    *o = lower_element(w, &ins->arg[isa_arg(ins, ARG_D)], k);
    const RegInfo *g = (*o)->kind == O_REG ? &w->b->reg[(*o)->reg] : NULL;
    return g && g->wanted ? g : NULL;
}

/* The type of the registers, T_NONE: of some another than of the others. */
static Type elements_type(Writer *w, const Ins *ins)
{
    Type type = T_NONE;
    for (int k = 0; k < GATHER_WORDS; k++) {
        const Opnd *o;
        const Type t = element(w, ins, k, &o) ? (Type)w->b->fn->regs.at[o->reg]->type : T_NONE;
        if (t && type && c_float(t) != c_float(type))
            return T_NONE;
        type = t ? t : type;
    }
    return type;
}

/* Whether an element goes to the array that its register is kept in, if anybody reads it. */
static bool is_kept(Writer *w, const Ins *ins, int k)
{
    const Opnd *o;
    const RegInfo *g = element(w, ins, k, &o);
    return !g || (lane_array(w, g) && !g->plan->copied && o->comp < 0 && type_bytes(w->b->fn->regs.at[o->reg]->type) == 4 && elements_type(w, ins));
}

/* Whether the places are those in the array of the address's register. */
static bool has_places(Writer *w, const Ins *ins)
{
    const Opnd *o = &ins->arg[isa_arg(ins, ARG_A)];
    const RegPlan *p = w->b->reg[o->reg].plan;
    return p->store == ST_LANES && !p->walks && isa_opnd_space(ins, o) != SP_SHARED;
}

/* Whether they grow from a first one that is known. */
static bool is_even(Writer *w, const Ins *ins)
{
    const RegInfo *g = &w->b->reg[ins->arg[isa_arg(ins, ARG_A)].reg];
    return g->val.kind == VAL_AFF && g->plan->store != ST_LANES && g->plan->store != ST_LOCAL;
}

static bool are_kept(Writer *w, const Ins *ins)
{
    bool kept = true;
    for (int k = 0; k < GATHER_WORDS; k++)
        kept &= is_kept(w, ins, k);
    return kept;
}

static bool is_plain(Writer *w, const Ins *ins) { return (has_places(w, ins) || is_even(w, ins)) && are_kept(w, ins); }

/* What both macros take behind n: arrays. */
static const char *arrays(Writer *w, const Ins *ins)
{
    const char *s = "";
    for (int k = 0; k < GATHER_WORDS; k++) {
        const Opnd *o;
        const RegInfo *g = element(w, ins, k, &o);
        s = !g ? arena_printf(w->b->a, "%s, NULL", s) : is_kept(w, ins, k) ? arena_printf(w->b->a, "%s, %s", s, lane_array(w, g))
                                                                       : arena_printf(w->b->a, "%s, V%d_%d", s, w->labels, k);
    }
    return s;
}

static long long offset(Writer *w, const Ins *ins)
{
    return has_places(w, ins) ? (long long)(int64_t)ins->arg[isa_arg(ins, ARG_A)].imm : 0;
}

/* The arrays are floats: those of registers, or else words. */
static bool is_float(Writer *w, const Ins *ins) { return are_kept(w, ins) && c_float(elements_type(w, ins)); }

static const char *places(Writer *w, const Ins *ins)
{
    return has_places(w, ins) ? w->b->reg[ins->arg[isa_arg(ins, ARG_A)].reg].plan->name : arena_printf(w->b->a, "A%d", w->labels);
}

static long long step(Writer *w, const Ins *ins) { return (long long)w->b->reg[ins->arg[isa_arg(ins, ARG_A)].reg].val.step; }

static const char *pointer(Writer *w, const Ins *ins)
{
    return lower_paren(w->b->a, lower_pointer(w, ins, &ins->arg[isa_arg(ins, ARG_A)]));
}

static void own_line(Writer *w, const Ins *ins)
{
    const char *type = is_float(w, ins) ? "f32" : "u32";
    if (is_even(w, ins))
        line(w, "PTX2C_OWN_ROW(%s, %s%s);", type, pointer(w, ins), arrays(w, ins));
    else
        line(w, "PTX2C_OWN_V4(%s, %s, %lld%s);", type, places(w, ins), offset(w, ins), arrays(w, ins));
}

static void loop_begin(Writer *w)
{
    lanes_header(w, "m", ORDER_NONE, 0);
    w->lane = true;
    w->indent++;
}

static void loop_end(Writer *w)
{
    w->lane = false;
    block_end(w);
}

/* Whether it is the same in front of the instruction, for all lanes, and behind it. */
static bool passes(const Back *b, const Ins *load, const Item *it)
{
    const Ins *ins = item_ins(b, it);
    if (!ins || it->level == LV_LANE || ins_dirty(ins) || isa_meets(ins))
        return false;
    for (Refs r = ins_refs(load); refs_next(&r);) {
        const RegMentions m = ins_mentions(ins, r.reg);
        if (m.writes || (r.write && m.reads))
            return false;
    }
    return true;
}

/* The loop over lanes in which each loads its own words, if there is one behind the load in its list; or NULL. */
static const Item *own_loop(Writer *w, const Item *load)
{
    const Ins *ins = &w->b->fn->ins.at[load->ins];
    const Items *list = load->in;
    int i = 0;
    while (i < list->n && list->at[i] != load)
        i++;
    for (i++; i < list->n && passes(w->b, ins, list->at[i]); i++) {}
    const Item *it = i < list->n ? list->at[i] : NULL;
    const bool all = w->b->mode != MODE_WARP && it && it->kind == I_GROUP && it->level == LV_LANE && !it->mask && !it->stride && !it->period && !w->mask;
    return all && is_plain(w, ins) ? it : NULL;
}

void emit_gather_own(Writer *w, const Item *lanes)
{
    const Items *list = lanes->in;
    for (int i = 0; list && !w->needed && i < list->n && list->at[i] != lanes; i++) {
        const Item *it = list->at[i];
        if (it->kind == I_INS && it->level == LV_CHUNK && gathers_at_once(w->b, &w->b->fn->ins.at[it->ins]) && own_loop(w, it) == lanes)
            own_line(w, &w->b->fn->ins.at[it->ins]);
    }
}

/* Of a warp whose places are kept lane by lane: each lane by itself. */
static bool emit_singly(Writer *w, const Ins *ins)
{
    if (w->b->mode != MODE_WARP || is_even(w, ins))
        return false;
    loop_begin(w);
    w->ins = ins;
    lower_ins(w, ins, NULL);
    loop_end(w);
    return true;
}

static void gather_line(Writer *w, const Ins *ins, bool own)
{
    const bool warp = w->b->mode == MODE_WARP;
    if (is_even(w, ins))
        line(w, "ptx2c_gather_rows%s_b32(%s, %lld, %s%s);", warp ? "_of" : own ? "" : "_here", pointer(w, ins), step(w, ins), warp ? "m" : "n",
             arrays(w, ins));
    else
        line(w, "ptx2c_gather_v4_b32(%s, %lld, n%s);", places(w, ins), offset(w, ins), arrays(w, ins));
}

void emit_gather(Writer *w, const Item *it)
{
    const Ins *ins = &w->b->fn->ins.at[it->ins];
    if (emit_singly(w, ins))
        return;
    const Opnd *o;
    const Type slot = (Type)ins->argtype[isa_arg(ins, ARG_D)];
    const bool even = is_even(w, ins), own = own_loop(w, it);
    if (!has_places(w, ins) && !even) {
        line(w, "uintptr_t %s[%d];", places(w, ins), w->b->width);
        loop_begin(w);
        line(w, "%s[l] = (uintptr_t)%s;", places(w, ins), pointer(w, ins));
        loop_end(w);
    }
    for (int k = 0; k < GATHER_WORDS; k++)
        if (!is_kept(w, ins, k))
            line(w, "uint32_t V%d_%d[%d];", w->labels, k, w->b->width);
    gather_line(w, ins, own);
    if (!own && !(even && are_kept(w, ins))) {
        loop_begin(w);
        if (!even)
            own_line(w, ins);
        for (int k = 0; k < GATHER_WORDS; k++)
            if (!is_kept(w, ins, k) && element(w, ins, k, &o))
                lower_assign(w, ins, o, slot, arena_printf(w->b->a, slot == T_F32 ? "ptx2c_f32_of(V%d_%d[l])" : "V%d_%d[l]", w->labels, k), NULL);
        loop_end(w);
    }
    w->labels++;
}

/* The array of what lanes store as word k, or NULL. */
static const char *stored_array(Writer *w, const Ins *ins, int k)
{
    const Opnd *o = lower_element(w, &ins->arg[isa_arg(ins, ARG_B)], k);
    const RegInfo *g = o->kind == O_REG && o->comp < 0 && !o->neg ? &w->b->reg[o->reg] : NULL;
    return g && !g->val.border && !g->plan->copied && type_bytes(w->b->fn->regs.at[o->reg]->type) == 4 ? lane_array(w, g) : NULL;
}

void emit_scatter(Writer *w, const Ins *ins)
{
    if (emit_singly(w, ins))
        return;
    const int words = isa_arg(ins, ARG_B);
    const char *arrays = "";
    bool all = true;
    for (int k = 0; k < GATHER_WORDS; k++) {
        const char *array = stored_array(w, ins, k);
        if (!array)
            line(w, "uint32_t %s[%d];", array = arena_printf(w->b->a, "V%d_%d", w->labels, k), w->b->width);
        all &= stored_array(w, ins, k) != NULL;
        arrays = arena_printf(w->b->a, "%s, %s", arrays, array);
    }
    if (!all) {
        loop_begin(w);
        for (int k = 0; k < GATHER_WORDS; k++)
            if (!stored_array(w, ins, k))
                line(w, "V%d_%d[l] = %s;", w->labels, k, lower_value(w, lower_element(w, &ins->arg[words], k), T_B32, 'u').s);
        loop_end(w);
    }
    line(w, "ptx2c_scatter_rows_of_b32(%s, %lld, m%s);", pointer(w, ins), step(w, ins), arrays);
    w->labels++;
}
