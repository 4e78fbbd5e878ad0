/* emit_device.c: device functions as C functions of one thread, and calls of them.
 *
 * RET NAME(ptx2c_thread *t, PARAMS): one scalar result is the C result; aggregates and further results are written
 * through pointers, which stand first; aggregate parameters are pointers to the caller's copy. */
#include "emit/emit_fn.h"
#include "emit/lower.h"

static bool by_pointer(const Sym *s) { return s->is_array || s->vec > 1 || s->bytes > 8; }

static const char *value_type(const Sym *s) { return c_type(s->type); }

const char *device_signature(Module *m, const Sym *proto, const char *name, Arena *a)
{
    Str s = {0};
    const Fn *fn = proto->kind == SYM_FUNC ? proto->fn : NULL;
    int nr = fn ? fn->rets.n : proto->rets.n, np = fn ? fn->params.n : proto->params.n;
    Sym *const *rets = fn ? fn->rets.at : proto->rets.at, *const *params = fn ? fn->params.at : proto->params.at;
    (void)m;
    bool direct = nr == 1 && !by_pointer(rets[0]);
    str_printf(&s, "%s %s(ptx2c_thread *t", direct ? value_type(rets[0]) : "void", name);
    for (int i = 0; i < nr && !direct; i++)
        str_printf(&s, ", unsigned char *%s", fn && place_of(rets[i])->name ? place_of(rets[i])->name : "");
    for (int i = 0; i < np; i++) {
        const char *p = fn && place_of(params[i])->name ? place_of(params[i])->name : "";
        if (by_pointer(params[i]))
            str_printf(&s, ", unsigned char *%s", p);
        else
            str_printf(&s, ", %s%s%s", value_type(params[i]), *p ? " " : "", p);
    }
    str_addc(&s, ')');
    const char *r = arena_printf(a, "%s", s.s);
    str_free(&s);
    return r;
}

/* ---- calls --------------------------------------------------------------------------------------------------------------- */

/* The elements of a vector register, which are handed over through memory. */
static const char *vector_argument(Writer *w, const Opnd *o, const Sym *formal)
{
    Str s = {0};
    for (uint32_t i = 0; i < o->nsub; i++)
        str_printf(&s, "%s%s", i ? ", " : "", lower_value(w, &o->sub[i], formal->type, 0).s);
    const char *r = arena_printf(w->b->a, "(unsigned char *)(%s[]){%s}", value_type(formal), s.s ? s.s : "");
    str_free(&s);
    return r;
}

const char *call_argument(Writer *w, const Opnd *o, const Sym *formal)
{
    if (o->kind == O_VEC && formal)
        return vector_argument(w, o, formal);
    if (o->kind == O_SYM && o->sym->kind == SYM_VAR && o->sym->space == SP_PARAM) {
        Place *p = place_of(o->sym);
        if (!formal || by_pointer(formal) || p->array)
            return arena_printf(w->b->a, p->array ? "(unsigned char *)%s" : "(unsigned char *)&%s", p->name);
        if (type_info[formal->type].kind == 'f' || type_info[o->sym->type].kind == 'f') {
            Type f = o->sym->type, t = formal->type;
            if (f == T_F32 && t != T_F32)
                return arena_printf(w->b->a, "ptx2c_bits_f32(%s)", p->name);
            if (f == T_F64 && t != T_F64)
                return arena_printf(w->b->a, "ptx2c_bits_f64(%s)", p->name);
            if (t == T_F32 && f != T_F32)
                return arena_printf(w->b->a, "ptx2c_f32_of(%s)", p->name);
            if (t == T_F64 && f != T_F64)
                return arena_printf(w->b->a, "ptx2c_f64_of(%s)", p->name);
        }
        return p->name;
    }
    return lower_value(w, o, formal ? formal->type : T_B64, 0).s;
}

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
    bool direct = nr == 1 && !by_pointer(fr[0]);
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
        str_printf(&cast, "%s (*)(ptx2c_thread *", direct ? value_type(fr[0]) : "void");
        for (int i = 0; i < nr && !direct; i++)
            str_add(&cast, ", unsigned char *");
        for (int i = 0; i < np; i++)
            str_printf(&cast, ", %s", by_pointer(fp[i]) ? "unsigned char *" : value_type(fp[i]));
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
            line(w, "%s E%d[%u];", value_type(fr[i]), w->labels, (unsigned)r->nsub);
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
    unsigned long long fixed = (unsigned long long)local_bytes(b->fn);
    int d = isa_arg(ins, "d"), size = isa_arg(ins, "size"), align = isa_arg(ins, "align"), a = isa_arg(ins, "a");
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

/* A function's parameter, or result, of a vector register: its elements from memory, or into it. */
static void move_elements(Writer *w, const Sym *v, bool in)
{
    const Back *b = w->b;
    for (int i = 0; v->kind == SYM_REG && v->vec > 1 && i < v->vec; i++) {
        const RegInfo *g = &b->reg[v->elements + i];
        const char *place = place_of((Sym *)v)->name;
        unsigned long long at = (unsigned long long)i * (unsigned)type_bytes(v->type);
        if (in && !g->wanted)
            continue;
        if (in)
            line(w, "%s %s;", value_type(v), g->name);
        if (in)
            line(w, "ptx2c_number(&%s, %s + %llu, sizeof %s);", g->name, place, at, g->name);
        else
            line(w, "ptx2c_number(%s + %llu, &%s, sizeof %s);", place, at, g->name, g->name);
    }
}

void emit_spread(Writer *w)
{
    for (int i = 0; i < w->b->fn->vars.n; i++) {
        const Sym *s = w->b->fn->vars.at[i];
        const Place *p = place_of((Sym *)s);
        if (p->lanes)
            line(w, "_Alignas(16) unsigned char %s[32][%llu];", p->lane_name,
                 (unsigned long long)(s->bytes + 15) / 16 * 16);
    }
}

static void param_decl(Writer *w, const Sym *s)
{
    const Place *p = place_of((Sym *)s);
    if (p->array)
        line(w, "_Alignas(%u) unsigned char %s[%llu] = {0};", s->align > 8 ? s->align : 8, p->name,
             (unsigned long long)(s->bytes ? s->bytes : 1));
    else
        line(w, "%s %s = 0;", c_type(s->type), p->name);
}

static void declare_opnd(Writer *w, const Opnd *o, int group)
{
    if (o->sym && o->sym->kind == SYM_VAR && o->sym->space == SP_PARAM && o->sym->fn == w->b->fn) {
        Place *p = place_of(o->sym);
        bool formal = false;
        for (int i = 0; i < w->b->fn->params.n; i++)
            formal |= w->b->fn->params.at[i] == o->sym;
        for (int i = 0; i < w->b->fn->rets.n; i++)
            formal |= w->b->fn->rets.at[i] == o->sym;
        if (!formal && !p->lanes && p->group != group && (p->read || p->array)) {
            p->group = group;
            param_decl(w, o->sym);
        }
    }
    for (uint32_t i = 0; i < o->nsub; i++)
        declare_opnd(w, &o->sub[i], group);
}

static void declare_items(Writer *w, const Items *list, int group)
{
    for (int i = 0; i < list->n; i++) {
        const Item *it = list->at[i];
        if (it->kind == I_INS) {
            const Ins *ins = &w->b->fn->ins.at[it->ins];
            for (int k = 0; k < ins->nop; k++)
                declare_opnd(w, &ins->op[k], group);
        }
        for (int k = 0; k < it->nkid; k++)
            declare_items(w, &it->kid[k], group);
    }
}

void declare_call_params(Writer *w, const Items *list)
{
    static int group;
    declare_items(w, list, ++group);
}

bool list_calls(const Back *b, const Items *list)
{
    for (int i = 0; i < list->n; i++) {
        const Item *it = list->at[i];
        if (it->kind == I_INS && isa_emit(&b->fn->ins.at[it->ins]) == EMIT_CALL)
            return true;
        for (int k = 0; k < it->nkid; k++)
            if (list_calls(b, &it->kid[k]))
                return true;
    }
    return false;
}

/* ---- the function ------------------------------------------------------------------------------------------------------------ */

void emit_return(Writer *w)
{
    const Fn *fn = w->b->fn;
    if (w->b->stack)
        line(w, "ptx2c_stack_restore(t->cta, local, %llu, 0);", (unsigned long long)local_bytes(fn));
    if (fn->rets.n == 1 && !by_pointer(fn->rets.at[0]))
        line(w, "return %s;", place_of(fn->rets.at[0])->name);
    else {
        for (int i = 0; i < fn->rets.n; i++) {
            const Sym *r = fn->rets.at[i];
            if (r->kind == SYM_REG && r->vec > 1)
                move_elements(w, r, false);
            else if (r->kind == SYM_REG)
                line(w, "ptx2c_number(%s, &%s, sizeof %s);", place_of((Sym *)r)->name, w->b->reg[r->index].name,
                     w->b->reg[r->index].name);
        }
        line(w, "return;");
    }
}

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
    static Arena a;
    Back *b = back_prepare(&a, m, fn, MODE_FUNC, false, o->no_analysis);
    if (!b)
        ice("device function '%s' has no code", fn->sym->name);
    b->stack = uses_stack(fn);
    Str text = {0};
    Writer w = {.b = b, .out = &text, .o = o, .indent = 1};
    for (int i = 0; i < fn->rets.n; i++) {
        const Sym *r = fn->rets.at[i];
        if (!by_pointer(r) && (fn->rets.n == 1 || r->kind == SYM_REG))
            line(&w, "%s %s = 0;", value_type(r),
                 r->kind == SYM_REG ? b->reg[r->index].name : place_of((Sym *)r)->name);
    }
    for (int i = 0; i < fn->params.n; i++)
        move_elements(&w, fn->params.at[i], true);
    for (int i = 0; i < fn->rets.n; i++)
        for (int k = 0; fn->rets.at[i]->kind == SYM_REG && fn->rets.at[i]->vec > 1 && k < fn->rets.at[i]->vec; k++)
            line(&w, "%s %s = 0;", value_type(fn->rets.at[i]), b->reg[fn->rets.at[i]->elements + k].name);
    if (call_is_recursive(m, fn)) {
        line(&w, "if (ptx2c_too_deep(t)) {");
        w.indent++;
        emit_return(&w);
        w.indent--;
        line(&w, "}");
    }
    declare_call_params(&w, &b->root);
    emit_body(&w, &b->root);
    bool left = fn->rets.n && !(fn->rets.n == 1 && by_pointer(fn->rets.at[0]) && fn->rets.at[0]->kind != SYM_REG);
    if (!ends_in_return(&b->root) && (left || b->stack))
        emit_return(&w);
    str_printf(out, "/* .func %s */\n%s%s\n{\n", fn->sym->name,
               fn->sym->linkage == LINK_NONE ? "static " : fn->sym->linkage == LINK_WEAK ? "PTX2C_WEAK " : "",
               device_signature(m, fn->sym, place_of(fn->sym)->name, &a));
    bool lanes = uses_lane(fn);
    Writer head = {.b = b, .out = out, .o = o, .indent = 1};
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
    if (b->stack)
        line(&head, "ptx2c_stack_begin(local, %llu);", (unsigned long long)local_bytes(fn));
    for (int i = 0; i < fn->params.n; i++)
        if (!text_has(text.s, place_of(fn->params.at[i])->name))
            line(&head, "(void)%s;", place_of(fn->params.at[i])->name);
    if (!text_has(text.s, "t") && !text_has(text.s, "c") && !lanes)
        line(&head, "(void)t;");
    str_add(out, text.s ? text.s : "");
    str_add(out, "}\n\n");
    str_free(&text);
    fn->flow_made = NULL;
    arena_reset(&a);
}
