/* describe.c: what a loader needs to know of a module to take its kernels from several objects: names and variables. */
#include "emit/emit_fn.h"
#include "support/description.h"

/* Can its first value be written down as bytes and addresses of other variables? */
static bool is_plain(const Sym *s)
{
    if (type_info[s->type].kind == 'o' || s->linkage == LINK_EXTERN)
        return false;
    for (const InitPiece *p = s->init.at; array_has(s->init, p); p++)
        if (p->mask || p->minus || (p->sym && (p->bytes != 8 || p->sym->kind != SYM_VAR ||
                                               (p->sym->space != SP_GLOBAL && p->sym->space != SP_CONST))))
            return false;
    return true;
}

/* Kernels share their variables and nothing else: no function's address is a value.  Checks that don't see all that one of them writes
 * leave something out in all of them. */
static bool may_part(Module *m, const EmitOptions *o, Sym *const *all, int n)
{
    int kernels = 0;
    Loc unseen;
    for (int i = 0; i < m->fns.n; i++) {
        if (m->fns.at[i]->address_taken)
            return false;
        kernels += fn_is_kernel(m->fns.at[i]);
    }
    for (int i = 0; i < n; i++)
        if (!is_plain(all[i]))
            return false;
    return kernels > 1 && m->address_size == 64 && (!o->sanitize || checks_see_all(m, &unseen)) && !texture_used(m) && !data_asks_for_constants(m);
}

static void describe_variable(const Sym *s, Arena *a, Str *out)
{
    char *bytes = arena_alloc(a, s->bytes + 1);
    DescribedVariable v = {.bytes = s->bytes, .align = s->align, .named = !s->fn};
    memset(bytes, 0, s->bytes + 1);
    for (const InitPiece *p = s->init.at; array_has(s->init, p); p++) {
        v.fixes += p->sym != NULL;
        for (int k = 0; !p->sym && k < p->bytes; k++)
            bytes[p->at + (uint64_t)k] = (char)(p->value >> 8 * k);
    }
    str_addn(out, (const char *)&v, sizeof v);
    str_addn(out, s->name, strlen(s->name) + 1);
    str_addn(out, bytes, s->bytes);
    for (const InitPiece *p = s->init.at; array_has(s->init, p); p++) {
        const DescribedFix f = {p->at, p->sym ? (uint64_t)p->sym->mark : 0, p->value};
        if (p->sym)
            str_addn(out, (const char *)&f, sizeof f);
    }
}

/* Small kernels are compiled together, so many that they cost the C compiler about what the runtime's headers do, which all C
 * files begin with: whoever launches one of them waits for twice the least at most, whoever launches all for half of it. */
enum { GROUP_WORK = 50 };

static void describe_kernel(const Module *m, const Fn *fn, uint32_t group, Str *out)
{
    DescribedKernel k = {.group = group, .param_count = (uint32_t)fn->params.n, .shared_bytes = (uint32_t)data_shared_bytes(m, fn),
                         .local_bytes = (uint32_t)local_declared(fn), .const_bytes = (uint32_t)const_bytes(m),
                         .max_cluster = fn->maxclusterrank, .explicit_cluster = fn->explicit_cluster,
                         .blocks_are_clusters = fn->blocks_are_clusters};
    kernel_extent(k.reqntid, fn->reqntid);
    kernel_extent(k.maxntid, fn->maxntid);
    kernel_extent(k.cluster, fn->reqnctapercluster);
    str_addn(out, (const char *)&k, sizeof k);
    str_addn(out, fn->sym->name, strlen(fn->sym->name) + 1);
    uint32_t at = 0;
    for (EACH(const Sym, s, fn->params)) {
        DescribedParam p = {.size = (uint32_t)s->bytes, .align = s->align ? s->align : 1};
        p.offset = (at + p.align - 1) / p.align * p.align;
        at = p.offset + p.size;
        str_addn(out, (const char *)&p, sizeof p);
    }
}

static void describe_kernels(Module *m, Str *out)
{
    uint32_t groups = 0, filling = 0;
    long filled = GROUP_WORK; /* of the group of small ones that is being filled */
    for (EACH(Fn, fn, m->fns)) {
        if (!fn_is_kernel(fn))
            continue;
        const long work = emit_work(m, fn);
        const bool small = work <= GROUP_WORK;
        if (small && filled + work > GROUP_WORK) {
            filling = groups++;
            filled = 0;
        }
        filled += small ? work : 0;
        describe_kernel(m, fn, small ? filling : groups++, out);
    }
}

void module_describe(Module *m, const EmitOptions *o, Str *out)
{
    int n;
    emit_refuse(m, o);
    Sym **all = data_variables(m, &n);
    Description d = {.apart = may_part(m, o, all, n), .target = (uint32_t)m->target, .variables = (uint32_t)n};
    for (int i = 0; i < m->fns.n; i++)
        if (fn_is_kernel(m->fns.at[i])) {
            d.kernels++;
            d.params += (uint32_t)m->fns.at[i]->params.n;
        }
    str_addn(out, (const char *)&d, sizeof d);
    data_layout(m);
    describe_kernels(m, out);
    for (int i = 0; i < n && d.apart; i++)
        describe_variable(all[i], m->arena, out);
}
