/* emit_device.c: device functions as C functions of one thread.
 *
 * RET NAME(ptx2c_thread *t, PARAMS): one scalar result is the C result; aggregates and further results are written
 * through pointers, which stand first; aggregate parameters are pointers to the caller's copy. */
#include "emit/lower.h"

static bool ends_in_return(const Items *root)
{
    const Item *last = items_last(root);
    return last && last->kind == I_EXIT;
}

/* What is given back until something else is written there. */
static void declare_results(Writer *w, const Fn *fn)
{
    for (EACH(const Sym, r, fn->rets))
        if (!sym_by_pointer(r) && (fn->rets.n == 1 || r->kind == SYM_REG))
            line(w, "%s %s = 0;", c_type(r->type), r->kind == SYM_REG ? w->b->reg[r->index].plan->name : place_of((Sym *)r)->name);
}

static void declare_result_elements(Writer *w, const Fn *fn)
{
    for (EACH(const Sym, r, fn->rets))
        for (int k = 0; r->kind == SYM_REG && r->vec > 1 && k < r->vec; k++)
            line(w, "%s %s = 0;", c_type(r->type), w->b->reg[r->elements + k].plan->name);
}

static void emit_depth_check(Writer *w)
{
    block(w, "if (%s) {", checks_on(w) ? check_deep(w) : "ptx2c_too_deep(t)");
    emit_return(w);
    block_end(w);
}

/* All from the parameters to the end. */
static void emit_inside(Writer *w, Module *m, const Fn *fn)
{
    const Items *root = &w->b->plan->root;
    declare_results(w, fn);
    for (int i = 0; i < fn->params.n; i++)
        emit_vector_param(w, fn->params.at[i], true);
    declare_result_elements(w, fn);
    if (call_is_recursive(m, fn))
        emit_depth_check(w);
    declare_call_params(w, &w->b->plan->root);
    emit_list(w, &w->b->plan->root);
    const bool by_pointer = fn->rets.n == 1 && sym_by_pointer(fn->rets.at[0]) && fn->rets.at[0]->kind != SYM_REG;
    if (!ends_in_return(root) && ((fn->rets.n && !by_pointer) || w->b->plan->stack || (local_bytes(fn) && checks_init(w))))
        emit_return(w);
}

/* What the text of the body refers to. */
static void emit_device_head(Writer *w, const Fn *fn, const char *text)
{
    const bool lanes = fn_reads_shape(fn, SHAPE_LANE, SHAPE_WARP), cta = text_has(text, "c") || lanes;
    if (cta)
        line(w, "ptx2c_cta *const c = t->cta;");
    if (lanes) {
        line(w, "const uint32_t l = ptx2c_linear(t) %% 32;");
        line(w, "ptx2c_warp warp = {.index = ptx2c_linear(t) / 32, .active = 1u << l}, *const w = &warp;");
        line(w, "(void)c, (void)l, (void)w;");
    }
    emit_shared_offsets(w, text);
    if (text_has(text, "P"))
        line(w, "const void *const P = t->cta->param;");
    if (text_has(text, "cc"))
        line(w, "bool cc = false;");
    if (text_has(text, "local"))
        line(w, "_Alignas(16) unsigned char local[%s];", local_size(fn, w->b->a));
    if (text_has(text, "local") && checks_init(w))
        line(w, "ptx2c_check_window(local, sizeof local);");
    if (w->b->plan->stack)
        line(w, "ptx2c_stack_begin(local, %llu);", (unsigned long long)local_bytes(fn));
    for (int i = 0; i < fn->params.n; i++)
        if (!text_has(text, place_of(fn->params.at[i])->name))
            line(w, "(void)%s;", place_of(fn->params.at[i])->name);
    if (!text_has(text, "t") && !cta)
        line(w, "(void)t;");
}

void emit_device(Module *m, Fn *fn, const EmitOptions *o, Str *out)
{
    Arena a = {0};
    Passes p = passes_begin(&a, m, fn, o->no_analysis);
    Back *b = passes_run(&p, MODE_FUNC, false);
    if (!b)
        ice("device function '%s' has no code", fn->sym->name);
    b->plan->stack = uses_stack(fn);
    Str text = {0};
    Writer inside = writer_of(b, &text, o, NULL), head = writer_of(b, out, o, NULL);
    emit_inside(&inside, m, fn);
    str_printf(out, "/* .func %s */\n%s%s\n{\n", fn->sym->name,
               fn->sym->linkage == LINK_NONE ? "static " : fn->sym->linkage == LINK_WEAK ? "PTX2C_WEAK " : "",
               device_signature(fn->sym, place_of(fn->sym)->name, &a));
    emit_device_head(&head, fn, text.s);
    str_add(out, text.s ? text.s : "");
    str_add(out, "}\n\n");
    str_free(&text);
    arena_reset(&a);
}
