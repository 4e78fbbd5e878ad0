/* row_test.c: whether two accesses of a warp's lanes, whose addresses alone leave it open, are apart: by what branches tell of the lanes
 * (lane_fact.c), as one element a[p] that only lanes t > p do not write; or by rows.
 *
 * Rows: an address row * R + column, where R is the distance of the lanes that have a row each, or a number of the launch that some
 * part of the address is a multiple of.  Programs that walk along a row with an index that a loop counts, and whose end nothing tells
 * here, are taken to stay in it (README).  So rows and columns both must be the same where two accesses meet.  Volatile accesses, and
 * columns that begin outside the row or more than a step of the loop away, may be meant for the rows beside it.
 *
 * For each pair of lanes, i of the second access and j of the first, the difference must be shown not to be one at which they touch. */
#include "analysis/lanes/lane_sum.h"

enum { ROW_LEAST = 8 /* elements: windows over fewer may overlap */ };
enum { FACTS = 32, DEPTH = 3, PAIRS_MOST = 600000 /* steps for a function */, PAIR = 20 /* at least for two accesses */ };

/* A sum of both accesses' values: lane[0] is that of the first, for its lane, lane[1] of the second. */
typedef struct Two { Sum terms; int64_t c; int64_t lane[2][32]; } Two;

typedef struct Pair {
    Lanes *w;
    const Access *of[2];
    bool again;
    uint32_t open[32];      /* by lane of the second: those of the first that it may meet */
    Two fact[2 * FACTS];
    bool differs[2 * FACTS];
    int facts;
} Pair;

static bool is_open(const Pair *p)
{
    uint32_t any = 0;
    for (int i = 0; i < 32; i++)
        any |= p->open[i];
    return any != 0;
}

/* The atom as a number of access k, which is the same number at the other one only if it holds still. */
static int own_atom(const Pair *p, int atom, int k)
{
    return lane_holds_still(p->w, atom, p->of[0], p->of[1], p->again) ? atom : atom + (1 + k) * p->w->atoms.n;
}

/* Adds by times a number of access k.  False: there are too many terms. */
static bool add(Pair *p, Two *to, const Sum *s, int k, int64_t by)
{
    Sum own = {0};
    for (int i = 0; i < s->n; i++) {
        const Sum t = {.n = 1, .term = {{own_atom(p, s->term[i].atom, k), s->term[i].by}}};
        if (!sum_add(p->w, &own, 1, &t, 1, &own))
            return false;
    }
    to->c = plus(to->c, times(s->c, by));
    for (int l = 0; s->lane && l < 32; l++)
        to->lane[k][l] = plus(to->lane[k][l], times(s->lane[l], by));
    return sum_add(p->w, &to->terms, 1, &own, by, &to->terms);
}

static bool add_two(Pair *p, Two *to, const Two *x, int64_t by)
{
    to->c = plus(to->c, times(x->c, by));
    for (int k = 0; k < 2; k++)
        for (int l = 0; l < 32; l++)
            to->lane[k][l] = plus(to->lane[k][l], times(x->lane[k][l], by));
    return sum_add(p->w, &to->terms, 1, &x->terms, by, &to->terms);
}

static int64_t value(const Two *x, int i, int j) { return plus(x->c, plus(x->lane[1][i], x->lane[0][j])); }

/* Closes the pairs for which x, less multiples of facts, is known not to be negative. */
static void close_bounded(Pair *p, const Two *x, int depth)
{
    if (p->w->pairs++ > PAIRS_MOST)
        return;
    if (!x->terms.n) {
        for (int i = 0; i < 32; i++)
            for (int j = 0; j < 32; j++)
                p->open[i] &= value(x, i, j) >= 0 ? ~(UINT32_C(1) << j) : UINT32_MAX;
        return;
    }
    const Term t = x->terms.term[x->terms.n - 1];
    const Sum own = sum_atom(t.atom);
    Two less = *x;
    int64_t end;
    if (atom_end(&p->w->atoms.at[t.atom % p->w->atoms.n], t.by, &end) && sum_add(p->w, &x->terms, 1, &own, -t.by, &less.terms)) {
        less.c = plus(less.c, times(t.by, end));
        close_bounded(p, &less, depth);
    }
    for (int f = 0; f < p->facts && depth > 0 && is_open(p); f++) {
        const Two *fact = &p->fact[f];
        const int64_t times = p->differs[f] ? 0 : whole_times(t.by, sum_by(&fact->terms, t.atom));
        less = *x;
        if (times > 0 && add_two(p, &less, fact, -times))
            close_bounded(p, &less, depth - 1);
    }
}

/* Closes the pairs for which x is a multiple, at least far times it, of a number that is not 0. */
static void close_differing(Pair *p, const Two *x, int64_t far)
{
    for (int f = 0; f < p->facts; f++) {
        const Two *fact = &p->fact[f];
        if (!p->differs[f] || !fact->terms.n || x->terms.n != fact->terms.n)
            continue;
        const int64_t by = x->terms.term[0].by / fact->terms.term[0].by;
        Two rest = *x;
        if ((by < far && by > -far) || !add_two(p, &rest, fact, -by) || rest.terms.n)
            continue;
        for (int i = 0; i < 32; i++)
            for (int j = 0; j < 32; j++)
                p->open[i] &= value(&rest, i, j) == 0 ? ~(UINT32_C(1) << j) : UINT32_MAX;
    }
}

/* Closes the pairs that are apart in a number, the first's a and the second's b; they touch nowhere else than where b is above a by
 * less than up or below it by less than down. */
static void close_apart(Pair *p, const Sum *a, const Sum *b, int64_t up, int64_t down)
{
    Two d = {0}, above, below = {0};
    if (!add(p, &d, b, 1, 1) || !add(p, &d, a, 0, -1))
        return;
    int64_t step = 0;
    for (int i = 0; i < d.terms.n; i++)
        step = gcd(step, d.terms.term[i].by);
    for (int i = 0; i < 32; i++)
        for (int j = 0; j < 32; j++) {
            const int64_t v = value(&d, i, j), m = step ? (v % step + step) % step : v;
            p->open[i] &= m >= up && (!step || m <= step - down) ? ~(UINT32_C(1) << j) : UINT32_MAX;
            p->open[i] &= !step && v <= -down ? ~(UINT32_C(1) << j) : UINT32_MAX;
        }
    close_differing(p, &d, greater(up, down));
    above = d;
    above.c -= up;
    close_bounded(p, &above, DEPTH);
    if (!add_two(p, &below, &d, -1))
        return;
    below.c -= down;
    close_bounded(p, &below, DEPTH);
}

/* ---- rows ---------------------------------------------------------------------------------------------------------- */

/* An address as row * R + column; R is by, or by times an atom. */
typedef struct Rows { int64_t by; int atom; } Rows;
typedef struct Where { Sum row, column; } Where;

/* The number of the launch by whose multiples rows are apart, that the term is one of: an atom; *of: the multiple.  -1: none. */
static int row_atom(Lanes *w, int atom, int which, Sum *of)
{
    const Atom *x = &w->atoms.at[atom];
    int s = -1;
    if (x->key.kind == ATOM_PRODUCT) {
        s = (int)(which ? x->key.a : x->key.b);
        *of = sum_atom((int)(which ? x->key.b : x->key.a));
    } else if (x->product && sum_is_atom(&x->product[which])) {
        s = x->product[which].term[0].atom;
        *of = x->product[1 - which];
    }
    const Atom *r = s >= 0 ? &w->atoms.at[s] : NULL;
    return r && (r->key.kind == ATOM_VALUE || r->key.kind == ATOM_PARAM || r->key.kind == ATOM_SREG) && !r->varies &&
           (!r->blk || !r->blk->loop) ? s : -1;
}

static bool move(Lanes *w, Sum *to, const Sum *s, int64_t by) { return sum_add(w, to, 1, s, by, to); }

/* Of a number of the launch: what is no multiple of it is the column. */
static bool split_by_atom(Lanes *w, const Sum *at, Rows r, Where *x)
{
    *x = (Where){.column = {.c = at->c, .lane = at->lane}};
    for (int i = 0; i < at->n; i++) {
        const Term t = at->term[i];
        const Sum own = sum_atom(t.atom), one = sum_number(1);
        Sum of;
        const bool is = t.atom == r.atom, row = is || row_atom(w, t.atom, 0, &of) == r.atom || row_atom(w, t.atom, 1, &of) == r.atom;
        if (row ? t.by % r.by || !move(w, &x->row, is ? &one : &of, t.by / r.by) : !move(w, &x->column, &own, t.by))
            return false;
    }
    return true;
}

/* The column is not just a number. */
static bool has_index(const Lanes *w, const Sum *at, Rows r)
{
    for (int i = 0; i < at->n; i++)
        if (at->term[i].by % r.by && w->atoms.at[at->term[i].atom].key.kind != ATOM_SYM)
            return true;
    return false;
}

static bool split_by_number(Lanes *w, const Sum *at, Rows r, Where *x)
{
    bool rows = true, columns = true;
    int64_t lane[32];
    *x = (Where){.column = {.c = (at->c % r.by + r.by) % r.by}};
    if (has_index(w, at, r) && x->column.c >= r.by / 2)
        x->column.c -= r.by;
    x->row.c = plus(at->c, -x->column.c) / r.by;
    for (int l = 0; at->lane && l < 32; l++) {
        const int64_t v = plus(x->column.c, at->lane[l]);
        rows &= at->lane[l] % r.by == 0;
        columns &= v >= 0 && v < r.by;
        lane[l] = at->lane[l] / r.by;
    }
    if (at->lane && rows)
        x->row.lane = sum_lanes(w, lane).lane;
    else
        x->column.lane = at->lane;
    for (int i = 0; i < at->n; i++) {
        const Term t = at->term[i];
        const Sum own = sum_atom(t.atom);
        if (!move(w, &x->row, &own, t.by / r.by) || !move(w, &x->column, &own, t.by % r.by))
            return false;
    }
    return rows || columns;
}

static void drop(Lanes *w, Sum *from, Term t)
{
    const Sum own = sum_atom(t.atom);
    sum_add(w, from, 1, &own, -t.by, from);
}

/* Where several ways meet that are no loop's: one of several numbers, of which each is an index if one is. */
static bool is_choice(const Lanes *w, const Atom *x)
{
    return x->key.kind == ATOM_VALUE && x->key.a >= w->fn->regs.n && x->key.a < w->first_write && x->blk && !x->blk->is_header;
}

static bool has_term(const Sum *s, Term t)
{
    for (int i = 0; i < s->n; i++)
        if (s->term[i].atom == t.atom && s->term[i].by == t.by)
            return true;
    return false;
}

/* The column of access k is in the row as far as that can be told, where it is not a number: it is not negative; where a loop walks along
 * the row from its begin, that is less than a step away; and it is an index, not a distance: it counts rounds, or a store, which had
 * better keep to its row, goes by the same number. */
static bool stays(Pair *p, const Where x[2], int k)
{
    bool begins = true;
    Sum column = x[k].column, known; /* without what is no count of rounds */
    const int root = p->of[k]->root;
    for (int i = 0; i < x[k].column.n; i++)
        if (x[k].column.term[i].atom == root)
            drop(p->w, &column, x[k].column.term[i]);
    known = column;
    for (int i = 0; i < column.n; i++) {
        const Term t = column.term[i];
        const Atom *a = &p->w->atoms.at[t.atom];
        begins &= column.n == 1 && a->key.kind == ATOM_ROUND && p->w->round[a->key.a];
        if (a->key.kind == ATOM_ROUND || a->key.kind == ATOM_WARP)
            continue;
        if (!p->of[k]->writes && !is_choice(p->w, a) && !has_term(&x[1 - k].column, t))
            return false;
        drop(p->w, &known, t);
    }
    return !column.n || ((!begins || column.c < column.term[0].by) &&
                    (facts_imply(p->w, p->of[k]->facts, &column) || facts_imply(p->w, p->of[k]->facts, &known)));
}

/* Closes the pairs that are not in one row, or not in one column. */
static void close_rows(Pair *p, Rows r)
{
    Where x[2];
    for (int k = 0; k < 2; k++) {
        const Sum *at = &p->of[k]->at;
        if (!(r.atom < 0 ? split_by_number(p->w, at, r, &x[k]) : split_by_atom(p->w, at, r, &x[k])) || (!x[k].row.n && !x[k].row.lane))
            return;
    }
    if (!stays(p, x, 0) || !stays(p, x, 1))
        return;
    close_apart(p, &x[0].row, &x[1].row, 1, 1);
    close_apart(p, &x[0].column, &x[1].column, p->of[0]->bytes, p->of[1]->bytes);
}

static void try_rows(Pair *p)
{
    for (int k = 0; k < 2 && is_open(p); k++) {
        const Access *a = p->of[k];
        const int64_t step = a->at.lane ? a->at.lane[1] : 0;
        if (step >= ROW_LEAST * a->bytes)
            close_rows(p, (Rows){step, -1});
        for (int i = 0; i < a->at.n && is_open(p); i++) {
            const Term t = a->at.term[i];
            for (int which = 0; which < 2; which++) {
                Sum of;
                const int atom = row_atom(p->w, t.atom, which, &of);
                int64_t by = 0;
                for (int m = 0; atom >= 0 && m < 2; m++)
                    for (int n = 0; n < p->of[m]->at.n; n++) {
                        const int is = p->of[m]->at.term[n].atom;
                        if (is == atom || row_atom(p->w, is, 0, &of) == atom || row_atom(p->w, is, 1, &of) == atom)
                            by = gcd(by, p->of[m]->at.term[n].by);
                    }
                if (by)
                    close_rows(p, (Rows){by, atom});
            }
        }
    }
}

bool rows_apart(Lanes *w, const Access *a, const Access *b, bool again)
{
    if ((w->pairs += PAIR) > PAIRS_MOST)
        return false;
    Pair p = {.w = w, .of = {a, b}, .again = again};
    for (int i = 0; i < 32; i++)
        p.open[i] = b->mask >> i & 1 ? a->mask & ~(UINT32_C(1) << i) : 0;
    for (int i = 0; i < 32 && !a->writes; i++) /* only a lower lane's store comes too early */
        p.open[i] &= ~((UINT32_C(2) << i) - 1);
    for (int k = 0; k < 2; k++)
        for (const Facts *f = p.of[k]->facts; f && p.facts < (k + 1) * FACTS; f = f->next) {
            p.fact[p.facts] = (Two){0};
            p.differs[p.facts] = f->fact->differs;
            p.facts += add(&p, &p.fact[p.facts], &f->fact->s, k, 1);
        }
    close_apart(&p, &a->at, &b->at, a->bytes, b->bytes);
    if (is_open(&p) && !a->is_volatile && !b->is_volatile)
        try_rows(&p);
    return !is_open(&p);
}
