/* block_scan_write.c: the code by which one thread of a block makes sums of all before, in front of what block_scan.c has found to make them step by
 * step.
 *
 *   if (the block has such a size) { barrier; if (thread 0) { loops over elements; stores outside }; barrier; registers; goto on } steps … on:
 *
 * In: plots, in the order of the code.  Out: the function's instructions and labels. */
#include "transform/threads/block_scan.h"
#include "transform/new_code.h"

static Sym *new_label(const NewCode *w, const char *name) { return fn_new_label(w->a, w->fn, name, w->like->loc); }

static Opnd number(uint32_t x) { return opnd_number(x, T_U32); }

/* The way goes on at `slow` unless the block is one for which the plot holds. */
static void add_test(NewCode *w, const Plot *p, Sym *slow)
{
    Arena *a = w->a;
    const Opnd rows = code_new_reg(w, "rows", T_U32), planes = code_new_reg(w, "planes", T_U32), size = code_new_reg(w, "size", T_U32);
    const Opnd fits = code_new_reg(w, "fits", T_PRED), one = code_new_reg(w, "one", T_PRED);
    if (w->fn->reqntid[0])
        return;
    code_add(w, "mov.u32", (Opnd[]){size, opnd_sreg(a, SREG_NTID, 0)}, 2);
    code_add(w, "mov.u32", (Opnd[]){rows, opnd_sreg(a, SREG_NTID, 1)}, 2);
    code_add(w, "mov.u32", (Opnd[]){planes, opnd_sreg(a, SREG_NTID, 2)}, 2);
    code_add(w, "mul.lo.u32", (Opnd[]){rows, rows, planes}, 3);
    code_add(w, "setp.eq.u32", (Opnd[]){one, rows, number(1)}, 3);
    if (p->least == p->most) {
        code_add(w, "setp.eq.u32", (Opnd[]){fits, size, number(p->least)}, 3);
    } else {
        const Opnd bits = code_new_reg(w, "bits", T_U32), power = code_new_reg(w, "power", T_PRED);
        code_add(w, "sub.u32", (Opnd[]){bits, size, number(p->least)}, 3);
        code_add(w, "setp.le.u32", (Opnd[]){fits, bits, number(p->most - p->least)}, 3);
        code_add(w, "popc.b32", (Opnd[]){bits, size}, 2);
        code_add(w, "setp.eq.u32", (Opnd[]){power, bits, number(1)}, 3);
        code_add(w, "and.pred", (Opnd[]){fits, fits, power}, 3);
    }
    code_add(w, "and.pred", (Opnd[]){fits, fits, one}, 3);
    code_branch(w, slow, fits.reg, true);
}

static Opnd at_register(Opnd r, uint32_t at) { return (Opnd){.kind = O_MEM, .comp = -1, .reg = r.reg, .imm = at}; }

/* What a running sum is in.  end: of elements without a gap between them, stop: of all. */
typedef struct RunningSum { Opnd sum, next[4], from, to, end, stop; const char *load, *store; bool apart; } RunningSum;

static Opnd at_symbol(const Sym *sym, uint32_t at) { return (Opnd){.kind = O_SYM, .comp = -1, .reg = -1, .sym = (Sym *)sym, .imm = at}; }

/* One thread's sum before the first element that it is to add. */
static RunningSum begin_sum(NewCode *w, const Plot *p, const Scan *s)
{
    const CollectiveOp *op = collective_op_of(s->by);
    const bool wide = type_info[op->type].bits == 64;
    const Type type = wide ? T_B64 : T_B32;
    const Gaps g = s->from.gaps;
    const uint32_t group = g.every * s->from.step + g.skip;
    RunningSum x = {.sum = code_new_reg(w, "sum", type), .from = code_new_reg(w, "from", T_U32), .end = code_new_reg(w, "end", T_U32)};
    x.apart = s->sym != s->to_sym || !same_row(s->from, s->to);
    x.load = wide ? "ld.shared.b64" : "ld.shared.b32";
    x.store = wide ? "st.shared.b64" : "st.shared.b32";
    x.to = x.apart ? code_new_reg(w, "to", T_U32) : x.from;
    x.stop = g.every ? code_new_reg(w, "stop", T_U32) : x.end;
    code_add(w, "mov.u32", (Opnd[]){x.from, at_symbol(s->sym, s->from.at)}, 2);
    if (x.apart)
        code_add(w, "mov.u32", (Opnd[]){x.to, at_symbol(s->to_sym, s->to.at)}, 2);
    if (p->by_size && p->least != p->most) {
        code_add(w, "mov.u32", (Opnd[]){x.stop, opnd_sreg(w->a, SREG_NTID, 0)}, 2);
        code_add(w, "mul.lo.u32", (Opnd[]){x.stop, x.stop, number(s->per * (g.every ? 1 : s->from.step))}, 3);
        if (g.every) {
            code_add(w, "div.u32", (Opnd[]){x.stop, x.stop, number(g.every)}, 3);
            code_add(w, "mul.lo.u32", (Opnd[]){x.stop, x.stop, number(group)}, 3);
        }
    } else
        code_add(w, "mov.u32", (Opnd[]){x.stop, number(row_place(s->from, s->n) - s->from.at)}, 2);
    code_add(w, "add.u32", (Opnd[]){x.stop, x.stop, x.from}, 3);
    if (g.every)
        code_add(w, "add.u32", (Opnd[]){x.end, x.from, number(g.every * s->from.step)}, 3);
    return x;
}

static void add_step(NewCode *w, const RunningSum *x, const Scan *s, uint32_t n)
{
    code_add(w, "add.u32", (Opnd[]){x->from, x->from, number(n * s->from.step)}, 3);
    if (x->apart && !s->total)
        code_add(w, "add.u32", (Opnd[]){x->to, x->to, number(n * s->to.step)}, 3);
}

static void go_round(NewCode *w, Sym *again, Opnd at, Opnd end)
{
    const Opnd more = code_new_reg(w, "more", T_PRED);
    code_add(w, "setp.ne.u32", (Opnd[]){more, at, end}, 3);
    code_branch(w, again, more.reg, false);
}

/* Over the gap, as long as there are elements behind it. */
static void add_gap(NewCode *w, const RunningSum *x, const Scan *s, Sym *again)
{
    const Gaps g = s->from.gaps;
    if (!g.every)
        return;
    code_add(w, "add.u32", (Opnd[]){x->from, x->end, number(g.skip)}, 3);
    if (x->apart && !s->total)
        code_add(w, "add.u32", (Opnd[]){x->to, x->to, number(g.skip)}, 3);
    code_add(w, "add.u32", (Opnd[]){x->end, x->end, number(g.every * s->from.step + g.skip)}, 3);
    go_round(w, again, x->from, x->stop);
}

/* So many elements in one round. */
static uint32_t in_round(const Plot *p, const Scan *s, bool all)
{
    enum { TOGETHER = 4 };
    const uint32_t n = s->from.gaps.every ? s->from.gaps.every : p->by_size ? s->per * p->least : s->n;
    return all && n % TOGETHER == 0 ? TOGETHER : 1;
}

/* Some elements, of which all are loaded before sums are stored. */
static void add_elements(NewCode *w, const RunningSum *x, const Scan *s, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        code_add(w, x->load, (Opnd[]){x->next[i], at_register(x->from, i * s->from.step)}, 2);
    for (uint32_t i = 0; i < n; i++) {
        const Opnd to = at_register(x->to, i * s->to.step);
        if (s->only_before)
            code_add(w, x->store, (Opnd[]){to, x->sum}, 2);
        code_add(w, ins_words(w->b->a, s->by), (Opnd[]){x->sum, x->sum, x->next[i]}, 3);
        if (!s->only_before && !s->total)
            code_add(w, x->store, (Opnd[]){to, x->sum}, 2);
    }
}

/* To nothing each element is added, and the sum stored before or behind that.  The last element may lie where nobody reads, unless sums take its
 * place, or the sum of all is wanted. */
static Opnd add_scan(NewCode *w, const Plot *p, const Scan *s)
{
    const CollectiveOp *op = collective_op_of(s->by);
    const bool wide = type_info[op->type].bits == 64;
    RunningSum x = begin_sum(w, p, s);
    const bool all = !s->only_before || s->whole || s->from.gaps.every || !x.apart;
    const uint32_t n = in_round(p, s, all);
    for (uint32_t i = 0; i < n; i++)
        x.next[i] = code_new_reg(w, "next", wide ? T_B64 : T_B32);
    code_add(w, wide ? "mov.b64" : "mov.b32", (Opnd[]){x.sum, opnd_number(op->none, wide ? T_U64 : T_U32)}, 2);
    if (!all)
        code_add(w, "sub.u32", (Opnd[]){x.end, x.end, number(s->from.step)}, 3);
    Sym *again = new_label(w, "$L__sum");
    code_label(w, again);
    add_elements(w, &x, s, n);
    add_step(w, &x, s, n);
    go_round(w, again, x.from, x.end);
    add_gap(w, &x, s, again);
    if (!all || s->total)
        code_add(w, x.store, (Opnd[]){at_register(x.to, 0), x.sum}, 2);
    return x.sum;
}

static void add_told(NewCode *w, const ScanTold *t, Opnd sum)
{
    const Ins *store = &w->fn->ins.at[t->store];
    ins_under(code_add(w, ins_words(w->b->a, store), (Opnd[]){*isa_address(store), sum}, 2), t->guard, t->guard_neg);
}

static void add_kept(NewCode *w, const ScanKept *k, Opnd thread)
{
    const Opnd d = opnd_reg(k->reg);
    const Opnd place = k->sym ? code_new_reg(w, "place", T_U32) : d;
    if (!k->b && !k->sym) {
        code_add(w, "mov.b32", (Opnd[]){d, number(k->a)}, 2);
        return;
    }
    code_add(w, "mad.lo.u32", (Opnd[]){place, thread, number(k->b), number(k->a)}, 4);
    if (!k->sym)
        return;
    const Opnd base = code_new_reg(w, "base", T_U32);
    code_add(w, "mov.u32", (Opnd[]){base, {.kind = O_SYM, .comp = -1, .reg = -1, .sym = (Sym *)k->sym}}, 2);
    code_add(w, "add.u32", (Opnd[]){k->loads ? place : d, place, base}, 3);
    if (k->loads)
        code_add(w, "ld.shared.b32", (Opnd[]){d, at_register(place, 0)}, 2);
}

/* In front of what it is instead of. */
static void add_plot(NewCode *w, const Plot *p, Sym *on)
{
    w->like = &w->fn->ins.at[p->begin - 1];
    Sym *slow = new_label(w, "$L__steps"), *summed = new_label(w, "$L__summed");
    const Opnd thread = code_new_reg(w, "thread", T_U32), other = code_new_reg(w, "other", T_PRED);
    for (int i = 0; i < p->nmoved; i++)
        array_add(w->a, &w->ins, w->fn->ins.at[p->moved[i]]);
    add_test(w, p, slow);
    if (p->meets)
        code_add(w, "bar.sync", (Opnd[]){number(0)}, 1);
    code_add(w, "mov.u32", (Opnd[]){thread, opnd_sreg(w->a, SREG_TID, 0)}, 2);
    code_add(w, "setp.ne.u32", (Opnd[]){other, thread, number(0)}, 3);
    code_branch(w, summed, other.reg, false);
    Opnd sum[SCANS_MOST];
    for (int i = 0; i < p->nscan; i++)
        sum[i] = add_scan(w, p, &p->scan[i]);
    for (int i = 0; i < p->ntold; i++)
        add_told(w, &p->told[i], sum[p->told[i].scan]);
    code_label(w, summed);
    code_add(w, "bar.sync", (Opnd[]){number(0)}, 1);
    bool loads = false;
    for (int i = 0; i < p->nkept; i++) {
        add_kept(w, &p->kept[i], thread);
        loads |= p->kept[i].loads;
    }
    if (loads) /* before others replace what is in memory, as they may what was in registers */
        code_add(w, "bar.sync", (Opnd[]){number(0)}, 1);
    code_branch(w, on, -1, false);
    code_label(w, slow);
}

void block_scan_write(Back *b, const PlotList *plots)
{
    Fn *fn = b->fn;
    NewCode w = code_begin(b);
    int *place = NEWN(b->a, int, fn->ins.n + 1), *entry = NEWN(b->a, int, fn->ins.n + 1);
    Sym **on = NEWN(b->a, Sym *, plots->n);
    bool *gone = NEWN(b->a, bool, fn->ins.n);
    for (int i = 0; i < plots->n; i++) {
        for (int k = 0; k < plots->at[i].nmoved; k++)
            gone[plots->at[i].moved[k]] = true;
        w.like = &fn->ins.at[plots->at[i].begin - 1];
        on[i] = new_label(&w, "$L__on");
    }
    for (int i = 0, k = 0; i < fn->ins.n; i++) {
        entry[i] = w.ins.n;
        if (k < plots->n && i == plots->at[k].begin) {
            add_plot(&w, &plots->at[k], on[k]);
            k++;
        }
        place[i] = w.ins.n;
        if (!gone[i])
            array_add(b->m->code, &w.ins, fn->ins.at[i]);
    }
    place[fn->ins.n] = w.ins.n;
    for (int i = 0; i < plots->n; i++) {
        on[i]->index = entry[plots->at[i].at];
        array_add(w.a, &w.labels, on[i]);
    }
    fn_end_code(b->m, fn, &w.ins);
    fn_set_code(fn, w.ins, place);
    for (int i = 0; i < w.labels.n; i++)
        fn_put_label(b->m->code, fn, w.labels.at[i]);
}
