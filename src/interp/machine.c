/* machine.c: threads, their registers and memory, and the flow of control.
 *
 * The CTAs run one after the other, the threads of a CTA, too, each till it waits for others; then those go on for whom
 * all have come (meet.c).  The order, forwards or backwards, is the caller's: a program whose results depend on it is wrong. */
#include "interp.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Dim grid_dim, block_dim;
uint32_t cta_threads;
uint64_t max_steps = 20000000, dynamic_bytes;
static uint64_t steps;
static struct { unsigned char *at; size_t bytes; } allowed[4096];
static int nallowed;

_Noreturn void stop(const Thread *t, const Insn *i, const char *what)
{
    fflush(stdout);
    fprintf(stderr, "line %d: %s: %s (in %s, thread %" PRIu32 " of CTA %" PRIu32 ")\n", i->line, i->op, what, top(t)->f->name,
            t->index, t->cta->id.x);
    exit(3);
}

void machine_allow(void *at, size_t bytes)
{
    if (nallowed == sizeof allowed / sizeof *allowed)
        refuse(0, "too many variables", "");
    allowed[nallowed].at = at;
    allowed[nallowed++].bytes = bytes;
}

unsigned char *reach(Thread *t, const Insn *i, Space space, uint64_t address, uint64_t bytes)
{
    unsigned char *base = space == SHARED ? t->cta->shared : space == LOCAL ? t->local : top(t)->param;
    uint64_t size = space == SHARED ? shared_bytes : space == LOCAL ? LOCAL_BYTES : top(t)->f->param_bytes;
    if (space == SHARED && address >= DYNAMIC)
        size = DYNAMIC + dynamic_bytes;
    if (space == SHARED || space == LOCAL || space == PARAM) {
        if (address >= size || bytes > size - address)
            stop(t, i, "an address outside");
        return base + address;
    }
    for (int k = 0; k < nallowed; k++)
        if (address >= (uintptr_t)allowed[k].at && address - (uintptr_t)allowed[k].at + bytes <= allowed[k].bytes)
            return (unsigned char *)(uintptr_t)address;
    stop(t, i, "an address that is nobody's");
}

/* Which bytes were written of the memory where p lies, from there; NULL: of memory that the host has filled. */
static unsigned char *written_at(Thread *t, const unsigned char *p)
{
    const uintptr_t at = (uintptr_t)p;
    unsigned char *const base[] = {t->cta->shared, t->local, top(t)->param};
    const uint64_t size[] = {SHARED_BYTES, LOCAL_BYTES, top(t)->f->param_bytes};
    for (int k = 0; k < 3; k++)
        if (at >= (uintptr_t)base[k] && at - (uintptr_t)base[k] < size[k])
            return base[k] + size[k] + (at - (uintptr_t)base[k]);
    return NULL;
}

void note_written(Thread *t, const unsigned char *p, uint64_t bytes)
{
    unsigned char *w = written_at(t, p);
    if (w)
        memset(w, 1, bytes);
}

void must_be_written(Thread *t, const Insn *i, const unsigned char *p, uint64_t bytes)
{
    const unsigned char *w = written_at(t, p);
    if (w && memchr(w, 0, bytes))
        stop(t, i, "reads memory that nothing has written");
}

/* ---- registers ----------------------------------------------------------------------------------------------------------- */

static const char *const special_names[] = {
    "%tid.x", "%tid.y", "%tid.z", "%ntid.x", "%ntid.y", "%ntid.z", "%ctaid.x", "%ctaid.y", "%ctaid.z", "%nctaid.x",
    "%nctaid.y", "%nctaid.z", "%laneid", "%warpid", "%nwarpid", "%lanemask_eq", "%lanemask_lt", "%lanemask_le",
    "%lanemask_gt", "%lanemask_ge", "WARP_SZ",
};

int special_of(const char *name)
{
    for (size_t k = 0; k < sizeof special_names / sizeof *special_names; k++)
        if (strcmp(name, special_names[k]) == 0)
            return (int)k;
    return -1;
}

static uint32_t special(const Thread *t, uint64_t which)
{
    const Dim *const dims[] = {&t->tid, &block_dim, &t->cta->id, &grid_dim};
    if (which < 12) {
        const Dim *d = dims[which / 3];
        return which % 3 == 0 ? d->x : which % 3 == 1 ? d->y : d->z;
    }
    const uint32_t lane = t->index & 31, bit = 1u << lane;
    const uint32_t others[] = {lane, t->index / 32, (cta_threads + 31) / 32, bit, bit - 1, bit | (bit - 1), ~(bit | (bit - 1)),
                               ~(bit - 1), 32};
    return others[which - 12];
}

static uint64_t number(const Operand *o, Type type)
{
    if (!o->real || type.k != 'f' || (type.bits == 32) == (o->real == 'f'))
        return o->value;
    return type.bits == 64 ? of_f64((double)to_f32(o->value)) : of_f32((float)to_f64(o->value));
}

uint64_t get(Thread *t, const Insn *i, const Operand *o, Type type)
{
    uint64_t v = 0;
    switch (o->kind) {
    case REGISTER:
        if (o->bits < type.bits)
            stop(t, i, "a register that is too narrow");
        if (!top(t)->written[o->reg])
            stop(t, i, "reads a register that nothing has written");
        v = top(t)->reg[o->reg];
        break;
    case NUMBER: v = number(o, type); break;
    case OFFSET: v = top(t)->local + o->value; break;
    case SPECIAL: v = special(t, o->value); break;
    default: stop(t, i, "an operand that has no value");
    }
    return (o->not ? !v : v) & mask_of(type.bits);
}

void set(Thread *t, const Insn *i, const Operand *o, Type type, uint64_t v)
{
    if (o->kind == NOTHING)
        return;
    if (o->kind != REGISTER || o->not)
        stop(t, i, "a result that is no register");
    if (o->bits < type.bits || (type.k == 'p') != (o->bits == 1))
        stop(t, i, "a register of another width");
    v = type.k == 's' ? (uint64_t)sign(v & mask_of(type.bits), type.bits) : v & mask_of(type.bits);
    top(t)->reg[o->reg] = v & mask_of(o->bits);
    top(t)->written[o->reg] = true;
}

/* ---- functions ----------------------------------------------------------------------------------------------------------- */

static Frame *enter(Thread *t, const Insn *i, const Function *f)
{
    const uint64_t local = t->depth < 0 ? 0 : top(t)->local + top(t)->f->local_bytes;
    if (t->depth + 1 == MAX_DEPTH || local + 15 + f->local_bytes > LOCAL_BYTES)
        stop(t, i, "calls too deep");
    Frame *frame = &t->frame[++t->depth];
    *frame = (Frame){.f = f, .reg = get_memory((size_t)f->regs * sizeof *frame->reg), .written = get_memory((size_t)f->regs),
                     .param = get_memory(2 * f->param_bytes), .local = (local + 15) & ~15ull};
    memset(t->local + LOCAL_BYTES + frame->local, 0, f->local_bytes);
    return frame;
}

static void leave(Thread *t)
{
    Frame *frame = &t->frame[t->depth--];
    free(frame->reg);
    free(frame->written);
    free(frame->param);
}

static void store_param(const Frame *frame, uint64_t at, int bytes, uint64_t value)
{
    store_bytes(frame->param + at, bytes, value);
    memset(frame->param + frame->f->param_bytes + at, 1, (size_t)bytes);
}

/* What a function gets or returns in a parameter of its own: a register or memory. */
static uint64_t formal_value(const Thread *t, const Insn *i, const Frame *frame, const Variable *v)
{
    if (v->reg < 0)
        return load_bytes(frame->param + v->at, (int)v->bytes);
    if (!frame->written[v->reg])
        stop(t, i, "returns what nothing has written");
    return frame->reg[v->reg];
}

static void set_formal(const Frame *frame, const Variable *v, uint64_t value)
{
    if (v->reg < 0) {
        store_param(frame, v->at, (int)v->bytes, value);
        return;
    }
    frame->reg[v->reg] = value;
    frame->written[v->reg] = true;
}

/* Parameters in memory on both sides, of any size, with what says which bytes are written. */
static void copy_param(const Frame *from, uint64_t at, const Frame *to, uint64_t where, uint64_t n)
{
    memcpy(to->param + where, from->param + at, n);
    memcpy(to->param + to->f->param_bytes + where, from->param + from->f->param_bytes + at, n);
}

/* The value of a parameter goes from a frame to another: each is a register there or memory. */
static void hand_over(Thread *t, const Insn *i, const Frame *from, const Operand *o, Frame *to, const Variable *v, bool back)
{
    const bool in_memory = o->kind == NUMBER && o->bytes;
    const int n = (int)v->bytes, depth = t->depth;
    const Type type = {'b', 8 * n};
    if (in_memory && v->reg < 0) {
        if (v->bytes != o->bytes)
            stop(t, i, "a parameter of another size");
        copy_param(from, back ? v->at : o->value, to, back ? o->value : v->at, v->bytes);
        return;
    }
    if (v->bytes > 8)
        stop(t, i, "a parameter that fits no register");
    const uint64_t result = back ? formal_value(t, i, from, v) : 0;
    t->depth = (int)((back ? to : from) - t->frame);
    if (!back)
        set_formal(to, v, in_memory ? load_bytes(from->param + o->value, n) : get(t, i, o, type));
    else if (in_memory)
        store_param(to, o->value, n, result);
    else
        set(t, i, o, type, result);
    t->depth = depth;
}

/* The value of an argument of 8 bytes: a register or memory. */
static uint64_t argument(Thread *t, const Insn *i, const Operand *o)
{
    if (o->kind != NUMBER || !o->bytes)
        return get(t, i, o, (Type){'b', 64});
    if (o->bytes != 8)
        stop(t, i, "a parameter of another size");
    return load_bytes(top(t)->param + o->value, 8);
}

/* (result) vprintf (format, arguments) */
static void print(Thread *t, const Insn *i, const Operand *arguments)
{
    if (!arguments || arguments->kind != LIST || arguments->n != 2)
        stop(t, i, "the number of arguments");
    const uint64_t n = (uint64_t)print_formatted(t, i, argument(t, i, &arguments->item[0]), argument(t, i, &arguments->item[1]));
    if (i->o[0].kind != LIST)
        return;
    const Operand *o = &i->o[0].item[0];
    if (o->kind == NUMBER && o->bytes == 4)
        store_param(top(t), o->value, 4, n);
    else
        set(t, i, o, (Type){'b', 32}, n);
}

static bool is_print(const Function *f) { return f && !f->defined && print_text && strcmp(f->name, "vprintf") == 0; }

/* call (results), function, (arguments), prototype */
static void call(Thread *t, const Insn *i)
{
    const bool results = i->o[0].kind == LIST;
    const Operand *which = &i->o[results], *arguments = i->n > results + 1 ? &i->o[results + 1] : NULL;
    const Function *f = function_at(get(t, i, which, (Type){'b', 64}));
    const int n = arguments && arguments->kind == LIST ? arguments->n : 0;
    if (is_print(f)) {
        print(t, i, arguments);
        return;
    }
    if (!f || !f->defined || f->entry)
        stop(t, i, "calls what is no function");
    if (n != f->params || (results ? i->o[0].n : 0) != f->results)
        stop(t, i, "the number of arguments");
    const Frame *from = top(t);
    Frame *to = enter(t, i, f);
    for (int k = 0; k < n; k++)
        hand_over(t, i, from, &arguments->item[k], to, &f->param[k], false);
    to->results = results ? &i->o[0] : NULL;
}

static void ret(Thread *t, const Insn *i)
{
    if (t->depth > 0) {
        const Frame *from = top(t);
        for (int k = 0; from->results && k < from->f->results; k++)
            hand_over(t, i, from, &from->results->item[k], &t->frame[t->depth - 1], &from->f->result[k], true);
    }
    leave(t);
    if (t->depth < 0)
        t->state = EXITED;
}

static void exit_(Thread *t, const Insn *i)
{
    (void)i;
    while (t->depth >= 0)
        leave(t);
    t->state = EXITED;
}

static void bra(Thread *t, const Insn *i) { t->frame[t->depth].pc = (int)i->o[0].value; }

static void brx(Thread *t, const Insn *i)
{
    uint64_t k = get(t, i, &i->o[0], (Type){'b', 32});
    if (i->o[1].kind != LIST || k >= (uint64_t)i->o[1].n)
        stop(t, i, "an index outside");
    t->frame[t->depth].pc = (int)i->o[1].item[k].value;
}

const Row flow_rows[] = {
    {"bra", bra, UNI, 1, 1}, {"brx", brx, MODE | UNI, 2, 2}, {"call", call, UNI, 1, 4}, {"ret", ret, UNI, 0, 0},
    {"exit", exit_, 0, 0, 0}, {0},
};

/* ---- threads ------------------------------------------------------------------------------------------------------------- */

static void step(Thread *t)
{
    Frame *frame = &t->frame[t->depth];
    if (frame->pc == frame->f->n) { /* its end */
        static const Insn end = {.op = "}"};
        ret(t, &end);
        return;
    }
    const Insn *i = &frame->f->code[frame->pc++];
    if (i->guarded) {
        if (!frame->written[i->guard])
            stop(t, i, "its predicate was not written");
        if (!frame->reg[i->guard] != i->guard_not)
            return;
    }
    i->run(t, i);
    if (++steps > max_steps)
        stop(t, i, "does not end");
}

static void run_cta(Cta *cta, bool backwards)
{
    for (;;) {
        bool waits = false;
        for (uint32_t k = 0; k < cta_threads; k++) {
            Thread *t = &cta->thread[backwards ? cta_threads - 1 - k : k];
            while (t->state == RUNS)
                step(t);
            waits |= t->state != EXITED;
        }
        if (!waits)
            return;
        if (!meet_all(cta))
            for (uint32_t k = 0; k < cta_threads; k++)
                if (cta->thread[k].state != EXITED)
                    stop(&cta->thread[k], cta->thread[k].at, "waits for ever");
    }
}

bool machine_run(const char *kernel, Dim grid, Dim block, const void *params, size_t bytes, bool backwards)
{
    const Function *f = find_function(kernel);
    if (!f || !f->entry)
        return false;
    static Cta cta;
    static const Insn begin = {.op = ".entry"};
    grid_dim = grid;
    block_dim = block;
    cta_threads = block.x * block.y * block.z;
    steps = 0;
    const uint32_t ctas = grid.x * grid.y * grid.z;
    cta.thread = get_memory(cta_threads * sizeof *cta.thread);
    for (uint32_t n = 0; n < ctas; n++) {
        const uint32_t c = backwards ? ctas - 1 - n : n;
        cta.id = (Dim){c % grid.x, c / grid.x % grid.y, c / grid.x / grid.y};
        memset(cta.shared, 0, sizeof cta.shared);
        for (uint32_t k = 0; k < cta_threads; k++) {
            Thread *t = &cta.thread[k];
            unsigned char *local = t->local ? t->local : get_memory(2 * LOCAL_BYTES);
            *t = (Thread){.cta = &cta, .index = k, .depth = -1, .local = local};
            t->tid = (Dim){k % block.x, k / block.x % block.y, k / block.x / block.y};
            if (bytes != f->formal_bytes)
                refuse(0, "a kernel with other parameters", kernel);
            unsigned char *param = enter(t, &begin, f)->param;
            memcpy(param, params, bytes);
            memset(param + f->param_bytes, 1, bytes);
        }
        run_cta(&cta, backwards);
    }
    for (uint32_t k = 0; k < cta_threads; k++)
        free(cta.thread[k].local);
    free(cta.thread);
    return true;
}
