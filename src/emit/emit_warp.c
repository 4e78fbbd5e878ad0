/* emit_warp.c: warp collectives: all lanes put, something is done for the warp, all lanes get; shuffles by a constant of
 * whole arrays. */
#include "emit/emit_fn.h"
#include "emit/lower.h"

#include <ctype.h>

/* ---- what is done once for the warp --------------------------------------------------------------------------------------- */

/* The function that does it: one for all instructions of a form. */
static const char *whole_name(const Ins *ins, Arena *a)
{
    Str s = {0};
    str_add(&s, "ptx2c_do_");
    for (const char *p = isa_pattern(ins, a); *p; p++) {
        if (strncmp(p, ".sync", 5) == 0)
            p += 5;
        if (strncmp(p, ".aligned", 8) == 0)
            p += 8;
        if (p[0] == ':' && p[1] == ':')
            p++;
        str_addc(&s, isalnum((unsigned char)*p) ? *p : '_');
    }
    const char *name = intern(s.s);
    str_free(&s);
    return name;
}

/* Writes those functions for the collectives of fn, but for those in done, to which it adds them. */
void emit_whole(const Fn *fn, Names *done, Arena *a, Str *out)
{
    for (int i = 0; i < fn->ins.n; i++) {
        const Ins *ins = &fn->ins.at[i];
        const char *name = ins->sides->all ? whole_name(ins, a) : NULL;
        bool known = !name;
        for (int k = 0; k < done->n && !known; k++)
            known = done->at[k] == name;
        if (known)
            continue;
        array_add(a, done, name);
        Back b = {.a = a, .fn = (Fn *)fn};
        Writer w = {.b = &b};
        const bool update = isa_is_update(ins);
        const char *params = update ? "(ptx2c_warp *w, const unsigned char *shared, void *const *d)" : "(ptx2c_warp *w)";
        str_printf(out, "/* %s */\nPTX2C_INLINE void %s%s\n{\n    %s;\n}\nPTX2C_FOR_PROCESSORS_OF(%s, void, , %s, %s)\n\n",
                   isa_pattern(ins, a), name, params, lower_text(&w, ins, ins->sides->all), name, params,
                   update ? "(w, shared, d)" : "(w)");
    }
}

/* ---- registers as arrays ---------------------------------------------------------------------------------------------------- */

/* A variable that holds 32 bits for each lane of a warp. */
static bool is_lane_array(const Back *b, const Opnd *o, Type *t)
{
    if (o->kind != O_REG || o->comp >= 0 || o->neg)
        return false;
    *t = b->fn->regs.at[o->reg]->type;
    const RegInfo *g = &b->reg[o->reg];
    return (g->store == ST_LANES || g->store == ST_STATE) && type_info[*t].bits == 32 && b->fn->regs.at[o->reg]->vec <= 1;
}

static const char *array_name(Writer *w, int reg)
{
    const RegInfo *g = &w->b->reg[reg];
    return g->store == ST_STATE ? arena_printf(w->b->a, "s->%s", g->name) : g->name;
}

/* ---- puts and gets ---------------------------------------------------------------------------------------------------------- */

/* A row's statements, a line each. */
static void emit_statements(Writer *w, const Ins *ins, const char *text)
{
    while (*text) {
        const char *end = strchr(text, ';');
        size_t n = end ? (size_t)(end - text) : strlen(text);
        line(w, "%s;", lower_text(w, ins, arena_strndup(w->b->a, text, n)));
        text += n + (end != NULL);
        text += strspn(text, " ");
    }
}

/* Lanes only meet there. */
bool collective_is_bare(const Ins *ins)
{
    return ins->sides->put && !strchr(ins->sides->put, '$') && !ins->sides->all && !ins->sides->get;
}

/* A lane puts its values, inside a loop over lanes. */
void emit_put(Writer *w, const Ins *ins)
{
    if (ins->sides->put)
        emit_statements(w, ins, ins->sides->put);
}

/* A variable for one element of a result that is no array of 32 lanes, with what the element holds. */
static const char *spare_array(Writer *w, const Ins *ins, int d, const Opnd *o)
{
    const char *name = arena_printf(w->b->a, "Q%d", w->labels++);
    line(w, "%s %s[32] = {0};", c_slot_type(ins->argtype[d]), name);
    if (o->kind == O_REG && w->b->reg[o->reg].wanted)
        line(w, "PTX2C_SIMD_MASKED(w->active) %s[l] = %s;", name, lower_value(w, o, ins->argtype[d], 0).s);
    return name;
}

/* What is done for the warp in the arrays that hold its lanes' registers. */
static void emit_update(Writer *w, const Ins *ins)
{
    const int d = isa_arg(ins, ARG_D), n = lower_elements(w, ins, d), first = w->labels;
    const bool lane = w->lane;
    w->lane = true;
    line(w, "{");
    w->indent++;
    Str s = {0};
    for (int k = 0; k < n; k++) {
        const Opnd *o = lower_element(w, &ins->arg[d], k);
        Type t;
        str_printf(&s, "%s%s", k ? ", " : "", is_lane_array(w->b, o, &t) ? array_name(w, o->reg) : spare_array(w, ins, d, o));
    }
    int spare = first;
    line(w, "void *const Q%d[] = {%s};", w->labels, s.s ? s.s : "");
    line(w, "%s_best(w, c->shared, Q%d);", whole_name(ins, w->b->a), w->labels++);
    str_free(&s);
    for (int k = 0; k < n; k++) {
        const Opnd *o = lower_element(w, &ins->arg[d], k);
        Type t;
        if (is_lane_array(w->b, o, &t))
            continue;
        if (o->kind == O_REG && w->b->reg[o->reg].wanted) {
            line(w, "PTX2C_SIMD_MASKED(w->active) {");
            w->indent++;
            lower_assign(w, ins, o, ins->argtype[d], arena_printf(w->b->a, "Q%d[l]", spare), NULL);
            w->indent--;
            line(w, "}");
        }
        spare++;
    }
    w->indent--;
    line(w, "}");
    w->lane = lane;
}

/* What is done when all lanes have put theirs. */
void emit_all(Writer *w, const Ins *ins)
{
    if (isa_is_update(ins))
        emit_update(w, ins);
    else if (ins->sides->all)
        line(w, "%s_best(w);", whole_name(ins, w->b->a));
}

static void note_lead(Writer *w, const Ins *ins)
{
    w->lead = ins;
    w->lead_text = arena_printf(w->b->a, "Q%d", w->labels++);
    line(w, "const uint32_t %s = %s;", w->lead_text, lower_text(w, ins, strstr(ins->sides->get, " = ") + 3));
}

/* Its result is one for the warp; a variable for each lane takes it all the same. */
static bool get_alike(Writer *w, const Ins *ins, const char *m)
{
    Back *b = w->b;
    const int d = isa_arg(ins, ARG_D);
    if (!isa_is_alike(ins) || ins->arg[d].kind != O_REG)
        return false;
    const bool scalar = b->reg[ins->arg[d].reg].val.kind == VAL_UNI;
    if (!scalar && !opnd_is_number(b, ins, isa_arg(ins, ARG_M)))
        return false;
    if (!b->reg[ins->arg[d].reg].wanted)
        return true;
    const char *e = lower_text(w, ins, strstr(ins->sides->get, " = ") + 3);
    if (scalar) {
        lower_assign(w, ins, &ins->arg[d], ins->argtype[d], e, NULL);
    } else {
        const char *all = arena_printf(b->a, "Q%d", w->labels++);
        line(w, "const uint32_t %s = %s;", all, e);
        w->lane = true;
        line(w, "PTX2C_SIMD_MASKED(%s) {", m);
        w->indent++;
        lower_assign(w, ins, &ins->arg[d], ins->argtype[d], all, NULL);
        w->indent--;
        line(w, "}");
        w->lane = false;
    }
    return true;
}

/* The lanes of m take the results of a collective. */
void emit_get(Writer *w, const Ins *ins, const char *m)
{
    if (w->b->mode == MODE_SCHED && ins->sides->get && takes_lead(w->b, ins)) {
        note_lead(w, ins);
        return;
    }
    if (!ins->sides->get || get_alike(w, ins, m))
        return;
    if (ins->sides->get[0] == '$' && strstr(ins->sides->get, ".* = ")) {
        w->lane = true;
        line(w, ins->sides->all ? "PTX2C_SIMD_MASKED(%s) {" : "PTX2C_MASKED(%s) {", m);
        w->indent++;
        lower_rows(w, ins, ins->sides->get, NULL);
        w->indent--;
        line(w, "}");
        w->lane = false;
        return;
    }
    const bool moves = w->b->mode == MODE_SCHED && ins->mnemonic == INS_SHFL; /* it only reads what was put */
    w->lane = true;
    line(w, moves ? "PTX2C_SIMD_MASKED(%s) {" : "PTX2C_MASKED(%s) {", m);
    w->indent++;
    lower_rows(w, ins, ins->sides->get, NULL);
    w->indent--;
    line(w, "}");
    w->lane = false;
}

/* A shuffle by a constant distance, of whole arrays. */
static bool constant_shuffle(Writer *w, const Ins *ins, const char *m)
{
    Back *b = w->b;
    int d = isa_arg(ins, ARG_D), p = isa_arg(ins, ARG_P), a = isa_arg(ins, ARG_A), by = isa_arg(ins, ARG_B), c = isa_arg(ins, ARG_C);
    Type t, of = T_U32;
    if (ins->mnemonic != INS_SHFL || ins->guard >= 0 || !is_lane_array(b, &ins->arg[d], &t) ||
        !b->reg[ins->arg[d].reg].wanted || !uniform_opnd(b, &ins->arg[by]).cst || !uniform_opnd(b, &ins->arg[c]).cst ||
        (p >= 0 && ins->arg[p].kind == O_REG && b->reg[ins->arg[p].reg].wanted))
        return false;
    const char *from;
    if (is_lane_array(b, &ins->arg[a], &of)) {
        from = array_name(w, ins->arg[a].reg);
    } else {
        from = arena_printf(b->a, "Q%d", w->labels++);
        line(w, "uint32_t %s[32]%s;", from, strcmp(m, "m") == 0 ? "" : " = {0}");
        w->lane = true;
        line(w, "PTX2C_SIMD_MASKED(%s) %s[l] = %s;", m, from, lower_arg(w, ins, a, 'u').s);
        w->lane = false;
    }
    line(w, "ptx2c_shuffle_%s%s(%s, %s, %s, %llu, %llu);", isa_slot(ins, SLOT_MODE), of == T_F32 ? "_f32" : "", m, array_name(w, ins->arg[d].reg), from,
         (unsigned long long)uniform_opnd(b, &ins->arg[by]).c, (unsigned long long)uniform_opnd(b, &ins->arg[c]).c);
    return true;
}

/* A warp collective: all lanes put, then all lanes get. */
void emit_collective(Writer *w, const Ins *ins)
{
    const char *m = mask_name(w, w->mask);
    if (isa_arg(ins, ARG_M) >= 0 && ins->arg[isa_arg(ins, ARG_M)].kind == O_NONE)
        return; /* of lockstep.c: that one loop over lanes ends is all */
    if (w->b->mode == MODE_WARP && constant_shuffle(w, ins, m))
        return;
    if (collective_is_bare(ins)) {
        line(w, "%s;", ins->sides->put);
        return;
    }
    w->lane = true;
    if (ins->guard >= 0) {
        line(w, "uint32_t Q%d = 0;", w->labels);
        line(w, "PTX2C_MASKED(%s) Q%d |= (uint32_t)(%s) << l;", m, w->labels,
             lower_cond(w, ins->guard, ins->guard_neg));
        m = arena_printf(w->b->a, "Q%d", w->labels++);
    }
    line(w, ins->sides->put ? "ptx2c_put_begin(w, %s);" : "w->active = %s;", m);
    if (ins->sides->put && (ins->sides->all || strchr(ins->sides->put, ';'))) {
        line(w, "PTX2C_SIMD_MASKED(%s) {", m);
        w->indent++;
        emit_put(w, ins);
        w->indent--;
        line(w, "}");
    } else if (ins->sides->put) {
        line(w, "PTX2C_SIMD_MASKED(%s) %s;", m, lower_text(w, ins, ins->sides->put));
    }
    emit_all(w, ins);
    emit_get(w, ins, m);
    w->lane = false;
}
