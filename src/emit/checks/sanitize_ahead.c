/* sanitize_ahead.c: --sanitize: what is looked up before loops over lanes: where places have led before, and where the addresses of a look
 * ahead lead. */
#include "emit/checks/sanitize_site.h"

/* Joins the access to those before it; true: it is one of them already. */
static bool probe_joins(struct Checks *c, const Ins *ins, int site, uint32_t bytes, bool looped)
{
    const Opnd *a = &ins->arg[isa_arg(ins, ARG_A)];
    const int reg = a->kind == O_MEM && !a->sym && ins->guard < 0 ? a->reg : -1;
    const Space space = isa_opnd_space(ins, a);
    Probes *p = NULL;
    for (int i = 0; i < c->probes.n && reg >= 0 && !p; i++)
        if (c->probes.at[i]->reg == reg && c->probes.at[i]->space == space && c->probes.at[i]->bytes == bytes &&
            c->probes.at[i]->looped == looped)
            p = c->probes.at[i];
    const bool joins = p;
    if (!p) {
        p = NEW(c->a, Probes);
        p->reg = reg;
        p->space = space;
        p->bytes = bytes;
        p->looped = looped;
        array_add(c->a, &c->probes, p);
    }
    array_add(c->a, &p->sites, site);
    array_add(c->a, &p->offsets, (int64_t)a->imm);
    return joins;
}

/* Inside a loop of the lane's own. */
static bool in_loop(const Writer *w)
{
    const Fence *f = w->breaks;
    while (f && f->kind != FENCE_LANES && f->kind != FENCE_LOOP)
        f = f->up;
    return f && f->kind == FENCE_LOOP;
}

/* An access whose addresses are noted for all lanes at once.  Loads of as many bytes of shared memory that lie at fixed distances, with no
 * store between them, are told of as one; false: it is one of them already. */
static bool probe_begins(Writer *w, const Ins *ins, const Site *s, int number)
{
    struct Checks *c = w->o->checks;
    const bool looped = in_loop(w), loads = isa_emit(ins) == EMIT_LD;
    if (loads && s->flags & F_SHARED)
        return !probe_joins(c, ins, number, s->bytes, looped);
    for (int i = 0; i < c->probes.n && !loads; i++)
        c->probes.at[i]->reg = -1;
    Probes *x = NEW(c->a, Probes);
    x->reg = -1;
    x->looped = looped;
    array_add(c->a, &x->sites, number);
    array_add(c->a, &x->offsets, 0);
    array_add(c->a, &c->probes, x);
    return true;
}

void check_probe(Writer *w, const Ins *ins)
{
    const Opnd *a = &ins->arg[isa_arg(ins, ARG_A)];
    struct Checks *c = w->o->checks;
    Site s;
    const char *more = NULL;
    const int number = site_access(w, ins, a, &s, &more);
    const char *when = ins->guard < 0 ? "" : arena_printf(A(w), "if (%s) ", lower_cond(w, ins->guard, ins->guard_neg));
    const char *p = lower_pointer(w, ins, a).s;
    if (w->lanes == LANES_PROBED && checks_order(w)) {
        if (!probe_begins(w, ins, &s, number))
            return;
        const Probes *x = c->probes.at[c->probes.n - 1];
        if (x->looped && x->bytes)
            line(w, "%sQbad = Qbad || !ptx2c_round_takes_group(&Qb%d, Qs%d, sizeof Qs%d / sizeof *Qs%d, c->sched->index * 32 + l, %s);", when,
                 c->probes.n - 1, c->probes.n - 1, c->probes.n - 1, c->probes.n - 1, p);
        else if (x->looped)
            line(w, "%sQbad = Qbad || !ptx2c_round_takes(&Qb%d, &Qp%d, c->sched->index * 32 + l, ptx2c_sites + %d, %s);", when,
                 c->probes.n - 1, c->probes.n - 1, number, p);
        else
            line(w, "%sQa%d[l] = ptx2c_near_at(%s);", when, c->probes.n - 1, p);
    } else if (w->lanes == LANES_PROBED) {
        if (!probe_joins(c, ins, number, 0, false))
            line(w, "%sQbad |= ptx2c_near_lacks(Qp%d, %s);", when, c->probes.n - 1, p);
    } else if (isa_emit(ins) == EMIT_ST) {
        line(w, "%sptx2c_near_mark(Qn%d, %u, %s);", when, site_near(c, number), (unsigned)s.bytes, p);
        array_add(c->a, &c->marks, number);
    }
}

void check_probes_part(const Writer *w, const Ins *writes)
{
    struct Checks *c = w->o ? w->o->checks : NULL;
    for (int i = 0; c && w->lanes == LANES_PROBED && !writes && i < c->probes.n; i++)
        c->probes.at[i]->reg = -1;
    if (!c || w->lanes != LANES_PROBED || !writes || !c->probes.n)
        return;
    for (Refs ref = ins_refs(writes); refs_next(&ref);)
        for (int i = 0; i < c->probes.n && ref.write; i++)
            c->probes.at[i]->reg = c->probes.at[i]->reg == ref.reg ? -1 : c->probes.at[i]->reg;
}

void check_marks(Writer *w, size_t before)
{
    struct Checks *c = w->o->checks;
    Str any = {0}, head = {0};
    for (int i = 0; i < c->marks.n; i++)
        str_printf(&any, "%sQn%d.written", i ? " || " : "", c->marks.at[i]);
    Str *out = divert(w, &head);
    line(w, "if (%s) {", any.s);
    insert_diverted(w, out, before);
    str_free(&any);
    c->marks.n = 0;
}

typedef bool Asked(const Ins *ins);

static bool any_ins(const Fn *fn, const Items *list, Asked *asked)
{
    const Item *it = items_first(list);
    while (it && (it->kind != I_INS || !asked(&fn->ins.at[it->ins])))
        it = items_next(it, list);
    return it;
}

static bool is_call(const Ins *ins) { return isa_emit(ins) == EMIT_CALL; }
static bool is_kept(const Ins *ins) { return ins->pseudo == PSEUDO_KEPT || ins->mnemonic == INS_DISCARD; }
static bool is_kept_load(const Ins *ins) { return ins->pseudo == PSEUDO_KEPT_LOAD; }

bool check_unset_before(const Fn *fn, const Item *group) { return any_ins(fn, &group->kid[0], is_kept_load); }

/* Objects stay as they are while lanes run that call nothing: where an access led before is looked up once for all; and whether all is
 * written there, if nothing is kept without a value. */
size_t checks_group_begin(const Writer *w, const Item *group)
{
    if (!checks_on(w) || w->b->mode != MODE_SCHED)
        return 0;
    w->o->checks->keeps = any_ins(w->b->fn, &group->kid[0], is_kept) || check_unset_before(w->b->fn, group);
    w->o->checks->near = !any_ins(w->b->fn, &group->kid[0], is_call);
    w->o->checks->nears.n = w->o->checks->probes.n = 0;
    return w->out->n;
}

/* What a look ahead looks at, in front of it. */
static void emit_probes(Writer *w)
{
    const struct Checks *c = w->o->checks;
    const int marks = w->marks;
    for (int i = 0; i < c->probes.n; i++) {
        const Probes *p = c->probes.at[i];
        Str parts = {0};
        const bool order = checks_order(w);
        if (order && p->looped)
            line(w, "static ptx2c_rounds Qb%d;", i);
        else if (order)
            line(w, "uintptr_t Qa%d[32] = {0};", i);
        for (int k = 0; k < p->sites.n; k++)
            str_printf(&parts, "%s{ptx2c_sites + %d, %lld}", k ? ", " : "", p->sites.at[k],
                       (long long)(p->offsets.at[k] - p->offsets.at[0]));
        if (order && p->sites.n == 1 && !(p->looped && p->bytes)) {
            line(w, "const ptx2c_near Qp%d = ptx2c_near_of(ptx2c_sites + %d);", i, p->sites.at[0]);
        } else if (!order && p->sites.n == 1) {
            line(w, "const ptx2c_near Qp%d = ptx2c_near_one(ptx2c_sites + %d, %d);", i, p->sites.at[0], marks);
        } else {
            line(w, "static const ptx2c_near_part Qs%d[] = {%s};", i, parts.s);
        }
        if (!order && p->sites.n > 1)
            line(w, "const ptx2c_near Qp%d = ptx2c_near_all(Qs%d, %d, %d);", i, i, p->sites.n, marks);
        str_free(&parts);
    }
}

void check_lanes(Writer *w, size_t loop)
{
    const struct Checks *c = w->o->checks;
    Str head = {0};
    bool looped = false;
    for (int i = 0; i < c->probes.n; i++) {
        const Probes *p = c->probes.at[i];
        const bool in = p->looped;
        looped |= in;
        if (p->sites.n > 1 || (in && p->bytes))
            line(w, "Qbad = Qbad || !ptx2c_%s_group(Qs%d, %d, c->sched->index, %sQ%c%d);", in ? "rounds" : "near", i, p->sites.n, in ? "&" : "",
                 in ? 'b' : 'a', i);
        else
            line(w, "Qbad = Qbad || !ptx2c_near_%s(Qp%d, c->sched->index, ptx2c_sites + %d, %sQ%c%d);", in ? "rounds" : "lanes", i,
                 p->sites.at[0], in ? "&" : "", in ? 'b' : 'a', i);
    }
    Str *out = divert(w, &head);
    for (int i = 0; i < c->probes.n; i++)
        if (c->probes.at[i]->looped)
            line(w, "memset(Qb%d.n, 0, sizeof Qb%d.n);", i, i);
    if (!looped)
        line(w, "PTX2C_SIMD");
    insert_diverted(w, out, loop);
}

void checks_group_end(Writer *w, size_t before)
{
    struct Checks *c = w->o->checks;
    if (!checks_on(w) || !c->near)
        return;
    c->near = false;
    if (!c->nears.n && !c->probes.n)
        return;
    Str head = {0}, *out = divert(w, &head);
    block(w, "{");
    for (int i = 0; i < c->nears.n; i++)
        line(w, "const ptx2c_near Qn%d = ptx2c_near_of%s(ptx2c_sites + %d);", c->nears.at[i], c->keeps ? "_kept" : "", c->nears.at[i]);
    emit_probes(w);
    w->indent--;
    insert_diverted(w, out, before);
    line(w, "}");
}
