/* emit_state.c: MODE_SCHED: what a warp keeps from region to region, as C. */
#include "emit/emit_fn.h"

/* The arrays of the places, each by the names of all that take turns in it. */
void slot_coloring_emit(Writer *w)
{
    const Back *b = w->b;
    for (int r = 0; r < b->nreg; r++) {
        const RegInfo *g = &b->reg[r];
        if (g->store != ST_STATE || g->place_taken)
            continue;
        if (g->place_next < 0) {
            line(w, "_Alignas(PTX2C_LINE) %s %s[32];", sched_ctype(b, r), g->name);
            continue;
        }
        Str names = {0};
        size_t column = 0;
        for (int k = r; k >= 0; k = b->reg[k].place_next) {
            const size_t n = strlen(b->reg[k].name) + 6;
            if (k != r)
                str_add(&names, column + n > 88 ? ",\n                 " : ", ");
            column = k == r || column + n > 88 ? n + 17 : column + n;
            str_printf(&names, "%s[32]", b->reg[k].name);
        }
        str_printf(w->out, "    union {\n        _Alignas(PTX2C_LINE) %s %s;\n    };\n", sched_ctype(b, r), names.s);
        str_free(&names);
    }
}

void state_promote(Writer *w, const Item *group, const Ins *lead)
{
    Back *b = w->b;
    state_promotion_find(b, group, lead, w->end_exits, &w->copies);
    for (int i = 0; i < w->copies.n; i++) {
        const RegInfo *g = &b->reg[w->copies.at[i]];
        if (g->copied && g->copy != COPY_MADE)
            line(w, "%s %s = s->%s[l];", sched_ctype(b, w->copies.at[i]), g->name, g->name);
    }
}

void state_store(Writer *w)
{
    for (int i = 0; i < w->copies.n; i++) {
        const RegInfo *g = &w->b->reg[w->copies.at[i]];
        if (g->copied)
            line(w, "s->%s[l] = %s;", g->name, g->name);
    }
    state_promotion_end(w->b, &w->copies);
}
