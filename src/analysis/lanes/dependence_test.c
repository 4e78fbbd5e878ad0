/* dependence_test.c: whether two accesses may touch the same memory in different lanes of a warp, so that it matters that all lanes have
 * done the first before one does the second.
 *
 * The loop over lanes that both stand in does them lane by lane, ascending, or side by side.  A store that a lower lane
 * does last into what a higher one has read first would come too early.  Where the store comes first, either order counts: a
 * compiler that is told that lanes' work has no order may do a load early.
 *
 * Shared memory: they meet unless it is shown that they don't, by their addresses, or by what else is known of the lanes
 * (row_test.c).  Different variables are apart.
 * Global memory: the lanes of all warps reach it, and between those there is no order without a barrier; a program that
 * counts on one does so for addresses that differ only by the lanes' numbers.  So they meet only where nothing unknown is
 * left of their difference (volatile ones as in shared memory), and not where all lanes do both at one place.  A load before
 * an atomic operation, which finds out itself whether another came first, is not in its way.  Different variables and
 * parameters are apart. */
#include "analysis/lanes/lane_sum.h"

/* What is unknown of a difference: a multiple of step (0: nothing), which is not negative where !down, not positive where
 * !up; and a number in lo..hi.  And of the lanes: those that do one access and those that do the other have the same number
 * in only; NULL: any. */
typedef struct Doubt { int64_t step, lo, hi; bool up, down; const int64_t *only; } Doubt;

static bool is_exact(const Doubt *d) { return !d->step && !d->lo && !d->hi; }

/* Of a number that lies between two, and is a multiple of some other, one of both is taken into account. */
typedef enum DoubtOf { DOUBT_BOUNDS, DOUBT_MULTIPLES } DoubtOf;

static void add_doubt(const Atom *x, int64_t by, DoubtOf of, Doubt *d)
{
    enum { SMALL = 1 << 16, WIDE = 32 };
    if (!by || x->key.kind == ATOM_WARP) /* the warp's number is not in doubt: all are tried */
        return;
    const int64_t step = times(by, of == DOUBT_MULTIPLES && x->multiple ? x->multiple : 1);
    if ((of == DOUBT_MULTIPLES && !within(step, WIDE - 1)) || !within(by, SMALL) || !x->bounded || x->hi - x->lo > SMALL) {
        d->step = gcd(d->step, step);
        d->up |= !x->natural || by > 0;
        d->down |= !x->natural || by < 0;
        return;
    }
    d->lo += lesser(by * x->lo, by * x->hi);
    d->hi += greater(by * x->lo, by * x->hi);
}

/* Both are done only by lanes for which one and the same number is 0. */
static const int64_t *only_lanes(const Lanes *w, const Access *a, const Access *b, bool again)
{
    if (!a->only || !b->only || !sum_same(a->only, b->only))
        return NULL;
    for (int i = 0; i < a->only->n; i++)
        if (!lane_holds_still(w, a->only->term[i].atom, a, b, again))
            return NULL;
    return a->only->lane;
}

static Doubt doubts(const Lanes *w, const Access *a, const Access *b, bool again, DoubtOf of)
{
    Doubt d = {.only = only_lanes(w, a, b, again)};
    for (int i = 0, j = 0; i < a->at.n || j < b->at.n;) {
        const int x = i < a->at.n ? a->at.term[i].atom : INT32_MAX, y = j < b->at.n ? b->at.term[j].atom : INT32_MAX;
        const int atom = (int)lesser(x, y);
        const int64_t ka = x == atom ? a->at.term[i++].by : 0, kb = y == atom ? b->at.term[j++].by : 0;
        if (lane_holds_still(w, atom, a, b, again)) {
            add_doubt(&w->atoms.at[atom], plus(kb, -ka), of, &d);
        } else {
            add_doubt(&w->atoms.at[atom], -ka, of, &d);
            add_doubt(&w->atoms.at[atom], kb, of, &d);
        }
    }
    return d;
}

/* Whether minus such a multiple lies in from..to. */
static bool holds_multiple(int64_t from, int64_t to, const Doubt *d)
{
    if (from <= 0 && to >= 0)
        return true;
    if (!d->step || (from > 0 ? !d->down : !d->up))
        return false;
    return from > 0 ? (to / d->step) * d->step >= from : (-from / d->step) * d->step >= -to;
}

/* The order among the lanes counts: that of lane i's second access and lane j's first. */
static bool counts(const Access *a, int i, int j, const Doubt *d)
{
    return i != j && !(d->only && d->only[i] != d->only[j]) && (a->writes || i < j);
}

static bool apart(const Lanes *w, const Access *a, const Access *b)
{
    if (a->space != b->space)
        return true;
    const int *roots_a = a->root < 0 ? a->roots : &a->root, *roots_b = b->root < 0 ? b->roots : &b->root;
    const int n = a->root < 0 ? a->nroots : 1, m = b->root < 0 ? b->nroots : 1;
    for (int i = 0; i < n * m; i++) {
        const int ra = roots_a[i / m], rb = roots_b[i % m];
        const Sym *x = w->atoms.at[ra].sym, *y = w->atoms.at[rb].sym;
        if (ra == rb || (a->space == SP_SHARED && x->linkage == LINK_EXTERN && y->linkage == LINK_EXTERN))
            return false;
    }
    return n * m > 0;
}

static int64_t place(const Lanes *w, const Access *a, int lane, int64_t warp)
{
    return plus(lane_part(&a->at, lane), warp < 0 ? 0 : warp_part(w, &a->at, warp));
}

/* In a variable of known size, as far as that is known of the address. */
static bool inside(const Lanes *w, const Access *a, int lane, int64_t warp)
{
    const Sym *s = a->root >= 0 && w->atoms.at[a->root].key.kind == ATOM_SYM ? w->atoms.at[a->root].sym : NULL;
    const int64_t at = place(w, a, lane, warp);
    for (int i = 0; i < a->at.n; i++)
        if (w->atoms.at[a->at.term[i].atom].key.kind != ATOM_WARP && a->at.term[i].atom != a->root)
            return true;
    return !s || !s->bytes || (at >= 0 && at < (int64_t)s->bytes);
}

/* In the block's warp of that number the lane does the access, as far as is known. */
static bool may_do(const Lanes *w, const Access *a, int lane, int64_t warp)
{
    const Sum *s = warp < 0 ? NULL : a->only;
    for (int i = 0; s && i < s->n; i++)
        if (w->atoms.at[s->term[i].atom].key.kind != ATOM_WARP)
            return true;
    return !s || plus(lane_part(s, lane), warp_part(w, s, warp)) == 0;
}

/* Whether lane i's second access and lane j's first touch; warp: in the block's warp of that number. */
static bool touch(const Lanes *w, const Access *a, const Access *b, int i, int j, int64_t warp, const Doubt *d)
{
    const int64_t off = plus(place(w, b, i, warp), -place(w, a, j, warp));
    return holds_multiple(plus(off, d->lo) - (a->bytes - 1), plus(off, d->hi) + (b->bytes - 1), d) &&
           (warp < 0 || (inside(w, a, j, warp) && inside(w, b, i, warp) && may_do(w, a, j, warp) && may_do(w, b, i, warp)));
}

/* The warp's number counts alike for both. */
static bool same_warp_part(const Lanes *w, const Access *a, const Access *b)
{
    int i = 0, j = 0;
    for (;; i++, j++) {
        while (i < a->at.n && w->atoms.at[a->at.term[i].atom].key.kind != ATOM_WARP)
            i++;
        while (j < b->at.n && w->atoms.at[b->at.term[j].atom].key.kind != ATOM_WARP)
            j++;
        if (i == a->at.n || j == b->at.n)
            return i == a->at.n && j == b->at.n;
        if (a->at.term[i].atom != b->at.term[j].atom || a->at.term[i].by != b->at.term[j].by)
            return false;
    }
}

/* Two pieces of memory that all lanes' accesses lie in are apart. */
static bool far_apart(const Access *a, const Access *b, const Doubt *d)
{
    int64_t lo[2] = {INT64_MAX, INT64_MAX}, hi[2] = {INT64_MIN, INT64_MIN};
    for (int k = 0; k < 2 && !d->step; k++)
        for (int l = 0; l < 32; l++) {
            const Sum *s = k ? &b->at : &a->at;
            const int64_t at = lane_part(s, l);
            lo[k] = lesser(at, lo[k]);
            hi[k] = greater(at, hi[k]);
        }
    return !d->step && (plus(lo[1], d->lo) >= plus(hi[0], a->bytes) || plus(hi[1], plus(d->hi, b->bytes)) <= lo[0]);
}

/* Whether any lanes touch whose order counts; same: in any warp alike. */
static bool search(const Lanes *w, const Access *a, const Access *b, const Doubt *d, bool same)
{
    for (int warp = same ? -1 : 0; warp < (same ? 0 : w->warps); warp++)
        for (int i = 0; i < 32; i++)
            for (int j = 0; j < 32; j++)
                if ((b->mask >> i & 1) && (a->mask >> j & 1) && counts(a, i, j, d) && touch(w, a, b, i, j, warp, d))
                    return true;
    return false;
}

static bool any_touch(const Lanes *w, const Access *a, const Access *b, const Doubt *d)
{
    const bool same = same_warp_part(w, a, b);
    if (same && far_apart(a, b, d))
        return false;
    if (!same || a->at.lane != b->at.lane || !is_exact(d) || d->only || (a->mask & b->mask) != UINT32_MAX || a->bytes != b->bytes)
        return search(w, a, b, d, same);
    const int64_t off = plus(b->at.c, times(a->at.c, -1));
    Known *k = &w->known[(uint64_t)off % KNOWN_MOST];
    if (k->lane != a->at.lane || k->off != off || k->bytes != a->bytes || k->writes != a->writes)
        *k = (Known){a->at.lane, off, a->bytes, a->writes, search(w, a, b, d, true)};
    return k->touch;
}

/* ---- pairs ------------------------------------------------------------------------------------------------------- */

/* Whether in no two lanes, whose order counts, the number x is the same. */
static bool all_apart(const Lanes *w, const Access *a, const Access *b, bool again, const Sum *x)
{
    Access of_a = *a, of_b = *b;
    of_a.at = of_b.at = *x;
    of_a.bytes = of_b.bytes = 1;
    of_a.root = of_b.root = -1;
    const Doubt d = doubts(w, &of_a, &of_b, again, DOUBT_BOUNDS);
    return !any_touch(w, &of_a, &of_b, &d);
}

/* The access is at by * (2 * x - (x & (h - 1))) + rest, for a number h that is the same for all lanes: there is no bit h. */
static bool leaves_gap(const Lanes *w, const Access *a, int *and, int64_t *by, Sum *rest)
{
    for (int i = 0; i < a->at.n; i++) {
        const Term t = a->at.term[i];
        const Sum *of = w->atoms.at[t.atom].and, low = sum_atom(t.atom);
        if (!of || t.by >= 0)
            continue;
        *and = t.atom;
        *by = -t.by;
        return sum_add((Lanes *)w, &a->at, 1, &low, *by, rest) && sum_add((Lanes *)w, rest, 1, &of[0], -2 * *by, rest);
    }
    return false;
}

/* Both are what pairs of elements that are h apart (a power of two) consist of, one pair for each number x, and no two lanes
 * have the same number. */
static bool in_pairs(const Lanes *w, const Access *a, const Access *b, bool again)
{
    int and, other;
    int64_t by, by_other;
    Sum rest, rest_other, d, h;
    if (!leaves_gap(w, a, &and, &by, &rest) || !leaves_gap(w, b, &other, &by_other, &rest_other) || and != other ||
        by != by_other || !sum_add((Lanes *)w, &rest_other, 1, &rest, -1, &d))
        return false;
    const Sum *of = w->atoms.at[and].and;
    const Sum one = sum_number(1), zero = {0};
    for (int i = 0; i < of[1].n; i++) {
        const Atom *x = &w->atoms.at[of[1].term[i].atom];
        if (!lane_holds_still(w, of[1].term[i].atom, a, b, again && x->blk))
            return false;
    }
    if (!sum_add((Lanes *)w, &of[1], by, &one, by, &h))
        return false;
    Sum minus;
    if (!sum_add((Lanes *)w, &h, -1, &zero, 0, &minus) || !(sum_same(&d, &zero) || sum_same(&d, &h) || sum_same(&d, &minus)))
        return false;
    return all_apart(w, a, b, again, &of[0]);
}

/* Each lane does both at one place that is the same for all threads of the block: nothing passes from one to another that
 * does not pass to all. */
static bool at_one_place(const Lanes *w, const Access *a, const Access *b)
{
    for (int k = 0; k < 2; k++) {
        const Access *x = k ? b : a;
        if (x->at.lane || x->mask != UINT32_MAX)
            return false;
        for (int i = 0; i < x->at.n; i++)
            if (w->atoms.at[x->at.term[i].atom].key.kind == ATOM_WARP || lane_varies(w, x->at.term[i].atom, x->blk))
                return false;
    }
    return true;
}

/* They may be copies of a loop's round that compilers make: the same but for a constant, and in between some lanes leave. */
static bool in_copies(const Lanes *w, const Access *a, const Access *b)
{
    if (a->at.lane != b->at.lane || !a->at.lane || !cfg_dominates(a->blk, b->blk))
        return false;
    for (const Blk *x = b->blk; x != a->blk;) {
        x = x->idom;
        if (w->spread[x->id])
            return true;
    }
    return false;
}

/* Whatever their addresses: nothing is written, atomic operations find out themselves, other variables are apart. */
static bool never_matters(const Lanes *w, const Access *a, const Access *b)
{
    if ((!a->writes && !b->writes) || (a->atomic && b->atomic) || !a->mask || !b->mask || apart(w, a, b))
        return true;
    return a->space == SP_GLOBAL && ((!a->writes && b->atomic) || at_one_place(w, a, b));
}

/* What is filled by index, or by numbers that atomic additions give out, goes to each place once, in blocks as wide as they are meant to be. */
static bool fills_once(const Lanes *w, const Access *a, const Access *b, bool again, bool exact)
{
    const bool stores = !a->reads && !b->reads && !a->is_volatile && !b->is_volatile;
    const bool narrow = w->tile && w->tile < w->row; /* than the blocks that it is for: where they meet, the stores do so, too */
    return stores && (again || (!a->data && !b->data)) && (!exact || in_copies(w, a, b) || narrow);
}

static Meeting meet_at(Lanes *w, const Access *a, const Access *b, bool again)
{
    const bool careful = a->space == SP_SHARED || ((a->is_volatile || b->is_volatile) && !a->atomic && !b->atomic);
    if (never_matters(w, a, b))
        return MEET_NEVER;
    if (a->unknown || b->unknown)
        return careful ? MEET_PERHAPS : MEET_NEVER;
    const Doubt d = doubts(w, a, b, again, DOUBT_BOUNDS), multiples = doubts(w, a, b, again, DOUBT_MULTIPLES);
    if ((d.step && !careful) || !any_touch(w, a, b, &d) || (multiples.step != d.step && !any_touch(w, a, b, &multiples)) ||
        fills_once(w, a, b, again, is_exact(&d)) || rows_apart(w, a, b, again))
        return MEET_NEVER;
    if (is_exact(&d))
        return at_one_place(w, a, b) ? MEET_PERHAPS : MEET_SURELY;
    return in_pairs(w, a, b, again) ? MEET_NEVER : MEET_PERHAPS;
}

/* ---- one of two addresses ---------------------------------------------------------------------------------------- */

enum { CHOICES = 3 }; /* that are followed in an address */

/* The access where a choice among two values has that outcome.  False: its address holds none. */
static bool choose(const Lanes *w, const Access *a, bool outcome, Access *chosen)
{
    for (int i = 0; i < a->at.n; i++) {
        const Term t = a->at.term[i];
        const Sum *of = w->atoms.at[t.atom].either, atom = sum_atom(t.atom);
        if (!of)
            continue;
        *chosen = *a;
        if (!sum_add((Lanes *)w, &a->at, 1, &atom, -t.by, &chosen->at) ||
            !sum_add((Lanes *)w, &chosen->at, 1, &of[outcome], t.by, &chosen->at))
            return false;
        chosen->root = lane_root(w, &chosen->at);
        return true;
    }
    return false;
}

static Meeting meet_chosen(Lanes *w, const Access *a, const Access *b, bool again, int choices)
{
    Access x, y;
    const Meeting m = meet_at(w, a, b, again);
    if (m == MEET_NEVER || choices == 0)
        return m;
    const bool first = choose(w, a, false, &x);
    if (!first && !choose(w, b, false, &y))
        return m;
    for (int k = 0; k < 2; k++) {
        choose(w, first ? a : b, k, first ? &x : &y);
        if (meet_chosen(w, first ? &x : a, first ? b : &y, again, choices - 1) != MEET_NEVER)
            return MEET_PERHAPS;
    }
    return MEET_NEVER;
}

Meeting lanes_meet(Lanes *w, const Access *a, const Access *b, bool again) { return meet_chosen(w, a, b, again, CHOICES); }
