/* uniform.c: which values are the same for all lanes, which grow by a constant from lane to lane, and which parts of
 * the control-flow tree therefore run once instead of once per lane.
 *
 * In: a function with blocks, liveness and tree.  Out: Back.reg[].val, Back.spec, NodeInfo of each node.
 * Optimistic: everything starts unknown (VAL_NONE) and only ever falls; a node whose condition differs between lanes
 * becomes a lane node, which makes what is written inside it differ too, until nothing changes. */
#include "emit_fn.h"

static const Val var = {.kind = VAL_VAR, .level = LV_LANE, .max = UINT64_MAX};

static Val uni(Level level, uint64_t max)
{
    return (Val){.kind = VAL_UNI, .level = (uint8_t)level, .max = max};
}

static uint64_t type_max(Type t)
{
    int bits = type_info[t].bits;
    return bits >= 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1;
}

bool ins_dirty(const Ins *ins)
{
    switch (isa_emit(ins)) {
    case EMIT_ST: case EMIT_CALL: case EMIT_TRAP: case EMIT_BAR:
        return true;
    case EMIT_LD:
        return isa_has_word(ins, "volatile") || isa_has_word(ins, "relaxed") || isa_has_word(ins, "acquire");
    default:
        return (isa_mem(ins) & MEM_W) || isa_is_warp(ins) || isa_is_cta(ins);
    }
}

static Val sreg_val(const Back *b, const Opnd *o)
{
    const Sreg *s = &isa_sregs[o->sym->index];
    static const struct { const char *name; uint64_t max[3]; } bounds[] = {
        {"%tid", {1023, 1023, 63}}, {"%ntid", {1024, 1024, 64}}, {"%ctaid", {0x7ffffffe, 65534, 65534}},
        {"%nctaid", {0x7fffffff, 65535, 65535}}, {"%laneid", {31, 31, 31}}, {"%warpid", {31, 31, 31}},
    };
    uint64_t max = type_max(s->type);
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++)
        if (strcmp(s->name, bounds[i].name) == 0)
            max = bounds[i].max[o->comp > 0 && o->comp < 3 ? o->comp : 0];
    bool rows = b->mode == MODE_LANES || b->mode == MODE_CTA || (b->mode == MODE_WARP && b->rows);
    bool x = o->comp <= 0;
    if (s->vary)
        return var;
    switch (s->shape) {
    case SHAPE_GRID:
    case SHAPE_CTA: {
        Val v = uni(LV_CTA, max);
        v.grid = strcmp(s->name, "%ctaid") == 0;
        v.across = strcmp(s->name, "%nctaid") == 0;
        return v;
    }
    case SHAPE_WARP:
        return b->mode == MODE_WARP ? uni(LV_CHUNK, max) : var;
    case SHAPE_TID:
        if (rows && x && s->vec > 1 && o->comp == 0)
            return (Val){.kind = VAL_AFF, .level = LV_CHUNK, .step = 1, .max = max, .tid = true,
                         .known = b->mode == MODE_WARP, .warp = 32};
        return rows && !x ? uni(LV_CHUNK, max) : var;
    case SHAPE_LANE:
        if (b->mode == MODE_WARP && strcmp(s->name, "%laneid") == 0)
            return (Val){.kind = VAL_AFF, .level = LV_CHUNK, .step = 1, .max = max, .tid = true, .known = true};
        return var;
    }
    return var;
}

Val uniform_opnd(const Back *b, const Opnd *o)
{
    switch (o->kind) {
    case O_REG:
        return o->comp >= 0 || b->fn->regs.at[o->reg]->vec > 1 ? var : b->reg[o->reg].val;
    case O_IMM: {
        Val v = uni(LV_CTA, o->imm);
        v.cst = true;
        v.c = o->imm;
        v.known = true;
        v.base = (int64_t)o->imm;
        return v;
    }
    case O_FIMM:
    case O_NONE:
    case O_SINK:
    case O_LABEL:
        return uni(LV_CTA, UINT64_MAX);
    case O_SREG:
        return sreg_val(b, o);
    case O_SYM: /* each lane has its own variables for calls */
        if (o->sym->kind == SYM_VAR && o->sym->space == SP_PARAM && !place_of(o->sym)->kernel_param)
            return var;
        return uni(LV_CTA, UINT64_MAX);
    case O_MEM:
        return o->reg >= 0 ? b->reg[o->reg].val : uni(LV_CTA, UINT64_MAX);
    default: {
        Val v = uni(LV_CTA, UINT64_MAX);
        for (uint32_t i = 0; i < o->nsub; i++) {
            Val e = uniform_opnd(b, &o->sub[i]);
            if (e.kind == VAL_NONE)
                return e;
            if (e.kind != VAL_UNI)
                v = var;
            else if (v.kind == VAL_UNI && e.level > v.level)
                v.level = e.level;
        }
        return v;
    }
    }
}

/* Wider than what any add or shift of two bounds can hold: unknown. */
static uint64_t sat_add(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

static uint64_t sat_mul(uint64_t a, uint64_t b)
{
    return b && a > UINT64_MAX / b ? UINT64_MAX : a * b;
}

/* A bound that does not fit the type wraps: nothing is known. */
static Val bounded(Val v, Type t)
{
    if (v.max > type_max(t))
        v.max = type_max(t);
    return v;
}

/* a * ka + b * kb, where one of them may be absent (k = 0). */
static Val linear(Val a, int64_t ka, Val b, int64_t kb, Type t)
{
    if (a.kind == VAL_NONE || b.kind == VAL_NONE)
        return (Val){0};
    if (a.kind == VAL_VAR || b.kind == VAL_VAR)
        return var;
    int64_t step = (a.kind == VAL_AFF ? a.step * ka : 0) + (b.kind == VAL_AFF ? b.step * kb : 0);
    if (step > 1 << 20 || step < -(1 << 20))
        return var;
    Val v = {.level = a.level > b.level ? a.level : b.level, .step = step, .grid = a.grid || b.grid,
             .across = a.across || b.across};
    v.kind = step ? VAL_AFF : VAL_UNI;
    v.max = ka < 0 || kb < 0 ? UINT64_MAX : sat_add(sat_mul(a.max, (uint64_t)ka), sat_mul(b.max, (uint64_t)kb));
    return known_linear(bounded(v, t), a, ka, b, kb, t);
}

/* Widening a 32-bit affine value to 64 bits keeps it affine only when no lane wraps. */
static Val widen(Back *b, Val a, int64_t k, bool is_signed, int ins, bool may_check)
{
    Val v = linear(a, k, uni(LV_CTA, 0), 0, T_U64);
    if (known_widens(a))
        return v;
    v.known = false;
    if (a.kind != VAL_AFF)
        return v;
    if (a.max <= (is_signed ? INT32_MAX : UINT32_MAX) - 1u && a.step > 0 && a.max < UINT32_MAX)
        return v;
    if (!may_check)
        return var;
    b->spec[ins] = is_signed ? SPEC_STEPS_S : SPEC_STEPS_U;
    return v;
}

/* The value when all inputs are uniform, else differing. */
static Val generic(const Back *b, const Ins *ins)
{
    Level level = LV_CTA;
    bool vary = !isa_is_uniform(ins);
    for (int i = 0; i < ins->narg; i++) {
        if (isa_arg_is_dest(ins, i))
            continue;
        Val v = uniform_opnd(b, &ins->arg[i]);
        if (v.kind == VAL_NONE)
            return v;
        vary |= v.kind != VAL_UNI;
        if (v.level > level)
            level = v.level;
    }
    return vary ? var : uni(level, UINT64_MAX);
}

static Val arg_val(const Back *b, const Ins *ins, const char *name)
{
    int i = isa_arg(ins, name);
    return i < 0 ? var : uniform_opnd(b, &ins->arg[i]);
}

static bool int_type(Type t)
{
    char k = type_info[t].kind;
    return (k == 'u' || k == 's' || k == 'b') && (type_info[t].bits == 32 || type_info[t].bits == 64);
}

/* Where a check may stand: nowhere; at the head of a chunk's work, where failing costs more; where split.c wants it. */
typedef enum Check { CHECK_NONE, CHECK_HEAD, CHECK_SPLIT } Check;

static Val compare(Back *b, const Ins *ins, int at, Check may_check)
{
    Val x = arg_val(b, ins, "a"), y = arg_val(b, ins, "b"), z = generic(b, ins);
    if (z.kind != VAL_VAR)
        return z;
    const char *op = isa_slot(ins, "cmp");
    const Type t = isa_slot_type(ins, "type");
    const int with = isa_arg(ins, "c");
    const bool alone = with < 0 || ins->arg[with].kind == O_NONE; /* its result is that of the comparison */
    if (b->mode == MODE_WARP && alone && int_type(t) && known_compares_alike(x, y, op, t))
        return uni(LV_CHUNK, 1);
    Val range = alone ? border_value(b, ins, x, y) : (Val){0};
    if (range.kind != VAL_NONE)
        return range;
    if (known_differs(x, y))
        return z;
    bool ordered = op && strcmp(op, "eq") != 0 && strcmp(op, "ne") != 0;
    if (!may_check || !ordered || !int_type(t) || !alone)
        return z;
    if (!((x.kind == VAL_AFF && y.kind == VAL_UNI) || (x.kind == VAL_UNI && y.kind == VAL_AFF)))
        return z;
    if (may_check == CHECK_HEAD && !(x.kind == VAL_AFF ? x.grid : y.grid))
        return z; /* a border inside the CTA is likely to lie inside some chunk */
    b->spec[at] = SPEC_COMPARE;
    return uni(LV_CHUNK, 1);
}

/* The lanes share the bits above low (2^k - 1) when the chunk does not cross a multiple of it. */
static bool spans(Back *b, Val a, uint64_t low, int at, bool may_check)
{
    if (a.kind != VAL_AFF || a.step != 1 || low < 31 || (low & (low + 1)))
        return false;
    if (a.tid) {
        b->aligned = true;
        return true;
    }
    if (may_check)
        b->spec[at] = SPEC_SPAN;
    return may_check;
}

static Val by_mask(Back *b, Val a, Val m, Type t, int at, bool may_check)
{
    Val v = linear(a, 1, uni(LV_CTA, 0), 0, t);
    if (a.kind == VAL_NONE || m.kind == VAL_NONE)
        return (Val){0};
    uint64_t mask = m.c & type_max(t), high = ~m.c & type_max(t);
    if (m.cst && known_mask(a, high & (high + 1) ? mask : ~high, &v))
        return v;
    v.known = false;
    if (a.kind == VAL_UNI && m.kind == VAL_UNI) {
        v.level = a.level > m.level ? a.level : m.level;
        v.max = a.max < m.max ? a.max : m.max;
        return v;
    }
    if (!m.cst)
        return var;
    if (spans(b, a, mask, at, may_check)) {
        v.max = mask < a.max ? mask : a.max;
        v.tid = a.tid && mask == 31;
        return v;
    }
    return spans(b, a, high, at, may_check) ? uni(LV_CHUNK, a.max) : var;
}

/* The value an instruction gives its destination. */
static Val transfer(Back *b, const Ins *ins, int at, Check may_check)
{
    const char *op = ins->word[0];
    Emit emit = isa_emit(ins);
    b->spec[at] = SPEC_NONE;
    if (ins->check || ins->any)
        return uni(LV_CHUNK, 1);
    bool carry = ins->lower && (strstr(ins->lower, "cc =") || strstr(ins->lower, " cc"));
    if (isa_is_cta(ins) && isa_has_word(ins, "red"))
        return uni(LV_CTA, UINT64_MAX);
    if (b->literal || carry || isa_is_warp(ins) || isa_is_cta(ins) || emit == EMIT_CALL || (isa_mem(ins) & MEM_W))
        return var;
    if (emit == EMIT_LD) {
        Space space = isa_space(ins);
        bool weak = !ins_dirty(ins) && !isa_has_word(ins, "mmio");
        Val a = arg_val(b, ins, "a");
        const Sym *sym = ins->arg[isa_arg(ins, "a")].sym;
        bool call_param = space == SP_PARAM && sym && sym->fn == b->fn && !place_of((Sym *)sym)->kernel_param;
        if (a.kind == VAL_NONE)
            return a;
        if (call_param)
            return var;
        if (a.kind != VAL_UNI || !weak || space == SP_LOCAL || ins->arg[isa_arg(ins, "d")].kind == O_VEC)
            return var;
        if (space == SP_GENERIC && b->fn->vars.n) /* may be a lane's own memory */
            for (int i = 0; i < b->fn->vars.n; i++)
                if (b->fn->vars.at[i]->space == SP_LOCAL || b->fn->vars.at[i]->space == SP_PARAM)
                    return var;
        /* no thread may write between two barriers what others load there */
        return uni(space == SP_PARAM || space == SP_CONST || b->cta_loads ? (Level)a.level : LV_CHUNK, UINT64_MAX);
    }
    if (isa_mem(ins) == MEM_R) /* a surface: other lanes may write it */
        return var;
    Type t = isa_slot_type(ins, "type");
    Val zero = uni(LV_CTA, 0);
    if (emit == EMIT_MOV || emit == EMIT_CVTA) {
        int ia = isa_arg(ins, "a"), id = isa_arg(ins, "d");
        if (ia < 0 || ins->arg[ia].kind == O_VEC || ins->arg[id].kind == O_VEC)
            return generic(b, ins);
        if (emit == EMIT_CVTA && isa_space(ins) == SP_LOCAL)
            return var;
        if (ins->arg[ia].kind == O_SYM && ins->arg[ia].sym->kind == SYM_VAR && ins->arg[ia].sym->space == SP_LOCAL)
            return b->mode == MODE_FUNC ? var : zero;
        Val v = uniform_opnd(b, &ins->arg[ia]);
        if (emit == EMIT_CVTA)
            v.known = v.cst = false;
        return v;
    }
    if (strcmp(op, "setp") == 0)
        return compare(b, ins, at, may_check);
    if (strcmp(op, "cvt") == 0) {
        Type dt = isa_slot_type(ins, "dtype"), st = isa_slot_type(ins, "atype");
        Val a = arg_val(b, ins, "a");
        if (!int_type(dt) || !int_type(st) || isa_has_word(ins, "sat"))
            return generic(b, ins);
        if (type_info[dt].bits == type_info[st].bits || type_info[dt].bits == 32)
            return linear(a, 1, zero, 0, dt);
        return widen(b, a, 1, type_info[st].kind == 's', at, may_check);
    }
    if (!int_type(t) || isa_has_word(ins, "sat") || isa_has_word(ins, "cc") || isa_has_word(ins, "hi"))
        return generic(b, ins);
    Val x = arg_val(b, ins, "a"), y = arg_val(b, ins, "b");
    bool wide = isa_has_word(ins, "wide");
    if (strcmp(op, "add") == 0) {
        Val v = linear(x, 1, y, 1, t);
        v.tid = (x.tid && y.cst && !y.c) || (y.tid && x.cst && !x.c);
        return v;
    }
    if (strcmp(op, "sub") == 0)
        return linear(x, 1, y, -1, t);
    if (strcmp(op, "and") == 0)
        return y.kind == VAL_UNI ? by_mask(b, x, y, t, at, may_check) : generic(b, ins);
    Val shifted;
    if (strcmp(op, "shr") == 0 && y.cst && known_shr(x, y.c, &shifted))
        return shifted;
    if (strcmp(op, "shr") == 0 && y.cst && y.c < 64 && x.kind != VAL_NONE && x.max >> y.c == 0 &&
        x.max <= type_max(t) >> 1) { /* the sign of what is never negative */
        Val v = uni(LV_CTA, 0);
        v.cst = v.known = true;
        return v;
    }
    if (strcmp(op, "shr") == 0 && y.cst && y.c >= 5 && y.c < 31 && (type_info[t].kind != 's' || x.max < INT32_MAX) &&
        spans(b, x, ((uint64_t)1 << y.c) - 1, at, may_check))
        return uni(LV_CHUNK, x.max >> y.c);
    if (strcmp(op, "shl") == 0 && y.cst && y.c < 20)
        return linear(x, (int64_t)1 << y.c, zero, 0, t);
    if (strcmp(op, "mul") == 0 || strcmp(op, "mad") == 0) {
        Val v = generic(b, ins);
        if (x.kind == VAL_AFF || y.kind == VAL_AFF) {
            Val aff = x.kind == VAL_AFF ? x : y, k = x.kind == VAL_AFF ? y : x;
            int64_t by = type_info[t].bits == 32 ? (int32_t)k.c : (int64_t)k.c;
            if (!k.cst || by > 1 << 20 || by < -(1 << 20))
                return var;
            v = wide ? widen(b, aff, by, type_info[t].kind == 's', at, may_check) : linear(aff, by, zero, 0, t);
        } else if (x.kind == VAL_UNI && y.kind == VAL_UNI) {
            v = uni(x.level > y.level ? x.level : y.level, sat_mul(x.max, y.max));
            v.grid = x.grid || y.grid;
            v.across = x.across || y.across;
            v = bounded(v, wide ? T_U64 : t);
            if (y.cst && !wide && y.c < 1 << 20)
                v = known_linear(v, x, (int64_t)y.c, zero, 0, t);
        } else if (x.kind == VAL_NONE || y.kind == VAL_NONE) {
            return (Val){0};
        } else {
            return var;
        }
        if (strcmp(op, "mad") == 0) {
            Val c = arg_val(b, ins, "c");
            v = linear(v, 1, c, 1, wide ? T_U64 : t);
        }
        return v;
    }
    return generic(b, ins);
}

/* ---- control ---------------------------------------------------------------------------------------------------------- */

Level node_level(const Back *b, const Node *n)
{
    Level level = b->mode == MODE_CTA || b->mode == MODE_WARP ? LV_CTA : LV_CHUNK;
    if (b->mode == MODE_FUNC || b->mode == MODE_SCHED)
        return LV_LANE;
    if (!info(b->tree)->has_cta)
        level = LV_CHUNK;
    for (const Node *p = n; p; p = p->up) {
        if (info(p)->lane)
            return LV_LANE;
        if (p != n && p->kind != N_SEQ && !info(p)->has_cta)
            level = LV_CHUNK;
    }
    return level;
}

static const Node *masked_around(const Node *n)
{
    for (; n; n = n->up)
        if (n->up && info(n->up)->masked && n->up->kind == N_IF)
            return n->up;
    return NULL;
}

static bool node_inside(const Node *n, const Node *around)
{
    for (; n; n = n->up)
        if (n == around)
            return true;
    return false;
}

static Node *common(Node *x, Node *y)
{
    if (!x || !y)
        return x ? x : y;
    int dx = 0, dy = 0;
    for (Node *p = x; p; p = p->up)
        dx++;
    for (Node *p = y; p; p = p->up)
        dy++;
    for (; dx > dy; dx--)
        x = x->up;
    for (; dy > dx; dy--)
        y = y->up;
    while (x != y) {
        x = x->up;
        y = y->up;
    }
    return x;
}

typedef struct RefCtx { Back *b; int ins; Node *node; } RefCtx;

static void count_ref(void *ctx, int reg, bool write)
{
    RefCtx *r = ctx;
    RegInfo *g = &r->b->reg[reg];
    if (write) {
        g->def = g->ndef++ ? -1 : r->ins;
    } else {
        g->nuse++;
        const Ins *ins = &r->b->fn->ins.at[r->ins];
        g->guards |= isa_emit(ins) == EMIT_BRA && ins->guard == reg;
    }
    g->scope = common(g->scope, r->node);
}

/* What runs for one lane at a time needs no masks. */
static void unmask(Node *n)
{
    info(n)->masked = info(n)->ranged = false;
    for (int i = 0; i < n->nkid; i++)
        if (n->kid[i])
            unmask(n->kid[i]);
}

/* Falls back to per-lane execution of everything that node's lanes may skip or repeat differently.  False when a
 * barrier or collective is among it. */
static bool make_lane(Back *b, Node *n, bool *changed)
{
    NodeInfo *x = info(n);
    if (x->lane)
        return true;
    if (x->barrier || x->has_warp) {
        b->why = "a barrier or collective stands in divergent control flow";
        b->why_ins = n->blk ? n->blk->first : 0;
        return false;
    }
    x->lane = true;
    x->has_cta = false;
    unmask(n);
    *changed = true;
    return true;
}

static int node_place(const Node *seq, const Node *kid)
{
    for (int i = 0; i < seq->nkid; i++)
        if (seq->kid[i] == kid)
            return i;
    return -1;
}

/* The lanes that jump at n leave what follows n, up to but not including around (NULL: the function). */
static bool skip_rest(Back *b, Node *n, const Node *around, bool *changed)
{
    for (Node *p = n, *up = n->up; up && up != around; p = up, up = up->up) {
        bool more = false;
        if (up->kind == N_SEQ)
            for (int i = node_place(up, p) + 1; i < up->nkid; i++) {
                if (!make_lane(b, up->kid[i], changed))
                    return false;
                more = true;
            }
        bool later = more;
        for (const Node *q = up; !later && q->up && q->up != around; q = q->up)
            later = q->up->kind == N_SEQ && node_place(q->up, q) + 1 < q->up->nkid;
        if ((up->kind == N_LOOP || (later && up->kind != N_SEQ)) && !make_lane(b, up, changed))
            return false;
    }
    return true;
}

static Node *loop_around(Node *n)
{
    for (n = n->up; n && n->kind != N_LOOP; n = n->up)
        ;
    return n;
}

static Node *find_label(Node *n, int label)
{
    if ((n->kind == N_LABEL && n->label == label))
        return n;
    for (int i = 0; i < n->nkid; i++) {
        Node *r = n->kid[i] ? find_label(n->kid[i], label) : NULL;
        if (r)
            return r;
    }
    return NULL;
}

/* The kid of seq that holds n. */
static int kid_of(const Node *seq, const Node *n)
{
    while (n->up != seq)
        n = n->up;
    return node_place(seq, n);
}

/* Jumps inside a lane node n leave it: what they skip must run per lane too. */
static bool spread_jumps(Back *b, Node *n, Node *top, bool *changed)
{
    Node *to = NULL;
    if (n->kind == N_BREAK || n->kind == N_CONTINUE)
        to = loop_around(n);
    else if (n->kind == N_GOTO)
        to = common(find_label(b->tree, n->label), n);
    if (to && !node_inside(to, top)) {
        /* everything between, the loop or the label included */
        if (to->kind == N_SEQ) {
            if (!skip_rest(b, top, to, changed))
                return false;
            int here = kid_of(to, n), there = kid_of(to, find_label(b->tree, n->label));
            for (int i = here < there ? here : there; i <= here || i <= there; i++)
                if (!make_lane(b, to->kid[i], changed))
                    return false;
        } else if (!make_lane(b, to, changed)) {
            return false;
        }
    }
    if (n->kind == N_EXIT && b->mode != MODE_WARP && !skip_rest(b, top, NULL, changed))
        return false;
    for (int i = 0; i < n->nkid; i++)
        if (n->kid[i] && !spread_jumps(b, n->kid[i], top, changed))
            return false;
    return true;
}

/* Whether a jump in n leads out of around. */
static bool jumps_out(const Back *b, Node *n, const Node *around)
{
    const Node *to = n->kind == N_BREAK || n->kind == N_CONTINUE ? loop_around(n)
                     : n->kind == N_GOTO                         ? find_label(b->tree, n->label)
                                                                 : around;
    if (!node_inside(to, around))
        return true;
    for (int i = 0; i < n->nkid; i++)
        if (n->kid[i] && jumps_out(b, n->kid[i], around))
            return true;
    return false;
}

static bool in_tail(const Node *n)
{
    for (; n->up; n = n->up) {
        if (n->up->kind == N_LOOP)
            return false;
        if (n->up->kind == N_SEQ && node_place(n->up, n) + 1 != n->up->nkid)
            return false;
    }
    return true;
}

static bool only_exits(const Back *b, Node *n)
{
    if (!n)
        return false;
    if (n->kind == N_EXIT)
        return true;
    if (n->kind != N_SEQ || !n->nkid)
        return false;
    return only_exits(b, n->kid[n->nkid - 1]) && !jumps_out(b, n, n);
}

static bool holds_exit(const Node *n)
{
    if (n->kind == N_EXIT)
        return true;
    for (int i = 0; i < n->nkid; i++)
        if (n->kid[i] && holds_exit(n->kid[i]))
            return true;
    return false;
}

/* One side holds a barrier, the other ends the threads that take it. */
static bool is_exit_guard(const Back *b, Node *n)
{
    Node *t = n->kid[0], *e = n->nkid > 1 ? n->kid[1] : NULL;
    bool tcta = t && info(t)->has_cta, ecta = e && info(e)->has_cta;
    if (tcta && ecta)
        return false;
    if (only_exits(b, tcta ? e : t))
        return true;
    return (tcta || ecta) && in_tail(n) && !(tcta ? (e && jumps_out(b, e, e)) : (t && jumps_out(b, t, t)));
}

static Val cond_val(const Back *b, const Node *n)
{
    const Ins *br = &b->fn->ins.at[n->blk->term];
    if (n->kind == N_SWITCH) {
        int i = isa_arg(br, "a");
        return i < 0 ? var : uniform_opnd(b, &br->arg[i]);
    }
    return br->guard < 0 ? uni(LV_CTA, 1) : b->reg[br->guard].val;
}

/* The lanes that collectives in the node name as members. */
static uint32_t named_members(const Back *b, const Node *n)
{
    uint32_t mask = 0;
    if (n->kind == N_BLOCK || n->kind == N_IF || n->kind == N_SWITCH)
        for (int i = n->blk->first; i < n->blk->end; i++) {
            const Ins *ins = &b->fn->ins.at[i];
            int m = isa_is_warp(ins) ? isa_arg(ins, "m") : -1;
            if (m >= 0 && ins->arg[m].kind != O_NONE)
                mask |= ins->arg[m].kind == O_IMM ? (uint32_t)ins->arg[m].imm : UINT32_MAX;
        }
    for (int i = 0; i < n->nkid; i++)
        if (n->kid[i])
            mask |= named_members(b, n->kid[i]);
    return mask;
}

/* Lanes of both sides may take part in the same collective, each at its own place. */
static bool sides_meet(const Back *b, const Node *n)
{
    return n->nkid > 1 && n->kid[0] && n->kid[1] && named_members(b, n->kid[0]) & named_members(b, n->kid[1]);
}

/* A branch whose condition is not the same for all lanes (or, around a barrier, for all chunks). */
static bool diverge(Back *b, Node *n, bool *changed)
{
    NodeInfo *x = info(n);
    Val c = cond_val(b, n);
    if (x->lane || c.kind == VAL_NONE)
        return true;
    bool uniform = c.kind == VAL_UNI && (!x->has_cta || c.level == LV_CTA);
    if (uniform)
        return true;
    if (!x->has_cta && !x->has_warp && node_level(b, n) <= LV_CHUNK && border_splits(b, n) && !jumps_out(b, n, n) &&
        !holds_exit(n)) {
        *changed |= !x->masked;
        x->masked = x->ranged = true;
        return true;
    }
    if (x->ranged)
        x->masked = x->ranged = false;
    if (x->has_cta && !x->barrier && !x->has_warp && !x->exit_guard && !is_exit_guard(b, n))
        return make_lane(b, n, changed); /* only for a jump; spread_jumps sees whether a barrier is on its way */
    if (n->kind == N_IF && node_level(b, n) <= LV_CHUNK && (x->has_cta || x->has_warp || b->mode == MODE_WARP)) {
        bool exits = only_exits(b, n->kid[0]) || (n->nkid > 1 && only_exits(b, n->kid[1]));
        if (x->has_cta && !is_exit_guard(b, n)) {
            b->why = "a barrier stands under a condition that may differ between threads";
            b->why_ins = n->blk->term;
            return false;
        }
        if (x->has_cta && !x->exit_guard && (c.kind == VAL_UNI || b->mode == MODE_WARP)) {
            x->exit_guard = true;
            x->masked = b->mode == MODE_WARP;
            *changed = true;
        }
        if (x->exit_guard)
            return true;
        if (b->mode == MODE_WARP && (x->has_warp || exits)) {
            if (jumps_out(b, n, n)) {
                b->why = "a collective stands in a divergent branch that also leaves its loop";
                b->why_ins = n->blk->term;
                return false;
            }
            if (sides_meet(b, n)) {
                b->why = "lanes of both sides of a divergent branch may meet in a collective";
                b->why_ins = n->blk->term;
                return false;
            }
            if (!x->masked)
                *changed = true;
            x->masked = true;
            return true;
        }
    }
    return make_lane(b, n, changed);
}

static bool visit_nodes(Back *b, Node *n, bool *changed)
{
    if (info(n)->lane)
        return spread_jumps(b, n, n, changed);
    if ((n->kind == N_IF || n->kind == N_SWITCH) && !diverge(b, n, changed))
        return false;
    if (info(n)->lane)
        return spread_jumps(b, n, n, changed);
    for (int i = 0; i < n->nkid; i++)
        if (n->kid[i] && !visit_nodes(b, n->kid[i], changed))
            return false;
    return true;
}

/* ---- fixpoint ----------------------------------------------------------------------------------------------------------- */

Val uniform_guess(Back *b, int at, bool checks)
{
    uint8_t was = b->spec[at];
    Val v = transfer(b, &b->fn->ins.at[at], at, checks ? CHECK_SPLIT : CHECK_NONE);
    b->spec[at] = was;
    return v;
}

bool uniform_needs_check(Back *b, int at)
{
    uint8_t was = b->spec[at];
    transfer(b, &b->fn->ins.at[at], at, CHECK_SPLIT);
    bool needs = b->spec[at] != SPEC_NONE;
    b->spec[at] = was;
    return needs;
}

Val uniform_join(Val a, Val v)
{
    if (a.kind == VAL_NONE)
        return v;
    if (v.kind == VAL_NONE)
        return a;
    if (a.kind == VAL_VAR || v.kind == VAL_VAR)
        return var;
    if (a.kind != v.kind || (a.kind == VAL_AFF && a.step != v.step) || a.border != v.border)
        return var;
    Val r = a;
    r.level = a.level > v.level ? a.level : v.level;
    r.tid = a.tid && v.tid;
    r.grid = a.grid || v.grid;
    r.across = a.across || v.across;
    r.cst = a.cst && v.cst && a.c == v.c;
    r.known = a.known && v.known && a.warp == v.warp && a.base == v.base;
    if (v.max > a.max)
        r.max = UINT64_MAX;
    return r;
}

static bool same(Val a, Val v)
{
    return a.kind == v.kind && a.level == v.level && a.step == v.step && a.max == v.max && a.cst == v.cst &&
           a.tid == v.tid && a.grid == v.grid && a.across == v.across && a.border == v.border && a.known == v.known;
}

typedef struct Writes { Back *b; int reg[16]; int n; } Writes;

static void add_write(void *ctx, int reg, bool write)
{
    Writes *w = ctx;
    if (write && w->n < 16)
        w->reg[w->n++] = reg;
}

static bool set_reg(Back *b, int reg, Val v)
{
    RegInfo *g = &b->reg[reg];
    if (b->fn->regs.at[reg]->vec > 1)
        v = var;
    if (g->ndef > 1)
        v.tid = v.cst = v.known = false;
    Val r = uniform_join(g->val, v);
    if (same(g->val, r))
        return false;
    g->val = r;
    return true;
}

static bool step_ins(Back *b, int at, Level level, const Node *mask, bool clean)
{
    const Ins *ins = &b->fn->ins.at[at];
    bool head = clean && (b->mode == MODE_LANES ? level == LV_CHUNK
                          : b->mode == MODE_CTA ? level == LV_CTA
                          : b->mode == MODE_WARP && b->rows &&
                                level == (info(b->tree)->has_cta ? LV_CTA : LV_CHUNK) && !mask);
    bool split = at < b->check_at[b->blk_of[at]->id] && (!mask || info(mask)->ranged);
    Check may_check = ins->masked ? CHECK_NONE : split ? CHECK_SPLIT : head ? CHECK_HEAD : CHECK_NONE;
    Writes w = {.b = b};
    ins_regs(b->fn, ins, add_write, &w);
    if (!w.n)
        return false;
    Val v = level == LV_LANE ? var : transfer(b, ins, at, may_check);
    if (level == LV_LANE)
        b->spec[at] = SPEC_NONE;
    if (split && b->spec[at])
        b->spec[at] |= SPEC_LOCAL;
    if (ins->guard >= 0 && v.kind != VAL_NONE) {
        Val g = b->reg[ins->guard].val;
        if (g.kind == VAL_NONE)
            return false;
        v = g.kind == VAL_UNI ? v : var;
        if (v.kind == VAL_UNI && g.level > v.level)
            v.level = g.level;
        v.tid = v.cst = v.known = false;
        if (v.kind == VAL_VAR)
            b->spec[at] = SPEC_NONE;
    }
    if (v.kind == VAL_NONE)
        return false;
    if (v.kind == VAL_UNI && v.level < level)
        v.level = (uint8_t)level;
    if (w.n > 1 && v.kind == VAL_AFF)
        v = var;
    v.known &= w.n == 1;
    bool changed = false;
    for (int i = 0; i < w.n; i++) {
        Val r = v;
        if (mask && r.kind != VAL_VAR && !node_inside(b->reg[w.reg[i]].scope, mask))
            r = var; /* the lanes outside the mask keep another value */
        changed |= set_reg(b, w.reg[i], r);
        if (w.n == 1 && b->reg[w.reg[i]].val.kind == VAL_VAR) /* another write makes it differ: no check helps */
            b->spec[at] = SPEC_NONE;
    }
    return changed;
}

/* Blocks that something may reach after it touched memory: no check may give up there. */
static void find_dirty(Back *b)
{
    bool changed = true;
    while (changed) {
        changed = false;
        for (int i = 0; i < b->fn->nblk; i++) {
            Blk *x = b->fn->blk[i];
            bool d = b->dirty_in[i];
            for (int j = x->first; j < x->end && !d; j++)
                d = ins_dirty(&b->fn->ins.at[j]);
            for (int s = 0; s < 2 + x->ntargets && d; s++) {
                Blk *to = s < 2 ? x->succ[s] : x->targets[s - 2];
                if (to && !b->dirty_in[to->id])
                    b->dirty_in[to->id] = changed = true;
            }
        }
    }
}

static void mark_nodes(Back *b, Node *n)
{
    n->user = NEW(b->a, NodeInfo);
    if (n->kind == N_BLOCK) {
        b->node_of[n->blk->id] = n;
        for (int i = n->blk->first; i < n->blk->end; i++) {
            const Ins *ins = &b->fn->ins.at[i];
            info(n)->has_cta |= isa_is_cta(ins);
            info(n)->barrier |= isa_is_cta(ins);
            info(n)->has_warp |= isa_is_warp(ins);
        }
    }
    for (int i = 0; i < n->nkid; i++)
        if (n->kid[i]) {
            mark_nodes(b, n->kid[i]);
            info(n)->has_cta |= info(n->kid[i])->has_cta;
            info(n)->barrier |= info(n->kid[i])->barrier;
            info(n)->has_warp |= info(n->kid[i])->has_warp;
        }
}

/* A jump belongs to the level of the loop or label it goes to.  True when that made something else rise, too. */
static bool pin_jumps(Back *b, Node *n)
{
    bool changed = false;
    Node *to = n->kind == N_BREAK || n->kind == N_CONTINUE ? loop_around(n)
               : n->kind == N_GOTO                         ? common(find_label(b->tree, n->label), n)
                                                           : NULL;
    if (to && info(to)->has_cta)
        for (Node *p = n; p != to; p = p->up) {
            changed |= !info(p)->has_cta;
            info(p)->has_cta = true;
        }
    for (int i = 0; i < n->nkid; i++)
        if (n->kid[i])
            changed |= pin_jumps(b, n->kid[i]);
    return changed;
}

void uniform_prepare(Back *b, Node **trees, int n)
{
    Fn *fn = b->fn;
    b->node_of = NEWN(b->a, Node *, fn->nblk);
    b->dirty_in = NEWN(b->a, bool, fn->nblk);
    b->spec = NEWN(b->a, uint8_t, fn->ins.n + 1);
    b->blk_of = NEWN(b->a, Blk *, fn->ins.n + 1);
    b->check_at = NEWN(b->a, int, fn->nblk + 1);
    b->nreg = fn->regs.n;
    b->reg = NEWN(b->a, RegInfo, fn->regs.n + 1);
    for (int i = 0; i < n; i++)
        mark_nodes(b, trees[i]);
    for (int i = 0; i < fn->nblk; i++) {
        b->check_at[i] = -1;
        for (int j = fn->blk[i]->first; j < fn->blk[i]->end; j++) {
            b->blk_of[j] = fn->blk[i];
            if (fn->ins.at[j].check)
                b->check_at[i] = j;
            RefCtx ctx = {b, j, b->node_of[i]};
            ins_regs(fn, &fn->ins.at[j], count_ref, &ctx);
        }
    }
    for (int r = 0; r < b->nreg; r++)
        if (b->reg[r].ndef != 1)
            b->reg[r].def = -1;
    if (b->mode == MODE_FUNC || b->mode == MODE_SCHED)
        for (int r = 0; r < b->nreg; r++) {
            b->reg[r].val = var;
            const Ins *def = b->reg[r].def >= 0 ? &fn->ins.at[b->reg[r].def] : NULL;
            const Opnd *a = def && isa_emit(def) == EMIT_MOV && def->guard < 0 ? &def->arg[isa_arg(def, "a")] : NULL;
            if (a && a->kind == O_IMM) {
                b->reg[r].val.cst = true;
                b->reg[r].val.c = a->imm;
            }
        }
}

/* Some threads may exit before others: what is done once for the CTA would be done although none is left. */
static bool lanes_exit(const Back *b, const Node *n)
{
    if (info(n)->exit_guard || (n->kind == N_EXIT && (node_level(b, n) > LV_CTA || masked_around(n))))
        return true;
    for (int i = 0; i < n->nkid; i++)
        if (n->kid[i] && lanes_exit(b, n->kid[i]))
            return true;
    return false;
}

bool uniform_analyse(Back *b)
{
    Fn *fn = b->fn;
    uniform_prepare(b, &b->tree, 1);
    if (b->mode == MODE_FUNC)
        return true;
    while (pin_jumps(b, b->tree))
        ;
    for (int i = 0; i < fn->ins.n; i++)
        if (b->blk_of[i] && isa_emit(&fn->ins.at[i]) == EMIT_CALL && call_may_exit(b->m, &fn->ins.at[i])) {
            bool dummy;
            if (!make_lane(b, b->tree, &dummy)) /* its threads may end in a call: nothing is shared after that */
                return false;
        }
    find_dirty(b);
    for (int r = 0; r < b->nreg; r++)
        if (!b->reg[r].ndef) /* never written: any value */
            b->reg[r].val = uni(LV_CTA, UINT64_MAX);
    bool changed = true;
    while (changed) {
        changed = false;
        for (int i = 0; i < fn->nblk; i++) {
            Node *n = b->node_of[i];
            Level level = node_level(b, n);
            const Node *mask = masked_around(n);
            bool dirty = b->dirty_in[i];
            for (int j = fn->blk[i]->first; j < fn->blk[i]->end; j++) {
                changed |= step_ins(b, j, level, mask, !dirty);
                dirty |= ins_dirty(&fn->ins.at[j]);
            }
        }
        if (!visit_nodes(b, b->tree, &changed))
            return false;
        /* what is still unknown comes from nothing but itself: any value will do to go on with */
        for (int r = 0; r < b->nreg && !changed; r++)
            if (b->reg[r].val.kind == VAL_NONE) {
                b->reg[r].val = uni(LV_CTA, UINT64_MAX);
                changed = true;
            }
    }
    return !b->cta_loads || !lanes_exit(b, b->tree);
}
