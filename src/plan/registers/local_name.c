/* local_name.c: the C names of a function's registers and variables: their PTX names, made unique and legal. */
#include "plan/plan.h"

#include <uthash.h>

typedef struct Taken {
    UT_hash_handle hh;
    const char *name;
    Sym *sym;   /* of the module's: whose */
    int copies; /* how many other names were made from it */
} Taken;

static void take(Arena *a, Taken **set, const char *name, Sym *sym)
{
    Taken *t = NEW(a, Taken);
    t->name = name;
    t->sym = sym;
    HASH_ADD_KEYPTR(hh, *set, t->name, strlen(t->name), t);
}

static Taken *find_taken(Taken *set, const char *name)
{
    Taken *t;
    HASH_FIND_STR(set, name, t);
    return t;
}

/* The names of the module's variables and functions, which are the same for all its functions. */
static void find_module_names(Module *m)
{
    for (; m->named < m->syms.n; m->named++) {
        const char *p = place_of(m->syms.at[m->named])->name;
        if (p && !find_taken(m->names, p))
            take(m->arena, &m->names, p, m->syms.at[m->named]);
    }
}

Sym *name_of_module(const Module *m, const char *name, size_t n)
{
    Taken *t;
    HASH_FIND(hh, m->names, name, n, t);
    return t ? t->sym : NULL;
}

void name_forget(Module *m)
{
    HASH_CLEAR(hh, m->names);
    m->named = 0;
}

static bool is_taken(Taken *module, Taken *set, const char *name) { return find_taken(set, name) || find_taken(module, name); }

/* The PTX name in letters that C has, and as C may have it. */
static Str letters_of(Arena *a, const char *ptx)
{
    Str s = {0};
    for (const char *p = ptx + (ptx[0] == '%' && ptx[1]); *p; p++)
        str_addc(&s, is_alnum(*p) ? *p : '_');
    str_addc(&s, '_');
    const bool hopeless = c_reserved(s.s); /* what is reserved by its first characters */
    s.s[--s.n] = 0;
    if (hopeless || !s.n || is_digit(s.s[0])) {
        char *old = arena_printf(a, "r%s", s.s ? s.s : "");
        str_clear(&s);
        str_add(&s, old);
    }
    return s;
}

static const char *fresh(const Back *b, Taken **set, const char *ptx)
{
    Arena *a = b->a;
    Taken *module = b->m->names;
    Str s = letters_of(a, ptx);
    const size_t n = s.n;
    if (find_taken(module, s.s) && !find_taken(*set, s.s)) /* copies are counted for each function */
        take(a, set, arena_printf(a, "%s", s.s), NULL);
    Taken *like = find_taken(*set, s.s);
    for (int k = like ? like->copies : 0; is_taken(module, *set, s.s) || c_reserved(s.s) || c_is_own(s.s); k++) {
        s.s[s.n = n] = 0;
        str_printf(&s, k ? "_%d" : "_", k + 1);
        if (like)
            like->copies = k + 1;
    }
    const char *r = str_keep(a, &s);
    take(a, set, r, NULL);
    return r;
}

static void mark_read(const Opnd *o)
{
    if (o->sym && o->sym->kind == SYM_VAR && o->sym->space == SP_PARAM)
        place_of(o->sym)->read = true;
    for (uint32_t i = 0; i < o->nsub; i++)
        mark_read(&o->sub[i]);
}

/* Which results of calls anybody reads. */
static void find_read_params(const Back *b)
{
    for (int i = 0; i < b->fn->ins.n; i++) {
        const Ins *ins = &b->fn->ins.at[i];
        Emit e = isa_emit(ins);
        bool callee = false;
        for (int k = 0; k < ins->nop && !b->dead[i]; k++) {
            if (e != EMIT_CALL || callee)
                if (e != EMIT_ST)
                    mark_read(&ins->op[k]);
            callee |= ins->op[k].kind != O_LIST;
        }
    }
}

/* ---- variables of a call --------------------------------------------------------------------------------------------------- */

/* Finds the variables of calls that live longer than a lane loop: several use them, or one that may read what it wrote when
 * it was last run.  The latter does not where a write comes before all else: in its own code, as that has one entry. */
static void find_spread(const Back *b, const Items *list, int group);

static void spread_opnd(const Back *b, const Opnd *o, int at, bool write, bool always, int group)
{
    if (o->sym && o->sym->kind == SYM_VAR && o->sym->space == SP_PARAM && !place_of(o->sym)->kernel_param) {
        Place *p = place_of(o->sym);
        const bool again = p->group >= 0 && p->first >= 0 && p->first != at && !back_comes_before(b, p->first, at);
        if (p->group < 0)
            p->first = always ? at : -1;
        p->lanes |= (p->group >= 0 && p->group != group) || again || (write && p->first < 0);
        p->group = group;
    }
    for (uint32_t i = 0; i < o->nsub; i++)
        spread_opnd(b, &o->sub[i], at, write, always, group);
}

static void spread_item(const Back *b, const Item *it, int group)
{
    if (it->kind == I_GROUP && it->level == LV_LANE)
        group = it->id + 1;
    const Ins *ins = item_ins(b, it);
    for (int pass = 0; ins && pass < 2; pass++) /* reads, writes */
        for (int k = 0; k < ins->nop; k++) {
            const bool call = isa_emit(ins) == EMIT_CALL;
            const bool write = call ? k == 0 && ins->op[k].kind == O_LIST : isa_emit(ins) == EMIT_ST && k == 0;
            if (write == (pass == 1))
                spread_opnd(b, &ins->op[k], it->ins, write, write && ins->guard < 0, group);
        }
    for (int k = 0; k < it->nkid; k++)
        find_spread(b, &it->kid[k], group);
}

static void find_spread(const Back *b, const Items *list, int group)
{
    for (int i = 0; i < list->n; i++)
        spread_item(b, list->at[i], group);
}

/* Their names: an array in the state that lives across barriers, or of the function. */
static void name_spread(Back *b)
{
    if (b->mode == MODE_FUNC)
        return;
    find_spread(b, &b->plan->root, 0);
    for (int i = 0; i < b->plan->nregions; i++)
        spread_item(b, b->plan->regions[i].group, 0);
    bool state = b->mode == MODE_SCHED || info(b->tree)->has_cta;
    for (int i = 0; i < b->fn->vars.n; i++) {
        Place *p = place_of(b->fn->vars.at[i]);
        p->group = -1;
        if (!p->lanes)
            continue;
        b->plan->has_state |= state;
        p->lane_name = p->name;
        p->name = arena_printf(b->a, state ? "s->%s[l]" : "%s[l]", p->name);
        p->array = true;
        p->scalar = false;
    }
}

/* out: a result that is written through a pointer. */
static void set_array(Place *p, const Sym *v, bool out)
{
    p->array = out || v->is_array || v->vec > 1 || v->bytes > 8;
    p->scalar = !p->array;
}

/* A parameter or result of a device function. */
static void name_formal(Back *b, Taken **set, int i)
{
    Sym *v = fn_formal(b->fn, i);
    Place *p = place_of(v);
    const bool out = i >= b->fn->params.n && b->fn->rets.n > 1;
    p->name = fresh(b, set, v->kind == SYM_REG ? v->name : c_short_name(v));
    set_array(p, v, out);
    if (v->kind != SYM_REG)
        return;
    b->reg[v->index].plan->name = out ? fresh(b, set, c_short_name(v)) : p->name;
    b->reg[v->index].plan->param = true;
    for (int k = 0; v->vec > 1 && k < v->vec; k++) {
        b->reg[v->elements + k].plan->name = fresh(b, set, b->fn->regs.at[v->elements + k]->name);
        b->reg[v->elements + k].plan->param = true; /* emit_device.c declares them */
    }
}

/* The names of registers and local variables: their PTX names, made unique. */
void name_all(Back *b)
{
    Taken *set = NULL;
    find_read_params(b);
    find_module_names(b->m);
    for (EACH(Sym, v, b->fn->vars)) {
        Place *p = place_of(v);
        if (v->space == SP_SHARED || v->space == SP_PARAM)
            p->name = fresh(b, &set, c_short_name(v));
        set_array(p, v, false);
        p->group = -1;
        p->lanes = false;
    }
    for (int i = 0; i < b->fn->params.n + b->fn->rets.n && !b->fn->is_entry; i++)
        name_formal(b, &set, i);
    for (int i = 0; i < b->nreg; i++)
        b->reg[i].plan->declared = -1;
    for (int i = 0; i < b->nreg; i++)
        if (!b->reg[i].plan->name && (b->reg[i].ndef || b->reg[i].nuse))
            b->reg[i].plan->name = fresh(b, &set, b->fn->regs.at[i]->name);
    for (int i = 0; i < b->nreg; i++)
        if (b->reg[i].plan->store == ST_LANES && b->reg[i].plan->name)
            b->reg[i].plan->lane_name = fresh(b, &set, arena_printf(b->a, "%s_l", b->reg[i].plan->name));
    name_spread(b);
    HASH_CLEAR(hh, set);
}
