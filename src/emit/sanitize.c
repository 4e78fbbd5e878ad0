/* sanitize.c: --sanitize: what is checked of each instruction, and the table of their places.
 *
 * Kernels are all made for the scheduler (MODE_SCHED), lane by lane where memory is accessed.  Each address goes through a
 * function of runtime/ptx2c/sanitize_near.h, which is told the thread and the place: lower_pointer calls check_pointer.  Places
 * where threads meet tell sanitize_run.h. */
#include "emit/emit_fn.h"
#include "emit/lower.h"

/* A place that C tells of. */
typedef struct Site {
    const Ins *ins;      /* for its text; loc tells it apart */
    int operand;         /* -1: none */
    const char *object;  /* C text, or NULL */
    uint64_t object_at, object_bytes;
    uint32_t bytes, flags;
    const char *text;
    Loc loc;
    int32_t line_file, line;
    struct Site *next;   /* of the same hash */
    int number;
} Site;

enum { SITE_HASH = 1024 };

/* Accesses of a look ahead that lie at fixed distances from each other, one behind the other: one look is enough. */
typedef struct Probes {
    int reg;   /* their base; -1: no others join */
    Space space;
    bool looped; /* where accesses are noted: each by itself, in a loop of a lane's; else those of all lanes at once */
    Array(int) sites;
    Array(int64_t) offsets; /* of each */
} Probes;

struct Checks {
    Arena *a;
    Array(Site *) sites;
    Site *by_place[SITE_HASH];
    size_t mark; /* where in the output the table goes */
    bool near;   /* in a loop over lanes, whose places are looked up before it, */
    bool keeps;  /* and which may keep what has no value, */
    Array(int) nears; /* these */
    Array(int) marks; /* places of stores that are noted */
    Array(Probes *) probes; /* of the look ahead that is written */
};

/* The flags of runtime/ptx2c/sanitize.h. */
enum { F_READ = 1, F_WRITE = 2, F_STRONG = 4, F_ACQUIRE = 8, F_RELEASE = 16, F_ATOMIC = 32, F_ASYNC = 64, F_OPAQUE = 128,
       F_GLOBAL = 256, F_SHARED = 512, F_LOCAL = 1024, F_CONST = 2048, F_PARAM = 4096, F_CLUSTER = 8192, F_SCOPE = 1 << 14,
       F_LOOSE = 1 << 16, F_ALIGNED = 1 << 17, F_TOLD = 1 << 18, F_ALIGN = 1 << 19, F_SIXTEENS = 1 << 22, F_PRODUCT = 1 << 23,
       F_FOLLOWED = 1 << 24, F_WHOLE = 1 << 25, F_BULK = 1 << 26, F_TENSOR = 1 << 27 };

bool checks_on(const Writer *w) { return w->o && w->o->checks; }

bool checks_order(const Writer *w) { return checks_on(w) && (w->o->sanitize & (CHECK_RACE | CHECK_SYNC)); }

struct Checks *checks_new(Arena *a)
{
    struct Checks *c = NEW(a, struct Checks);
    c->a = a;
    return c;
}

void checks_mark(struct Checks *c, const Str *out) { c->mark = out->n; }

/* ---- instructions ------------------------------------------------------------------------------------------------ */


static uint32_t scope_of(const Ins *ins, unsigned assumed)
{
    return F_SCOPE * (isa_has_word(ins, MOD_CTA)       ? 1
                      : isa_has_word(ins, MOD_CLUSTER) ? 2
                      : isa_has_word(ins, MOD_GPU) || isa_has_word(ins, MOD_SYS) ? 3 : assumed);
}

/* Of an access in some order. */
static uint32_t order_of(const Ins *ins)
{
    uint32_t f = 0;
    if (isa_has_word(ins, MOD_ACQUIRE) || isa_has_word(ins, MOD_ACQ_REL))
        f |= F_ACQUIRE;
    if (isa_has_word(ins, MOD_RELEASE) || isa_has_word(ins, MOD_ACQ_REL))
        f |= F_RELEASE;
    return f;
}

static bool is_strong(const Ins *ins)
{
    static const Modifier words[] = {MOD_VOLATILE, MOD_RELAXED, MOD_ACQUIRE, MOD_RELEASE, MOD_MMIO, MOD_CV, MOD_NONE};
    return isa_has_any(ins, words);
}

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
    s->flags |= F_READ | F_WRITE | F_STRONG | F_ATOMIC | order_of(ins) | scope_of(ins, 3);
}

/* What an mbarrier operation does to what threads know. */
static uint32_t mbarrier_flags(const Ins *ins)
{
    if (isa_has_word(ins, MOD_INIT))
        return F_READ | F_WRITE;
    if (isa_has_word(ins, MOD_INVAL))
        return F_WRITE;
    if (isa_has_word(ins, MOD_TEST_WAIT) || isa_has_word(ins, MOD_TRY_WAIT))
        return F_ACQUIRE;
    if (ins->mnemonic == INS_CP)
        return F_ASYNC;
    return isa_has_word(ins, MOD_ARRIVE) || isa_has_word(ins, MOD_ARRIVE_DROP) ? F_RELEASE : 0;
}

static bool is_tensor_copy(const Ins *ins)
{
    return ins->mnemonic == INS_CP && isa_has_word(ins, MOD_TENSOR) && isa_emit(ins) != EMIT_NOP;
}

/* F_ALIGN of that many bytes. */
static uint32_t aligned_to(uint32_t bytes)
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
    return aligned_to(bytes < 16 ? bytes : 16);
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
        s->flags |= F_READ | F_STRONG | F_ATOMIC | scope_of(ins, 3);
    const bool parts = isa_arg(ins, ARG_LEFT) >= 0 && name != ARG_D;
    s->flags |= isa_has_word(ins, MOD_BULK)  ? F_SIXTEENS | (parts ? F_LOOSE : aligned_to(16))
              : ins->arg[size].kind == O_IMM ? aligned_to((uint32_t)ins->arg[size].imm) : 0;
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

/* st.async and red.async, of which an mbarrier hears or which release what came before them, and st.bulk. */
static void store_access(Writer *w, const Ins *ins, Site *s, const char **more)
{
    const bool told = isa_arg(ins, ARG_MBAR) >= 0;
    if (isa_has_word(ins, MOD_BULK)) {
        s->flags |= F_WRITE | aligned_to(8);
        *more = arena_printf(A(w), "(uint32_t)%s", lower_paren(A(w), lower_arg(w, ins, isa_arg(ins, ARG_SIZE), 0)));
        return;
    }
    if (isa_arg_name(ins, s->operand) == ARG_MBAR) {
        s->bytes = 8;
        s->flags |= F_OPAQUE | F_ASYNC | F_TOLD;
        return;
    }
    s->bytes = operand_bytes(w, ins, isa_arg(ins, ARG_V));
    s->flags |= F_WRITE | (told ? F_ASYNC | F_TOLD : F_STRONG | order_of(ins) | scope_of(ins, 3));
    if (ins->mnemonic == INS_RED)
        s->flags |= F_READ | F_STRONG | F_ATOMIC | scope_of(ins, 3);
}

/* Fills flags and bytes; false: nothing is checked.  *more: the bytes as C text, where only the run tells. */
static bool describe(Writer *w, const Ins *ins, Site *s, const char **more)
{
    s->flags = space_flags(ins, &ins->arg[s->operand]);
    if (isa_is_ld_st(ins)) {
        const bool load = isa_emit(ins) == EMIT_LD;
        s->bytes = operand_bytes(w, ins, isa_arg(ins, load ? ARG_D : ARG_B));
        s->flags |= load ? F_READ : F_WRITE;
        if (is_strong(ins))
            s->flags |= F_STRONG | order_of(ins) | scope_of(ins, 3);
        if (ins->pseudo == PSEUDO_FOLLOWED || ins->pseudo == PSEUDO_UNWRITTEN)
            s->flags |= F_FOLLOWED;
        if (s->flags & F_GLOBAL && isa_has_word(ins, MOD_NC))
            s->flags &= ~(uint32_t)F_STRONG;
        return true;
    }
    if (isa_emit(ins) == EMIT_NOP)
        return false;
    if (ins->mnemonic == INS_ST || (ins->mnemonic == INS_RED && isa_has_word(ins, MOD_ASYNC)))
        store_access(w, ins, s, more);
    else if (ins->mnemonic == INS_ATOM || ins->mnemonic == INS_RED)
        atom_access(w, ins, s);
    else if (ins->mnemonic == INS_MBARRIER || (ins->mnemonic == INS_CP && isa_has_word(ins, MOD_MBARRIER))) {
        s->bytes = 8;
        s->flags |= F_OPAQUE | mbarrier_flags(ins);
    } else if (ins->mnemonic == INS_CP)
        return copy_access(w, ins, s, more);
    else if (ins->mnemonic == INS_LDMATRIX || ins->mnemonic == INS_STMATRIX)
        row_access(w, ins, s, more);
    else if (ins->mnemonic == INS_TCGEN05 && isa_has_word(ins, MOD_COMMIT)) {
        s->bytes = 8;
        s->flags |= F_OPAQUE | F_RELEASE | F_ASYNC | F_PRODUCT; /* what the thread knew when it began its products came before them */
    } else if (ins->mnemonic == INS_TCGEN05 && isa_has_word(ins, MOD_ALLOC)) { /* once for all of the warp */
        s->flags |= F_WRITE | aligned_to(4);
        *more = "l == ptx2c_lowest(w->active) ? 4 : 0";
    } else
        return false;
    return true;
}

/* The access to what the function of an instruction finds by itself; flags 0: it does not. */
static Site found_site(Writer *w, const Ins *ins)
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
        if (!is_tensor_copy(ins))
            break;
        s.flags = F_GLOBAL | F_ASYNC | F_BULK | F_LOOSE | (told ? F_READ | F_TOLD : F_WRITE);
        if (isa_has_word(ins, MOD_REDUCE))
            s.flags |= F_READ | F_STRONG | F_ATOMIC | scope_of(ins, 3);
        break;
    default: break;
    }
    return s;
}

/* Whether it may write memory that others read and describe says nothing of it. */
static bool writes_unseen(const Ins *ins)
{
    static const Mnemonic seen[] = {INS_ST, INS_ATOM, INS_RED, INS_MBARRIER, INS_STMATRIX, INS_MEMBAR, INS_FENCE, INS_CP, INS_SUST, INS_SURED,
                                    INS_WMMA, INS_WGMMA, INS_TCGEN05, INS_NONE};
    if (!ins->form || !(isa_mem(ins) & MEM_W) || isa_emit(ins) == EMIT_ST || isa_has_word(ins, MOD_LOCAL))
        return false;
    return !ins_is_any(ins, seen);
}

/* A function of the system that writes nothing and orders nobody. */
static bool is_harmless(const char *function)
{
    static const char *const names[] = {"vprintf", "malloc", "free", "__assertfail"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(function, names[i]) == 0)
            return true;
    return false;
}

bool checks_see_all(const Module *m, Loc *unseen)
{
    for (int i = 0; i < m->fns.n; i++) {
        const Fn *f = m->fns.at[i];
        *unseen = f->sym->loc;
        if (f->is_proto && !is_harmless(f->sym->name))
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
    return order_of(ins) || isa_has_word(ins, MOD_ASYNC) || isa_arg(ins, ARG_MBAR) >= 0;
}

bool check_orders(const Ins *ins)
{
    return orders_warps(ins) || (isa_is_ld_st(ins) && is_strong(ins)) ||
           (isa_emit(ins) == EMIT_ST && type_bytes(ins->argtype[isa_arg(ins, ARG_B)]) < 4); /* of which each needs a look of its own */
}

/* Something goes on beside threads that is no cp.async. */
bool checks_go_beside(const Module *m)
{
    for (int i = 0; i < m->fns.n; i++)
        for (int k = 0; k < m->fns.at[i]->ins.n; k++) {
            const Ins *ins = &m->fns.at[i]->ins.at[k];
            if (ins->form && (ins->mnemonic == INS_WGMMA || ins->mnemonic == INS_TCGEN05 || isa_has_word(ins, MOD_BULK) || isa_arg(ins, ARG_MBAR) >= 0))
                return true;
        }
    return false;
}

bool checks_are_coarse(const Module *m)
{
    for (int i = 0; i < m->fns.n; i++) {
        const Fn *f = m->fns.at[i];
        if (f->is_proto && !is_harmless(f->sym->name))
            return false;
        for (int k = 0; k < f->ins.n; k++)
            if (orders_warps(&f->ins.at[k]))
                return false;
    }
    return true;
}

/* ---- places ------------------------------------------------------------------------------------------------------ */

static const char *instruction_text(Arena *a, const Ins *ins)
{
    Str s = {0};
    for (int i = 0; i < ins->nword; i++)
        str_printf(&s, "%s%s", i ? "." : "", ins->word[i]);
    const char *r = arena_printf(a, "%s", s.s);
    str_free(&s);
    return r;
}

/* The number of a place: the same for all copies of an instruction. */
static int site_number(struct Checks *c, const Ins *ins, const Site *model)
{
    Site **slot = &c->by_place[(ins->loc.at * 8u + (unsigned)(model->operand + 1)) % SITE_HASH];
    for (const Site *s = *slot; s; s = s->next)
        if (s->loc.at == ins->loc.at && s->operand == model->operand && s->flags == model->flags && s->bytes == model->bytes)
            return s->number;
    Site *s = NEW(c->a, Site);
    *s = *model;
    s->ins = ins;
    s->loc = ins->loc;
    s->line_file = ins->line_file;
    s->line = ins->line;
    s->text = instruction_text(c->a, ins);
    s->number = c->sites.n;
    s->next = *slot;
    *slot = s;
    array_add(c->a, &c->sites, s);
    return s->number;
}

const char *check_site(Writer *w, const Ins *ins)
{
    const bool aligned = (isa_is_cta(ins) && ins->mnemonic == INS_BAR) || isa_has_word(ins, MOD_ALIGNED);
    const Site s = {.operand = -1, .flags = (aligned ? F_ALIGNED : 0) | (isa_is_whole(ins) ? F_WHOLE : 0)};
    return arena_printf(A(w), "ptx2c_sites + %d", site_number(w->o->checks, ins, &s));
}

const char *check_thread(const Writer *w)
{
    return w->b->mode == MODE_FUNC ? "ptx2c_linear(t)" : "run->index * 32 + l";
}

static const char *check_cta(const Writer *w) { return w->b->mode == MODE_FUNC ? "t->cta" : "c"; }

const char *check_absent(const Writer *w)
{
    return arena_printf(A(w), "ptx2c_check_absent(%s, %s)", check_cta(w), check_thread(w));
}

/* A lane comes to a collective whose members it names. */
void check_meets(Writer *w, const Ins *ins, const char *members)
{
    static const struct { Modifier word; const char *mode; } from[] = {{MOD_UP, "up"}, {MOD_DOWN, "down"}, {MOD_BFLY, "bfly"}, {MOD_IDX, "idx"}};
    line(w, "ptx2c_check_meet(run, %s, l, %s);", check_site(w, ins), members);
    for (size_t i = 0; i < sizeof from / sizeof *from && ins->mnemonic == INS_SHFL && w->o->sanitize & CHECK_SYNC; i++)
        if (isa_has_word(ins, from[i].word))
            line(w, "ptx2c_check_from(run, l, ptx2c_from_%s(l, %s, %s));", from[i].mode, lower_arg(w, ins, isa_arg(ins, ARG_B), 0).s,
                 lower_arg(w, ins, isa_arg(ins, ARG_C), 0).s);
}

void check_unset(Writer *w, const Ins *ins)
{
    line(w, "if (%s)\n%*sptx2c_check_unset%s(%s, %s, %s, %s, %s);", lower_cond(w, ins->guard, ins->guard_neg), 4 * (w->indent + 1), "",
         ins->pseudo >= PSEUDO_UNSET_LOAD ? "_load" : "", check_cta(w), check_thread(w), check_site(w, ins),
         ins->pseudo == PSEUDO_UNSET_LOAD ? "NULL" : "\"init\"", ins->lower);
}

/* The place among those that are looked up before the loop over lanes; -1: not in one. */
static int near_number(struct Checks *c, int site)
{
    if (!c->near)
        return -1;
    for (int i = 0; i < c->nears.n; i++)
        if (c->nears.at[i] == site)
            return site;
    array_add(c->a, &c->nears, site);
    return site;
}

/* What register_shadow.c has put beside an access. */
static bool is_of_shadows(const Ins *ins)
{
    return ins->pseudo == PSEUDO_UNWRITTEN || ins->pseudo == PSEUDO_KEPT || ins->pseudo == PSEUDO_KEPT_LOAD;
}

/* What is checked of that operand.  Its site's number; -1: nothing is.  *more as of describe. */
static int access_site(Writer *w, const Ins *ins, const Opnd *o, Site *s, const char **more)
{
    *s = (Site){.operand = -1};
    for (int i = 0; i < ins->narg; i++)
        if (&ins->arg[i] == o)
            s->operand = i;
    if (!checks_on(w) || s->operand < 0 || (ins->made && !is_of_shadows(ins)) || !ins->form || isa_emit(ins) == EMIT_CVTA)
        return -1;
    const Sym *v = o->sym && o->sym->kind == SYM_VAR ? o->sym : NULL;
    if (v && v->space == SP_PARAM) /* -Wbounds sees it */
        return -1;
    if (!describe(w, ins, s, more))
        return -1;
    if (v && v->space == SP_SHARED) {
        Str name = {0};
        str_c_string(&name, v->name);
        s->object = arena_printf(w->o->checks->a, "%s", name.s);
        str_free(&name);
        s->object_at = place_of((Sym *)v)->offset;
        s->object_bytes = v->bytes;
    }
    return site_number(w->o->checks, ins, s);
}

int check_access(Writer *w, const Ins *ins, uint32_t *bytes, bool *reads, bool *writes)
{
    Site s;
    const char *more = NULL;
    const int number = access_site(w, ins, &ins->arg[isa_arg(ins, ARG_A)], &s, &more);
    *bytes = s.bytes;
    *reads = s.flags & F_READ;
    *writes = s.flags & F_WRITE;
    return more ? -1 : number;
}

void check_stores_kept(Writer *w, const Ins *ins)
{
    Site s;
    const char *more = NULL;
    const Opnd *a = &ins->arg[isa_arg(ins, ARG_A)];
    if (w->lanes != LANES_CHECKED && ins->pseudo == PSEUDO_KEPT_LOAD) { /* a look ahead has seen that what is loaded has values */
        line(w, "(void)%s;", lower_paren(A(w), (Ex){.s = lower_cond(w, ins->guard, ins->guard_neg)}));
        return;
    }
    const int number = access_site(w, ins, a, &s, &more);
    line(w, "if (%s)\n%*sptx2c_check_kept(%s, %s, ptx2c_sites + %d, %s, %s);", lower_cond(w, ins->guard, ins->guard_neg),
         4 * (w->indent + 1), "", check_cta(w), check_thread(w), number, lower_pointer(w, ins, a).s, ins->lower);
}

static const char *place_text(Writer *w, const Ins *ins, const Site *s)
{
    return s->flags ? arena_printf(A(w), "ptx2c_sites + %d", site_number(w->o->checks, ins, s)) : "NULL";
}

/* What is asked of the cache by bytes: where they begin and how many there are. */
static void check_prefetch(Writer *w, const Ins *ins, const char *thread)
{
    const int a = isa_arg(ins, ARG_S);
    const Site s = {.operand = a, .flags = F_GLOBAL | F_READ | aligned_to(16)};
    const char *when = ins->guard < 0 ? "" : arena_printf(A(w), "if (%s) ", lower_cond(w, ins->guard, ins->guard_neg));
    line(w, "%sptx2c_check_prefetch(%s, %s, ptx2c_sites + %d, %s, (uint32_t)%s);", when, check_cta(w), thread, site_number(w->o->checks, ins, &s),
         lower_pointer(w, ins, &ins->arg[a]).s, lower_paren(A(w), lower_arg(w, ins, isa_arg(ins, ARG_SIZE), 0)));
}

int check_fetch(Writer *w, const Ins *ins)
{
    const Site s = found_site(w, ins);
    return site_number(w->o->checks, ins, &s);
}

/* It accesses tensor memory for one thread. */
static bool uses_tensor_itself(const Ins *ins)
{
    static const Modifier words[] = {MOD_MMA, MOD_CP, MOD_SHIFT, MOD_NONE};
    return ins->mnemonic == INS_TCGEN05 && isa_has_any(ins, words);
}

void check_tensor(Writer *w, const Ins *ins, const char *m)
{
    static const struct { Modifier word; const char *text; } shapes[] = {
        {MOD_32X32B, "32x32b"}, {MOD_16X64B, "16x64b"}, {MOD_16X128B, "16x128b"}, {MOD_16X256B, "16x256b"}, {MOD_16X32BX2, "16x32bx2"},
    };
    const bool loads = isa_has_word(ins, MOD_LD);
    if (!checks_on(w) || ins->mnemonic != INS_TCGEN05 || !(loads || isa_has_word(ins, MOD_ST)))
        return;
    const Site s = {.operand = isa_arg(ins, ARG_A), .bytes = 4, .flags = F_TENSOR | F_ASYNC | (loads ? F_READ : F_WRITE)};
    const int n = lower_elements(w, ins, isa_arg(ins, loads ? ARG_R : ARG_V)) * (isa_has_word(ins, MOD_SPCOMPRESS) ? 2 : 1);
    const int step = isa_has_word(ins, MOD_PACK__16B) || isa_has_word(ins, MOD_UNPACK__16B) ? 2 : 1;
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        if (isa_has_word(ins, shapes[i].word))
            line(w, "PTX2C_CHECK_TENSOR(run, w, %s, ptx2c_sites + %d, %s, %d, %d);", m, site_number(w->o->checks, ins, &s), shapes[i].text,
                 step, n);
}

void check_next(Writer *w, const Ins *ins, const char *thread)
{
    Site shared = {0}, map = {0};
    if (!checks_on(w) || ins->made || !ins->form)
        return;
    if (isa_prefetches_bytes(ins))
        check_prefetch(w, ins, thread);
    const Site memory = found_site(w, ins);
    if (uses_tensor_itself(ins)) { /* what it writes, and what it reads */
        map = (Site){.bytes = 4, .flags = F_TENSOR | F_ASYNC | F_PRODUCT | F_READ};
        shared = (Site){.bytes = 4, .flags = map.flags | F_WRITE};
    }
    if (!memory.flags && !shared.flags)
        return;
    if (is_tensor_copy(ins)) {
        const bool loads = isa_arg(ins, ARG_MBAR) >= 0;
        shared.operand = isa_arg(ins, loads ? ARG_D : ARG_S);
        shared.flags = F_SHARED | F_ASYNC | F_BULK | F_LOOSE | aligned_to(16) | (isa_uses_cluster(ins) ? F_CLUSTER : 0) | (loads ? F_WRITE | F_TOLD : F_READ);
        map.operand = memory.operand;
        map.flags = isa_has_word(ins, MOD_OVERRIDE__GLOBAL_ADDRESS) ? 0 : F_READ | F_LOOSE;
    }
    line(w, "ptx2c_check_next(%s, %s, %s, %s, %s);", check_cta(w), thread, place_text(w, ins, &memory), place_text(w, ins, &shared),
         place_text(w, ins, &map));
}

/* An mbarrier's operation with a count: of arrivals that are expected or done, or of bytes. */
static const char *counted(Writer *w, const Ins *ins, const char *c, const char *place, const char *pointer)
{
    const int n = ins->mnemonic == INS_MBARRIER && !isa_has_word(ins, MOD_COMPLETE_TX) ? isa_arg(ins, ARG_N) : -1;
    if (n < 0 || ins->arg[n].kind == O_NONE)
        return NULL;
    return arena_printf(A(w), "ptx2c_check_%s(%s, %s, %s, %s, %s)", isa_has_word(ins, MOD_EXPECT_TX)    ? "tx"
                        : isa_has_word(ins, MOD_noComplete_) ? "incomplete" : "count", c, check_thread(w), place,
                        pointer, lower_arg(w, ins, n, 0).s);
}

/* To the same place of several CTAs of the cluster. */
static bool goes_to_many(const Ins *ins)
{
    static const Modifier words[] = {MOD_MULTICAST__CLUSTER, MOD_MULTICAST__CLUSTER__16B, MOD_MULTICAST__CLUSTER__32B, MOD_NONE};
    return isa_has_any(ins, words);
}

const char *check_pointer(Writer *w, const Ins *ins, const Opnd *o, const char *pointer)
{
    Site s;
    const char *more = NULL;
    const bool asks = ins->pseudo == PSEUDO_UNWRITTEN;
    if (w->lanes != LANES_CHECKED && (asks || check_probed(ins)))
        return asks ? "ptx2c_answer(false)" : pointer; /* a look ahead has seen that all is written */
    const int number = ins->pseudo == PSEUDO_KEPT || ins->pseudo == PSEUDO_KEPT_LOAD ? -1 : access_site(w, ins, o, &s, &more);
    if (number < 0)
        return pointer;
    const char *place = arena_printf(A(w), "ptx2c_sites + %d", number);
    const char *c = check_cta(w);
    if (asks)
        return arena_printf(A(w), "ptx2c_check_unwritten(%s, %s, %s, %s)", c, check_thread(w), place, pointer);
    const int mask = goes_to_many(ins) && s.flags & F_CLUSTER ? isa_arg(ins, ARG_MASK) : -1;
    if (mask >= 0)
        return arena_printf(A(w), "ptx2c_check_windows(%s, %s, %s, %s, %s, %s)", c, check_thread(w), place, pointer,
                            more ? more : arena_printf(A(w), "%u", (unsigned)s.bytes), lower_arg(w, ins, mask, 0).s);
    const char *count = counted(w, ins, c, place, pointer);
    if (count)
        return count;
    const int left = s.flags & F_READ ? isa_arg(ins, ARG_LEFT) : -1;
    if (left >= 0) /* without what may be outside */
        return arena_printf(A(w), "ptx2c_check_within(%s, %s, %s, %s, %s, %s, %s)", c, check_thread(w), place, pointer,
                            lower_arg(w, ins, isa_arg(ins, ARG_SIZE), 0).s, lower_arg(w, ins, left, 0).s,
                            lower_arg(w, ins, isa_arg(ins, ARG_RIGHT), 0).s);
    if (more)
        return arena_printf(A(w), "ptx2c_check_bytes(%s, %s, %s, %s, %s)", c, check_thread(w), place, pointer, more);
    const int near = near_number(w->o->checks, number);
    if (near >= 0)
        return arena_printf(A(w), "ptx2c_check_near(&Qn%d, %s, %s, %s, %s)", near, c, check_thread(w), place, pointer);
    return arena_printf(A(w), "ptx2c_check_at(%s, %s, %s, %s)", c, check_thread(w), place, pointer);
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

/* Joins the access to those before it; true: it is one of them already. */
static bool probe_joins(struct Checks *c, const Ins *ins, int site)
{
    const Opnd *a = &ins->arg[isa_arg(ins, ARG_A)];
    const int reg = a->kind == O_MEM && !a->sym && ins->guard < 0 ? a->reg : -1;
    const Space space = isa_opnd_space(ins, a);
    Probes *p = NULL;
    for (int i = 0; i < c->probes.n && reg >= 0 && !p; i++)
        if (c->probes.at[i]->reg == reg && c->probes.at[i]->space == space)
            p = c->probes.at[i];
    const bool joins = p;
    if (!p) {
        p = NEW(c->a, Probes);
        p->reg = reg;
        p->space = space;
        array_add(c->a, &c->probes, p);
    }
    array_add(c->a, &p->sites, site);
    array_add(c->a, &p->offsets, (int64_t)a->imm);
    return joins;
}

/* Inside a loop of the lane's own. */
static bool in_loop(const Writer *w)
{
    const Fence *f = w->breaks;
    while (f && f->kind != FENCE_LANES && f->kind != FENCE_LOOP)
        f = f->up;
    return f && f->kind == FENCE_LOOP;
}

void check_probe(Writer *w, const Ins *ins)
{
    const Opnd *a = &ins->arg[isa_arg(ins, ARG_A)];
    struct Checks *c = w->o->checks;
    Site s;
    const char *more = NULL;
    const int number = access_site(w, ins, a, &s, &more);
    const char *when = ins->guard < 0 ? "" : arena_printf(A(w), "if (%s) ", lower_cond(w, ins->guard, ins->guard_neg));
    const char *p = lower_pointer(w, ins, a).s;
    if (w->lanes == LANES_PROBED && checks_order(w)) {
        Probes *x = NEW(c->a, Probes);
        x->looped = in_loop(w);
        array_add(c->a, &x->sites, number);
        array_add(c->a, &x->offsets, 0);
        array_add(c->a, &c->probes, x);
        if (x->looped)
            line(w, "%sQbad = Qbad || !ptx2c_round_takes(&Qb%d, &Qp%d, c->sched->index * 32 + l, ptx2c_sites + %d, %s);", when,
                 c->probes.n - 1, c->probes.n - 1, number, p);
        else
            line(w, "%sQa%d[l] = ptx2c_near_at(%s);", when, c->probes.n - 1, p);
    } else if (w->lanes == LANES_PROBED) {
        if (!probe_joins(c, ins, number))
            line(w, "%sQbad |= ptx2c_near_lacks(Qp%d, %s);", when, c->probes.n - 1, p);
    } else if (isa_emit(ins) == EMIT_ST) {
        line(w, "%sptx2c_near_mark(Qn%d, %u, %s);", when, near_number(c, number), (unsigned)s.bytes, p);
        array_add(c->a, &c->marks, number);
    }
}

void check_probes_part(const Writer *w, const Ins *writes)
{
    struct Checks *c = w->o ? w->o->checks : NULL;
    for (int i = 0; c && w->lanes == LANES_PROBED && !writes && i < c->probes.n; i++)
        c->probes.at[i]->reg = -1;
    if (!c || w->lanes != LANES_PROBED || !writes || !c->probes.n)
        return;
    for (Refs ref = ins_refs(writes); refs_next(&ref);)
        for (int i = 0; i < c->probes.n && ref.write; i++)
            c->probes.at[i]->reg = c->probes.at[i]->reg == ref.reg ? -1 : c->probes.at[i]->reg;
}

void check_marks(Writer *w, size_t before)
{
    struct Checks *c = w->o->checks;
    Str head = {0}, *out = w->out;
    for (int i = 0; i < c->marks.n; i++)
        str_printf(&head, "%sQn%d.written", i ? " || " : "", c->marks.at[i]);
    const char *any = arena_printf(A(w), "%s", head.s);
    str_clear(&head);
    w->out = &head;
    line(w, "if (%s) {", any);
    w->out = out;
    str_insert(out, before, &head);
    str_free(&head);
    c->marks.n = 0;
}

typedef bool Asked(const Ins *ins);

static bool any_ins(const Fn *fn, const Items *list, Asked *asked)
{
    for (int i = 0; i < list->n; i++) {
        const Item *it = list->at[i];
        if (it->kind == I_INS && asked(&fn->ins.at[it->ins]))
            return true;
        for (int k = 0; k < it->nkid; k++)
            if (any_ins(fn, &it->kid[k], asked))
                return true;
    }
    return false;
}

static bool is_call(const Ins *ins) { return isa_emit(ins) == EMIT_CALL; }
static bool is_kept(const Ins *ins) { return ins->pseudo == PSEUDO_KEPT; }
static bool is_kept_load(const Ins *ins) { return ins->pseudo == PSEUDO_KEPT_LOAD; }

bool check_unset_before(const Fn *fn, const Item *group) { return any_ins(fn, &group->kid[0], is_kept_load); }

/* Objects stay as they are while lanes run that call nothing: where an access led before is looked up once for all; and whether all is
 * written there, if nothing is kept without a value. */
size_t checks_group_begin(const Writer *w, const Item *group)
{
    if (!checks_on(w) || w->b->mode != MODE_SCHED)
        return 0;
    w->o->checks->keeps = any_ins(w->b->fn, &group->kid[0], is_kept) || check_unset_before(w->b->fn, group);
    w->o->checks->near = !any_ins(w->b->fn, &group->kid[0], is_call);
    w->o->checks->nears.n = w->o->checks->probes.n = 0;
    return w->out->n;
}

/* What a look ahead looks at, in front of it. */
static void emit_probes(Writer *w)
{
    const struct Checks *c = w->o->checks;
    const int marks = w->marks;
    for (int i = 0; i < c->probes.n; i++) {
        const Probes *p = c->probes.at[i];
        Str parts = {0};
        if (checks_order(w)) {
            line(w, "const ptx2c_near Qp%d = ptx2c_near_of(ptx2c_sites + %d);", i, p->sites.at[0]);
            if (p->looped)
                line(w, "static ptx2c_rounds Qb%d;", i);
            else
                line(w, "uintptr_t Qa%d[32] = {0};", i);
            continue;
        }
        for (int k = 0; k < p->sites.n; k++)
            str_printf(&parts, "%s{ptx2c_sites + %d, %lld}", k ? ", " : "", p->sites.at[k],
                       (long long)(p->offsets.at[k] - p->offsets.at[0]));
        if (p->sites.n == 1) {
            line(w, "const ptx2c_near Qp%d = ptx2c_near_one(ptx2c_sites + %d, %d);", i, p->sites.at[0], marks);
        } else {
            line(w, "static const ptx2c_near_part Qs%d[] = {%s};", i, parts.s);
            line(w, "const ptx2c_near Qp%d = ptx2c_near_all(Qs%d, %d, %d);", i, i, p->sites.n, marks);
        }
        str_free(&parts);
    }
}

void check_lanes(Writer *w, size_t loop)
{
    const struct Checks *c = w->o->checks;
    Str head = {0}, *out = w->out;
    bool looped = false;
    for (int i = 0; i < c->probes.n; i++) {
        const bool in = c->probes.at[i]->looped;
        looped |= in;
        line(w, "Qbad = Qbad || !ptx2c_near_%s(Qp%d, c->sched->index, ptx2c_sites + %d, %sQ%c%d);", in ? "rounds" : "lanes", i,
             c->probes.at[i]->sites.at[0], in ? "&" : "", in ? 'b' : 'a', i);
    }
    w->out = &head;
    for (int i = 0; i < c->probes.n; i++)
        if (c->probes.at[i]->looped)
            line(w, "memset(Qb%d.n, 0, sizeof Qb%d.n);", i, i);
    if (!looped)
        line(w, "PTX2C_SIMD");
    w->out = out;
    str_insert(out, loop, &head);
    str_free(&head);
}

void checks_group_end(Writer *w, size_t before)
{
    struct Checks *c = w->o->checks;
    if (!checks_on(w) || !c->near)
        return;
    c->near = false;
    if (!c->nears.n && !c->probes.n)
        return;
    Str head = {0}, *out = w->out;
    w->out = &head;
    line(w, "{");
    w->indent++;
    for (int i = 0; i < c->nears.n; i++)
        line(w, "const ptx2c_near Qn%d = ptx2c_near_of%s(ptx2c_sites + %d);", c->nears.at[i], c->keeps ? "_kept" : "", c->nears.at[i]);
    emit_probes(w);
    w->indent--;
    w->out = out;
    str_insert(out, before, &head);
    str_free(&head);
    line(w, "}");
}

static const char *unchecked_pointer(Writer *w, const Ins *ins, const Opnd *o)
{
    const EmitOptions *const asked = w->o;
    EmitOptions plain = *asked;
    plain.checks = NULL;
    w->o = &plain;
    const char *pointer = lower_pointer(w, ins, o).s;
    w->o = asked;
    return pointer;
}

/* Whose groups they are. */
static const char *groups_of(const Ins *ins)
{
    return ins->mnemonic == INS_WGMMA ? "PTX2C_PRODUCTS" : isa_has_word(ins, MOD_BULK) ? "PTX2C_BULKS" : "PTX2C_COPIES";
}

/* Behind it the async proxy sees, in shared memory, what the generic one has written. */
static bool is_async_fence(const Ins *ins)
{
    static const Modifier words[] = {MOD_ASYNC, MOD_ASYNC__GENERIC, MOD_NONE};
    return (ins->mnemonic == INS_FENCE || ins->mnemonic == INS_MEMBAR) && isa_has_word(ins, MOD_PROXY) && isa_has_any(ins, words) &&
           !isa_has_word(ins, MOD_GLOBAL);
}

/* Fences, and copies that are waited for: a line beside what the instruction itself becomes. */
void check_order(Writer *w, const Ins *ins)
{
    if (!checks_order(w))
        return;
    const char *u = check_thread(w);
    if ((ins->mnemonic == INS_MEMBAR || ins->mnemonic == INS_FENCE) && !isa_has_word(ins, MOD_PROXY)) {
        uint32_t f = order_of(ins);
        f = f ? f : F_ACQUIRE | F_RELEASE; /* sc, acq_rel */
        line(w, "ptx2c_check_fence(%s, %u);", u, (unsigned)f);
    } else if (ins->mnemonic == INS_TCGEN05 && (isa_has_word(ins, MOD_WAIT__LD) || isa_has_word(ins, MOD_WAIT__ST))) {
        line(w, "ptx2c_check_tensor_wait(%s, PTX2C_TENSOR_%s);", u, isa_has_word(ins, MOD_WAIT__LD) ? "LOADS" : "STORES");
    } else if (is_async_fence(ins)) {
        line(w, "ptx2c_check_proxies(%s);", u);
    } else if (isa_has_word(ins, MOD_COMMIT_GROUP)) {
        line(w, "ptx2c_check_commit(%s, %s);", u, groups_of(ins));
    } else if (ins->mnemonic == INS_CP && isa_has_word(ins, MOD_WAIT_ALL)) {
        line(w, "ptx2c_check_wait(%s, %s, 0, true);", u, groups_of(ins));
    } else if (ins->mnemonic == INS_CP && isa_has_word(ins, MOD_WAIT_GROUP)) {
        line(w, "ptx2c_check_wait(%s, %s, %u, false);", u, groups_of(ins), (unsigned)ins->arg[isa_arg(ins, ARG_N)].imm);
    } else if ((ins->mnemonic == INS_CP || ins->mnemonic == INS_ST || ins->mnemonic == INS_RED) && isa_arg(ins, ARG_MBAR) >= 0) {
        line(w, "ptx2c_check_copy(%s, %s);", u, unchecked_pointer(w, ins, &ins->arg[isa_arg(ins, ARG_MBAR)]));
    }
}

/* Lanes that have come to a collective without a member mask must stay together: it is of those that are there. */
const char *check_loop(const Fn *fn)
{
    for (int i = 0; i < fn->ins.n; i++) {
        const Ins *ins = &fn->ins.at[i];
        if (isa_is_warp(ins) && !isa_is_whole(ins) && isa_arg(ins, ARG_M) < 0)
            return "    while (ptx2c_sched_next(run)) {\n";
    }
    return "    while (ptx2c_sched_next(run)) {\n        ptx2c_check_part(run);\n";
}

/* Lanes must come one by one to what is checked. */
bool check_serial(const Writer *w, const Items *list)
{
    if (!checks_on(w))
        return false;
    for (int i = 0; i < list->n; i++) {
        const Item *it = list->at[i];
        const Ins *ins = it->kind == I_INS ? &w->b->fn->ins.at[it->ins] : NULL;
        if (ins && w->lanes == LANES_SURE && (check_probed(ins) || check_loads_param(ins)))
            continue;
        if (ins && (isa_mem(ins) != MEM_NONE || isa_emit(ins) == EMIT_CALL || isa_emit(ins) == EMIT_NOP))
            return true;
        for (int k = 0; k < it->nkid; k++)
            if (check_serial(w, &it->kid[k]))
                return true;
    }
    return false;
}

/* ---- the module's tables ----------------------------------------------------------------------------------------- */

static const char *source_of(const Module *m, const Site *s)
{
    for (int i = 0; s->line && i < m->files.n; i++)
        if (m->files.at[i].number == s->line_file)
            return m->files.at[i].name;
    return NULL;
}

bool checks_have_sites(const struct Checks *c) { return c->sites.n; }

void checks_emit_sites(const Module *m, const EmitOptions *o, Str *out)
{
    const struct Checks *c = o->checks;
    Str text = {0};
    if (!c->sites.n)
        return;
    str_add(&text, "/* Where memory is accessed and threads meet. */\nstatic const ptx2c_site ptx2c_sites[] = {\n");
    for (int i = 0; i < c->sites.n; i++) {
        const Site *s = c->sites.at[i];
        const char *source = source_of(m, s);
        int l, col;
        diag_line_col(s->loc, &l, &col);
        str_printf(&text, "    {\"%s\", ", o->ptx_path);
        str_c_string(&text, s->text);
        str_add(&text, ", ");
        if (source)
            str_c_string(&text, source);
        else
            str_add(&text, "NULL");
        str_printf(&text, ", %s, %d, %d, %d, %u, %llu, %llu, %u},\n", s->object ? s->object : "NULL", l, col, source ? (int)s->line : 0,
                   (unsigned)s->bytes, (unsigned long long)s->object_at, (unsigned long long)s->object_bytes, (unsigned)s->flags);
    }
    str_add(&text, "};\n\n");
    str_insert(out, c->mark, &text);
    str_free(&text);
}
