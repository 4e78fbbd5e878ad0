/* emit_device.c: device functions as C functions of one thread.
 *
 * RET NAME(ptx2c_thread *t, PARAMS): one scalar result is the C result; aggregates and further results are written
 * through pointers, which stand first; aggregate parameters are pointers to the caller's copy. */
#include "emit/emit_fn.h"
#include "emit/lower.h"

/* Special registers that are numbers of lanes and warps need the thread's place in its CTA. */
static bool uses_lane(const Fn *fn)
{
    for (int i = 0; i < fn->ins.n; i++)
        for (int k = 0; k < fn->ins.at[i].nop; k++) {
            const Opnd *o = &fn->ins.at[i].op[k];
            if (o->kind == O_SREG && (isa_sregs[o->sym->index].shape == SHAPE_LANE ||
                                      isa_sregs[o->sym->index].shape == SHAPE_WARP))
                return true;
        }
    return false;
}

static bool ends_in_return(const Items *root)
{
    return root->n && root->at[root->n - 1]->kind == I_EXIT;
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
    Writer w = {.b = b, .out = &text, .o = o, .remake = lower_ins, .indent = 1};
    for (int i = 0; i < fn->rets.n; i++) {
        const Sym *r = fn->rets.at[i];
        if (!sym_by_pointer(r) && (fn->rets.n == 1 || r->kind == SYM_REG))
            line(&w, "%s %s = 0;", c_type(r->type),
                 r->kind == SYM_REG ? b->reg[r->index].plan->name : place_of((Sym *)r)->name);
    }
    for (int i = 0; i < fn->params.n; i++)
        emit_vector_param(&w, fn->params.at[i], true);
    for (int i = 0; i < fn->rets.n; i++)
        for (int k = 0; fn->rets.at[i]->kind == SYM_REG && fn->rets.at[i]->vec > 1 && k < fn->rets.at[i]->vec; k++)
            line(&w, "%s %s = 0;", c_type(fn->rets.at[i]->type), b->reg[fn->rets.at[i]->elements + k].plan->name);
    if (call_is_recursive(m, fn)) {
        line(&w, "if (ptx2c_too_deep(t)) {");
        w.indent++;
        emit_return(&w);
        w.indent--;
        line(&w, "}");
    }
    declare_call_params(&w, &b->plan->root);
    emit_body(&w, &b->plan->root);
    bool left = fn->rets.n && !(fn->rets.n == 1 && sym_by_pointer(fn->rets.at[0]) && fn->rets.at[0]->kind != SYM_REG);
    if (!ends_in_return(&b->plan->root) && (left || b->plan->stack))
        emit_return(&w);
    str_printf(out, "/* .func %s */\n%s%s\n{\n", fn->sym->name,
               fn->sym->linkage == LINK_NONE ? "static " : fn->sym->linkage == LINK_WEAK ? "PTX2C_WEAK " : "",
               device_signature(m, fn->sym, place_of(fn->sym)->name, &a));
    bool lanes = uses_lane(fn);
    Writer head = {.b = b, .out = out, .o = o, .remake = lower_ins, .indent = 1};
    if (text_has(text.s, "c") || lanes)
        line(&head, "ptx2c_cta *const c = t->cta;");
    if (lanes) {
        line(&head, "const uint32_t l = ptx2c_linear(t) %% 32;");
        line(&head, "ptx2c_warp warp = {.index = ptx2c_linear(t) / 32, .active = 1u << l}, *const w = &warp;");
        line(&head, "(void)c, (void)l, (void)w;");
    }
    emit_shared_offsets(&head, text.s);
    if (text_has(text.s, "P"))
        line(&head, "const void *const P = t->cta->param;");
    if (text_has(text.s, "cc"))
        line(&head, "bool cc = false;");
    if (text_has(text.s, "local"))
        line(&head, "_Alignas(16) unsigned char local[%s];", local_size(fn, &a));
    if (b->plan->stack)
        line(&head, "ptx2c_stack_begin(local, %llu);", (unsigned long long)local_bytes(fn));
    for (int i = 0; i < fn->params.n; i++)
        if (!text_has(text.s, place_of(fn->params.at[i])->name))
            line(&head, "(void)%s;", place_of(fn->params.at[i])->name);
    if (!text_has(text.s, "t") && !text_has(text.s, "c") && !lanes)
        line(&head, "(void)t;");
    str_add(out, text.s ? text.s : "");
    str_add(out, "}\n\n");
    str_free(&text);
    arena_reset(&a);
}
