/* memory.c: loads, stores, atomic operations and addresses. */
#include "interp.h"

#include <string.h>

/* Windows of the generic address space. */
static const uint64_t shared_window = 0x5000000000000000, local_window = 0x6000000000000000, window_bytes = 1ull << 32;

uint64_t load_bytes(const unsigned char *p, int n)
{
    uint64_t v = 0;
    for (int k = 0; k < n; k++)
        v |= (uint64_t)p[k] << 8 * k;
    return v;
}

void store_bytes(unsigned char *p, int n, uint64_t v)
{
    for (int k = 0; k < n; k++)
        p[k] = (unsigned char)(v >> 8 * k);
}

static unsigned char *reach_in(Thread *t, const Insn *i, Space space, uint64_t a, uint64_t bytes)
{
    if (space == GENERIC && a - shared_window < window_bytes)
        space = SHARED, a -= shared_window;
    else if (space == GENERIC && a - local_window < window_bytes)
        space = LOCAL, a -= local_window;
    return reach(t, i, space, a, bytes);
}

unsigned char *reach_generic(Thread *t, const Insn *i, uint64_t address, uint64_t bytes)
{
    return reach_in(t, i, GENERIC, address, bytes);
}

unsigned char *place(Thread *t, const Insn *i, const Operand *o, Space space, uint64_t bytes)
{
    if (o->kind != MEMORY)
        stop(t, i, "no address");
    const Operand *base = o->item;
    uint64_t a = base ? get(t, i, base, (Type){'b', base->kind == REGISTER ? base->bits : 64}) : 0;
    a += o->value;
    if (base && base->kind == REGISTER && base->bits == 32)
        a &= 0xffffffff;
    if (a % bytes)
        stop(t, i, "an address that is not aligned");
    return reach_in(t, i, space, a, bytes);
}

static void ld(Thread *t, const Insn *i)
{
    const int n = i->vector ? i->vector : 1, bytes = i->t.bits / 8;
    const unsigned char *p = place(t, i, &i->o[1], i->space, (uint64_t)(n * bytes));
    if ((i->o[0].kind == LIST) != (n > 1) || (n > 1 && i->o[0].n != n))
        stop(t, i, "how many?");
    must_be_written(t, i, p, (uint64_t)(n * bytes));
    uint64_t v[4];
    for (int k = 0; k < n; k++)
        v[k] = load_bytes(p + k * bytes, bytes);
    for (int k = 0; k < n; k++)
        set(t, i, n > 1 ? &i->o[0].item[k] : &i->o[0], i->t, v[k]);
}

static void st(Thread *t, const Insn *i)
{
    const int n = i->vector ? i->vector : 1, bytes = i->t.bits / 8;
    unsigned char *p = place(t, i, &i->o[0], i->space, (uint64_t)(n * bytes));
    if ((i->o[1].kind == LIST) != (n > 1) || (n > 1 && i->o[1].n != n))
        stop(t, i, "how many?");
    for (int k = 0; k < n; k++)
        store_bytes(p + k * bytes, bytes, get(t, i, n > 1 ? &i->o[1].item[k] : &i->o[1], i->t));
    note_written(t, p, (uint64_t)(n * bytes));
}

static uint64_t real_sum(Type type, uint64_t a, uint64_t b)
{
    return type.bits == 32 ? of_f32(to_f32(a) + to_f32(b)) : of_f64(to_f64(a) + to_f64(b));
}

uint64_t combined(Thread *t, const Insn *i, uint64_t a, uint64_t b)
{
    const bool less = i->t.k == 's' ? sign(a, i->t.bits) < sign(b, i->t.bits) : a < b;
    switch (i->oper) {
    case W_ADD: return a + b;
    case W_MIN: return less ? a : b;
    case W_MAX: return less ? b : a;
    case W_AND: return a & b;
    case W_OR: return a | b;
    case W_XOR: return a ^ b;
    default: stop(t, i, "does what?");
    }
}

/* What an atomic operation leaves in memory; b, c: its operands. */
static uint64_t changed(Thread *t, const Insn *i, uint64_t old, uint64_t b, uint64_t c)
{
    if (i->oper == W_EXCH)
        return b;
    if (i->t.k == 'f' && i->oper != W_ADD)
        stop(t, i, "of floats");
    switch (i->oper) {
    case W_CAS: return old == b ? c : old;
    case W_INC: return old >= b ? 0 : old + 1;
    case W_DEC: return old == 0 || old > b ? b : old - 1;
    default: return i->t.k == 'f' ? real_sum(i->t, old, b) : combined(t, i, old, b);
    }
}

static uint64_t atomic(Thread *t, const Insn *i, int at)
{
    const int bytes = i->t.bits / 8;
    const bool cas = i->oper == W_CAS;
    if (i->n != at + 2 + cas)
        stop(t, i, "the number of operands");
    unsigned char *p = place(t, i, &i->o[at], i->space, (uint64_t)bytes);
    must_be_written(t, i, p, (uint64_t)bytes);
    uint64_t old = load_bytes(p, bytes), b = in(t, i, at + 1), c = cas ? in(t, i, at + 2) : 0;
    store_bytes(p, bytes, changed(t, i, old, b, c));
    return old;
}

static void atom(Thread *t, const Insn *i) { out(t, i, atomic(t, i, 1)); }
static void red(Thread *t, const Insn *i) { (void)atomic(t, i, 0); }

/* Addresses of a space and generic ones; those of global memory are the same. */
static void cvta(Thread *t, const Insn *i)
{
    uint64_t window = i->space == SHARED ? shared_window : i->space == LOCAL ? local_window : 0;
    if (i->space == PARAM || i->space == GENERIC)
        stop(t, i, "this space");
    uint64_t a = in(t, i, 1);
    out(t, i, i->to ? a - window : a + window);
}

static void isspacep(Thread *t, const Insn *i)
{
    const Operand *o = &i->o[1];
    uint64_t a = get(t, i, o, (Type){'b', 64});
    bool shared = a - shared_window < window_bytes, local = a - local_window < window_bytes;
    if (i->space != SHARED && i->space != LOCAL && i->space != GLOBAL)
        stop(t, i, "this space");
    set(t, i, &i->o[0], (Type){'p', 1}, i->space == SHARED ? shared : i->space == LOCAL ? local : !shared && !local);
}

/* One thread at a time sees all that was written. */
static void nothing(Thread *t, const Insn *i)
{
    (void)t;
    (void)i;
}

/* cp.async [shared], [global], bytes, and how many of them are copied, the others zeros, or whether none: done at once, which is
 * one of the orders that are allowed. */
static void cp(Thread *t, const Insn *i)
{
    if (i->n < 3)
        return; /* what waits */
    const uint64_t bytes = get(t, i, &i->o[2], (Type){'b', 32});
    const bool none = i->n > 3 && i->o[3].kind == REGISTER && i->o[3].bits == 1;
    const uint64_t from = i->n < 4 ? bytes : none ? is_true(t, i, 3) ? 0 : bytes : get(t, i, &i->o[3], (Type){'b', 32});
    if ((bytes != 4 && bytes != 8 && bytes != 16) || from > bytes)
        stop(t, i, "so many bytes");
    unsigned char *to = place(t, i, &i->o[0], SHARED, bytes);
    memset(to, 0, bytes);
    if (from) {
        const unsigned char *p = place(t, i, &i->o[1], GLOBAL, bytes);
        must_be_written(t, i, p, from);
        memcpy(to, p, from);
    }
    note_written(t, to, bytes);
}

const Row memory_rows[] = {
    {"ld", ld, SPACES | VECTOR | ORDER | CACHE, 2, 2}, {"ldu", ld, SPACES | VECTOR, 2, 2},
    {"st", st, SPACES | VECTOR | ORDER | CACHE, 2, 2}, {"atom", atom, SPACES | ORDER | OPER, 3, 4},
    {"red", red, SPACES | ORDER | OPER, 2, 2}, {"cvta", cvta, SPACES | TO, 2, 2}, {"isspacep", isspacep, SPACES, 2, 2}, {"cp", cp, ASYNC | SPACES | CACHE, 0, 4},
    {"membar", nothing, ORDER, 0, 0}, {"fence", nothing, ORDER, 0, 0}, {0},
};
