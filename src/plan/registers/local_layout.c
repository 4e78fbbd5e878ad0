/* local_layout.c: lanes' .local memory side by side, word by word.
 *
 * A thread's .local memory is a window of its own.  One behind the other, those of a chunk's lanes hold what lanes read at
 * one and the same offset far apart, which is a gather; as local[word][lane] it is a vector.
 *
 * That is another place for each byte, and nothing else, so it takes no knowledge of which variable an access means, but
 * that all accesses are ld and st in .local, each within one word.  So:
 *   - no generic address (cvta.local), no call of a function, which would have the window's address;
 *   - each access is at a multiple of its own size, which only the address's low bits must prove;
 *   - some loop over lanes that vectors are made of accesses whole words at an address that all lanes share.
 * Lanes that go round a loop by themselves are better off with windows in one piece: these fit few cache lines.  Slow versions are not
 * what counts.
 *
 * In: a function with regions.  Out: Back.words. */
#include "plan/plan.h"

enum { WORD_MAX = 8, DEEP = 6 }; /* bytes of a word; loops around each other that count */

/* How many of each register's low bits are 0, as far as what is written to it tells. */
typedef struct Lows { Back *b; uint8_t *zeros; } Lows;

static int zeros_of(uint64_t value) { return value ? field_zeros(value) : 64; }

static int opnd_zeros(const Lows *w, const Ins *ins, ArgName name)
{
    const Opnd *o = isa_opnd(ins, name);
    if (!o)
        return 0;
    if (o->kind == O_IMM)
        return zeros_of(o->imm);
    if (o->kind == O_SYM && o->sym->kind == SYM_VAR && o->sym->space == SP_LOCAL)
        return zeros_of(place_of(o->sym)->offset + o->imm);
    return opnd_is_reg(o) && w->b->fn->regs.at[o->reg]->vec <= 1 ? w->zeros[o->reg] : 0;
}

/* Of the result of integer arithmetic that addresses are made with. */
static int result_zeros(const Lows *w, const Ins *ins)
{
    static const Mnemonic least[] = {INS_ADD, INS_SUB, INS_OR, INS_XOR, INS_MIN, INS_MAX, INS_SELP, INS_NONE};
    const int x = opnd_zeros(w, ins, ARG_A), y = opnd_zeros(w, ins, ARG_B);
    const Opnd *shift = isa_opnd(ins, ARG_B);
    if (isa_emit(ins) == EMIT_MOV)
        return x;
    if (!isa_computes(ins) || isa_is_warp(ins) || !isa_is_modular(ins) || isa_has_floats(ins))
        return 0;
    if (ins_is_any(ins, least))
        return (int)lesser(x, y);
    switch (ins->mnemonic) {
    case INS_AND: return (int)greater(x, y);
    case INS_NEG: case INS_CVT: return x;
    case INS_MUL: return (int)lesser(x + y, 64);
    case INS_MAD: return (int)lesser(x + y, opnd_zeros(w, ins, ARG_C));
    case INS_SHL: return shift->kind == O_IMM ? (int)lesser_u((uint64_t)x + shift->imm, 64) : 0;
    default: return 0;
    }
}

static bool runs(const Back *b, int at) { return b->blk_of[at] && !b->dead[at] && isa_emit(&b->fn->ins.at[at]) != EMIT_NOP; }

static void find_zeros(Lows *w)
{
    const Fn *fn = w->b->fn;
    w->zeros = NEWN(w->b->a, uint8_t, w->b->nreg + 1);
    memset(w->zeros, 64, (size_t)w->b->nreg);
    for (AGAIN(again))
        for (int i = 0; i < fn->ins.n; i++) {
            if (!runs(w->b, i))
                continue;
            const int zeros = result_zeros(w, &fn->ins.at[i]);
            for (Refs ref = ins_refs(&fn->ins.at[i]); writes_next(&ref);)
                if (w->zeros[ref.reg] > zeros) {
                    w->zeros[ref.reg] = (uint8_t)zeros;
                    again = true;
                }
        }
}

/* The memory operand of a load or store in .local, or NULL. */
static const Opnd *address(const Ins *ins)
{
    const Opnd *o = isa_address(ins);
    return o && (o->sym ? o->sym->space : isa_opnd_space(ins, o)) == SP_LOCAL ? o : NULL;
}

static int value_arg(const Ins *ins) { return isa_arg(ins, isa_emit(ins) == EMIT_LD ? ARG_D : ARG_B); }

static int elements(const Ins *ins)
{
    const Opnd *o = &ins->arg[value_arg(ins)];
    return o->kind == O_VEC ? (int)o->nsub : 1;
}

static int access_bytes(const Ins *ins) /* of each element */
{
    return type_bytes(ins->argtype[value_arg(ins)]);
}

bool local_layout_constant(const Back *b, const Opnd *o, int64_t *at)
{
    const Val *v = !o->sym && o->reg >= 0 ? &b->reg[o->reg].val : NULL;
    *at = o->sym ? (int64_t)place_of(o->sym)->offset : v ? v->base : 0;
    return !v || (v->known && v->kind == VAL_UNI && !v->warp);
}

/* Whether the instruction needs the window's address, or accesses it otherwise than within a word. */
static bool forbids(const Lows *w, const Ins *ins)
{
    const Emit e = isa_emit(ins);
    const Opnd *o = address(ins);
    if (!o)
        return e == EMIT_CALL || e == EMIT_STACK || isa_space(ins) == SP_LOCAL;
    const int bytes = access_bytes(ins);
    int64_t at;
    if (bytes > WORD_MAX || (int64_t)o->imm % bytes)
        return true;
    if (local_layout_constant(w->b, o, &at)) { /* nowhere else than in the window: C compilers look at that */
        at += (int64_t)o->imm;
        return at % bytes || at < 0 || at + elements(ins) * bytes > (int64_t)local_bytes(w->b->fn);
    }
    return type_info[w->b->fn->regs.at[o->reg]->type].kind == 'f' || w->zeros[o->reg] < zeros_of((uint64_t)bytes);
}

static bool is_shared(const Back *b, const Opnd *o) { return o->sym || o->reg < 0 || b->reg[o->reg].val.kind == VAL_UNI; }

/* What is gained: by accesses at a shared address, as often as they are likely to be done; serial: lane by lane, alone: in
 * a loop of each lane. */
static double gain(const Back *b, const Items *list, int bytes, double often, bool serial, bool alone)
{
    double sum = 0;
    for (EACH(const Item, it, *list)) {
        const Ins *ins = item_ins(b, it);
        const Opnd *o = ins ? address(ins) : NULL;
        if (o && !ins->slow)
            sum += alone ? -often : !serial && is_shared(b, o) && access_bytes(ins) == bytes ? often : 0;
        const bool loop = it->kind == I_LOOP;
        for (int k = 0; k < it->nkid; k++)
            sum += gain(b, &it->kid[k], bytes, loop && often < 1 << 3 * DEEP ? 8 * often : often, serial || it->serial,
                        alone || (loop && list->level == LV_LANE));
    }
    return sum;
}

/* What a loop over lanes does in .local memory, also by generic addresses that may lead there. */
typedef struct Does {
    bool stores, differs, parts;
    int bytes; /* of its accesses; 0: none, -1: they differ */
} Does;

static bool is_address_of_lane(const Back *b, const Opnd *o) { return !o->sym && o->reg >= 0 && b->reg[o->reg].val.kind == VAL_VAR; }

static void look_at(const Back *b, const Ins *ins, Does *x)
{
    const Opnd *o = isa_address(ins);
    if (o && !address(ins)) {
        if (isa_opnd_space(ins, o) != SP_GENERIC || !is_address_of_lane(b, o) || !local_bytes(b->fn))
            return;
    }
    if (!o)
        return;
    const int bytes = access_bytes(ins);
    x->stores |= isa_emit(ins) == EMIT_ST;
    x->differs |= is_address_of_lane(b, o);
    x->parts |= bytes != b->plan->words;
    x->bytes = !x->bytes || x->bytes == bytes ? bytes : -1;
}

/* In loops that are said to be fit for vectors gcc stores neighbouring elements together, where the last of them is stored:
 * behind loads in between whose address it cannot compare, or whose size is another one.  Whole words side by side are no neighbours in
 * that sense. */
static void keep_order(Back *b, Item *group)
{
    Does x = {0};
    for (const Item *it = group; it; it = item_next(it, group))
        if (it->kind == I_INS)
            look_at(b, &b->fn->ins.at[it->ins], &x);
    group->serial |= x.stores && x.parts && (x.differs || x.bytes < 0);
    if (group->whole)
        keep_order(b, group->whole);
}

static int choose(Back *b)
{
    Lows w = {.b = b};
    int bytes = 0;
    for (int i = 0; i < b->fn->ins.n; i++)
        if (runs(b, i) && address(&b->fn->ins.at[i]) && access_bytes(&b->fn->ins.at[i]) > bytes)
            bytes = access_bytes(&b->fn->ins.at[i]);
    if (b->literal || b->mode == MODE_FUNC || b->mode == MODE_SCHED || !bytes || gain(b, &b->plan->root, bytes, 1, false, false) <= 0)
        return 0;
    find_zeros(&w);
    for (int i = 0; i < b->fn->ins.n; i++)
        if (runs(b, i) && forbids(&w, &b->fn->ins.at[i]))
            return 0;
    return bytes;
}

void local_layout_choose(Back *b)
{
    b->plan->words = choose(b);
    lane_groups_each(b, keep_order);
}
