/* lane_sum.c: arithmetic with sums that have a part for each lane (lane.h).  Sums are those of numbers without bounds: that
 * no address wraps is taken for granted. */
#include "analysis/lanes/lane_sum.h"

#define uthash_fatal(msg) ice("%s", msg)
#define uthash_malloc(bytes) arena_alloc(w->a, (bytes)) /* all tables are those of a Lanes *w, and end with it */
#define uthash_free(p, bytes) ((void)(p))
#include <uthash.h>

struct AtomNo { AtomKey key; int no; UT_hash_handle hh; };
struct Table { int64_t lane[32]; UT_hash_handle hh; };

int64_t plus(int64_t a, int64_t b) { return (int64_t)((uint64_t)a + (uint64_t)b); }
int64_t times(int64_t a, int64_t b) { return (int64_t)((uint64_t)a * (uint64_t)b); }

int atom_no(Lanes *w, AtomKind kind, int64_t a, int64_t b)
{
    const AtomKey key = {kind, a, b};
    struct AtomNo *x;
    HASH_FIND(hh, w->atom_no, &key, sizeof key, x);
    if (!x) {
        x = NEW(w->a, struct AtomNo);
        x->key = key;
        x->no = w->atoms.n;
        HASH_ADD(hh, w->atom_no, key, sizeof key, x);
        array_add(w->a, &w->atoms, ((Atom){.key = key, .natural = kind >= ATOM_SREG && kind <= ATOM_ROUND}));
    }
    return x->no;
}

Sum sum_number(int64_t c) { return (Sum){.c = c}; }
Sum sum_atom(int atom) { return (Sum){.n = 1, .term = {{atom, 1}}}; }

Sum sum_lanes(Lanes *w, const int64_t lane[32])
{
    int64_t v[32];
    bool any = false;
    for (int l = 0; l < 32; l++)
        any |= (v[l] = plus(lane[l], times(lane[0], -1))) != 0;
    Sum s = {.c = lane[0]};
    if (!any)
        return s;
    struct Table *t;
    HASH_FIND(hh, w->tables, v, sizeof v, t);
    if (!t) {
        t = NEW(w->a, struct Table);
        memcpy(t->lane, v, sizeof v);
        HASH_ADD(hh, w->tables, lane, sizeof v, t);
    }
    s.lane = t->lane;
    return s;
}

bool sum_add(Lanes *w, const Sum *a, int64_t ka, const Sum *b, int64_t kb, Sum *out)
{
    Sum r = {.c = plus(times(a->c, ka), times(b->c, kb))};
    for (int i = 0, j = 0; i < a->n || j < b->n;) {
        const int x = i < a->n ? a->term[i].atom : INT32_MAX, y = j < b->n ? b->term[j].atom : INT32_MAX;
        const int64_t by = x <= y ? times(a->term[i++].by, ka) : 0;
        const Term t = {(int)lesser(x, y), plus(by, y <= x ? times(b->term[j++].by, kb) : 0)};
        if (!t.by)
            continue;
        if (r.n == SUM_TERMS)
            return false;
        r.term[r.n++] = t;
    }
    if ((a->lane && ka) || (b->lane && kb)) {
        int64_t v[32];
        for (int l = 0; l < 32; l++)
            v[l] = plus(times(lane_more(a, l), ka), times(lane_more(b, l), kb));
        r.lane = sum_lanes(w, v).lane;
    }
    *out = r;
    return true;
}

static int product_atom(Lanes *w, int x, int y)
{
    const int p = atom_no(w, ATOM_PRODUCT, lesser(x, y), greater(x, y));
    const Atom *f = &w->atoms.at[x], *g = &w->atoms.at[y];
    w->atoms.at[p].varies = f->varies || g->varies;
    w->atoms.at[p].natural = f->natural && g->natural;
    w->atoms.at[p].blk = !f->blk || (g->blk && cfg_dominates(f->blk, g->blk)) ? g->blk : f->blk;
    return p;
}

bool sum_mask(Lanes *w, const Sum *x, int64_t mask, Sum *out)
{
    if (x->n != 1 || x->lane || x->c || x->term[0].by != 1)
        return false;
    const int of = x->term[0].atom, no = atom_no(w, ATOM_MASKED, of, mask);
    Atom *m = &w->atoms.at[no];
    const Atom *a = &w->atoms.at[of];
    if (!m->and) {
        Sum *and = NEWN(w->a, Sum, 2);
        and[0] = *x;
        and[1] = sum_number(mask);
        *m = (Atom){.key = m->key, .natural = true, .bounded = true, .hi = mask, .and = and};
    }
    m->varies = a->varies;
    m->data = a->data;
    m->blk = a->blk;
    *out = sum_atom(no);
    return true;
}

/* Of two sums one of which is a number, or one atom alone and the other without a part for each lane. */
bool sum_multiply(Lanes *w, const Sum *a, const Sum *b, Sum *out)
{
    const Sum zero = {0};
    if (sum_is_number(b))
        return sum_add(w, a, b->c, &zero, 0, out);
    if (sum_is_number(a))
        return sum_add(w, b, a->c, &zero, 0, out);
    if (b->n != 1 || b->lane || b->c) {
        const Sum *t = a;
        a = b;
        b = t;
    }
    if (a->lane || b->n != 1 || b->lane || b->c)
        return false;
    Sum r = {0};
    if (!sum_add(w, b, a->c, &zero, 0, &r))
        return false;
    for (int i = 0; i < a->n; i++) {
        const Sum p = sum_atom(product_atom(w, a->term[i].atom, b->term[0].atom));
        if (!sum_add(w, &r, 1, &p, times(a->term[i].by, b->term[0].by), &r))
            return false;
    }
    *out = r;
    return true;
}

bool sum_same(const Sum *a, const Sum *b)
{
    bool same = a->n == b->n && a->c == b->c && a->lane == b->lane;
    for (int i = 0; i < a->n && same; i++)
        same = a->term[i].atom == b->term[i].atom && a->term[i].by == b->term[i].by;
    return same;
}

int64_t gcd(int64_t a, int64_t b)
{
    a = a < 0 ? times(a, -1) : a;
    b = b < 0 ? times(b, -1) : b;
    while (b > 0) {
        const int64_t r = a % b;
        a = b;
        b = r;
    }
    return a;
}

int64_t sum_factor(const Sum *s, int64_t of)
{
    int64_t g = gcd(of, s->c);
    for (int i = 0; i < s->n; i++)
        g = gcd(g, s->term[i].by);
    for (int l = 0; s->lane && l < 32; l++)
        g = gcd(g, s->lane[l]);
    return g;
}

bool sum_has_varying(const Lanes *w, const Sum *s)
{
    for (int i = 0; i < s->n; i++)
        if (w->atoms.at[s->term[i].atom].varies)
            return true;
    return false;
}

bool sum_divides(const Sum *s, int64_t by)
{
    for (int i = 0; i < s->n; i++)
        if (s->term[i].by % by)
            return false;
    return true;
}

int64_t sum_by(const Sum *s, int atom)
{
    int64_t by = 0;
    for (int i = 0; i < s->n; i++)
        by = s->term[i].atom == atom ? s->term[i].by : by;
    return by;
}

int64_t atom_low_mask(const Atom *x)
{
    const int64_t mask = x->and && sum_is_number(&x->and[1]) ? x->and[1].c : 0;
    return mask > 0 && !(mask & plus(mask, 1)) ? mask : 0;
}

bool atom_end(const Atom *x, int64_t by, int64_t *end)
{
    *end = !x->bounded ? 0 : by < 0 ? x->hi : x->lo;
    return x->bounded || (by > 0 && x->natural);
}

bool sum_natural(const Lanes *w, const Sum *s)
{
    for (int i = 0; i < s->n; i++)
        if (s->term[i].by < 0 || !w->atoms.at[s->term[i].atom].natural)
            return false;
    for (int l = 0; l < 32; l++)
        if (lane_part(s, l) < 0)
            return false;
    return true;
}

static int64_t floor_mod(int64_t x, int64_t by) { return (x % by + by) % by; }

/* Splits a sum: a multiple of by, and the rest, in 0..by-1, that a warp's lanes and its number decide. */
static bool split(Lanes *w, const Sum *s, int64_t by, Sum *high, Sum *rest)
{
    int64_t h[32], r[32], of = by; /* lanes' rests are below of */
    Term odd = {-1, 0};
    for (int i = 0; i < s->n; i++)
        if (s->term[i].by % by) {
            const AtomKey k = w->atoms.at[s->term[i].atom].key;
            if (odd.atom >= 0 || k.kind != ATOM_WARP || k.b || s->term[i].by < 0 || by % s->term[i].by)
                return false;
            odd = s->term[i];
            of = odd.by;
        }
    for (int l = 0; l < 32; l++) {
        r[l] = floor_mod(lane_part(s, l), by);
        h[l] = plus(lane_part(s, l), -r[l]) / by;
        if (r[l] >= of)
            return false;
    }
    *high = sum_lanes(w, h);
    *rest = sum_lanes(w, r);
    for (int i = 0; i < s->n; i++) {
        const Term t = s->term[i];
        const bool is_odd = t.atom == odd.atom, several = by / of < WARPS_MOST;
        Sum above = sum_atom(t.atom), below = above;
        if (is_odd) {
            const int64_t warp = w->atoms.at[t.atom].key.a;
            above = several ? sum_atom(atom_no(w, ATOM_WARP, warp, -(by / of))) : sum_number(0);
            below = several ? sum_atom(atom_no(w, ATOM_WARP, warp, by / of)) : below;
        }
        if (!sum_add(w, high, 1, &above, is_odd ? 1 : t.by / by, high) || (is_odd && !sum_add(w, rest, 1, &below, of, rest)))
            return false;
    }
    return true;
}

bool sum_modulo(Lanes *w, const Sum *s, int64_t by, Sum *out)
{
    Sum high;
    return by > 0 && split(w, s, by, &high, out);
}

bool sum_divide(Lanes *w, const Sum *s, int64_t by, Sum *out)
{
    Sum rest;
    return by > 0 && split(w, s, by, out, &rest);
}

int64_t warp_part(const Lanes *w, const Sum *s, int64_t warp)
{
    int64_t v = 0;
    for (int i = 0; i < s->n; i++) {
        const AtomKey k = w->atoms.at[s->term[i].atom].key;
        if (k.kind == ATOM_WARP)
            v = plus(v, times(s->term[i].by, k.b > 0 ? warp % k.b : k.b < 0 ? warp / -k.b : warp));
    }
    return v;
}

bool sum_bits(Lanes *w, const Sum *a, const Sum *b, char op, Sum *out)
{
    int64_t v[32], below = 1;
    for (int l = 0; l < 32; l++) {
        if (b->n || lane_part(b, l) < 0 || lane_part(b, l) > INT32_MAX)
            return false;
        while (below <= lane_part(b, l))
            below *= 2;
    }
    if (!sum_divides(a, below))
        return false;
    for (int l = 0; l < 32; l++) {
        const int64_t x = floor_mod(lane_part(a, l), below), y = lane_part(b, l);
        v[l] = op == '&' ? x & y : plus(op == '|' ? x | y : x ^ y, -x);
    }
    *out = sum_lanes(w, v);
    return op == '&' || sum_add(w, a, 1, &(Sum){.c = out->c, .lane = out->lane}, 1, out);
}
