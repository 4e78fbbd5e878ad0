/* sched.c: kernels whose threads diverge around barriers and collectives. */
#include "emit_fn.h"

bool plain_barrier(const Ins *ins)
{
    int b = isa_arg(ins, "b");
    return !isa_has_word(ins, "arrive") && !isa_has_word(ins, "wait") && (b < 0 || ins->arg[b].kind == O_NONE);
}

void emit_leave(Writer *w, Item *it) { (void)w; (void)it; }

void emit_scheduled(Kernel *k)
{
    error_at(k->fn->sym->loc, "kernel '%s' is not translated yet: its threads diverge around a barrier", k->fn->sym->name);
}
