/* emit_exit.c: where a lane, a chunk or a thread ends, or goes on to another region. */
#include "emit/lower.h"

void emit_goto_end(Writer *w, Fence *f)
{
    if (f->end < 0)
        f->end = w->labels++;
    line(w, "goto end_%d;", f->end);
}

/* On to the next lane, or chunk. */
void emit_lane_end(Writer *w)
{
    Fence *f = w->breaks;
    bool deep = false;
    for (; f && f->kind != FENCE_LANES && f->kind != FENCE_CHUNKS; f = f->up)
        deep |= f->kind != FENCE_MASK;
    if (deep)
        emit_goto_end(w, f);
    else
        line(w, "continue;");
}

void emit_leave_mask(Writer *w, const Item *it, int mask, bool all)
{
    const Items *in = it->in;
    Fence *f = w->breaks;
    while (f && f->kind != FENCE_MASK)
        f = f->up;
    if (!f || (in->owner && in->owner->kind == I_IF && info(in->owner->node)->masked && it->pos == in->n - 1))
        return;
    if (f->end < 0)
        f->end = w->labels++;
    if (!all)
        line(w, "if (!M%d)", mask);
    line(w, all ? "goto end_%d;" : "    goto end_%d;", f->end);
}

void emit_end_if_alone(Writer *w)
{
    line(w, "if (!m)");
    w->indent++;
    if (w->phases)
        emit_lane_end(w);
    else
        line(w, "return true;");
    w->indent--;
}

void emit_vector_param(Writer *w, const Sym *v, bool in)
{
    for (int i = 0; v->kind == SYM_REG && v->vec > 1 && i < v->vec; i++) {
        const RegInfo *g = &w->b->reg[v->elements + i];
        const char *place = place_of((Sym *)v)->name;
        unsigned long long at = (unsigned long long)i * (unsigned)type_bytes(v->type);
        if (in && !g->wanted)
            continue;
        if (in)
            line(w, "%s %s;", c_type(v->type), g->plan->name);
        if (in)
            line(w, "ptx2c_number(&%s, %s + %llu, sizeof %s);", g->plan->name, place, at, g->plan->name);
        else
            line(w, "ptx2c_number(%s + %llu, &%s, sizeof %s);", place, at, g->plan->name, g->plan->name);
    }
}

void emit_return(Writer *w)
{
    const Fn *fn = w->b->fn;
    if (local_bytes(fn) && checks_init(w))
        line(w, "ptx2c_check_window_end(local);");
    if (w->b->plan->stack)
        line(w, "ptx2c_stack_restore(t->cta, local, %llu, 0);", (unsigned long long)local_bytes(fn));
    if (fn->rets.n == 1 && !sym_by_pointer(fn->rets.at[0]))
        line(w, "return %s;", place_of(fn->rets.at[0])->name);
    else {
        for (EACH(const Sym, r, fn->rets))
            if (r->kind == SYM_REG && r->vec > 1)
                emit_vector_param(w, r, false);
            else if (r->kind == SYM_REG)
                line(w, "ptx2c_number(%s, &%s, sizeof %s);", place_of((Sym *)r)->name, w->b->reg[r->index].plan->name,
                     w->b->reg[r->index].plan->name);
        line(w, "return;");
    }
}

static void end_device_thread(Writer *w, const Item *it)
{
    const Node *x = it->node;
    const int at = x && x->blk ? x->blk->term : -1;
    const Emit e = at >= 0 ? isa_emit(&w->b->fn->ins.at[at]) : EMIT_RET;
    if (e == EMIT_EXIT || e == EMIT_TRAP || e == EMIT_CALL)
        line(w, "t->exited = true;");
    emit_return(w);
}

/* MODE_WARP: takes the lanes that end out of all masks around.  True: nothing else is to be written. */
static bool end_lanes(Writer *w, Item *it)
{
    const char *who = w->lane ? "(1u << l)" : mask_name(w, it->mask);
    if (!w->lane && !it->mask) {
        line(w, "m = 0;");
    } else {
        line(w, "m &= ~%s;", who);
        for (Item *p = it->in->owner; p; p = p->in->owner)
            if (p->mask && p->mask != it->mask && (p->kind == I_IF || p->kind == I_GROUP))
                line(w, "M%d &= ~%s;", p->mask, who);
        if (w->lane && it->mask)
            line(w, "M%d &= ~%s;", it->mask, who);
    }
    if (w->phases)
        line(w, "s->m = m;");
    if (w->lane || !it->mask)
        return false;
    emit_end_if_alone(w);
    emit_leave_mask(w, it, it->mask, true);
    return true;
}

/* Leaves the loop over lanes or chunks around, or the function. */
static void end_chunk(Writer *w)
{
    const Mode mode = w->b->mode;
    const Fence *f = w->breaks;
    while (f && f->kind != FENCE_LANES && f->kind != FENCE_CHUNKS)
        f = f->up;
    if (!f) {
        if (w->phases && mode != MODE_WARP)
            ice("exit outside of a chunk");
        line(w, mode == MODE_LANES ? "return n;" : "return true;");
        return;
    }
    if (f->kind == FENCE_CHUNKS && mode == MODE_CTA)
        line(w, "s->done = true;");
    emit_lane_end(w);
}

/* The thread, the chunk, or the CTA, ends here. */
void emit_thread_end(Writer *w, Item *it)
{
    const Mode mode = w->b->mode;
    if (it->level == LV_CTA) {
        line(w, "return true;");
        return;
    }
    if (it->ins >= 0)
        line(w, mode == MODE_FUNC ? "ptx2c_fail(t->cta, PTX2C_TRAP);" : "ptx2c_fail(c, PTX2C_TRAP);");
    if (mode == MODE_FUNC) {
        end_device_thread(w, it);
    } else if (mode == MODE_SCHED) {
        line(w, "s->at.pc[l] = PTX2C_EXITED;");
        if (!it->node || !it->node->tail || w->end_exits)
            emit_lane_end(w);
    } else if (mode != MODE_WARP || !end_lanes(w, it)) {
        end_chunk(w);
    }
}

/* The lane goes on in another region. */
void emit_leave(Writer *w, Item *it)
{
    Back *b = w->b;
    const Part *r = &b->plan->regions[w->region];
    const Blk *to = it->node->blk;
    if (b->plan->regions[b->plan->region_of[to->id]].entry != to)
        ice("a way into the middle of region %d", b->plan->region_of[to->id]);
    if (!r->flows) {
        Leave kind = leave_kind(b, r->entry, to);
        line(w, "s->at.pc[l] = %d;", 2 * b->plan->region_of[to->id]);
        if (kind == LEAVE_YIELDS)
            line(w, "s->at.yielded |= 1u << l;");
        else if (kind == LEAVE_MOVES)
            line(w, "run->moved = true;");
    }
    if (!it->node->tail || w->end_exits)
        emit_lane_end(w);
}
