/* dump_regions.c: --emit=regions, each kernel as the back end cuts it, as Graphviz.
 *
 * A kernel is a box; in it lie boxes for loops over chunks (or warps) and lanes, and for the program's own loops, in
 * the order in which they run.  Barriers are orange, collectives yellow.  A diamond is a branch with what is known of
 * its condition; green leads to the side where it holds.  A list of the values that cross boxes says what is known of
 * them and how they are kept. */
#include "report/report.h"
#include "plan/passes.h"

typedef struct Picture {
    Module *m;
    Back *b;
    Str *out;
    bool *checked;  /* by register: proven by a run-time check */
    int *group;     /* by register: number + 1 of the group that refers to it; -1: several do */
    int nodes, clusters, kernel;
    bool links;     /* nodes lead to their lines of PTX */
    Str lines;      /* of the node that is added next */
    Str jumps;      /* edges from region to region: an edge puts nodes not yet seen into its own box */
} Picture;

/* The nodes where a list begins and ends; -1: it is empty. */
typedef struct Ends { int first, last; } Ends;

static Ends add_items(Picture *g, const Items *list);

/* ---- parts of a graph -------------------------------------------------------------------------------------------- */

static void note_line(Picture *g, const Ins *ins)
{
    if (g->links)
        dump_line(ins, &g->lines);
}

static int add_node(Picture *g, const char *look, const char *text)
{
    str_printf(g->out, "  n%d [%s, label=\"%s\"", g->nodes, look, text);
    dump_link(&g->lines, g->out);
    str_add(g->out, "];\n");
    return g->nodes++;
}

static void add_edge(Picture *g, int from, int to, const char *look)
{
    if (from >= 0 && to >= 0)
        str_printf(g->out, "  n%d -> n%d [%s];\n", from, to, look);
}

static void begin_box(Picture *g, const char *label, const char *look)
{
    str_printf(g->out, "  subgraph cluster_%d {\n  label=\"%s\"; %s;\n", g->clusters++, label, look);
}

static void end_box(Picture *g) { str_add(g->out, "  }\n"); }

/* Puts what comes next behind what came so far. */
static void follow(Picture *g, Ends *e, Ends next)
{
    add_edge(g, e->last, next.first, "style=solid");
    e->first = e->first < 0 ? next.first : e->first;
    e->last = next.last < 0 ? e->last : next.last;
}

/* ---- words ------------------------------------------------------------------------------------------------------- */

static const char *chunk_word(const Back *b) { return b->mode == MODE_WARP || b->mode == MODE_SCHED ? "warp" : "chunk"; }

static const char *reg_text(const Back *b, int reg)
{
    return b->reg[reg].plan->name ? b->reg[reg].plan->name : reg_name(b->fn, reg);
}

static const char *shape_text(const Picture *g, int reg)
{
    const Back *b = g->b;
    const Val *v = &b->reg[reg].val;
    const char *proof = g->checked[reg] ? ", checked at run time" : "";
    if (v->kind == VAL_VAR)
        return "differs between lanes";
    if (v->border)
        return "changes at one lane";
    if (v->kind == VAL_AFF)
        return arena_printf(b->a, "grows by %lld from lane to lane%s", (long long)v->step, proof);
    if (v->cst)
        return arena_printf(b->a, "always %lld", (long long)v->c);
    return arena_printf(b->a, "the same in the %s%s", v->level == LV_CTA ? "CTA" : chunk_word(b), proof);
}

static const char *store_text(const Picture *g, int reg)
{
    switch (g->b->reg[reg].plan->store) {
    case ST_FOLD: return "printed where it is used";
    case ST_SCALAR: return "one variable";
    case ST_LOCAL: return "one variable in the loop over lanes";
    case ST_LANES: return "an element for each lane";
    case ST_STATE: return "kept across barriers, an element for each lane";
    case ST_STATE_SCALAR: return arena_printf(g->b->a, "kept across barriers, one for each %s", chunk_word(g->b));
    default: return "not kept";
    }
}

/* The condition of a branch, and what is known of it. */
static void condition(Picture *g, const Item *it, Str *text)
{
    const Back *b = g->b;
    const Ins *br = &b->fn->ins.at[it->ins];
    int reg = br->guard;
    note_line(g, br);
    if (it->kind == I_SWITCH) {
        const Opnd *o = isa_opnd(br, ARG_A);
        reg = o && o->kind == O_REG ? o->reg : -1;
        str_printf(text, "switch (%s)", reg >= 0 ? reg_text(b, reg) : "");
    } else {
        bool negate = br->guard_neg ^ it->negate;
        str_printf(text, "%s%s", negate ? "!" : "", reg >= 0 ? reg_text(b, reg) : "");
    }
    if (info(it->node)->exit_guard)
        str_add(text, "\\nthe threads that come here end");
    else if (it->kind == I_MASK)
        str_add(text, b->mode == MODE_CTA ? "\\nmay differ: runs for a range of lanes" : "\\nmay differ: runs under masks");
    else if (it->in->level == LV_LANE)
        str_add(text, "\\nper lane");
    else
        str_printf(text, "\\n%s", reg >= 0 ? shape_text(g, reg) : "always");
}

/* ---- items ------------------------------------------------------------------------------------------------------- */

static void add_ins(Picture *g, Str *text, int i)
{
    static const char *const specs[] = {
        [SPEC_NONE] = "", [SPEC_STEPS_S] = "   checks: no lane wraps", [SPEC_STEPS_U] = "   checks: no lane wraps",
        [SPEC_COMPARE] = "   checks: all lanes agree", [SPEC_SPAN] = "   checks: lanes share the upper bits",
        [SPEC_CLAMP] = "   checks: no lane is clamped", [SPEC_BOUND] = "   checks: all lanes are clamped", [SPEC_APART] = "   checks: no lane is equal",
        [SPEC_CHOICE] = "   checks: the choice is the same number for all lanes", [SPEC_INSIDE] = "   checks: the choice is no edge's", [SPEC_QUOTIENT] = "   checks: lanes have one quotient",
        [SPEC_UNIT] = "   checks: the factor is 1, or an element's bytes",
    };
    const Ins *ins = &g->b->fn->ins.at[i];
    note_line(g, ins);
    dump_source(g->m, g->b->fn, ins, text);
    if (g->b->spec && g->b->spec[i]) {
        text->s[text->n -= 2] = 0; /* in front of the end of the line */
        str_printf(text, "%s\\l", specs[spec_kind(g->b->spec[i])]);
    }
}

static bool is_sync(const Picture *g, const Item *it)
{
    const Ins *ins = item_ins(g->b, it);
    return ins && isa_meets(ins);
}

static Ends add_text_node(Picture *g, const char *look, Str *text)
{
    const int n = add_node(g, look, text->s);
    str_free(text);
    return (Ends){n, n};
}

static Ends add_sync(Picture *g, int ins)
{
    Str text = {0};
    add_ins(g, &text, ins);
    return add_text_node(g, isa_is_cta(&g->b->fn->ins.at[ins]) ? "shape=box, style=filled, fillcolor=orange"
                                                                : "shape=box, style=filled, fillcolor=khaki", &text);
}

/* The instructions from item i of the list on, up to what is none; moves i behind them. */
static Ends add_block(Picture *g, const Items *list, int *i)
{
    Str text = {0};
    for (; *i < list->n && list->at[*i]->kind == I_INS && !is_sync(g, list->at[*i]); ++*i)
        add_ins(g, &text, list->at[*i]->ins);
    return add_text_node(g, "shape=box", &text);
}

/* A loop over chunks or lanes, or a loop of the program: its list in a box. */
static Ends add_loop(Picture *g, const Item *it)
{
    static const char *const colors[] = {"color=gray40", "color=darkgreen", "color=blue"};
    const bool loop = it->kind == I_LOOP, lanes = it->level == LV_LANE;
    Str label = {0};
    if (loop)
        str_add(&label, g->b->fn->ins.at[it->node->blk->first].masked ? "loop under masks" : "loop");
    else
        str_printf(&label, "each %s", lanes ? "lane" : chunk_word(g->b));
    if (!loop && it->mask)
        str_printf(&label, " of m%d", it->mask);
    if (!loop && lanes && it->serial && !it->reductions)
        str_add(&label, ", in order");
    begin_box(g, label.s, colors[loop ? 2 : lanes]);
    str_free(&label);
    Ends e = {-1, -1};
    for (int k = 0; k < it->nkid; k++)
        follow(g, &e, add_items(g, &it->kid[k]));
    if (e.first < 0)
        e.first = e.last = add_node(g, "shape=point", "");
    end_box(g);
    if (loop)
        add_edge(g, e.last, e.first, "color=blue, constraint=false");
    return e;
}

/* A branch: a diamond, its sides, and where they meet. */
static Ends add_choice(Picture *g, const Item *it)
{
    Str text = {0};
    bool masked = it->kind == I_IF && it->mask && info(it->node)->masked;
    if (masked)
        str_printf(&text, "m%d has lanes", it->mask);
    else
        condition(g, it, &text);
    Ends e = add_text_node(g, "shape=diamond", &text);
    e.last = add_node(g, "shape=point", "");
    for (int k = 0; k < it->nkid; k++) {
        Ends kid = add_items(g, &it->kid[k]);
        add_edge(g, e.first, kid.first < 0 ? e.last : kid.first,
                 it->kind == I_SWITCH ? "style=solid" : k ? "style=dashed" : "color=darkgreen");
        add_edge(g, kid.last, e.last, "style=solid");
    }
    return e;
}

/* A jump, a label, a mask or a check. */
static Ends add_mark(Picture *g, const Item *it)
{
    static const char *const names[] = {[I_BREAK] = "break", [I_CONTINUE] = "continue"};
    Str text = {0};
    switch (it->kind) {
    case I_MASK:
        str_printf(&text, "m%d = lanes%s of ", it->mask, it->outer ? arena_printf(g->b->a, " of m%d", it->outer) : "");
        condition(g, it, &text);
        break;
    case I_CHECK: str_add(&text, it->id >= 0 ? "gives up when a check fails for the CTA"
                                                : "gives up when a check failed anywhere in the CTA"); break;
    case I_EXIT: str_add(&text, it->ins >= 0 ? "trap" : "exit"); break;
    case I_GOTO: str_printf(&text, "goto label %d", it->node->label); break;
    case I_LABEL: str_printf(&text, "label %d", it->node->label); break;
    case I_LEAVE: str_printf(&text, "go on at region %d", g->b->plan->region_of[it->node->blk->id]); break;
    default: str_add(&text, names[it->kind]); break;
    }
    const Ends e = add_text_node(g, it->kind == I_MASK || it->kind == I_CHECK ? "shape=box, style=rounded" : "shape=plaintext", &text);
    if (it->kind == I_LEAVE)
        str_printf(&g->jumps, "  n%d -> r%d_%d [color=blue, constraint=false];\n", e.first, g->kernel,
                   g->b->plan->region_of[it->node->blk->id]);
    return e;
}

static Ends add_items(Picture *g, const Items *list)
{
    Ends e = {-1, -1};
    for (int i = 0; i < list->n;) {
        const Item *it = list->at[i];
        if (it->kind == I_INS && !is_sync(g, it)) {
            follow(g, &e, add_block(g, list, &i));
            continue;
        }
        follow(g, &e, it->kind == I_INS                          ? add_sync(g, it->ins)
                      : it->kind == I_IF || it->kind == I_SWITCH  ? add_choice(g, it)
                      : it->kind == I_LOOP || it->kind == I_GROUP ? add_loop(g, it)
                                                                  : add_mark(g, it));
        i++;
    }
    return e;
}

/* ---- values that cross boxes ------------------------------------------------------------------------------------- */

static void note_items(Picture *g, const Items *list, int group)
{
    for (EACH(const Item, it, *list)) {
        for (Refs ref = item_refs(g->b, it); refs_next(&ref);) {
            int *was = &g->group[ref.reg];
            *was = *was == 0 || *was == group + 1 ? group + 1 : -1;
        }
        for (int k = 0; k < it->nkid; k++)
            note_items(g, &it->kid[k], it->kind == I_GROUP ? it->id : group);
    }
}

static void find_checked(Picture *g)
{
    Back *b = g->b;
    g->checked = NEWN(b->a, bool, b->nreg + 1);
    for (int i = 0; b->spec && i < b->fn->ins.n; i++)
        if (b->spec[i] != SPEC_NONE)
            for (Refs ref = ins_refs(&b->fn->ins.at[i]); refs_next(&ref);)
                g->checked[ref.reg] |= ref.write;
}

static void add_values(Picture *g)
{
    Back *b = g->b;
    Str text = {0};
    for (int r = 0; r < b->nreg; r++) {
        if (g->group[r] != -1 || !b->reg[r].wanted)
            continue;
        str_printf(&text, "%s: %s; %s\\l", reg_text(b, r), shape_text(g, r), store_text(g, r));
    }
    if (text.n) {
        begin_box(g, "values that cross boxes", "color=gray80");
        add_node(g, "shape=plaintext", text.s);
        end_box(g);
    }
    str_free(&text);
}

/* ---- kernels ----------------------------------------------------------------------------------------------------- */

static const char *const mode_names[] = {
    [MODE_LANES] = "threads that never meet", [MODE_CTA] = "phases between barriers", [MODE_WARP] = "warps under masks",
    [MODE_SCHED] = "scheduled: each thread has a place of its own, the first ones run",
};

/* Why another way to run the kernel was given up. */
static void reason(Picture *g, Str *text, const Fn *fn, const Tried *tried)
{
    str_printf(text, "\\nnot \\\"%s\\\": %s\\nline %d: ", mode_names[tried->failed], tried->stopped, diag_line(tried->at.loc));
    dump_source(g->m, fn, &tried->at, text);
}

/* The kernel as emit_kernel makes it; what that tried in vain goes to text. */
static Back *prepare(Picture *g, Arena *a, Fn *fn, Str *text)
{
    Tried tried = {0};
    Back *b = kernel_analyse(a, g->m, fn, &tried);
    if (tried.why)
        str_printf(text, "\\n%s", tried.why);
    if (tried.stopped)
        reason(g, text, fn, &tried);
    if (tried.any)
        str_printf(text, "\\nanother version is for %s", tried.any);
    return b;
}

static void add_regions(Picture *g)
{
    Back *b = g->b;
    for (int i = 0; i < b->plan->nregions; i++) {
        const Part *r = &b->plan->regions[i];
        begin_box(g, arena_printf(b->a, "region %d%s", i, b->plan->waiting[r->entry->id] ? ", a waiting loop" : ""),
                  "color=gray40");
        str_printf(g->out, "  r%d_%d [shape=point, label=\"\"];\n", g->kernel, i);
        Ends e = {-1, -1};
        if (r->sync >= 0)
            follow(g, &e, add_sync(g, r->sync));
        follow(g, &e, add_loop(g, r->group));
        str_printf(g->out, "  r%d_%d -> n%d [style=solid];\n", g->kernel, i, e.first);
        end_box(g);
    }
    str_add(g->out, g->jumps.n ? g->jumps.s : "");
    str_clear(&g->jumps);
}

static void add_kernel(Picture *g, Fn *fn)
{
    Arena a = {0};
    Str head = {0};
    Back *b = g->b = prepare(g, &a, fn, &head);
    g->group = NEWN(&a, int, b->nreg + 1);
    find_checked(g);
    const char *each = b->mode == MODE_SCHED ? NULL : b->plan->root.level == LV_CTA ? "CTA" : chunk_word(b);
    begin_box(g, each ? arena_printf(&a, "%s: once for each %s", fn->sym->name, each) : fn->sym->name, "color=black");
    int top = add_node(g, "shape=plaintext", arena_printf(&a, "%s%s", mode_names[b->mode], head.s ? head.s : ""));
    str_free(&head);
    if (b->mode == MODE_SCHED) {
        add_regions(g);
        str_printf(g->out, "  n%d -> r%d_0 [style=solid];\n", top, g->kernel);
        for (int i = 0; i < b->plan->nregions; i++)
            note_items(g, &b->plan->regions[i].group->kid[0], i + 1);
    } else {
        Ends e = add_items(g, &b->plan->root);
        add_edge(g, top, e.first, "style=solid");
        note_items(g, &b->plan->root, 0);
    }
    add_values(g);
    end_box(g);
    g->kernel++;
    cfg_end(&a, fn);
}

/* only: with links; NULL: all. */
static void add_kernels(Module *m, const Fn *only, Str *out)
{
    Picture g = {.m = m, .out = out, .links = only != NULL};
    data_layout(m);
    str_add(out, "digraph regions {\n  node [fontname=monospace, fontsize=10];\n  edge [fontname=monospace];\n");
    for (EACH(Fn, fn, m->fns)) {
        if (!fn_is_kernel(fn) || (only && fn != only))
            continue;
        inline_calls(m, fn, must_inline);
        inline_small(m, fn);
        add_kernel(&g, fn);
    }
    str_add(out, "}\n");
    str_free(&g.jumps);
}

void dump_regions_of(Module *m, const Fn *fn, Str *out) { add_kernels(m, fn, out); }

void dump_regions(Module *m, Str *out) { add_kernels(m, NULL, out); }
