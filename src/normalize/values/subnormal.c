/* subnormal.c: .ftz by the processor.
 *
 * An instruction with .ftz takes subnormal inputs for zeros and makes zeros of subnormal results, each by some operations
 * of software.  Processors can take subnormal inputs for zeros themselves, in a mode that is set for a whole launch
 * (x86: DAZ; ptx2c.h says PTX2C_DAZ where it is done).  In that mode plain arithmetic gives the bits that .ftz asks for, but
 * for results, which may be subnormal and count as zeros from then on.  (The mode that flushes results does not fit: it looks at
 * what is too small before that is rounded to a subnormal's places, and so loses values that round up to the least normal
 * one.)  Such a *late* value is flushed by an instruction of its own where its bits are looked at: in a store, a
 * move to an integer, wherever it is not an input of .ftz again.
 *
 * The mode counts for all that the kernel does.  So all of its instructions must be known to give the same bits in it:
 * whole numbers, copies, and f32 with .ftz; no double, no half, no f32 without .ftz, no calls.  Two things more are to be
 * thought of:
 *
 * - C compilers compute with constants as if there were no such mode.  A result that they can know, as all that goes into
 *   it is constant, is flushed in software at once (class N below).
 * - They make `a < b ? a : b` one instruction, which is arithmetic: it flushes.  Values that may be subnormal by right, as
 *   they come from memory, are compared in software, so that no such choice is seen; and a difference may be subnormal, so
 *   that a - b < 0 is not a < b: what is compared with zero is, too (by its bits: compare.h), or with a number that may be zero.
 *
 * Without such a mode software makes zeros of all results at once, so that only inputs are left to be flushed that may be subnormal by
 * right; the C marks these, and results whose readers need no flushing (f32.h).
 *
 * In: a kernel's instructions, matched.  Out: others, if it returns true: matched, blocks are to be made anew. */
#include "normalize/normalize.h"

/* What a C compiler may know of a value, beyond the instruction that makes it. */
typedef enum Class {
    OPEN, /* nothing: it depends on memory, a parameter, the thread's place */
    ZERO, /* that it is zero, if anything */
    NAUGHT, /* that it is zero or no number, if anything: 0 / 0, where what is summed up begins with 0 */
    KNOWN /* anything */
} Class;

/* Whether a register of type f32 may hold a subnormal. */
enum { RIGHT = 1, /* by right: it is a number like others */
       LATE = 2 };/* as a result that is to be flushed */

/* What reads a register: sums, which look at their result; what is the same for all numbers below 2^-100: squares, which are as good as 0,
 * powers of 2; anything else. */
enum { BY_SUMS = 1, BY_CONTRACTIONS = 2, BY_OTHERS = 4 };

/* How an instruction is done in the mode. */
typedef enum Way {
    WAY_NONE,  /* not known to be right */
    WAY_SAME,  /* as ever; inputs are looked at bit by bit */
    WAY_COPY,  /* as ever; f32 inputs pass unchanged */
    WAY_SOFT,  /* as ever; it takes subnormal inputs for zeros, by software, and its result is none */
    WAY_PLAIN, /* without flushing inputs; the result is late */
    WAY_CLEAN, /* without flushing inputs; the result is no subnormal */
    WAY_COMPARE
} Way;

typedef struct Flush {
    Module *m;
    Fn *fn;
    Arena *a;
    uint8_t *class, *holds; /* by register */
    int nreg;               /* registers before the new ones */
    uint64_t *roots;        /* by register: what memory an address made of it lies in, a bit each (ROOT_...) */
    uint8_t memory[64];     /* by such a bit: Class of what is stored */
    int *clean;             /* by register: another that holds it flushed, where software must flush inputs; or 0 */
    uint8_t *readers;       /* by register: BY_... */
    const int *writer;      /* only_writers */
    bool changed;
    InsList out;
} Flush;

/* ---- instructions -------------------------------------------------------------------------------------------------- */

/* Some word of it is a type of numbers with a point but f32. */
static bool has_other_float(const Ins *ins)
{
    for (int i = 1; i < ins->nword; i++) {
        const Type t = type_by_name(ins->word[i]);
        if (t != T_F32 && type_info[t].kind == 'f')
            return true;
    }
    return false;
}

static bool rounds_otherwise(const Ins *ins)
{
    return isa_has_word(ins, MOD_RZ) || isa_has_word(ins, MOD_RM) || isa_has_word(ins, MOD_RP);
}

static Way way_of_cvt(const Ins *ins)
{
    const Type d = ins->argtype[isa_arg(ins, ARG_D)], a = ins->argtype[isa_arg(ins, ARG_A)];
    if (d == T_F32 && a == T_F32)
        return isa_has_word(ins, MOD_FTZ) ? WAY_SOFT : WAY_NONE;
    if (d == T_F32 || isa_has_word(ins, MOD_FTZ))
        return rounds_otherwise(ins) ? WAY_NONE : WAY_SOFT;
    return isa_has_word(ins, MOD_RZI) || isa_has_word(ins, MOD_RNI) ? WAY_SAME : WAY_NONE;
}

static Way way_of_atomic(const Ins *ins)
{
    static const Modifier other[] = {MOD_NOFTZ, MOD_V2, MOD_V4, MOD_NONE};
    return isa_space(ins) == SP_GLOBAL && isa_has_word(ins, MOD_ADD) && ins->lower && !isa_has_any(ins, other) ? WAY_SAME : WAY_NONE;
}

static Way way_of_f32(const Ins *ins)
{
    static const Mnemonic plain[] = {INS_ADD, INS_SUB, INS_MUL, INS_FMA, INS_MAD, INS_DIV, INS_RCP, INS_EX2, INS_ABS,
                                   INS_NEG, INS_NONE};
    static const Mnemonic roots[] = {INS_SQRT, INS_RSQRT, INS_NONE}, soft[] = {INS_LG2, INS_SIN, INS_COS, INS_MIN, INS_MAX, INS_NONE};
    static const Mnemonic bits[] = {INS_ABS, INS_NEG, INS_COPYSIGN, INS_NONE};
    const Mnemonic op = ins->mnemonic;
    const bool ftz = isa_has_word(ins, MOD_FTZ);
    if (op == INS_CVT)
        return way_of_cvt(ins);
    if (op == INS_SELP)
        return WAY_COPY;
    if (op == INS_ATOM || op == INS_RED)
        return way_of_atomic(ins);
    if (!ftz)
        return ins_is_any(ins, bits) ? WAY_SAME : WAY_NONE;
    if (op == INS_SETP)
        return WAY_COMPARE;
    if (rounds_otherwise(ins) || !ins->lower)
        return WAY_NONE;
    if (ins_is_any(ins, plain))
        return isa_has_word(ins, MOD_SAT) ? WAY_CLEAN : WAY_PLAIN;
    return ins_is_any(ins, roots) ? WAY_CLEAN : ins_is_any(ins, soft) ? WAY_SOFT : WAY_NONE;
}

static Way way_of(const Ins *ins)
{
    static const Mnemonic whole[] = {
        INS_ADD, INS_SUB, INS_MUL, INS_MAD, INS_MUL24, INS_MAD24, INS_SAD, INS_DIV, INS_REM, INS_ABS, INS_NEG, INS_MIN,
        INS_MAX, INS_POPC, INS_CLZ, INS_BFIND, INS_BREV, INS_BFE, INS_BFI, INS_SZEXT, INS_BMSK, INS_DP4A, INS_DP2A,
        INS_ADDC, INS_SUBC, INS_MADC, INS_AND, INS_OR, INS_XOR, INS_NOT, INS_CNOT, INS_LOP3, INS_SHF, INS_SHL, INS_SHR,
        INS_SET, INS_SETP, INS_SELP, INS_SLCT, INS_PRMT, INS_CVT, INS_ISSPACEP, INS_SHFL, INS_VOTE, INS_MATCH,
        INS_ACTIVEMASK, INS_REDUX, INS_ELECT, INS_BAR, INS_BARRIER, INS_MEMBAR, INS_FENCE, INS_ATOM, INS_RED, INS_NONE,
    };
    switch (isa_emit(ins)) {
    case EMIT_CALL: case EMIT_STACK:
        return WAY_NONE;
    case EMIT_MOV:
        return ins->narg == 2 && opnd_is_reg(&ins->arg[0]) && ins->arg[1].comp < 0 && isa_has_word(ins, MOD_F32)
                   ? WAY_COPY : WAY_SAME;
    case EMIT_TEXT:
        if (has_other_float(ins))
            return WAY_NONE;
        return isa_has_word(ins, MOD_F32) ? way_of_f32(ins) : ins_is_any(ins, whole) ? WAY_SAME : WAY_NONE;
    default:
        return WAY_SAME;
    }
}

/* ---- what C compilers may know ---------------------------------------------------------------------------------------- */

static bool is_float_zero(const Opnd *o) { return (o->imm & (o->type == T_F32 ? INT32_MAX : INT64_MAX)) == 0; }

/* A constant so near zero, or so far from it, that it or its reciprocal is subnormal. */
static bool is_extreme(const Opnd *o)
{
    if (o->kind != O_FIMM || is_float_zero(o))
        return false;
    const int places = o->type == T_F32 ? 23 : 52, bias = o->type == T_F32 ? 127 : 1023;
    const int exponent = (int)(o->imm >> places & (unsigned)(2 * bias + 1)) - bias;
    return exponent < -126 || exponent >= 126;
}

static Class class_of(const Flush *f, const Opnd *o)
{
    Class c = OPEN;
    switch (o->kind) {
    case O_NONE: case O_SINK: case O_LABEL: return OPEN;
    case O_REG: return f->class[o->reg];
    case O_SREG: return opnd_is_sreg(o, SREG_TID) || opnd_is_sreg(o, SREG_CTAID) || opnd_is_sreg(o, SREG_LANEID) ? OPEN : KNOWN;
    case O_IMM: return o->imm ? KNOWN : ZERO;
    case O_FIMM: return is_float_zero(o) ? ZERO : KNOWN;
    case O_VEC:
        for (uint32_t i = 0; i < o->nsub; i++)
            c = (Class)greater(class_of(f, &o->sub[i]), c);
        return c;
    default: return KNOWN;
    }
}

static void raise_reg(Flush *f, uint8_t *of, int reg, uint8_t to)
{
    if (reg >= 0 && (of[reg] | to) != of[reg] && (of == f->holds || of[reg] < to)) {
        of[reg] = of == f->holds ? of[reg] | to : to;
        f->changed = true;
    }
}

/* ---- memory ---------------------------------------------------------------------------------------------------------- */

/* A C compiler knows what it loads where it sees that it has stored it there: in the same space, or with an address that comes from the same
 * parameter.  ROOT_MEMORY: addresses that lay in memory themselves, or about which nothing is known. */
enum { ROOT_PARAMS = 60, ROOT_SHARED = 60, ROOT_LOCAL, ROOT_VARIABLES, ROOT_MEMORY, ROOTS };

static uint64_t root(int which) { return (uint64_t)1 << which; }

static uint64_t root_of_space(Space s) { return s == SP_SHARED ? root(ROOT_SHARED) : s == SP_LOCAL ? root(ROOT_LOCAL) : 0; }

static uint64_t roots_of_symbol(const Flush *f, const Opnd *o)
{
    for (int i = 0; i < f->fn->params.n; i++)
        if (f->fn->params.at[i] == o->sym) /* which may be a structure of pointers */
            return root((int)((i * 7 + o->imm / 8) % ROOT_PARAMS));
    return o->sym->space == SP_SHARED || o->sym->space == SP_LOCAL ? root_of_space((Space)o->sym->space) : root(ROOT_VARIABLES);
}

static uint64_t roots_of_operand(const Flush *f, const Opnd *o)
{
    uint64_t roots = 0;
    for (uint32_t i = 0; i < o->nsub; i++)
        roots |= roots_of_operand(f, &o->sub[i]);
    if ((o->kind == O_REG || o->kind == O_MEM) && o->reg >= 0)
        roots |= f->roots[o->reg];
    if ((o->kind == O_SYM || o->kind == O_MEM) && o->sym)
        roots |= roots_of_symbol(f, o);
    return roots;
}

/* Of the registers that it writes: factors, and numbers too short for it, are no addresses. */
static uint64_t roots_of_result(const Flush *f, const Ins *ins)
{
    static const Mnemonic products[] = {INS_MUL, INS_MAD, INS_MUL24, INS_MAD24, INS_SHL, INS_NONE};
    const bool product = ins_is_any(ins, products);
    uint64_t roots = 0;
    if (isa_mem(ins) != MEM_NONE) {
        const Type t = isa_slot_type(ins, SLOT_TYPE);
        if (t && type_bytes(t) * 8 < f->m->address_size)
            return 0;
        if (isa_space(ins) != SP_PARAM)
            return root(ROOT_MEMORY);
    }
    for (int i = -1; isa_next_input(ins, &i);)
        if (!product || isa_arg_name(ins, i) == ARG_C)
            roots |= roots_of_operand(f, &ins->arg[i]);
    return roots;
}

/* Where a load, a store or an atomic operation has to do with memory. */
static uint64_t roots_of_access(const Flush *f, const Ins *ins)
{
    const int a = isa_arg(ins, ARG_A);
    if (a < 0 || ins->arg[a].kind != O_MEM)
        return root(ROOT_MEMORY);
    const uint64_t space = root_of_space(isa_opnd_space(ins, &ins->arg[a])), roots = space ? space : roots_of_operand(f, &ins->arg[a]);
    return roots ? roots : root(ROOT_MEMORY);
}

static Class class_of_memory(const Flush *f, const Ins *ins)
{
    const uint64_t roots = roots_of_access(f, ins);
    const bool any = roots >> ROOT_MEMORY & 1;
    Class c = OPEN;
    for (int i = 0; i < ROOTS; i++)
        if (any || i == ROOT_MEMORY || (roots >> i & 1))
            c = (Class)greater(c, f->memory[i]);
    return c;
}

/* ---- what C compilers may know of results ---------------------------------------------------------------------------- */

typedef struct Inputs { bool open, all_open, zero; Class most; int n; } Inputs;

static Inputs inputs_of(const Flush *f, const Ins *ins)
{
    Inputs x = {.all_open = true, .most = OPEN};
    for (int i = -1; isa_next_input(ins, &i);) {
        if (ins->arg[i].kind == O_NONE)
            continue;
        const Class c = class_of(f, &ins->arg[i]);
        const bool number = opnd_is_literal(&ins->arg[i]);
        x.n++;
        x.open |= c == OPEN;
        x.zero |= c == ZERO;
        x.all_open &= c == OPEN || number;
        x.most = c > x.most ? c : x.most;
    }
    return x;
}

static Class class_of_f32(const Ins *ins, const Inputs *x)
{
    static const Mnemonic products[] = {INS_MUL, INS_NONE}, odd[] = {INS_SQRT, INS_SIN, INS_NEG, INS_ABS, INS_CVT, INS_NONE};
    if (x->open)
        return OPEN; /* nothing is folded with a value that nobody knows: it may be NaN */
    if (x->zero && ins_is_any(ins, products))
        return x->most == NAUGHT ? NAUGHT : ZERO;
    if (x->most == KNOWN || (x->n == 1 && !ins_is_any(ins, odd)))
        return KNOWN;
    return ins->mnemonic == INS_DIV ? NAUGHT : x->most;
}

static Class class_of_whole(const Ins *ins, const Inputs *x)
{
    static const Mnemonic sums[] = {INS_ADD, INS_SUB, INS_MAD, INS_NONE}, products[] = {INS_AND, INS_MUL, INS_SHL, INS_SHR, INS_NONE};
    if (x->open && ins_is_any(ins, sums))
        return OPEN;
    return x->all_open && ins_is_any(ins, products) ? ZERO : x->most == ZERO && x->n > 1 ? ZERO : KNOWN;
}

static Class class_of_result(const Flush *f, const Ins *ins)
{
    const Inputs x = inputs_of(f, ins);
    const Space space = isa_space(ins);
    switch (isa_emit(ins)) {
    case EMIT_LD: return space == SP_PARAM ? OPEN : space == SP_CONST ? KNOWN : class_of_memory(f, ins);
    case EMIT_MOV: return x.most;
    case EMIT_TEXT: break;
    default: return KNOWN;
    }
    if (isa_mem(ins) != MEM_NONE)
        return class_of_memory(f, ins);
    if (ins->mnemonic == INS_SELP || isa_is_warp(ins))
        return x.most;
    return isa_has_word(ins, MOD_F32) ? class_of_f32(ins, &x) : class_of_whole(ins, &x);
}

/* Where a value is found to be equal to a constant, it is that. */
static void note_equal(Flush *f, const Ins *ins)
{
    static const Modifier equal[] = {MOD_EQ, MOD_NE, MOD_EQU, MOD_NEU, MOD_NONE};
    if (ins->mnemonic != INS_SETP || !isa_has_any(ins, equal))
        return;
    const Opnd *a = &ins->arg[isa_arg(ins, ARG_A)], *b = &ins->arg[isa_arg(ins, ARG_B)];
    if (a->kind == O_REG && class_of(f, b) > OPEN)
        raise_reg(f, f->class, a->reg, (uint8_t)class_of(f, b));
    if (b->kind == O_REG && class_of(f, a) > OPEN)
        raise_reg(f, f->class, b->reg, (uint8_t)class_of(f, a));
}

/* ---- what registers hold ------------------------------------------------------------------------------------------------ */

/* Whether the instruction's result is one that a C compiler may know, or has an input that it may take for another. */
static bool is_soft(const Flush *f, const Ins *ins)
{
    const Inputs x = inputs_of(f, ins);
    for (int i = 0; i < ins->narg; i++)
        if (is_extreme(&ins->arg[i]))
            return true;
    return class_of_f32(ins, &x) == KNOWN;
}

static int holds_of(const Flush *f, const Opnd *o)
{
    if (opnd_is_reg(o))
        return f->holds[o->reg] == LATE ? LATE : f->holds[o->reg] ? RIGHT : 0;
    return is_extreme(o) ? RIGHT : 0;
}

static int holds_of_result(const Flush *f, const Ins *ins)
{
    int holds = 0;
    switch (way_of(ins)) {
    case WAY_PLAIN: return is_soft(f, ins) ? 0 : LATE;
    case WAY_SAME: return RIGHT;
    case WAY_COPY:
        for (int i = -1; isa_next_input(ins, &i);)
            holds |= ins->argtype[i] == T_PRED ? 0 : holds_of(f, &ins->arg[i]);
        return holds;
    default: return 0;
    }
}

static void note_memory(Flush *f, const Ins *ins)
{
    if (!(isa_mem(ins) & MEM_W) && isa_emit(ins) != EMIT_ST)
        return;
    const Inputs x = inputs_of(f, ins);
    const int b = isa_arg(ins, ARG_B);
    const Class c = isa_emit(ins) == EMIT_ST && b >= 0 ? class_of(f, &ins->arg[b]) : isa_emit(ins) == EMIT_ST ? KNOWN : x.most;
    const uint64_t roots = roots_of_access(f, ins);
    for (int i = 0; i < ROOTS; i++)
        if ((roots >> i & 1) && c > f->memory[i]) {
            f->memory[i] = (uint8_t)c;
            f->changed = true;
        }
}

static void raise_roots(Flush *f, int reg, uint64_t to)
{
    if (reg >= 0 && to & ~f->roots[reg]) {
        f->roots[reg] |= to;
        f->changed = true;
    }
}

static void find(Flush *f)
{
    do {
        f->changed = false;
        for (const Ins *ins = f->fn->ins.at; array_has(f->fn->ins, ins); ins++) {
            const Class class = class_of_result(f, ins);
            const int holds = holds_of_result(f, ins);
            const uint64_t roots = roots_of_result(f, ins);
            for (Refs ref = ins_refs(ins); writes_next(&ref);) {
                raise_reg(f, f->class, ref.reg, (uint8_t)class);
                raise_reg(f, f->holds, ref.reg, (uint8_t)holds);
                raise_roots(f, ref.reg, roots);
            }
            note_equal(f, ins);
            note_memory(f, ins);
        }
    } while (f->changed);
}

/* ---- the new instructions ---------------------------------------------------------------------------------------------- */

/* to = from, flushed: a late value, or one that may be subnormal by right. */
static void add_flush(Flush *f, const Ins *like, int to, int from, const char *what)
{
    Ins *n = ins_add_made(f->m, f->fn, &f->out, like, "neg.ftz.f32", (Opnd[]){opnd_reg(to), opnd_reg(from)}, 2);
    n->lower = intern(arena_printf(f->a, "$d = ptx2c_%s_f32($a)", what));
}

static void rename_in(Flush *f, Opnd **list, int n, int from, int to, uint32_t dests)
{
    Opnd *copy = NEWN(f->a, Opnd, n + 1);
    for (int i = 0; i < n; i++) {
        copy[i] = (*list)[i];
        if (copy[i].kind == O_REG && copy[i].reg == from && !(dests >> i & 1))
            copy[i].reg = to;
        if (copy[i].nsub && !(dests >> i & 1))
            rename_in(f, &copy[i].sub, (int)copy[i].nsub, from, to, 0);
    }
    *list = copy;
}

/* The instruction reads or, with dest, writes another register. */
static void rename_reg(Flush *f, Ins *ins, int from, int to, bool dest)
{
    const bool one = ins->op == ins->arg;
    if (!one)
        ins->op = memcpy(NEWN(f->a, Opnd, ins->nop + 1), ins->op, sizeof *ins->op * ins->nop);
    rename_in(f, &ins->arg, ins->narg, from, to, dest ? ~ins->dests : ins->dests);
    if (one)
        ins->op = ins->arg;
    else
        ins_agree(f->a, ins);
}

/* Its inputs whose bits it looks at are flushed before. */
static void flush_inputs(Flush *f, Ins *ins)
{
    for (;;) {
        int late = -1;
        for (Refs ref = ins_refs(ins); reads_next(&ref);)
            if (ref.reg < f->nreg && f->holds[ref.reg] == LATE)
                late = ref.reg;
        if (late < 0)
            return;
        const int to = fn_copy_reg(f->a, f->fn, late);
        add_flush(f, ins, to, late, "late");
        rename_reg(f, ins, late, to, false);
    }
}

static bool is_sum(const Ins *ins)
{
    static const Mnemonic sums[] = {INS_ADD, INS_SUB, INS_NONE};
    return ins_is_any(ins, sums);
}

/* The text of it, with its inputs marked that may be subnormal by right. */
static const char *mark_inputs(const Flush *f, const Ins *ins, const char *text)
{
    for (int i = -1; isa_next_input(ins, &i);) {
        const Opnd *o = &ins->arg[i];
        const bool marked = holds_of(f, o) == RIGHT && !(opnd_is_reg(o) && f->clean[o->reg]);
        const char *at = marked ? isa_text_arg(ins, text, i) : NULL;
        if (at)
            text = arena_printf(f->a, "%.*sptx2c_%s_f32($%c)%s", (int)(at - 1 - text), text, is_sum(ins) ? "addend" : "right", *at, at + 1);
    }
    return text;
}

static int dest_of(const Ins *ins)
{
    const int d = isa_arg(ins, ARG_D);
    return d >= 0 && ins->arg[d].kind == O_REG ? ins->arg[d].reg : -1;
}

/* The C of it, with the mode in mind. */
static void use_mode(const Flush *f, Ins *ins)
{
    static const char plain[] = "_ftz_f32(";
    static const Mnemonic terms[] = {INS_ADD, INS_SUB, INS_MUL, INS_FMA, INS_MAD, INS_NONE};
    const int dest = dest_of(ins);
    const bool free = dest >= 0 && f->holds[dest] == LATE && !(f->readers[dest] & (is_sum(ins) ? ~BY_CONTRACTIONS : BY_OTHERS));
    const char *const term = free && ins_is_any(ins, terms) && !rounds_otherwise(ins) ? strstr(ins->lower, plain) : NULL;
    if (term)
        ins->lower = intern(arena_printf(f->a, "%.*s_term_f32(%s", (int)(term - ins->lower), ins->lower, term + strlen(plain)));
    Str s = {0};
    const char *from = ins->mnemonic == INS_NEG ? "$d = ptx2c_neg_ftz_f32($a)" : ins->lower, *at;
    for (; (at = strstr(from, "_ftz_")) != NULL; from = at + 5) {
        str_addn(&s, from, (size_t)(at - from));
        str_add(&s, "_daz_");
    }
    str_add(&s, from);
    ins->lower = intern(mark_inputs(f, ins, s.s));
    str_free(&s);
}

/* A number so far from zero that subnormals and zero lie on one side of it; or one of two such. */
static bool is_far(const Flush *f, const Opnd *o)
{
    const Ins *choice = only_writer(f->fn, f->writer, o);
    if (choice && choice->mnemonic == INS_SELP && choice->guard < 0)
        return opnd_is_literal(&choice->arg[isa_arg(choice, ARG_A)]) && is_far(f, &choice->arg[isa_arg(choice, ARG_A)]) &&
               opnd_is_literal(&choice->arg[isa_arg(choice, ARG_B)]) && is_far(f, &choice->arg[isa_arg(choice, ARG_B)]);
    return o->kind == O_FIMM && o->type == T_F32 && (o->imm & 0x7f800000) != 0;
}

static bool compares_late(const Flush *f, const Ins *ins)
{
    int far = 0;
    for (int i = -1; isa_next_input(ins, &i);) {
        const Opnd *o = &ins->arg[i];
        if (ins->argtype[i] == T_PRED)
            continue;
        far += is_far(f, o);
        if ((class_of(f, o) != OPEN && !is_far(f, o)) || holds_of(f, o) == RIGHT)
            return false;
    }
    return far < 2;
}

static bool is_mixed(const Flush *f, int dest) { return dest >= 0 && f->holds[dest] == (LATE | RIGHT); }

/* The processor does it. */
static bool is_arithmetic(const Flush *f, const Ins *ins)
{
    const Way way = way_of(ins);
    return (way == WAY_PLAIN || way == WAY_CLEAN) && !is_soft(f, ins) && !(is_mixed(f, dest_of(ins)) && ins->guard >= 0);
}

/* Finds registers that several products take and nobody asks for their bits, and a parameter's that any takes, which costs little to keep
 * beside: software that must flush inputs does so once, where they are written. */
static void find_clean(Flush *f)
{
    typedef struct { int writes, products; bool bits, param; } Use;
    Use *use = NEWN(f->a, Use, f->nreg + 1);
    for (const Ins *ins = f->fn->ins.at; array_has(f->fn->ins, ins); ins++) {
        const bool product = is_arithmetic(f, ins) && !is_sum(ins);
        for (Refs ref = ins_refs(ins); refs_next(&ref);) {
            Use *u = &use[ref.reg];
            u->writes += ref.write ? 1 + (ins->guard >= 0) : 0;
            u->param |= ref.write && isa_emit(ins) == EMIT_LD && isa_space(ins) == SP_PARAM;
            u->products += !ref.write && product;
            u->bits |= !ref.write && way_of(ins) < WAY_SOFT;
        }
    }
    for (int r = 0; r < f->nreg; r++)
        if (f->holds[r] == RIGHT && use[r].writes == 1 && (use[r].param ? use[r].products > 0 : use[r].products > 1 && !use[r].bits))
            f->clean[r] = fn_copy_reg(f->a, f->fn, r);
}

/* How the instruction reads the register: BY_... */
static int reader(const Flush *f, const Ins *ins, int reg)
{
    if (!is_arithmetic(f, ins))
        return BY_OTHERS;
    if (is_sum(ins))
        return BY_SUMS;
    static const Mnemonic products[] = {INS_MUL, INS_FMA, INS_MAD, INS_NONE};
    int factors = 0, others = 0;
    for (int i = -1; isa_next_input(ins, &i);)
        if (ins->arg[i].kind == O_REG && ins->arg[i].reg == reg)
            *(i == isa_arg(ins, ARG_A) || i == isa_arg(ins, ARG_B) ? &factors : &others) += 1;
    const bool square = ins_is_any(ins, products) && factors == 2 && !others;
    return square || ins->mnemonic == INS_EX2 ? BY_CONTRACTIONS : BY_OTHERS;
}

static void find_readers(Flush *f)
{
    for (int i = 0; i < f->fn->ins.n; i++)
        for (Refs ref = ins_refs(&f->fn->ins.at[i]); reads_next(&ref);)
            f->readers[ref.reg] |= (uint8_t)reader(f, &f->fn->ins.at[i], ref.reg);
}

/* Its inputs of which there is one that is flushed, if it wants them so. */
static void use_clean(Flush *f, Ins *ins, const Ins *was)
{
    for (Refs ref = ins_refs(was); refs_next(&ref) && way_of(was) >= WAY_SOFT;)
        if (!ref.write && f->clean[ref.reg])
            rename_reg(f, ins, ref.reg, f->clean[ref.reg], false);
}

static void add_clean(Flush *f, const Ins *was)
{
    for (Refs ref = ins_refs(was); writes_next(&ref);)
        if (f->clean[ref.reg])
            add_flush(f, was, f->clean[ref.reg], ref.reg, "right");
}

static void rewrite(Flush *f, const Ins *was)
{
    Ins ins = *was;
    const Way way = way_of(was);
    const int dest = dest_of(was);
    const bool mixed = is_mixed(f, dest), arithmetic = is_arithmetic(f, was);
    if (way == WAY_SAME || (way == WAY_COPY && mixed))
        flush_inputs(f, &ins);
    else if ((way == WAY_COMPARE && compares_late(f, was)) || arithmetic)
        use_mode(f, &ins);
    use_clean(f, &ins, was);
    if (way != WAY_PLAIN || !mixed || !arithmetic) {
        array_add(f->a, &f->out, ins);
        add_clean(f, was);
        return;
    }
    const int late = fn_copy_reg(f->a, f->fn, dest);
    rename_reg(f, &ins, dest, late, true);
    array_add(f->a, &f->out, ins);
    add_flush(f, was, dest, late, "late");
}

bool subnormal_build(Arena *a, Module *m, Fn *fn)
{
    bool any = false;
    for (int i = 0; i < fn->ins.n && fn->is_entry; i++) {
        const Way way = way_of(&fn->ins.at[i]);
        if (way == WAY_NONE)
            return false;
        any |= way >= WAY_PLAIN;
    }
    if (!any)
        return false;
    Flush f = {.m = m, .fn = fn, .a = m->code, .nreg = fn->regs.n};
    f.class = NEWN(f.a, uint8_t, fn->regs.n + 1);
    f.holds = NEWN(f.a, uint8_t, fn->regs.n + 1);
    f.clean = NEWN(f.a, int, fn->regs.n + 1);
    f.readers = NEWN(f.a, uint8_t, fn->regs.n + 1);
    f.roots = NEWN(f.a, uint64_t, fn->regs.n + 1);
    f.writer = only_writers(a, fn);
    find(&f);
    find_clean(&f);
    find_readers(&f);
    for (Rewrite w = rewrite_begin(m, fn, &f.out); rewrite_next(&w);)
        rewrite(&f, w.ins);
    return true;
}
