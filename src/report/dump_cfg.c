/* dump_cfg.c: --emit=cfg, the blocks of all functions as Graphviz, and --emit=stats, a line of numbers for each,
 * and what memory kernels take.
 *
 * In the graph loops are boxes, a branch's taken edge is solid green, the fall-through dashed, a back edge blue;
 * live registers are counted at each block's entry. */
#include "report/report.h"

#include <inttypes.h>

/* ---- text -------------------------------------------------------------------------------------------------------- */

static void add_escaped(Str *out, const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (s[i] == '"' || s[i] == '\\')
            str_addc(out, '\\');
        str_addc(out, (unsigned char)s[i] < ' ' ? ' ' : s[i]);
    }
}

/* The end of what can't be told from a space: blanks and comments. */
static size_t skip_blank(const Source *src, size_t i)
{
    for (; i < src->len; i++) {
        const char *s = src->text + i;
        if (s[0] == '/' && s[1] == '/') {
            while (i < src->len && src->text[i] != '\n')
                i++;
        } else if (s[0] == '/' && s[1] == '*') {
            const char *end = strstr(s + 2, "*/");
            i = end ? (size_t)(end - src->text) + 1 : src->len;
        } else if (s[0] != ' ' && s[0] != '\t' && s[0] != '\n' && s[0] != '\r') {
            break;
        }
    }
    return i;
}

/* An instruction that stands nowhere in the source. */
static void made_text(const Fn *fn, const Ins *ins, Str *out)
{
    for (int i = 0; i < ins->nword; i++)
        str_printf(out, "%s%s", i ? "." : "", ins->word[i]);
    for (int i = 0; i < ins->nop; i++) {
        const Opnd *o = &ins->op[i];
        const char *sep = i ? ", " : " ";
        if (o->kind == O_REG)
            str_printf(out, "%s%s", sep, reg_name(fn, o->reg));
        else if (o->kind == O_IMM)
            str_printf(out, "%s%lld", sep, (long long)o->imm);
        else if (o->kind == O_LABEL && o->sym)
            str_printf(out, "%s%s", sep, o->sym->name);
    }
    str_add(out, " (made)");
}

void source_text(const Module *m, const Fn *fn, const Ins *ins, Str *out)
{
    if (ins->guard >= 0) {
        str_addn(out, "@!", ins->guard_neg ? 2 : 1);
        str_printf(out, "%s ", reg_name(fn, ins->guard));
    }
    if (ins->made) {
        made_text(fn, ins, out);
        return;
    }
    for (size_t i = ins->loc.at; i < m->src.len && m->src.text[i] != ';';) {
        size_t next = skip_blank(&m->src, i);
        if (next > i) {
            if (next < m->src.len && m->src.text[next] != ';')
                str_addc(out, ' ');
            i = next;
        } else {
            str_addc(out, m->src.text[i++]);
        }
    }
}

void dump_source(const Module *m, const Fn *fn, const Ins *ins, Str *out)
{
    Str text = {0};
    source_text(m, fn, ins, &text);
    add_escaped(out, text.s ? text.s : "", text.n);
    str_add(out, "\\l");
    str_free(&text);
}

void dump_line(const Ins *ins, Str *lines)
{
    int line = diag_line(ins->loc), last = 0;
    size_t at = lines->n;
    while (at && lines->s[at - 1] >= '0' && lines->s[at - 1] <= '9')
        at--;
    if (at < lines->n)
        last = atoi(lines->s + at);
    if (ins->made || line == last)
        return;
    if (line == last + 1 && last) {
        if (at && lines->s[at - 1] == '-')
            lines->s[lines->n = at - 1] = 0;
        str_printf(lines, "-%d", line);
    } else {
        str_printf(lines, "%s%d", lines->n ? "," : "", line);
    }
}

void dump_link(Str *lines, Str *out)
{
    if (lines->n)
        str_printf(out, ", URL=\"#p%s\"", lines->s);
    str_free(lines);
}

/* ---- the graph --------------------------------------------------------------------------------------------------- */

typedef struct Graphviz {
    const Module *m;
    const Fn *fn;
    int number;      /* of the function */
    bool links;      /* blocks lead to their lines */
    const char **label; /* of each instruction: the last label before it, or NULL */
    Str *out;
} Graphviz;

static void add_block(const Graphviz *g, const Blk *b)
{
    Str *out = g->out;
    str_printf(out, "  f%d_%d [label=\"B%d", g->number, b->id, b->id);
    if (g->label[b->first]) {
        str_addc(out, ' ');
        add_escaped(out, g->label[b->first], strlen(g->label[b->first]));
    }
    str_printf(out, "  live %d\\l", b->live_in.n);
    for (int i = b->first; i < b->end; i++)
        dump_source(g->m, g->fn, &g->fn->ins.at[i], out);
    str_printf(out, "\"%s", b->exits ? ", peripheries=2" : "");
    if (g->links) {
        Str lines = {0};
        for (int i = b->first; i < b->end; i++)
            dump_line(&g->fn->ins.at[i], &lines);
        dump_link(&lines, out);
    }
    str_add(out, "];\n");
}

static void add_edge(const Graphviz *g, const Blk *b, const Blk *to, const char *style, int index)
{
    bool back = to->id <= b->id && cfg_dominates(to, b);
    str_printf(g->out, "  f%d_%d -> f%d_%d [%s%s", g->number, b->id, g->number, to->id, style,
               back ? ", color=blue" : to->id <= b->id ? ", color=red" : "");
    if (index >= 0)
        str_printf(g->out, ", label=\"%d\"", index);
    str_add(g->out, "];\n");
}

static void add_edges(const Graphviz *g, const Blk *b)
{
    bool guarded = b->term >= 0 && g->fn->ins.at[b->term].guard >= 0;
    if (b->succ[0])
        add_edge(g, b, b->succ[0], guarded ? "style=dashed" : "style=solid", -1);
    if (b->succ[1])
        add_edge(g, b, b->succ[1], "color=darkgreen", -1);
    for (int i = 0; i < b->ntargets; i++)
        add_edge(g, b, b->targets[i], "style=solid", i);
}

/* Loops are contiguous in the order of the blocks: each is opened at its header and closed after its last block. */
static void add_blocks(const Graphviz *g)
{
    const Blk *open = NULL;
    for (EACH_OF(const Blk, b, g->fn->blk, g->fn->nblk)) {
        for (; open && !loop_holds(open, b); open = open->loop_up)
            str_add(g->out, "  }\n");
        if (b->is_header) {
            str_printf(g->out, "  subgraph cluster_f%d_%d { label=\"loop B%d\"; style=dotted;\n", g->number, b->id,
                       b->id);
            open = b;
        }
        add_block(g, b);
    }
    for (; open; open = open->loop_up)
        str_add(g->out, "  }\n");
}

static void add_function(const Module *m, Fn *fn, int number, bool links, Str *out)
{
    Arena a = {0};
    Graphviz g = {m, fn, number, links, NEWN(&a, const char *, fn->ins.n + 1), out};
    for (int i = 0; i < fn->labels.n; i++)
        g.label[fn->labels.at[i]->index] = fn->labels.at[i]->name;
    cfg_build(&a, fn, false);
    live_build(&a, fn, true);
    str_printf(out, "  subgraph cluster_f%d { label=\"", number);
    add_escaped(out, fn->sym->name, strlen(fn->sym->name));
    str_printf(out, "%s\"; style=solid;\n", fn->irreducible ? " (irreducible)" : "");
    add_blocks(&g);
    for (int i = 0; i < fn->nblk; i++)
        add_edges(&g, fn->blk[i]);
    str_add(out, "  }\n");
    cfg_end(&a, fn);
}

static void add_head(Str *out)
{
    str_add(out, "digraph cfg {\n  node [shape=box, fontname=monospace];\n  edge [fontname=monospace];\n");
}

void dump_cfg(Module *m, Str *out)
{
    add_head(out);
    for (int i = 0; i < m->fns.n; i++)
        if (!m->fns.at[i]->is_proto)
            add_function(m, m->fns.at[i], i, false, out);
    str_add(out, "}\n");
}

void dump_cfg_of(Module *m, int fn, bool links, Str *out)
{
    add_head(out);
    add_function(m, m->fns.at[fn], fn, links, out);
    str_add(out, "}\n");
}

/* ---- numbers ----------------------------------------------------------------------------------------------------- */

/* Live registers while going up through a block. */
typedef struct Pressure {
    bool *live;
    int n, most;
} Pressure;

static void set_live(Pressure *p, int reg, bool live)
{
    p->n += live - p->live[reg];
    p->live[reg] = live;
}

static int most_live(const Fn *fn)
{
    Arena tmp = {0};
    Pressure p = {.live = NEWN(&tmp, bool, fn->regs.n + 1)};
    for (EACH_OF(const Blk, blk, fn->blk, fn->nblk)) {
        for (int i = 0; i < blk->live_out.n; i++)
            set_live(&p, blk->live_out.reg[i], true);
        for (int i = blk->end - 1; i >= blk->first; i--) {
            p.most = greater(p.most, p.n);
            for (int reads = 0; reads < 2; reads++) /* what is written dies, then what is read lives */
                for (Refs ref = ins_refs(&fn->ins.at[i]); refs_next(&ref);)
                    if (ref.write != reads)
                        set_live(&p, ref.reg, reads);
        }
        p.most = greater(p.most, p.n);
        for (int i = 0; i < blk->live_in.n; i++)
            set_live(&p, blk->live_in.reg[i], false);
    }
    arena_reset(&tmp);
    return p.most;
}

/* Longest path through the boxes of loops. */
static int loop_nesting(const Fn *fn)
{
    int most = 0;
    for (int i = 0; i < fn->nblk; i++) {
        int depth = 0;
        if (fn->blk[i]->is_header)
            for (const Blk *l = fn->blk[i]; l; l = l->loop_up)
                depth++;
        most = greater(most, depth);
    }
    return most;
}

FnStats fn_stats(Fn *fn)
{
    Arena a = {0};
    FnStats s = {.instructions = fn->ins.n, .registers = fn->regs.n};
    cfg_build(&a, fn, false);
    live_build(&a, fn, true);
    struct_build(&a, fn, fn->blk[0], NULL, &s.gotos);
    for (int i = 0; i < fn->nblk; i++)
        s.loops += fn->blk[i]->is_header;
    s.blocks = fn->nblk;
    s.nesting = loop_nesting(fn);
    s.live = most_live(fn);
    s.irreducible = fn->irreducible;
    cfg_end(&a, fn);
    return s;
}

/* What a thread takes along its deepest chain of calls; calls: functions of it; endless: a chain comes back to itself. */
typedef struct Depth { uint64_t local; int calls; bool endless; } Depth;

/* By node of the call graph. */
static Depth *call_depths(Arena *a, Module *m)
{
    const CallGraph *g = call_graph(m);
    Depth *d = NEWN(a, Depth, g->n + 1);
    for (int circle = 0; circle < g->ncircles; circle++) /* callees come first */
        for (int i = 0; i < g->n; i++) {
            if (g->circle[i] != circle)
                continue;
            Depth below = {.endless = g->recursive[i]};
            for (int e = g->at[i]; e < g->at[i + 1]; e++) {
                const Depth *to = &d[g->to[e]];
                below.local = to->local > below.local ? to->local : below.local;
                below.calls = to->calls > below.calls ? to->calls : below.calls;
                below.endless |= to->endless;
            }
            const Fn *fn = i < m->fns.n ? m->fns.at[i] : NULL; /* NULL: what a call through a register may come to */
            d[i] = (Depth){below.local + (fn && !fn->is_proto ? local_bytes(fn) : 0), below.calls + (fn != NULL), below.endless};
        }
    return d;
}

/* Memory of each kernel: of its CTA, and of a thread. */
static void dump_memory(Module *m, Str *out)
{
    Arena a = {0};
    data_layout(m);
    const Depth *d = call_depths(&a, m);
    for (int i = 0, first = 1; i < m->fns.n; i++) {
        const Fn *fn = m->fns.at[i];
        if (!fn_is_kernel(fn))
            continue;
        if (first)
            str_add(out, "\n      shared  local  calls  kernel: bytes of a block, and of a thread in the longest chain of calls\n");
        first = 0;
        const Depth *of = &d[fn->number];
        str_printf(out, "%12" PRIu64, data_shared_bytes(m, fn));
        if (of->endless)
            str_printf(out, "      -      -  %s (recursive)\n", fn->sym->name);
        else
            str_printf(out, " %6" PRIu64 " %6d  %s\n", of->local, of->calls - 1, fn->sym->name);
    }
    arena_reset(&a);
}

void dump_stats(Module *m, Str *out)
{
    str_add(out, "instructions  blocks  loops  nesting  gotos  registers   live  function\n");
    for (int i = 0; i < m->fns.n; i++) {
        if (m->fns.at[i]->is_proto)
            continue;
        const FnStats s = fn_stats(m->fns.at[i]);
        str_printf(out, "%12d %7d %6d %8d %6d %10d %6d  %s%s\n", s.instructions, s.blocks, s.loops, s.nesting, s.gotos,
                   s.registers, s.live, m->fns.at[i]->sym->name, s.irreducible ? " (irreducible)" : "");
    }
    dump_memory(m, out);
}
