/* emit_kernel.c: a kernel: its code over chunks, warps or the scheduler. */
#include "emit/emit_fn.h"

enum { NARROW = 16 }; /* lanes of a chunk whose lanes go round loops together: as many as a vector register holds */
enum { WIDE = 256, WIDEST = 1024 }; /* lanes of a wide chunk; of one that keeps nothing from one loop over them to the next */
enum { WIDE_LIMIT = 150 }; /* instructions of a kernel that gets wide chunks */
enum { SPLIT_ROUNDS = 32, SPLIT_WORK = 6000 }; /* regions that are made in two versions at most; instructions looked at */
enum { INLINE_LIMIT = 1500 }; /* instructions; larger kernels are not specialised for the chunk's width */
enum { ALONE_LIMIT = 10000 }; /* larger ones are made in one version alone: C compilers take minutes for them */

static bool uses_sreg_shape(const Fn *fn, Shape a, Shape b)
{
    for (int i = 0; i < fn->ins.n; i++)
        for (int k = 0; k < fn->ins.at[i].nop; k++) {
            const Opnd *o = &fn->ins.at[i].op[k];
            if (o->kind == O_SREG && !isa_sregs[o->sym->index].vary &&
                (isa_sregs[o->sym->index].shape == a || isa_sregs[o->sym->index].shape == b))
                return true;
        }
    return false;
}

/* ---- the parts of a kernel ------------------------------------------------------------------------------------------------- */

static bool emit_state(Kernel *k, const Back *b)
{
    uint64_t local = local_bytes(k->fn);
    if (!b->has_state && !k->exits)
        return false;
    str_printf(k->out, "/* What %s keeps across barriers. */\ntypedef struct {\n",
               b->mode == MODE_WARP ? "a warp" : "a chunk");
    if (b->mode == MODE_WARP && k->exits)
        str_add(k->out, "    uint32_t m; /* lanes that have not exited */\n");
    if (b->mode == MODE_CTA && k->exits)
        str_add(k->out, "    bool done;\n");
    for (int r = 0; r < b->nreg; r++) {
        const RegInfo *g = &b->reg[r];
        if (!g->wanted && !g->ndef)
            continue;
        if (g->store == ST_STATE) /* whole cache lines, for the compiler's vectors */
            str_printf(k->out, "    _Alignas(PTX2C_LINE) %s %s[32];\n", reg_ctype(b, r), g->name);
        if (g->store == ST_STATE_SCALAR && !g->remade)
            str_printf(k->out, "    %s %s;\n", reg_ctype(b, r), g->name);
    }
    if (b->cc_lanes)
        str_add(k->out, "    bool cc[32];\n");
    if (local)
        str_printf(k->out, "    %s;\n", local_declaration(b));
    emit_spread(&(Writer){.b = (Back *)b, .out = k->out, .indent = 1});
    str_printf(k->out, "} %s;\n\n", k->state_name);
    return true;
}

/* The function's text behind what it needs at its head. */
static void emit_function(Kernel *k, Back *b, const char *signature, bool phases)
{
    str_printf(k->out, "%s\n{\n", signature);
    const size_t start = k->out->n;
    Str head_text = {0};
    Writer w = {.b = b, .out = k->out, .o = k->o, .k = k, .remake = lower_ins, .indent = 1, .phases = phases};
    bool warp = b->mode == MODE_WARP;
    if (!phases && warp)
        line(&w, "w->index = k.index;");
    if (phases && k->exits) {
        line(&w, warp ? "PTX2C_FOR_WARPS(k, c)" : "PTX2C_FOR_CHUNKS(k, c)");
        line(&w, warp ? "    ((%s *)c->state + k.index)->m = ptx2c_lanes(k.n);"
                      : "    ((%s *)c->state + k.index)->done = false;", k->state_name);
    }
    emit_body(&w, &b->root);
    Writer head = {.b = b, .out = &head_text, .o = k->o, .k = k, .remake = lower_ins, .indent = 1};
    const char *s = k->out->s + start;
    emit_param_pointer(&head, k, s);
    if (!phases && text_has(s, "k"))
        line(&head, "const ptx2c_chunk k = *kp;");
    if (warp && text_has(s, "w"))
        line(&head, "ptx2c_warp warp = {0}, *const w = &warp;");
    bool mask = warp && !phases && text_has(s, "m");
    if (mask)
        line(&head, has_exit(&b->root) ? "uint32_t m = full ? 0xffffffffu : ptx2c_lanes(kp->n);"
                                       : "const uint32_t m = full ? 0xffffffffu : ptx2c_lanes(kp->n);");
    if (warp && !phases && b->has_spec)
        line(&head, "const uint32_t n = 32;");
    if (warp && phases && b->has_spec && text_has(s, "n"))
        line(&head, "const uint32_t n = 32;");
    if (phases && text_has(s, "ok"))
        line(&head, "bool ok = true;");
    if (!phases && text_has(s, "local"))
        line(&head, "%s;", local_declaration(b));
    if (!phases)
        emit_spread(&head);
    if (b->cc_lanes && !phases)
        line(&head, "bool cc[32] = {0};");
    emit_shared_offsets(&head, s);
    static const char *const params[] = {"c", "kp", "n", "full", "VL", "cut", "R"};
    for (int i = 0; i < 7; i++)
        if (text_has(strchr(signature, '('), params[i]) && !text_has(s, params[i]) &&
            !(i == 0 && (text_has(s, "P") || text_has(s, "shared"))) && !(i == 1 && text_has(s, "k")) && !((i == 1 || i == 3) && mask) &&
            !(i == 5 && (text_has(s, "PTX2C_CUT") || text_has(s, "PTX2C_CUT_TO"))))
            line(&head, "(void)%s;", params[i]);
    str_insert(k->out, start, &head_text);
    str_free(&head_text);
    line(&w, b->mode == MODE_LANES ? "return n;" : "return true;");
    str_add(k->out, "}\n\n");
}

static bool is_slow(const Back *b, const Items *list)
{
    for (int i = 0; i < list->n; i++) {
        if (list->at[i]->ins >= 0 && b->fn->ins.at[list->at[i]->ins].slow)
            return true;
        for (int j = 0; j < list->at[i]->nkid; j++)
            if (is_slow(b, &list->at[i]->kid[j]))
                return true;
    }
    return false;
}

/* Some threads may run loops for much longer than others.  The slow versions of versioning.c don't count. */
static bool is_uneven(const Back *b, const Items *list)
{
    for (int i = 0; i < list->n; i++) {
        const Item *it = list->at[i];
        if (it->kind == I_LOOP && list->level == LV_LANE && !is_slow(b, &it->kid[0]))
            return true;
        for (int j = 0; j < it->nkid; j++)
            if (is_uneven(b, &it->kid[j]))
                return true;
    }
    return false;
}

/* A function of a kernel of that many instructions isn't inlined wherever it is called. */
static bool is_apart(const Kernel *k) { return k->fn->ins.n > INLINE_LIMIT; }

/* The kernel's function NAME_suffix with those parameters, by types and by names: its text, and what others call it. */
static const char *part_name(Kernel *k, const char *suffix)
{
    return arena_printf(k->a, "%s_%s%s", k->name, suffix, is_apart(k) && !k->m->large ? "_best" : "");
}

static void emit_part(Kernel *k, Back *b, const char *type, const char *suffix, const char *params, const char *args, bool phases)
{
    const char *word = is_apart(k) && k->m->large ? "static" : "PTX2C_INLINE";
    emit_function(k, b, arena_printf(k->a, "%s %s %s_%s%s", word, type, k->name, suffix, params), phases);
    if (is_apart(k) && !k->m->large)
        str_printf(k->out, "PTX2C_FOR_PROCESSORS_OF(%s_%s, %s, return, %s, %s)\n\n", k->name, suffix, type, params, args);
}

/* A function's instructions as they were before versioning.c. */
typedef struct Code { Fn was; int *label; } Code;

static Code keep_code(Arena *a, const Fn *fn)
{
    Code c = {*fn, NEWN(a, int, fn->labels.n + 1)};
    for (int i = 0; i < fn->labels.n; i++)
        c.label[i] = fn->labels.at[i]->index;
    return c;
}

static void restore_code(Fn *fn, const Code *c)
{
    if (fn->ins.at == c->was.ins.at)
        return;
    fn->ins = c->was.ins;
    fn->labels = c->was.labels;
    for (int i = 0; i < fn->labels.n; i++)
        fn->labels.at[i]->index = c->label[i];
    fn->flow_made = NULL;
}

/* Gives back what a function was before it was rewritten, unless it began so. */
static void drop_code(Module *m, const Fn *fn, InsList old, const Code *first)
{
    if (old.at != fn->ins.at && old.at != first->was.ins.at)
        fn_free_code(m, old);
}

/* The function has been written: what it was rewritten to goes. */
static void forget_code(Module *m, Fn *fn)
{
    fn_free_code(m, fn->ins);
    memset(&fn->ins, 0, sizeof fn->ins);
    memset(&fn->labels, 0, sizeof fn->labels);
    memset(&fn->regs, 0, sizeof fn->regs);
    fn->blk = NULL;
    fn->nblk = 0;
    fn->flow_made = NULL;
}

/* Analyses a kernel for a mode, with regions split and loops turned while that gains and the function is not so large that
 * analysing it again and again would take long; the result may not be ok.  What a is used for before is gone. */
static Back *analyse_width(Arena *a, Module *m, Fn *fn, Mode mode, bool rows, int width, bool literal)
{
    Back *b = back_analyse(a, m, fn, mode, rows, width, literal);
    const Code first = keep_code(m->code, fn);
    static bool (*const once[])(Back *) = {induction_split, sign_test_split, hoist_addresses};
    for (int i = 0; i < 3 && !literal && rows && b && b->ok; i++) {
        const InsList before = fn->ins;
        if (once[i](b)) {
            drop_code(m, fn, before, &first);
            arena_reset(a);
            b = back_analyse(a, m, fn, mode, rows, width, false);
        }
    }
    for (int i = 0, left = SPLIT_WORK; i < SPLIT_ROUNDS && left > 0 && !literal && rows && b && b->ok; i++) {
        Code before = keep_code(m->code, fn);
        int turned = -1;
        if (!version_one(b) && (turned = loop_mask_one(b)) < 0 && !reroll_one(b) && !hoist_from_lanes(b))
            break;
        left -= fn->ins.n;
        arena_reset(a);
        b = back_analyse(a, m, fn, mode, rows, width, false);
        if (turned >= 0 && b && loop_mask_failed(b)) {
            const InsList failed = fn->ins;
            restore_code(fn, &before);
            drop_code(m, fn, failed, &first);
            fn->ins.at[turned].alone = true;
            arena_reset(a);
            b = back_analyse(a, m, fn, mode, rows, width, false);
        } else
            drop_code(m, fn, before.was.ins, &first);
    }
    if (b)
        back_finish(b);
    return b;
}

/* The kernel as it was, to be analysed again. */
static void begin_again(Arena *a, Module *m, Fn *fn, const Code *first)
{
    const InsList rewritten = fn->ins;
    restore_code(fn, first);
    drop_code(m, fn, rewritten, first);
    arena_reset(a);
    if (fn->flow_made) { /* it has not been rewritten: only its blocks went */
        cfg_build(a, fn, false);
        live_build(a, fn, false);
    }
}

/* The same for chunks of as many lanes as are likely to take least. */
static Back *analyse(Arena *a, Module *m, Fn *fn, Mode mode, bool rows, bool literal)
{
    const Code first = keep_code(m->code, fn);
    Back *b = analyse_width(a, m, fn, mode, rows, CHUNK_LANES, literal);
    if (!b || !b->ok || !rows || literal || (mode != MODE_LANES && mode != MODE_CTA))
        return b;
    int width = CHUNK_LANES, last = width;
    const int64_t wide = cost_of(b);
    int64_t least = wide;
    for (bool fields = cost_wants_fields(b); fields && last > cost_near_lines(); fields = b->ok && cost_wants_fields(b)) {
        last /= 2;
        begin_again(a, m, fn, &first);
        b = analyse_width(a, m, fn, mode, rows, last, false);
        if (b->ok && cost_of(b) < least - least / 8) {
            least = cost_of(b);
            width = last;
        }
    }
    if (last != width) {
        begin_again(a, m, fn, &first);
        b = analyse_width(a, m, fn, mode, rows, width, false);
    }
    b->narrow = width < CHUNK_LANES ? width : 0;
    if (b->narrow)
        b->weighed = arena_printf(a, "a thread's work is estimated at %lld with chunks of %d threads, with those of %d at %lld",
                                  (long long)least, width, CHUNK_LANES, (long long)wide);
    if (width > cost_near_lines() && !b->has_rows && cost_walks(b)) {
        b->narrow = cost_near_lines();
        b->weighed = arena_printf(a, "chunks of %d threads, because each walks through memory of its own", b->narrow);
    }
    return b;
}

/* Analyses the kernel for a mode; NULL when that mode can't run it. */
static Back *prepare(Kernel *k, Mode mode, bool rows)
{
    Back *b = analyse(k->a, k->m, k->fn, mode, rows, k->o->no_analysis);
    if (!b || !b->ok)
        return NULL;
    bool phases = info(b->tree)->has_cta;
    k->exits = phases && has_exit(&b->root);
    if (phases && local_bytes(k->fn))
        b->has_state = true;
    for (int i = 0; i < k->fn->ins.n; i++)
        b->has_spec |= b->spec[i] != SPEC_NONE;
    k->uneven |= rows && is_uneven(b, &b->root);
    k->cta_loads |= b->cta_loads;
    return b;
}

static bool has_loop(const Items *list)
{
    for (int i = 0; i < list->n; i++) {
        if (list->at[i]->kind == I_LOOP && list->at[i]->level < LV_LANE)
            return true;
        for (int j = 0; j < list->at[i]->nkid; j++)
            if (has_loop(&list->at[i]->kid[j]))
                return true;
    }
    return false;
}

static bool calls_functions(const Fn *fn)
{
    for (int i = 0; i < fn->ins.n; i++)
        if (isa_emit(&fn->ins.at[i]) == EMIT_CALL)
            return true;
    return false;
}

/* Arrays of a value for each lane, and what lanes read or write in memory, inside loops over chunks. */
static void count_lane_work(const Back *b, const Items *list, bool in_loop, int *arrays, int *accesses)
{
    for (int i = 0; i < list->n; i++) {
        const Item *it = list->at[i];
        for (int d = 0; d < it->decls.n; d++)
            *arrays += b->reg[it->decls.at[d]].store == ST_LANES;
        const Ins *ins = it->kind == I_INS && in_loop && it->level == LV_LANE ? &b->fn->ins.at[it->ins] : NULL;
        *accesses += ins && (isa_emit(ins) == EMIT_LD || isa_emit(ins) == EMIT_ST || isa_mem(ins) != MEM_NONE);
        bool loop = in_loop || (it->kind == I_LOOP && it->level == LV_CHUNK);
        for (int k = 0; k < it->nkid; k++)
            count_lane_work(b, &it->kid[k], loop, arrays, accesses);
    }
}

/* Straight code costs the same for many lanes at once as for few, but for what is done once for a chunk.  Loops of a chunk
 * must rather wait for memory, which then is read in longer pieces, than compute with values that fit the registers of 32
 * lanes only; what it keeps across barriers must be few scalars. */
static int wide_lanes(const Kernel *k, const Back *b)
{
    if (k->fn->ins.n > WIDE_LIMIT || b->literal || b->narrow || b->aligned || b->cc_lanes || local_bytes(k->fn) || calls_functions(k->fn))
        return 0;
    for (int r = 0; r < b->nreg; r++)
        if (b->reg[r].store == ST_STATE && b->reg[r].wanted)
            return 0;
    int arrays = 0, accesses = 0;
    count_lane_work(b, &b->root, false, &arrays, &accesses);
    if (b->mode == MODE_LANES && !has_loop(&b->root))
        return arrays ? WIDE : WIDEST;
    return arrays <= accesses ? WIDE : 0;
}

/* The function that runs CTAs by what how says.  The kernel's parameters and the CTA are in variables that no store can
 * change, as far as the C compiler sees all that is done with them. */
static void emit_run(Kernel *k, const char *how)
{
    run_begin(k);
    if (!calls_functions(k->fn) && !k->o->no_analysis) {
        str_add(k->out, "    ptx2c_cta own = *c;\n    c = &own;\n");
        if (k->fn->params.n)
            str_printf(k->out, "    const %s_params P = *(const %s_params *)c->param;\n    own.param = &P;\n", k->name,
                       k->name);
    }
    str_printf(k->out, "    PTX2C_FOR_CTAS(c, ctas)\n        %s;\n", how);
    run_end(k);
}

/* What the kernel was is not gone back to. */
static void forget_first(Kernel *k, const Code *was)
{
    if (was->was.ins.at != k->fn->ins.at)
        fn_free_code(k->m, was->was.ins);
}

static bool emit_lanes(Kernel *k, const Code *was)
{
    k->joins = !k->o->no_analysis && kernel_merges(k->a, k->fn);
    Back *b = prepare(k, MODE_LANES, true);
    if (!b)
        return false;
    forget_first(k, was);
    const int wide = wide_lanes(k, b);
    const bool masked = loop_mask_has(k->fn);
    b->width = b->narrow ? b->narrow : wide ? wide : masked ? NARROW : CHUNK_LANES;
    const int part = wide ? CHUNK_LANES : b->width / 2; /* lanes of shorter chunks that have code of their own */
    str_add(k->out, "/* Runs n neighbouring threads, or the first of them: see PTX2C_CUT.  How many. */\n");
    emit_part(k, b, "uint32_t", "chunk", "(ptx2c_cta *c, const ptx2c_chunk *kp, uint32_t n, const bool cut)", "(c, kp, n, cut)",
              false);
    emit_run(k, arena_printf(k->a, "PTX2C_RUN_CHUNKS(c, %s, %d, %d)", part_name(k, "chunk"), b->width, part));
    emit_descriptor(k, NULL, 1, false);
    return true;
}

static bool emit_cta(Kernel *k, const Code *was)
{
    Back *b = prepare(k, MODE_CTA, true);
    if (!b)
        return false;
    forget_first(k, was);
    const bool wide = wide_lanes(k, b) > 0;
    b->width = b->narrow ? b->narrow : wide ? WIDE : CHUNK_LANES;
    k->state_name = arena_printf(k->a, "%s_state", k->name);
    bool state = emit_state(k, b);
    str_printf(k->out, "/* Runs a CTA in chunks of VL neighbouring threads (0: of any number)%s. */\n",
               b->has_rows ? ", which are R rows at once where R > 1" : "");
    if (b->has_rows)
        emit_part(k, b, "bool", "cta", "(ptx2c_cta *c, const uint32_t VL, const uint32_t R)", "(c, VL, R)", true);
    else
        emit_part(k, b, "bool", "cta", "(ptx2c_cta *c, const uint32_t VL)", "(c, VL)", true);
    if (b->narrow)
        emit_run(k, arena_printf(k->a, "PTX2C_RUN_CTA_NARROW(c, %s, %d)", part_name(k, "cta"), b->narrow));
    else
        emit_run(k, arena_printf(k->a, "%s(c, %s)", b->has_rows ? "PTX2C_RUN_CTA_ROWS" : wide ? "PTX2C_RUN_CTA_WIDE"
                                                                                     : "PTX2C_RUN_CTA", part_name(k, "cta")));
    emit_descriptor(k, state ? k->state_name : NULL, 1, false);
    return true;
}

/* Some check at the head of its work may leave all of that to another version. */
static bool gives_up(const Back *b)
{
    for (int i = 0; i < b->fn->ins.n; i++)
        if (b->spec[i] != SPEC_NONE && !(b->spec[i] & SPEC_LOCAL))
            return true;
    return false;
}

/* One version of a kernel with collectives: 1 when it keeps state across barriers, 0 when not; -1: it can't be done. */
static int emit_warp_version(Kernel *k, bool rows, const char *suffix, const char *what, bool *phases, bool *checked)
{
    Back *b = prepare(k, MODE_WARP, rows);
    if (!b)
        return -1;
    *checked = gives_up(b);
    *phases = info(b->tree)->has_cta;
    k->state_name = arena_printf(k->a, "%s%s_state", k->name, suffix);
    bool state = emit_state(k, b);
    str_printf(k->out, "/* Runs %s%s. */\n", *phases ? "a CTA warp by warp" : "a warp", what);
    if (*phases)
        emit_part(k, b, "bool", arena_printf(k->a, "cta%s", suffix), "(ptx2c_cta *c, const bool full)", "(c, full)", true);
    else
        emit_part(k, b, "bool", arena_printf(k->a, "warp%s", suffix), "(ptx2c_cta *c, const ptx2c_chunk *kp, const bool full)",
                  "(c, kp, full)", false);
    return state;
}

/* Kernels with collectives: once for warps that lie in rows of the CTA, with checks, and once for any shape and without,
 * where that matters. */
static bool emit_warps(Kernel *k)
{
    bool alone = k->fn->ins.n > ALONE_LIMIT, tid = has_any_version(k->fn) && !alone, phases, checked, none;
    Code code = keep_code(k->m->code, k->fn);
    size_t mark = k->out->n;
    int rows = emit_warp_version(k, !alone, "", tid ? " whose lanes lie in one row of the CTA" : "", &phases, &checked);
    const bool other = tid || (rows >= 0 && checked);
    const InsList rewritten = k->fn->ins;
    restore_code(k->fn, &code);
    drop_code(k->m, k->fn, rewritten, &code);
    int any = 0;
    if (rows >= 0 && other) {
        arena_reset(k->a);
        if (k->fn->flow_made) { /* it has not been rewritten: only its blocks went */
            cfg_build(k->a, k->fn, false);
            live_build(k->a, k->fn, false);
        }
        any = emit_warp_version(k, false, "_any", tid ? " of a CTA of any shape" : " when a check fails", &phases, &none);
    }
    if (rows < 0 || any < 0) {
        k->out->n = mark;
        k->out->s[mark] = 0;
        return false;
    }
    const char *type = any ? k->state_name : rows ? arena_printf(k->a, "%s_state", k->name) : NULL;
    if (any && rows)
        type = arena_printf(k->a, "union { %s_state a; %s b; }", k->name, type);
    const char *part = phases ? "cta" : "warp";
    emit_run(k, arena_printf(k->a, "%s(c, %s, %s)", phases ? "PTX2C_RUN_WARP_CTA" : "PTX2C_RUN_WARPS", part_name(k, part),
                             part_name(k, other ? arena_printf(k->a, "%s_any", part) : part)));
    emit_descriptor(k, type, 32, false);
    return true;
}

Mode kernel_mode(Fn *fn, const char **why)
{
    bool cta = false, warp = uses_sreg_shape(fn, SHAPE_LANE, SHAPE_WARP);
    *why = loops_waiting(fn) ? "a loop waits for other threads" : uses_stack(fn) ? "threads take memory from their stacks" : NULL;
    for (int k = 0; k < fn->nblk; k++) /* what can't be reached asks for nothing */
        for (int i = fn->blk[k]->first; i < fn->blk[k]->end; i++) {
            const Ins *ins = &fn->ins.at[i];
            cta |= isa_is_cta(ins);
            warp |= isa_is_warp(ins);
            if (isa_uses_cluster(ins))
                *why = "it reaches other CTAs of its cluster";
            if (isa_is_cta(ins) && !plain_barrier(ins))
                *why = "not all threads of the CTA meet at some barrier";
        }
    return *why ? MODE_SCHED : warp ? MODE_WARP : cta ? MODE_CTA : MODE_LANES;
}

bool has_any_version(const Fn *fn)
{
    return uses_sreg_shape(fn, SHAPE_TID, SHAPE_TID) && (!fn->reqntid[0] || fn->reqntid[0] % 32);
}

/* The kernel as it is in that mode; NULL when it can't be, which tried tells more of. */
static Back *analyse_mode(Arena *a, Module *m, Fn *fn, Mode mode, Tried *tried)
{
    Code code = keep_code(m->code, fn);
    Back *failed = NULL;
    tried->any = mode == MODE_WARP && has_any_version(fn) ? "warps that do not lie in a row of the CTA" : NULL;
    if (mode == MODE_WARP && !tried->any) {
        const Back *rows = analyse(a, m, fn, mode, true, false);
        tried->any = rows->ok && gives_up(rows) ? "warps for which a check fails" : NULL;
        restore_code(fn, &code);
    }
    if (tried->any) { /* it runs only where this version can, too */
        Back *any = analyse(a, m, fn, mode, false, false);
        failed = any->ok ? NULL : any;
        restore_code(fn, &code);
    }
    Back *b = failed ? failed : analyse(a, m, fn, mode, true, false);
    if (b->ok)
        return b;
    if (!tried->failed)
        tried->failed = b;
    tried->any = NULL;
    restore_code(fn, &code);
    return NULL;
}

Back *kernel_analyse(Arena *a, Module *m, Fn *fn, Tried *tried)
{
    const char *why;
    flow_build(a, m, fn, false);
    Mode mode = kernel_mode(fn, &why);
    if (mode == MODE_SCHED)
        tried->why = why;
    Back *b = mode == MODE_SCHED ? NULL : analyse_mode(a, m, fn, mode, tried);
    if (!b && mode == MODE_CTA)
        b = analyse_mode(a, m, fn, MODE_WARP, tried);
    return b ? b : sched_prepare(a, m, fn, false);
}

void emit_kernel(Module *m, Fn *fn, const EmitOptions *o, Str *out)
{
    static Arena a, code;
    const char *why;
    Kernel k = {.m = m, .fn = fn, .o = o, .name = kernel_base(m, fn->sym), .out = out, .a = &a};
    m->code = &code;
    str_printf(out, "/* ---- .entry %s ---- */\n\n", fn->sym->name);
    emit_params(&k);
    flow_build(&a, m, fn, o->no_analysis);
    Mode mode = kernel_mode(fn, &why);
    const Code was = keep_code(m->code, fn);
    bool done = mode == MODE_LANES ? emit_lanes(&k, &was) : mode == MODE_CTA && emit_cta(&k, &was);
    if (!done && (mode == MODE_CTA || mode == MODE_WARP)) {
        restore_code(fn, &was);
        done = emit_warps(&k);
    }
    if (!done) {
        restore_code(fn, &was);
        emit_scheduled(&k);
    }
    emit_launcher(&k);
    forget_code(m, fn);
    m->code = m->arena;
    arena_reset(&a);
    arena_reset(&code);
}
