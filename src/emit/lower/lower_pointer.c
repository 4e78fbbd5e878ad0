/* lower_pointer.c: memory operands as C expressions: pointers into windows and to what lanes have for themselves. */
#include "emit/lower.h"

/* What is added to a pointer to an element of so many bytes (0: nobody makes vectors of it).  All the words from one lane to the next gcc makes one group of vectors
 * of, however many they are: from FAR bytes on that takes longer than loads one by one, and soon minutes and gigabytes to compile.
 * Groups that lie one before the other it makes no vectors of, and then of nothing in the loop: words one by one, it does.  Those in
 * shared memory are soon read as they were not written, for which processors wait. */
static const char *pointer_step(Writer *w, int64_t step, int bytes)
{
    enum { FAR = 256 };
    const bool backwards = w->vectors && bytes && step < 0 && step != -bytes;
    if (w->seldom && !w->last && step > 1) /* gcc knows that l does not wrap, but of a product only where it is always needed */
        return arena_printf(A(w), " + %lld * (size_t)l", (long long)step);
    if (step > -FAR && step < FAR && !backwards)
        return lower_step(w, "", step);
    return arena_printf(A(w), " %c %s * %s", step < 0 ? '-' : '+', lower_hidden(w, 'S', step < 0 ? -step : step), w->last ? "(n - 1)" : "l");
}

bool lower_in_words(const Writer *w, const Ins *ins, const Opnd *o)
{
    return w->b->plan->words && (o->sym ? o->sym->space : isa_opnd_space(ins, o)) == SP_LOCAL;
}

const char *lower_word(Writer *w, const Opnd *o, int k, int n)
{
    const int word = w->b->plan->words;
    const char *window = w->b->plan->has_state ? "s->local" : "local";
    int64_t at = (int64_t)o->imm + k * n, fixed;
    if (local_layout_constant(w->b, o, &fixed)) {
        at += fixed;
        return n < word ? arena_printf(A(w), "PTX2C_IN_WORD(%s, l, %lld)", window, (long long)at)
                        : arena_printf(A(w), "&%s[%lld][l]", window, (long long)(at / word));
    }
    Ex base = lower_reg(w, o->reg);
    if (at)
        base = ex(arena_printf(A(w), "%s %c %lld", base.s, at < 0 ? '-' : '+', (long long)(at < 0 ? -at : at)), false);
    if (n < word)
        return arena_printf(A(w), "PTX2C_IN_WORD(%s, l, %s)", window, base.s);
    return word == 1 ? arena_printf(A(w), "&%s[%s][l]", window, base.s) : arena_printf(A(w), "PTX2C_WORD_AT(%s, l, %s)", window, base.s);
}

/* Whether an address register may be "below" its window, by less than it has bits for, and step * l + off, added to it as a
 * negative number, come to the place: the sum wraps in 32 bits, and what is added must be too small to wrap once more. */
static bool adds_up(int64_t step, int64_t off)
{
    enum { LANES = 1024, WINDOW = 1 << 24 };
    const int64_t room = INT32_MAX - WINDOW, one = room / LANES;
    return step > -one && step < one && off > -room && off < room && llabs(step) * LANES + llabs(off) < room;
}

/* A variable's element. */
static Ex variable_pointer(Writer *w, const Opnd *o, const char *tail)
{
    Place *p = place_of(o->sym);
    p->used = true;
    switch (o->sym->space) {
    case SP_SHARED:
        return ex(arena_printf(A(w), "%s + %s%s", shared_window(w), p->name, tail), false);
    case SP_LOCAL: /* the module's: in the window of the kernel */
        return ex(arena_printf(A(w), "%s + %lld", !o->sym->fn && w->b->mode == MODE_FUNC ? "t->local" : lower_local(w),
                               (long long)((int64_t)p->offset + (int64_t)o->imm)), false);
    case SP_PARAM:
        if (!p->name)
            return ex(arena_printf(A(w), "(const unsigned char *)P + %lld", (long long)((int64_t)p->offset + (int64_t)o->imm)), false);
        if (p->scalar)
            return ex(arena_printf(A(w), "PTX2C_BYTES_OF(%s)%s", p->name, tail), !*tail);
        /* fall through */
    default:
        return ex(arena_printf(A(w), "(unsigned char *)%s%s%s", p->array ? "" : "&", p->name, tail), false);
    }
}

/* An address that is a number. */
static Ex number_pointer(Writer *w, Space space, uint64_t at)
{
    if (space != SP_SHARED && space != SP_LOCAL)
        return ex(arena_printf(A(w), "PTX2C_PTR(%lluu)", (unsigned long long)at), true);
    return ex(arena_printf(A(w), "%s + %llu", space == SP_SHARED ? shared_window(w) : lower_local(w), (unsigned long long)at), false);
}

/* An address in a register: a number, and text that is added to the pointer made of it. */
typedef struct Address {
    Ex base;
    Type type;          /* of the register */
    Space space;
    bool walks;         /* the number is of 64 bits: RegPlan.walks */
    bool is_sum;        /* base is all of it, added up in 32 bits: a pointer would not wrap as that does */
    const Val *val;
    Sym *variable;      /* Opnd.base */
    int64_t offset;     /* with where that lies */
    int bytes;          /* of an element that is loaded or stored there, or 0: pointer_step */
    const char *lanes;  /* what lane and row add */
    const char *tail;   /* the offset; where the variable lies is not in it */
} Address;

static int element_bytes(const Ins *ins)
{
    return isa_is_ld_st(ins) && isa_space(ins) != SP_SHARED ? type_info[isa_slot_type(ins, SLOT_TYPE)].bits / 8 : 0;
}

static bool is_plain(const Address *a) { return !*a->lanes && !*a->tail; }

/* What row j adds to a scalar that is kept, or nothing. */
static const char *row_text(Writer *w, const RegPlan *p, Space space)
{
    return space == SP_SHARED && w->row && p->row_step && p->store == ST_STATE_SCALAR ? arena_printf(A(w), " + %d * j", (int)p->row_step) : "";
}

/* Parts the register's value into base and what lane and row add to it. */
static void address_split(Writer *w, int reg, bool wraps, bool cluster, Address *a)
{
    const RegInfo *g = &w->b->reg[reg];
    const bool was = w->lane, row = w->row;
    bool aff = was && g->val.kind == VAL_AFF && g->plan->store != ST_LOCAL && g->plan->store != ST_LANES;
    const char *rows = row_text(w, g->plan, a->space);
    a->walks = g->plan->walks;
    a->is_sum = wraps && (cluster || !adds_up(aff ? g->val.step : 0, a->offset));
    aff &= !a->is_sum && (g->plan->store != ST_FOLD || g->plan->fold || g->known);
    w->lane = was && !aff;
    w->row &= !*rows;
    a->base = a->walks && !a->is_sum ? lower_variable(w, reg) : lower_reg(w, reg);
    w->lane = was;
    w->row = row;
    a->lanes = arena_printf(A(w), "%s%s", aff ? pointer_step(w, g->val.step, a->bytes) : "", rows);
}

static void address_sum(Writer *w, Address *a)
{
    if (type_info[a->type].bits != 32)
        a->base = lower_cast(w, "uint32_t", a->base);
    if (*a->lanes || a->offset)
        a->base = ex(arena_printf(A(w), "%s%s + 0x%xu", lower_paren(A(w), a->base), a->lanes, (unsigned)a->offset), false);
}

/* In shared memory, or that of a thread's own: a place of the window. */
static Ex window_pointer(Writer *w, Address *a)
{
    const char *window = a->space == SP_SHARED ? shared_window(w) : lower_local(w);
    const bool wide = type_info[a->type].bits > 32;
    if (a->variable && !a->is_sum) {
        place_of(a->variable)->used = true;
        window = arena_printf(A(w), "%s + %s", window, place_of(a->variable)->name);
    }
    if (a->space == SP_LOCAL && wide) /* it may be the caller's memory, anywhere */
        return ex(arena_printf(A(w), "PTX2C_AT(%s, %s)%s%s", w->b->mode == MODE_FUNC ? "t->local" : window, a->base.s, a->lanes, a->tail),
                  is_plain(a));
    const bool below = (a->offset || a->val->kind == VAL_AFF) && a->val->max > INT32_MAX; /* of the first lane, which may have left */
    const bool is_signed = wide || *a->lanes || below;
    if (!a->is_sum && !a->walks)
        a->base = lower_cast(w, is_signed ? "int32_t" : "ptx2c_byte", a->base);
    return ex(arena_printf(A(w), "%s + %s%s%s", window, lower_paren(A(w), a->base), a->lanes, a->tail), false);
}

static Ex param_pointer(Writer *w, Address *a, bool wraps)
{
    if (c_float(a->type))
        a->base = lower_convert(w, a->base, a->type, T_B32, 'u');
    if (!a->is_sum && wraps && (*a->lanes || a->offset))
        a->base = lower_cast(w, "int32_t", a->base);
    return ex(arena_printf(A(w), "PTX2C_AT(P, %s)%s%s", a->base.s, a->lanes, a->tail), is_plain(a));
}

static Ex global_pointer(Writer *w, Address *a)
{
    if (type_info[a->type].bits < 64) {
        if (!is_plain(a))
            a->base = ex(lower_paren(A(w), lower_convert(w, a->base, a->type, T_B32, 'u')), true);
        return ex(arena_printf(A(w), "PTX2C_PTR32(%s%s%s)", a->base.s, a->lanes, a->tail), true);
    }
    if (c_float(a->type))
        a->base = lower_convert(w, a->base, a->type, T_B64, 'u');
    return ex(arena_printf(A(w), "PTX2C_PTR(%s)%s%s", a->base.s, a->lanes, a->tail), is_plain(a));
}

static const char *offset_text(Writer *w, int64_t n)
{
    return n ? arena_printf(A(w), " %c %lld", n < 0 ? '-' : '+', (long long)(n < 0 ? -n : n)) : "";
}

/* A load or store in a loop over lanes whose places are a register's that differs in them. */
static bool is_gather(const Writer *w, const Ins *ins, const Opnd *o)
{
    return w->lane && w->vectors && !(w->o && w->o->pointer) && isa_is_ld_st(ins) && !o->sym && o->reg >= 0 &&
           w->b->reg[o->reg].val.kind == VAL_VAR;
}

bool lower_gather(Writer *w, const Ins *ins, const Opnd *o, Gather *g)
{
    if (!is_gather(w, ins, o))
        return false;
    Address a = {.space = isa_opnd_space(ins, o), .offset = (int64_t)o->imm, .bytes = element_bytes(ins), .type = w->b->fn->regs.at[o->reg]->type};
    const bool shared = a.space == SP_SHARED;
    if (shared ? isa_uses_cluster(ins) : a.space == SP_LOCAL || a.space == SP_PARAM || type_info[a.type].bits < 64 || c_float(a.type))
        return false;
    address_split(w, o->reg, shared, false, &a);
    if (a.is_sum || *a.lanes)
        return false;
    /* processors that gather take signed numbers */
    *g = (Gather){.window = shared ? shared_window(w) : NULL, .base = shared && !a.walks ? lower_cast(w, "int32_t", a.base) : a.base, .offset = a.offset};
    return true;
}

Ex lower_gathered(Writer *w, const Gather *g, int k)
{
    const char *offset = offset_text(w, g->offset + k);
    const char *base = g->window || *offset ? lower_paren(A(w), g->base) : g->base.s;
    return g->window ? ex(arena_printf(A(w), "%s%s + %s", g->window, offset, base), false)
                     : ex(arena_printf(A(w), "PTX2C_PTR(%s%s)", base, offset), true);
}

static Ex plain_pointer(Writer *w, const Ins *ins, const Opnd *o)
{
    Gather g;
    if (lower_gather(w, ins, o, &g))
        return lower_gathered(w, &g, 0);
    Address a = {.space = isa_opnd_space(ins, o), .offset = (int64_t)o->imm, .bytes = element_bytes(ins)};
    a.tail = offset_text(w, a.offset - (o->base ? (int64_t)place_of(o->base)->offset : 0));
    if (o->sym)
        return variable_pointer(w, o, a.tail);
    if (o->reg < 0)
        return number_pointer(w, a.space, o->imm);
    a.type = w->b->fn->regs.at[o->reg]->type;
    a.val = &w->b->reg[o->reg].val;
    a.variable = o->base;
    const bool cluster = a.space == SP_SHARED && isa_uses_cluster(ins);
    const bool wraps = a.space == SP_SHARED || (type_info[a.type].bits == 32 && (a.space == SP_LOCAL || a.space == SP_PARAM));
    address_split(w, o->reg, wraps, cluster, &a);
    if (a.is_sum)
        address_sum(w, &a);
    if (cluster)
        return ex(arena_printf(A(w), "ptx2c_cluster_at(c, %s)", a.base.s), true);
    if (a.is_sum) {
        a.lanes = a.tail = "";
        a.base = ex(arena_printf(A(w), "(%s)", a.base.s), true);
    }
    switch (a.space) {
    case SP_SHARED: case SP_LOCAL: return window_pointer(w, &a);
    case SP_PARAM: return param_pointer(w, &a, wraps);
    default: return global_pointer(w, &a);
    }
}

/* A load of a column that has been found in front of the loop over lanes: its number; 0: it is no such. */
static int column_of(const Writer *w, const Ins *ins)
{
    return w->columns && w->lane && isa_emit(ins) == EMIT_LD ? w->b->plan->column[ins - w->b->fn->ins.at] : 0;
}

static Ex column_pointer(Writer *w, const Ins *ins, int column)
{
    const long long step = w->b->reg[isa_address(ins)->reg].val.step;
    return ex(arena_printf(A(w), "C%d + PTX2C_COLUMN(%lld) * l", column, step), false);
}

Ex lower_pointer(Writer *w, const Ins *ins, const Opnd *o)
{
    const int column = column_of(w, ins);
    Ex plain = column ? column_pointer(w, ins, column) : plain_pointer(w, ins, o);
    if (w->updates && isa_opnd_space(ins, o) == SP_SHARED)
        plain = ex(arena_printf(A(w), "PTX2C_WHERE(%s)", plain.s), true);
    const char *s = w->o && w->o->pointer ? w->o->pointer(w, ins, o, plain.s) : plain.s;
    return s == plain.s ? plain : ex(s, true);
}
