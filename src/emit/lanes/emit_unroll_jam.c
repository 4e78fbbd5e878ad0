/* emit_unroll_jam.c: loops over lanes that are done for several rows at once (unroll_jam.c), as C. */
#include "emit/emit_fn.h"

/* What one statement, or several, has become, for each row. */
static void put_for_rows(Writer *w, const Str *text)
{
    const char *first = text->s + strspn(text->s, " "), *end = strchr(first, '\n');
    if (end && end[1] == 0)
        line(w, "PTX2C_EACH_ROW %.*s", (int)(end - first), first);
    else {
        line(w, "PTX2C_EACH_ROW {");
        str_add(w->out, text->s);
        line(w, "}");
    }
}

/* Each statement as a loop over rows, but for what they share. */
static void statements(Writer *w, Items *body)
{
    Back *b = w->b;
    bool *seen = NEWN(b->a, bool, b->nreg + 1);
    for (int i = 0; i < body->n; i++) {
        const Dest d = ins_dest(&b->fn->ins.at[body->at[i]->ins]);
        const bool local = d.n == 1 && b->reg[d.reg].plan->store == ST_LOCAL, each = !local || b->reg[d.reg].plan->row == ROW_EACH;
        const bool first_write = local && !seen[d.reg];
        if (local)
            seen[d.reg] = true;
        Str text = {0}, *out = divert(w, &text);
        w->row = each;
        if (!each && first_write)
            b->reg[d.reg].plan->declared = body->at[i]->ins;
        w->indent += each;
        w->unbroken = each;
        emit_instruction(w, body->at[i]);
        w->unbroken = false;
        w->indent -= each;
        w->out = out;
        Str mark = {0};
        if (w->o->trace)
            trace_unwrap(&text, &mark);
        if (first_write && each)
            line(w, "%s %s[PTX2C_ROWS];", reg_ctype(b, d.reg), b->reg[d.reg].plan->name);
        str_add(w->out, mark.n ? mark.s : "");
        if (text.n && each)
            put_for_rows(w, &text);
        else
            str_addn(w->out, text.s, text.n);
        if (mark.n)
            trace_close(w->out);
        str_free(&mark);
        str_free(&text);
    }
}

/* What lanes keep is in variables while the loops over rows run, so that no store stands between the rows. */
static void lanes_of_rows(Writer *w, Item *lanes)
{
    Back *b = w->b;
    Items *body = &lanes->kid[0];
    bool *read = NEWN(b->a, bool, b->nreg + 1), *written = NEWN(b->a, bool, b->nreg + 1);
    for (int i = 0; i < body->n; i++)
        for (Refs ref = ins_refs(&b->fn->ins.at[body->at[i]->ins]); refs_next(&ref);)
            if (b->reg[ref.reg].plan->store == ST_STATE) {
                written[ref.reg] |= ref.write;
                read[ref.reg] |= !written[ref.reg];
            }
    block(w, "PTX2C_LANES(n) {");
    for (int r = 0; r < b->nreg; r++)
        if (read[r] || written[r])
            line(w, "%s %s[PTX2C_ROWS];", reg_ctype(b, r), b->reg[r].plan->name);
    for (int r = 0; r < b->nreg; r++)
        if (read[r])
            line(w, "PTX2C_EACH_ROW %s[j] = s[j].%s[l];", b->reg[r].plan->name, b->reg[r].plan->name);
    w->lane = true;
    if (lanes->rows) {
        statements(w, body);
    } else {
        block(w, "PTX2C_EACH_ROW {");
        for (int i = 0; i < body->n; i++)
            emit_instruction(w, body->at[i]);
        block_end(w);
    }
    w->lane = false;
    for (int r = 0; r < b->nreg; r++)
        if (written[r])
            line(w, "PTX2C_EACH_ROW s[j].%s[l] = %s[j];", b->reg[r].plan->name, b->reg[r].plan->name);
    block_end(w);
}

static bool own_of_row(const Back *b, const Item *it)
{
    Dest d = ins_dest(&b->fn->ins.at[it->ins]);
    return b->reg[d.reg].plan->row != ROW_SAME;
}

/* Arrays of what chunks keep or make anew for a row of their own: cached says that it is there. */
static void declare_kept(Writer *w, int reg, bool write)
{
    RegInfo *g = &w->b->reg[reg];
    if (g->plan->store != ST_STATE_SCALAR || g->plan->row == ROW_SAME || g->plan->cached || write)
        return;
    g->plan->cached = CACHE_LOADED;
    if (g->plan->remade)
        remade_inputs(w, reg, declare_kept);
    line(w, "%s %s[PTX2C_ROWS];", reg_ctype(w->b, reg), g->plan->name);
    line(w, "PTX2C_EACH_ROW %s[j] = %s;", g->plan->name,
         g->plan->remade ? remade_text(w, reg) : arena_printf(w->b->a, "s[j].%s", g->plan->name));
}

static void forget_kept(Writer *w, int reg, bool write)
{
    RegInfo *g = &w->b->reg[reg];
    if (g->plan->store != ST_STATE_SCALAR || g->plan->row == ROW_SAME || !g->plan->cached || write)
        return;
    g->plan->cached = CACHE_NONE;
    if (g->plan->remade)
        remade_inputs(w, reg, forget_kept);
}

static void each_ref(Writer *w, const Items *in, int n, void (*f)(Writer *w, int reg, bool write))
{
    for (int i = 0; i < n; i++)
        for (Refs ref = ins_refs(&w->b->fn->ins.at[in->at[i]->ins]); refs_next(&ref);)
            f(w, ref.reg, ref.write);
}

/* What the loop over lanes reads of a row. */
static void declare_for_rows(Writer *w, int reg, bool write)
{
    const RegPlan *p = w->b->reg[reg].plan;
    if (write && p->row == ROW_EACH && p->store == ST_SCALAR)
        line(w, "%s %s[PTX2C_ROWS];", reg_ctype(w->b, reg), p->name);
}

void unroll_jam_emit(Writer *w, Item *group)
{
    Items *in = &group->kid[0], part = {.owner = group, .level = LV_CHUNK};
    Item *lanes = in->at[in->n - 1];
    w->rows = w->row = true;
    each_ref(w, in, in->n - 1, declare_kept);
    each_ref(w, &lanes->kid[0], lanes->kid[0].n, declare_kept);
    for (int own = 0; own < 2; own++) {
        part.n = 0;
        for (int i = 0; i + 1 < in->n; i++)
            if (own_of_row(w->b, in->at[i]) == (own == 1))
                array_add(w->b->a, &part, in->at[i]);
        each_ref(w, &part, own ? part.n : 0, declare_for_rows);
        Str text = {0}, *out = divert(w, &text);
        w->row = own;
        w->indent += own;
        for (int i = 0; i < part.n; i++)
            emit_instruction(w, part.at[i]);
        w->indent -= own;
        w->out = out;
        if (own && text.n)
            line(w, "PTX2C_EACH_ROW {");
        str_add(w->out, text.s ? text.s : "");
        if (own && text.n)
            line(w, "}");
        str_free(&text);
    }
    w->row = true;
    const Trial trial = trial_begin(w, lanes);
    lanes_of_rows(w, lanes);
    trial_end(w, lanes, trial);
    w->row = false;
    each_ref(w, in, in->n - 1, forget_kept);
    each_ref(w, &lanes->kid[0], lanes->kid[0].n, forget_kept);
    w->rows = false;
}
