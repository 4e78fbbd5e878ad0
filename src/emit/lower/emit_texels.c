/* emit_texels.c: tex for all lanes of a chunk at once.
 *
 * Which of its ways an access to a texture goes is the same for all lanes that have the texture in common, but as long as it
 * is asked lane by lane no compiler makes vectors of the loop over lanes.  So the loop ends in front of such an access, which
 * runtime/ptx2c/texels.h does for all lanes, and another begins behind it. */
#include "emit/lower.h"

/* A coordinate as an array: its register's own, or one that a loop over lanes fills. */
static const char *coordinate(Writer *w, const Ins *ins, int k, bool *fill)
{
    const Opnd *o = lower_element(w, &ins->arg[isa_arg(ins, ARG_C)], k);
    const RegInfo *g = o->kind == O_REG ? &w->b->reg[o->reg] : NULL;
    *fill = !g || g->plan->store != ST_LANES || o->neg || o->comp >= 0 || w->b->fn->regs.at[o->reg]->type != T_F32;
    return *fill ? arena_printf(w->b->a, "%c%d", "XY"[k], w->labels) : g->plan->name;
}

void emit_texels(Writer *w, const Ins *ins)
{
    Back *b = w->b;
    const int d = isa_arg(ins, ARG_D), width = b->width;
    int most = 0;
    bool fill[2];
    const char *at[2] = {coordinate(w, ins, 0, &fill[0]), coordinate(w, ins, 1, &fill[1])};
    const Opnd *to[4];
    for (int k = 0; k < 4; k++) {
        to[k] = lower_element(w, &ins->arg[d], k);
        if (to[k]->kind == O_REG && b->reg[to[k]->reg].wanted)
            most = k + 1;
    }
    for (int k = 0; k < 2; k++)
        if (fill[k])
            line(w, "float %s[%d];", at[k], width);
    if (fill[0] || fill[1]) {
        lanes_header(w, "m", ORDER_NONE, 0);
        w->lane = true;
        w->indent++;
        for (int k = 0; k < 2; k++)
            if (fill[k])
                line(w, "%s[l] = %s;", at[k], lower_value(w, lower_element(w, &ins->arg[isa_arg(ins, ARG_C)], k), T_F32, 0).s);
        w->indent--;
        w->lane = false;
        line(w, "}");
    }
    line(w, "uint32_t V%d[%d][%d];", w->labels, most, width);
    line(w, "ptx2c_texels_2d_f32_best(c, %s, n, %s, %s, V%d[0], %d, %d);", lower_reg(w, ins->arg[isa_arg(ins, ARG_T)].reg).s, at[0],
         at[1], w->labels, most, width);
    lanes_header(w, "m", ORDER_NONE, 0);
    w->lane = true;
    w->indent++;
    for (int k = 0; k < most; k++)
        lower_assign(w, ins, to[k], (Type)ins->argtype[d],
                     arena_printf(b->a, ins->argtype[d] == T_F32 ? "ptx2c_f32_of(V%d[%d][l])" : "V%d[%d][l]", w->labels, k), NULL);
    w->indent--;
    w->lane = false;
    line(w, "}");
    w->labels++;
}
