/* value_lattice.c: what may be known of a value, and what is still known where two meet. */
#include "analysis/uniform.h"

Val uniform_uni(Level level, uint64_t max) { return (Val){.kind = VAL_UNI, .level = (uint8_t)level, .max = max}; }

Val val_of_both(Val a, Val b)
{
    return (Val){.level = (uint8_t)greater(a.level, b.level), .grid = a.grid || b.grid, .across = a.across || b.across};
}

Val uniform_join(Val a, Val v)
{
    if (a.kind == VAL_NONE)
        return v;
    if (v.kind == VAL_NONE)
        return a;
    if (a.kind == VAL_VAR || a.kind != v.kind || a.step != v.step || a.border != v.border)
        return uniform_var;
    const Val both = val_of_both(a, v);
    a.level = both.level;
    a.grid = both.grid;
    a.across = both.across;
    a.several = a.several == v.several ? a.several : 0;
    a.run = a.run == v.run ? a.run : 0;
    a.zeros = (uint8_t)lesser(a.zeros, v.zeros);
    a.edge &= v.edge;
    a.cst &= v.cst && a.c == v.c;
    a.known &= v.known && a.warp == v.warp && a.base == v.base;
    a.max = v.max > a.max ? UINT64_MAX : a.max;
    return a;
}
