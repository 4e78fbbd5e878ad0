/* flow_graphs.h: random control flow for the tests of cfg.c, liveness.c and structure.c, as instructions of a made-up
 * machine.
 *
 * These tests are linked with src/support/util.c, graph.c, cfg.c, liveness.c, structure.c and structure_place.c, but not with the
 * instruction table: an instruction's emit field says what it is, and what the table would be asked is answered
 * here. */
#ifndef FLOW_GRAPHS_H
#define FLOW_GRAPHS_H

#include "../../src/normalize/normalize.h"
#include "check.h"

static int below(int n)
{
    return (int)(rnd() >> 33) % n;
}

/* ---- instead of the instruction table ---------------------------------------------------------------------------- */

bool isa_is_warp(const Ins *ins)
{
    (void)ins;
    return false;
}

bool isa_is_update(const Ins *ins)
{
    (void)ins;
    return false;
}

bool isa_is_cta(const Ins *ins)
{
    return ins->emit == EMIT_BAR;
}

/* None is a selection. */
const Opnd *isa_opnd(const Ins *ins, ArgName name)
{
    (void)ins;
    (void)name;
    return NULL;
}

bool fn_falls_through(const Fn *fn)
{
    (void)fn;
    return false;
}

/* ---- building functions ------------------------------------------------------------------------------------------ */

static Ins *add_ins(Arena *a, Fn *fn, Emit emit)
{
    array_add(a, &fn->ins, ((Ins){.guard = -1, .emit = (uint8_t)emit, .dests = 1}));
    return &fn->ins.at[fn->ins.n - 1];
}

static Sym *new_label(Arena *a, Fn *fn)
{
    Sym *s = NEW(a, Sym);
    s->kind = SYM_LABEL;
    s->index = -1;
    array_add(a, &fn->labels, s);
    return s;
}

static void put_label(Fn *fn, Sym *label)
{
    label->index = fn->ins.n;
}

/* guard: 1 with a guard, 0 without. */
static void add_branch(Arena *a, Fn *fn, int guard, Sym *to)
{
    Ins *ins = add_ins(a, fn, EMIT_BRA);
    ins->guard = guard ? 0 : -1;
    ins->op = NEW(a, Opnd);
    ins->op[0] = (Opnd){.kind = O_LABEL, .reg = -1, .comp = -1, .sym = to};
    ins->nop = 1;
}

static void add_switch(Arena *a, Fn *fn, int guard, Sym **to, int n)
{
    Sym *table = NEW(a, Sym);
    table->kind = SYM_TARGETS;
    for (int i = 0; i < n; i++)
        array_add(a, &table->targets, to[i]);
    Ins *ins = add_ins(a, fn, EMIT_BRX);
    ins->guard = guard ? 0 : -1;
    ins->op = NEWN(a, Opnd, 2);
    ins->op[0] = (Opnd){.kind = O_REG, .reg = 1, .comp = -1};
    ins->op[1] = (Opnd){.kind = O_LABEL, .reg = -1, .comp = -1, .sym = table};
    ins->nop = 2;
}

/* Any graph: mostly forward branches, some backward, also into loops. */
static void random_graph(Arena *a, Fn *fn, int blocks, int back_percent)
{
    Sym **label = NEWN(a, Sym *, blocks + 1);
    for (int i = 0; i <= blocks; i++)
        label[i] = new_label(a, fn);
    for (int i = 0; i < blocks; i++) {
        Sym *to[5];
        put_label(fn, label[i]);
        add_ins(a, fn, EMIT_TEXT);
        for (int k = 0; k < 5; k++) {
            int span = below(3) ? 4 : blocks;
            int t = below(100) < back_percent ? i - below(span) : i + 1 + below(span);
            to[k] = label[t < 0 ? 0 : t > blocks ? blocks : t];
        }
        switch (below(16)) {
        case 0: case 1: case 2: break;
        case 3: case 4: add_branch(a, fn, 0, to[0]); break;
        case 5: {
            const int ways = 1 + below(5);
            add_switch(a, fn, below(3) == 0, to, ways);
            break;
        }
        case 6: add_ins(a, fn, below(2) ? EMIT_RET : EMIT_TRAP); break;
        case 7: add_ins(a, fn, below(2) ? EMIT_EXIT : EMIT_TRAP)->guard = 0; break;
        default: add_branch(a, fn, 1, to[0]); break;
        }
    }
    put_label(fn, label[blocks]);
}

/* What a compiler makes of if, while, do, break, continue, return and switch. */
typedef struct Maker {
    Arena *a;
    Fn *fn;
    Sym *brk, *cont, *ret;
    int jumps; /* percent of statements that are break, continue or return */
    int budget;
} Maker;

static void random_statements(Maker *m, int depth);

static void random_if(Maker *m, int depth)
{
    Sym *no = new_label(m->a, m->fn), *end = new_label(m->a, m->fn);
    add_branch(m->a, m->fn, 1, no);
    random_statements(m, depth + 1);
    if (below(2)) {
        add_branch(m->a, m->fn, 0, end);
        put_label(m->fn, no);
        random_statements(m, depth + 1);
    } else {
        put_label(m->fn, no);
    }
    put_label(m->fn, end);
}

static void random_loop(Maker *m, int depth)
{
    Maker in = *m;
    bool top = below(2);
    Sym *head = new_label(m->a, m->fn);
    in.brk = new_label(m->a, m->fn);
    in.cont = new_label(m->a, m->fn);
    put_label(m->fn, head);
    if (top) {
        put_label(m->fn, in.cont);
        add_ins(m->a, m->fn, EMIT_TEXT);
        add_branch(m->a, m->fn, 1, in.brk);
    }
    random_statements(&in, depth + 1);
    if (!top)
        put_label(m->fn, in.cont);
    add_ins(m->a, m->fn, EMIT_TEXT);
    add_branch(m->a, m->fn, !top, head);
    put_label(m->fn, in.brk);
    m->budget = in.budget;
}

static void random_switch(Maker *m, int depth)
{
    Sym *end = new_label(m->a, m->fn), *kind[4], *table[6];
    for (int i = 0; i < 4; i++)
        kind[i] = new_label(m->a, m->fn);
    for (int i = 0; i < 6; i++)
        table[i] = kind[below(4)];
    add_switch(m->a, m->fn, 0, table, 6);
    for (int i = 0; i < 4; i++) {
        put_label(m->fn, kind[i]);
        random_statements(m, depth + 1);
        add_branch(m->a, m->fn, 0, end);
    }
    put_label(m->fn, end);
}

static void random_statements(Maker *m, int depth)
{
    int n = 1 + below(3);
    for (int i = 0; i < n; i++) {
        add_ins(m->a, m->fn, EMIT_TEXT);
        if (depth > 5 || m->budget-- <= 0)
            continue;
        if (below(100) < m->jumps) {
            Sym *to[3] = {m->brk, m->cont, m->ret}, *label = to[below(3)];
            if (label)
                add_branch(m->a, m->fn, below(4) > 0, label);
            continue;
        }
        switch (below(6)) {
        case 0: case 1: random_if(m, depth); break;
        case 2: case 3: random_loop(m, depth); break;
        case 4: if (depth < 3) random_switch(m, depth); break;
        default: break;
        }
    }
}

static void random_program(Arena *a, Fn *fn, int jumps)
{
    Maker m = {.a = a, .fn = fn, .jumps = jumps, .budget = 40};
    m.ret = new_label(a, fn);
    random_statements(&m, 0);
    put_label(fn, m.ret);
    add_ins(a, fn, EMIT_TEXT);
    add_ins(a, fn, EMIT_RET);
}

#endif
