/* sanitize.c: --sanitize: what C asks of the checks at each instruction, and the table of their places.
 *
 * Kernels are all made for the scheduler (MODE_SCHED), lane by lane where memory is accessed.  Each address goes through a
 * function of runtime/ptx2c/sanitize_near.h, which is told the thread and the place: lower_pointer calls check_pointer.  Places
 * where threads meet tell sanitize_run.h. */
#include "emit/checks/sanitize_site.h"

bool checks_on(const Writer *w) { return w->o && w->o->checks; }

bool checks_order(const Writer *w) { return checks_on(w) && (w->o->sanitize & (CHECK_RACE | CHECK_SYNC)); }

struct Checks *checks_new(Arena *a)
{
    struct Checks *c = NEW(a, struct Checks);
    c->a = a;
    return c;
}

void checks_mark(struct Checks *c, const Str *out) { c->mark = out->n; }

/* ---- places ------------------------------------------------------------------------------------------------------ */

/* The number of a place: the same for all copies of an instruction. */
static int site_number(struct Checks *c, const Ins *ins, const Site *model)
{
    Site **slot = &c->by_place[(ins->loc.at * 8u + (unsigned)(model->operand + 1)) % SITE_HASH];
    for (const Site *s = *slot; s; s = s->next)
        if (s->loc.at == ins->loc.at && s->operand == model->operand && s->flags == model->flags && s->bytes == model->bytes)
            return s->number;
    Site *s = NEW(c->a, Site);
    *s = *model;
    s->ins = model->ins ? model->ins : ins;
    s->loc = ins->loc;
    s->line_file = ins->line_file;
    s->line = ins->line;
    s->text = ins_words(c->a, s->ins);
    s->number = c->sites.n;
    s->next = *slot;
    *slot = s;
    array_add(c->a, &c->sites, s);
    return s->number;
}

const char *check_site(Writer *w, const Ins *ins)
{
    const bool aligned = (isa_is_cta(ins) && ins->mnemonic == INS_BAR) || isa_has_word(ins, MOD_ALIGNED);
    Site s = {.operand = -1, .flags = (aligned ? F_ALIGNED : 0) | (isa_is_whole(ins) ? F_WHOLE : 0)};
    for (const Ins *x = w->b->fn->ins.at; ins->made && array_has(w->b->fn->ins, x) && !s.ins; x++)
        s.ins = x->loc.at == ins->loc.at && !x->made ? x : NULL; /* in front of which it checks something */
    return arena_printf(A(w), "ptx2c_sites + %d", site_number(w->o->checks, ins, &s));
}

bool checks_init(const Writer *w) { return checks_on(w) && w->o->sanitize & CHECK_INIT; }

const char *check_thread(const Writer *w) { return w->b->mode == MODE_FUNC ? "ptx2c_linear(t)" : "run->index * 32 + l"; }

static const char *check_cta(const Writer *w) { return w->b->mode == MODE_FUNC ? "t->cta" : "c"; }

const char *check_absent(const Writer *w)
{
    return arena_printf(A(w), "ptx2c_check_absent(%s, %s)", check_cta(w), check_thread(w));
}

/* A call, under the instruction's guard. */
static void guarded_call(Writer *w, const Ins *ins, const char *call)
{
    if (ins->guard < 0)
        line(w, "%s;", call);
    else
        line(w, "if (%s)\n%*s%s;", lower_cond(w, ins->guard, ins->guard_neg), 4 * (w->indent + 1), "", call);
}

/* A lane comes to a collective whose members it names. */
void check_meets(Writer *w, const Ins *ins, const char *members)
{
    line(w, "ptx2c_check_meet(run, %s, l, %s);", check_site(w, ins), members);
    if (ins->mnemonic == INS_SHFL && w->o->sanitize & CHECK_SYNC) /* shfl.sync.MODE.b32, shfl.MODE.b32 */
        line(w, "ptx2c_check_from(run, l, ptx2c_from_%s(l, %s, %s));", ins->word[ins->nword - 2], lower_arg(w, ins, isa_arg(ins, ARG_B), 0).s,
             lower_arg(w, ins, isa_arg(ins, ARG_C), 0).s);
}

const char *check_called(Writer *w, const Ins *ins, const char *f)
{
    return arena_printf(A(w), "ptx2c_check_called(%s, %s, %s, %s)", check_cta(w), check_thread(w), check_site(w, ins), f);
}

/* Of a function that may call itself, when it begins: the place is its first call of one that does. */
const char *check_deep(Writer *w)
{
    const Fn *fn = w->b->fn;
    const Ins *at = fn->ins.at;
    for (int i = fn->ins.n - 1; i >= 0; i--) {
        const Fn *f = call_target(&fn->ins.at[i]);
        if (f && call_is_recursive(w->b->m, f))
            at = &fn->ins.at[i];
    }
    return arena_printf(A(w), "ptx2c_check_deep(t, %s)", check_site(w, at));
}

const char *check_takes(const Writer *w) { return arena_printf(A(w), "ptx2c_check_take(%s, %s)", check_cta(w), check_thread(w)); }

void check_told(Writer *w, const Ins *ins)
{
    static const char *const calls[] = {
        [PSEUDO_UNSET] = "unset", [PSEUDO_UNSET_LOAD] = "unset_load", [PSEUDO_UNSET_OR_LOAD] = "unset_load", [PSEUDO_PASS] = "pass",
        [PSEUDO_SKIPS] = "skips", [PSEUDO_PRODUCT] = "product",
    };
    const char *site = ins->pseudo == PSEUDO_PASS ? "" : arena_printf(A(w), ", %s", check_site(w, ins));
    guarded_call(w, ins, arena_printf(A(w), "ptx2c_check_%s(%s, %s%s%s)", calls[ins->pseudo], check_cta(w), check_thread(w), site,
                                      ins->lower ? ins->lower : ""));
}

int site_near(struct Checks *c, int site)
{
    if (!c->near)
        return -1;
    for (int i = 0; i < c->nears.n; i++)
        if (c->nears.at[i] == site)
            return site;
    array_add(c->a, &c->nears, site);
    return site;
}

/* What register_shadow.c has put beside an access. */
static bool is_of_shadows(const Ins *ins)
{
    return ins->pseudo == PSEUDO_UNWRITTEN || ins->pseudo == PSEUDO_KEPT || ins->pseudo == PSEUDO_KEPT_LOAD;
}

int site_access(Writer *w, const Ins *ins, const Opnd *o, Site *s, const char **more)
{
    *s = (Site){.operand = isa_opnd_at(ins, o)};
    if (!checks_on(w) || s->operand < 0 || (ins->made && !is_of_shadows(ins)) || !ins->form || isa_emit(ins) == EMIT_CVTA)
        return -1;
    const Sym *v = o->sym && o->sym->kind == SYM_VAR ? o->sym : NULL;
    if (v && v->space == SP_PARAM) /* -Wbounds sees it */
        return -1;
    if (!site_describe(w, ins, s, more))
        return -1;
    if (v && v->space == SP_SHARED) {
        Str name = {0};
        str_c_string(&name, v->name);
        s->object = str_keep(w->o->checks->a, &name);
        s->object_at = place_of((Sym *)v)->offset;
        s->object_bytes = v->bytes;
    }
    return site_number(w->o->checks, ins, s);
}

int check_access(Writer *w, const Ins *ins, uint32_t *bytes, bool *reads, bool *writes)
{
    Site s;
    const char *more = NULL;
    const int number = site_access(w, ins, &ins->arg[isa_arg(ins, ARG_A)], &s, &more);
    *bytes = s.bytes;
    *reads = s.flags & F_READ;
    *writes = s.flags & F_WRITE;
    return more ? -1 : number;
}

void check_stores_kept(Writer *w, const Ins *ins)
{
    Site s;
    const char *more = NULL;
    const Opnd *a = &ins->arg[isa_arg(ins, ARG_A)];
    if (w->lanes != LANES_CHECKED && ins->pseudo == PSEUDO_KEPT_LOAD) { /* a look ahead has seen that what is loaded has values */
        line(w, "(void)%s;", lower_paren(A(w), (Ex){.s = lower_cond(w, ins->guard, ins->guard_neg)}));
        return;
    }
    const int number = site_access(w, ins, a, &s, &more);
    guarded_call(w, ins, arena_printf(A(w), "ptx2c_check_kept(%s, %s, ptx2c_sites + %d, %s, %s)", check_cta(w), check_thread(w), number,
                                      lower_pointer(w, ins, a).s, ins->lower));
}

static const char *place_text(Writer *w, const Ins *ins, const Site *s)
{
    return s->flags ? arena_printf(A(w), "ptx2c_sites + %d", site_number(w->o->checks, ins, s)) : "NULL";
}

/* What is asked of the cache by bytes: where they begin and how many there are. */
static void check_cache(Writer *w, const Ins *ins, const char *thread)
{
    const bool gone = ins->mnemonic == INS_DISCARD;
    const int a = isa_arg(ins, gone ? ARG_A : ARG_S);
    const Site s = {.operand = a, .flags = F_GLOBAL | (gone ? F_WRITE | site_aligned(128) : F_READ | site_aligned(16))};
    const char *when = ins->guard < 0 ? "" : arena_printf(A(w), "if (%s) ", lower_cond(w, ins->guard, ins->guard_neg));
    line(w, "%sptx2c_check_%s(%s, %s, ptx2c_sites + %d, %s, (uint32_t)%s);", when, gone ? "discard" : "prefetch", check_cta(w), thread,
         site_number(w->o->checks, ins, &s), lower_pointer(w, ins, &ins->arg[a]).s, lower_paren(A(w), lower_arg(w, ins, isa_arg(ins, ARG_SIZE), 0)));
}

int check_fetch(Writer *w, const Ins *ins)
{
    const Site s = site_found(w, ins);
    return site_number(w->o->checks, ins, &s);
}

/* It accesses tensor memory for one thread. */
static bool uses_tensor_itself(const Ins *ins)
{
    static const Modifier words[] = {MOD_MMA, MOD_CP, MOD_SHIFT, MOD_NONE};
    return ins->mnemonic == INS_TCGEN05 && isa_has_any(ins, words);
}

void check_tensor(Writer *w, const Ins *ins, const char *m)
{
    const bool loads = isa_has_word(ins, MOD_LD);
    if (!checks_on(w) || ins->mnemonic != INS_TCGEN05 || !(loads || isa_has_word(ins, MOD_ST)))
        return;
    const Site s = {.operand = isa_arg(ins, ARG_A), .bytes = 4, .flags = F_TENSOR | F_ASYNC | (loads ? F_READ : F_WRITE)};
    const int n = lower_elements(w, ins, isa_arg(ins, loads ? ARG_R : ARG_V)) * (isa_has_word(ins, MOD_SPCOMPRESS) ? 2 : 1);
    const int step = isa_has_word(ins, MOD_PACK__16B) || isa_has_word(ins, MOD_UNPACK__16B) ? 2 : 1;
    for (int i = 0; i < ins->nword; i++)
        if (ins->word[i][0] == '1' || ins->word[i][0] == '3') /* its shape: 16x64b, 32x32b */
            line(w, "PTX2C_CHECK_TENSOR(run, w, %s, ptx2c_sites + %d, %s, %d, %d);", m, site_number(w->o->checks, ins, &s), ins->word[i], step, n);
}

void check_next(Writer *w, const Ins *ins, const char *thread)
{
    Site shared = {0}, map = {0};
    if (!checks_on(w) || ins->made || !ins->form)
        return;
    if (isa_asks_of_cache(ins))
        check_cache(w, ins, thread);
    const Site memory = site_found(w, ins);
    if (uses_tensor_itself(ins)) { /* what it writes, and what it reads */
        map = (Site){.bytes = 4, .flags = F_TENSOR | F_ASYNC | F_PRODUCT | F_READ};
        shared = (Site){.bytes = 4, .flags = map.flags | F_WRITE};
    }
    if (!memory.flags && !shared.flags)
        return;
    if (site_is_tensor_copy(ins)) {
        const bool loads = isa_arg(ins, ARG_MBAR) >= 0;
        shared.operand = isa_arg(ins, loads ? ARG_D : ARG_S);
        shared.flags = F_SHARED | F_ASYNC | F_BULK | F_LOOSE | site_aligned(16) | (isa_uses_cluster(ins) ? F_CLUSTER : 0) | (loads ? F_WRITE | F_TOLD : F_READ);
        map.operand = memory.operand;
        map.flags = isa_has_word(ins, MOD_OVERRIDE__GLOBAL_ADDRESS) ? 0 : F_READ | F_LOOSE | F_ASYNC | F_BULK | F_MAP | (loads ? F_TOLD : 0);
    }
    line(w, "ptx2c_check_next(%s, %s, %s, %s, %s);", check_cta(w), thread, place_text(w, ins, &memory), place_text(w, ins, &shared),
         place_text(w, ins, &map));
}

/* An mbarrier's operation with a count: of arrivals that are expected or done, or of bytes. */
static const char *counted(Writer *w, const Ins *ins, const char *c, const char *place, const char *pointer)
{
    const int n = ins->mnemonic == INS_MBARRIER && !isa_has_word(ins, MOD_COMPLETE_TX) ? isa_arg(ins, ARG_N) : -1;
    if (n < 0 || ins->arg[n].kind == O_NONE)
        return NULL;
    return arena_printf(A(w), "ptx2c_check_%s(%s, %s, %s, %s, %s)", isa_has_word(ins, MOD_EXPECT_TX)    ? "tx"
                        : isa_has_word(ins, MOD_noComplete_) ? "incomplete" : "count", c, check_thread(w), place,
                        pointer, lower_arg(w, ins, n, 0).s);
}

/* To the same place of several CTAs of the cluster. */
static bool goes_to_many(const Ins *ins)
{
    static const Modifier words[] = {MOD_MULTICAST__CLUSTER, MOD_MULTICAST__CLUSTER__16B, MOD_MULTICAST__CLUSTER__32B,
                                     MOD_MULTICAST__CLUSTER__ALL, MOD_NONE};
    return isa_has_any(ins, words);
}

const char *check_pointer(Writer *w, const Ins *ins, const Opnd *o, const char *pointer)
{
    Site s;
    const char *more = NULL;
    const bool asks = ins->pseudo == PSEUDO_UNWRITTEN;
    if (w->lanes != LANES_CHECKED && (asks || check_probed(ins)))
        return asks ? "ptx2c_answer(false)" : pointer; /* a look ahead has seen that all is written */
    const int number = ins->pseudo == PSEUDO_KEPT || ins->pseudo == PSEUDO_KEPT_LOAD ? -1 : site_access(w, ins, o, &s, &more);
    if (number < 0)
        return pointer;
    const char *place = arena_printf(A(w), "ptx2c_sites + %d", number);
    const char *c = check_cta(w);
    if (asks)
        return arena_printf(A(w), "ptx2c_check_unwritten(%s, %s, %s, %s)", c, check_thread(w), place, pointer);
    const int mask = isa_arg(ins, ARG_MASK);
    if (goes_to_many(ins) && s.flags & F_CLUSTER)
        return arena_printf(A(w), "ptx2c_check_windows(%s, %s, %s, %s, %s, %s)", c, check_thread(w), place, pointer,
                            more ? more : arena_printf(A(w), "%u", (unsigned)s.bytes), mask < 0 ? "UINT32_MAX" : lower_arg(w, ins, mask, 0).s);
    const char *count = counted(w, ins, c, place, pointer);
    if (count)
        return count;
    const int left = s.flags & F_READ ? isa_arg(ins, ARG_LEFT) : -1;
    if (left >= 0) /* without what may be outside */
        return arena_printf(A(w), "ptx2c_check_within(%s, %s, %s, %s, %s, %s, %s)", c, check_thread(w), place, pointer,
                            lower_arg(w, ins, isa_arg(ins, ARG_SIZE), 0).s, lower_arg(w, ins, left, 0).s,
                            lower_arg(w, ins, isa_arg(ins, ARG_RIGHT), 0).s);
    if (more)
        return arena_printf(A(w), "ptx2c_check_bytes(%s, %s, %s, %s, %s)", c, check_thread(w), place, pointer, more);
    const int near = site_near(w->o->checks, number);
    if (near >= 0)
        return arena_printf(A(w), "ptx2c_check_near(&Qn%d, %s, %s, %s, %s)", near, c, check_thread(w), place, pointer);
    return arena_printf(A(w), "ptx2c_check_at(%s, %s, %s, %s)", c, check_thread(w), place, pointer);
}

static const char *unchecked_pointer(Writer *w, const Ins *ins, const Opnd *o)
{
    const EmitOptions *const asked = w->o;
    EmitOptions plain = *asked;
    plain.checks = NULL;
    w->o = &plain;
    const char *pointer = lower_pointer(w, ins, o).s;
    w->o = asked;
    return pointer;
}

/* Groups that are committed, or waited for: of bulk copies what they write and what they read, or with .read the latter alone. */
static void check_groups(Writer *w, const Ins *ins, const char *what, const char *more)
{
    const bool bulk = isa_has_word(ins, MOD_BULK);
    if (bulk && !isa_has_word(ins, MOD_READ))
        line(w, "ptx2c_check_%s(%s, PTX2C_BULKS%s);", what, check_thread(w), more);
    line(w, "ptx2c_check_%s(%s, %s%s);", what, check_thread(w), ins->mnemonic == INS_WGMMA ? "PTX2C_PRODUCTS"
                                                               : bulk                       ? "PTX2C_BULK_READS" : "PTX2C_COPIES", more);
}

/* Behind it the async proxy sees what the generic one has written: in shared or global memory, or both. */
static bool is_async_fence(const Ins *ins)
{
    static const Modifier words[] = {MOD_ASYNC, MOD_ASYNC__GENERIC, MOD_NONE};
    return isa_has_word(ins, MOD_PROXY) && isa_has_any(ins, words);
}

static void check_fence(Writer *w, const Ins *ins, const char *u)
{
    if (is_async_fence(ins)) {
        static const Modifier shared[] = {MOD_SHARED__CTA, MOD_SHARED__CLUSTER, MOD_ASYNC__GENERIC, MOD_NONE};
        const bool global = isa_has_word(ins, MOD_GLOBAL);
        line(w, "ptx2c_check_proxies(%s, %s, %s);", u, global ? "false" : "true", global || !isa_has_any(ins, shared) ? "true" : "false");
    } else if (isa_has_word(ins, MOD_TENSORMAP__GENERIC)) {
        line(w, "ptx2c_check_maps(%s, %s);", u, isa_has_word(ins, MOD_RELEASE) ? "true" : "false");
    } else if (!isa_has_word(ins, MOD_PROXY)) {
        const uint32_t f = site_order(ins); /* 0: sc, acq_rel */
        line(w, "ptx2c_check_fence(%s, %u);", u, (unsigned)((f ? f : F_ACQUIRE | F_RELEASE) | site_scope(ins, 3)));
    }
}

/* wgmma.fence, tcgen05.wait, tcgen05.fence. */
static void check_matrix_order(Writer *w, const Ins *ins, const char *u)
{
    if (isa_has_word(ins, MOD_FENCE))
        line(w, "ptx2c_check_product_fence(%s);", u);
    else if (isa_has_word(ins, MOD_WAIT__LD) || isa_has_word(ins, MOD_WAIT__ST))
        line(w, "ptx2c_check_tensor_wait(%s, PTX2C_TENSOR_%s);", u, isa_has_word(ins, MOD_WAIT__LD) ? "LOADS" : "STORES");
    else if (ins->mnemonic == INS_TCGEN05)
        line(w, "ptx2c_check_tensor_fence(%s, %s);", u, isa_has_word(ins, MOD_FENCE__BEFORE_THREAD_SYNC) ? "true" : "false");
}

/* Fences, and copies that are waited for: a line beside what the instruction itself becomes. */
void check_order(Writer *w, const Ins *ins)
{
    if (!checks_order(w))
        return;
    const char *u = check_thread(w);
    if (ins->mnemonic == INS_MEMBAR || ins->mnemonic == INS_FENCE)
        check_fence(w, ins, u);
    else if (isa_has_word(ins, MOD_COMMIT_GROUP))
        check_groups(w, ins, "commit", "");
    else if (ins->mnemonic == INS_CP && isa_has_word(ins, MOD_WAIT_ALL))
        check_groups(w, ins, "wait", ", 0, true");
    else if (ins->mnemonic == INS_CP && isa_has_word(ins, MOD_WAIT_GROUP))
        check_groups(w, ins, "wait", arena_printf(A(w), ", %u, false", (unsigned)ins->arg[isa_arg(ins, ARG_N)].imm));
    else if ((ins->mnemonic == INS_CP || site_is_store_aside(ins)) && isa_arg(ins, ARG_MBAR) >= 0)
        line(w, "ptx2c_check_copy(%s, %s);", u, unchecked_pointer(w, ins, &ins->arg[isa_arg(ins, ARG_MBAR)]));
    else if (isa_orders_aside(ins))
        check_matrix_order(w, ins, u);
}

/* The same of what comes behind it. */
void check_order_behind(Writer *w, const Ins *ins)
{
    if (checks_order(w) && ins->mnemonic == INS_TENSORMAP && isa_has_word(ins, MOD_CP_FENCEPROXY))
        line(w, "ptx2c_check_maps(%s, true);", check_thread(w));
}

/* Lanes that have come to a collective without a member mask must stay together: it is of those that are there. */
const char *check_loop(const Fn *fn)
{
    for (const Ins *ins = fn->ins.at; array_has(fn->ins, ins); ins++)
        if (isa_is_warp(ins) && !isa_is_whole(ins) && isa_arg(ins, ARG_M) < 0)
            return "    while (ptx2c_sched_next(run)) {\n";
    return "    while (ptx2c_sched_next(run)) {\n        ptx2c_check_part(run);\n";
}

/* Lanes must come one by one to what is checked. */
bool check_serial(const Writer *w, const Items *list)
{
    if (!checks_on(w))
        return false;
    for (const Item *it = items_first(list); it; it = items_next(it, list)) {
        const Ins *ins = item_ins(w->b, it);
        if (ins && w->lanes == LANES_SURE && (check_probed(ins) || check_loads_param(ins)))
            continue;
        if (ins && (isa_mem(ins) != MEM_NONE || isa_emit(ins) == EMIT_CALL || isa_emit(ins) == EMIT_NOP))
            return true;
    }
    return false;
}

/* ---- the module's tables ----------------------------------------------------------------------------------------- */

static const char *file_of(const Module *m, int32_t number, int32_t line)
{
    for (int i = 0; line && i < m->files.n; i++)
        if (m->files.at[i].number == number)
            return m->files.at[i].name;
    return NULL;
}

/* Where the call stands by which it was inlined, the outermost of several. */
static InlinedFrom caller_of(const Module *m, const Site *s)
{
    int from = 0, to = m->callers.n;
    while (from < to) {
        const int mid = from + (to - from) / 2;
        if (m->callers.at[mid].from <= s->loc.at)
            from = mid + 1;
        else
            to = mid;
    }
    return from ? m->callers.at[from - 1] : (InlinedFrom){0};
}

static void add_file(Str *text, const char *name)
{
    if (name)
        str_c_string(text, name);
    else
        str_add(text, "NULL");
}

bool checks_have_sites(const struct Checks *c) { return c->sites.n; }

void checks_emit_sites(const Module *m, const EmitOptions *o, Str *out)
{
    const struct Checks *c = o->checks;
    Str text = {0};
    if (!c->sites.n)
        return;
    str_add(&text, "/* Where memory is accessed and threads meet. */\nstatic const ptx2c_site ptx2c_sites[] = {\n");
    for (EACH(const Site, s, c->sites)) {
        const InlinedFrom from = caller_of(m, s);
        const char *source = file_of(m, s->line_file, s->line), *caller = file_of(m, from.file, from.line);
        str_printf(&text, "    {\"%s\", ", o->ptx_path);
        str_c_string(&text, s->text);
        str_add(&text, ", ");
        add_file(&text, source);
        str_add(&text, ", ");
        add_file(&text, caller);
        str_printf(&text, ", %s, %d, %d, %d, %d, %u, %llu, %llu, %u},\n", s->object ? s->object : "NULL", diag_line(s->loc), diag_column(s->loc), source ? (int)s->line : 0, caller ? (int)from.line : 0,
                   (unsigned)s->bytes, (unsigned long long)s->object_at, (unsigned long long)s->object_bytes, (unsigned)s->flags);
    }
    str_add(&text, "};\n\n");
    str_insert(out, c->mark, &text);
    str_free(&text);
}
