/* emit.c: the C file of a module: head, variables, device functions, kernels, the module's table; the header of -H. */
#include "emit/emit_fn.h"

enum { CLONES_LIMIT = 10000, /* instructions of a module whose kernels are made for several processors (Module.large) */
       PRODUCT_LIMIT = 300 }; /* of one with matrices from which on the C compiler does less for what stands around them */

static bool chosen(const Fn *fn, const EmitOptions *o)
{
    return kernel_is_chosen(fn, o) || (fn_is_kernel(fn) && place_of(fn->sym)->used); /* or a needed kernel launches it */
}

/* ---- which functions and variables are needed --------------------------------------------------------------------------- */

/* Functions that are needed, and whose own needs are still to be found. */
typedef struct Needs {
    Arena tmp;
    Array(Fn *) todo;
} Needs;

static void need_fn(Needs *n, Fn *fn)
{
    if (!fn || place_of(fn->sym)->used)
        return;
    place_of(fn->sym)->used = true;
    array_add(&n->tmp, &n->todo, fn);
}

static void need_sym(Needs *n, Sym *s)
{
    if (s && s->kind == SYM_FUNC)
        need_fn(n, s->alias_of ? s->alias_of->fn : s->fn);
    for (int i = 0; s && s->kind == SYM_TARGETS && s->call_targets && i < s->targets.n; i++)
        need_fn(n, s->targets.at[i]->fn);
    if (!s || s->kind != SYM_VAR || place_of(s)->used)
        return;
    place_of(s)->used = true;
    for (int i = 0; i < s->init.n; i++) {
        need_sym(n, s->init.at[i].sym);
        need_sym(n, s->init.at[i].minus);
    }
}

static void need_opnds(Needs *n, const Opnd *o, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        need_sym(n, o[i].sym);
        need_opnds(n, o[i].sub, o[i].nsub);
    }
}

static void need_called(Needs *n, const Fn *fn)
{
    for (int i = 0; i < fn->ins.n; i++)
        need_opnds(n, fn->ins.at[i].op, (uint32_t)fn->ins.at[i].nop);
}

static void forget_needed(Module *m)
{
    for (int i = 0; i < m->syms.n; i++)
        place_of(m->syms.at[i])->used = false;
}

/* Whether the variable stays with --entry though no kernel that is chosen comes to it: others ask for it by name. */
static bool stays(const Sym *s, const EmitOptions *o)
{
    return !o->entries || o->elsewhere || !data_in_memory(s) || s->linkage == LINK_VISIBLE || type_info[s->type].kind == 'o';
}

static void find_needed(Module *m, const EmitOptions *o)
{
    Needs needs = {0};
    for (EACH(Fn, fn, m->fns))
        if (chosen(fn, o) || (!o->entries && !fn->is_entry && fn->sym->linkage != LINK_NONE && !fn->is_proto))
            need_fn(&needs, fn);
    for (int i = 0; i < m->syms.n; i++) /* some are tables of functions */
        if (m->syms.at[i]->kind == SYM_VAR && stays(m->syms.at[i], o))
            need_sym(&needs, m->syms.at[i]);
    while (needs.todo.n)
        need_called(&needs, needs.todo.at[--needs.todo.n]);
    arena_reset(&needs.tmp);
}

void emit_drop_kernels(Module *m, const EmitOptions *o)
{
    int n = 0;
    find_needed(m, o);
    for (int i = 0; i < m->fns.n; i++)
        if (!fn_is_kernel(m->fns.at[i]) || place_of(m->fns.at[i]->sym)->used)
            m->fns.at[n++] = m->fns.at[i];
    m->fns.n = n;
    forget_needed(m);
}

static void drop_unneeded(SymList *l, const EmitOptions *o)
{
    int n = 0;
    for (int i = 0; i < l->n; i++)
        if (place_of(l->at[i])->used || stays(l->at[i], o))
            l->at[n++] = l->at[i];
    l->n = n;
}

long emit_work(Module *m, Fn *kernel)
{
    Needs needs = {0};
    long work = 0;
    for (int i = 0; i < m->fns.n; i++)
        place_of(m->fns.at[i]->sym)->used = false;
    need_fn(&needs, kernel);
    while (needs.todo.n) {
        const Fn *fn = needs.todo.at[--needs.todo.n];
        work += fn->ins.n;
        need_called(&needs, fn);
    }
    arena_reset(&needs.tmp);
    return work;
}

static bool needed(Fn *fn) { return place_of(fn->sym)->used; }

/* What no C can be made of yet is an error at its place. */
static void refuse_untranslated(Fn *fn, Arena *a)
{
    for (int i = 0; i < fn->ins.n && !diag_full(); i++)
        if (!isa_translated(&fn->ins.at[i]))
            error_at(fn->ins.at[i].loc, "'%s' is not translated yet", isa_pattern(&fn->ins.at[i], a));
}

static bool is_local_var(const Opnd *o) { return o->kind == O_SYM && o->sym->kind == SYM_VAR && o->sym->space == SP_LOCAL; }

/* Whether the operand is an address of 32 bits in .local. */
static bool is_narrow_local(const Fn *fn, const Ins *ins, int k)
{
    const Opnd *o = &ins->arg[k];
    if (o->kind == O_SYM)
        return is_local_var(o) && type_info[ins->argtype[k]].bits == 32;
    const bool local = o->kind == O_MEM ? isa_opnd_space(ins, o) == SP_LOCAL
                                        : o->kind == O_REG && isa_emit(ins) == EMIT_CVTA && isa_space(ins) == SP_LOCAL;
    return local && o->reg >= 0 && type_info[fn->regs.at[o->reg]->type].bits == 32;
}

/* An address of 32 bits in .local is an offset from the kernel's window, also one that a caller passes: the window of a
 * function by itself may be too far away for it.  A function that calls itself, and has such memory of its own, keeps it
 * there all the same: the frames of copies are no nearer. */
static bool has_narrow_local(Module *m, const Fn *fn)
{
    bool any = false, modules = false, own = false;
    for (const Ins *ins = fn->ins.at; array_has(fn->ins, ins); ins++) {
        own |= isa_emit(ins) == EMIT_STACK;
        for (int k = 0; k < ins->narg; k++) {
            const bool narrow = is_narrow_local(fn, ins, k);
            any |= narrow;
            modules |= narrow && is_local_var(&ins->arg[k]) && !ins->arg[k].sym->fn;
        }
    }
    for (int i = 0; i < fn->vars.n; i++)
        own |= fn->vars.at[i]->space == SP_LOCAL;
    return any && (modules || !own || !call_is_recursive(m, fn));
}

bool must_inline(Module *m, const Fn *fn)
{
    for (int i = 0; i < fn->ins.n; i++)
        if (isa_meets(&fn->ins.at[i]) || isa_uses_cluster(&fn->ins.at[i]))
            return true;
    return fn_may_spin(fn) || has_narrow_local(m, fn);
}

/* ---- parts of the file ------------------------------------------------------------------------------------------------------ */

/* A function that is part of its callers has an address all the same: calls through it are told by it. */
static void emit_address(Module *m, Fn *fn, Str *out)
{
    for (int i = 0; i < fn->params.n + fn->rets.n; i++) {
        const bool is_param = i < fn->params.n;
        place_of(fn_formal(fn, i))->name = arena_printf(m->arena, is_param ? "p%d" : "r%d", is_param ? i : i - fn->params.n);
    }
    const char *s = device_signature(fn->sym, place_of(fn->sym)->name, m->arena);
    bool result = strncmp(s, "void ", 5) != 0;
    str_printf(out, "/* The address of .func %s, whose body stands where it is called. */\nstatic %s\n{\n", fn->sym->name, s);
    for (int i = 0; i < fn->params.n; i++)
        str_printf(out, "    (void)p%d;\n", i);
    for (int i = 0; i < fn->rets.n && !result; i++)
        str_printf(out, "    (void)r%d;\n", i);
    str_printf(out, "    ptx2c_fail(t->cta, PTX2C_BAD_CALL);\n    t->exited = true;\n%s}\n\n",
               result ? "    return 0;\n" : "");
}

/* Whether C calls the function. */
static bool is_callable(Module *m, Fn *fn)
{
    return !fn->is_entry && needed(fn) && !syscall_find(fn->sym) && !inline_reaches(m, fn, must_inline);
}

/* Whether its address is taken though it is part of its callers. */
static bool needs_address(Module *m, Fn *fn)
{
    return !fn->is_entry && !fn->is_proto && needed(fn) && fn->address_taken && inline_reaches(m, fn, must_inline);
}

static void prototypes(Module *m, Str *out)
{
    const size_t start = out->n;
    for (EACH(Fn, fn, m->fns))
        if (fn->is_entry && needed(fn) && fn->address_taken)
            str_printf(out, "%s const ptx2c_kernel %s;\n", fn->sym->linkage == LINK_NONE ? "static" : "extern",
                       kernel_object(m, fn->sym));
    for (int i = 0; i < m->fns.n; i++)
        if (is_callable(m, m->fns.at[i])) {
            const Fn *fn = m->fns.at[i];
            const char *s = device_signature(fn->sym, place_of(fn->sym)->name, m->arena);
            str_printf(out, "%s%s;\n", fn->sym->linkage == LINK_NONE && !fn->is_proto ? "static " : "", s);
        }
    if (out->n > start)
        str_addc(out, '\n');
    for (int i = 0; i < m->fns.n; i++)
        if (needs_address(m, m->fns.at[i]))
            emit_address(m, m->fns.at[i], out);
}

/* Whether hosts may ask for the variable by its name. */
static bool is_public(const Sym *s)
{
    return s->kind == SYM_VAR && (s->space == SP_GLOBAL || s->space == SP_CONST) && s->linkage != LINK_EXTERN &&
           type_info[s->type].kind != 'o';
}

static void module_table(Module *m, const EmitOptions *o, Str *out)
{
    int kernels = 0, variables = 0;
    for (int i = 0; i < m->fns.n; i++)
        if (chosen(m->fns.at[i], o)) {
            str_add(out, kernels++ ? "" : "static const ptx2c_kernel *const ptx2c_module_kernels[] = {\n");
            str_printf(out, "    &%s,\n", kernel_object(m, m->fns.at[i]->sym));
        }
    str_add(out, kernels ? "};\n" : "");
    for (int i = 0; i < m->syms.n && !o->elsewhere; i++) {
        const Sym *s = m->syms.at[i];
        if (!is_public(s))
            continue;
        str_add(out, variables++ ? "" : "static const ptx2c_variable ptx2c_module_variables[] = {\n");
        const Place *p = place_of((Sym *)s);
        str_add(out, "    {");
        str_c_string(out, s->name);
        str_printf(out, ", &%s, %llu},\n", p->name, (unsigned long long)s->bytes);
    }
    str_add(out, variables ? "};\n" : "");
    str_printf(out, "\nconst ptx2c_module %s = {\n", o->module_name);
    str_printf(out, "    .kernels = %s,\n    .kernel_count = %d,\n", kernels ? "ptx2c_module_kernels" : "NULL", kernels);
    if (variables)
        str_printf(out, "    .variables = ptx2c_module_variables,\n    .variable_count = %d,\n", variables);
    if (m->opaques)
        str_printf(out, "    .opaques = ptx2c_module_opaques,\n    .opaque_count = %d,\n", m->opaques);
    if (m->target)
        str_printf(out, "    .target = %d,\n", m->target);
    str_add(out, "};\n");
}

static void comment_text(Str *out, const char *s)
{
    for (; *s; s++)
        str_addc(out, (unsigned char)*s < 32 || (unsigned char)*s > 126 || *s == '*' || *s == '\\' || *s == '?' ? '_' : *s);
}

static bool uses_tensors(const Ins *ins)
{
    return ins->form && isa_emit(ins) == EMIT_TEXT && (isa_arg(ins, ARG_MAP) >= 0 ||
                                                           ins->mnemonic == INS_TENSORMAP ||
                                                           ins->mnemonic == INS_FABRIC);
}

/* What the runtime of --sanitize is told before it is included. */
static void define_checks(const Module *m, const EmitOptions *o, Str *out)
{
    const bool step = o->warp_sync == WARP_LOCKSTEP || (o->warp_sync == WARP_AUTO && m->target < 70);
    Loc unseen;
    const unsigned init = checks_see_all(m, &unseen) ? 0 : CHECK_INIT; /* else memory would seem unwritten */
    if (o->sanitize & init)
        warn_at(WARN_CHECKS, unseen, "what is read before it is written is not looked for in this module (init): what this does to memory is not followed");
    str_printf(out, "#define PTX2C_CHECK %u\n", (o->sanitize & ~init) | (step ? CHECK_LOCKSTEP : 0u) | (checks_are_coarse(m) ? CHECK_COARSE : 0u) |
               (checks_go_beside(m) ? CHECK_BESIDE : 0u) | (o->elsewhere ? CHECK_ELSEWHERE : 0u));
}

void emit_refuse(Module *m, const EmitOptions *o)
{
    find_needed(m, o);
    for (int i = 0; i < m->fns.n && !diag_full(); i++)
        if (needed(m->fns.at[i]) && (!m->fns.at[i]->is_entry || chosen(m->fns.at[i], o)))
            refuse_untranslated(m->fns.at[i], m->arena);
}

/* Shadows of registers, inlined calls, the layout of variables.  False: errors have been told. */
static bool prepare_functions(Module *m, const EmitOptions *o, long *work)
{
    int products = 0;
    emit_refuse(m, o);
    if (diag_errors())
        return false;
    drop_unneeded(&m->syms, o);
    for (int i = 0; i < m->fns.n; i++)
        drop_unneeded(&m->fns.at[i]->vars, o);
    for (int i = 0; i < m->fns.n; i++) {
        m->fns.at[i]->address_taken &= needed(m->fns.at[i]); /* no table and no code that stays has it */
        if (o->sanitize & CHECK_SYNC && needed(m->fns.at[i])) {
            barriers_skipped(m, m->fns.at[i]);
            product_uses(m, m->fns.at[i], &products);
        }
    }
    if (o->sanitize & (CHECK_INIT | CHECK_SYNC))
        registers_shadow(m, needed, o->sanitize & CHECK_INIT, o->sanitize & CHECK_SYNC);
    for (int i = 0; i < m->fns.n; i++)
        if (chosen(m->fns.at[i], o))
            inline_calls(m, m->fns.at[i], must_inline);
    if (diag_errors())
        return false;
    for (int i = 0; i < m->fns.n && !o->no_analysis; i++)
        if (chosen(m->fns.at[i], o))
            inline_small(m, m->fns.at[i]);
    forget_needed(m);
    find_needed(m, o); /* bodies of functions may all stand where they were called */
    for (int i = 0; i < m->fns.n; i++)
        *work += chosen(m->fns.at[i], o) ? m->fns.at[i]->ins.n : 0;
    m->large = *work > CLONES_LIMIT;
    clocks_find(m);
    data_layout(m);
    return true;
}

/* What the file was made from, and what of the runtime it asks for. */
static void emit_head(Module *m, const EmitOptions *o, long work, Str *out)
{
    const bool tensors = module_some(m, uses_tensors), tensor_memory = module_some(m, uses_tensor_memory);
    str_add(out, "/* Made by ptx2c " PTX2C_VERSION " from ");
    comment_text(out, o->source_name);
    str_printf(out, ": .version %d.%d, .target sm_%d.  0BSD. */\n", m->version / 10, m->version % 10, m->target);
    str_add(out, "#define PTX2C_GENERATED 2\n");
    if (texture_used(m))
        str_printf(out, "#define PTX2C_TEXTURES %d\n", texture_reads(m));
    if (tensor_memory)
        str_add(out, "#define PTX2C_TCGEN05 1\n");
    const bool products = module_some(m, isa_is_whole) || tensor_memory;
    if (products)
        str_add(out, "#define PTX2C_MATRIX 1\n");
    m->product = products && work > PRODUCT_LIMIT;
    if (m->product)
        str_add(out, "#define PTX2C_PRODUCT 1\n");
    if (tensors)
        str_add(out, "#define PTX2C_TENSORS 1\n");
    if (o->sanitize)
        define_checks(m, o, out);
}

static void emit_functions(Module *m, const EmitOptions *o, long work, Str *out)
{
    Names done = {0};
    size_t done_work = 0;
    for (int i = 0; i < m->fns.n; i++)
        if (needed(m->fns.at[i]))
            emit_whole(m->fns.at[i], &done, m->arena, out);
    for (int i = 0; i < m->fns.n; i++)
        if (!m->fns.at[i]->is_entry && !m->fns.at[i]->is_proto && needed(m->fns.at[i]) &&
            !inline_reaches(m, m->fns.at[i], must_inline))
            emit_device(m, m->fns.at[i], o, out);
    for (int i = 0; i < m->fns.n; i++)
        if (chosen(m->fns.at[i], o)) {
            const size_t own_work = (size_t)m->fns.at[i]->ins.n;
            progress_show("translating", done_work, (size_t)work);
            emit_kernel(m, m->fns.at[i], o, out);
            done_work += own_work;
        }
}

void emit_module(Module *m, const EmitOptions *options, Str *out)
{
    EmitOptions own = *options;
    const EmitOptions *const o = &own;
    long work = 0;
    if (o->sanitize) {
        own.checks = checks_new(m->arena);
        own.pointer = check_pointer;
    }
    m->checked = o->sanitize;
    m->stepping = o->debug;
    if (!prepare_functions(m, o, &work))
        return;
    emit_head(m, o, work, out);
    const size_t head = out->n;
    c_undefine(m, out);
    prototypes(m, out);
    data_emit(m, o, out);
    if (o->checks) {
        checks_emit_variables(m, o->elsewhere, out);
        checks_mark(o->checks, out);
    }
    emit_functions(m, o, work, out);
    if (o->checks)
        checks_emit_sites(m, o, out);
    module_table(m, o, out);
    str_add(out, o->tail ? o->tail : "");
    braces_drop(out, head, o->trace);
    runtime_insert(out, head, o->standalone);
    name_forget(m);
}

void emit_header(Module *m, const EmitOptions *o, const char *guard_name, Str *out)
{
    str_add(out, "/* Made by ptx2c " PTX2C_VERSION " from ");
    comment_text(out, o->source_name);
    str_printf(out, ".\n * Each kernel's launch function; 0 = done, else see ptx2c_strerror. */\n#ifndef %s\n#define %s\n\n",
               guard_name, guard_name);
    runtime_host(out, o->standalone, false);
    str_printf(out, "\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n\nextern const ptx2c_module %s;\n\n", o->module_name);
    for (int i = 0; i < m->fns.n; i++) {
        if (!chosen(m->fns.at[i], o))
            continue;
        const Fn *fn = m->fns.at[i];
        str_add(out, o->only_module ? "PTX2C_INLINE " : "");
        kernel_signature(m, fn, o, out);
        if (!o->only_module) {
            str_add(out, ";\n");
            continue;
        }
        Str find = {0};
        str_printf(&find, "ptx2c_find_kernel(&%s, ", o->module_name);
        str_c_string(&find, fn->sym->name);
        str_addc(&find, ')');
        kernel_launch(fn, find.s, true, out);
        str_free(&find);
    }
    str_add(out, "\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n");
}
