/* lower.c: one instruction as C text: loads, stores and moves here, all others by the text of their row (lower_row.c). */
#include "emit/lower.h"

/* ---- loads, stores, moves -------------------------------------------------------------------------------------------------- */

static const char *access_name(const Ins *ins, bool store)
{
    if (isa_has_word(ins, MOD_VOLATILE) || isa_has_word(ins, MOD_CV))
        return store ? "ptx2c_stv_" : "ptx2c_ldv_";
    if (isa_has_word(ins, MOD_ACQUIRE))
        return "ptx2c_ld_acquire_";
    if (isa_has_word(ins, MOD_RELEASE))
        return "ptx2c_st_release_";
    if (isa_has_word(ins, MOD_RELAXED) || isa_has_word(ins, MOD_MMIO))
        return store ? "ptx2c_st_relaxed_" : "ptx2c_ld_relaxed_";
    return store ? "ptx2c_st_" : "ptx2c_ld_";
}

static Type unsigned_type(int bits)
{
    return bits <= 8 ? T_U8 : bits <= 16 ? T_U16 : bits <= 32 ? T_U32 : bits <= 64 ? T_U64 : T_B128;
}

/* The name of a type's access function: untyped as unsigned, 16-bit floats as their bits. */
static const char *access_type(Type t)
{
    return type_info[c_float(t) || c_signed(t) ? t : unsigned_type(type_info[t].bits)].name;
}

static bool is_plain(const char *access) { return strcmp(access, "ptx2c_ld_") == 0 || strcmp(access, "ptx2c_st_") == 0; }

/* Whether a vector of n elements of so many bits is loaded or stored as a whole, or its parts could be those of different stores.  One that
 * fits into a word is one also where that is the same: lanes' words in a row are vectors for compilers, and can be gathered; bytes, of
 * which lanes have every fourth, are not. */
static bool is_one_access(Writer *w, const Ins *ins, const Opnd *a, const char *access, int each, int n)
{
    const int bits = each * n;
    return (is_plain(access) ? n > 1 && bits <= 32 : bits == 64 || bits == 128) && !lower_in_words(w, ins, a);
}

/* A kernel parameter or a param variable read or written whole: its C name, else NULL. */
static const char *whole_param(Writer *w, const Opnd *m, Type t)
{
    if (!m->sym || m->imm || m->sym->space != SP_PARAM || m->sym->kind != SYM_VAR)
        return NULL;
    Place *p = place_of(m->sym);
    p->used = true;
    if (m->sym->is_array || m->sym->vec > 1 || type_bytes(t) != type_bytes(m->sym->type))
        return NULL;
    if (p->name)
        return p->scalar ? p->name : NULL;
    return p->in_memory ? NULL : arena_printf(A(w), "P->%s", c_short_name(m->sym));
}

/* The place of the element of that type of a load or store. */
static Ex place(Writer *w, const Ins *ins, const Opnd *a, Type t)
{
    return lower_in_words(w, ins, a) ? ex(lower_word(w, a, 0, type_bytes(t)), false) : lower_pointer(w, ins, a);
}

/* The places of a vector's elements: words, gathered, or behind the pointer. */
typedef struct Elements {
    const Opnd *a;
    int bytes; /* of each */
    bool words, gathered;
    Gather gather;
    const char *pointer;
} Elements;

static bool same_reg(const Opnd *a, const Opnd *b) { return a->kind == O_REG && b->kind == O_REG && a->reg == b->reg; }

/* Whether a name, which elements of the vector, if that is loaded, don't change. */
static bool stays(const Ins *ins, const Opnd *a, const Opnd *v, const char *text)
{
    for (uint32_t i = 0; i < v->nsub && isa_emit(ins) == EMIT_LD; i++)
        if (v->sub[i].kind == O_REG && v->sub[i].reg == a->reg)
            return false;
    return !strpbrk(text, " (");
}

/* first: the place of the first of v.  What more than one of them uses gets a name. */
static Elements elements(Writer *w, const Ins *ins, const Opnd *a, const Opnd *v, Type t, Ex first, bool several)
{
    Elements e = {.a = a, .bytes = type_bytes(t), .words = lower_in_words(w, ins, a), .pointer = lower_paren(A(w), first)};
    e.gathered = !e.words && lower_gather(w, ins, a, &e.gather);
    if (e.words || !several)
        return e;
    const char *name = arena_printf(A(w), "A%d", w->labels++);
    if (!e.gathered) {
        line(w, "%sunsigned char *const %s = %s;", isa_emit(ins) == EMIT_LD ? "const " : "", name, first.s);
        e.pointer = name;
    } else if (!stays(ins, a, v, e.gather.base.s)) {
        line(w, "const %s %s = %s;", e.gather.window ? "int32_t" : "uintptr_t", name, e.gather.base.s);
        e.gather.base = ex(name, true);
    }
    return e;
}

static const char *element_place(Writer *w, const Elements *e, int k)
{
    if (e->words)
        return lower_word(w, e->a, k, e->bytes);
    if (e->gathered)
        return lower_gathered(w, &e->gather, k * e->bytes).s;
    return k ? arena_printf(A(w), "%s + %d", e->pointer, k * e->bytes) : e->pointer;
}

/* The n registers of d that are wanted, from one access. */
static void load_whole(Writer *w, const Ins *ins, const Opnd *d, Type t, const char *f, const char *at, int n)
{
    const int each = type_info[t].bits, bits = each * (int)d->nsub;
    const bool wide = bits == 128;
    const Type whole = unsigned_type(bits);
    const char *name = wide ? "b128" : type_info[whole].name;
    if (!n) {
        line(w, "(void)%s%s(%s);", f, name, at);
        return;
    }
    line(w, "const %s Q%d = %s%s(%s);", wide ? "ptx2c_b128" : c_type(whole), w->labels, f, name, at);
    for (int i = 0; i < (int)d->nsub; i++) {
        const char *part = arena_printf(A(w), !wide ? "Q%d" : i * each < 64 ? "Q%d.lo" : "Q%d.hi", w->labels);
        const int shift = i * each % 64;
        Ex e = shift ? ex(arena_printf(A(w), "%s >> %d", part, shift), false) : ex(part, true);
        const bool widened = d->sub[i].kind == O_REG && type_info[lower_reg_type(w, &d->sub[i])].bits > each; /* by lower_assign */
        lower_assign(w, ins, &d->sub[i], t, widened ? lower_paren(A(w), e) : lower_convert(w, e, wide ? T_B64 : whole, t, 0).s, NULL);
    }
    w->labels++;
}

static void lower_ld(Writer *w, const Ins *ins, Ex *fold)
{
    int id = isa_arg(ins, ARG_D), ia = isa_arg(ins, ARG_A);
    const Opnd *d = &ins->arg[id], *a = &ins->arg[ia];
    Type t = ins->argtype[id];
    const char *f = access_name(ins, false);
    const char *param = d->kind == O_VEC ? NULL : whole_param(w, a, t);
    if (param) {
        lower_assign(w, ins, d, t, lower_convert(w, ex(param, true), a->sym->type, t, 0).s, fold);
        return;
    }
    Ex p = place(w, ins, a, t);
    int n = 0;
    for (Refs ref = ins_refs(ins); writes_next(&ref);)
        n += w->b->reg[ref.reg].wanted;
    if (!n && checks_on(w) && !ins_dirty(ins)) { /* only its address matters */
        line(w, "(void)%s;", lower_paren(A(w), p));
        return;
    }
    if (d->kind != O_VEC) {
        const bool part = w->part && isa_opnd_space(ins, a) != SP_SHARED;
        lower_assign(w, ins, d, t, part ? arena_printf(A(w), "%s ? %s%s(%s) : 0", w->part, f, access_type(t), p.s)
                                        : arena_printf(A(w), "%s%s(%s)", f, access_type(t), p.s), fold);
        return;
    }
    if ((n > 1 || !is_plain(f)) && is_one_access(w, ins, a, f, type_info[t].bits, (int)d->nsub)) {
        load_whole(w, ins, d, t, f, p.s, n);
        return;
    }
    const Elements e = elements(w, ins, a, d, t, p, n > 1);
    for (int i = 0; i < (int)d->nsub; i++)
        lower_assign(w, ins, &d->sub[i], t, arena_printf(A(w), "%s%s(%s)", f, access_type(t), element_place(w, &e, i)), NULL);
}

/* A variable for calls that nothing reads: it is not even declared. */
static bool is_unread(const Fn *fn, Sym *s)
{
    for (int i = 0; i < fn->params.n + fn->rets.n; i++)
        if (s == fn_formal(fn, i))
            return false;
    return s->kind == SYM_VAR && !place_of(s)->read && !place_of(s)->array;
}

static void store_whole(Writer *w, const Opnd *v, int each, const char *f, const char *place)
{
    const char *part[2] = {NULL, NULL};
    const int bits = each * (int)v->nsub;
    const char *wide = bits <= 32 ? "" : "(uint64_t)";
    for (int i = 0; i < (int)v->nsub; i++) {
        const char **to = &part[i * each / 64], *e = lower_paren(A(w), lower_value(w, &v->sub[i], unsigned_type(each), 'u'));
        int at = i * each % 64;
        *to = at ? arena_printf(A(w), "%s | %s%s << %d", *to, wide, e, at) : e;
    }
    if (part[1])
        line(w, "%sb128(%s, (ptx2c_b128){%s, %s});", f, place, part[0], part[1]);
    else if (bits == 16)
        line(w, "%su16(%s, (uint16_t)(%s));", f, place, part[0]);
    else
        line(w, "%s%s(%s, %s);", f, type_info[unsigned_type(bits)].name, place, part[0]);
}

static void lower_st(Writer *w, const Ins *ins)
{
    int ia = isa_arg(ins, ARG_A), ib = isa_arg(ins, ARG_B);
    const Opnd *a = &ins->arg[ia], *v = &ins->arg[ib];
    Type t = ins->argtype[ib];
    const char *f = access_name(ins, true);
    if (isa_opnd_space(ins, a) == SP_PARAM && w->b->mode != MODE_FUNC && a->sym && place_of(a->sym)->kernel_param) {
        error_at(ins->loc, "a kernel's parameters are constants");
        return;
    }
    if (a->sym && a->sym->space == SP_PARAM && is_unread(w->b->fn, a->sym))
        return;
    const char *param = v->kind == O_VEC ? NULL : whole_param(w, a, t);
    if (param) {
        line(w, "%s = %s;", param, lower_convert(w, lower_value(w, v, t, 0), t, a->sym->type, 0).s);
        return;
    }
    Ex p = place(w, ins, a, t);
    if (v->kind != O_VEC) {
        line(w, "%s%s(%s, %s%s);", w->part ? "ptx2c_put_" : f, access_type(t), p.s, lower_value(w, v, t, 0).s,
             w->part ? arena_printf(A(w), ", %s", w->part) : "");
        return;
    }
    if (is_one_access(w, ins, a, f, type_info[t].bits, (int)v->nsub)) {
        store_whole(w, v, type_info[t].bits, f, p.s);
        return;
    }
    const Elements e = elements(w, ins, a, v, t, p, v->nsub > 1);
    for (int i = 0; i < (int)v->nsub; i++)
        line(w, "%s%s(%s, %s);", f, access_type(t), element_place(w, &e, i), lower_value(w, &v->sub[i], t, 0).s);
}

/* mov from vector to vector. */
static void move_elements(Writer *w, const Ins *ins, const Opnd *d, const Opnd *a, Type t)
{
    bool overlap = false;
    for (uint32_t i = 0; i < d->nsub; i++)
        for (uint32_t j = i + 1; j < a->nsub; j++)
            overlap |= same_reg(&d->sub[i], &a->sub[j]);
    for (uint32_t i = 0; i < d->nsub && overlap; i++)
        line(w, "const %s E%d = %s;", c_slot_type(t), w->labels + (int)i, lower_value(w, &a->sub[i], t, 0).s);
    for (uint32_t i = 0; i < d->nsub; i++)
        lower_assign(w, ins, &d->sub[i], t,
                     overlap ? arena_printf(A(w), "E%d", w->labels + (int)i) : lower_value(w, &a->sub[i], t, 0).s, NULL);
    w->labels += (int)d->nsub;
}

/* Two elements of 64 bits, or four of 32, as one register of 128. */
static void pack_wide(Writer *w, const Ins *ins, const Opnd *d, const Opnd *a)
{
    const char *h[2];
    for (int i = 0; i < 2; i++)
        h[i] = a->nsub == 2 ? lower_value(w, &a->sub[i], T_B64, 'b').s
                            : arena_printf(A(w), "(uint64_t)%s << 32 | %s",
                                           lower_paren(A(w), lower_value(w, &a->sub[2 * i + 1], T_B32, 'u')),
                                           lower_paren(A(w), lower_value(w, &a->sub[2 * i], T_B32, 'u')));
    lower_assign(w, ins, d, T_B128, arena_printf(A(w), "(ptx2c_b128){%s, %s}", h[0], h[1]), NULL);
}

/* Elements of type part as one register of so many bits. */
static void pack(Writer *w, const Ins *ins, const Opnd *d, const Opnd *a, int bits, Type part)
{
    Str s = {0};
    for (uint32_t i = a->nsub; i-- > 0;) {
        Ex e = lower_convert(w, lower_value(w, &a->sub[i], part, 'b'), part, part, bits > 32 ? 'b' : 'u');
        if (bits > 32)
            e = lower_cast(w, "uint64_t", e);
        if (i)
            str_printf(&s, "%s << %d | ", lower_paren(A(w), e), type_info[part].bits * (int)i);
        else
            str_add(&s, lower_paren(A(w), e));
    }
    lower_assign(w, ins, d, bits == 64 ? T_B64 : bits == 32 ? T_B32 : T_B16, str_keep(A(w), &s), NULL);
}

/* A register of type t as elements of type part. */
static void unpack(Writer *w, const Ins *ins, const Opnd *d, const Opnd *a, Type t, Type part)
{
    const int bits = type_info[part].bits;
    Ex v = lower_value(w, a, t, 'b');
    bool again = false;
    for (uint32_t i = 0; i < d->nsub; i++)
        again |= same_reg(&d->sub[i], a);
    if (!v.prim || again || opnd_is_literal(a) || (a->kind == O_REG && w->b->reg[a->reg].val.cst)) {
        line(w, "const %s E%d = %s;", c_type(t), w->labels, v.s);
        v = ex(arena_printf(A(w), "E%d", w->labels++), true);
    }
    for (uint32_t i = 0; i < d->nsub; i++) {
        const char *s;
        if (type_info[t].bits == 128)
            s = arena_printf(A(w), bits == 64 ? (i ? "%s.hi" : "%s.lo") : i < 2 ? "(uint32_t)(%s.lo >> %d)" : "(uint32_t)(%s.hi >> %d)",
                             v.s, (int)(i % 2) * 32);
        else
            s = arena_printf(A(w), i ? "(%s)(%s >> %d)" : "(%s)%s", c_int_name(bits, false), v.s, bits * (int)i);
        lower_assign(w, ins, &d->sub[i], part, s, NULL);
    }
}

/* mov of vectors: between elements, or packing them into one register and back. */
static void lower_mov_vec(Writer *w, const Ins *ins, const Opnd *d, const Opnd *a, Type t)
{
    const Opnd *vec = d->kind == O_VEC ? d : a;
    const int bits = type_info[t].bits, each = bits / (int)vec->nsub;
    const Type part = each == 8 ? T_B8 : each == 16 ? T_B16 : each == 32 ? T_B32 : T_B64;
    if (d->kind == O_VEC && a->kind == O_VEC)
        move_elements(w, ins, d, a, t);
    else if (d->kind == O_VEC)
        unpack(w, ins, d, a, t, part);
    else if (bits == 128)
        pack_wide(w, ins, d, a);
    else
        pack(w, ins, d, a, bits, part);
}

/* A float that is the same for all lanes, and made once for them: processors guess which one is chosen, and masks have to wait. */
static bool is_guessed(const Back *b, const Ins *ins)
{
    const Dest d = ins_dest(ins);
    const int at = isa_arg(ins, ARG_D);
    return !b->literal && d.n == 1 && at >= 0 && b->reg[d.reg].val.kind == VAL_UNI && c_float((Type)ins->argtype[at]);
}

static void lower_mov(Writer *w, const Ins *ins, Ex *fold)
{
    const int id = isa_arg(ins, ARG_D), ia = isa_arg(ins, ARG_A);
    const Opnd *d = &ins->arg[id], *a = &ins->arg[ia];
    if (d->kind == O_VEC || a->kind == O_VEC)
        lower_mov_vec(w, ins, d, a, ins->argtype[a->kind == O_VEC ? id : ia]);
    else
        lower_assign(w, ins, d, ins->argtype[id], lower_value(w, a, ins->argtype[ia], 0).s, fold);
}

/* Where a state space begins; NULL: its addresses are generic ones. */
static const char *window_of(Writer *w, Space space, bool narrow)
{
    switch (space) {
    case SP_SHARED: return shared_window(w);
    case SP_LOCAL: return lower_local_window(w, narrow);
    case SP_PARAM: return "P";
    default: return NULL;
    }
}

/* The generic address of place a in a window. */
static const char *from_window(Writer *w, const char *window, const char *a, Space space, bool cluster, bool narrow)
{
    if (!narrow && !cluster)
        return arena_printf(A(w), "(uintptr_t)%s + %s", window, a);
    const char *at = cluster ? arena_printf(A(w), "ptx2c_cluster_at(c, (uint32_t)%s)", a)
                             : arena_printf(A(w), "%s%s + %s", space == SP_PARAM ? "(const unsigned char *)" : "", window, a);
    return arena_printf(A(w), narrow ? "ptx2c_address32(%s, 1)" : "(uintptr_t)%s", at);
}

/* The place in a window of the generic address a. */
static const char *to_window(Writer *w, const char *window, Ex a, bool cluster, bool narrow)
{
    const char *host = narrow ? arena_printf(A(w), "(uintptr_t)PTX2C_PTR32(%s)", a.s) : lower_paren(A(w), a);
    return cluster ? arena_printf(A(w), "ptx2c_cluster_offset(c, %s)", host)
                   : arena_printf(A(w), narrow ? "(uint32_t)(%s - (uintptr_t)%s)" : "%s - (uintptr_t)%s", host, window);
}

static void lower_cvta(Writer *w, const Ins *ins, Ex *fold)
{
    const int id = isa_arg(ins, ARG_D);
    const Type t = ins->argtype[id];
    const Space space = isa_space(ins);
    const bool narrow = type_info[t].bits == 32, to = isa_has_word(ins, MOD_TO);
    const bool cluster = space == SP_SHARED && (isa_uses_cluster(ins) || (to && w->b->m->layout.has_remote));
    const char *window = window_of(w, space, narrow);
    Ex a = lower_value(w, &ins->arg[isa_arg(ins, ARG_A)], t, 0);
    if (window)
        a.s = to ? to_window(w, window, a, cluster, narrow) : from_window(w, window, lower_paren(A(w), a), space, cluster, narrow);
    lower_assign(w, ins, &ins->arg[id], t, a.s, fold);
}

/* Whether the least or the greatest of integers is the greatest so far, which seldom changes, as processors guess, or a number that is kept above a
 * bound: compilers make vectors of either. */
static bool is_record(const Back *b, const Ins *ins)
{
    static const Mnemonic least[] = {INS_MIN, INS_MAX, INS_NONE};
    const Dest d = ins_dest(ins);
    if (!ins_is_any(ins, least) || c_float(isa_slot_type(ins, SLOT_TYPE)) || d.n != 1)
        return false;
    for (int k = 0; k < 2; k++) {
        const Opnd *o = isa_opnd(ins, k ? ARG_B : ARG_A);
        if (!opnd_is_reg(o) || o->reg == d.reg || uniform_opnd(b, o).kind == VAL_UNI)
            return true;
    }
    return false;
}

static const char *row_text(Writer *w, const Ins *ins, bool folded)
{
    const char *known = lower_known(w, ins);
    const bool in_turn = w->lane && !w->vectors && ins->mnemonic != INS_SELP && c_float(isa_slot_type(ins, SLOT_TYPE));
    const bool alone = ins->sides->lane && !is_record(w->b, ins) &&
                       (in_turn || lower_in_own_loop(w->b, ins) || (!folded && is_guessed(w->b, ins)));
    if (alone && (!known || ins->mnemonic == INS_SELP))
        return ins->sides->lane;
    return known ? known : ins->lower;
}

static void lower_plain(Writer *w, const Ins *ins, Ex *fold)
{
    switch (isa_emit(ins)) {
    case EMIT_LD: lower_ld(w, ins, fold); break;
    case EMIT_ST: lower_st(w, ins); break;
    case EMIT_MOV: lower_mov(w, ins, fold); break;
    case EMIT_CVTA: lower_cvta(w, ins, fold); break;
    default:
        if (!ins->lower)
            ice("no text for '%s'", ins->word[0]);
        lower_rows(w, ins, row_text(w, ins, fold), fold);
    }
}

const char *lane_array(const Writer *w, const RegInfo *g)
{
    return g->plan->store == ST_LANES ? g->plan->name : g->plan->store == ST_STATE ? arena_printf(A(w), "s->%s", g->plan->name) : NULL;
}

/* Whether a mask of loop_masking.c is set in any lane. */
static void lower_any(Writer *w, const Ins *ins, Ex *fold)
{
    const RegInfo *mask = &w->b->reg[ins->arg[isa_arg(ins, ARG_A)].reg];
    const char *array = lane_array(w, mask), *text = arena_printf(A(w), "%s != 0", mask->plan->name);
    if (array)
        text = arena_printf(A(w), w->b->mode == MODE_WARP ? "ptx2c_any_of(%s, m)" : w->searches ? "PTX2C_SEARCH_ANY(%s, n)" : "ptx2c_any(%s, n)", array);
    lower_assign(w, ins, &ins->arg[isa_arg(ins, ARG_P)], T_PRED, text, fold);
}

/* A word in a row of shared memory, lane by lane. */
static bool loads_row(const Writer *w, const Ins *ins)
{
    const Opnd *a = &ins->arg[isa_arg(ins, ARG_A)], *d = &ins->arg[isa_arg(ins, ARG_D)];
    const Val v = opnd_has_base(a) ? w->b->reg[a->reg].val : (Val){0};
    return isa_opnd_space(ins, a) == SP_SHARED && is_plain(access_name(ins, false)) && d->kind == O_REG && !ins_dirty(ins) &&
           type_bytes(ins->argtype[isa_arg(ins, ARG_D)]) == 4 && v.kind == VAL_AFF && v.step == 4;
}

/* Whether lanes side by side that are at no edge load such words (edge.h). */
static bool is_near(const Writer *w, const Ins *ins)
{
    const bool plain = w->vectors && !w->last && w->b->mode == MODE_CTA && !w->o->trace && !w->b->m->stepping && !w->b->m->checked;
    return ins->edge && plain && isa_emit(ins) == EMIT_LD && loads_row(w, ins);
}

void lower_ins(Writer *w, const Ins *ins, Ex *fold)
{
    w->ins = ins;
    const char *some = ins->pseudo == PSEUDO_SOME ? lane_range_some(w, ins) : ins->pseudo == PSEUDO_MEETS ? lane_range_meets(w, ins) : NULL;
    if (some) {
        lower_assign(w, ins, &ins->arg[isa_arg(ins, ARG_P)], T_PRED, some, fold);
        return;
    }
    if (ins->pseudo == PSEUDO_ABSENT) {
        lower_assign(w, ins, &ins->arg[isa_arg(ins, ARG_P)], T_PRED, check_absent(w), fold);
        return;
    }
    if (ins->pseudo == PSEUDO_TAKE) {
        lower_assign(w, ins, &ins->arg[isa_arg(ins, ARG_D)], T_U32, check_takes(w), fold);
        return;
    }
    if (ins->pseudo == PSEUDO_ANY) {
        lower_any(w, ins, fold);
        return;
    }
    if (period_assigns(w, ins, fold))
        return;
    const char *more = period_more(w, ins);
    if (more) {
        const int to = isa_arg(ins, ARG_D);
        Ex e;
        lower_plain(w, ins, &e);
        e = ex(arena_printf(A(w), "%s + %s", lower_paren(A(w), e), more), false);
        if (fold)
            *fold = e;
        else
            lower_assign(w, ins, &ins->arg[to], ins->argtype[to], e.s, NULL);
        return;
    }
    if (ins->guard < 0 || fold) {
        lower_plain(w, ins, fold);
        return;
    }
    if (is_near(w, ins)) {
        const Opnd *d = &ins->arg[isa_arg(ins, ARG_D)];
        const Type t = ins->argtype[isa_arg(ins, ARG_D)];
        line(w, "PTX2C_LOAD_NEAR(%s, %s, %s, %s);", access_type(t), lower_reg(w, d->reg).s, lower_cond(w, ins->guard, ins->guard_neg),
             place(w, ins, &ins->arg[isa_arg(ins, ARG_A)], t).s);
        return;
    }
    block(w, "if (%s) {", lower_cond(w, ins->guard, ins->guard_neg));
    lower_plain(w, ins, NULL);
    block_end(w);
}
