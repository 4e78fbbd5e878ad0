/* explain.c: --explain, what the analyses found, a line for each kernel, loop, branch, access and collective, and where it
 * is not the best, what stopped that.
 *
 * Lines begin with the place in the PTX, as messages do.  A value that differs between lanes is followed back through
 * the instructions that compute it to the first one whose inputs do not differ in that way: there the reader can do
 * something about it. */
#include "report/report.h"
#include "plan/passes.h"

typedef struct Explain {
    Arena *a;
    Module *m;
    Back *b;
    RemarkFn *say;  /* gets each remark */
    void *ctx;
    RegIndex writes;
    int *visited;   /* by register: the last search that met it */
    int search;
    bool *checked;  /* by register: what is known of it is proven by a run-time check */
    Bits said;      /* by place in the text: of code that exists in a fast and a slow version, the first, fast one */
} Explain;

/* What runs around the current item. */
typedef struct Around {
    const Item *group;  /* the loop over lanes; NULL outside */
    const Item *branch; /* the innermost branch or loop inside it; NULL: all lanes come by */
} Around;

/* ---- text -------------------------------------------------------------------------------------------------------- */

static int line_of(const Explain *e, int ins) { return diag_line(e->b->fn->ins.at[ins].loc); }

static const char *source_of(const Explain *e, const Ins *ins)
{
    Str s = {0};
    source_text(e->m, e->b->fn, ins, &s);
    return str_keep(e->a, &s);
}

static const char *source(const Explain *e, int ins) { return source_of(e, &e->b->fn->ins.at[ins]); }

static void say(const Explain *e, int ins, RemarkKind kind, const char *fmt, ...) PRINTF_LIKE(4, 5);

static void say(const Explain *e, int ins, RemarkKind kind, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    e->say(e->ctx, line_of(e, ins), kind, arena_vprintf(e->a, fmt, ap));
    va_end(ap);
}

static const char *chunk_word(const Back *b) { return b->mode == MODE_WARP ? "warp" : "chunk"; }

/* ---- why a value differs ----------------------------------------------------------------------------------------- */

/* What an instruction is that gives each lane its own value, whatever its inputs. */
static const char *by_nature(const Explain *e, const Ins *ins)
{
    if (isa_emit(ins) == EMIT_CALL)
        return "the result of a call";
    if (isa_meets(ins))
        return "the result of a collective";
    if (isa_mem(ins) & MEM_W)
        return "what an atomic operation found";
    if (isa_emit(ins) == EMIT_LD)
        return "read from memory";
    for (int i = 0; i < ins->nop; i++)
        if (ins->op[i].kind == O_SREG && uniform_opnd(e->b, &ins->op[i]).kind == VAL_VAR)
            return "a special register that differs between lanes";
    return NULL;
}

/* The writes of a register with several: "lines 4, 9". */
static const char *writes_text(const Explain *e, int reg)
{
    Str s = {0};
    for (int i = e->writes.of[reg], n = 0; i < e->writes.of[reg + 1] && n < 4; i++, n++)
        str_printf(&s, "%s%d", n ? ", " : "", line_of(e, e->writes.ins[i]));
    return str_keep(e->a, &s);
}

/* Inside which part that runs per lane the instruction stands: its branch or loop's block, or NULL. */
static const Node *lane_part(const Explain *e, int ins)
{
    const Node *part = NULL;
    for (const Node *n = e->b->node_of[e->b->blk_of[ins]->id]; n; n = n->up)
        if (info(n)->lane && (n->kind == N_IF || n->kind == N_SWITCH || n->kind == N_LOOP))
            part = n;
    return part;
}

/* What was found going back: the better rank wins, then the first. */
typedef struct Root {
    enum { ROOT_NONE, ROOT_WRITES, ROOT_PART, ROOT_UNEVEN, ROOT_NATURE } rank;
    const char *text;
    int left;     /* how many more registers are looked at */
} Root;

static void offer(Root *r, int rank, const char *text)
{
    if (rank > (int)r->rank) {
        r->rank = rank;
        r->text = text;
    }
}

typedef struct Sources { Explain *e; int reg[16], n, aff; } Sources;

/* One write of a register that differs: the reason when it lies here; what it read that differs goes to from. */
static void look_at(Explain *e, Root *r, int at, Sources *from)
{
    const Back *b = e->b;
    const Ins *ins = &b->fn->ins.at[at];
    const char *nature = by_nature(e, ins), *what = arena_printf(e->a, "'%s' in line %d", source(e, at), line_of(e, at));
    *from = (Sources){.e = e, .aff = -1};
    for (Refs ref = ins_refs(ins); refs_next(&ref);) {
        const Val *v = &b->reg[ref.reg].val;
        if (!ref.write && v->kind == VAL_VAR && from->n < 16)
            from->reg[from->n++] = ref.reg;
        if (!ref.write && v->kind == VAL_AFF && from->aff < 0)
            from->aff = ref.reg;
    }
    if (nature) { /* rather this than what a load's address comes from */
        offer(r, ROOT_NATURE, arena_printf(e->a, "%s: %s", what, nature));
        from->n = 0;
        return;
    }
    const Node *part = lane_part(e, at);
    if (from->n)
        return;
    bool even = uniform_guess(e->b, at, true).kind != VAL_VAR;
    if (from->aff >= 0 && !part && !even)
        offer(r, ROOT_UNEVEN, arena_printf(e->a, "%s makes no even step of %s, which grows by %lld", what,
                                           reg_name(b->fn, from->aff), (long long)b->reg[from->aff].val.step));
    else if (even && uniform_check_for(e->b, at) != SPEC_NONE)
        offer(r, ROOT_UNEVEN, arena_printf(e->a, "%s needs a check at run time, which can't be made there", what));
    else if (even && !part)
        return; /* another write of the register is to blame, or that they are several */
    else if (part && part->kind != N_LOOP && b->fn->ins.at[part->blk->term].guard >= 0)
        from->reg[from->n++] = b->fn->ins.at[part->blk->term].guard; /* what each lane decides by itself */
    else if (part)
        offer(r, ROOT_PART, arena_printf(e->a, "%s stands in a %s that each lane takes by itself (line %d)", what,
                  part->kind == N_LOOP ? "loop" : "branch",
                  line_of(e, part->kind == N_LOOP ? part->blk->first : part->blk->term)));
    else
        offer(r, ROOT_WRITES, what);
}

static void search(Explain *e, Root *r, int reg)
{
    if (e->visited[reg] == e->search || r->rank == ROOT_NATURE || r->left-- <= 0)
        return;
    e->visited[reg] = e->search;
    for (int i = e->writes.of[reg]; i < e->writes.of[reg + 1]; i++) {
        Sources from;
        look_at(e, r, e->writes.ins[i], &from);
        for (int k = 0; k < from.n; k++)
            search(e, r, from.reg[k]);
    }
    int n = e->writes.of[reg + 1] - e->writes.of[reg];
    if (n != 1)
        offer(r, ROOT_WRITES, !n ? arena_printf(e->a, "%s is never written", reg_name(e->b->fn, reg))
                                 : arena_printf(e->a, "%s has several writes that do not give one even step (lines %s)",
                                                reg_name(e->b->fn, reg), writes_text(e, reg)));
}

/* Why this register differs between lanes, or does not grow evenly. */
static const char *why_differs(Explain *e, int reg)
{
    Root r = {.left = 300};
    e->search++;
    search(e, &r, reg);
    return r.text ? r.text : "of more than can be said here";
}

/* ---- accesses ---------------------------------------------------------------------------------------------------- */

static const Opnd *address_of(const Ins *ins)
{
    int i = isa_arg(ins, ARG_A);
    if (i >= 0 && ins->arg[i].kind == O_MEM)
        return &ins->arg[i];
    for (i = 0; i < ins->narg; i++)
        if (ins->arg[i].kind == O_MEM)
            return &ins->arg[i];
    return NULL;
}

static bool is_access(const Ins *ins)
{
    Emit emit = isa_emit(ins);
    return emit != EMIT_NOP && emit != EMIT_CALL && isa_space(ins) != SP_PARAM && address_of(ins) && isa_accesses(ins);
}

/* Bytes of one lane's element, or 0. */
static int access_bytes(const Ins *ins)
{
    Type t = isa_slot_type(ins, SLOT_TYPE);
    int d = isa_arg(ins, isa_emit(ins) == EMIT_ST ? ARG_B : ARG_D);
    int n = d >= 0 && ins->arg[d].kind == O_VEC ? (int)ins->arg[d].nsub : 1;
    return type_info[t].bits / 8 * n;
}

static const char *masked_text(const Explain *e, const Around *x)
{
    if (!x->branch)
        return "";
    if (x->branch->kind == I_LOOP)
        return arena_printf(e->a, ", in the loop of each lane (line %d)", line_of(e, x->branch->node->blk->first));
    return arena_printf(e->a, ", masked by the branch in line %d", line_of(e, x->branch->ins));
}

static void say_access(Explain *e, int at, const Around *x)
{
    Back *b = e->b;
    const Ins *ins = &b->fn->ins.at[at];
    const Opnd *o = address_of(ins);
    bool store = isa_emit(ins) == EMIT_ST, atomic = !store && (isa_mem(ins) & MEM_W);
    const char *what = source(e, at), *masked = masked_text(e, x);
    Val v = o->reg >= 0 ? b->reg[o->reg].val : (Val){.kind = VAL_UNI};
    const char *proof = o->reg >= 0 && e->checked[o->reg] ? ", proven by a check at run time" : "";
    int bytes = access_bytes(ins);
    if (isa_space(ins) == SP_LOCAL)
        say(e, at, REMARK_LOCAL, "access '%s': a lane's own memory, %s%s", what,
            !b->plan->words ? "in one piece" : bytes < b->plan->words ? "between other lanes', in a part of a word" : "word by word beside other lanes'",
            masked);
    else if (!x->group)
        say(e, at, REMARK_UNIFORM, "access '%s': uniform: once for all lanes", what);
    else if (atomic)
        say(e, at, REMARK_ATOMIC, x->group->reductions ? "access '%s': atomic: several lanes at once%s" : "access '%s': atomic: lane after lane%s",
            what, masked);
    else if (v.kind == VAL_UNI)
        say(e, at, REMARK_UNIFORM, "access '%s': uniform address%s%s%s", what, store ? ", written by every lane" : "", proof, masked);
    else if (v.kind == VAL_AFF)
        say(e, at, v.step == bytes ? REMARK_CONTIGUOUS : REMARK_STRIDED, "access '%s': affine, %lld bytes from lane to lane%s%s%s", what, (long long)v.step,
            v.step == bytes                            ? ": contiguous"
            : b->plan->column && b->plan->column[at] ? ": strided, together with what the next rows of threads load beside it"
                                                     : ": strided",
            proof, masked);
    else
        say(e, at, REMARK_GATHERED, "access '%s': %s%s, because %s", what, store ? "scattered" : "gathered", masked,
            why_differs(e, o->reg));
}

/* ---- control ----------------------------------------------------------------------------------------------------- */

/* The register that decides which way a branch goes; -1: none does. */
static int deciding_reg(const Explain *e, const Item *it)
{
    const Ins *br = &e->b->fn->ins.at[it->ins];
    if (it->kind != I_SWITCH)
        return br->guard;
    int i = isa_arg(br, ARG_A);
    return i >= 0 && br->arg[i].kind == O_REG ? br->arg[i].reg : -1;
}

static const char *condition_text(Explain *e, const Item *it)
{
    int reg = deciding_reg(e, it);
    if (reg < 0)
        return "always the same way";
    const Val *v = &e->b->reg[reg].val;
    if (info(it->node)->exit_guard)
        return "the threads that come here end";
    if (v->kind == VAL_UNI)
        return arena_printf(e->a, "uniform: the same for the %s%s", v->level == LV_CTA ? "CTA" : chunk_word(e->b),
                            e->checked[reg] ? ", proven by a check at run time" : "");
    return arena_printf(e->a, "differs between lanes, because %s", why_differs(e, reg));
}

static RemarkKind branch_kind(const Explain *e, const Item *it)
{
    int reg = deciding_reg(e, it);
    return reg < 0 || e->b->reg[reg].val.kind == VAL_UNI ? REMARK_UNIFORM : REMARK_VARYING;
}

/* The branch that makes lanes leave the loop at different times, or NULL. */
static const Item *leaving_branch(const Explain *e, const Items *list)
{
    for (const Item *it = items_first(list); it; it = it->kind == I_LOOP ? items_past(it, list) : items_next(it, list))
        if (it->kind == I_IF && e->b->fn->ins.at[it->ins].guard >= 0 &&
            e->b->reg[e->b->fn->ins.at[it->ins].guard].val.kind == VAL_VAR)
            for (int k = 0; k < it->nkid; k++)
                for (int j = 0; j < it->kid[k].n; j++)
                    if (it->kid[k].at[j]->kind == I_BREAK || it->kid[k].at[j]->kind == I_GOTO ||
                        it->kid[k].at[j]->kind == I_EXIT)
                        return it;
    return NULL;
}

static void say_loop(Explain *e, const Item *it, const Around *x)
{
    int at = it->node->blk->first;
    if (!x->group && e->b->fn->ins.at[at].masked) {
        say(e, at, REMARK_MASKED, "loop: masked: all lanes of the %s go round together until the last has left", chunk_word(e->b));
        return;
    }
    if (!x->group) {
        say(e, at, REMARK_UNIFORM, "loop: uniform: around the lanes, once for each %s",
            it->in->level == LV_CTA ? "CTA" : chunk_word(e->b));
        return;
    }
    const Item *leave = leaving_branch(e, &it->kid[0]);
    if (leave)
        say(e, at, REMARK_SERIAL, "loop: each lane by itself: the branch in line %d %s", line_of(e, leave->ins),
            condition_text(e, leave));
    else if (x->branch)
        say(e, at, REMARK_SERIAL, "loop: each lane by itself: it stands in a part that not all lanes come by (line %d)",
            line_of(e, x->branch->node->blk->first));
    else
        say(e, at, REMARK_SERIAL, "loop: each lane by itself");
}

/* The number of instructions in a list, and the first of them that keeps lanes in order. */
static int count_list(const Explain *e, const Items *list, int *first, int *last, int *orders)
{
    int n = 0;
    for (const Item *it = items_first(list); it; it = items_next(it, list)) {
        if (it->kind != I_INS)
            continue;
        n++;
        if (*first < 0 || it->ins < *first)
            *first = it->ins;
        *last = greater(*last, it->ins);
        if (*orders < 0 && ins_order_matters(&e->b->fn->ins.at[it->ins]))
            *orders = it->ins;
    }
    return n;
}

static void say_group(Explain *e, const Item *it)
{
    static const char *const why[] = {[SINGLY_WALKS] = "each walks through memory of its own",
                                      [SINGLY_SELDOM] = "few are likely to come to most of it",
                                      [SINGLY_NARROW] = "some alone read or write less than a word"};
    int first = -1, last = -1, orders = -1, n = count_list(e, &it->kid[0], &first, &last, &orders);
    if (it->level != LV_LANE || first < 0)
        return;
    const char *under = it->mask ? arena_printf(e->a, ", under mask m%d", it->mask) : "", *how, *things = "";
    bool vector = false;
    if (it->reductions) {
        vector = true;
        how = arena_printf(e->a, "lanes, for vectors, then '%s' in line %d for all", source(e, orders), line_of(e, orders));
    } else if (it->stride) {
        vector = it->stride_ends;
        how = arena_printf(e->a, "those lanes%s for which '%s' in line %d can hold%s", under, source(e, it->stride_test),
                           line_of(e, it->stride_test), vector ? "" : ", one after another");
    } else if (it->period)
        how = arena_printf(e->a, "lanes, %d at a time written out, which come to the same places but for a quotient", it->period);
    else if (it->chosen)
        how = arena_printf(e->a, "those lanes%s that '%s' lets through", under, source(e, it->kid[0].at[it->kid[0].n - 1]->ins));
    else if (it->singly)
        how = arena_printf(e->a, "lanes%s, one after another, because %s", under, why[it->singly]);
    else if (it->scatters)
        how = arena_printf(e->a, "lanes%s, one after another, or for vectors that store here and there", under);
    else if (!it->serial && it->narrow)
        how = arena_printf(e->a, "lanes%s, one after another, or for vectors that have masks for less than a word", under);
    else if (!it->serial) {
        vector = true;
        how = arena_printf(e->a, "lanes%s, for vectors", under);
        things = n == 1 ? " instruction" : " instructions";
    } else if (orders >= 0)
        how = arena_printf(e->a, "lanes%s, in order, because of '%s' in line %d", under, source(e, orders), line_of(e, orders));
    else
        how = arena_printf(e->a, "lanes%s, in order", under);
    say(e, first, vector ? REMARK_VECTOR : REMARK_SERIAL, "lanes: loop over %s: %d%s to line %d", how, n, things, line_of(e, last));
}

static void say_list(Explain *e, const Items *list, Around x);

/* Whether the slow version of code that stands twice (versioning.c) was reached: the fast one came before. */
static bool again(Explain *e, const Item *it)
{
    if ((it->kind != I_INS && it->kind != I_IF && it->kind != I_SWITCH) || e->b->fn->ins.at[it->ins].made)
        return false;
    size_t at = e->b->fn->ins.at[it->ins].loc.at;
    bool was = bits_has(e->said, (int)at);
    bits_add(e->said, (int)at);
    return was;
}

/* A branch of loop_masking.c, which asks whether any lane is left. */
static bool asks_any(const Explain *e, const Item *it)
{
    int reg = e->b->fn->ins.at[it->ins].guard, def = reg >= 0 ? e->b->reg[reg].def : -1;
    return def >= 0 && e->b->fn->ins.at[def].pseudo == PSEUDO_ANY;
}

static void say_item(Explain *e, const Item *it, Around x)
{
    if (again(e, it)) {
        for (int k = 0; k < it->nkid; k++)
            say_list(e, &it->kid[k], x);
        return;
    }
    const Ins *ins = item_ins(e->b, it);
    if (it->kind == I_GROUP) {
        say_group(e, it);
        if (it->level == LV_LANE)
            x = (Around){it, NULL};
    } else if (it->kind == I_LOOP) {
        say_loop(e, it, &x);
        x.branch = x.group ? it : NULL;
    } else if ((it->kind == I_IF && !asks_any(e, it)) || it->kind == I_SWITCH) {
        const char *made = e->b->fn->ins.at[it->ins].made ? " between a fast and a slow version" : "";
        say(e, it->ins, branch_kind(e, it), "branch%s '%s': %s", made, source(e, it->ins), condition_text(e, it));
        x.branch = x.group ? it : NULL;
    } else if (it->kind == I_MASK && e->b->fn->ins.at[it->ins].guard >= 0) {
        say(e, it->ins, REMARK_MASKED, info(it->node)->ranged ? "branch '%s': for a range of lanes" : "branch '%s': masked: %s",
            source(e, it->ins), condition_text(e, it));
    } else if (ins && isa_meets(ins)) {
        say(e, it->ins, REMARK_SYNC, "%s '%s'", isa_is_cta(ins) ? "barrier" : "collective", source(e, it->ins));
    } else if (ins && is_access(ins) && !e->b->dead[it->ins]) {
        say_access(e, it->ins, &x);
    }
    for (int k = 0; k < it->nkid; k++)
        say_list(e, &it->kid[k], x);
}

static void say_list(Explain *e, const Items *list, Around x)
{
    for (int i = 0; i < list->n; i++)
        say_item(e, list->at[i], x);
}

/* ---- kernels ----------------------------------------------------------------------------------------------------- */

/* What stands on a checked value is checked, too: one step for each instruction, in order. */
static void find_checked(Explain *e)
{
    Back *b = e->b;
    for (int i = 0; i < b->fn->ins.n; i++) {
        if (!b->blk_of[i])
            continue;
        bool from = b->spec && b->spec[i] != SPEC_NONE;
        const Ins *ins = &b->fn->ins.at[i];
        for (int k = -1; !from && isa_next_input(ins, &k);)
            from = ins->arg[k].kind == O_REG && ins->arg[k].reg >= 0 && e->checked[ins->arg[k].reg];
        if (from)
            for (Refs ref = ins_refs(ins); refs_next(&ref);)
                e->checked[ref.reg] |= ref.write;
    }
}

/* Why an instruction may have no C of its own. */
static const char *absent_text(const Explain *e, int at)
{
    const Back *b = e->b;
    const Ins *ins = &b->fn->ins.at[at];
    if (!b->blk_of[at])
        return "no thread comes here";
    if (isa_is_cta(ins))
        return "a barrier: the end of one loop over the threads and the begin of the next";
    if (isa_is_warp(ins))
        return "the lanes that it waits for have come already";
    if (ins->nword && (ins->mnemonic == INS_RET || ins->mnemonic == INS_EXIT))
        return "the end of the function, or of a call that was put in its place";
    if (b->blk_of[at]->term == at)
        return "control flow: the ifs and loops around say it";
    if (isa_emit(ins) == EMIT_NOP)
        return "nothing is to be done for it on a processor";
    if (isa_emit(ins) == EMIT_MOV && ins->arg[isa_arg(ins, ARG_A)].kind != O_REG)
        return "a number that is written where it is used";
    return b->dead[at] ? "nothing uses what it computes" : "its value is part of what other lines say";
}

static void say_absent(const Explain *e)
{
    for (int i = 0; i < e->b->fn->ins.n; i++)
        if (!e->b->fn->ins.at[i].made)
            say(e, i, REMARK_ABSENT, "%s", absent_text(e, i));
}

static void say_kernel(Module *m, Fn *fn, RemarkFn *f, void *ctx)
{
    static const char *const ways[] = {
        [MODE_LANES] = "its threads never meet: chunks of neighbouring threads, each for itself",
        [MODE_CTA] = "phases between barriers, in each of which chunks of neighbouring threads run",
        [MODE_WARP] = "warps, under masks where lanes part",
        [MODE_SCHED] = "a scheduler: each thread has a place of its own, the first ones run (slow)",
    };
    Arena a = {0};
    const int line = diag_line(fn->sym->loc);
    Tried tried = {0};
    Back *b = kernel_analyse(&a, m, fn, &tried);
    Explain e = {.a = &a, .m = m, .b = b, .say = f, .ctx = ctx, .visited = NEWN(&a, int, b->nreg + 1),
                 .checked = NEWN(&a, bool, b->nreg + 1), .said = bits_new(&a, (int)m->src.len + 1)};
    f(ctx, line, b->mode == MODE_SCHED ? REMARK_SCHEDULER : REMARK_KERNEL,
      arena_printf(&a, "kernel %s: %s", fn->sym->name, ways[b->mode]));
    if (tried.stopped)
        f(ctx, diag_line(tried.at.loc), REMARK_STOPPED,
          arena_printf(&a, "not as %s: %s: '%s'", tried.failed == MODE_WARP ? "warps" : "phases", tried.stopped, source_of(&e, &tried.at)));
    else if (tried.why)
        f(ctx, line, REMARK_STOPPED, arena_printf(&a, "not as phases or warps: %s", tried.why));
    if (kernel_gives_way(fn))
        f(ctx, line, REMARK_KERNEL, "where a loop waits for other CTAs, the whole CTA waits and gives way to them");
    if (tried.first)
        f(ctx, line, REMARK_KERNEL, "its warps that lie in a row of the CTA are not left to the scheduler: each runs to its end, under masks where lanes part");
    if (tried.any)
        f(ctx, line, REMARK_KERNEL, arena_printf(&a, "another version is for %s", tried.any));
    if (b->weighed)
        f(ctx, line, REMARK_KERNEL, arena_printf(&a, "chunks: %s", b->weighed));
    e.writes = fn_index(e.a, b->fn, true, (const Blk *const *)b->blk_of);
    find_checked(&e);
    say_list(&e, &b->plan->root, (Around){0});
    say_absent(&e);
    cfg_end(&a, fn);
}

void explain_each(Module *m, RemarkFn *f, void *ctx)
{
    data_layout(m);
    for (int i = 0; i < m->fns.n; i++) {
        Fn *fn = m->fns.at[i];
        if (!fn_is_kernel(fn))
            continue;
        progress_show("explaining", (size_t)i, (size_t)m->fns.n);
        inline_calls(m, fn, must_inline);
        inline_small(m, fn);
        say_kernel(m, fn, f, ctx);
    }
}

typedef struct Listing { const char *path; Str *out; } Listing;

static void list_remark(void *ctx, int line, RemarkKind kind, const char *text)
{
    const Listing *l = ctx;
    if (kind != REMARK_ABSENT)
        str_printf(l->out, "%s:%d: %s\n", l->path, line, text);
}

void explain_module(Module *m, Str *out)
{
    Listing l = {m->src.path, out};
    explain_each(m, list_remark, &l);
}
