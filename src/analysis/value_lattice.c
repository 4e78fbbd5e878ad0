/* value_lattice.c: what may be known of a value, and what is still known where two meet. */
#include "analysis/uniform.h"

Val uniform_uni(Level level, uint64_t max)
{
    return (Val){.kind = VAL_UNI, .level = (uint8_t)level, .max = max};
}

Val uniform_join(Val a, Val v)
{
    if (a.kind == VAL_NONE)
        return v;
    if (v.kind == VAL_NONE)
        return a;
    if (a.kind == VAL_VAR || a.kind != v.kind || a.step != v.step || a.border != v.border)
        return uniform_var;
    Val r = a;
    r.level = (uint8_t)greater(a.level, v.level);
    r.several = a.several == v.several ? a.several : 0;
    r.run = a.run == v.run ? a.run : 0;
    r.zeros = (uint8_t)lesser(a.zeros, v.zeros);
    r.edge = a.edge && v.edge;
    r.grid = a.grid || v.grid;
    r.across = a.across || v.across;
    r.cst = a.cst && v.cst && a.c == v.c;
    r.known = a.known && v.known && a.warp == v.warp && a.base == v.base;
    if (v.max > a.max)
        r.max = UINT64_MAX;
    return r;
}
