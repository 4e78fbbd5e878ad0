/* emit_launch.c: what the host knows of a kernel: its names, its parameters, its descriptor, its launch function. */
#include "emit/lower.h"

/* The C type of a scalar parameter; textures, samplers and surfaces are passed as handles. */
static const char *param_type(const Sym *s) { return c_type(type_info[s->type].kind == 'o' ? T_U64 : s->type); }

void emit_params(Kernel *k)
{
    if (!k->fn->params.n)
        return;
    str_add(k->out, "typedef struct {\n");
    for (EACH(const Sym, s, k->fn->params))
        if (sym_by_pointer(s))
            str_printf(k->out, "    _Alignas(%u) unsigned char %s[%llu];\n", s->align ? s->align : 1, c_short_name(s),
                       (unsigned long long)(s->bytes ? s->bytes : 1));
        else
            str_printf(k->out, "    %s %s;\n", param_type(s), c_short_name(s));
    str_printf(k->out, "} %s_params;\n\n", k->name);
}

/* What stands in ptx2c_kernel.order, where that says something. */
static const char *param_order(Kernel *k)
{
    Str s = {0};
    bool plain = true;
    for (EACH(const Sym, p, k->fn->params)) {
        const char c = sym_by_pointer(p) ? 'b' : place_of((Sym *)p)->in_memory ? 'm' : 'h';
        str_addc(&s, c);
        plain &= c == 'h';
    }
    const char *order = str_keep(k->m->arena, &s);
    return plain ? NULL : order;
}

/* What the host says of the launch, as it does of the device: its graph, and, in %envreg<32>, whether its CTAs may wait for each other. */
static bool reads_launch(const Ins *ins)
{
    for (int k = 0; k < ins->nop; k++) {
        const char *name = ins->op[k].kind == O_SREG ? isa_sregs[ins->op[k].sym->index].name : "";
        if (strcmp(name, "%current_graph_exec") == 0 || strncmp(name, "%envreg", 7) == 0)
            return true;
    }
    return false;
}

bool uses_tensor_memory(const Ins *ins) { return ins->form && ins->mnemonic == INS_TCGEN05; }

/* Finds once for all kernels which of them use tensor memory, and what the module has of CUDA's own functions. */
static void find_uses(Module *m)
{
    if (!m->tensor_memory) {
        m->tensor_memory = call_reaching_some(m, uses_tensor_memory);
        m->syscalls = syscall_kinds(m) | (module_some(m, reads_launch) ? CALL_ASKS : 0);
    }
}

/* The memory of the kernel's launches, which there is with -DPTX2C_STATIC. */
static void emit_memory(Kernel *k, uint64_t shared, const char *state, int unit)
{
    str_printf(k->out, "PTX2C_MEMORY(%s, ", k->name);
    str_printf(k->out, k->fn->params.n ? "sizeof(%s_params), %llu, " : "0%.0s, %llu, ", k->name, (unsigned long long)shared);
    str_printf(k->out, state ? "sizeof(%s), %d, " : "0%.0s, %d, ", state ? state : "", state ? unit : 1);
    str_printf(k->out, "%llu)\n", (unsigned long long)fn_threads(k->fn));
}

static void emit_param_list(const Kernel *k)
{
    if (!k->fn->params.n)
        return;
    str_printf(k->out, "static const ptx2c_param %s_param_list[] = {\n", k->name);
    for (EACH(const Sym, s, k->fn->params)) {
        const uint32_t align = s->align ? s->align : 1;
        const char *field = c_short_name(s);
        if (s->bytes && strcmp(s->name, arena_printf(k->m->arena, "%s_%s", k->name, field)) == 0) {
            str_printf(k->out, "    PTX2C_PARAM(%s, %s, %u),\n", k->name, field, align);
            continue;
        }
        str_add(k->out, "    {");
        str_c_string(k->out, s->name);
        str_printf(k->out, ", %llu, %u, offsetof(%s_params, %s)},\n", (unsigned long long)s->bytes, align, k->name, field);
    }
    str_add(k->out, "};\n");
}

uint64_t const_bytes(const Module *m)
{
    uint64_t n = 0;
    for (int i = 0; i < m->syms.n; i++)
        n += m->syms.at[i]->kind == SYM_VAR && m->syms.at[i]->space == SP_CONST ? m->syms.at[i]->bytes : 0;
    return n;
}

void kernel_extent(uint32_t to[3], const uint32_t given[3])
{
    for (int i = 0; i < 3; i++)
        to[i] = given[0] && !given[i] ? 1 : given[i];
}

static void emit_extent(Str *out, const char *name, const uint32_t *given)
{
    uint32_t n[3];
    kernel_extent(n, given);
    if (n[0])
        str_printf(out, "    .%s = {%u, %u, %u},\n", name, n[0], n[1], n[2]);
}

static void emit_number(Str *out, const char *name, uint64_t n)
{
    if (n)
        str_printf(out, "    .%s = %llu,\n", name, (unsigned long long)n);
}

static void emit_trait(Str *out, const char *name, bool has)
{
    if (has)
        str_printf(out, "    .%s = true,\n", name);
}

static void emit_alone(Kernel *k, bool never_shared, bool has_stacks)
{
    const bool one = k->fn->alike && k->o->warp_sync == WARP_AUTO;
    if (never_shared || one)
        str_printf(k->out, "    .alone = PTX2C_ALONE%s%s,\n", one ? " | PTX2C_ONE_BY_ONE" : "", has_stacks ? " | PTX2C_CLEARED" : "");
}

/* What the PTX asks of a launch: memory, extents, clusters. */
static void emit_demands(Kernel *k, uint64_t shared, const char *state, int unit)
{
    Str *out = k->out;
    const Fn *fn = k->fn;
    if (fn->params.n)
        str_printf(out, "    PTX2C_PARAMS(%s),\n", k->name);
    if (param_order(k))
        str_printf(out, "    .order = \"%s\",\n", param_order(k));
    emit_number(out, "shared_bytes", shared);
    if (local_declared(fn) || const_bytes(k->m))
        str_printf(out, "    PTX2C_TELLS(%llu, %llu)\n", (unsigned long long)local_declared(fn), (unsigned long long)const_bytes(k->m));
    emit_number(out, "cta_memory", fn->has_cta_memory ? ((uint64_t)fn->cta_memory + 1023) / 1024 * 1024 : 0);
    emit_number(out, "reserved_bytes", k->m->layout.reserved);
    if (state)
        str_printf(out, "    .chunk_bytes = sizeof(%s),\n    .state_unit = %d,\n", state, unit);
    emit_extent(out, "reqntid", fn->reqntid);
    emit_extent(out, "maxntid", fn->maxntid);
    emit_extent(out, "cluster", fn->reqnctapercluster);
    emit_number(out, "max_cluster", fn->maxclusterrank);
    emit_trait(out, "explicit_cluster", fn->explicit_cluster);
    emit_trait(out, "blocks_are_clusters", fn->blocks_are_clusters);
}

void emit_descriptor(Kernel *k, const char *state, int unit, bool alone)
{
    if (k->apart.how && k->apart.state)
        state = arena_printf(k->a, state ? "union { %s a[%d]; %s b; }" : "union { %s a[%d]; }", k->apart.state, unit, state);
    Str *out = k->out;
    Fn *fn = k->fn;
    emit_param_list(k);
    const uint64_t shared = data_shared_bytes(k->m, fn);
    emit_memory(k, shared, state, unit);
    if (k->waits)
        str_printf(out, "static const uint32_t %s_lines[] = {%s\n};\n", k->name, k->wait_lines.s);
    const Linkage linkage = fn->sym->linkage;
    const char *object = kernel_object(k->m, fn->sym);
    str_printf(out, "%sconst ptx2c_kernel %s = {\n    .name = ",
               linkage == LINK_NONE ? "static " : linkage == LINK_WEAK ? "PTX2C_WEAK " : "", object);
    str_c_string(out, fn->sym->name);
    str_add(out, ",\n");
    emit_demands(k, shared, state, unit);
    find_uses(k->m);
    const bool tensor_memory = k->m->tensor_memory[fn->number];
    if (k->waits)
        str_printf(out, k->kept_any ? "    .kept_bytes = sizeof(union { %s_suspended a; %s_suspended_any b; }),\n" : "    .kept_bytes = sizeof(%s_suspended),\n", k->name, k->name);
    const bool never = alone || k->waits || k->cta_loads || fn->in_turn || tensor_memory || k->m->syscalls & CALL_LAUNCHES; /* shared by threads */
    emit_trait(out, "daz", k->passes.daz);
    emit_trait(out, "uneven", k->uneven);
    emit_trait(out, "tensor_memory", tensor_memory);
    emit_alone(k, never, alone && uses_stack(fn));
    if (alone || k->waits)
        str_printf(out, "    .waits = ptx2c_run_waiting,\n%s    .lines = %s_lines,\n", k->m->clocked[fn->number] ? "    .clocked = true,\n" : "",
                   k->name);
    emit_trait(out, "joins", k->joins);
    if (k->m->syscalls & CALL_ASKS)
        str_add(out, "    PTX2C_DEVICE_FIELD\n");
    if (k->transposed)
        str_printf(out, "    .run_transposed = PTX2C_SCALAR ? NULL : %s_run_transposed%s,\n", k->name, k->m->large ? "" : "_best");
    str_printf(out, "    .run = %s_run%s,\n%s    PTX2C_%sLAUNCH(%s)\n};\n\n", k->name, k->m->large ? "" : "_best",
               never ? "" : "    .few = &(uint32_t){PTX2C_FEW_NEW},\n", k->o->checks ? "CHECKED_" : "", k->name);
}

/* Of a kernel's typed launch function. */
static const char *kernel_c_name(const Module *m, const Fn *fn, const EmitOptions *o)
{
    const char *name = c_kernel_name(m, fn->sym->name);
    if (!o->only_module)
        return name;
    return intern(arena_printf(m->arena, "%s_%s", o->module_name, c_name(fn->sym->name))); /* several headers may have such a kernel */
}

/* Parameter that the typed launch function takes as a pointer of the host. */
static bool is_pointer(const Sym *s) { return s->ptr && s->bytes == sizeof(uint64_t); }

void kernel_signature(const Module *m, const Fn *fn, const EmitOptions *o, Str *out)
{
    const size_t start = out->n;
    str_printf(out, "int %s(ptx2c_dim3 grid, ptx2c_dim3 block, size_t dynamic_shared_bytes", kernel_c_name(m, fn, o));
    for (EACH(const Sym, s, fn->params)) {
        const char *t = sym_by_pointer(s) ? "const void *" : is_pointer(s) ? "void *" : param_type(s);
        str_printf(out, ", %s%s%s", t, t[strlen(t) - 1] == '*' ? "" : " ", c_short_name(s));
    }
    str_addc(out, ')');
    break_line(out, start, 0);
}

/* ---- names ------------------------------------------------------------------------------------------------------- */

static bool is_one_of(const char *word, size_t n, const char *const *words)
{
    for (; *words; words++)
        if (strlen(*words) == n && strncmp(word, *words, n) == 0)
            return true;
    return false;
}

/* What follows '_' in the name of a part of a kernel, or in what PTX2C_FOR_PROCESSORS makes of one. */
static bool is_part_end(const char *part)
{
    static const char *const parts[] = {"kernel", "params", "param_list", "run", "chunk", "cta", "warp", "state",
                                        "chunk_best", "cta_best", "chunk_pieces", "cta_others",
                                        "cta_any", "warp_any", "state_any", "lines", "whole", "some", "memory",
                                        "chunk_transposed", "chunk_inside", "run_transposed", "chunk_quotient", "cta_inner", "inner_state", "suspended", "suspended_any", NULL};
    static const char *const versions[] = {"best", "v4", "v3", "v1", "pieces", "others", NULL};
    const char *last = strrchr(part, '_');
    return strncmp(part, "from_", 5) == 0 || is_one_of(part, strlen(part), parts) ||
           (last && is_one_of(last + 1, strlen(last + 1), versions) && is_one_of(part, (size_t)(last - part), parts));
}

static bool is_part(const char *name, const char *base)
{
    const size_t n = strlen(base);
    return strncmp(name, base, n) == 0 && name[n] == '_' && is_part_end(name + n + 1);
}

/* The module's names that are those of parts of some kernel, were there one whose name is so. */
static void find_part_names(Module *m)
{
    for (; m->searched < m->syms.n; m->searched++) {
        const char *name = c_name(m->syms.at[m->searched]->name), *p = strchr(name, '_');
        while (p && !is_part_end(p + 1))
            p = strchr(p + 1, '_');
        if (p)
            array_add(m->arena, &m->part_names, name);
    }
}

/* Would parts of a kernel of that base have a name that the module has? */
static bool has_part(const Module *m, const char *base)
{
    for (int i = m->object ? -1 : 0; i < m->part_names.n; i++)
        if (is_part(i < 0 ? m->object : m->part_names.at[i], base))
            return true;
    return false;
}

/* What the parts of a kernel are named after, were it the only one. */
static const char *plain_base(const Sym *s)
{
    const char *plain = cpp_plain_name(s->name);
    return intern(c_name(plain ? plain : s->name));
}

/* Is that what the parts of another kernel are named after, or might be? */
static bool is_others_base(const Module *m, const Sym *s, const char *base)
{
    for (int i = 0; i < m->fns.n; i++) {
        const Sym *other = m->fns.at[i]->sym;
        if (m->fns.at[i]->is_entry && other != s && (place_of((Sym *)other)->base == base || other->name == base))
            return true;
    }
    return false;
}

const char *kernel_base(Module *m, const Sym *s)
{
    Place *p = place_of((Sym *)s);
    if (p->base)
        return p->base;
    find_part_names(m);
    const char *plain = p->base = plain_base(s);
    for (int n = 2; plain != s->name && is_others_base(m, s, p->base); n++)
        p->base = intern(arena_printf(m->arena, "%s_%d", plain, n));
    while (has_part(m, p->base))
        p->base = intern(arena_printf(m->arena, "%s_", p->base));
    return p->base;
}

const char *kernel_object(Module *m, const Sym *s)
{
    return s->linkage == LINK_NONE ? arena_printf(m->arena, "%s_kernel", kernel_base(m, s))
                                   : arena_printf(m->arena, "ptx2c_k_%s", c_name(s->name));
}

/* The body of the typed launch function of a kernel, whose descriptor an expression gives; cxx: it is C++, too. */
void kernel_launch(const Fn *fn, const char *descriptor, bool cxx, Str *out)
{
    str_add(out, "\n{\n");
    for (int i = 0; i < fn->params.n && cxx; i++)
        if (is_pointer(fn->params.at[i]))
            str_printf(out, "    uint64_t ptx2c_arg%d = (uint64_t)(uintptr_t)%s;\n", i, c_short_name(fn->params.at[i]));
    if (fn->params.n) {
        str_add(out, "    void *const args[] = {");
        for (int i = 0; i < fn->params.n; i++) {
            const Sym *s = fn->params.at[i];
            str_add(out, i ? ", " : "");
            if (cxx && is_pointer(s))
                str_printf(out, "&ptx2c_arg%d", i);
            else
                str_printf(out, sym_by_pointer(s) ? "(void *)(uintptr_t)%s" : is_pointer(s) ? "PTX2C_POINTER(%s)" : "&%s", c_short_name(s));
        }
        str_add(out, "};\n");
    }
    str_printf(out, "    return ptx2c_launch(%s, grid, block, dynamic_shared_bytes, %s);\n}\n\n", descriptor,
               fn->params.n ? "args" : "NULL");
}

/* The typed launch function. */
void emit_launcher(Kernel *k)
{
    Str *out = k->out;
    Fn *fn = k->fn;
    if (k->o->only_module) /* it stands in the header */
        return;
    str_add(out, fn->sym->linkage == LINK_WEAK ? "PTX2C_WEAK " : "");
    kernel_signature(k->m, fn, k->o, out);
    kernel_launch(fn, arena_printf(k->m->arena, "&%s", kernel_object(k->m, fn->sym)), false, out);
}
