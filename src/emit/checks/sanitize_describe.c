/* sanitize_describe.c: --sanitize: what an instruction accesses, and what it has to do with the order of threads. */
#include "emit/checks/sanitize_site.h"

uint32_t site_scope(const Ins *ins, unsigned assumed)
{
    return F_SCOPE * (isa_has_word(ins, MOD_CTA)       ? 1
                      : isa_has_word(ins, MOD_CLUSTER) ? 2
                      : isa_has_word(ins, MOD_GPU) || isa_has_word(ins, MOD_SYS) ? 3 : assumed);
}

uint32_t site_order(const Ins *ins)
{
    uint32_t f = 0;
    if (isa_has_word(ins, MOD_ACQUIRE) || isa_has_word(ins, MOD_ACQ_REL))
        f |= F_ACQUIRE;
    if (isa_has_word(ins, MOD_RELEASE) || isa_has_word(ins, MOD_ACQ_REL))
        f |= F_RELEASE;
    return f;
}

static bool is_strong(const Ins *ins) { return isa_is_strong(ins) || isa_has_word(ins, MOD_CV); }

static uint32_t space_flags(const Ins *ins, const Opnd *o)
{
    switch (isa_opnd_space(ins, o)) {
    case SP_GLOBAL: return F_GLOBAL;
    case SP_SHARED: return F_SHARED | (isa_uses_cluster(ins) ? F_CLUSTER : 0);
    case SP_LOCAL: return F_LOCAL;
    case SP_CONST: return F_CONST;
    case SP_PARAM: return F_PARAM;
    default: return o->sym && o->sym->kind == SYM_VAR && o->sym->space == SP_SHARED ? F_SHARED
                  : o->sym && o->sym->kind == SYM_VAR && o->sym->space == SP_LOCAL  ? F_LOCAL : 0;
    }
}

/* How many bytes of that type a vector or scalar operand has. */
static uint32_t operand_bytes(const Writer *w, const Ins *ins, int i)
{
    return (uint32_t)lower_elements(w, ins, i) * (uint32_t)type_bytes(ins->argtype[i]);
}

static void atom_access(Writer *w, const Ins *ins, Site *s)
{
    const int b = isa_arg(ins, ARG_B) >= 0 ? isa_arg(ins, ARG_B) : isa_arg(ins, ARG_V);
    s->bytes = b < 0 ? 4 : operand_bytes(w, ins, b);
    s->flags |= F_READ | F_WRITE | F_STRONG | F_ATOMIC | site_order(ins) | site_scope(ins, 3);
}

/* What an mbarrier operation does to what threads know. */
static uint32_t mbarrier_flags(const Ins *ins)
{
    const uint32_t relaxed = isa_has_word(ins, MOD_RELAXED) ? F_STRONG : 0;
    if (isa_has_word(ins, MOD_INIT))
        return F_READ | F_WRITE;
    if (isa_has_word(ins, MOD_INVAL))
        return F_WRITE;
    if (isa_has_word(ins, MOD_TEST_WAIT) || isa_has_word(ins, MOD_TRY_WAIT))
        return F_ACQUIRE | relaxed;
    if (ins->mnemonic == INS_CP)
        return F_ASYNC;
    return isa_has_word(ins, MOD_ARRIVE) || isa_has_word(ins, MOD_ARRIVE_DROP) ? F_RELEASE | relaxed : 0;
}

/* multimem's instructions are of these kinds, too: here the address stands for one memory. */
static bool is_copy(const Ins *ins) { return ins->mnemonic == INS_CP || (ins->mnemonic == INS_MULTIMEM && isa_has_word(ins, MOD_CP)); }

static bool is_sum(const Ins *ins) { return ins->mnemonic == INS_RED || (ins->mnemonic == INS_MULTIMEM && isa_has_word(ins, MOD_RED)); }

bool site_is_store_aside(const Ins *ins)
{
    const bool stores = is_sum(ins) || (ins->mnemonic == INS_MULTIMEM && isa_emit(ins) != EMIT_ST && !isa_has_word(ins, MOD_CP));
    return ins->mnemonic == INS_ST || ins->mnemonic == INS_CLUSTERLAUNCHCONTROL || (stores && isa_has_word(ins, MOD_ASYNC));
}

bool site_is_tensor_copy(const Ins *ins)
{
    return ins->mnemonic == INS_CP && isa_has_word(ins, MOD_TENSOR) && isa_emit(ins) != EMIT_NOP;
}

uint32_t site_aligned(uint32_t bytes)
{
    uint32_t n = 0;
    while (2u << n <= bytes)
        n++;
    return F_ALIGN * n;
}

/* A row of a matrix, which some of the lanes name. */
static void row_access(Writer *w, const Ins *ins, Site *s, const char **more)
{
    const Modifier num = isa_slot(ins, SLOT_NUM);
    const int rows = isa_has_word(ins, MOD_M16N16) ? 16 : 8, lanes = rows * (num == MOD_X4 ? 4 : num == MOD_X2 ? 2 : 1);
    s->flags |= ins->mnemonic == INS_LDMATRIX ? F_READ : F_WRITE;
    *more = lanes < 32 ? arena_printf(A(w), "l < %d ? 16 : 0", lanes) : "16";
}

/* Lines of a matrix in memory begin at multiples of a fragment's size, as the manual has it; of more than 16 bytes code that works
 * has multiples of 16. */
static uint32_t fragment_alignment(const Writer *w, const Ins *ins)
{
    const int r = isa_has_word(ins, MOD_STORE) ? isa_arg(ins, ARG_V) : isa_arg(ins, ARG_R);
    const uint32_t bytes = operand_bytes(w, ins, r);
    return site_aligned(bytes < 16 ? bytes : 16);
}

/* Copies, whose bytes an operand says: *more is that as C. */
static bool copy_access(Writer *w, const Ins *ins, Site *s, const char **more)
{
    const int size = isa_arg(ins, ARG_SIZE);
    const ArgName name = isa_arg_name(ins, s->operand);
    if (name == ARG_MBAR) {
        s->bytes = 8;
        s->flags |= F_OPAQUE | F_ASYNC | F_TOLD;
        return true;
    }
    if (size < 0 || isa_has_word(ins, MOD_TENSOR))
        return false;
    s->flags |= name == ARG_D ? F_WRITE : F_READ;
    s->flags |= F_ASYNC | (isa_arg(ins, ARG_MBAR) >= 0 ? F_TOLD : 0) | (isa_has_word(ins, MOD_BULK) ? F_BULK : 0);
    if (isa_has_word(ins, MOD_REDUCE) && s->flags & F_WRITE)
        s->flags |= F_READ | F_STRONG | F_ATOMIC | site_scope(ins, 3);
    const bool parts = isa_arg(ins, ARG_LEFT) >= 0 && name != ARG_D;
    s->flags |= isa_has_word(ins, MOD_BULK)  ? F_SIXTEENS | (parts ? F_LOOSE : site_aligned(16))
              : ins->arg[size].kind == O_IMM ? site_aligned((uint32_t)ins->arg[size].imm) : 0;
    if (s->flags & F_READ && isa_opnd(ins, ARG_N))
        *more = lower_arg(w, ins, isa_arg(ins, ARG_N), 0).s;
    else if (s->flags & F_READ && isa_opnd(ins, ARG_P))
        *more = arena_printf(A(w), "%s ? 0 : %s", lower_arg(w, ins, isa_arg(ins, ARG_P), 0).s, lower_arg(w, ins, size, 0).s);
    else if (ins->arg[size].kind == O_IMM)
        s->bytes = (uint32_t)ins->arg[size].imm;
    else
        *more = arena_printf(A(w), "(uint32_t)%s", lower_paren(A(w), lower_arg(w, ins, size, 0)));
    return true;
}

/* st.async and red.async, of which an mbarrier hears or which release what came before them, st.bulk, and the 16 bytes that
 * clusterlaunchcontrol.try_cancel answers. */
static void store_access(Writer *w, const Ins *ins, Site *s, const char **more)
{
    const bool told = isa_arg(ins, ARG_MBAR) >= 0;
    s->flags |= isa_has_word(ins, MOD_MULTICAST__CLUSTER__ALL) ? F_CLUSTER : 0;
    if (isa_has_word(ins, MOD_BULK)) {
        s->flags |= F_WRITE | site_aligned(8);
        *more = arena_printf(A(w), "(uint32_t)%s", lower_paren(A(w), lower_arg(w, ins, isa_arg(ins, ARG_SIZE), 0)));
        return;
    }
    if (isa_arg_name(ins, s->operand) == ARG_MBAR) {
        s->bytes = 8;
        s->flags |= F_OPAQUE | F_ASYNC | F_TOLD;
        return;
    }
    s->bytes = isa_arg(ins, ARG_V) < 0 ? 16 : operand_bytes(w, ins, isa_arg(ins, ARG_V));
    s->flags |= F_WRITE | (told ? F_ASYNC | F_TOLD : F_STRONG | site_order(ins) | site_scope(ins, 3));
    if (is_sum(ins))
        s->flags |= F_READ | F_STRONG | F_ATOMIC | site_scope(ins, 3);
}

/* A tensor map, all of whose 128 bytes a change of a field accesses (manual 9.7.9.27); one copy is for all of a warp, which is whole. */
static void map_access(Writer *w, const Ins *ins, Site *s, const char **more)
{
    const bool copy = isa_has_word(ins, MOD_CP_FENCEPROXY);
    s->flags |= isa_has_word(ins, MOD_REPLACE) ? F_READ | F_WRITE : isa_arg_name(ins, s->operand) == ARG_D ? F_WRITE : F_READ;
    if (copy)
        *more = w->b->mode == MODE_FUNC ? "ptx2c_linear(t) % 32 ? 0 : 128" : "l ? 0 : 128";
    else
        s->bytes = 128;
}

bool site_describe(Writer *w, const Ins *ins, Site *s, const char **more)
{
    s->flags = space_flags(ins, &ins->arg[s->operand]);
    if (isa_is_ld_st(ins)) {
        const bool load = isa_emit(ins) == EMIT_LD;
        s->bytes = operand_bytes(w, ins, isa_arg(ins, load ? ARG_D : ARG_B));
        s->flags |= load ? F_READ : F_WRITE;
        if (is_strong(ins))
            s->flags |= F_STRONG | site_order(ins) | site_scope(ins, 3);
        if (ins->pseudo == PSEUDO_FOLLOWED || ins->pseudo == PSEUDO_UNWRITTEN)
            s->flags |= F_FOLLOWED;
        const int bits = type_info[isa_slot_type(ins, SLOT_TYPE)].bits;
        if (ins->each && bits >= 32)
            s->flags |= bits == 32 ? F_WORDS : F_DOUBLES;
        if (s->flags & F_GLOBAL && isa_has_word(ins, MOD_NC))
            s->flags &= ~(uint32_t)F_STRONG;
        return true;
    }
    if (isa_emit(ins) == EMIT_NOP)
        return false;
    if (site_is_store_aside(ins))
        store_access(w, ins, s, more);
    else if (ins->mnemonic == INS_ATOM || is_sum(ins))
        atom_access(w, ins, s);
    else if (ins->mnemonic == INS_MBARRIER || (ins->mnemonic == INS_CP && isa_has_word(ins, MOD_MBARRIER))) {
        s->bytes = 8;
        s->flags |= F_OPAQUE | mbarrier_flags(ins);
    } else if (is_copy(ins))
        return copy_access(w, ins, s, more);
    else if (ins->mnemonic == INS_TENSORMAP)
        map_access(w, ins, s, more);
    else if (ins->mnemonic == INS_LDMATRIX || ins->mnemonic == INS_STMATRIX)
        row_access(w, ins, s, more);
    else if (ins->mnemonic == INS_TCGEN05 && isa_has_word(ins, MOD_COMMIT)) {
        s->bytes = 8;
        s->flags |= F_OPAQUE | F_RELEASE | F_ASYNC | F_PRODUCT; /* what the thread knew when it began its products came before them */
    } else if (ins->mnemonic == INS_TCGEN05 && isa_has_word(ins, MOD_ALLOC)) { /* once for all of the warp */
        s->flags |= F_WRITE | site_aligned(4);
        *more = "l == ptx2c_lowest(w->active) ? 4 : 0";
    } else
        return false;
    return true;
}

Site site_found(Writer *w, const Ins *ins)
{
    const bool told = isa_arg(ins, ARG_MBAR) >= 0;
    Site s = {.operand = isa_arg(ins, ARG_MAP) >= 0 ? isa_arg(ins, ARG_MAP) : isa_arg(ins, ARG_S)};
    switch (ins->mnemonic) {
    case INS_TEX: case INS_TLD4:
        s.operand = isa_arg(ins, ARG_T);
        s.flags = F_GLOBAL | F_LOOSE | F_READ;
        break;
    case INS_SULD: s.flags = F_GLOBAL | F_LOOSE | F_READ; break;
    case INS_SUST: s.flags = F_GLOBAL | F_LOOSE | F_WRITE; break;
    case INS_SURED: s.flags = F_GLOBAL | F_LOOSE | F_READ | F_WRITE | F_STRONG | F_ATOMIC | 3 * F_SCOPE; break;
    case INS_WMMA:
        s.operand = isa_arg(ins, ARG_A);
        if (isa_has_word(ins, MOD_MMA))
            break;
        s.flags = space_flags(ins, &ins->arg[s.operand]) | (isa_has_word(ins, MOD_STORE) ? F_WRITE : F_READ) | F_LOOSE |
                  fragment_alignment(w, ins);
        break;
    case INS_WGMMA: case INS_TCGEN05:
        if (isa_has_word(ins, MOD_MMA_ASYNC) || isa_has_word(ins, MOD_MMA) || isa_has_word(ins, MOD_CP)) {
            s.operand = 0;
            s.flags = F_SHARED | F_CLUSTER | F_LOOSE | F_READ | F_ASYNC | F_PRODUCT;
        }
        break;
    case INS_CP:
        if (!site_is_tensor_copy(ins))
            break;
        s.flags = F_GLOBAL | F_ASYNC | F_BULK | F_LOOSE | (told ? F_READ | F_TOLD : F_WRITE);
        if (isa_has_word(ins, MOD_REDUCE))
            s.flags |= F_READ | F_STRONG | F_ATOMIC | site_scope(ins, 3);
        break;
    default: break;
    }
    return s;
}

/* Whether it may write memory that others read and site_describe says nothing of it. */
static bool writes_unseen(const Ins *ins)
{
    static const Mnemonic seen[] = {INS_ST, INS_ATOM, INS_RED, INS_MBARRIER, INS_STMATRIX, INS_MEMBAR, INS_FENCE, INS_CP, INS_SUST, INS_SURED,
                                    INS_WMMA, INS_WGMMA, INS_TCGEN05, INS_MULTIMEM, INS_TENSORMAP, INS_CLUSTERLAUNCHCONTROL, INS_NONE};
    if (!ins->form || !(isa_mem(ins) & MEM_W) || isa_emit(ins) == EMIT_ST || isa_emit(ins) == EMIT_STACK || isa_has_word(ins, MOD_LOCAL))
        return false;
    return !ins_is_any(ins, seen);
}

bool checks_see_all(const Module *m, Loc *unseen)
{
    for (EACH(const Fn, f, m->fns)) {
        *unseen = f->sym->loc;
        if (f->is_proto && !syscall_is(f->sym, CALL_SEEN))
            return false;
        for (int k = 0; k < f->ins.n; k++) {
            *unseen = f->ins.at[k].loc;
            if (writes_unseen(&f->ins.at[k]))
                return false;
        }
    }
    return true;
}

/* Whether it may order threads of two warps otherwise than as a barrier of all of the CTA does. */
static bool orders_warps(const Ins *ins)
{
    static const Mnemonic orders[] = {INS_MEMBAR, INS_FENCE, INS_MBARRIER, INS_CP, INS_TCGEN05, INS_WGMMA, INS_GRIDDEPCONTROL, INS_FABRIC, INS_NONE};
    if (!ins->form || ins_is_any(ins, orders))
        return ins->form != NULL;
    if (isa_is_cta(ins))
        return isa_has_word(ins, MOD_CLUSTER) || isa_has_word(ins, MOD_ARRIVE) || isa_opnd(ins, ARG_B);
    return site_order(ins) || isa_has_word(ins, MOD_ASYNC) || isa_arg(ins, ARG_MBAR) >= 0;
}

bool check_orders(const Ins *ins)
{
    return orders_warps(ins) || (isa_is_ld_st(ins) && is_strong(ins)) ||
           (isa_emit(ins) == EMIT_ST && type_bytes(ins->argtype[isa_arg(ins, ARG_B)]) < 4); /* of which each needs a look of its own */
}

/* Something goes on beside threads that is no cp.async. */
static bool goes_beside(const Ins *ins)
{
    return ins->form && (ins->mnemonic == INS_WGMMA || ins->mnemonic == INS_TCGEN05 || isa_has_word(ins, MOD_BULK) || isa_arg(ins, ARG_MBAR) >= 0);
}

bool checks_go_beside(const Module *m) { return module_some(m, goes_beside); }

bool checks_are_coarse(const Module *m)
{
    for (EACH(const Fn, f, m->fns)) {
        if (f->is_proto && !syscall_is(f->sym, CALL_ALONE))
            return false;
        for (int k = 0; k < f->ins.n; k++)
            if (orders_warps(&f->ins.at[k]))
                return false;
    }
    return true;
}

/* Where nothing asks what orders accesses, atomic and volatile ones are as good as others. */
bool check_probed(const Ins *ins)
{
    const bool atom = ins->mnemonic == INS_ATOM || ins->mnemonic == INS_RED;
    if ((!isa_is_ld_st(ins) && !atom) || ins->made || !ins->form || isa_has_word(ins, MOD_ASYNC))
        return false;
    const Opnd *a = &ins->arg[isa_arg(ins, ARG_A)];
    return !(space_flags(ins, a) & (F_LOCAL | F_PARAM | F_CLUSTER)) && !(a->sym && a->sym->kind == SYM_VAR && a->sym->space == SP_PARAM);
}

bool check_loads_param(const Ins *ins)
{
    return isa_emit(ins) == EMIT_LD && isa_opnd_space(ins, &ins->arg[isa_arg(ins, ARG_A)]) == SP_PARAM && ins->guard < 0 &&
           ins->arg[isa_arg(ins, ARG_D)].kind == O_REG;
}
