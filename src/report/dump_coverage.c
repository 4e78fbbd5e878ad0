/* dump_coverage.c: --coverage: for each kernel and device function the instruction forms it uses, how often, and
 * whether they are translated. */
#include "report/report.h"

typedef struct Use {
    const char *form;
    int count;
    bool translated;
} Use;

static int by_form(const void *a, const void *b) { return strcmp(((const Use *)a)->form, ((const Use *)b)->form); }

static void dump_fn(const Module *m, const Fn *fn, Str *out, int *known, int *total)
{
    Use *use = NEWN(m->arena, Use, fn->ins.n + 1);
    int n = 0;
    for (const Ins *ins = fn->ins.at; array_has(fn->ins, ins); ins++) {
        bool done = ins->form && isa_translated(ins);
        use[n++] = (Use){ins->form ? isa_pattern(ins, m->arena) : ins_words(m->arena, ins), 1, done};
        *known += done;
        *total += 1;
    }
    qsort(use, (size_t)n, sizeof *use, by_form);
    str_printf(out, "%s %s\n", fn->is_entry ? "kernel" : "function", fn->sym->name);
    for (int i = 0, k; i < n; i = k) {
        for (k = i + 1; k < n && strcmp(use[k].form, use[i].form) == 0; k++)
            use[i].translated &= use[k].translated;
        str_printf(out, "  %-5s %6d  %s\n", use[i].translated ? "yes" : "no", k - i, use[i].form);
    }
}

void dump_coverage(Module *m, Str *out)
{
    int known = 0, total = 0;
    for (int i = 0; i < m->fns.n; i++)
        if (!m->fns.at[i]->is_proto)
            dump_fn(m, m->fns.at[i], out, &known, &total);
    str_printf(out, "%d of %d instructions are translated\n", known, total);
}
