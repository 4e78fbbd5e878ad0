/* late_store.c: what a loop keeps in memory, at places that are the same in each round, it keeps in registers, and stores it behind its end.
 *
 *   do { s += *a * b[i]; c[i] = s; a++; b += n; } while (--k);      do { s += *a * b[i]; … } while (--k);  c[i] = s;
 *
 * Code that adds up where the result belongs is compiled so: pointers may meet, so each round stores its sum, or loads it, too, between
 * loads that could else be done for all lanes at once.  No other thread may look at a place in between, since nothing orders that; what the
 * thread itself reads is checked, in front of the loop, to lie apart from the places in all rounds, and these from each other.  If it does not, the
 * loop is as it was.
 *
 * Where an index of 32 bits is extended in each round (i * 4 of 64 bits; i += n), the loop that keeps things has a register that grows by what the
 * product grows by, if the index does not wrap in all the rounds: that is checked, too.  While a loop is looked through, such a product and
 * what it grows by stand for registers which that will have.
 *
 * Requires: a function as uniform.c has analysed it.  Provides: nothing that others need.  Invalidates: blocks and analyses.  Cost: a look at each
 * loop of one block.  Fires on products of matrices whose sums stand in memory (tests/bench/programs/threefold, moves, projection; tests/run/late,
 * late_sums); does nothing where what is read grows otherwise than by the same in each round. */
#include "transform/new_code.h"

enum { KEPT_MOST = 4, READS = 40, WALKS = 8, WIDES = 4, FACTOR_MOST = 256, SIZE_MOST = 200, FEW_ROUNDS = 4 };

/* What an integer register is: the root where the round began, and a number, and some registers that keep their values, each so many times. */
typedef struct Form { int root, by[2], times[2]; int64_t number; } Form;

/* What is read by a root: from low to high beside it, or beside its sum with another register (>= 0), and from there on up to so many times a
 * third one, along: mostly that which the root grows by. */
typedef struct Walk { int root, beside, along, times; int64_t low, high; } Walk;

/* A register of 32 bits, which the loop counts, times a number in 64; low to high: what is added to it before, as a number. */
typedef struct Wide { int index; bool has_sign; int64_t by, low, high; } Wide;

/* Where the loop stores: its last store there; whether it loads from there, too, so that a register, value, has what is there. */
typedef struct Kept { const Ins *store; bool read; int value; } Kept;

typedef struct Late {
    Back *b;
    Fn *fn;
    const Blk *x;      /* the loop */
    Kept kept[KEPT_MOST];
    int nkept;
    Form *form;        /* by register, where it is written in the loop: root -1: not known */
    bool *written;
    Form read[READS];  /* from where so many bytes are read */
    int bytes[READS], nread;
    Walk walk[WALKS];
    int nwalk;
    Wide wide[WIDES];
    int nwide, wides;  /* wides: the number of the first one's register, the next of what that grows by in a round, and so on */
    Form product[SIZE_MOST + 1]; /* by instruction of the loop, of such a product */
    int counter;       /* counts to the limit, by a power of 2 or its negative */
    int64_t step;
    Opnd limit;
    NewCode code;
    Sym *fast, *head, *slow, *behind; /* of the loop that keeps them: before it; itself; the other one; behind both */
} Late;

/* ---- what the loop does ------------------------------------------------------------------------------------------------ */

static bool is_integer(const Fn *fn, int reg)
{
    const Type t = fn->regs.at[reg]->type;
    return fn->regs.at[reg]->vec <= 1 && !c_float(t) && (type_info[t].bits == 32 || type_info[t].bits == 64);
}

static const Wide *wide_of(const Late *s, int reg) { return reg >= s->wides ? &s->wide[(reg - s->wides) / 2] : NULL; }

/* The register that says whether what is known of one holds for the other, too. */
static Val val_of(const Late *s, int reg)
{
    const Wide *w = wide_of(s, reg);
    const int index = w ? w->index : reg;
    return s->b->reg[w && (reg - s->wides) % 2 ? s->form[index].by[0] : index].val;
}

static Form form_of(const Late *s, int reg)
{
    const Wide *w = wide_of(s, reg);
    if (w) {
        const Form f = form_of(s, w->index);
        const bool grows = f.root == w->index && (!f.times[0] || (f.times[0] == 1 && !f.number)) && !f.times[1];
        return (Form){grows ? reg : -1, {f.times[0] ? reg + 1 : -1, -1}, {f.times[0], 0}, f.number * w->by};
    }
    const Form own = {.root = reg, .by = {-1, -1}}, none = {.root = -1};
    return !is_integer(s->fn, reg) ? none : s->written[reg] ? s->form[reg] : own;
}

static bool keeps_value(const Late *s, int reg) { return fn_last_write(s->fn, reg, s->x->first, s->x->end) < 0 && is_integer(s->fn, reg); }

/* The register that is the same in all rounds as what the operand has: that itself, or that of a product of an index that stays; or -1. */
static int kept_as(const Late *s, const Opnd *o)
{
    if (o->kind != O_REG || keeps_value(s, o->reg))
        return o->kind == O_REG ? o->reg : -1;
    const Form f = form_of(s, o->reg);
    const Wide *w = wide_of(s, f.root);
    return w && keeps_value(s, w->index) && !f.number && !f.times[0] ? f.root : -1;
}

/* The form, more by an operand, or less by a number: a register is one that keeps its value in the loop. */
static Form form_add(const Late *s, Form f, const Opnd *o, int sign)
{
    const Form none = {.root = -1};
    if (f.root < 0 || o->comp >= 0 || o->neg || (sign < 0 && o->kind != O_IMM))
        return none;
    if (o->kind == O_IMM) {
        f.number += sign * (int64_t)o->imm;
        return f;
    }
    const int reg = kept_as(s, o);
    int k = 0;
    while (k < 2 && f.times[k] && f.by[k] != reg)
        k++;
    if (reg < 0 || k == 2)
        return none;
    f.by[k] = reg;
    f.times[k]++;
    return f;
}

/* The number of such a product in the list, or -1. */
static int find_wide(Late *s, const Wide *w, int64_t more)
{
    int k = 0;
    while (k < s->nwide && (s->wide[k].index != w->index || s->wide[k].has_sign != w->has_sign || s->wide[k].by != w->by))
        k++;
    if (k == WIDES || !within(more, INT32_MAX))
        return -1;
    if (k == s->nwide)
        s->wide[s->nwide++] = *w;
    s->wide[k].low = lesser(s->wide[k].low, more);
    s->wide[k].high = greater(s->wide[k].high, more);
    return k;
}

/* An index times a number in twice as many bits. */
static Form form_of_product(Late *s, const Ins *ins, const LinearForm *l)
{
    const Form none = {.root = -1}, f = opnd_is_reg(l->x) ? form_of(s, l->x->reg) : none;
    const Type t = isa_slot_type(ins, SLOT_TYPE);
    if (f.root < 0 || f.root >= s->wides || f.times[0] || !isa_has_word(ins, MOD_WIDE) || !type_is_i32(t) || l->by->kind != O_IMM || l->by->imm - 1 >= FACTOR_MOST)
        return none;
    const Wide w = {f.root, type_info[t].kind == 's', (int64_t)l->by->imm, 0, 0};
    const int k = find_wide(s, &w, f.number);
    return k < 0 ? none : (s->product[ins - s->fn->ins.at - s->x->first] = (Form){s->wides + 2 * k, {-1, -1}, {0, 0}, f.number * w.by});
}

/* x, or x and more, where either keeps its value. */
static Form form_of_sum(const Late *s, const LinearForm *l)
{
    const bool turned = l->more && l->sign[1] > 0 && opnd_is_reg(l->more) && !keeps_value(s, l->more->reg) && keeps_value(s, l->x->reg);
    const Form f = form_of(s, turned ? l->more->reg : l->x->reg);
    return l->more ? form_add(s, f, turned ? l->x : l->more, l->sign[1]) : f;
}

static void note_form(Late *s, const Ins *ins)
{
    const Dest d = ins_dest(ins);
    LinearForm l;
    Form f = {.root = -1};
    const bool same = ins->mnemonic != INS_CVT && ins->mnemonic != INS_CVTA; /* as x is */
    if (d.n == 1 && is_integer(s->fn, d.reg) && same && linear_form(ins, &l))
        f = ins->mnemonic == INS_MUL ? form_of_product(s, ins, &l) : !l.by && l.sign[0] > 0 && opnd_is_reg(l.x) ? form_of_sum(s, &l) : f;
    for (Refs ref = ins_refs(ins); refs_next(&ref);)
        if (ref.write) {
            s->written[ref.reg] = true;
            s->form[ref.reg] = f;
        }
}

static int width(const Ins *ins)
{
    const Opnd *v = &ins->arg[isa_arg(ins, isa_emit(ins) == EMIT_ST ? ARG_B : ARG_D)];
    return type_bytes(isa_slot_type(ins, SLOT_TYPE)) * (v->nsub ? (int)v->nsub : 1);
}

static bool is_weak(const Ins *ins) { return ins->guard < 0 && !isa_is_strong(ins) && isa_address(ins)->kind == O_MEM; }

static bool is_by_register(const Opnd *at) { return !at->sym && at->reg >= 0; }

static const Opnd *stored(const Ins *st) { return &st->arg[isa_arg(st, ARG_B)]; }

static Kept *kept_at(Late *s, const Ins *ins)
{
    const Opnd *at = isa_address(ins);
    for (int k = 0; k < s->nkept; k++) {
        const Ins *st = s->kept[k].store;
        if (at->kind == O_MEM && at->sym == isa_address(st)->sym && at->reg == isa_address(st)->reg && at->imm == isa_address(st)->imm && width(ins) == width(st))
            return &s->kept[k];
    }
    return NULL;
}

/* Notes where a register is stored, side by side with those of the other lanes. */
static bool note_store(Late *s, const Ins *ins)
{
    const Opnd *at = isa_address(ins), *v = stored(ins);
    if (!is_weak(ins) || !is_by_register(at) || ins->slow || isa_opnd_space(ins, at) != SP_GLOBAL || v->kind != O_REG || v->comp >= 0 || v->neg)
        return false;
    const Val val = s->b->reg[at->reg].val;
    Kept *p = kept_at(s, ins);
    if (!p && s->nkept < KEPT_MOST)
        p = &s->kept[s->nkept++];
    if (!p || val.kind != VAL_AFF || val.step != width(ins))
        return false;
    p->store = ins;
    return true;
}

/* Whether a load gives a register what the loop's last store there has put there, or what was there before. */
static bool loads_place(const Late *s, const Ins *ld, Kept *p)
{
    const Dest d = ins_dest(ld);
    const Type t = d.n == 1 ? s->fn->regs.at[d.reg]->type : T_NONE;
    p->read = true;
    return t && t == s->fn->regs.at[stored(p->store)->reg]->type && type_bytes(t) == width(ld) && width(ld) >= 4 && p->store->nword == 3 &&
           isa_slot_type(ld, SLOT_TYPE) == isa_slot_type(p->store, SLOT_TYPE);
}

/* Notes what a load reads.  Other memory than that of the store is no matter. */
static bool note_read(Late *s, const Ins *ins)
{
    const Opnd *at = isa_address(ins);
    if (!is_weak(ins))
        return false;
    if (kept_at(s, ins))
        return loads_place(s, ins, kept_at(s, ins));
    const Space space = isa_opnd_space(ins, at);
    if (space != SP_GLOBAL && space != SP_GENERIC)
        return space == SP_SHARED || space == SP_CONST || space == SP_LOCAL;
    const Form f = is_by_register(at) ? form_of(s, at->reg) : (Form){.root = -1};
    if (f.root < 0 || (!wide_of(s, f.root) && type_info[s->fn->regs.at[f.root]->type].bits != 64) || s->nread == READS)
        return false;
    s->read[s->nread] = f;
    s->read[s->nread].number += (int64_t)at->imm;
    s->bytes[s->nread++] = width(ins);
    return true;
}

static bool is_written_from(const Late *s, const Ins *from, int reg)
{
    return fn_last_write(s->fn, reg, (int)(from - s->fn->ins.at), s->x->term) >= 0;
}

/* Whether the block holds nothing but arithmetic, loads, and stores at places that stay; where it only stores, what is stored last is still in
 * its register at the end. */
static bool read_block(Late *s)
{
    for (int i = s->x->first; i < s->x->term; i++)
        if (isa_emit(&s->fn->ins.at[i]) == EMIT_ST && !note_store(s, &s->fn->ins.at[i]))
            return false;
    for (int i = s->x->first; s->nkept && i < s->x->term; i++) {
        const Ins *ins = &s->fn->ins.at[i];
        const Emit e = isa_emit(ins);
        if (e == EMIT_LD ? !note_read(s, ins) : e != EMIT_ST && (!ins_is_pure(ins) || ins->pseudo))
            return false;
        note_form(s, ins);
    }
    for (int k = 0; k < s->nkept; k++) {
        const Kept *p = &s->kept[k];
        if (s->written[isa_address(p->store)->reg] || (!p->read && is_written_from(s, p->store, stored(p->store)->reg)))
            return false;
    }
    return s->nkept;
}

/* Whether the root grows evenly: by a number, or by a register some times. */
static bool is_even(const Late *s, int root)
{
    const Form f = form_of(s, root);
    return f.root == root && !f.times[1] && !(f.times[0] && (f.number || val_of(s, f.by[0]).kind != VAL_UNI));
}

/* What is read beside the root's way, if that is one register at most, and how far along it, or along another one that is the same for all lanes. */
static bool find_beside(const Late *s, const Form *f, const Form *step, Walk *w)
{
    for (int i = 0; i < 2 && f->times[i]; i++) {
        const bool own = step->times[0] && f->by[i] == step->by[0], along = own || f->times[i] > 1 || w->beside >= 0;
        if (along && (w->along >= 0 || (own && f->times[i] > step->times[0]) || val_of(s, f->by[i]).kind != VAL_UNI))
            return false;
        *(along ? &w->along : &w->beside) = f->by[i];
        w->times = along ? f->times[i] : w->times;
    }
    return true;
}

/* Adds what a read takes to the walks of what is read with it, if that grows evenly. */
static bool add_walk(Late *s, const Form *f, int bytes)
{
    const Form step = form_of(s, f->root);
    Walk w = {f->root, -1, -1, 0, f->number, f->number + bytes};
    int k = 0;
    if (!is_even(s, f->root) || !find_beside(s, f, &step, &w))
        return false;
    while (k < s->nwalk && (s->walk[k].root != w.root || s->walk[k].beside != w.beside || (s->walk[k].along != w.along && s->walk[k].along >= 0 && w.along >= 0)))
        k++;
    if (k == WALKS)
        return false;
    Walk *all = &s->walk[k];
    if (k == s->nwalk) {
        s->nwalk++;
        *all = w;
    }
    all->along = greater(all->along, w.along);
    all->times = greater(all->times, w.times);
    all->low = lesser(all->low, w.low);
    all->high = greater(all->high, w.high);
    return true;
}

/* The comparison of 32 bits that the loop goes on by, as long as its operands are not the same; or NULL. */
static const Ins *find_test(const Late *s)
{
    const Ins *br = &s->fn->ins.at[s->x->term];
    const int def = s->b->reg[br->guard].def;
    const Ins *c = def >= s->x->first && def < s->x->term ? &s->fn->ins.at[def] : NULL;
    const bool plain = c && c->mnemonic == INS_SETP && c->nword == 3 && isa_arg(c, ARG_C) < 0 && type_info[isa_slot_type(c, SLOT_TYPE)].bits == 32;
    return plain && isa_compare(c) == (br->guard_neg ? CMP_EQUAL : CMP_LESS | CMP_MORE) ? c : NULL;
}

/* The most that the counter may be where the loop begins. */
static uint64_t most_at_first(const Late *s)
{
    uint64_t most = 0;
    for (int i = 0; i < s->fn->ins.n; i++) {
        const Blk *x = s->b->blk_of[i];
        if (!x || x == s->x || !ins_mentions(&s->fn->ins.at[i], s->counter).writes)
            continue;
        const uint64_t max = uniform_guess(s->b, i, false).max;
        most = max > most ? max : most;
    }
    return most;
}

/* The loop ends where a counter comes to a limit, but not soon. */
static bool find_counter(Late *s)
{
    const Ins *c = find_test(s);
    const Opnd *a = c ? &c->arg[isa_arg(c, ARG_A)] : NULL, *b = c ? &c->arg[isa_arg(c, ARG_B)] : NULL;
    if (!c || a->kind != O_REG || s->b->reg[a->reg].val.kind != VAL_UNI || (b->kind != O_IMM && (b->kind != O_REG || s->written[b->reg])))
        return false;
    const Form f = form_of(s, a->reg);
    s->counter = a->reg;
    s->step = (int32_t)f.number;
    s->limit = *b;
    const int64_t size = s->step < 0 ? -s->step : s->step;
    const bool even = f.root == a->reg && !f.times[0] && is_power_of_2((uint64_t)size);
    return even && !is_written_from(s, c, a->reg) && most_at_first(s) >= FEW_ROUNDS;
}

static bool find(Late *s, const Blk *x)
{
    const Node *n = s->b->node_of[x->id];
    if (x->succ[1] != x || x->end - x->first > SIZE_MOST || !n || node_level(s->b, n) == LV_LANE)
        return false;
    *s = (Late){.b = s->b, .fn = s->fn, .x = x, .wides = s->fn->regs.n, .form = s->form, .written = s->written};
    memset(s->written, 0, sizeof *s->written * (size_t)(s->fn->regs.n + 1));
    if (!read_block(s) || !find_counter(s))
        return false;
    for (int k = 0; k < s->nread; k++)
        if (!add_walk(s, &s->read[k], s->bytes[k]))
            return false;
    return true;
}

/* ---- the check ----------------------------------------------------------------------------------------------------------- */

/* A new register of what two operands make. */
static Opnd make(Late *s, const char *name, Type t, const char *words, Opnd x, Opnd y)
{
    const Opnd d = opnd_reg(fn_new_reg(s->b->m->code, s->fn, name, t));
    code_add(&s->code, words, (Opnd[]){d, x, y}, 3);
    return d;
}

static Opnd number(int64_t v) { return opnd_number((uint64_t)v, T_S64); }

/* The number of rounds but one; *odd: whether that is not known. */
static Opnd add_rounds(Late *s, Opnd *odd)
{
    const int64_t size = s->step < 0 ? -s->step : s->step;
    const Opnd i = opnd_reg(s->counter), zero = opnd_number(0, T_U32);
    int shift = 0;
    while (INT64_C(1) << shift < size)
        shift++;
    const bool down = s->step < 0, to_zero = s->limit.kind == O_IMM && (uint32_t)s->limit.imm == 0;
    const Opnd way = down && to_zero ? i : make(s, "way", T_U32, "sub.u32", down ? i : s->limit, down ? s->limit : i);
    *odd = make(s, "odd", T_PRED, "setp.eq.u32", way, zero);
    if (shift) {
        const Opnd rest = make(s, "rest", T_B32, "and.b32", way, opnd_number((uint64_t)size - 1, T_U32));
        *odd = make(s, "odd", T_PRED, "or.pred", *odd, make(s, "odd", T_PRED, "setp.ne.u32", rest, zero));
    }
    const Opnd rounds = shift ? make(s, "rounds", T_U32, "shr.u32", way, opnd_number((uint64_t)shift, T_U32)) : way;
    const Opnd last = make(s, "last", T_U32, "sub.u32", rounds, opnd_number(1, T_U32));
    const Opnd wide = opnd_reg(fn_new_reg(s->b->m->code, s->fn, "last", T_U64));
    code_add(&s->code, "cvt.u64.u32", (Opnd[]){wide, last}, 2);
    return wide;
}

static void add_either(Late *s, Opnd *sum, Opnd p) { *sum = sum->kind == O_NONE ? p : make(s, "meets", T_PRED, "or.pred", *sum, p); }

/* How far it is from where the walk is in the first round to the last, and there along another register: that does not lead back, or *back says so. */
static Opnd add_far(Late *s, const Walk *w, Opnd last, Opnd *back)
{
    const Form f = form_of(s, w->root);
    const bool own = f.times[0] && w->along == f.by[0];
    Opnd often = f.times[0] <= 1 ? last : make(s, "steps", T_S64, "mul.lo.s64", last, number(f.times[0]));
    if (own)
        often = make(s, "steps", T_S64, "add.s64", often, number(w->times));
    const Opnd by = f.times[0] ? opnd_reg(f.by[0]) : number(f.number), far = f.times[0] || f.number ? make(s, "far", T_S64, "mul.lo.s64", often, by) : number(0);
    if (own || !w->times)
        return far;
    const Opnd along = opnd_reg(w->along);
    add_either(s, back, make(s, "back", T_PRED, "setp.lt.s64", make(s, "turns", T_B64, "xor.b64", along, by), number(0)));
    return make(s, "far", T_S64, "add.s64", make(s, "along", T_S64, "mul.lo.s64", along, number(w->times)), far);
}

/* Whether a store's place and what is read meet for some lane, far: how far that goes on. */
static Opnd add_meets(Late *s, const Ins *st, const Walk *w, Opnd far)
{
    const long long place = (int64_t)isa_address(st)->imm;
    Opnd apart = make(s, "apart", T_S64, "sub.s64", opnd_reg(isa_address(st)->reg), opnd_reg(w->root));
    if (w->beside >= 0)
        apart = make(s, "apart", T_S64, "sub.s64", apart, opnd_reg(w->beside));
    const Opnd meets = make(s, "meets", T_PRED, "setp.lt.s64", apart, far);
    Ins *ins = &s->code.ins.at[s->code.ins.n - 1];
    ins->pseudo = PSEUDO_MEETS;
    ins->lower = arena_printf(s->b->m->code, "$a, $b, %lld, %lld", (long long)w->low - place - width(st), (long long)w->high - place);
    return meets;
}

/* Whether lanes read by it here and there. */
static bool is_lanes_own(const Late *s, const Walk *w)
{
    return val_of(s, w->root).kind > (wide_of(s, w->root) ? VAL_UNI : VAL_AFF) || (w->beside >= 0 && s->b->reg[w->beside].val.kind != VAL_UNI);
}

/* Whether a predicate holds in any lane. */
static Opnd add_any(Late *s, Opnd p)
{
    const Opnd mask = opnd_reg(fn_new_reg(s->b->m->code, s->fn, "near", T_U32));
    code_add(&s->code, "selp.u32", (Opnd[]){mask, opnd_number(1, T_U32), opnd_number(0, T_U32), p}, 4);
    const Opnd any = make(s, "any", T_PRED, "setp.ne.u32", mask, opnd_number(0, T_U32));
    s->code.ins.at[s->code.ins.n - 1].pseudo = PSEUDO_ANY;
    return any;
}

/* What the block in front of the loop copies to an index, of which more may be known; or that itself. */
static int begins_as(const Late *s, int index)
{
    const Blk *front = loop_only_pred(s->x, false);
    const int at = front ? fn_last_write(s->fn, index, front->first, front->end) : -1;
    const Ins *mov = at >= 0 ? &s->fn->ins.at[at] : NULL;
    const Opnd *of = mov && isa_emit(mov) == EMIT_MOV && mov->guard < 0 ? isa_opnd(mov, ARG_A) : NULL;
    return opnd_is_reg(of) && s->b->reg[of->reg].ndef == 1 ? of->reg : index;
}

/* The index in 64 bits, with its sign if it has one. */
static Opnd add_long(Late *s, int reg, bool has_sign)
{
    const Opnd d = opnd_reg(fn_new_reg(s->b->m->code, s->fn, "long", T_S64));
    code_add(&s->code, has_sign ? "cvt.s64.s32" : "cvt.u64.u32", (Opnd[]){d, opnd_reg(reg)}, 2);
    return d;
}

/* A product as it is in the first round, what it grows by, and whether the index wraps before the last one. */
static void add_wide(Late *s, const Wide *w, int reg, Opnd last, Opnd *wraps)
{
    const Form f = s->written[w->index] ? s->form[w->index] : (Form){.root = w->index};
    const Opnd first = add_long(s, begins_as(s, w->index), w->has_sign), step = f.times[0] ? add_long(s, f.by[0], true) : number(f.number), by = number(w->by);
    const Opnd at[] = {make(s, "final", T_S64, "add.s64", make(s, "far", T_S64, "mul.lo.s64", last, step), first), first};
    const int64_t least = w->has_sign ? INT32_MIN : 0, most = w->has_sign ? INT32_MAX : UINT32_MAX;
    for (int k = 0; k < 1 + (w->low || w->high); k++) {
        add_either(s, wraps, make(s, "wraps", T_PRED, "setp.gt.s64", at[k], number(most - w->high)));
        add_either(s, wraps, make(s, "wraps", T_PRED, "setp.lt.s64", at[k], number(least - w->low)));
    }
    code_add(&s->code, "mul.lo.s64", (Opnd[]){opnd_reg(reg), first, by}, 3);
    code_add(&s->code, "mul.lo.s64", (Opnd[]){opnd_reg(reg + 1), step, by}, 3);
}

static void add_check(Late *s)
{
    Opnd meets, own = {.kind = O_NONE}, far[WALKS];
    const Opnd last = add_rounds(s, &meets);
    for (int k = 0; k < s->nwide; k++)
        add_wide(s, &s->wide[k], s->wides + 2 * k, last, s->b->reg[s->wide[k].index].val.kind == VAL_UNI ? &meets : &own);
    for (int j = 0; j < s->nwalk; j++)
        far[j] = add_far(s, &s->walk[j], last, &meets);
    for (int k = 0; k < s->nkept; k++) {
        const Ins *st = s->kept[k].store;
        for (int j = 0; j < s->nwalk; j++)
            add_either(s, is_lanes_own(s, &s->walk[j]) ? &own : &meets, add_meets(s, st, &s->walk[j], far[j]));
        for (int j = 0; j < k; j++) {
            const Opnd *o = isa_address(s->kept[j].store);
            const Walk other = {o->reg, -1, -1, 0, (int64_t)o->imm, (int64_t)o->imm + width(s->kept[j].store)};
            add_either(s, &meets, add_meets(s, st, &other, number(0)));
        }
    }
    if (own.kind != O_NONE)
        add_either(s, &meets, add_any(s, own));
    code_branch(&s->code, s->fast, meets.reg, true);
}

/* ---- the two loops ------------------------------------------------------------------------------------------------------- */

/* The instruction, as it was: the branch to the loop's beginning leads behind the check. */
static void add_slow(Late *s, int at)
{
    Ins ins = s->fn->ins.at[at];
    if (at == s->x->term)
        ins_become(s->b->m, s->fn, &ins, "bra", (Opnd[]){opnd_label(s->slow)}, 1);
    ins.slow = true;
    array_add(s->b->m->code, &s->code.ins, ins);
}

/* The registers that only the loop's one round refers to are others in its copy. */
static int *name_copies(const Late *s)
{
    const Fn *fn = s->fn;
    int *as = NEWN(s->b->a, int, fn->regs.n + 1);
    for (int r = 0; r < fn->regs.n; r++)
        as[r] = r;
    for (int i = s->x->first; i < s->x->term; i++) {
        const Dest d = ins_dest(&fn->ins.at[i]);
        const RegInfo *g = d.n == 1 ? &s->b->reg[d.reg] : NULL;
        int uses = 0;
        for (int k = s->x->first; g && k < s->x->end; k++)
            uses += ins_mentions(&fn->ins.at[k], d.reg).reads;
        if (g && g->ndef == 1 && uses == g->nuse && as[d.reg] == d.reg && fn->regs.at[d.reg]->vec <= 1)
            as[d.reg] = fn_copy_reg(s->b->m->code, s->fn, d.reg);
    }
    return as;
}

static Ins renamed(const Late *s, const Ins *like, const int *as)
{
    Ins ins = *like;
    ins_rename_all(s->b->m->code, &ins, as);
    return ins;
}

static void add_move(Late *s, int to, int from)
{
    code_add(&s->code, arena_printf(s->b->m->code, "mov.%s", type_info[s->fn->regs.at[to]->type].name), (Opnd[]){opnd_reg(to), opnd_reg(from)}, 2);
}

/* What memory has at the places that are read is loaded once. */
static void add_values(Late *s)
{
    for (int k = 0; k < s->nkept; k++) {
        Kept *p = &s->kept[k];
        if (!p->read)
            continue;
        p->value = fn_copy_reg(s->b->m->code, s->fn, stored(p->store)->reg);
        code_add(&s->code, arena_printf(s->b->m->code, "ld.%s.%s", p->store->word[1], p->store->word[2]), (Opnd[]){opnd_reg(p->value), *isa_address(p->store)}, 2);
    }
}

/* An instruction of the loop that keeps what lies at the places. */
static void add_kept(Late *s, const Ins *ins, const int *as)
{
    const Emit e = isa_emit(ins);
    const Kept *p = isa_is_ld_st(ins) ? kept_at(s, ins) : NULL;
    const Form *product = &s->product[ins - s->fn->ins.at - s->x->first];
    if (product->root >= s->wides && !p)
        code_add(&s->code, "add.s64", (Opnd[]){opnd_reg(as[ins_dest(ins).reg]), opnd_reg(product->root), number(product->number)}, 3);
    else if (!p)
        array_add(s->b->m->code, &s->code.ins, renamed(s, ins, as));
    else if (e == EMIT_LD)
        add_move(s, as[ins_dest(ins).reg], p->value);
    else if (p->read)
        add_move(s, p->value, as[stored(ins)->reg]);
}

/* The loop without its stores, and those behind it. */
static void add_fast(Late *s)
{
    const int *as = name_copies(s);
    const Ins *br = &s->fn->ins.at[s->x->term];
    s->fast->index = s->code.ins.n;
    add_values(s);
    s->head->index = s->code.ins.n;
    for (int i = s->x->first; i < s->x->term; i++)
        add_kept(s, &s->fn->ins.at[i], as);
    for (int k = s->wides; k < s->wides + 2 * s->nwide; k += 2)
        code_add(&s->code, "add.s64", (Opnd[]){opnd_reg(k), opnd_reg(k), opnd_reg(k + 1)}, 3);
    code_branch(&s->code, s->head, as[br->guard], br->guard_neg);
    for (int k = 0; k < s->nkept; k++) {
        const Kept *p = &s->kept[k];
        Ins st = renamed(s, p->store, as);
        if (p->read)
            ins_rename(s->b->m->code, &st, stored(&st)->reg, p->value);
        array_add(s->b->m->code, &s->code.ins, st);
    }
    code_branch(&s->code, s->behind, -1, false);
}

static void rewrite(Late *s)
{
    Fn *fn = s->fn;
    Arena *a = s->b->m->code;
    Sym **const labels[] = {&s->fast, &s->head, &s->slow, &s->behind};
    int *place = NEWN(s->b->a, int, fn->ins.n + 1);
    for (int k = 0; k < 2 * s->nwide; k++)
        fn_new_reg(a, fn, k % 2 ? "step" : "place", T_S64);
    s->code = code_begin(s->b);
    s->code.like = s->kept[0].store;
    for (int k = 0; k < 4; k++)
        *labels[k] = fn_new_label(a, fn, "$L__late", s->kept[0].store->loc);
    for (int i = 0; i < fn->ins.n; i++) {
        place[i] = s->code.ins.n;
        if (i == s->x->first) {
            add_check(s);
            s->slow->index = s->code.ins.n;
        }
        if (i == s->x->end)
            s->behind->index = s->code.ins.n;
        if (s->b->blk_of[i] == s->x)
            add_slow(s, i);
        else
            array_add(a, &s->code.ins, fn->ins.at[i]);
    }
    place[fn->ins.n] = s->code.ins.n;
    fn_end_code(s->b->m, fn, &s->code.ins);
    add_fast(s);
    fn_set_code(fn, s->code.ins, place);
    for (int k = 0; k < 4; k++)
        fn_put_label(a, fn, *labels[k]);
}

bool store_late(Back *b)
{
    Late s = {.b = b, .fn = b->fn};
    if (b->m->checked || !back_has_chunks(b))
        return false;
    s.form = NEWN(b->a, Form, b->fn->regs.n + 1);
    s.written = NEWN(b->a, bool, b->fn->regs.n + 1);
    for (int k = 0; k < b->fn->nblk; k++)
        if (find(&s, b->fn->blk[k])) {
            rewrite(&s);
            return true;
        }
    return false;
}
