/* versioning.c: two versions of code that runs after a store: a fast one for chunks whose lanes agree, and the lanes' own.
 *
 * At the head of a chunk's work the analysis may take for granted that no index wraps and that a comparison comes out
 * the same for all lanes: a check says so, and when it fails the chunk is run again lane by lane.  After a store or a
 * barrier nothing can be run again.  There, what would gain by such a check gets both versions:
 *
 *   once   if (check) { copy } else { original }
 *   loop   while (check && condition) copy; if (!check) original, which goes on where the copy stopped
 *          do { if (!check) goto original; copy } while (condition)
 *
 * All the checks stand at the copy's head (of each round): the integer arithmetic that they test, and what depends on
 * it, moves there, and so do loads for all lanes at once that nothing stores before.  A guarded do-while loop, which is how
 * compilers write a while loop, is turned back first.
 *
 * In: a function as uniform.c has analysed it.  Out: its instructions rewritten; blocks and analyses to be made anew. */
#include "transform/versions/versioning.h"

enum { SPLIT_MAX = 2500 }; /* instructions of a region */

/* ---- regions ------------------------------------------------------------------------------------------------------ */

static void add_blocks(Split *s, const Node *n)
{
    for (const Node *x = n; x && s->size <= SPLIT_MAX; x = node_next(x, n))
        if (x->kind == N_BLOCK) {
            s->stamp[x->blk->id] = s->now;
            s->in[s->nin++] = x->blk;
            s->size += x->blk->end - x->blk->first;
        }
}

static int by_id(const void *a, const void *b)
{
    const Blk *const *x = a, *const *y = b;
    return (*x)->id < (*y)->id ? -1 : (*x)->id > (*y)->id;
}

static bool can_copy(const Ins *ins)
{
    Emit e = isa_emit(ins);
    return e != EMIT_CALL && e != EMIT_BRX && e != EMIT_RET && e != EMIT_EXIT && e != EMIT_TRAP && e != EMIT_BAR &&
           !isa_is_warp(ins) && !isa_is_cta(ins) && ins->pseudo != PSEUDO_CHECK && !ins->slow;
}

/* What else is in the block ends with the threads. */
static bool ends_threads(const Fn *fn, const Blk *x)
{
    const Ins *last = &fn->ins.at[x->end - 1];
    return x->exits && x->end - x->first > 1 && last->guard < 0 && (isa_emit(last) == EMIT_RET || isa_emit(last) == EMIT_EXIT);
}

/* Whether the branch at the end of the region's last block can stay behind it: both its ways lead out, or no thread goes on. */
static bool is_tail(const Split *s, const Blk *x)
{
    if (s->loop || x != s->in[s->nin - 1] || x->first == x->end)
        return false;
    return ends_threads(s->fn, x) || (x->succ[1] && !internal(s, x->succ[0]) && !internal(s, x->succ[1]));
}

/* One way in, one way out, nothing that can't stand twice. */
static bool closed(Split *s)
{
    s->exit = NULL;
    s->tail = -1;
    for (EACH_OF(Blk, x, s->in, s->nin)) {
        if (is_tail(s, x))
            s->tail = x->end - 1;
        if ((x->exits && s->tail < 0) || x->targets)
            return false;
        for (int k = 0; k < x->npred; k++)
            if (!inside(s, x->pred[k]) && x != s->entry)
                return false;
        for (int k = 0; k < blk_nsucc(x) && s->tail < 0; k++) {
            Blk *to = blk_succ(x, k);
            if (to->id <= x->id && inside(s, to) && !cfg_dominates(to, x))
                return false; /* a cycle with several entries, which is no loop: what it writes may come before anything in it */
            if (internal(s, to))
                continue;
            if (s->exit && s->exit != to)
                return false;
            s->exit = to;
        }
        for (int j = x->first; j < x->end; j++)
            if (j != s->tail && !can_copy(&s->fn->ins.at[j]))
                return false;
    }
    return (s->tail < 0) == (s->exit != NULL) && s->size && s->size <= SPLIT_MAX;
}

/* ---- what could be known ------------------------------------------------------------------------------------------ */

static bool is_int(const Fn *fn, int reg)
{
    Type t = fn->regs.at[reg]->type;
    return t == T_PRED || type_is_i16_to_64(t);
}

/* Of an instruction: all that it reads is known at the head; the register that it writes, and how many. */
typedef struct Reads { bool ok; int dest, writes; } Reads;

/* Whether no write of reg comes before instruction at in the region, or in a round of the loop that it is. */
static bool before_writes(const Split *s, int reg, const Blk *x, int at)
{
    if (x->loop != (s->loop ? s->entry : s->entry->loop))
        return false;
    for (int i = s->writes.of[reg]; i < s->writes.of[reg + 1]; i++) {
        const Blk *y = s->b->blk_of[s->writes.ins[i]];
        if (inside(s, y) && y->id <= x->id && (y != x || s->writes.ins[i] < at))
            return false;
    }
    return true;
}

static bool is_read_at_head(const Split *s, int reg, const Blk *x, int at)
{
    const int def = s->b->reg[reg].def;
    return val_is_even(s->b->reg[reg].val) &&
           (!s->defs[reg] || (def >= 0 && s->moved[def]) || ((s->carried[reg] || !s->loop) && before_writes(s, reg, x, at)));
}

static Reads find_reads(const Split *s, const Blk *x, int at)
{
    Reads r = {.ok = true, .dest = -1};
    for (const Ref *ref = refs_of(s, at); ref < refs_of(s, at + 1); ref++) {
        r.ok = r.ok && (ref->write || is_read_at_head(s, ref->reg, x, at));
        r.dest = ref->write ? ref->reg : r.dest;
        r.writes += ref->write;
    }
    return r;
}

/* A load for all lanes at once that the region surely comes to, with nothing before it there that stores: it may as well be done at
 * the head. */
static bool loads_first(const Split *s, const Blk *x, int at)
{
    const Ins *ins = &s->fn->ins.at[at];
    const Dest d = ins_dest(ins);
    const int a = isa_emit(ins) == EMIT_LD && d.n == 1 && ins->guard < 0 && !ins_dirty(ins) ? isa_arg(ins, ARG_A) : -1;
    if (s->loop || x != s->entry || a < 0 || ins->arg[a].kind != O_MEM || ins->arg[a].reg < 0 || s->b->reg[ins->arg[a].reg].val.kind != VAL_UNI ||
        s->was[d.reg].kind != VAL_UNI)
        return false;
    for (int i = x->first; i < at; i++)
        if (ins_dirty(&s->fn->ins.at[i]))
            return false;
    return true;
}

/* The value of an instruction of the region as far as its inputs are known at the head; VAL_VAR: not there. */
static Val value_at_head(Split *s, const Blk *x, int at, bool stable)
{
    const Val var = {.kind = VAL_VAR};
    const Ins *ins = &s->fn->ins.at[at];
    if (!ins_is_pure(ins) && !loads_first(s, x, at))
        return var;
    const Reads r = find_reads(s, x, at);
    if ((stable && !r.ok) || r.writes != 1 || !is_int(s->fn, r.dest) || !split_may_ask(s, at))
        return var;
    return uniform_guess(s->b, at, true);
}

/* What the blocks before the loop compute is no longer a lane's own; or take that back. */
static void value_leads(Split *s, bool know)
{
    const Blk *const x = loop_only_pred(s->entry, false);
    int n = 0;
    for (const Blk *p = x; p && p != s->front; p = p->pred[0])
        n++;
    for (; n > 0; n--) { /* from the front on */
        const Blk *p = x;
        for (int i = 1; i < n; i++)
            p = p->pred[0];
        for (int j = p->first; j < p->end; j++) {
            Dest d = ins_dest(&s->fn->ins.at[j]);
            if (d.n == 1 && s->b->reg[d.reg].ndef == 1)
                s->b->reg[d.reg].val = know ? uniform_guess(s->b, j, s->b->mode == MODE_WARP) : s->was[d.reg];
        }
    }
}

/* Whether the instruction, which leads in to the loop, will stand where a chunk that fails a check can be run again. */
static bool may_fail(const Split *s, const Blk *x, int at)
{
    return s->b->mode == MODE_LANES && split_leads_in(s, x) && back_is_clean(s->b, at);
}

/* Whether some way leads from the block to the loop. */
static bool leads_to_loop(Split *s, const Blk *x)
{
    if (s->led != s->now) {
        Array(Blk *) todo = {0};
        s->led = s->now;
        array_add(s->b->a, &todo, s->entry);
        while (todo.n) {
            const Blk *y = todo.at[--todo.n];
            for (int k = 0; k < y->npred; k++)
                if (s->leads[y->pred[k]->id] != s->now && !inside(s, y->pred[k])) {
                    s->leads[y->pred[k]->id] = s->now;
                    array_add(s->b->a, &todo, y->pred[k]);
                }
        }
    }
    return s->leads[x->id] == s->now;
}

/* What the loop's counters are before it. */
static Val value_before(Split *s, int reg)
{
    Val v = {0};
    for (int i = s->writes.of[reg]; i < s->writes.of[reg + 1]; i++) {
        int j = s->writes.ins[i];
        const Blk *x = s->b->blk_of[j];
        if (holds(s, x, j) || !leads_to_loop(s, x))
            continue;
        bool lane = (!split_leads_in(s, x) && node_level(s->b, s->b->node_of[x->id]) == LV_LANE) || s->fn->ins.at[j].guard >= 0;
        v = uniform_join(v, lane ? (Val){.kind = VAL_VAR} : uniform_guess(s->b, j, s->b->spec[j] != SPEC_NONE || may_fail(s, x, j)));
    }
    return v.kind == VAL_NONE ? (Val){.kind = VAL_VAR} : v;
}

/* Assumes that the counters keep their shape, then takes back what proves wrong, until nothing does. */
static bool assume_counters(Split *s)
{
    bool stable = true;
    for (EACH_OF(const Blk, x, s->in, s->nin))
        for (int j = x->first; j < x->end; j++) {
            if (!holds(s, x, j))
                continue;
            const Reads r = find_reads(s, x, j);
            if (r.writes != 1 || !s->carried[r.dest])
                continue;
            const Val *was = &s->b->reg[r.dest].val;
            Val v = value_at_head(s, x, j, false);
            if (v.kind == was->kind && v.step == was->step)
                continue;
            s->carried[r.dest] = stable = false;
            s->b->reg[r.dest].val = s->was[r.dest];
        }
    return stable;
}

/* Moves what it can to the copy's head; how many checks stand there. */
static int plan_head(Split *s)
{
    Back *b = s->b;
    int checks = 0;
    s->asks_steps = true;
    for (EACH_OF(const Blk, x, s->in, s->nin))
        for (int j = x->first; j < x->end; j++) {
            Dest d = ins_dest(&s->fn->ins.at[j]);
            s->moved[j] = false;
            if (!holds(s, x, j) || d.n != 1 || b->reg[d.reg].ndef != 1)
                continue;
            b->reg[d.reg].val = s->was[d.reg];
            if (s->loop && !split_is_own(s, d.reg))
                continue; /* the round that does not come about must not write it */
            Val v = value_at_head(s, x, j, true);
            if (!val_is_even(v))
                continue;
            s->moved[j] = true;
            b->reg[d.reg].val = v;
            const Spec asked = uniform_check_for(b, j);
            checks += asked != SPEC_NONE;
            s->asks_steps &= asked == SPEC_NONE || spec_is_steps(asked);
        }
    return checks;
}

/* How many accesses and branches what the head knows helps. */
static int helped(const Split *s)
{
    int helped = 0;
    for (EACH_OF(const Blk, x, s->in, s->nin)) {
        const bool counts = !split_is_for_one(s, x);
        for (int j = x->first; j < x->end && j != s->tail && counts; j++) {
            const Ins *ins = &s->fn->ins.at[j];
            if (ins->guard >= 0 && !ins->edge)
                helped += s->was[ins->guard].kind == VAL_VAR && s->b->reg[ins->guard].val.kind == VAL_UNI;
            for (int k = 0; k < ins->narg; k++) {
                int r = ins->arg[k].kind == O_MEM ? ins->arg[k].reg : -1;
                helped += r >= 0 && s->was[r].kind == VAL_VAR && s->b->reg[r].val.kind != VAL_VAR;
            }
        }
    }
    return helped;
}

/* Takes back what gain() noted, for the next region. */
static void forget(Split *s)
{
    if (s->loop)
        value_leads(s, false);
    for (int i = 0; i < s->nin; i++)
        for (int j = s->in[i]->first; j < s->in[i]->end; j++) {
            for (const Ref *ref = refs_of(s, j); ref < refs_of(s, j + 1); ref++) {
                s->defs[ref->reg] = s->uses[ref->reg] = 0;
                s->carried[ref->reg] = false;
                s->derived[ref->reg] = 0;
                s->b->reg[ref->reg].val = s->was[ref->reg];
            }
            s->moved[j] = s->before[j] = false;
        }
}

/* ---- regions that gain ---------------------------------------------------------------------------------------------- */

enum { RESTS_READ = 1, RESTS_WRITE = 2 }; /* what instructions that do not stay in front do with a register */

/* Whether the instruction may as well be done before those of its block that do not stay in front: it reads what they have not
 * written, and writes what they neither read nor write. */
static bool may_lead(const Split *s, int at)
{
    for (const Ref *ref = refs_of(s, at); ref < refs_of(s, at + 1); ref++)
        if (s->rests[ref->reg] & (ref->write ? RESTS_READ | RESTS_WRITE : RESTS_WRITE))
            return false;
    return true;
}

static void mark_rests(Split *s, int at, bool none)
{
    for (const Ref *ref = refs_of(s, at); ref < refs_of(s, at + 1); ref++)
        s->rests[ref->reg] = none ? 0 : s->rests[ref->reg] | (ref->write ? RESTS_WRITE : RESTS_READ);
}

/* What the region's first block computes from values of before, the same way in both versions, stays in front. */
static void find_before(Split *s)
{
    const Blk *x = s->entry;
    for (int j = x->first; j < x->end; j++) {
        const Ins *ins = &s->fn->ins.at[j];
        bool param = isa_loads_param(ins);
        bool known = true, writes = false;
        for (const Ref *ref = refs_of(s, j); ref < refs_of(s, j + 1); ref++) {
            writes |= ref->write;
            known &= !ref->write || s->was[ref->reg].kind == VAL_UNI || (s->was[ref->reg].kind == VAL_AFF && s->b->reg[ref->reg].ndef == 1);
        }
        if (j == x->branch || (!param && !ins_is_pure(ins) && !loads_first(s, x, j)) || !may_lead(s, j) || !known || !writes) {
            mark_rests(s, j, false);
            continue;
        }
        s->before[j] = true;
        for (const Ref *ref = refs_of(s, j); ref < refs_of(s, j + 1); ref++) {
            s->defs[ref->reg] -= ref->write;
            s->uses[ref->reg]--;
        }
    }
    for (int j = x->first; j < x->end; j++)
        mark_rests(s, j, true);
}

/* Whether some value that is the CTA's would become each chunk's own by being computed under the check. */
static bool loses_level(const Split *s)
{
    bool loses = false;
    for (int i = 0; i < s->nin; i++)
        for (int j = s->in[i]->first; j < s->in[i]->end; j++)
            if (holds(s, s->in[i], j))
                for (const Ref *ref = refs_of(s, j); ref < refs_of(s, j + 1); ref++) {
                    const Val *v = &s->was[ref->reg];
                    loses |= ref->write && val_is_cta(*v) && !split_is_own(s, ref->reg);
                }
    return loses && s->b->mode != MODE_LANES;
}

static void count_refs(Split *s)
{
    for (int i = 0; i < s->nin; i++)
        for (int j = s->in[i]->first; j < s->in[i]->end && j != s->tail; j++)
            for (const Ref *ref = refs_of(s, j); ref < refs_of(s, j + 1); ref++) {
                s->defs[ref->reg] += ref->write;
                s->uses[ref->reg]++;
            }
}

/* What the region gains by a check at its head: accesses and branches, or 1 for a loop; 0: nothing. */
static int gain(Split *s)
{
    count_refs(s);
    for (int k = 0; k < 2 && s->loop; k++) { /* some counters begin with what comes from another one's beginning */
        value_leads(s, true);
        for (int i = 0; i < s->entry->live_in.n; i++) {
            int r = s->entry->live_in.reg[i];
            Val v = s->defs[r] && is_int(s->fn, r) ? value_before(s, r) : (Val){.kind = VAL_VAR};
            s->carried[r] = val_is_even(v);
            if (s->carried[r])
                s->b->reg[r].val = v;
        }
        split_find_derived(s);
    }
    if (!s->loop) {
        find_before(s);
        if (loses_level(s))
            return 0;
    }
    int checks;
    s->b->once = !s->loop && s->b->mode != MODE_LANES;
    do
        checks = plan_head(s);
    while (!assume_counters(s));
    s->b->once = false;
    if (!s->loop)
        return checks ? helped(s) + split_helped_inner(s) : 0;
    return split_is_while(s) || split_is_rotated(s) || split_is_repeated(s);
}

/* ---- the search ----------------------------------------------------------------------------------------------------- */

static bool find_region(Split *s, Node *const *kid, int n, bool loop)
{
    s->now++;
    s->nin = s->size = 0;
    s->guard = s->latch = s->below = NULL;
    s->loop = loop;
    for (int i = 0; i < n; i++)
        add_blocks(s, kid[i]);
    if (!s->nin || s->size > SPLIT_MAX)
        return false;
    qsort(s->in, (size_t)s->nin, sizeof *s->in, by_id);
    s->entry = s->in[0];
    s->front = NULL;
    return (loop || kid[0]->kind != N_LOOP) && closed(s) && (!loop || split_find_front(s));
}

static int weigh(Split *s, Node *const *kid, int n)
{
    if (!find_region(s, kid, n, false))
        return 0;
    const int found = gain(s);
    forget(s);
    return found;
}

static bool try_region(Split *s, Node *const *kid, int n, bool loop)
{
    if (!find_region(s, kid, n, loop))
        return false;
    if (gain(s)) {
        version_write(s);
        return true;
    }
    forget(s);
    return false;
}

static bool has_lane_code(const Back *b, const Node *n)
{
    for (const Node *x = n; x; x = node_next(x, n)) {
        if (info(x)->lane)
            return true;
        for (int j = x->kind == N_BLOCK ? x->blk->first : 0; x->kind == N_BLOCK && j < x->blk->end; j++)
            if (isa_accesses(&b->fn->ins.at[j]))
                return true;
    }
    return false;
}

static bool have_lane_code(const Back *b, Node *const *kid, int n)
{
    for (int i = 0; i < n; i++)
        if (has_lane_code(b, kid[i]))
            return true;
    return false;
}

/* The only loop that a lane node holds, if all else in it is straight. */
static Node *loop_in(Node *n)
{
    if (n->kind == N_LOOP)
        return n;
    if (n->kind == N_IF)
        return n->kid[0] && !n->kid[1] ? loop_in(n->kid[0]) : n->kid[1] && !n->kid[0] ? loop_in(n->kid[1]) : NULL;
    if (n->kind != N_SEQ)
        return NULL;
    Node *found = NULL;
    for (int i = 0; i < n->nkid; i++) {
        if (n->kid[i]->kind == N_BLOCK)
            continue;
        if (n->kid[i]->kind != N_LOOP || found)
            return NULL;
        found = n->kid[i];
    }
    return found;
}

static bool is_copied(const Back *b, const Node *n)
{
    for (const Node *x = n; x; x = node_next(x, n))
        if (x->kind == N_BLOCK && x->blk->first < x->blk->end && (b->fn->ins.at[x->blk->first].slow || b->fn->ins.at[x->blk->end - 1].slow))
            return true;
    return false;
}

static bool in_run(const Back *b, const Node *n)
{
    const NodeInfo *i = info(n);
    if (i->has_cta || i->has_warp || is_copied(b, n))
        return false;
    return n->kind == N_BLOCK || ((n->kind == N_IF || n->kind == N_LOOP || n->kind == N_SWITCH) && (i->lane || !i->masked || i->ranged));
}

/* Loops over lanes end there. */
static bool divides(const Node *n) { return n->kind != N_BLOCK && !info(n)->lane; }

/* Of a run that gains: what is left when it is cut off as much at both ends, where loops over lanes end anyway, as still gains the same. */
static bool try_run(Split *s, Node *const *kid, int n)
{
    const int most = weigh(s, kid, n);
    if (!most)
        return false;
    for (int end = n - 1; end > 0; end--)
        if (divides(kid[end]) && weigh(s, kid, end) == most)
            n = end;
    int from = 0;
    for (int i = 1; i < n; i++)
        if (divides(kid[i - 1]) && weigh(s, kid + i, n - i) == most)
            from = i;
    return try_region(s, kid + from, n - from, false);
}

/* How many of the nodes are small enough together. */
static int fitting(Split *s, Node *const *kid, int n)
{
    s->now++;
    s->nin = s->size = 0;
    for (int i = 0; i < n; i++) {
        add_blocks(s, kid[i]);
        if (s->size > SPLIT_MAX)
            return i;
    }
    return n;
}

/* The longest run of the nodes that gains, from their first on, or else from behind one where loops over lanes end: what is checked may be
 * made in that, and can't move to its front. */
static bool try_runs(Split *s, Node *const *kid, int n)
{
    for (int from = 0; from < n; from++)
        for (int end = from && !divides(kid[from - 1]) ? 0 : from + fitting(s, kid + from, n - from); end > from; end--) {
            if (!have_lane_code(s->b, kid + from, end - from))
                break;
            if (try_run(s, kid + from, end - from))
                return true;
        }
    return false;
}

static bool is_searched(const Split *s, const Node *n) { return !info(n)->lane && (!info(n)->masked || info(n)->ranged) && !split_is_one_lane(s->b, n); }

/* What all of the node gains in pieces, each of which asks for itself. */
static int weigh_pieces(Split *s, Node *n)
{
    int found = 0;
    if (!is_searched(s, n))
        return 0;
    if (n->kind == N_BLOCK)
        return in_run(s->b, n) ? weigh(s, &n, 1) : 0;
    for (int i = 0; i < n->nkid; i++)
        found += n->kid[i] ? weigh_pieces(s, n->kid[i]) : 0;
    return found;
}

/* Blocks, and branches that all lanes take alike, or only a range of them. */
static bool is_even_flow(const Node *n, bool *ranged)
{
    bool even = n->kind != N_LOOP && !info(n)->lane && (!info(n)->masked || info(n)->ranged);
    *ranged |= info(n)->ranged;
    for (int i = 0; i < n->nkid && even; i++)
        even = !n->kid[i] || is_even_flow(n->kid[i], ranged);
    return even;
}

/* Nodes with branches that gain as much together as in pieces.  Of a range of lanes alone more can be proved than of all but that no index
 * wraps. */
static bool try_whole(Split *s, Node *const *kid, int n)
{
    int pieces = 0;
    bool branches = false, ranged = false;
    for (int i = 0; i < n; i++) {
        if (!is_even_flow(kid[i], &ranged))
            return false;
        branches |= kid[i]->kind != N_BLOCK;
    }
    for (int i = 0; i < n && branches; i++)
        pieces += weigh_pieces(s, kid[i]);
    return pieces && weigh(s, kid, n) >= pieces && (!ranged || s->asks_steps) && try_run(s, kid, n);
}

/* One of the runs of the nodes that may become a region. */
static bool try_each_run(Split *s, Node *const *kid, int n, bool (*try)(Split *s, Node *const *kid, int n))
{
    bool done = false;
    for (int from = 0, to; from < n && !done; from = to + 1) {
        for (to = from; to < n && in_run(s->b, kid[to]); to++) {}
        done = try(s, kid + from, to - from);
    }
    return done;
}

static bool try_loops(Split *s, const Node *n)
{
    bool done = false;
    for (int i = 0; i < n->nkid && !done; i++) {
        Node *l = n->kid[i] && info(n->kid[i])->lane ? loop_in(n->kid[i]) : NULL;
        done = l && try_region(s, &l, 1, true);
    }
    return done;
}

static bool search(Split *s, Node *n, bool loops)
{
    if (!is_searched(s, n))
        return false;
    Node *one[1] = {n}, *const *kid = n->kind == N_SEQ ? n->kid : one;
    const int nkid = n->kind == N_SEQ ? n->nkid : n->kind == N_BLOCK;
    if (loops ? try_loops(s, n) : try_each_run(s, kid, nkid, try_whole))
        return true;
    for (int i = 0; i < n->nkid; i++)
        if (n->kid[i] && search(s, n->kid[i], loops))
            return true;
    return !loops && try_each_run(s, kid, nkid, try_runs);
}

/* The search asks for them again and again. */
static void find_refs(Split *s)
{
    const Fn *fn = s->fn;
    Array(Ref) all = {0};
    s->ref_at = NEWN(s->b->a, int, fn->ins.n + 1);
    for (int i = 0; i < fn->ins.n; i++) {
        for (Refs ref = ins_refs(&fn->ins.at[i]); refs_next(&ref);)
            array_add(s->b->a, &all, ((Ref){ref.reg, ref.write}));
        s->ref_at[i + 1] = all.n;
    }
    s->ref = all.at;
}

bool version_one(Back *b)
{
    Fn *fn = b->fn;
    Split s = {.b = b, .fn = fn, .a = b->m->code};
    s.in = NEWN(b->a, Blk *, fn->nblk);
    s.stamp = NEWN(b->a, int, fn->nblk);
    s.leads = NEWN(b->a, int, fn->nblk);
    s.defs = NEWN(b->a, int, fn->regs.n + 1);
    s.uses = NEWN(b->a, int, fn->regs.n + 1);
    s.before = NEWN(b->a, bool, fn->ins.n + 1);
    s.rests = NEWN(b->a, uint8_t, fn->regs.n + 1);
    s.moved = NEWN(b->a, bool, fn->ins.n + 1);
    s.carried = NEWN(b->a, bool, fn->regs.n + 1);
    s.derived = NEWN(b->a, int, fn->regs.n + 1);
    s.was = NEWN(b->a, Val, fn->regs.n + 1);
    s.label_at = NEWN(b->a, Sym *, fn->ins.n + 1);
    for (int r = 0; r < b->nreg; r++)
        s.was[r] = b->reg[r].val;
    find_refs(&s);
    s.writes = fn_index(b->a, fn, true, (const Blk *const *)b->blk_of);
    if (search(&s, b->tree, true) || search(&s, b->tree, false))
        return true;
    s.last = true;
    return search(&s, b->tree, true);
}
