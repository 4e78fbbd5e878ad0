/* item_fusion.c: the order of a list of items in which those of a kind, for vectors or not, stand together (typed fusion).
 *
 * Each byte that is read from here and there stands in front of what is computed from it, so there would be many loops over lanes with
 * hardly anything in them.  With all such reads behind all their addresses there are three.
 *
 * An item's phase is the first of its kind, even for vectors and odd else, that is not before the phases of what it must stay behind:
 * writes of what it reads; writes and reads of what it writes; memory that it may share with a store.  Floats' arithmetic passes
 * atomics that it doesn't wait for; if asked to, all arithmetic and what is constant passes stores.  Items of one phase keep their order.
 * What reads nothing that must be kept by lane goes on to the last phase in front of where its result is used, so that this is not, either.
 *
 * In: a list of a loop over lanes; what is for vectors.  Out: the list in another order, which computes the same. */
#include "plan/plan.h"

/* Phases count from the segment's end where it is gone through backwards. */
struct Fusion {
    Back *b;
    int *written, *read;          /* by register: 1 + the last phase that does; 0: none */
    int stored, loaded, carry;    /* likewise of memory, and of the carry flag */
    int ordered;                  /* and of what lanes come to one after the other, which reads and writes memory */
    int *made;                    /* by register: 1 + the phase of the vectors that make it */
    bool passes;                  /* what leaves memory alone passes stores */
};

static int most(int a, int b) { return a > b ? a : b; }

static bool writes_memory(const Ins *ins) { return ins_dirty(ins) || ins_order_matters(ins); }

/* What gives the same wherever it stands among accesses to memory, and takes longer than what is kept by lane for it: addresses do not. */
static bool only_computes(const Ins *ins)
{
    const Emit e = isa_emit(ins);
    const Type t = ins->form && !ins->pseudo ? isa_slot_type(ins, SLOT_TYPE) : T_NONE;
    if (type_info[t].kind != 'f' || isa_accesses(ins) || writes_memory(ins) || !isa_is_uniform(ins) || (!isa_computes(ins) && e != EMIT_BRA))
        return false;
    for (int i = 0; i < ins->narg; i++)
        if (opnd_varies(&ins->arg[i]))
            return false;
    return true;
}

/* Whether what the instruction does is the same wherever it stands among accesses to memory. */
static bool leaves_memory(const Fusion *f, const Ins *ins)
{
    return f->passes && (ins_is_pure(ins) || isa_loads_constant(ins) || isa_emit(ins) == EMIT_BRA);
}

/* The first phase that the item's instructions may have; at least `phase`. */
static int earliest(const Fusion *f, const Item *whole, int phase)
{
    for (const Item *it = whole; it; it = item_next(it, whole)) { /* plain: each is an instruction, or a branch */
        const Ins *ins = &f->b->fn->ins.at[it->ins];
        for (Refs ref = ins_refs(ins); refs_next(&ref);)
            phase = most(phase, most(f->written[ref.reg], ref.write ? f->read[ref.reg] : 0) - 1);
        phase = leaves_memory(f, ins) ? phase : most(phase, (writes_memory(ins) ? most(f->stored, f->loaded) : f->stored) - 1);
        phase = only_computes(ins) ? phase : most(phase, f->ordered - 1);
        phase = isa_uses_carry(ins) ? most(phase, f->carry - 1) : phase;
    }
    return phase;
}

static void keep_account(Fusion *f, const Item *whole, int phase)
{
    for (const Item *it = whole; it; it = item_next(it, whole)) {
        const Ins *ins = &f->b->fn->ins.at[it->ins];
        for (Refs ref = ins_refs(ins); refs_next(&ref);) {
            int *last = ref.write ? &f->written[ref.reg] : &f->read[ref.reg];
            *last = most(*last, phase + 1);
        }
        int *memory = ins_order_matters(ins) ? &f->ordered : writes_memory(ins) ? &f->stored : &f->loaded;
        *memory = leaves_memory(f, ins) ? *memory : most(*memory, phase + 1);
        f->carry = isa_uses_carry(ins) ? most(f->carry, phase + 1) : f->carry;
    }
}

/* Instructions, and ifs of nothing but those. */
static bool is_plain(const Item *whole)
{
    const Item *it = whole;
    while (it && (it->kind == I_INS || it->kind == I_IF))
        it = item_next(it, whole);
    return !it;
}

/* Whether the item reads what vectors of an earlier phase make. */
static bool reads_kept(const Fusion *f, const Item *whole, int phase)
{
    for (const Item *it = whole; it; it = item_next(it, whole))
        for (Refs ref = ins_refs(&f->b->fn->ins.at[it->ins]); refs_next(&ref);)
            if (f->made[ref.reg] && f->made[ref.reg] - 1 < phase)
                return true;
    return false;
}

static void note_made(Fusion *f, const Item *whole, int phase)
{
    for (const Item *it = whole; it; it = item_next(it, whole))
        for (Refs ref = ins_refs(&f->b->fn->ins.at[it->ins]); writes_next(&ref);)
            f->made[ref.reg] = phase + 1;
}

static void clear(Fusion *f, Item *const *item, int n)
{
    for (int i = 0; i < n; i++)
        for (const Item *it = item[i]; it; it = item_next(it, item[i]))
            for (Refs ref = ins_refs(&f->b->fn->ins.at[it->ins]); refs_next(&ref);)
                f->written[ref.reg] = f->read[ref.reg] = f->made[ref.reg] = 0;
    f->stored = f->loaded = f->carry = f->ordered = 0;
}

/* Gives n items their phases; the last one. */
static int find_phases(Fusion *f, Item *const *item, int n, int *phase, bool for_vectors(const Back *b, const Item *it))
{
    int *early = NEWN(f->b->a, int, n + 1), last = 0;
    for (int i = 0; i < n; i++) {
        early[i] = earliest(f, item[i], 0);
        early[i] += early[i] % 2 != !for_vectors(f->b, item[i]);
        keep_account(f, item[i], early[i]);
        last = most(last, early[i]);
    }
    clear(f, item, n);
    for (int i = n - 1; i >= 0; i--) {
        const int before = early[i] % 2 ? -1 : earliest(f, item[i], -1);
        phase[i] = before < 0 ? early[i] : most(early[i], (last - before) & ~1);
        keep_account(f, item[i], last - phase[i]);
    }
    clear(f, item, n);
    for (int i = 0; i < n; i++) {
        const int first = earliest(f, item[i], 0);
        if (phase[i] > early[i] && reads_kept(f, item[i], phase[i]))
            phase[i] = most(early[i], first + first % 2);
        keep_account(f, item[i], phase[i]);
        if (early[i] % 2 == 0)
            note_made(f, item[i], phase[i]);
    }
    clear(f, item, n);
    return last;
}

Fusion *items_fusion(Back *b)
{
    Fusion *f = NEW_OF(b->a, Fusion, .b = b, .written = NEWN(b->a, int, b->nreg + 1), .read = NEWN(b->a, int, b->nreg + 1), .made = NEWN(b->a, int, b->nreg + 1));
    return f;
}

void items_fuse(Fusion *f, Items *list, bool passes, bool for_vectors(const Back *b, const Item *it))
{
    f->passes = passes;
    Item **to = NEWN(f->b->a, Item *, list->n + 1);
    int *phase = NEWN(f->b->a, int, list->n + 1);
    for (int from = 0, end, n = 0; from < list->n; from = end) {
        for (end = from; end < list->n && is_plain(list->at[end]); end++)
            ;
        const int last = find_phases(f, list->at + from, end - from, phase + from, for_vectors);
        for (int p = 0; p <= last; p++)
            for (int i = from; i < end; i++)
                if (phase[i] == p)
                    to[n++] = list->at[i];
        if (end < list->n)
            to[n++] = list->at[end++];
    }
    memcpy(list->at, to, (size_t)list->n * sizeof *to);
    items_number(list, 0);
}
