/* Splitting registers by webs, on random programs of the made-up machine: a run must read the same values before and
 * after; afterwards each register's definitions hang together. */
#include "flow_graphs.h"

/* What web_renaming.c asks about kernels only. */
const Sreg isa_sregs[1];
Space isa_space(const Ins *ins) { return (void)ins, SP_GENERIC; }
bool isa_match(const Module *m, const Fn *fn, Ins *ins) { return (void)m, (void)fn, (void)ins, false; }
bool linear_counts(const Ins *ins, int reg) { return (void)ins, (void)reg, false; }

enum { REGS = 6, STEPS = 400, FORMAL = 2, RESULT = 3 }; /* registers 2 and 3 are a parameter and a result */

/* ---- programs ---------------------------------------------------------------------------------------------------- */

static Opnd some_reg(OpndKind kind)
{
    return (Opnd){.kind = (uint8_t)kind, .reg = below(REGS), .comp = -1};
}

static Opnd some_group(Arena *a, OpndKind kind, int n)
{
    Opnd o = {.kind = (uint8_t)kind, .reg = -1, .comp = -1, .nsub = (uint32_t)n, .sub = NEWN(a, Opnd, n)};
    for (int i = 0; i < n; i++)
        o.sub[i] = below(8) ? some_reg(O_REG) : (Opnd){.kind = O_SINK, .reg = -1, .comp = -1};
    return o;
}

/* As isa_match leaves it: written d|p are two formal operands, one that was left out is all zero, and what lies
 * inside { } is shared. */
static void add_text_operands(Arena *a, Ins *ins)
{
    ins->op = NEWN(a, Opnd, 5);
    ins->op[0] = below(4) ? some_reg(O_REG) : some_group(a, O_VEC, 2);
    if (below(6) == 0)
        ins->op[0].comp = 1; /* a part of a vector register, or nothing special for { } */
    if (ins->op[0].kind == O_VEC)
        ins->op[0].comp = -1;
    ins->op[1] = some_reg(O_REG);
    ins->op[2] = some_group(a, O_PAIR, 2);
    ins->op[3] = some_reg(O_MEM);
    const int n = 1 + below(3);
    ins->op[4] = some_group(a, below(2) ? O_VEC : O_TEX, n);
    ins->nop = (uint8_t)(1 + below(5));
    ins->arg = NEWN(a, Opnd, 7);
    for (int i = 0; i < ins->nop; i++)
        if (ins->op[i].kind == O_PAIR) {
            ins->arg[ins->narg++] = ins->op[i].sub[0];
            ins->arg[ins->narg++] = ins->op[i].sub[1];
            ins->narg++;
        } else {
            ins->arg[ins->narg++] = ins->op[i];
        }
}

static void add_call_operands(Arena *a, Ins *ins)
{
    ins->op = NEWN(a, Opnd, 3);
    if (below(2))
        ins->op[ins->nop++] = some_group(a, O_LIST, 1 + below(2));
    ins->op[ins->nop++] = some_reg(O_REG);
    ins->op[ins->nop++] = some_group(a, O_LIST, below(4));
    ins->arg = NEWN(a, Opnd, 3);
    for (; ins->narg < ins->nop; ins->narg++)
        ins->arg[ins->narg] = ins->op[ins->narg];
}

static void add_operands(Arena *a, Fn *fn)
{
    static Sym reg;
    for (int i = 0; i < REGS; i++) {
        reg = (Sym){.kind = SYM_REG, .type = T_B32, .index = i};
        array_add(a, &fn->regs, NEW(a, Sym));
        *fn->regs.at[i] = reg;
    }
    array_add(a, &fn->params, fn->regs.at[FORMAL]);
    array_add(a, &fn->rets, fn->regs.at[RESULT]);
    for (int i = 0; i < fn->ins.n; i++) {
        Ins *ins = &fn->ins.at[i];
        if (isa_emit(ins) == EMIT_BRX)
            ins->op[0].reg = below(REGS);
        if (ins->guard >= 0)
            ins->guard = below(REGS);
        if (isa_emit(ins) != EMIT_TEXT)
            continue;
        ins->guard = below(4) ? -1 : below(REGS);
        if (below(6)) {
            add_text_operands(a, ins);
        } else {
            ins->emit = EMIT_CALL;
            add_call_operands(a, ins);
        }
    }
}

/* ---- a machine --------------------------------------------------------------------------------------------------- */

typedef struct Machine {
    uint64_t *reg;
    uint64_t seen; /* all values read so far, in order */
    uint64_t in;   /* those of this instruction */
    bool runs;     /* its guard */
} Machine;

static uint64_t mix(uint64_t x, uint64_t y)
{
    x = (x ^ y) * 0x9e3779b97f4a7c15u;
    return x ^ x >> 29;
}

static void read_place(Machine *m, int32_t *reg, RegRole role)
{
    if (role != REG_WRITE)
        m->in = mix(m->in, m->reg[*reg]);
}

static void write_place(Machine *m, int32_t *reg, RegRole role)
{
    if (role == REG_READ || !m->runs)
        return;
    m->in = mix(m->in, 7);
    m->reg[*reg] = role == REG_UPDATE ? mix(m->reg[*reg], m->in) : m->in;
}

/* What is read on the way of a run.  Registers of higher numbers begin with other values. */
static uint64_t run(const Fn *fn, uint64_t start)
{
    Machine m = {calloc((size_t)fn->regs.n, sizeof *m.reg), 0, 0, true};
    for (int i = 0; i < fn->regs.n; i++)
        m.reg[i] = mix(start, (uint64_t)i);
    const Blk *b = fn->blk[0];
    for (int step = 0; step < STEPS && b; step++) {
        bool taken = false;
        uint64_t index = 0;
        for (int i = b->first; i < b->end; i++) {
            Ins *ins = &fn->ins.at[i];
            m.in = (uint64_t)i;
            m.runs = taken = ins->guard < 0 || (m.reg[ins->guard] >> 7 & 1);
            for (Refs ref = ins_refs(ins); places_next(&ref);)
                read_place(&m, ref.place, ref.role);
            m.seen = mix(m.seen, m.in);
            if (isa_emit(ins) == EMIT_BRX)
                index = m.reg[ins->op[0].reg] >> 9;
            for (Refs ref = ins_refs(ins); places_next(&ref);)
                write_place(&m, ref.place, ref.role);
        }
        if (b->term < 0 || !taken)
            b = b->succ[0];
        else if (b->ntargets)
            b = b->targets[index % (uint64_t)b->ntargets];
        else
            b = b->exits ? NULL : b->succ[1] ? b->succ[1] : b->succ[0];
    }
    for (int i = 0; i < REGS; i++) /* what callers see */
        if (i == FORMAL || i == RESULT)
            m.seen = mix(m.seen, m.reg[i]);
    free(m.reg);
    return m.seen;
}

/* ---- webs by their definition ------------------------------------------------------------------------------------ */

typedef struct Roles {
    int reg;
    bool reads, writes, keeps;
} Roles;

static void note_role(Roles *r, int32_t *reg, RegRole role)
{
    if (*reg != r->reg)
        return;
    r->reads |= role != REG_WRITE;
    r->writes |= role != REG_READ;
    r->keeps |= role == REG_UPDATE;
}

static Roles roles_of(const Fn *fn, int ins, int reg)
{
    Roles r = {reg, false, false, false};
    for (Refs ref = ins_refs(&fn->ins.at[ins]); places_next(&ref);)
        note_role(&r, ref.place, ref.role);
    return r;
}

static int find(int *up, int v)
{
    while (up[v] != v)
        v = up[v];
    return v;
}

/* Follows definition def of reg through the instructions from i of block b on; first[u] is the first definition that
 * reaches use u. */
static void follow(const Fn *fn, const Blk *b, int i, int reg, int def, int *first, int *up, bool *been)
{
    for (; i < b->end; i++) {
        Roles r = roles_of(fn, i, reg);
        if (r.reads) {
            if (first[i] < 0)
                first[i] = def;
            up[find(up, def)] = find(up, first[i]);
        }
        if (r.keeps)
            up[find(up, def)] = find(up, i);
        if (r.writes)
            return;
    }
    for (int k = 0; k < blk_nsucc(b); k++) {
        const Blk *s = blk_succ(b, k);
        if (been[s->id])
            continue;
        been[s->id] = true;
        follow(fn, s, s->first, reg, def, first, up, been);
    }
}

/* How many webs a register has; definition number ins.n is what stands in it at the start. */
static int count_webs(const Fn *fn, int reg)
{
    int n = fn->ins.n, webs = 0;
    int *up = malloc(sizeof *up * (size_t)(n + 1)), *first = malloc(sizeof *first * (size_t)(n + 1));
    bool *def = calloc((size_t)n + 1, sizeof *def);
    for (int i = 0; i <= n; i++) {
        up[i] = i;
        first[i] = -1;
    }
    for (int k = -1; k < fn->nblk; k++) {
        const Blk *b = fn->blk[k < 0 ? 0 : k];
        for (int i = b->first; i < b->end; i++) {
            if (k >= 0 && !roles_of(fn, i, reg).writes)
                continue;
            bool *been = calloc((size_t)fn->nblk, sizeof *been);
            if (k < 0) {
                been[0] = true;
                follow(fn, b, b->first, reg, n, first, up, been);
            } else {
                def[i] = true;
                follow(fn, b, i + 1, reg, i, first, up, been);
            }
            free(been);
            if (k < 0)
                break;
        }
    }
    def[n] = live_has(fn->blk[0]->live_in, reg);
    for (int i = 0; i <= n; i++)
        webs += def[i] && find(up, i) == i;
    for (int i = 0; i <= n && webs > 0; i++) /* the root of a class need not be a definition that counts */
        if (def[i] && !def[find(up, i)])
            webs = -1;
    free(up);
    free(first);
    free(def);
    return webs;
}

/* ---- checks ------------------------------------------------------------------------------------------------------ */

typedef struct Tally {
    int writes[REGS]; /* of reachable instructions */
    int formal;       /* references to registers that keep their numbers */
} Tally;

static void tally_place(Tally *t, int32_t *reg, RegRole role)
{
    if (*reg >= REGS)
        return;
    t->writes[*reg] += role != REG_READ;
    t->formal += *reg == FORMAL || *reg == RESULT;
}

static Tally tally(const Fn *fn)
{
    Tally t = {.formal = 0};
    for (int b = 0; b < fn->nblk; b++)
        for (int i = fn->blk[b]->first; i < fn->blk[b]->end; i++)
            for (Refs ref = ins_refs(&fn->ins.at[i]); places_next(&ref);)
                tally_place(&t, ref.place, ref.role);
    return t;
}

static int leaves(const Opnd *o, int n, int *reg, int at)
{
    for (int i = 0; i < n; i++) {
        if ((o[i].kind == O_REG || o[i].kind == O_MEM) && o[i].reg >= 0)
            reg[at++] = o[i].reg;
        at = leaves(o[i].sub, (int)o[i].nsub, reg, at);
    }
    return at;
}

static void check_split(Arena *a, Fn *fn, int *split)
{
    Tally before = tally(fn);
    uint64_t want[3];
    for (int i = 0; i < 3; i++)
        want[i] = run(fn, (uint64_t)i + 5);
    Module m = {.arena = a, .code = a};
    bool copies, any = web_rename(&m, fn, &copies);
    int n = fn->regs.n;
    CHECK(any == (n > REGS));
    *split += n - REGS;
    live_build(a, fn, false);
    for (int i = 0; i < 3; i++)
        CHECK(run(fn, (uint64_t)i + 5) == want[i]);
    CHECK(tally(fn).formal == before.formal);
    for (int r = 0; r < n; r++) {
        CHECK(fn->regs.at[r]->index == r);
        if (r == FORMAL || r == RESULT || (r < REGS && before.writes[r] < 2))
            continue;
        CHECK(count_webs(fn, r) == 1 || (r < REGS && count_webs(fn, r) == 0));
        CHECK(r < REGS || !live_has(fn->blk[0]->live_in, r));
    }
    for (int i = 0; i < fn->ins.n; i++) {
        const Ins *ins = &fn->ins.at[i];
        int reg[2][32], k = leaves(ins->op, ins->nop, reg[0], 0);
        if (ins->narg)
            CHECK(leaves(ins->arg, ins->narg, reg[1], 0) == k && !memcmp(reg[0], reg[1], sizeof(int) * (size_t)k));
    }
    CHECK(!web_rename(&m, fn, &copies) && fn->regs.n == n);
}

int main(void)
{
    int split = 0;
    for (int i = 0; i < 3000 && failed < 10; i++) {
        Arena a = {0};
        Fn fn = {0};
        if (i % 3)
            random_graph(&a, &fn, 2 + below(i % 10 ? 12 : 40), (i % 4) * 10);
        else
            random_program(&a, &fn, 15);
        add_operands(&a, &fn);
        cfg_build(&a, &fn, false);
        live_build(&a, &fn, false);
        check_split(&a, &fn, &split);
        arena_reset(&a);
    }
    CHECK(split > 3000);
    return failed != 0;
}
