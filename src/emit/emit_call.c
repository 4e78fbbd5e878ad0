/* emit_call.c: calls of device functions as C, and alloca. */
#include "emit/emit_fn.h"
#include "emit/lower.h"

/* Where a result goes that is written through a pointer. */
static const char *result_place(Writer *w, const Opnd *o)
{
    if (o->kind != O_REG)
        return o->kind == O_SINK ? "(unsigned char *)&(uint64_t){0}" : call_argument(w, o, NULL);
    if (!w->b->reg[o->reg].wanted)
        return "(unsigned char *)&(uint64_t){0}";
    return arena_printf(w->b->a, "(unsigned char *)&%s", lower_reg(w, o->reg).s);
}

void emit_call(Writer *w, const Ins *ins)
{
    int at = 0;
    const Sym *callee = call_callee(ins, &at), *proto = callee;
    const Opnd *rets = at > 0 && ins->op[0].kind == O_LIST ? &ins->op[0] : NULL;
    const Opnd *args = at + 1 < ins->nop && ins->op[at + 1].kind == O_LIST ? &ins->op[at + 1] : NULL;
    const Opnd *last = &ins->op[ins->nop - 1];
    w->ins = ins;
    if (ins->guard >= 0) {
        line(w, "if (%s) {", lower_cond(w, ins->guard, ins->guard_neg));
        w->indent++;
    }
    bool indirect = !callee || callee->kind != SYM_FUNC;
    if (indirect) {
        proto = last->sym && (last->sym->kind == SYM_PROTO || last->sym->kind == SYM_TARGETS) ? last->sym : NULL;
        if (proto && proto->kind == SYM_TARGETS)
            proto = proto->targets.n ? proto->targets.at[0] : NULL;
        if (!proto) {
            error_at(ins->loc, "an indirect call without prototype is not translated yet");
            return;
        }
    }
    if (!indirect && syscall_emit(w, callee, rets, args)) {
        if (ins->guard >= 0) {
            w->indent--;
            line(w, "}");
        }
        return;
    }
    const Fn *fn = proto->kind == SYM_FUNC ? proto->fn : NULL;
    int nr = fn ? fn->rets.n : proto->rets.n, np = fn ? fn->params.n : proto->params.n;
    Sym *const *fr = fn ? fn->rets.at : proto->rets.at, *const *fp = fn ? fn->params.at : proto->params.at;
    bool direct = nr == 1 && !sym_by_pointer(fr[0]);
    if (args && (int)args->nsub > np) {
        error_at(args->loc, "more arguments than '%s' names are not translated yet", proto->name);
        return;
    }
    Str s = {0};
    if (indirect) {
        const Opnd *to = &ins->op[at];
        const bool narrow = to->kind == O_REG && type_info[w->b->fn->regs.at[to->reg]->type].bits == 32;
        Ex f = lower_value(w, to, narrow ? T_B32 : T_B64, 0);
        Str cast = {0};
        str_printf(&cast, "%s (*)(ptx2c_thread *", direct ? c_type(fr[0]->type) : "void");
        for (int i = 0; i < nr && !direct; i++)
            str_add(&cast, ", unsigned char *");
        for (int i = 0; i < np; i++)
            str_printf(&cast, ", %s", sym_by_pointer(fp[i]) ? "unsigned char *" : c_type(fp[i]->type));
        str_addc(&cast, ')');
        str_printf(&s, "((%s)(uintptr_t)PTX2C_PTR(%s))(t", cast.s, f.s);
        str_free(&cast);
    } else {
        str_printf(&s, "%s(t", place_of((Sym *)proto)->name);
    }
    int vectors = w->labels;
    for (int i = 0; i < nr && !direct && rets; i++) {
        const Opnd *r = &rets->sub[i];
        if (r->kind == O_VEC)
            line(w, "%s E%d[%u];", c_type(fr[i]->type), w->labels, (unsigned)r->nsub);
        str_printf(&s, ", %s", r->kind == O_VEC ? arena_printf(w->b->a, "(unsigned char *)E%d", w->labels++)
                                                : result_place(w, r));
    }
    for (int i = 0; args && i < (int)args->nsub; i++)
        str_printf(&s, ", %s", call_argument(w, &args->sub[i], fp[i]));
    for (int i = args ? (int)args->nsub : 0; i < np; i++)
        str_add(&s, ", NULL"); /* the open array of a variadic function, left out */
    str_addc(&s, ')');
    if (direct && rets && rets->nsub == 1) {
        const Opnd *r = &rets->sub[0];
        if (r->kind == O_SYM) {
            Place *p = place_of(r->sym);
            if (!p->read && !p->array)
                line(w, "%s;", s.s);
            else if (p->array)
                line(w, "ptx2c_st_u%d(%s, %s);", type_info[fr[0]->type].bits, p->name, s.s);
            else
                line(w, "%s = %s;", p->name, s.s);
        } else if (r->kind == O_REG) {
            lower_assign(w, ins, r, fr[0]->type, s.s, NULL);
        } else {
            line(w, "%s;", s.s);
        }
    } else {
        line(w, "%s;", s.s);
    }
    str_free(&s);
    for (int i = 0; i < nr && !direct && rets; i++) {
        const Opnd *r = &rets->sub[i];
        for (uint32_t k = 0; r->kind == O_VEC && k < r->nsub; k++)
            if (w->b->reg[r->sub[k].reg].wanted)
                lower_assign(w, ins, &r->sub[k], fr[i]->type, arena_printf(w->b->a, "E%d[%u]", vectors, (unsigned)k), NULL);
        vectors += r->kind == O_VEC;
    }
    if (call_may_exit(w->b->m, ins)) {
        Item end = {.ins = -1, .level = LV_LANE, .in = &w->b->root};
        line(w, "if (t->exited) {");
        w->indent++;
        emit_thread_end(w, &end);
        w->indent--;
        line(w, "}");
    }
    if (ins->guard >= 0) {
        w->indent--;
        line(w, "}");
    }
}

/* alloca, stacksave, stackrestore: offsets from the start of the function's own window. */
void emit_stack(Writer *w, const Ins *ins)
{
    Back *b = w->b;
    const char *window = lower_local(w), *cta = b->mode == MODE_FUNC ? "t->cta" : "c";
    unsigned long long fixed = (unsigned long long)emit_local_bytes(w);
    int d = isa_arg(ins, ARG_D), size = isa_arg(ins, ARG_SIZE), align = isa_arg(ins, ARG_ALIGN), a = isa_arg(ins, ARG_A);
    w->ins = ins;
    if (ins->guard >= 0) {
        line(w, "if (%s) {", lower_cond(w, ins->guard, ins->guard_neg));
        w->indent++;
    }
    if (d < 0) {
        line(w, "ptx2c_stack_restore(%s, %s, %llu, %s);", cta, window, fixed, lower_arg(w, ins, a, 'u').s);
    } else if (size < 0) {
        lower_assign(w, ins, &ins->arg[d], ins->argtype[d],
                     arena_printf(b->a, "ptx2c_stack_save(%s, %llu)", window, fixed), NULL);
    } else {
        unsigned long long at = ins->arg[align].kind == O_IMM && ins->arg[align].imm > 8 ? ins->arg[align].imm : 8;
        const char *e = arena_printf(b->a, "E%d", w->labels++);
        bool wide = type_info[ins->argtype[d]].bits > 32;
        line(w, "const uint%d_t %s = ptx2c_alloca_u%d(%s, %s, %llu, %s, %llu);", wide ? 64 : 32, e, wide ? 64 : 32, cta,
             window, fixed, lower_arg(w, ins, size, 'u').s, at);
        line(w, "if (!%s) {", e);
        w->indent++;
        line(w, "ptx2c_fail(%s, PTX2C_STACK);", cta);
        if (b->mode == MODE_FUNC)
            line(w, "t->exited = true;");
        Item end = {.ins = -1, .level = LV_LANE, .in = &b->root};
        emit_thread_end(w, &end);
        w->indent--;
        line(w, "}");
        if (b->mode == MODE_FUNC && wide)
            e = arena_printf(b->a, "PTX2C_LOCAL_OF(t, %s) + %s", window, e);
        lower_assign(w, ins, &ins->arg[d], ins->argtype[d], e, NULL);
    }
    if (ins->guard >= 0) {
        w->indent--;
        line(w, "}");
    }
}

const char *device_signature(Module *m, const Sym *proto, const char *name, Arena *a)
{
    Str s = {0};
    const Fn *fn = proto->kind == SYM_FUNC ? proto->fn : NULL;
    int nr = fn ? fn->rets.n : proto->rets.n, np = fn ? fn->params.n : proto->params.n;
    Sym *const *rets = fn ? fn->rets.at : proto->rets.at, *const *params = fn ? fn->params.at : proto->params.at;
    (void)m;
    bool direct = nr == 1 && !sym_by_pointer(rets[0]);
    str_printf(&s, "%s %s(ptx2c_thread *t", direct ? c_type(rets[0]->type) : "void", name);
    for (int i = 0; i < nr && !direct; i++)
        str_printf(&s, ", unsigned char *%s", fn && place_of(rets[i])->name ? place_of(rets[i])->name : "");
    for (int i = 0; i < np; i++) {
        const char *p = fn && place_of(params[i])->name ? place_of(params[i])->name : "";
        if (sym_by_pointer(params[i]))
            str_printf(&s, ", unsigned char *%s", p);
        else
            str_printf(&s, ", %s%s%s", c_type(params[i]->type), *p ? " " : "", p);
    }
    str_addc(&s, ')');
    const char *r = arena_printf(a, "%s", s.s);
    str_free(&s);
    return r;
}
