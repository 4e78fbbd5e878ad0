/* emit_wait.c: places where a CTA waits for others (PSEUDO_WAIT, PSEUDO_MOVED, PSEUDO_TURN): its function returns, to be called again, and goes on there.
 *
 * What a thread or chunk has for itself is in the state that it keeps across barriers; what the CTA has in variables is kept in a
 * struct meanwhile. */
#include "emit/emit_fn.h"

const char *prologue_for(Writer *w, const Ins *ins, int arg)
{
    w->lane = true;
    const char *p = lower_arg(w, ins, arg, 0).s;
    w->lane = false;
    Str none = {0}, state = cached_state(w, p, &none);
    chunk_prologue(w, arena_printf(w->b->a, "%s %s", w->b->mode == MODE_WARP ? "m" : "n", p), state.s);
    str_add(w->out, state.s ? state.s : "");
    str_free(&state);
    return p;
}

bool register_is_declared(const Writer *w, int reg)
{
    const RegInfo *g = &w->b->reg[reg];
    return (!w->needed || w->needed[reg]) && g->wanted && w->b->fn->regs.at[reg]->kind == SYM_REG && !g->plan->param &&
           !(w->rows && g->plan->row == ROW_EACH);
}

/* Whether others may see that the instruction was done.  Attempts with cas and exch that fail leave memory as it was. */
bool others_see(const Ins *ins)
{
    Emit e = isa_emit(ins);
    if (e == EMIT_ST)
        return isa_space(ins) != SP_LOCAL && isa_space(ins) != SP_PARAM;
    if (e == EMIT_CALL)
        return true;
    const int b = isa_arg(ins, ARG_B);
    const bool atom = ins->mnemonic == INS_ATOM, none = b >= 0 && ins->arg[b].kind == O_IMM && !ins->arg[b].imm;
    if (atom && (isa_has_word(ins, MOD_CAS) || isa_has_word(ins, MOD_EXCH) || (none && !isa_has_word(ins, MOD_AND))))
        return false;
    return isa_mem(ins) & MEM_W;
}

/* Whether threads that go on waiting there have done something that others see: not in rounds of their own, which tell of progress. */
static bool loop_is_seen(const Back *b, const Blk *header)
{
    for (int i = 0; i < b->fn->ins.n; i++)
        if (b->fn->ins.at[i].pseudo == PSEUDO_MOVED && b->blk_of[i] && b->blk_of[i]->loop == header)
            return false;
    return loop_some(b->fn, header, others_see);
}

/* Marks what blocks behind the instruction read of registers whose one definition comes before each read, which liveness leaves out. */
static void find_read_behind(Arena *a, const Back *b, int at, bool *read)
{
    Reach r = reach_begin(a, b->fn);
    reach_add(&r, b->blk_of[at]);
    for (const Blk *x; (x = reach_next(&r)); reach_add(&r, x))
        for (int i = x->first; i < x->end; i++)
            for (Refs ref = ins_refs(&b->fn->ins.at[i]); refs_next(&ref);)
                read[ref.reg] |= !ref.write && b->reg[ref.reg].def >= 0 && back_comes_before(b, b->reg[ref.reg].def, at);
}

/* Its uses are printed as what it is made of. */
static bool is_printed_anew(const RegInfo *g)
{
    return g->ndef == 1 && g->def >= 0 && (g->plan->store == ST_FOLD || g->plan->again || g->plan->remade);
}

/* By register: its variable may be read behind instruction number at, as itself or by what is made anew of it there. */
static bool *find_read(Arena *a, const Writer *w, int at)
{
    const Back *b = w->b;
    const Blk *x = b->blk_of[at];
    bool *read = NEWN(a, bool, b->nreg);
    find_read_behind(a, b, at, read);
    for (int r = 0; r < b->nreg; r++)
        for (int i = 0; i < blk_nsucc(x); i++)
            read[r] |= live_has(blk_succ(x, i)->live_in, r);
    for (AGAIN(changed))
        for (int r = 0; r < b->nreg; r++)
            if (read[r] && is_printed_anew(&b->reg[r]))
                for (Refs ref = ins_refs(&b->fn->ins.at[b->reg[r].def]); reads_next(&ref);)
                    if (!read[ref.reg])
                        read[ref.reg] = changed = true;
    return read;
}

/* The variables that are declared where the item stands, and read behind it. */
static Regs find_kept(const Writer *w, const Item *it)
{
    Arena tmp = {0};
    const bool *read = find_read(&tmp, w, it->ins);
    const Dest d = ins_dest(&w->b->fn->ins.at[it->ins]);
    Regs kept = {0};
    for (const Item *x = it; x; x = x->in->owner)
        for (int i = 0; i <= x->pos; i++)
            for (int k = 0; k < x->in->at[i]->decls.n; k++) {
                const int reg = x->in->at[i]->decls.at[k];
                if (!(d.n && reg == d.reg) && read[reg] && register_is_declared(w, reg))
                    array_add(w->b->a, &kept, reg);
            }
    arena_reset(&tmp);
    return kept;
}

static void declare_kept(Kernel *k, const Back *b, const Regs *kept)
{
    str_add(&k->kept, "");
    for (int i = 0; i < kept->n; i++) {
        const char *text = arena_printf(k->a, "    %s %s;\n", reg_ctype(b, kept->at[i]), b->reg[kept->at[i]].plan->name);
        if (!strstr(k->kept.s, text))
            str_add(&k->kept, text);
    }
}

/* Whether some thread waits. */
static void emit_vote(Writer *w, const Ins *ins, const char *any, bool declare)
{
    const bool warps = w->b->mode == MODE_WARP;
    line(w, "%s%s = false;", declare ? "bool " : "", any);
    block(w, warps ? "PTX2C_FOR_WARPS(k, c) {" : "PTX2C_FOR_CHUNKS(k, c) {");
    const char *p = prologue_for(w, ins, isa_arg(ins, ARG_C));
    line(w, "PTX2C_VOTE_WAIT(%s, c, k, %s, %s);", warps ? "PTX2C_MASKED(m)" : "PTX2C_EACH_LANE(n)", any, p);
    block_end(w);
}

/* What stands in the if where the function returns, and goes on behind with its variables as they were. */
static void emit_suspension(Writer *w, const Item *it, const char *again)
{
    Kernel *k = (Kernel *)w->k;
    const Back *b = w->b;
    const Ins *ins = &b->fn->ins.at[it->ins];
    const Regs kept = find_kept(w, it);
    const int number = ++k->waits;
    declare_kept(k, b, &kept);
    str_printf(&k->wait_lines, "%s%d,", number % 16 == 1 ? "\n    " : " ", diag_line(ins->loc));
    w->indent++;
    line(w, "ptx2c_suspend(c, &kept->at, %d);", number);
    if (loop_is_seen(b, b->blk_of[it->ins]->loop))
        line(w, "c->sched->wrote = true;");
    for (int i = 0; i < kept.n; i++)
        line(w, "kept->%s = %s;", b->reg[kept.at[i]].plan->name, b->reg[kept.at[i]].plan->name);
    line(w, "return true;");
    w->indent--;
    line(w, "resume_%d:", number);
    w->indent++;
    if (again)
        line(w, "%s = true;", again);
    for (int i = 0; i < kept.n; i++)
        line(w, "%s = kept->%s;", b->reg[kept.at[i]].plan->name, b->reg[kept.at[i]].plan->name);
    if (!again && !kept.n)
        line(w, ";");
    w->indent--;
}

static void emit_wait(Writer *w, const Item *it)
{
    const Ins *ins = &w->b->fn->ins.at[it->ins];
    const RegInfo *g = &w->b->reg[ins_dest(ins).reg];
    const char *any = g->plan->name;
    emit_vote(w, ins, any, is_declared_at(w->b, g, ins));
    line(w, "if (%s || ptx2c_turn_ends(c)) { /* other CTAs have their turn until this one may go on */", any);
    emit_suspension(w, it, any);
    line(w, "} else {");
    line(w, "    ptx2c_waited(c);");
    line(w, "}");
}

static void emit_moved(Writer *w, const Item *it)
{
    const Ins *ins = &w->b->fn->ins.at[it->ins];
    const char *any = w->b->reg[ins_dest(ins).reg].plan->name; /* nobody else reads it */
    block(w, "{");
    emit_vote(w, ins, any, true);
    line(w, "if (%s)", any);
    line(w, "    ptx2c_waited(c);");
    block_end(w);
}

static void emit_turn(Writer *w, const Item *it)
{
    line(w, "if (ptx2c_turn_ends(c)) { /* other CTAs have theirs: what they write may end this loop */");
    emit_suspension(w, it, NULL);
    line(w, "}");
}

bool emit_waiting(Writer *w, const Item *it, Pseudo pseudo)
{
    void (*const emit)(Writer *w, const Item *it) = pseudo == PSEUDO_WAIT ? emit_wait : pseudo == PSEUDO_MOVED ? emit_moved
                                                  : pseudo == PSEUDO_TURN ? emit_turn : NULL;
    if (emit)
        emit(w, it);
    return emit;
}

void emit_resume(Writer *head, const Kernel *k, int first)
{
    line(head, "%s *const kept = PTX2C_KEPT(c, %s);", k->kept_name, k->kept_name);
    line(head, "switch (ptx2c_resumes(c, &kept->at)) {");
    line(head, "case 0: break;");
    for (int i = first + 1; i <= k->waits; i++)
        line(head, "case %d: goto resume_%d;", i, i);
    line(head, "default: return false; /* another version of this function waits */");
    line(head, "}");
}
