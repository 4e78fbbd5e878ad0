/* ref_int.c: references for everything but floating-point arithmetic. */
#include "ref.h"

static void add(const Ref *r, const Value in[], Value out[])
{
    (void)r;
    out[0].lo = in[0].lo + in[1].lo;
}

bool ref_int(const Case *c, Ref *r)
{
    if (!ref_named(c, "add") || !ref_typed(c, "s32", "s32") || ref_has(c, "sat") || c->nin != 2 || c->nout != 1)
        return false;
    r->bits = add;
    return true;
}
