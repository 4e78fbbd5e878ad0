/* cost_model.c: what a kernel's code takes a thread, as an estimate, and how many neighbouring threads therefore make a chunk.
 *
 * Chunks of 32 threads and more suit memory that neighbouring threads read together.  Fewer are better
 *
 *   where a thread's number is taken apart: threads 0 to 15 share the upper bits of tid >> 4, 0 to 31 don't;
 *   where each thread walks through memory of its own: as many lines as lanes must then stay in the nearest cache.
 *
 * All that is known of processors stands in one table.
 *
 * In: a function that all analyses have seen, its items.  Out: numbers to compare, Back.narrow, Back.weighed, Item.singly, Item.narrow. */
#include "plan/plan.h"
#include "analysis/uniform.h"

/* In units of 1/UNIT of what one lane's addition takes. */
enum { UNIT = 64 };
static const struct {
    int vector_bytes;     /* of a vector register, as compilers use them */
    int one;              /* an operation done for a single lane, or once for a chunk */
    int made_up;          /* one that takes several of the processor's, such as a minimum with NaN or a quotient */
    int call;             /* of a function that is not inlined */
    int gathered;         /* a lane's element of a vector that is read from here and there, and */
    int scattered;        /*   written; */
    int gathered_alone;   /*   and of one that is all the loop's lanes, so that nothing is done while it is on its way */
    int pieced;           /* one that is read where there are no such vectors: its place is taken out of one, what it is goes into one */
    int strided;          /* likewise, at even distances */
    int masked;           /* a vector that is written under a mask, and */
    int stalled;          /*   that the next one reads a part of */
    int loop;             /* a loop over lanes, to begin and to end */
    int phase;            /* a chunk's turn between two barriers: the loop over chunks, and what it needs again */
    int rounds;           /* of a loop of which nothing is known */
    int line_bytes, near_lines; /* of the nearest cache: its lines, and how many at great even distances stay in it */
} target = {.vector_bytes = 32, .one = UNIT, .made_up = 8 * UNIT, .call = 100 * UNIT, .gathered = 3 * UNIT, .gathered_alone = 8 * UNIT, .scattered = 3 * UNIT, .pieced = 8 * UNIT, .strided = UNIT,
            .masked = 16 * UNIT, .stalled = 40 * UNIT, .loop = 2 * UNIT, .phase = 16 * UNIT, .rounds = 8, .line_bytes = 64, .near_lines = 8};

enum { FINE = 64 }; /* the weight of what is done once: parts of that are still numbers */
enum { FIELDS_WORK = 6000 }; /* instructions of a function that is analysed several times */

typedef struct Count {
    const Back *b;
    int width;
    int seldom;   /* one of how many chunks takes a slow version */
    int64_t cost; /* of a lane, in units */
} Count;

/* Bytes that one lane reads, writes or computes. */
static int own_bytes(const Ins *ins)
{
    const Type t = isa_slot_type(ins, SLOT_TYPE);
    return t ? type_bytes(t) : 4;
}

/* Bytes of a vector's element that one lane has for it: what is narrower than a word is computed as one. */
static int ins_bytes(const Ins *ins) { return own_bytes(ins) < 4 ? 4 : own_bytes(ins); }

/* A division of integers by a number that is not known: of others compilers make products. */
static bool is_quotient(const Back *b, const Ins *ins)
{
    return (ins->mnemonic == INS_DIV || ins->mnemonic == INS_REM) && type_info[isa_slot_type(ins, SLOT_TYPE)].kind != 'f' &&
           !uniform_opnd(b, &ins->arg[isa_arg(ins, ARG_B)]).cst;
}

/* What it takes as part of a vector: quotients of words by one number for all lanes are those of doubles; of others there are no vectors. */
static int of_quotient(const Back *b, const Ins *ins)
{
    const bool doubles = uniform_opnd(b, &ins->arg[isa_arg(ins, ARG_B)]).kind == VAL_UNI && ins_bytes(ins) == 4;
    return doubles ? target.made_up * 8 / target.vector_bytes : target.made_up;
}

/* What an instruction takes a lane in a loop over lanes that becomes vectors. */
static int in_vectors(const Back *b, const Ins *ins)
{
    if (is_quotient(b, ins))
        return of_quotient(b, ins);
    const Opnd *o = gather_operand(ins);
    const int bytes = ins_bytes(ins), plain = target.one * bytes / target.vector_bytes;
    const Val v = !o ? (Val){.kind = VAL_UNI} : o->reg >= 0 ? b->reg[o->reg].val : (Val){.kind = VAL_UNI};
    if (v.kind == VAL_UNI || (v.kind == VAL_AFF && v.step == own_bytes(ins)))
        return plain;
    if (v.kind == VAL_AFF)
        return target.strided;
    const int lanes = b->plan->lanes ? b->plan->lanes : b->width;
    return isa_emit(ins) == EMIT_ST ? target.scattered : lanes * bytes > target.vector_bytes ? target.gathered : target.gathered_alone;
}

static bool has_branch(const Items *list)
{
    for (int i = 0; i < list->n; i++)
        if (list->at[i]->kind != I_INS)
            return true;
    return false;
}

/* One of how many lanes the loop takes. */
static int takes_every(const Item *it) { return it->stride && it->stride_by > 1 && it->stride_by <= FINE ? it->stride_by : 1; }

static int64_t of_ins(const Count *c, const Item *it, const Ins *ins, int64_t weight, bool vectors)
{
    const int64_t phase = isa_is_cta(ins) ? weight * target.phase / c->width : 0;
    if (it->level == LV_LANE)
        return phase + (vectors ? in_vectors(c->b, ins) : target.one) * weight / (ins->slow ? c->seldom : 1);
    return phase + (it->level == LV_CHUNK ? weight * target.one / c->width : 0);
}

static void count(Count *c, const Items *list, int64_t weight, bool vectors)
{
    for (int i = 0; i < list->n; i++) {
        const Item *it = list->at[i];
        bool in = vectors;
        if (it->kind == I_INS)
            c->cost += of_ins(c, it, &c->b->fn->ins.at[it->ins], weight, vectors);
        if (it->kind == I_GROUP && it->level == LV_LANE) {
            in = !it->serial && !has_branch(&it->kid[0]);
            c->cost += item_goes_on(list, i) ? 0 : weight * target.loop / c->width;
        }
        const int64_t more = it->kind == I_LOOP && weight < INT64_C(1) << 30 ? weight * target.rounds : weight / takes_every(it);
        for (int k = 0; k < it->nkid; k++)
            count(c, &it->kid[k], more, in);
    }
}

static int64_t cost_with(const Back *b, int seldom)
{
    Count c = {.b = b, .width = b->width, .seldom = seldom};
    count(&c, &b->plan->root, FINE, false);
    return c.cost / FINE;
}

int64_t cost_of(const Back *b) { return cost_with(b, 1); }

bool cost_cuts_quotients(const Back *b)
{
    bool any = false;
    for (int i = 0; i < b->fn->ins.n && !any; i++)
        any = b->spec[i] == SPEC_CLAMP || b->spec[i] == SPEC_QUOTIENT;
    return any;
}

int64_t cost_of_quotients(const Back *b)
{
    enum { PIECE = 32 * UNIT, SELDOM = 8 }; /* what a chunk takes but for its lanes; one of how many takes a slow version */
    int64_t cost = cost_with(b, SELDOM);
    for (int i = 0; i < b->fn->ins.n; i++) {
        if (b->spec[i] != SPEC_QUOTIENT)
            continue;
        const Val d = uniform_opnd(b, &b->fn->ins.at[i].arg[isa_arg(&b->fn->ins.at[i], ARG_B)]);
        cost += d.cst ? PIECE / (int64_t)d.c : 0;
    }
    return cost;
}

/* Bytes of the lines that a lane's access brings, which its neighbours may share; of two versions the fast one's. */
static int64_t bytes_brought(const Back *b, const Item *it)
{
    const Ins *ins = it->kind == I_INS && it->level == LV_LANE ? &b->fn->ins.at[it->ins] : NULL;
    const Opnd *o = ins && !ins->slow ? gather_operand(ins) : NULL;
    if (!o || o->reg < 0 || (isa_opnd_space(ins, o) != SP_GLOBAL && isa_opnd_space(ins, o) != SP_GENERIC))
        return 0;
    const Val v = b->reg[o->reg].val;
    const int64_t step = v.kind == VAL_UNI ? 0 : v.kind != VAL_AFF ? target.line_bytes : v.step < 0 ? -v.step : v.step;
    return step < target.line_bytes ? step : target.line_bytes;
}

static int64_t memory_of(const Back *b, const Items *list, int64_t weight)
{
    int64_t bytes = 0;
    for (EACH(const Item, it, *list)) {
        bytes += weight * bytes_brought(b, it);
        for (int k = 0; k < it->nkid; k++)
            bytes += memory_of(b, &it->kid[k], it->kind == I_LOOP && weight < 1 << 20 ? weight * target.rounds : weight);
    }
    return bytes;
}

int64_t cost_memory(const Back *b) { return memory_of(b, &b->plan->root, 1); }

static int pieces_of(const Items *list, bool lanes)
{
    int n = 0;
    for (int i = 0; i < list->n; i++) {
        const Item *it = list->at[i];
        const bool group = it->kind == I_GROUP && it->level == LV_LANE;
        n += (group && !item_goes_on(list, i)) || (lanes && it->kind == I_IF);
        for (int k = 0; k < it->nkid; k++)
            n += pieces_of(&it->kid[k], lanes || group);
    }
    return n;
}

int cost_pieces(const Back *b) { return pieces_of(&b->plan->root, false); }

bool cost_wants_fields(const Back *b)
{
    if (b->fn->ins.n > FIELDS_WORK)
        return false;
    static const Mnemonic ops[] = {INS_AND, INS_OR, INS_XOR, INS_SHR, INS_BFE, INS_BFI, INS_NONE};
    for (int i = 0; i < b->fn->ins.n; i++) {
        const Ins *ins = &b->fn->ins.at[i];
        const bool op = ins_is_any(ins, ops);
        const int x = op ? isa_arg(ins, ARG_A) : -1, y = op ? isa_arg(ins, ARG_B) : -1;
        const Dest d = op && b->blk_of[i] ? ins_dest(ins) : (Dest){0, -1};
        if (d.n != 1 || x < 0 || y < 0 || b->reg[d.reg].val.kind != VAL_VAR)
            continue;
        const ShapeKind kx = uniform_opnd(b, &ins->arg[x]).kind, ky = uniform_opnd(b, &ins->arg[y]).kind;
        if ((kx == VAL_AFF && ky != VAL_VAR) || (ky == VAL_AFF && kx != VAL_VAR))
            return true;
    }
    return false;
}

/* ---- walks ------------------------------------------------------------------------------------------------------- */

enum { WALKS_WORK = 200000 }; /* blocks and registers that are looked at, in all loops */
enum { STEP_MOST = (1 << 20) - 1 }; /* bytes, or numbers, from round to round */

typedef struct Walk {
    const Back *b;
    const Blk *loop; /* the header */
    RegIndex writes;
    int depth;
    int most;        /* bytes that a round goes on by, but for one */
} Walk;

static int write_in(const Walk *w, int reg) { return loop_write(&w->writes, w->b->blk_of, w->loop, reg); }

static bool walk_step(Walk *w, const Opnd *o, int64_t *step);

/* By how much what an instruction in the loop computes grows from round to round. */
static bool result_step(Walk *w, const Ins *ins, int64_t *step)
{
    int64_t x = 0;
    bool stays = true;
    LinearSum f;
    *step = 0;
    if (ins->guard >= 0 || !isa_computes(ins))
        return false;
    for (int i = -1; isa_next_input(ins, &i); stays &= !x)
        if (!walk_step(w, &ins->arg[i], &x))
            return false;
    if (stays)
        return true;
    if (!uniform_sum(w->b, ins, &f))
        return false;
    for (int i = 0; i < f.n && walk_step(w, f.of[i], &x); i++)
        *step += x * f.by[i];
    return within(*step, STEP_MOST);
}

static bool walk_step(Walk *w, const Opnd *o, int64_t *step)
{
    const int at = o->kind == O_REG ? write_in(w, o->reg) : LOOP_NEVER;
    *step = 0;
    if (at == LOOP_NEVER)
        return o->kind != O_VEC;
    if (at == LOOP_OFTEN || w->depth > 12)
        return false;
    const Ins *ins = &w->b->fn->ins.at[at];
    if (w->b->reg[o->reg].ndef > 1) { /* a counter: it goes on from what it was, if by way of another register */
        const int from = isa_emit(ins) == EMIT_MOV && ins->guard < 0 ? ins->arg[isa_arg(ins, ARG_A)].reg : -1;
        if (from >= 0 && write_in(w, from) >= 0)
            ins = &w->b->fn->ins.at[write_in(w, from)];
        LinearForm f;
        const bool adds = ins->mnemonic == INS_ADD && ins->guard < 0 && linear_form(ins, &f) && opnd_reg_is(f.x, o->reg);
        const Val k = adds ? uniform_opnd(w->b, f.more) : (Val){0};
        *step = (int64_t)k.c;
        return k.cst && within(*step, STEP_MOST);
    }
    w->depth++;
    const bool known = result_step(w, ins, step);
    w->depth--;
    return known;
}

enum { FIELDS_MOST = 64 }; /* instructions that are looked at for one address */

/* Whether a number is made of parts of the lane's number, so that neighbours share some of it. */
static bool has_fields(const Back *b, int reg, int *left)
{
    static const Mnemonic parts[] = {INS_AND, INS_SHR, INS_BFE, INS_REM, INS_DIV, INS_NONE};
    const RegInfo *g = &b->reg[reg];
    if (g->val.kind != VAL_VAR || g->ndef != 1 || g->def < 0 || --*left < 0)
        return false;
    const Ins *ins = &b->fn->ins.at[g->def];
    if (!ins_is_pure(ins))
        return false;
    if (ins_is_any(ins, parts))
        return true;
    for (Refs r = ins_refs(ins); reads_next(&r);)
        if (has_fields(b, r.reg, left))
            return true;
    return false;
}

/* Whether each lane goes on by a bit in memory of its own there, from round to round. */
static bool walks(Walk *w, const Ins *ins)
{
    const Opnd *o = gather_operand(ins);
    if (!o || o->reg < 0 || (isa_opnd_space(ins, o) != SP_GLOBAL && isa_opnd_space(ins, o) != SP_GENERIC))
        return false;
    const Val v = w->b->reg[o->reg].val;
    const bool far = v.kind == VAL_VAR || (v.kind == VAL_AFF && (v.step >= target.line_bytes || v.step <= -target.line_bytes));
    const Opnd at = {.kind = O_REG, .comp = -1, .reg = o->reg};
    int64_t step;
    int left = FIELDS_MOST;
    return far && !has_fields(w->b, o->reg, &left) && walk_step(w, &at, &step) && step && step < w->most && step > -w->most;
}

/* Whether lanes that go round a loop together walk through memory of their own. */
static bool loop_walks(Walk *w, const Blk *header)
{
    const Back *b = w->b;
    bool found = false;
    w->loop = header;
    for (int k = 0; k < b->fn->nblk; k++)
        for (int i = b->fn->blk[k]->first; i < b->fn->blk[k]->end && b->fn->blk[k]->loop == header && !found; i++)
            found = walks(w, &b->fn->ins.at[i]);
    return found;
}

/* Chunks take turns in a loop with a barrier, however wide they are: no lane goes on where it was. */
static bool takes_turns(const Back *b, const Blk *header)
{
    const Node *loop = node_loop_around(b->node_of[header->id]);
    return loop && info(loop)->has_cta;
}

bool cost_walks(const Back *b)
{
    enum { ROW_LINES = 4 }; /* what a round loads at once may be of several */
    Walk w = {.b = b, .writes = fn_index(b->a, b->fn, true, (const Blk *const *)b->blk_of), .most = target.line_bytes * (load_combine_finds(b) ? ROW_LINES : 1)};
    for (int k = 0, left = WALKS_WORK; k < b->fn->nblk && left > 0; k++) {
        const Blk *x = b->fn->blk[k];
        if (!x->is_header || node_level(b, b->node_of[x->id]) == LV_LANE || takes_turns(b, x))
            continue;
        if (loop_walks(&w, x))
            return true;
        left -= b->fn->nblk + b->nreg;
    }
    return false;
}

/* What an instruction takes that is done for a single lane. */
static int in_scalars(const Back *b, const Ins *ins)
{
    static const Mnemonic long_ones[] = {INS_MIN, INS_MAX, INS_DIV, INS_SQRT, INS_RSQRT, INS_RCP, INS_EX2, INS_LG2, INS_SIN, INS_COS,
                                       INS_TANH, INS_NONE};
    if (isa_emit(ins) == EMIT_CALL)
        return target.call;
    return is_quotient(b, ins) || (type_info[isa_slot_type(ins, SLOT_TYPE)].kind == 'f' && ins_is_any(ins, long_ones)) ? target.made_up : target.one;
}

/* What an instruction takes as part of a vector, whatever it is. */
static int64_t as_vector(const Back *b, const Ins *ins)
{
    if (is_quotient(b, ins))
        return of_quotient(b, ins);
    return gather_operand(ins) ? in_vectors(b, ins) : in_scalars(b, ins) * ins_bytes(ins) / target.vector_bytes;
}

enum { ENDLESS = 1 << 30 }; /* what is more is not added up */

bool cost_is_free(const Back *b, const Ins *ins)
{
    const Dest d = ins_dest(ins);
    return isa_emit(ins) == EMIT_MOV || isa_space(ins) == SP_PARAM || (d.n == 1 && b->reg[d.reg].val.kind != VAL_VAR);
}

/* Of the lanes half take a branch; as vectors all do, and write under a mask. */
static int64_t of_items(const Back *b, const Items *list, int first, int end, bool vectors, bool masked)
{
    int64_t cost = 0;
    for (int i = first; i < end; i++) {
        const Item *it = list->at[i];
        const Ins *ins = item_ins(b, it);
        if (ins && !cost_is_free(b, ins))
            cost += vectors ? as_vector(b, ins) : in_scalars(b, ins);
        if (ins && vectors && masked && isa_emit(ins) == EMIT_ST)
            cost += target.masked * ins_bytes(ins) / target.vector_bytes;
        for (int k = 0; k < it->nkid && cost < ENDLESS; k++) {
            const int64_t inner = of_items(b, &it->kid[k], 0, it->kid[k].n, vectors, true);
            cost += it->kind == I_LOOP ? target.rounds * inner : it->kind == I_IF && !vectors ? inner / 2 : inner;
        }
    }
    return cost;
}

int64_t cost_of_lanes(const Back *b, const Items *list, int first, int end) { return of_items(b, list, first, end, false, false); }

int64_t cost_of_vectors(const Back *b, const Items *list, int first, int end) { return of_items(b, list, first, end, true, false); }

int64_t cost_of_shared(const Back *b, int n)
{
    enum { KEPT = 4 * 2 }; /* bytes that are written and read */
    return (int64_t)n * target.one * KEPT / target.vector_bytes + target.loop / b->width;
}

/* Whether a loop over lanes reads or writes for each lane elsewhere, and vectors cost more than that is worth. */
static bool is_spread(const Back *b, const Items *list)
{
    int64_t scalars = 0, vectors = 0;
    bool spread = false;
    for (int i = 0; i < list->n; i++) {
        const Ins *ins = item_ins(b, list->at[i]);
        const Opnd *o = ins ? gather_operand(ins) : NULL;
        spread |= o && o->reg >= 0 && b->reg[o->reg].val.kind == VAL_VAR && isa_opnd_space(ins, o) != SP_SHARED;
        scalars += ins ? in_scalars(b, ins) : 0;
        vectors += ins ? as_vector(b, ins) : 0;
    }
    return spread && scalars <= 2 * vectors; /* vectors of what lies apart come late */
}

/* Some instruction reads, by the register that the store goes by, what lies beside that. */
static bool reads_beside(const Back *b, const Items *list, const Ins *store)
{
    const Opnd *at = gather_operand(store);
    for (int i = 0; i < list->n; i++) {
        const Ins *ins = item_ins(b, list->at[i]);
        const Opnd *o = ins && isa_emit(ins) == EMIT_LD ? gather_operand(ins) : NULL;
        if (o && at && o->reg >= 0 && o->reg == at->reg && o->imm != at->imm)
            return true;
    }
    return false;
}

bool cost_prefers_steps(const Back *b, const Items *list, int by)
{
    enum { NOT_KNOWN = 8 };
    int64_t scalars = 0, vectors = 0;
    for (int i = 0; i < list->n; i++) {
        const Ins *ins = item_ins(b, list->at[i]);
        if (!ins)
            return true; /* control flow in it: no vectors */
        scalars += in_scalars(b, ins);
        vectors += as_vector(b, ins);
        if (isa_emit(ins) == EMIT_ST)
            vectors += (target.masked + (reads_beside(b, list, ins) ? target.stalled : 0)) * ins_bytes(ins) / target.vector_bytes;
    }
    return scalars < vectors * (by ? by : NOT_KNOWN);
}

/* What is done before and after, too: so the compiler keeps all of a lane's values in registers. */
static void mark(Back *b, const Items *list, bool in_loop)
{
    for (EACH(Item, it, *list)) {
        if (it->kind == I_GROUP && it->level == LV_LANE)
            it->singly = !it->serial && !has_branch(&it->kid[0]) && (!in_loop || is_spread(b, &it->kid[0])) ? SINGLY_WALKS : TOGETHER;
        for (int k = 0; k < it->nkid; k++)
            mark(b, &it->kid[k], in_loop || it->kind == I_LOOP);
    }
}

void cost_mark_walks(Back *b) { mark(b, &b->plan->root, false); }

int cost_near_lines(void) { return target.near_lines; }

/* How many branches lie within each other; -1: there is a loop. */
static int nest_of(const Items *list)
{
    int most = 0;
    for (int i = 0; i < list->n && most >= 0; i++)
        for (int k = 0; k < list->at[i]->nkid && most >= 0; k++) {
            const int inner = list->at[i]->kind == I_LOOP ? -1 : nest_of(&list->at[i]->kid[k]);
            most = inner < 0 ? -1 : inner >= most ? inner + 1 : most;
        }
    return most;
}

bool cost_has_narrow(const Back *b, const Items *list, bool masked)
{
    bool found = false;
    for (int i = 0; i < list->n && !found; i++) {
        const Item *it = list->at[i];
        const Ins *ins = item_ins(b, it);
        found = masked && ins && gather_operand(ins) && isa_space(ins) != SP_PARAM && type_bytes(isa_slot_type(ins, SLOT_TYPE)) < 4;
        for (int k = 0; k < it->nkid && !found; k++)
            found = cost_has_narrow(b, &it->kid[k], true);
    }
    return found;
}

/* Loads from a place of each lane's own. */
static bool loads_own(const Back *b, const Ins *ins)
{
    const Opnd *o = isa_emit(ins) == EMIT_LD ? gather_operand(ins) : NULL;
    return o && o->reg >= 0 && b->reg[o->reg].val.kind == VAL_VAR;
}

int cost_picks(const Back *b, const Items *list)
{
    int64_t scalars = 0, vectors = 0;
    int narrow = 0;
    for (int i = 0; i < list->n; i++) {
        const Ins *ins = item_ins(b, list->at[i]);
        if (!ins)
            return 0;
        narrow += loads_own(b, ins) && ins->guard < 0 && type_bytes(isa_slot_type(ins, SLOT_TYPE)) < 4;
        if (!cost_is_free(b, ins)) {
            scalars += in_scalars(b, ins);
            vectors += as_vector(b, ins);
        }
    }
    return scalars <= 2 * vectors ? narrow : 0;
}

bool cost_spreads(const Back *b, const Items *list)
{
    enum { SOME = 2, WORD = 4 };
    int64_t scalars = 0, vectors = 0;
    int words = 0;
    for (int i = 0; i < list->n; i++) {
        const Ins *ins = item_ins(b, list->at[i]);
        if (!ins || ins->guard >= 0 || ins->mnemonic == INS_SELP || ins->mnemonic == INS_SETP || isa_emit(ins) == EMIT_ST)
            return false;
        if (cost_is_free(b, ins))
            continue;
        const bool own = loads_own(b, ins) && !ins->slow && type_bytes(isa_slot_type(ins, SLOT_TYPE)) == WORD && isa_space(ins) != SP_LOCAL;
        words += own;
        scalars += in_scalars(b, ins);
        vectors += own ? target.pieced : as_vector(b, ins);
    }
    return words >= SOME && scalars < vectors;
}

bool cost_is_seldom(const Back *b, const Items *list, int first, int end)
{
    return cost_of_vectors(b, list, first, end) > 2 * cost_of_lanes(b, list, first, end);
}

bool cost_prefers_branches(const Back *b, const Items *list)
{
    enum { NEST = 3 };
    return nest_of(list) >= NEST && cost_is_seldom(b, list, 0, list->n);
}

static void mark_branches(Back *b, Item *group)
{
    group->narrow = !group->serial && cost_has_narrow(b, &group->kid[0], false);
    if (!group->serial && !group->singly && cost_prefers_branches(b, &group->kid[0]))
        group->singly = SINGLY_SELDOM;
}

void cost_mark_branches(Back *b) { lane_groups_each(b, mark_branches); }

/* ---- a CTA as a single chunk ------------------------------------------------------------------------------------------- */

/* What decides whether a CTA's row is better a chunk than several: barriers, as often as they are met; loops over lanes that are not in a
 * chunk's or a lane's own loop, and lanes' instructions in those. */
typedef struct RowWork { int barriers, loops, inside; bool scatters; } RowWork;

static void count_row(const Back *b, const Items *list, int rounds, bool in_loop, RowWork *work)
{
    for (EACH(const Item, it, *list)) {
        const Ins *ins = item_ins(b, it);
        work->loops += it->kind == I_GROUP && it->level == LV_LANE && !in_loop;
        if (ins && isa_is_cta(ins))
            work->barriers += rounds;
        if (ins && it->level == LV_LANE) {
            const Opnd *o = gather_operand(ins);
            work->inside += in_loop;
            work->scatters |= isa_emit(ins) == EMIT_ST && !ins->slow && opnd_has_base(o) && b->reg[o->reg].val.kind == VAL_VAR;
        }
        for (int k = 0; k < it->nkid; k++)
            count_row(b, &it->kid[k], it->kind == I_LOOP ? target.rounds : rounds, in_loop || (it->kind == I_LOOP && it->level >= LV_CHUNK), work);
    }
}

/* What is done once for a chunk between two barriers, and the loop over its lanes, is then done once for the CTA; but a chunk's own loop keeps
 * fewer values in registers, the more of its lanes go on alone where they leave it at different times, and what is scattered is soon read
 * again.  Rounds over all of a grid's work that wait for each other go through memory in longer pieces. */
bool cost_wants_one_row(const Back *b)
{
    enum { BARRIERS = 3, INSIDE = 4, KEPT = 8 }; /* at least; for each loop over lanes at most; arrays that live across barriers */
    RowWork work = {0};
    int kept = 0;
    for (int r = 0; r < b->nreg; r++)
        kept += b->reg[r].plan->store == ST_STATE && b->reg[r].wanted;
    count_row(b, &b->plan->root, 1, false, &work);
    const bool little = work.barriers >= BARRIERS && work.inside <= INSIDE * work.loops;
    return (little || kernel_gives_way(b->fn)) && kept <= KEPT && !work.scatters;
}

/* ---- a few lanes that share what is done for a chunk ------------------------------------------------------------------- */

/* What is done once for a chunk, and for each of its lanes: in its loops, or where it has none with lanes in them, in all. */
typedef struct ChunkWork { int64_t once, lanes; } ChunkWork;

/* What an instruction takes a lane of a processor without vectors, and without instructions that PTX has for bits. */
static int in_few(const Back *b, const Ins *ins)
{
    static const Mnemonic bits[] = {INS_POPC, INS_CLZ, INS_BFIND, INS_BREV, INS_PRMT, INS_NONE};
    return cost_is_free(b, ins) ? 0 : ins_is_any(ins, bits) ? target.made_up : in_scalars(b, ins);
}

/* weight: FINE times as often as it is done; 0: outside of all loops, which does not count. */
static void count_chunk(const Back *b, const Items *list, int64_t weight, ChunkWork *work)
{
    for (EACH(const Item, it, *list)) {
        const Ins *ins = item_ins(b, it);
        if (ins && it->level == LV_LANE)
            work->lanes += weight * in_few(b, ins);
        else if (ins)
            work->once += weight * target.one;
        int64_t more = it->kind == I_IF ? weight / 2 : weight;
        if (it->kind == I_LOOP && weight < ENDLESS)
            more = weight ? weight * target.rounds : it->level < LV_LANE ? FINE : 0;
        for (int k = 0; k < it->nkid; k++)
            count_chunk(b, &it->kid[k], more, work);
    }
}

bool cost_shares_chunk(const Back *b, bool alone)
{
    enum { WORTH = 3, WORTH_ALONE = 12 }; /* as many times as much may be done for a lane */
    ChunkWork work = {0};
    if (!alone)
        count_chunk(b, &b->plan->root, 0, &work);
    if (!work.lanes)
        count_chunk(b, &b->plan->root, FINE, &work);
    return work.once * (alone ? WORTH_ALONE : WORTH) >= work.lanes;
}
