/* dump_regions.c: --emit=regions, how each kernel's instructions are grouped into loops over chunks and lanes, as
 * Graphviz: a box in a box for each level, in the order in which they run. */
#include "back.h"

typedef struct Picture {
    Back *b;
    Str *out;
    int nodes, clusters;
} Picture;

/* The nodes where a list begins and ends; -1: it is empty. */
typedef struct Ends { int first, last; } Ends;

static const char *const level_names[] = {[LV_CTA] = "CTA", [LV_CHUNK] = "each chunk", [LV_LANE] = "each lane"};

static Ends add_items(Picture *g, const Items *list);

static int add_node(Picture *g, const char *shape, const char *text)
{
    str_printf(g->out, "  n%d [shape=%s, label=\"%s\"];\n", g->nodes, shape, text);
    return g->nodes++;
}

static void add_edge(Picture *g, int from, int to, const char *style)
{
    if (from >= 0 && to >= 0)
        str_printf(g->out, "  n%d -> n%d [%s];\n", from, to, style);
}

/* The mnemonic with its modifiers and what it writes. */
static void add_ins(Str *text, Back *b, int i)
{
    const Ins *ins = &b->fn->ins.at[i];
    if (b->dead && b->dead[i])
        return;
    str_add(text, isa_pattern(ins, b->a));
    for (int k = 0; k < ins->narg; k++)
        if (isa_arg_is_dest(ins, k) && ins->arg[k].kind == O_REG)
            str_printf(text, " %s", reg_name(b->fn, ins->arg[k].reg));
    str_add(text, "\\l");
}

static Ends begin_cluster(Picture *g, const char *label, const char *color)
{
    str_printf(g->out, "  subgraph cluster_%d {\n  label=\"%s\"; color=%s;\n", g->clusters++, label, color);
    return (Ends){-1, -1};
}

/* A loop over chunks or lanes, or a loop of the program: its list in a box. */
static Ends add_box(Picture *g, const Item *it)
{
    bool loop = it->kind == I_LOOP;
    begin_cluster(g, loop ? "loop" : level_names[it->level], loop ? "blue" : it->level == LV_LANE ? "darkgreen" : "gray40");
    Ends e = {-1, -1};
    for (int k = 0; k < it->nkid; k++) {
        Ends kid = add_items(g, &it->kid[k]);
        e.first = e.first < 0 ? kid.first : e.first;
        e.last = kid.last < 0 ? e.last : kid.last;
    }
    if (e.first < 0)
        e.first = e.last = add_node(g, "point", "");
    str_add(g->out, "  }\n");
    if (loop)
        add_edge(g, e.last, e.first, "color=blue, constraint=false");
    return e;
}

/* A branch: a diamond, its sides, and where they meet. */
static Ends add_choice(Picture *g, const Item *it)
{
    Str text = {0};
    const Ins *ins = &g->b->fn->ins.at[it->ins];
    if (it->kind == I_SWITCH)
        str_add(&text, "switch");
    else
        str_printf(&text, "if %s%s", it->negate != ins->guard_neg ? "!" : "",
                   ins->guard >= 0 ? reg_name(g->b->fn, ins->guard) : "");
    Ends e = {add_node(g, "diamond", text.s), 0};
    str_free(&text);
    e.last = add_node(g, "point", "");
    for (int k = 0; k < it->nkid; k++) {
        Ends kid = add_items(g, &it->kid[k]);
        add_edge(g, e.first, kid.first < 0 ? e.last : kid.first, k ? "style=dashed" : "color=darkgreen");
        add_edge(g, kid.last, e.last, "style=solid");
    }
    if (it->nkid == 1)
        add_edge(g, e.first, e.last, "style=dashed");
    return e;
}

static Ends add_item(Picture *g, const Item *it)
{
    static const char *const names[] = {
        [I_BREAK] = "break", [I_CONTINUE] = "continue", [I_GOTO] = "goto", [I_LABEL] = "label", [I_EXIT] = "exit",
        [I_LEAVE] = "leave", [I_MASK] = "mask", [I_CHECK] = "check",
    };
    if (it->kind == I_IF || it->kind == I_SWITCH)
        return add_choice(g, it);
    if (it->kind == I_LOOP || it->kind == I_GROUP)
        return add_box(g, it);
    int n = add_node(g, "plaintext", names[it->kind]);
    return (Ends){n, n};
}

static Ends add_items(Picture *g, const Items *list)
{
    Ends e = {-1, -1};
    for (int i = 0; i < list->n;) {
        Ends next;
        if (list->at[i]->kind == I_INS) {
            Str text = {0};
            for (; i < list->n && list->at[i]->kind == I_INS; i++)
                add_ins(&text, g->b, list->at[i]->ins);
            if (!text.n)
                continue;
            next.first = next.last = add_node(g, "box", text.s);
            str_free(&text);
        } else {
            next = add_item(g, list->at[i++]);
        }
        add_edge(g, e.last, next.first, "style=solid");
        e.first = e.first < 0 ? next.first : e.first;
        e.last = next.last;
    }
    return e;
}

static void add_kernel(Module *m, Fn *fn, Picture *g)
{
    static Arena a;
    static const char *const names[] = {[MODE_LANES] = "threads that never meet",
                                        [MODE_CTA] = "phases between barriers", [MODE_WARP] = "warps"};
    Mode mode = MODE_LANES;
    for (int i = 0; i < fn->ins.n; i++) {
        Mode wants = isa_is_warp(&fn->ins.at[i]) ? MODE_WARP : isa_is_cta(&fn->ins.at[i]) ? MODE_CTA : MODE_LANES;
        mode = wants > mode ? wants : mode;
    }
    Back *b = back_prepare(&a, m, fn, mode, true, false);
    g->b = b;
    begin_cluster(g, fn->sym->name, "black");
    if (b && b->ok) {
        int head = add_node(g, "plaintext", names[mode]);
        Ends e = add_items(g, &b->root);
        add_edge(g, head, e.first, "style=solid");
    } else {
        add_node(g, "plaintext", b && b->why ? b->why : "nothing to run");
    }
    str_add(g->out, "  }\n");
    arena_reset(&a);
}

void dump_regions(Module *m, Str *out)
{
    Picture g = {.out = out};
    data_layout(m);
    str_add(out, "digraph regions {\n  node [fontname=monospace, fontsize=10];\n");
    for (int i = 0; i < m->fns.n; i++)
        if (m->fns.at[i]->is_entry && !m->fns.at[i]->is_proto)
            add_kernel(m, m->fns.at[i], &g);
    str_add(out, "}\n");
}
