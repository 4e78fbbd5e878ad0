/* sanitize_look.c: --sanitize=memory,init: looks at what a CTA accesses before it runs, so that it may run unchecked.
 *
 * A look is the kernel without all but what addresses and the ways to them need, and goes through the same passes, which make vectors of
 * it.  The first compares each address with where its place has led before.  Where all lead so, a second keeps account of what has a value
 * in shared and local memory, which nothing has written when a CTA begins: in memory of its own a store leaves ones, of as many bits,
 * and a load asks for ones; threads meet there as they do in the kernel.  What each thread finds is told at its end.
 *
 * There are none where an address depends on what memory holds, or comes from other lanes, and where memory is accessed in other ways than
 * by loads, stores and atomic operations.
 *
 * In: the kernel's instructions as all ways to run it want them.  Out: others, to be taken back.  Cost: linear but for the rounds that it
 * takes until no more registers are needed. */
#include "emit/checks/sanitize_look.h"
#include "emit/lower.h"

#include <ctype.h>

typedef enum What {
    IS_VALUE,   /* computes something */
    IS_ACCESS,
    IS_FETCH,   /* from a texture, by its own sampler */
    IS_MEETING, /* threads meet */
    IS_ANSWER,  /* asks whether something has no value: it has */
    IS_UNSET,   /* is told under a guard */
    IS_BRANCH,
    IS_END,     /* of the thread */
    IS_NOTHING,
    IS_OTHER    /* there can be no look */
} What;

enum { LOCAL_LIMIT = 1024 }; /* bytes of threads' local memory */

/* Accesses at fixed distances from the first one. */
typedef struct Group {
    int reg;           /* their base; -1: no others join */
    uint32_t mask;     /* what the address of the first one must not have */
    Space space;
    uint64_t first;    /* its distance from the base */
    int test;          /* in Look.out */
    bool wide;
} Group;

typedef struct Look {
    Kernel *k;
    Module *m;
    Fn *fn;
    Writer w;           /* for what is known of an access */
    Arena *tmp;
    LookFor for_what;
    const bool *zero;   /* find_zeros */
    Blk **blk;          /* by instruction; NULL: nothing comes there */
    bool *needed;       /* by register */
    bool *kept;         /* by instruction */
    Regs *of;           /* by block: branches that decide whether it is come to, by instruction */
    Looked *what;
    bool finds;         /* it may find something */
    bool changed, fails;
    InsList out;
    SymList labels;     /* those made within a block */
    Sym **label;        /* by block, where one is made */
    int *place;         /* by instruction: where it is in out */
    int found, flag;    /* registers: what a thread has found, of the second look the ones that it has; where that is told */
    Ins at;             /* what is rewritten: its place */
    Array(Group) groups;
} Look;

/* ---- which instructions there are -------------------------------------------------------------------------------------------- */

/* Of an instruction that lanes do together. */
static What what_together(const Ins *ins)
{
    if (isa_is_cta(ins))
        return plain_barrier(ins) && !ins->dests ? IS_MEETING : IS_OTHER;
    return isa_mem(ins) != MEM_NONE ? IS_OTHER : ins->mnemonic == INS_BAR ? IS_MEETING : IS_VALUE;
}

static What what_of_memory(const Ins *ins)
{
    if (check_probed(ins))
        return IS_ACCESS;
    if (isa_emit(ins) == EMIT_LD && isa_opnd_space(ins, isa_opnd(ins, ARG_A)) == SP_PARAM)
        return IS_VALUE;
    if (isa_is_ld_st(ins))
        return isa_opnd_space(ins, isa_opnd(ins, ARG_A)) == SP_LOCAL ? IS_ACCESS : IS_OTHER;
    return ins->mnemonic == INS_TEX && !isa_opnd(ins, ARG_S) && isa_opnd(ins, ARG_T)->kind == O_REG ? IS_FETCH : IS_OTHER;
}

/* IS_VALUE: its kind alone does not tell. */
static What what_by_kind(const Ins *ins)
{
    switch (isa_emit(ins)) {
    case EMIT_BRA: case EMIT_BRX: return IS_BRANCH;
    case EMIT_RET: case EMIT_EXIT: return IS_END;
    case EMIT_TRAP: case EMIT_CALL: case EMIT_STACK: return IS_OTHER;
    case EMIT_NOP: return isa_asks_of_cache(ins) || isa_orders_aside(ins) ? IS_OTHER : IS_NOTHING;
    default: return IS_VALUE;
    }
}

static What what_else(const Ins *ins)
{
    const What is = what_by_kind(ins);
    if (is != IS_VALUE)
        return is;
    if (isa_is_cta(ins) || isa_is_warp(ins))
        return what_together(ins);
    if (ins->mnemonic == INS_MEMBAR || ins->mnemonic == INS_FENCE)
        return IS_NOTHING;
    if (isa_accesses(ins))
        return what_of_memory(ins);
    return isa_reads_carry(ins) || isa_sets_carry(ins) || isa_uses_cluster(ins) ? IS_OTHER : IS_VALUE;
}

/* By register, whether it is known to be 0 where all that is loaded has a value. */
static bool is_zero(const bool *zero, const Opnd *o)
{
    return o->kind == O_REG ? o->comp < 0 && !o->neg && zero[o->reg] : o->kind == O_IMM && !o->imm;
}

static bool are_zero(const bool *zero, const Ins *ins)
{
    return is_zero(zero, isa_opnd(ins, ARG_A)) && is_zero(zero, isa_opnd(ins, ARG_B));
}

static bool gives_zero(const bool *zero, const Ins *ins, int reg)
{
    if (ins->pseudo)
        return ins->pseudo == PSEUDO_UNWRITTEN;
    switch (ins->mnemonic) {
    case INS_MOV: return is_zero(zero, isa_opnd(ins, ARG_A));
    case INS_AND: return is_zero(zero, isa_opnd(ins, ARG_A)) || is_zero(zero, isa_opnd(ins, ARG_B));
    case INS_OR: case INS_XOR: return are_zero(zero, ins);
    case INS_SELP: return is_zero(zero, isa_opnd(ins, ARG_B)) && (is_zero(zero, isa_opnd(ins, ARG_A)) || is_zero(zero, isa_opnd(ins, ARG_C)));
    case INS_SETP: return isa_compare(ins) == (CMP_LESS | CMP_MORE) && ins_dest(ins).n == 1 && are_zero(zero, ins);
    case INS_SHFL: return is_zero(zero, isa_opnd(ins, ARG_A)) && isa_opnd(ins, ARG_D)->reg == reg;
    default: return false;
    }
}

static const bool *find_zeros(Arena *a, const Fn *fn)
{
    bool *zero = NEWN(a, bool, fn->regs.n + 1);
    memset(zero, 1, (size_t)fn->regs.n);
    for (AGAIN(changed))
        for (int i = 0; i < fn->ins.n; i++)
            for (Refs ref = ins_refs(&fn->ins.at[i]); refs_next(&ref);)
                if (ref.write && zero[ref.reg] && !gives_zero(zero, &fn->ins.at[i], ref.reg)) {
                    zero[ref.reg] = false;
                    changed = true;
                }
    return zero;
}

static const char *zero_words(Arena *a, const Fn *fn, int reg)
{
    const Type t = fn->regs.at[reg]->type;
    return arena_printf(a, "mov.%s", t == T_PRED ? "pred" : type_plain(t));
}

/* It gives 0 alone, or what nobody asks for. */
static bool answers(const bool *zero, const Ins *ins)
{
    bool any = false;
    for (Refs ref = ins_refs(ins); refs_next(&ref);) {
        if (ref.write && !zero[ref.reg] && ins->mnemonic != INS_SHFL)
            return false;
        any |= ref.write && zero[ref.reg];
    }
    return any && (isa_mem(ins) == MEM_NONE || ins->pseudo == PSEUDO_UNWRITTEN);
}

static What what_of(const bool *zero, const Ins *ins)
{
    if (ins_checks_unset(ins))
        return ins->guard >= 0 && !ins->guard_neg && zero[ins->guard] ? IS_NOTHING : IS_UNSET;
    if (ins->dests && answers(zero, ins))
        return IS_ANSWER;
    return (ins->pseudo && ins->pseudo != PSEUDO_FOLLOWED) || !ins->form ? IS_OTHER : what_else(ins);
}

static const Opnd *address(const Ins *ins) { return isa_opnd(ins, ARG_A); }

static bool is_shared(const Ins *ins) { return isa_opnd_space(ins, address(ins)) == SP_SHARED; }
static bool is_local(const Ins *ins) { return isa_opnd_space(ins, address(ins)) == SP_LOCAL; }

/* ---- what is needed ------------------------------------------------------------------------------------------------------------ */

/* The branch at the end of x decides about blocks on the ways from it up to where they meet again. */
static void note_controls(Look *x, const Blk *from)
{
    const bool parts = blk_nsucc(from) > 1 || (from->exits && from->succ[0]);
    for (int i = 0; parts && i < blk_nsucc(from); i++)
        for (const Blk *b = blk_succ(from, i); b && b != from->ipdom; b = b->ipdom)
            array_add(x->tmp, &x->of[b->id], from->term);
}

static void need(Look *x, int reg)
{
    x->changed |= !x->needed[reg];
    x->needed[reg] = true;
}

static void need_inputs(Look *x, const Ins *ins)
{
    for (Refs ref = ins_refs(ins); refs_next(&ref);)
        if (!ref.write)
            need(x, ref.reg);
}

/* A value that is no other, should it be asked for again. */
static bool varies(const Ins *ins)
{
    for (int i = 0; i < ins->narg; i++)
        if (ins->arg[i].kind == O_SREG && isa_sregs[ins->arg[i].sym->index].vary)
            return true;
    return false;
}

static void keep(Look *x, int at)
{
    const Ins *ins = &x->fn->ins.at[at];
    const What is = what_of(x->zero, ins);
    if (x->kept[at] || !x->blk[at])
        return;
    x->kept[at] = x->changed = true;
    for (int i = 0; i < x->of[x->blk[at]->id].n; i++)
        keep(x, x->of[x->blk[at]->id].at[i]);
    if (is == IS_ACCESS) {
        if (address(ins)->reg >= 0)
            need(x, address(ins)->reg);
        if (ins->guard >= 0)
            need(x, ins->guard);
    } else if (is == IS_FETCH) {
        need(x, isa_opnd(ins, ARG_T)->reg);
        if (ins->guard >= 0)
            need(x, ins->guard);
    } else if (is == IS_UNSET) {
        need(x, ins->guard);
    } else if (is != IS_ANSWER) {
        x->fails |= varies(ins) || (is == IS_VALUE && isa_is_warp(ins));
        need_inputs(x, ins);
    }
}

/* What this look is for. */
static bool is_sought(const Look *x, const Ins *ins, What is)
{
    const bool accounts = x->for_what == LOOK_ACCOUNT, window = is == IS_ACCESS && (is_shared(ins) || is_local(ins));
    switch (is) {
    case IS_ACCESS: return x->for_what == LOOK_LEADS ? address(ins)->reg >= 0 : accounts ? window : !window && isa_emit(ins) == EMIT_ST;
    case IS_MEETING: return accounts && x->what->shares;
    default: return (is == IS_UNSET || is == IS_FETCH) && x->for_what == LOOK_LEADS;
    }
}

static void find_needed(Look *x)
{
    do {
        x->changed = false;
        for (int i = x->fn->ins.n; i-- > 0;) {
            const Ins *ins = &x->fn->ins.at[i];
            const What is = x->blk[i] ? what_of(x->zero, ins) : IS_NOTHING;
            x->fails |= is == IS_OTHER || (is == IS_UNSET && ins->guard < 0);
            if (is_sought(x, ins, is))
                keep(x, i);
            for (Refs ref = ins_refs(ins); x->blk[i] && refs_next(&ref);)
                if (ref.write && x->needed[ref.reg]) {
                    x->fails |= is == IS_ACCESS || is == IS_FETCH;
                    keep(x, i);
                }
        }
    } while (x->changed && !x->fails);
}

/* ---- the look's instructions --------------------------------------------------------------------------------------------------- */

static Ins *put(Look *x, const char *words, const Opnd *op, int n)
{
    array_add(x->m->code, &x->out, ins_new(x->m, x->fn, x->m->code, &x->at, words, op, n));
    return &x->out.at[x->out.n - 1];
}

static void put_guarded(Look *x, int guard, bool negated, const char *words, const Opnd *op, int n)
{
    ins_under(put(x, words, op, n), guard, negated);
}

static int new_reg(Look *x, const char *name, Type t) { return fn_new_reg(x->m->code, x->fn, name, t); }

static Opnd vector(Look *x, const Opnd *sub, int n)
{
    Opnd *copy = memcpy(NEWN(x->m->code, Opnd, n), sub, sizeof *sub * (size_t)n);
    return (Opnd){.kind = O_VEC, .comp = -1, .reg = -1, .nsub = (uint16_t)n, .sub = copy};
}

/* What is asked for or left at an address: so many registers of a type. */
static const struct { uint32_t bytes; int n; const char *load, *store; } shapes[] = {
    {1, 1, "s8", "u8"}, {2, 1, "s16", "u16"}, {4, 1, "b32", "b32"}, {8, 2, "v2.b32", "v2.b32"}, {16, 4, "v4.b32", "v4.b32"}};

static int shape_of(uint32_t bytes)
{
    for (int i = 0; i < (int)(sizeof shapes / sizeof *shapes); i++)
        if (shapes[i].bytes == bytes)
            return i;
    return -1;
}

/* Whether an address that names a variable surely lies in it. */
static bool is_inside(const Opnd *a, uint32_t bytes)
{
    const Sym *v = a->reg < 0 ? a->sym : NULL;
    const bool apart = v && v->space != SP_SHARED && v->space != SP_LOCAL;
    return v && v->kind == SYM_VAR && a->imm <= v->bytes && v->bytes - a->imm >= bytes &&
           (apart ? v->align >= bytes && a->imm % bytes == 0 : (place_of((Sym *)v)->offset + a->imm) % bytes == 0);
}

static Group *group_of(Look *x, const Ins *ins, uint32_t bytes)
{
    const Opnd *a = address(ins);
    const Space space = isa_opnd_space(ins, a);
    for (Group *g = x->groups.at; array_has(x->groups, g) && ins->guard < 0; g++)
        if (g->reg == a->reg && g->space == space && (a->imm - g->first) % bytes == 0) {
            g->mask |= bytes - 1;
            return g;
        }
    return NULL;
}

/* Adds to what is found whether the access leads elsewhere than it should. */
static void put_bounds(Look *x, const Ins *ins, int site, uint32_t bytes)
{
    const Opnd *a = address(ins);
    Group *g = group_of(x, ins, bytes);
    const bool joins = g;
    if (!g) {
        const Group begins = {.reg = ins->guard < 0 ? a->reg : -1, .mask = bytes - 1, .space = isa_opnd_space(ins, a), .first = a->imm};
        array_add(x->tmp, &x->groups, begins);
        g = &x->groups.at[x->groups.n - 1];
    }
    str_printf(&x->what->parts, "%s{ptx2c_sites + %d, %lld, %d}", x->what->nparts++ ? ", " : "", site, (long long)(a->imm - g->first),
               (int)(g - x->groups.at));
    if (joins)
        return;
    const bool wide = type_info[x->fn->regs.at[a->reg]->type].bits == 64;
    const int lacks = new_reg(x, "lacks", T_U32);
    int at = a->reg;
    if (a->imm) {
        at = new_reg(x, "at", wide ? T_U64 : T_U32);
        put(x, wide ? "add.s64" : "add.s32", (Opnd[]){opnd_reg(at), opnd_reg(a->reg), opnd_number(a->imm, wide ? T_S64 : T_S32)}, 3);
    }
    put(x, wide ? "popc.b64" : "popc.b32", (Opnd[]){opnd_reg(lacks), opnd_reg(at)}, 2);
    g->test = x->out.n - 1;
    g->wide = wide;
    put_guarded(x, ins->guard, ins->guard_neg, "or.b32", (Opnd[]){opnd_reg(x->found), opnd_reg(x->found), opnd_reg(lacks)}, 3);
}

/* The same of a fetch, for which all of the texture is memory with values: it may lead anywhere in it. */
static void put_fetch(Look *x, const Ins *ins)
{
    const int t = isa_opnd(ins, ARG_T)->reg;
    Sym *const ref = x->fn->regs.at[t];
    const int lacks = new_reg(x, "lacks", T_U32);
    const Type type = (Type)ref->type;
    Str geometry = {0};
    for (const char *c = isa_words[isa_slot(ins, SLOT_GEOM)]; *c; c++)
        str_printf(&geometry, "%c", toupper((unsigned char)*c));
    ref->type = T_B64; /* as the form wants it */
    Ins *test = put(x, "popc.b64", (Opnd[]){opnd_reg(lacks), opnd_reg(t)}, 2);
    ref->type = type;
    test->lower = arena_printf(x->m->code, "$d = ptx2c_look_texture(c, ptx2c_sites + %d, $a, PTX2C_%s, %s, %s)", check_fetch(&x->w, ins),
                               geometry.s, isa_slot(ins, SLOT_CTYPE) == MOD_S32 ? "true" : "false",
                               isa_opnd(ins, ARG_F) ? "true" : "false");
    put_guarded(x, ins->guard, ins->guard_neg, "or.b32", (Opnd[]){opnd_reg(x->found), opnd_reg(x->found), opnd_reg(lacks)}, 3);
    str_free(&geometry);
}

/* Leaves ones where the access is, and asks for them before that, if it reads. */
static void put_account(Look *x, const Ins *ins, uint32_t bytes, bool reads, bool writes)
{
    const char *space = is_shared(ins) ? "shared" : "local";
    const int shape = shape_of(bytes);
    Opnd part[4] = {0};
    if (shape < 0) {
        x->fails = true;
        return;
    }
    const int n = shapes[shape].n;
    for (int i = 0; i < n; i++)
        part[i] = opnd_reg(new_reg(x, "ones", T_B32));
    if (reads)
        put_guarded(x, ins->guard, ins->guard_neg, arena_printf(x->tmp, "ld.%s.%s", space, shapes[shape].load),
                    (Opnd[]){n > 1 ? vector(x, part, n) : part[0], *address(ins)}, 2);
    for (int i = 0; i < n && reads; i++)
        put_guarded(x, ins->guard, ins->guard_neg, "and.b32", (Opnd[]){opnd_reg(x->found), opnd_reg(x->found), part[i]}, 3);
    for (int i = 0; i < n; i++)
        part[i] = opnd_number(bytes < 4 ? (1u << 8 * bytes) - 1 : UINT32_MAX, T_U32);
    if (writes)
        put_guarded(x, ins->guard, ins->guard_neg, arena_printf(x->tmp, "st.%s.%s", space, shapes[shape].store),
                    (Opnd[]){*address(ins), n > 1 ? vector(x, part, n) : part[0]}, 2);
}

/* An atomic operation, as which C compilers have no vectors of it. */
static void put_mark(Look *x, const Ins *ins, int site)
{
    const char *space = isa_opnd_space(ins, address(ins)) == SP_GLOBAL ? "red.global.dec.u32" : "red.dec.u32";
    put_guarded(x, ins->guard, ins->guard_neg, space, (Opnd[]){*address(ins), opnd_number(0, T_U32)}, 2);
    x->out.at[x->out.n - 1].lower = arena_printf(x->m->code, "ptx2c_look_mark(ptx2c_sites + %d, $a)", site);
}

static void put_access(Look *x, const Ins *ins)
{
    bool reads, writes;
    uint32_t bytes;
    const int site = check_access(&x->w, ins, &bytes, &reads, &writes);
    if (x->for_what == LOOK_ACCOUNT)
        put_account(x, ins, bytes, reads, writes);
    else if (x->for_what == LOOK_MARKS)
        put_mark(x, ins, site);
    else
        put_bounds(x, ins, site, bytes);
}

/* What is left of the local memory when a thread begins. */
static void put_beginning(Look *x)
{
    for (int i = 0; i < x->fn->vars.n && x->what->owns && x->for_what == LOOK_ACCOUNT; i++) {
        Sym *v = x->fn->vars.at[i];
        const bool words = v->bytes % 4 == 0 && place_of(v)->offset % 4 == 0;
        for (uint64_t at = 0; v->space == SP_LOCAL && at < v->bytes; at += words ? 4 : 1)
            put(x, words ? "st.local.b32" : "st.local.u8",
                (Opnd[]){{.kind = O_MEM, .comp = -1, .reg = -1, .sym = v, .imm = at}, opnd_number(0, T_U32)}, 2);
    }
    if (!x->finds)
        return;
    put(x, "mov.b32", (Opnd[]){opnd_reg(x->found), opnd_number(x->for_what == LOOK_ACCOUNT ? UINT32_MAX : 0, T_U32)}, 2);
    put(x, "brev.b64", (Opnd[]){opnd_reg(x->flag), opnd_number(0, T_U64)}, 2)->lower = "$d = ptx2c_look_flag()";
}

/* Threads end: all of them here, or some. */
static void put_end(Look *x, bool all)
{
    const bool accounts = x->for_what == LOOK_ACCOUNT;
    if (!x->finds) {
        put(x, "ret", NULL, 0);
        return;
    }
    const int any = new_reg(x, "any", T_PRED), bad = accounts ? new_reg(x, "bad", T_B32) : x->found;
    if (accounts)
        put(x, "not.b32", (Opnd[]){opnd_reg(bad), opnd_reg(x->found)}, 2);
    Ins *test = put(x, "setp.ne.u32", (Opnd[]){opnd_reg(any), opnd_reg(bad), opnd_number(0, T_U32)}, 3);
    test->pseudo = all ? PSEUDO_ANY : PSEUDO_NONE;
    put_guarded(x, any, false, "st.global.u32", (Opnd[]){{.kind = O_MEM, .comp = -1, .reg = x->flag}, opnd_number(1, T_U32)}, 2);
    put(x, "ret", NULL, 0);
}

/* All threads end there, together. */
static bool is_everyones(const Fn *fn, const Blk *b) { return cfg_postdominates(b, fn->blk[0]) && !b->loop; }

static void put_jump(Look *x, const Blk *to)
{
    if (!to) {
        put_end(x, false);
        return;
    }
    if (!x->label[to->id])
        x->label[to->id] = fn_new_label(x->m->code, x->fn, "$look", x->at.loc);
    put(x, "bra", (Opnd[]){opnd_label(x->label[to->id])}, 1);
}

/* A branch or an end as it was, or, where nothing depends on it, on to where its ways meet. */
static void put_branch(Look *x, const Ins *ins, int at)
{
    const Blk *b = x->blk[at];
    if (what_of(x->zero, ins) == IS_BRANCH && (ins->guard < 0 || x->kept[at])) {
        if (isa_emit(ins) == EMIT_BRX && !x->kept[at])
            put_jump(x, b->ipdom);
        else
            array_add(x->m->code, &x->out, *ins);
    } else if (what_of(x->zero, ins) == IS_BRANCH) {
        put_jump(x, b->ipdom);
    } else if (ins->guard < 0) {
        put_end(x, is_everyones(x->fn, b));
    } else if (x->kept[at]) {
        Sym *on = fn_new_label(x->m->code, x->fn, "$on", x->at.loc);
        put_guarded(x, ins->guard, !ins->guard_neg, "bra", (Opnd[]){opnd_label(on)}, 1);
        put_end(x, false);
        on->index = x->out.n;
        array_add(x->m->code, &x->labels, on);
    }
}

/* No later access joins those before it whose base it writes, or any, where another block begins. */
static void part_groups(Look *x, const Ins *ins, bool all)
{
    for (int i = 0; i < x->groups.n && all; i++)
        x->groups.at[i].reg = -1;
    for (Refs ref = ins_refs(ins); !all && refs_next(&ref);)
        for (int i = 0; i < x->groups.n && ref.write; i++)
            x->groups.at[i].reg = x->groups.at[i].reg == ref.reg ? -1 : x->groups.at[i].reg;
}

static void rewrite_one(Look *x, int at)
{
    const Ins *ins = &x->fn->ins.at[at];
    x->at = (Ins){.loc = ins->loc, .line_file = ins->line_file, .line = ins->line, .made = true};
    part_groups(x, ins, at == x->blk[at]->first);
    switch (what_of(x->zero, ins)) {
    case IS_ACCESS:
        if (x->kept[at])
            put_access(x, ins);
        break;
    case IS_FETCH:
        if (x->kept[at])
            put_fetch(x, ins);
        break;
    case IS_UNSET:
        if (x->for_what == LOOK_LEADS)
            put_guarded(x, ins->guard, ins->guard_neg, "mov.b32", (Opnd[]){opnd_reg(x->found), opnd_number(1, T_U32)}, 2);
        break;
    case IS_BRANCH: case IS_END: put_branch(x, ins, at); break;
    case IS_ANSWER:
        for (Refs ref = ins_refs(ins); x->kept[at] && refs_next(&ref);)
            if (ref.write && x->zero[ref.reg])
                put(x, zero_words(x->tmp, x->fn, ref.reg), (Opnd[]){opnd_reg(ref.reg), opnd_number(0, T_U64)}, 2);
        break;
    default:
        if (x->kept[at])
            array_add(x->m->code, &x->out, *ins);
    }
    part_groups(x, ins, false);
}

static void rewrite(Look *x)
{
    Fn *fn = x->fn;
    x->at = (Ins){.loc = fn->ins.at[0].loc, .made = true};
    x->found = new_reg(x, x->for_what == LOOK_ACCOUNT ? "has" : "bad", T_B32);
    x->flag = new_reg(x, "flag", T_U64);
    put_beginning(x);
    for (int i = 0; i < fn->ins.n; i++) {
        x->place[i] = x->out.n;
        if (x->blk[i])
            rewrite_one(x, i);
    }
    x->place[fn->ins.n] = x->out.n;
    if (fn_falls_through(fn))
        put_end(x, is_everyones(fn, fn->blk[fn->nblk - 1]) && fn->blk[fn->nblk - 1]->first == fn->ins.n);
    for (int i = 0; i < x->groups.n; i++) {
        const Group *g = &x->groups.at[i];
        x->out.at[g->test].lower = arena_printf(x->m->code, "$d = ptx2c_look_%s(Qk%d, $a, %u)", g->wide ? "at" : "off", i, (unsigned)g->mask);
    }
    for (int i = 0; i < fn->labels.n; i++)
        fn->labels.at[i]->index = x->place[fn->labels.at[i]->index];
    for (int i = 0; i < fn->nblk; i++)
        if (x->label[i]) {
            x->label[i]->index = x->place[fn->blk[i]->first];
            fn_put_label(x->m->code, fn, x->label[i]);
        }
    for (int i = 0; i < x->labels.n; i++)
        fn_put_label(x->m->code, fn, x->labels.at[i]);
}

/* Whether a look can tell what is right: of addresses of 64 bits, and others in windows; all that name a variable must lie in it. */
static bool is_known(Look *x, const Ins *ins)
{
    const Opnd *a = address(ins);
    bool reads, writes;
    uint32_t bytes;
    if (check_access(&x->w, ins, &bytes, &reads, &writes) < 0 || !bytes || (bytes & (bytes - 1)) || bytes > 32)
        return false;
    return a->reg < 0 ? is_inside(a, bytes) : is_shared(ins) || is_local(ins) || type_info[x->fn->regs.at[a->reg]->type].bits == 64;
}

static void note_kind(Look *x, const Ins *ins)
{
    const What is = what_of(x->zero, ins);
    const bool access = is == IS_ACCESS, window = access && (is_shared(ins) || is_local(ins));
    x->fails |= access && !is_known(x, ins);
    x->finds |= x->for_what == LOOK_LEADS && (is == IS_UNSET || is == IS_FETCH || (access && address(ins)->reg >= 0));
    x->what->fetches |= is == IS_FETCH;
    x->what->shares |= access && is_shared(ins);
    x->what->owns |= access && is_local(ins);
    x->what->asks |= window && isa_emit(ins) != EMIT_ST;
    x->what->stores |= access && !window && isa_emit(ins) == EMIT_ST;
}

/* The kernel's instructions are its look; false: there is none, and they are as they were. */
static bool look_build(Look *x)
{
    Fn *fn = x->fn;
    Arena *const tmp = x->tmp;
    Back b = {.a = tmp, .m = x->m, .fn = fn};
    cfg_build(tmp, fn, false);
    x->k->passes.flow = FLOW_GONE;
    if (!fn->nblk || fn->ins.n > LOOK_LIMIT || local_bytes(fn) > LOCAL_LIMIT)
        return false;
    x->zero = find_zeros(tmp, fn);
    x->w = (Writer){.b = &b, .o = x->k->o, .k = x->k};
    x->blk = NEWN(tmp, Blk *, fn->ins.n + 1);
    x->needed = NEWN(tmp, bool, fn->regs.n + 1);
    x->kept = NEWN(tmp, bool, fn->ins.n + 1);
    x->of = NEWN(tmp, Regs, fn->nblk);
    x->label = NEWN(tmp, Sym *, fn->nblk);
    x->place = NEWN(tmp, int, fn->ins.n + 1);
    for (int i = 0; i < fn->nblk; i++) {
        note_controls(x, fn->blk[i]);
        for (int k = fn->blk[i]->first; k < fn->blk[i]->end; k++) {
            x->blk[k] = fn->blk[i];
            note_kind(x, &fn->ins.at[k]);
        }
    }
    x->finds |= x->for_what == LOOK_ACCOUNT;
    find_needed(x);
    if (!x->fails)
        rewrite(x);
    return !x->fails;
}

bool look_make(Kernel *k, LookFor look, Looked *what)
{
    Arena tmp = {0};
    Fn *fn = k->fn;
    Look x = {.k = k, .m = k->m, .fn = fn, .tmp = &tmp, .for_what = look, .what = what};
    *what = (Looked){0};
    const bool is = look_build(&x);
    if (is) {
        fn->ins = x.out;
        what->leads = x.groups.n;
    }
    arena_reset(&tmp);
    return is;
}

void look_drop_shadows(Module *m, Fn *fn)
{
    const bool *zero = find_zeros(m->code, fn);
    for (Rewrite w = rewrite_begin(m, fn, NULL); rewrite_next(&w);) {
        Ins ins = *w.ins;
        const What is = what_of(zero, &ins);
        if (ins_checks_unset(&ins))
            continue;
        if (ins.pseudo == PSEUDO_FOLLOWED)
            ins.pseudo = PSEUDO_NONE;
        if (is != IS_ANSWER)
            array_add(m->code, w.out, ins);
        for (Refs ref = ins_refs(&ins); is == IS_ANSWER && refs_next(&ref);)
            if (ref.write && zero[ref.reg])
                array_add(m->code, w.out, ins_new(m, fn, m->code, &ins, zero_words(m->code, fn, ref.reg),
                                                 (Opnd[]){opnd_reg(ref.reg), opnd_number(0, T_U64)}, 2));
    }
}

