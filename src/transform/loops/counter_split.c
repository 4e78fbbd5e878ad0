/* counter_split.c: counters of a loop that lanes go round by themselves, which a loop before it has in the same registers.
 *
 *   for (; n % 4; i++, n--) …        for (j = i; i < n; i += 4) …
 *
 * Compilers go on in the unrolled loop with the registers of the one that does the rounds left over.  What is known of a register
 * is known everywhere: that lanes leave the second loop at different times would make the first one's addresses each lane's own.  The second
 * loop gets registers of its own, which begin as those.
 *
 * Requires: a function as uniform.c has analysed it.  Invalidates: blocks and analyses.  Fires on tests/bench/programs/sobol and
 * tests/run/repeated_rounds; does nothing where the value is read behind the loop. */
#include "analysis/uniform.h"
#include "transform/transform.h"

/* By register: bit 0: written in the loop, bit 1: in another one, that the whole chunk goes round; bit 2: it is to stay. */
enum { IN_LOOP = 1, IN_OTHER = 2, STAYS = 4 };

typedef struct Counters {
    Back *b;
    Fn *fn;
    const Blk *loop;   /* its header */
    int *as;           /* by register: its name in the loop, or -1 */
    bool *apart;       /* by register: it is written in two loops */
    unsigned char *is; /* by register: IN_LOOP …, of the loop looked at */
} Counters;

/* Each lane goes round it by itself, but not round one around it. */
static bool is_lanes_own(const Back *b, const Blk *x)
{
    const Node *loop = x->is_header && !b->fn->ins.at[x->first].slow ? node_loop_around(b->node_of[x->id]) : NULL;
    const Node *around = loop ? node_loop_around(loop) : NULL;
    return loop && node_level(b, loop) == LV_LANE && (!around || node_level(b, around) != LV_LANE);
}

/* All ways in lead from blocks at whose end there is place for a copy. */
static bool has_plain_ways_in(const Blk *x)
{
    for (int k = 0; k < x->npred; k++)
        if (x->pred[k]->targets)
            return false;
    return true;
}

static bool is_counter(const Back *b, int reg)
{
    const Sym *s = b->fn->regs.at[reg];
    return s->vec <= 1 && b->reg[reg].ndef > 1 && b->reg[reg].val.kind == VAL_VAR && type_is_i32_or_64(s->type);
}

static void look_at(Counters *c, int at)
{
    const Back *b = c->b;
    const Blk *x = b->blk_of[at];
    const bool in = loop_holds(c->loop, x);
    const bool other = !in && x->loop && !loop_holds(x->loop, c->loop) && node_level(b, b->node_of[x->id]) != LV_LANE;
    for (Refs ref = ins_refs(&c->fn->ins.at[at]); refs_next(&ref);)
        if (ref.write)
            c->is[ref.reg] |= in ? IN_LOOP : other ? IN_OTHER : 0;
}

/* What counters are counted by, in a loop: arithmetic. */
static bool is_step(const Counters *c, int reg)
{
    const int def = c->b->reg[reg].def;
    const Blk *x = def >= 0 ? c->b->blk_of[def] : NULL;
    return x && x->loop && !loop_holds(c->loop, x) && c->b->reg[reg].val.kind == VAL_VAR && ins_is_pure(&c->fn->ins.at[def]);
}

/* Leaves of the counters those of which more is known without the loop. */
static bool keep_known(Counters *c)
{
    Back *b = c->b;
    int n = 0, *at = NEWN(b->a, int, c->fn->ins.n + 1);
    bool any = false, *open = NEWN(b->a, bool, b->nreg + 1);
    Val *was = NEWN(b->a, Val, b->nreg + 1);
    for (int r = 0; r < b->nreg; r++) {
        was[r] = b->reg[r].val;
        open[r] = c->as[r] >= 0 || is_step(c, r);
    }
    for (int i = 0; i < c->fn->ins.n; i++) {
        const Ins *ins = &c->fn->ins.at[i];
        const Blk *x = b->blk_of[i];
        if (!x || loop_holds(c->loop, x))
            continue;
        at[n++] = i;
        const bool alike = ins->guard < 0 && ins_dest(ins).n == 1 && node_level(b, b->node_of[x->id]) != LV_LANE;
        for (Refs ref = ins_refs(ins); refs_next(&ref);)
            open[ref.reg] &= alike || !ref.write;
    }
    uniform_suppose(b, open, at, n, false);
    for (int r = 0; r < b->nreg; r++) {
        const bool known = val_is_even(b->reg[r].val);
        c->as[r] = c->as[r] >= 0 && known ? fn_copy_reg(b->m->code, c->fn, r) : -1;
        any |= c->as[r] >= 0;
        b->reg[r].val = was[r];
    }
    return any;
}

static void find_apart(Counters *c)
{
    const Back *b = c->b;
    const Blk **loop = NEWN(b->a, const Blk *, b->nreg + 1); /* by register: one in which it is written */
    for (int i = 0; i < c->fn->ins.n; i++) {
        const Blk *x = b->blk_of[i] ? b->blk_of[i]->loop : NULL;
        for (Refs ref = ins_refs(&c->fn->ins.at[i]); x && refs_next(&ref);)
            if (ref.write) {
                c->apart[ref.reg] |= loop[ref.reg] && loop[ref.reg] != x;
                loop[ref.reg] = x;
            }
    }
}

/* Marks what is read behind the loop. */
static void find_read_behind(Counters *c)
{
    for (int i = 0; i < c->fn->nblk; i++)
        for (int k = 0; loop_holds(c->loop, c->fn->blk[i]) && k < blk_nsucc(c->fn->blk[i]); k++) {
            const Blk *to = blk_succ(c->fn->blk[i], k);
            for (int r = 0; !loop_holds(c->loop, to) && r < to->live_in.n; r++)
                c->is[to->live_in.reg[r]] |= STAYS;
        }
}

/* Whether a register that comes into the loop may be a counter that is to be split. */
static bool has_counter(const Counters *c)
{
    for (int i = 0; i < c->loop->live_in.n; i++) {
        const int r = c->loop->live_in.reg[i];
        if (c->apart[r] && !(c->is[r] & STAYS) && is_counter(c->b, r))
            return true;
    }
    return false;
}

static bool find(Counters *c)
{
    const Back *b = c->b;
    bool any = false;
    memset(c->is, 0, (size_t)b->nreg);
    find_read_behind(c);
    if (!has_counter(c))
        return false;
    for (int i = 0; i < c->fn->ins.n; i++)
        if (b->blk_of[i])
            look_at(c, i);
    for (int r = 0; r < b->nreg; r++)
        c->as[r] = -1;
    for (int i = 0; i < c->loop->live_in.n; i++) {
        const int r = c->loop->live_in.reg[i];
        if (c->is[r] != (IN_LOOP | IN_OTHER) || !is_counter(b, r))
            continue;
        c->as[r] = r;
        any = true;
    }
    return any && keep_known(c);
}

/* Copies at the end of a block that leads to the loop. */
static void add_copies(const Counters *c, InsList *out, const Blk *from)
{
    const Ins *like = &c->fn->ins.at[c->loop->first];
    for (int r = 0; r < c->b->nreg && from; r++)
        if (c->as[r] >= 0)
            ins_add_copy(c->b->m, c->fn, out, like, c->as[r], r);
}

/* The block before the loop whose copies stand at a place: before the jump there, or where it goes on without one. */
static const Blk *leads_in_at(const Counters *c, int at, bool jumps)
{
    for (EACH_OF(const Blk, p, c->loop->pred, c->loop->npred))
        if (!loop_holds(c->loop, p) && (p->term >= 0) == jumps && (jumps ? p->term : p->end) == at)
            return p;
    return NULL;
}

static void rewrite(const Counters *c)
{
    for (Rewrite w = rewrite_begin(c->b->m, c->fn, NULL); rewrite_next(&w);) {
        add_copies(c, w.out, leads_in_at(c, w.i, false));
        rewrite_labels(&w);
        add_copies(c, w.out, leads_in_at(c, w.i, true));
        rewrite_keep(&w);
        if (c->b->blk_of[w.i] && loop_holds(c->loop, c->b->blk_of[w.i]))
            for (Refs ref = ins_refs(w.ins); refs_next(&ref);)
                if (ref.reg < c->b->nreg && c->as[ref.reg] >= 0)
                    ins_rename(c->b->m->code, &w.out->at[w.out->n - 1], ref.reg, c->as[ref.reg]);
    }
}

bool counter_split(Back *b)
{
    Counters c = {.b = b, .fn = b->fn};
    c.as = NEWN(b->a, int, b->nreg + 1);
    c.apart = NEWN(b->a, bool, b->nreg + 1);
    c.is = NEWN(b->a, unsigned char, b->nreg + 1);
    find_apart(&c);
    for (int i = 0; i < b->fn->nblk; i++) {
        c.loop = b->fn->blk[i];
        if (is_lanes_own(b, c.loop) && has_plain_ways_in(c.loop) && find(&c)) {
            rewrite(&c);
            return true;
        }
    }
    return false;
}
