/* emit_kernel.c: a kernel: its code over chunks, warps or the scheduler. */
#include "emit/emit_fn.h"

enum { FEW = 8 }; /* PTX2C_SHARING */
enum { NARROW = 16 }; /* lanes of a chunk whose lanes go round loops together: as many as a vector register holds */
enum { WIDE = 256, WIDEST = 1024, WIDE_LONG = 128 }; /* lanes of a wide chunk; of one that keeps nothing from one loop over them to the next; of a long one */
enum { WIDE_LIMIT = 150, WIDE_ONCE = 400 }; /* instructions of a kernel that gets wide chunks; of one whose chunks have one function for all widths */
enum { ROW_LIMIT = 500 }; /* of one whose CTAs may be one chunk */

/* ---- the parts of a kernel ------------------------------------------------------------------------------------------------- */

/* The registers that are kept across barriers. */
static void emit_state_registers(Writer *w)
{
    const Back *b = w->b;
    const char *lanes = b->mode == MODE_CTA && b->width > CHUNK_LANES ? "PTX2C_ONE_ROW" : "32";
    Declared before = {0};
    for (int r = 0; r < b->nreg; r++) {
        const RegInfo *g = &b->reg[r];
        if (!g->wanted && !g->ndef)
            continue;
        if (g->plan->store == ST_STATE)
            declare_array(w, &before, r, lanes, g->plan->name);
        if (g->plan->store == ST_STATE_SCALAR && !g->plan->remade)
            declare_joined(w, &before, reg_ctype(b, r), g->plan->name);
    }
}

static bool emit_state(Kernel *k, const Back *b)
{
    uint64_t local = local_bytes(k->fn);
    if (!b->plan->has_state && !k->exits)
        return false;
    str_printf(k->out, "/* What %s keeps across barriers. */\ntypedef struct {\n",
               b->mode == MODE_WARP ? "a warp" : "a chunk");
    if (b->mode == MODE_WARP && k->exits)
        str_add(k->out, "    uint32_t m; /* lanes that have not exited */\n");
    if (b->mode == MODE_CTA && k->exits)
        str_add(k->out, "    bool done;\n");
    Writer w = {.b = (Back *)b, .out = k->out, .indent = 1};
    emit_state_registers(&w);
    if (b->plan->cc_lanes)
        str_add(k->out, "    bool cc[32];\n");
    if (local)
        str_printf(k->out, "    %s;\n", local_declaration(b));
    emit_spread(&w);
    str_printf(k->out, "} %s;\n\n", k->state_name);
    return true;
}

/* Of a warp's: its scratch, the lanes that run. */
static void emit_warp_head(Writer *head, const char *s, bool phases)
{
    const Plan *plan = head->b->plan;
    if (text_has(s, "w"))
        line(head, "ptx2c_warp warp = {0}, *const w = &warp;");
    if (!phases && text_has(s, "m"))
        line(head, "%suint32_t m = full ? 0xffffffffu : ptx2c_lanes(kp->n);", has_exit(&plan->root) ? "" : "const ");
    if (plan->has_spec && (!phases || text_has(s, "n")))
        line(head, "const uint32_t n = 32;");
}

/* What of the runtime's and the kernel's the text s uses, and needs at its head. */
static void emit_function_head(Writer *head, const Kernel *k, const char *s, bool phases)
{
    const Back *b = head->b;
    emit_param_pointer(head, k, s);
    if (!phases && text_has(s, "k"))
        line(head, "const ptx2c_chunk k = *kp;");
    if (b->mode == MODE_WARP)
        emit_warp_head(head, s, phases);
    if (phases && text_has(s, "ok"))
        line(head, "bool ok = true;");
    if (!phases && text_has(s, "local"))
        line(head, "%s;", local_declaration(b));
    if (!phases)
        emit_spread(head);
    if (b->plan->cc_lanes && !phases)
        line(head, "bool cc[32] = {0};");
    emit_shared_offsets(head, s);
    look_head(head, s);
}

/* For parameters of the signature that neither the text s uses nor its head. */
static void emit_unused(Writer *head, const char *signature, const char *s, bool mask)
{
    static const struct { const char *name, *used_by[2]; bool mask; } params[] = {
        {"c", {"P", "shared"}, false}, {"kp", {"k"}, true},    {"n", {NULL}, false}, {"full", {NULL}, true},
        {"VL", {NULL}, false},         {"cut", {"PTX2C_CUT", "PTX2C_CUT_TO"}, false}, {"R", {NULL}, false}};
    for (size_t i = 0; i < sizeof params / sizeof *params; i++) {
        bool used = text_has(s, params[i].name) || (params[i].mask && mask);
        for (int k = 0; k < 2 && params[i].used_by[k]; k++)
            used |= text_has(s, params[i].used_by[k]);
        if (!used && text_has(strchr(signature, '('), params[i].name))
            line(head, "(void)%s;", params[i].name);
    }
}

/* The function's text behind what it needs at its head. */
static void emit_function(Kernel *k, Back *b, const char *signature, bool phases)
{
    str_printf(k->out, "%s\n{\n", signature);
    const size_t start = k->out->n;
    const int waits = k->waits;
    Str head_text = {0};
    const bool warp = b->mode == MODE_WARP;
    Writer w = writer_of(b, k->out, k->o, k), head = writer_of(b, &head_text, k->o, k);
    w.phases = phases;
    if (!phases && warp)
        line(&w, "w->index = k.index;");
    if (phases && k->exits) {
        line(&w, warp ? "PTX2C_FOR_WARPS(k, c)" : "PTX2C_FOR_CHUNKS(k, c)");
        line(&w, warp ? "    ((%s *)c->state + k.index)->m = ptx2c_lanes(k.n);"
                      : "    ((%s *)c->state + k.index)->done = false;", k->state_name);
    }
    emit_list(&w, &b->plan->root);
    const char *s = k->out->s + start;
    emit_function_head(&head, k, s, phases);
    emit_unused(&head, signature, s, warp && !phases && text_has(s, "m"));
    if (k->waits > waits)
        emit_resume(&head, k, waits);
    if (text_has(s, "PTX2C_AGAIN"))
        str_add(&head_text, "again:;\n");
    str_insert(k->out, start, &head_text);
    line(&w, b->mode == MODE_LANES ? "return n;" : "return true;");
    str_add(k->out, "}\n\n");
}

/* The type of what a CTA keeps while it waits for others, in front of the version of its function that begins there. */
static void emit_kept(Kernel *k, size_t from)
{
    Str text = {0};
    if (!k->kept.s)
        return;
    str_printf(&text, "/* What a CTA keeps while others have their turn. */\ntypedef struct {\n    ptx2c_suspended at;\n%s} %s;\n\n", k->kept.s, k->kept_name);
    str_insert(k->out, from, &text);
    str_free(&k->kept);
}

static bool is_slow(const Back *b, const Ins *ins) { return (void)b, ins->slow; }

/* Some threads may run loops for much longer than others.  The slow versions of versioning.c don't count. */
static bool is_uneven(const Back *b, const Items *list)
{
    for (const Item *it = items_first(list); it; it = items_next(it, list))
        if (it->kind == I_LOOP && it->in->level == LV_LANE && !item_any(b, it, is_slow))
            return true;
    return false;
}

/* The kernel's function NAME_suffix with those parameters, by types and by names: its text, and what others call it. */
static const char *part_name(Kernel *k, const char *suffix, const char *way)
{
    return arena_printf(k->a, "%s_%s%s%s", k->name, suffix, way, kernel_is_apart(k) && !k->m->large ? "_best" : "");
}

static void emit_part(Kernel *k, Back *b, const char *type, const char *suffix, const char *params, const char *args, bool phases)
{
    const char *word = kernel_is_apart(k) && k->m->large ? "static" : "PTX2C_INLINE";
    emit_function(k, b, arena_printf(k->a, "%s %s %s_%s%s%s", word, type, k->name, suffix, k->way, params), phases);
    if (kernel_is_apart(k) && !k->m->large)
        str_printf(k->out, "PTX2C_FOR_PROCESSORS_OF(%s_%s%s, %s, return, %s, %s)\n\n", k->name, suffix, k->way, type, params, args);
}

/* What is done for each lane: the loops over lanes and what they hold, what lanes read or write in memory inside loops over
 * chunks, arrays of a value for each lane, and those of floats. */
typedef struct LaneWork { int loops, instructions, accesses, arrays, floats, ranges; } LaneWork;

static void count_lane_work(const Back *b, const Items *list, bool in_loop, LaneWork *work)
{
    for (EACH(const Item, it, *list)) {
        for (int d = 0; d < it->decls.n; d++)
            if (b->reg[it->decls.at[d]].plan->store == ST_LANES) {
                work->arrays++;
                work->floats += type_info[b->fn->regs.at[it->decls.at[d]]->type].kind == 'f';
            }
        work->loops += it->kind == I_GROUP && it->level == LV_LANE;
        work->ranges += it->kind == I_MASK;
        if (it->kind == I_INS && it->level == LV_LANE) {
            const Ins *ins = &b->fn->ins.at[it->ins];
            work->instructions++;
            work->accesses += in_loop && isa_accesses(ins);
        }
        bool loop = in_loop || (it->kind == I_LOOP && it->level == LV_CHUNK);
        for (int k = 0; k < it->nkid; k++)
            count_lane_work(b, &it->kid[k], loop, work);
    }
}

static LaneWork lane_work(const Back *b)
{
    LaneWork work = {0};
    count_lane_work(b, &b->plan->root, false, &work);
    return work;
}

/* Wide chunks do little in each loop over lanes and keep a float or two for the next: without vectors, which floats lack where
 * whole numbers have some, these stay in registers for a few lanes at a time. */
static bool keeps_floats(const Back *b)
{
    enum { FEW_ARRAYS = 3, FEW_INSTRUCTIONS = 8 };
    const LaneWork work = lane_work(b);
    return work.floats && work.arrays <= FEW_ARRAYS && work.instructions <= FEW_INSTRUCTIONS * work.loops;
}

/* Likewise of chunks of any length, of which a few lanes at a time are tried: not where loops are for ranges of lanes, which are no constants. */
static bool keeps_floats_of_all(const Back *b)
{
    return !lane_work(b).ranges && keeps_floats(b);
}

/* Some code has a version for chunks without the lanes at a border, which can't be cut off: the more chunks, the more of them.
 * A CTA is wholly at a border or not, mostly. */
static bool leaves_out(const Back *b)
{
    for (int i = 0; i < b->fn->ins.n && b->mode != MODE_CTA; i++)
        if ((b->spec[i] & SPEC_LOCAL) && !(b->spec[i] & SPEC_HEAD) && spec_is_at_border(spec_kind(b->spec[i])))
            return true;
    return false;
}

/* The kernel's instructions, but those of slow ways that passes have made. */
static int kernel_size(const Kernel *k)
{
    int size = 0;
    for (int i = 0; i < k->fn->ins.n; i++)
        size += !k->fn->ins.at[i].slow || !k->fn->ins.at[i].made;
    return size;
}

/* How many lanes a wide chunk may have: the kernel is small, and they have nothing of their own from one loop over them to the next; 0: none. */
static int most_wide(const Kernel *k, const Back *b)
{
    const int size = kernel_size(k);
    if ((size > WIDE_LIMIT && !b->by_quotients) || b->literal || b->narrow || leaves_out(b) || b->aligned || b->plan->cc_lanes || local_bytes(k->fn) || fn_calls(k->fn))
        return 0;
    for (int r = 0; r < b->nreg; r++)
        if (b->reg[r].plan->store == ST_STATE && b->reg[r].wanted)
            return 0;
    return size > WIDE_ONCE ? WIDE_LONG : WIDEST;
}

/* Straight code costs the same for many lanes at once as for few, but for what is done once for a chunk; where that is a lot, memory that is read
 * at many places soon fills the nearest cache.  Loops of a chunk must rather wait for memory, which then is read in longer pieces, than compute
 * with values that fit the registers of 32 lanes only; what it keeps across barriers must be few scalars. */
static int wide_lanes(const Kernel *k, const Back *b)
{
    const LaneWork work = lane_work(b);
    const int most = most_wide(k, b);
    if (!most)
        return 0;
    const bool straight = b->mode == MODE_LANES && !items_hold(&b->plan->root, I_LOOP, I_GROUP);
    if (straight && !work.arrays)
        return most;
    return most > WIDE && (straight || work.arrays <= work.accesses) ? WIDE : 0;
}

/* Whether code for CTAs is there once more for those that are a single row and as many threads, as one chunk. */
static bool one_row(const Kernel *k, const Back *b)
{
    return k->fn->ins.n <= ROW_LIMIT && (kernel_gives_way(k->fn) || !kernel_has_rows(k->fn)) && !b->plan->has_rows && !b->literal && !b->narrow && !leaves_out(b) && !b->aligned && !b->plan->cc_lanes && !local_bytes(k->fn) &&
           !fn_calls(k->fn) && cost_wants_one_row(b);
}

/* The function that runs CTAs by what how says.  Unless they are run apart, in functions that see to that, the kernel's parameters and
 * the CTA are in variables that no store can change, as far as the C compiler sees all that is done with them. */
static void emit_run(Kernel *k, const char *how, bool apart)
{
    if (k->apart.how)
        str_add(k->out, k->apart.text.s);
    run_begin(k);
    if (!apart && !fn_calls(k->fn) && !k->o->no_analysis) {
        str_add(k->out, "    ptx2c_cta own = *c;\n    c = &own;\n");
        if (k->fn->params.n)
            str_printf(k->out, "    const %s_params P = *(const %s_params *)c->param;\n    own.param = &P;\n", k->name,
                       k->name);
    }
    if (k->apart.how)
        how = arena_printf(k->a, "PTX2C_RUN_APART(c, %u, %s, %s)", k->apart.rows, k->apart.how, how);
    str_printf(k->out, k->waits ? "    (void)ctas;\n    ptx2c_turn_begin(c);\n    %s;\n" : "    PTX2C_FOR_CTAS(c, ctas)\n        %s;\n", how);
    run_end(k);
}

/* What the kernel must know of a plan that is printed. */
static void look_at(Kernel *k, Back *b, bool rows)
{
    bool phases = info(b->tree)->has_cta;
    k->exits = phases && has_exit(&b->plan->root);
    if (phases && local_bytes(k->fn))
        b->plan->has_state = true;
    for (int i = 0; i < k->fn->ins.n; i++)
        b->plan->has_spec |= b->spec[i] != SPEC_NONE;
    k->uneven |= rows && is_uneven(b, &b->plan->root);
    k->cta_loads |= b->cta_loads;
}

/* The kernel's plan for a mode; NULL when that mode can't run it. */
static Back *prepare(Kernel *k, Mode mode, bool rows)
{
    Back *b = passes_run(&k->passes, mode, rows);
    if (!b || !b->ok)
        return NULL;
    look_at(k, b, rows);
    return b;
}

/* The most threads that a chunk may have: those of a CTA, of which several may be joined. */
static uint64_t most_lanes(const Kernel *k)
{
    return k->joins || !fn_threads(k->fn) ? WIDEST : fn_threads(k->fn);
}

static int width_of(Kernel *k, const Back *b)
{
    const uint64_t most = most_lanes(k);
    const int wide = wide_lanes(k, b);
    int width = b->narrow ? b->narrow : wide ? wide : loop_mask_has(k->fn) ? NARROW : CHUNK_LANES;
    while (width > NARROW / 4 && (uint64_t)width / 2 >= most)
        width /= 2;
    return width;
}

/* Lanes of shorter chunks that have code of their own: rows of 16, of kernels that know rows, and of warps; 0: none. */
static int part_of(const Kernel *k, int width)
{
    const int part = width > CHUNK_LANES ? CHUNK_LANES : width / 2;
    const bool rows = kernel_has_rows(k->fn), whole = k->fn->reqntid[0] && k->fn->reqntid[0] % (uint32_t)width == 0;
    if (k->by_bounds || k->quotient.lanes) /* chunks are cut, and what is left of them is often as long */
        return part;
    return part < NARROW || whole || (uint64_t)part > most_lanes(k) || (!rows && (k->joins || part < CHUNK_LANES)) ? 0 : part;
}

/* Do lanes go round loops of their own, and keep nothing for another loop over them?  They lose nothing by sharing one, which they leave one by one. */
static bool lanes_alone(const Back *b)
{
    return b->width <= CHUNK_LANES && (items_hold(&b->plan->root, I_LOOP, I_GROUP) || is_uneven(b, &b->plan->root)) && !lane_work(b).arrays;
}

/* How many lanes make a chunk, and a shorter one that has code of its own, in C: fewer where these are to keep what is in registers, or one. */
static const char *chunk_lanes(const Kernel *k, const Back *b)
{
    const bool others = k->inside.lanes || k->ranges.lanes || k->quotient.lanes, alone = lanes_alone(b); /* others want long chunks */
    const bool few = b->width > CHUNK_LANES ? b->width == WIDE && !others && keeps_floats(b) : b->width >= FEW && !loop_mask_has(k->fn) && cost_shares_chunk(b, alone);
    const char *whole = arena_printf(k->a, few && !alone ? "PTX2C_SHARING(%d)" : "%d", b->width), *part = arena_printf(k->a, "%d", part_of(k, b->width));
    if (!others && lone_lane_suits(b))
        whole = arena_printf(k->a, "PTX2C_LONE(%s)", whole);
    return few && alone ? arena_printf(k->a, "%s, PTX2C_SHARING_ALL(%d, %s)", whole, b->width, part)
                        : arena_printf(k->a, few ? "%s, PTX2C_SHARING(%s)" : "%s, %s", whole, part);
}

/* Of the name of a macro that makes a function for what there is no tuned code for: a call is little beside one that is long. */
static const char *stands_apart(const Kernel *k)
{
    enum { LONG = 40 }; /* instructions */
    return k->fn->ins.n > LONG && !kernel_is_apart(k) ? "_APART" : "";
}

/* The function that runs a chunk of at most so many lanes. */
static void emit_chunk(Kernel *k, Back *b, int width, const char *what)
{
    b->width = width;
    str_add(k->out, what);
    emit_part(k, b, "uint32_t", "chunk", "(ptx2c_cta *c, const ptx2c_chunk *kp, uint32_t n, const bool cut)", "(c, kp, n, cut)",
              false);
    const char *rows = width == WIDE && kernel_has_rows(k->fn) && keeps_floats(b) ? "SHORT_" : "";
    str_printf(k->out, "PTX2C_%sPIECES%s(%s, %d)\n\n", rows, stands_apart(k), part_name(k, "chunk", k->way), width);
}

static void emit_chunks(Kernel *k, Back *b, const char *what)
{
    emit_chunk(k, b, width_of(k, b), what);
    const ChunkPart own = {part_name(k, "chunk", k->way), b->width}, rest = k->ranges.lanes ? k->ranges : own;
    const char *others = k->inside.lanes ? arena_printf(k->a, "_INSIDE(c, %s, %s, %d", k->inside.name, rest.name, rest.lanes) :
                         k->ranges.lanes ? arena_printf(k->a, "_OR(c, %s, %d", rest.name, rest.lanes) :
                         k->quotient.lanes ? arena_printf(k->a, "_BY_%s(c, %s, %d, %s", k->by_bounds ? "BOUNDS" : "QUOTIENTS", k->quotient.name, k->quotient.lanes,
                                                          k->quotient_keeps ? "PTX2C_SHARING(0)" : "0") : "(c";
    emit_run(k, arena_printf(k->a, "PTX2C_RUN_CHUNKS%s, %s, %s)", others, own.name, chunk_lanes(k, b)), false);
}

/* Chunks of the version for one quotient also end where a lane is clamped. */
static bool is_by_bounds(const Back *b)
{
    bool clamps = false;
    for (int i = 0; i < b->fn->ins.n; i++) {
        clamps |= b->blk_of[i] && b->spec[i] == SPEC_CLAMP;
        if (b->blk_of[i] && b->fn->ins.at[i].pseudo == PSEUDO_AGAIN)
            return false;
    }
    return clamps;
}

/* The function for chunks that the other one is not for, if it has been planned, of at most so many lanes, 0: as it likes.  Whether it
 * stands apart is its own matter: the kernel has as many instructions only meanwhile. */
static ChunkPart emit_other_chunk(Kernel *k, Back *b, const char *way, int width, const char *what)
{
    if (!b)
        return (ChunkPart){0};
    look_at(k, b, true);
    k->way = way;
    emit_chunk(k, b, width ? width : width_of(k, b), what);
    k->way = "";
    return (ChunkPart){part_name(k, "chunk", way), b->width};
}

/* The variant of a kernel, of chunks of at most so many lanes, if that gains.  Then the kernel is again as it was made. */
static ChunkPart emit_variant(Kernel *k, Variant v, const Code *code, Back *b, const char *way, int width, const char *what)
{
    Arena a = {0};
    Passes variant = passes_aside(&k->passes, &a);
    Back *other = kernel_variants[v].run(&variant, code, b);
    if (other && v == BY_QUOTIENTS && (k->by_bounds = is_by_bounds(other)))
        what = "/* Runs those of n neighbouring threads, from the first on, that have one quotient and are not clamped, or one.  How many. */\n";
    const ChunkPart made = emit_other_chunk(k, other, way, width, what);
    k->quotient_keeps = other && v == BY_QUOTIENTS && keeps_floats_of_all(other);
    passes_back(&k->passes, &variant);
    look_at(k, b, true);
    return made;
}

static bool emit_lanes(Kernel *k)
{
    k->joins = !k->o->no_analysis && kernel_merges(k->a, k->fn);
    const Code code = passes_keep(&k->passes);
    Back *b = prepare(k, MODE_LANES, true);
    if (!b)
        return false;
    if (passes_finds(BY_QUOTIENTS, b))
        k->quotient = emit_variant(k, BY_QUOTIENTS, &code, b, "_quotient", 0,
            "/* Runs those of n neighbouring threads, from the first on, that have one quotient.  How many; 0: not with these divisors. */\n");
    if (!k->quotient.lanes && (!wide_lanes(k, b) || items_hold(&b->plan->root, I_LOOP, I_GROUP)) && passes_finds(BY_RANGES, b))
        k->ranges = emit_variant(k, BY_RANGES, &code, b, "_ranges", 0,
            "/* Runs n neighbouring threads, or the first of them, where conditions in loops may hold for a range of them only.  How many. */\n");
    if (!k->quotient.lanes && passes_finds(INSIDE, b))
        k->inside = emit_variant(k, INSIDE, &code, b, "_inside", width_of(k, b),
            "/* Runs n neighbouring threads that are away from the edges with which places are compared.  How many; 0: some are not. */\n");
    const bool columns = k->joins && passes_finds(TRANSPOSED, b);
    if (!columns)
        passes_settle(&k->passes);
    emit_chunks(k, b, "/* Runs n neighbouring threads, or the first of them: see PTX2C_CUT.  How many. */\n");
    k->quotient = k->ranges = k->inside = (ChunkPart){0};
    Back *other = columns ? kernel_variants[TRANSPOSED].run(&k->passes, &code, b) : NULL;
    if (other) {
        k->transposed = true;
        k->way = "_transposed";
        look_at(k, other, true);
        emit_chunks(k, other, "/* The same in a grid whose x and y stand in each other's place, for lanes that then read memory together. */\n");
    }
    emit_descriptor(k, NULL, 1, false);
    return true;
}

/* The function that runs a CTA; whether it keeps state across barriers. */
static bool emit_cta_version(Kernel *k, Back *b, const char *of)
{
    const size_t from = k->out->n;
    k->state_name = arena_printf(k->a, "%s%s_state", k->name, k->way);
    k->kept_name = arena_printf(k->a, "%s_suspended", k->name);
    const bool state = emit_state(k, b);
    str_printf(k->out, "/* Runs a CTA%s in chunks of VL neighbouring threads (0: of any number)%s. */\n", of,
               b->plan->has_rows ? ", which are R rows at once where R > 1" : "");
    if (b->plan->has_rows)
        emit_part(k, b, "bool", "cta", "(ptx2c_cta *c, const uint32_t VL, const uint32_t R)", "(c, VL, R)", true);
    else
        emit_part(k, b, "bool", "cta", "(ptx2c_cta *c, const uint32_t VL)", "(c, VL)", true);
    str_printf(k->out, "PTX2C_CTA_%sWIDTHS(%s)\n\n", b->plan->has_rows ? "ROW_" : "", part_name(k, "cta", k->way));
    emit_kept(k, from);
    return state;
}

/* The longest rows, of 4, 8 or 16 threads, that find room in all that they store to side by side in shared memory. */
static int row_with_room(const Back *b)
{
    int row = NARROW;
    for (int i = 0; i < b->fn->ins.n; i++) {
        const int pitch = cta_affine_pitch(b, i);
        while (pitch >= NARROW / 4 && pitch < row)
            row /= 2;
    }
    return row;
}

/* Rows of the CTA that have code of their own, besides whole chunks: of 16 threads, or fewer that have room, only where the kernel knows rows. */
static int least_row(const Kernel *k, const Back *b)
{
    const uint32_t x = k->fn->reqntid[0];
    if (x)
        return x == NARROW || x == NARROW / 2 || x == NARROW / 4 ? (int)x : CHUNK_LANES;
    return kernel_has_rows(k->fn) ? row_with_room(b) : CHUNK_LANES;
}

/* Whether it does several rows at once, which then have 16 threads or 32. */
static bool jams_rows(const Kernel *k, const Back *b) { return b->plan->has_rows && least_row(k, b) >= NARROW; }

/* A version for CTAs away from all borders: how it is run, but for what runs others, or NULL: there is none. */
static const char *emit_inner(Kernel *k, Back *b, bool *state)
{
    if (!b)
        return NULL;
    look_at(k, b, true);
    k->way = "_inner";
    b->width = CHUNK_LANES;
    *state = emit_cta_version(k, b, " away from borders");
    const char *how = arena_printf(k->a, "PTX2C_RUN_CTA_INNER%s(c, %s, %d", jams_rows(k, b) ? "_ROWS" : "", part_name(k, "cta", k->way), least_row(k, b));
    k->way = "";
    return how;
}

/* A long kernel that might run as warps, too, of which there are two versions: so there are not many more of its CTAs. */
static bool has_few_widths(const Kernel *k)
{
    enum { LONG = 200 };
    return k->passes.warps.ins.at && k->fn->ins.n > LONG;
}

/* How the function f runs a CTA, whose width is chosen. */
static const char *cta_run(const Kernel *k, const Back *b, const char *f, bool one, bool wide)
{
    if (b->narrow)
        return arena_printf(k->a, "PTX2C_RUN_CTA_NARROW(c, %s, %d)", f, b->narrow);
    if (jams_rows(k, b))
        return arena_printf(k->a, "PTX2C_RUN_CTA%s(c, %s)", has_few_widths(k) ? "_TILES" : "_ROWS", f);
    const char *chunks = one ? "_ONE" : !wide || b->plan->has_rows ? "" : keeps_floats(b) ? "_KEPT" : "_WIDE";
    return arena_printf(k->a, "PTX2C_RUN_CTA%s(c, %s, %d)", chunks, f, least_row(k, b));
}

/* The function that runs CTAs: how it does; the type of what it keeps across barriers, or NULL. */
static const char *cta_way(Kernel *k, Back *b, bool inner, const char **state)
{
    const bool wide = !has_few_widths(k) && wide_lanes(k, b) > 0;
    const bool one = !wide && !inner && !has_few_widths(k) && one_row(k, b);
    b->width = b->narrow ? b->narrow : wide || one ? WIDE : CHUNK_LANES;
    *state = emit_cta_version(k, b, "") ? k->state_name : NULL;
    return cta_run(k, b, part_name(k, "cta", k->way), one, wide);
}

static bool emit_cta(Kernel *k)
{
    const Code code = passes_keep(&k->passes);
    const char *inner = NULL;
    bool inner_state = false;
    Back *b = prepare(k, MODE_CTA, true);
    if (!b)
        return false;
    if (passes_finds(INNER, b)) {
        Arena a = {0};
        Passes variant = passes_aside(&k->passes, &a);
        inner = emit_inner(k, kernel_variants[INNER].run(&variant, &code, b), &inner_state);
        passes_back(&k->passes, &variant);
        look_at(k, b, true);
    }
    passes_settle(&k->passes);
    const char *state, *how = cta_way(k, b, inner, &state);
    emit_run(k, inner ? arena_printf(k->a, "%s, %s)", inner, how) : how, true);
    const char *type = !inner_state ? state : arena_printf(k->a, state ? "union { %s_inner_state a; %s_state b; }" : "%s_inner_state", k->name, k->name);
    emit_descriptor(k, type, 1, false);
    return true;
}

/* One version of a kernel with collectives: 1 when it keeps state across barriers, 0 when not; -1: it can't be done. */
static int emit_warp_version(Kernel *k, bool rows, const char *suffix, const char *what, bool *phases, bool *checked)
{
    Back *b = prepare(k, MODE_WARP, rows);
    if (!b)
        return -1;
    *checked = kernel_needs_any(k->fn, b);
    *phases = info(b->tree)->has_cta;
    const size_t from = k->out->n;
    k->state_name = arena_printf(k->a, "%s%s%s_state", k->name, suffix, k->way);
    k->kept_name = arena_printf(k->a, "%s_suspended%s", k->name, suffix);
    bool state = emit_state(k, b);
    str_printf(k->out, "/* Runs %s%s. */\n", *phases ? "a CTA warp by warp" : "a warp", what);
    if (*phases)
        emit_part(k, b, "bool", arena_printf(k->a, "cta%s", suffix), "(ptx2c_cta *c, const bool full)", "(c, full)", true);
    else
        emit_part(k, b, "bool", arena_printf(k->a, "warp%s", suffix), "(ptx2c_cta *c, const ptx2c_chunk *kp, const bool full)",
                  "(c, kp, full)", false);
    emit_kept(k, from);
    k->kept_any = k->waits && *suffix;
    return state;
}

/* All warps of its CTAs have 32 threads. */
static bool has_full_warps(const Fn *fn) { return fn->reqntid[0] && fn_threads(fn) % 32 == 0; }

/* The type of what warps keep, or NULL: rows, any: whether those of the one and of the other version keep anything. */
static const char *warps_state(const Kernel *k, bool rows, bool any)
{
    if (any && rows)
        return arena_printf(k->a, "union { %s%s_state a; %s b; }", k->name, k->way, k->state_name);
    return any ? k->state_name : rows ? arena_printf(k->a, "%s%s_state", k->name, k->way) : NULL;
}

/* Kernels with collectives: once for warps that lie in rows of the CTA, with checks, and once for any shape and without,
 * where that matters.  How a CTA is run; NULL: they can't be made. */
static const char *warps_way(Kernel *k, const char **state)
{
    bool tid = kernel_needs_any(k->fn, NULL) && !(*k->way && k->apart.rows == ROWS_32), phases, checked, none;
    const Code code = passes_keep(&k->passes);
    size_t mark = k->out->n;
    const int rows = emit_warp_version(k, !kernel_is_alone(k->fn), "", tid ? " whose lanes lie in one row of the CTA" : "", &phases, &checked);
    const bool other = rows >= 0 ? (tid && !k->o->rows) || checked : tid, first = rows == 0 && !phases && kernel_rows_run_first(k->fn);
    const size_t after = k->out->n;
    passes_restore(&k->passes, &code);
    int any = 0;
    if (rows >= 0 && other) {
        passes_reset(&k->passes);
        any = emit_warp_version(k, false, "_any", tid ? " of a CTA of any shape" : " when a check fails or threads are missing", &phases, &none);
    }
    if (rows < 0 || any < 0) {
        if (first) {
            k->rows = part_name(k, "warp", k->way);
            mark = after;
        }
        k->out->n = mark;
        k->out->s[mark] = 0;
        if (first)
            str_printf(k->out, "PTX2C_ANY_WARP%s(%s, false)\n\n", stands_apart(k), k->rows);
        return NULL;
    }
    const bool full = k->o->rows || has_full_warps(k->fn);
    const char *part = phases ? "cta" : "warp", *own = part_name(k, part, k->way);
    const char *rest = other ? part_name(k, arena_printf(k->a, "%s_any", part), k->way) : own;
    *state = warps_state(k, rows, any);
    if (other || !full)
        str_printf(k->out, "PTX2C_ANY_%s%s(%s, %s)\n\n", phases ? "CTA" : "WARP", stands_apart(k), rest, full ? "true" : "false");
    return arena_printf(k->a, "PTX2C_RUN_%s%s%s(c, %s%s%s)", phases ? "WARP_CTA" : "WARPS", other ? "" : "_ONE", full ? "_FULL" : "", own,
                        other ? ", " : "", other ? rest : "");
}

static bool emit_warps(Kernel *k)
{
    const char *state, *how = warps_way(k, &state);
    if (!how)
        return false;
    emit_run(k, how, false);
    emit_descriptor(k, state, 32, false);
    return true;
}

static bool emit_mode(Kernel *k, Mode mode)
{
    return mode == MODE_LANES ? emit_lanes(k) : mode == MODE_CTA ? emit_cta(k) : mode == MODE_WARP ? emit_warps(k) : (emit_scheduled(k), true);
}

/* A CTA in chunks of neighbouring threads. */
static const char *chunks_way(Kernel *k, Back *b)
{
    emit_chunk(k, b, width_of(k, b), "/* Runs n neighbouring threads, or the first of them.  How many. */\n");
    return arena_printf(k->a, "PTX2C_RUN_CHUNKS(c, %s, %s)", part_name(k, "chunk", k->way), chunk_lanes(k, b));
}

static const char *emit_way(Kernel *k, Mode mode, const char **state)
{
    *state = NULL;
    if (mode == MODE_WARP)
        return warps_way(k, state);
    Back *b = prepare(k, mode, true);
    return !b ? NULL : mode == MODE_LANES ? chunks_way(k, b) : cta_way(k, b, false, state);
}

void emit_kernel(Module *m, Fn *fn, const EmitOptions *o, Str *out)
{
    Arena a = {0}, code = {0};
    const char *why;
    Kernel k = {.m = m, .fn = fn, .o = o, .name = kernel_base(m, fn->sym), .way = "", .out = out, .a = &a};
    m->code = &code;
    str_printf(out, "/* ---- .entry %s ---- */\n\n", fn->sym->name);
    emit_params(&k);
    k.passes = passes_begin(&a, m, fn, o->no_analysis);
    const Code own = passes_keep(&k.passes);
    emit_sure(&k, emit_way, &own);
    emit_apart(&k, emit_way, &own);
    Mode mode = o->checks || o->debug ? MODE_SCHED : kernel_mode(&k.passes, &why);
    const Code was = passes_keep(&k.passes);
    while (!emit_mode(&k, mode))
        mode = kernel_next_mode(&k.passes, &was, mode);
    emit_launcher(&k);
    str_free(&k.apart.text);
    passes_end(&k.passes);
    m->code = m->arena;
    arena_reset(&a);
    arena_reset(&code);
}
