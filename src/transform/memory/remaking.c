/* remaking.c: what lanes compare and clamp is made anew behind barriers, instead of being kept.
 *
 * A kernel that finds out once which neighbours a thread has, and whether it takes part, would keep clamped indices and
 * predicates for each lane from barrier to barrier.  A loop over lanes then reads them like any data: addresses are gathered, and
 * C compilers make no vectors of a mixture of such predicates and comparisons.  Where they come, by a few instructions, from what
 * is the same for all lanes or grows evenly, the instructions stand again where the code between two barriers begins, and
 * versioning.c can ask there whether any lane's number is clamped.
 *
 * So it is with the bits of a number that a mask which the program computes takes apart, as in transforms by steps of two
 * (tests/bench/programs/walsh, tests/run/computed_masks): lanes may be neighbours there.
 *
 * Registers with one write, which comes before all reads, are worth the same wherever they are read after that write; so is
 * what is computed from them.
 *
 * In: a function as uniform.c has analysed it.  Out: its instructions; blocks to be made anew. */
#include "analysis/uniform.h"
#include "transform/transform.h"

enum { REMADE_MAX = 10 }; /* instructions of one value */

typedef struct Remade {
    Back *b;
    Fn *fn;
    int *start;    /* by instruction: the first of those between the same two barriers, or -1 */
    InsList *head; /* by such a first one: what stands in front of it */
    int *as;       /* by register: what it is there, or -1 */
    int *list, n;  /* the instructions of the value at hand, inputs first */
    bool settles;  /* one of them compares or clamps */
} Remade;

/* ---- the code between two barriers ------------------------------------------------------------------------------------ */

/* The last barrier of the block in front of instruction at, or -1. */
static int barrier_before(const Back *b, const Blk *x, int at)
{
    for (int i = at - 1; i >= x->first; i--)
        if (isa_is_cta(&b->fn->ins.at[i]))
            return i;
    return -1;
}

static const Blk *first_block(const Node *n)
{
    while (n->kind != N_BLOCK && n->nkid && n->kid[0] && n->kind != N_IF && n->kind != N_SWITCH)
        n = n->kid[0];
    return n->blk;
}

/* Where the code begins that comes to instruction at with no barrier between, as far as it stands in one sequence. */
static int find_start(const Back *b, int at)
{
    const Blk *x = b->blk_of[at];
    const int barrier = barrier_before(b, x, at);
    if (barrier >= 0)
        return barrier + 1;
    const Node *n = b->node_of[x->id];
    while (n->up && !info(n->up)->has_cta)
        n = n->up;
    const Blk *from = n->kind == N_BLOCK || !info(n)->has_cta ? first_block(n) : x;
    if (!from)
        return -1;
    const Node *seq = n->up;
    for (int i = seq && seq->kind == N_SEQ ? n->place - 1 : -1; i >= 0; i--) {
        const Node *before = seq->kid[i];
        if (info(before)->has_cta) {
            const int last = before->kind == N_BLOCK ? barrier_before(b, before->blk, before->blk->end) : -1;
            return last >= 0 && last + 1 < before->blk->end ? last + 1 : from->first;
        }
        const Blk *first = first_block(before);
        if (!first)
            break;
        from = first;
    }
    return from->first;
}

/* Whether all that comes to instruction at has passed instruction first. */
static bool comes_by(const Back *b, int first, int at) { return (first == at && b->blk_of[at]) || back_comes_before(b, first, at); }

/* ---- values ------------------------------------------------------------------------------------------------------------ */

static bool settles(const Ins *ins) { return ins->mnemonic == INS_SETP || isa_is_clamp(ins) || ins->mnemonic == INS_SELP; }

/* Whether the instruction takes a number apart by what the program computes, so that lanes may be alike or neighbours in it. */
static bool takes_apart(const Back *b, const Ins *ins)
{
    if (ins->mnemonic != INS_AND && ins->mnemonic != INS_OR && ins->mnemonic != INS_XOR)
        return false;
    const Val x = uniform_arg(b, ins, ARG_A), y = uniform_arg(b, ins, ARG_B);
    return (x.kind == VAL_AFF && y.kind == VAL_UNI && !y.cst) || (x.kind == VAL_UNI && !x.cst && y.kind == VAL_AFF);
}

/* Whether the instruction is as quick as reading its result from memory. */
static bool is_quick(const Ins *ins)
{
    switch (ins->mnemonic) {
    case INS_ADD: case INS_SUB: case INS_AND: case INS_OR: case INS_XOR: case INS_NOT: case INS_NEG: case INS_SHL: case INS_SHR:
    case INS_MOV: case INS_CVT:
        return true;
    case INS_MUL:
        return isa_opnd(ins, ARG_B)->kind == O_IMM;
    default:
        return settles(ins);
    }
}

/* Notes the instructions that make the register's value in front of instruction first; false: they can't. */
static bool need(Remade *m, int reg, int first)
{
    const Back *b = m->b;
    if (!back_one_value(b, reg))
        return false;
    const int def = b->reg[reg].def;
    const Ins *ins = &m->fn->ins.at[def];
    if (b->reg[reg].val.kind != VAL_VAR)
        return back_comes_before(b, def, first);
    if (ints_have(m->list, m->n, def))
        return true;
    if (!ins_is_pure(ins) || ins_dest(ins).n != 1 || !is_quick(ins) || c_float(m->fn->regs.at[reg]->type) || !comes_by(b, def, first))
        return false;
    for (Refs ref = ins_refs(ins); refs_next(&ref);)
        if (!ref.write && !need(m, ref.reg, first))
            return false;
    if (m->n >= REMADE_MAX)
        return false;
    m->list[m->n++] = def;
    m->settles |= settles(ins) || takes_apart(b, ins);
    return true;
}

/* Whether the register is to be made anew in front of instruction first, by m->list. */
static bool gains(Remade *m, int reg, int first)
{
    const Back *b = m->b;
    if (reg >= b->nreg || b->reg[reg].val.kind != VAL_VAR || !back_one_value(b, reg) || m->start[b->reg[reg].def] == first)
        return false;
    m->n = 0;
    m->settles = false;
    return need(m, reg, first) && m->settles;
}

/* ---- writing ----------------------------------------------------------------------------------------------------------- */

/* A register that the instruction reads and that is to be made anew, by m->list, or -1. */
static int next_use(Remade *m, const Ins *ins, int first)
{
    for (Refs ref = ins_refs(ins); refs_next(&ref);)
        if (!ref.write && gains(m, ref.reg, first))
            return ref.reg;
    return -1;
}

/* The instructions of m->list in front of instruction first, each once. */
static void make(Remade *m, int first, int *as)
{
    Arena *a = m->b->m->code;
    for (int i = 0; i < m->n; i++) {
        Ins ins = m->fn->ins.at[m->list[i]];
        const int reg = ins_dest(&ins).reg;
        if (as[reg] >= 0)
            continue;
        as[reg] = fn_copy_reg(a, m->fn, reg);
        for (int k = 0; k <= i; k++) {
            const int r = ins_dest(&m->fn->ins.at[m->list[k]]).reg;
            ins_rename(a, &ins, r, as[r]);
        }
        ins.remade = true;
        array_add(a, &m->head[first], ins);
    }
}

/* Uses of the code that begins at instruction first; true: some value is made there. */
static bool rewrite_from(Remade *m, int first, InsList *code)
{
    Back *b = m->b;
    bool any = false;
    for (int i = 0; i < m->fn->ins.n; i++) {
        if (!b->blk_of[i] || m->start[i] != first || !comes_by(b, first, i))
            continue;
        for (int reg; (reg = next_use(m, &code->at[i], first)) >= 0; any = true) {
            make(m, first, m->as);
            ins_rename(b->m->code, &code->at[i], reg, m->as[reg]);
        }
    }
    for (int r = 0; any && r < b->nreg; r++)
        m->as[r] = -1;
    return any;
}

bool remake(Back *b)
{
    Fn *fn = b->fn;
    Arena *a = b->m->code;
    const int n = fn->ins.n;
    if (b->mode != MODE_CTA || !info(b->tree)->has_cta)
        return false;
    Remade m = {.b = b, .fn = fn, .start = NEWN(b->a, int, n + 1), .head = NEWN(b->a, InsList, n + 1),
                .as = NEWN(b->a, int, b->nreg + 1), .list = NEWN(b->a, int, REMADE_MAX + 1)};
    InsList code = fn_new_code(b->m, fn);
    for (int i = 0; i < n; i++) {
        m.start[i] = b->blk_of[i] ? find_start(b, i) : -1;
        array_add(a, &code, fn->ins.at[i]);
    }
    for (int r = 0; r < b->nreg; r++)
        m.as[r] = -1;
    bool any = false;
    for (int i = 0; i < n; i++)
        if (b->blk_of[i] && m.start[i] == i)
            any |= rewrite_from(&m, i, &code);
    if (!any)
        return false;
    for (Rewrite w = rewrite_begin(b->m, fn, NULL); rewrite_next(&w); rewrite_add(&w, code.at[w.i]))
        for (int k = 0; k < m.head[w.i].n; k++)
            rewrite_add(&w, m.head[w.i].at[k]);
    return true;
}
