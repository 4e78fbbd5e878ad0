/* lockstep.c: programs for warps whose lanes go in step (targets before sm_70).  They let lanes of a warp see each other's
 * stores without a barrier, since each instruction is done by all lanes before the next begins.
 *
 * In: matched instructions.  Out: a point of synchronisation, without member mask, before each access that may be in
 * conflict with one since the last such point; later passes take it for the collective that it is. */
#include "compiler.h"
#include "options.h"

enum { LOADED = 1, STORED = 2 };

/* Whether lanes may see each other through the instruction, and how: LOADED, STORED or 0. */
static int shows(const Ins *ins, WarpSync how)
{
    Emit e = isa_emit(ins);
    MemEffect mem = isa_mem(ins);
    if (mem == MEM_NONE || mem == MEM_TEX || isa_is_cta(ins) || isa_is_warp(ins) || e == EMIT_CALL)
        return 0;
    int a = isa_arg(ins, "a");
    if (a < 0)
        return 0;
    Space s = isa_opnd_space(ins, &ins->arg[a]);
    bool open = s == SP_SHARED || s == SP_GLOBAL || s == SP_GENERIC;
    if (!(open && isa_has_word(ins, "volatile")) && !(how == WARP_LOCKSTEP && s == SP_SHARED))
        return 0;
    return e == EMIT_LD ? LOADED : STORED;
}

static Ins sync_point(const Module *m, const Fn *fn, const Ins *before)
{
    static const char *words[3];
    static const char *const text[] = {"bar", "warp", "sync"};
    for (int i = 0; i < 3; i++)
        words[i] = intern(text[i]);
    Opnd *all = NEW(m->arena, Opnd);
    *all = (Opnd){.kind = O_IMM, .comp = -1, .reg = -1, .type = T_U32, .imm = UINT32_MAX, .loc = before->loc};
    Ins ins = {.loc = before->loc, .word = words, .nword = 3, .nop = 1, .op = all, .guard = -1,
               .line = before->line, .line_file = before->line_file};
    Module newest = *m; /* nobody wrote it, so no version or target lacks it */
    newest.version = 90;
    newest.target = 90;
    if (!isa_match(&newest, fn, &ins))
        ice("no bar.warp.sync");
    ins.arg[isa_arg(&ins, "m")].kind = O_NONE;
    return ins;
}

static void insert(Module *m, Fn *fn, WarpSync how)
{
    InsList out = {0};
    int pending = 0, label = 0;
    for (int i = 0; i < fn->labels.n; i++) /* in order of place */
        fn->labels.at[i]->mark = fn->labels.at[i]->index;
    for (int i = 0; i < fn->ins.n; i++) {
        Ins *ins = &fn->ins.at[i];
        for (; label < fn->labels.n && fn->labels.at[label]->mark <= i; label++) {
            fn->labels.at[label]->index = out.n;
            pending = LOADED | STORED;
        }
        int now = shows(ins, how);
        if (isa_is_cta(ins) || isa_is_warp(ins))
            pending = 0;
        if ((now == LOADED && (pending & STORED)) || (now == STORED && pending)) {
            array_add(m->arena, &out, sync_point(m, fn, ins));
            pending = 0;
        }
        pending |= now;
        array_add(m->arena, &out, *ins);
    }
    for (; label < fn->labels.n; label++)
        fn->labels.at[label]->index = out.n;
    fn->ins = out;
}

void lockstep_insert(Module *m, WarpSync how)
{
    if (how == WARP_INDEPENDENT || (how == WARP_AUTO && m->target >= 70))
        return;
    for (int i = 0; i < m->fns.n; i++) {
        Fn *fn = m->fns.at[i];
        bool any = false;
        for (int k = 0; k < fn->ins.n; k++)
            any |= shows(&fn->ins.at[k], how) != 0;
        if (any)
            insert(m, fn, how);
    }
}
