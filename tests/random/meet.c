/* meet.c: barriers, what threads tell each other through shared memory, collectives of warps. */
#include "gen.h"

int buffer;
bool exchanging;

void gen_exchange(Ctx *x)
{
    Op v = of(R, pick(R));
    int at = 1024 * buffer;
    exchanging = true;
    Val own = chance(50) ? K.smem
                         : fixed(R, text("R(%d) * 4", K.lin.id), false, x, "mul.lo.u32 ~, %%r%d, 4", K.lin.id);
    if (own.id != K.smem.id) {
        Val o = new_val(R, false, false);
        p("mov.u32 %%r%d, tile;", o.id);
        p("add.u32 %%r%d, %%r%d, %%r%d;", o.id, o.id, own.id);
        own = o;
    }
    p("st.shared.u32 [%%r%d+%d], %s;", own.id, at, v.p);
    c("EACH(m%d) shm[%d][R(%d)] = %s;", x->m, buffer, K.lin.id, v.c);
    if (chance(40))
        gen_block(x, 2);
    p("bar.sync 0;");
    if (chance(40))
        gen_block(x, 2);
    Val i;
    bool uni = false;
    Op k;
    switch (below(4)) {
    case 0:
        i = fixed(R, text("R(%d) - 1 - R(%d)", K.threads.id, K.lin.id), false, x, "sub.u32 ~, %%r%d, %%r%d", K.threads.id,
                  K.lin.id);
        p("sub.u32 %%r%d, %%r%d, 1;", i.id, i.id);
        break;
    case 1:
        k = operand(R);
        i = fixed(R, text("R(%d) + %s", K.lin.id, k.c), false, x, "add.u32 ~, %%r%d, %s", K.lin.id, k.p);
        i = fixed(R, text("R(%d) %% R(%d)", i.id, K.threads.id), false, x, "rem.u32 ~, %%r%d, %%r%d", i.id, K.threads.id);
        break;
    case 2: {
        k = operand(R);
        Val q = new_val(P, false, false);
        i = fixed(R, text("R(%d) ^ (%s & 255)", K.lin.id, k.c), false, x, "and.b32 ~, 255, %s", k.p);
        p("xor.b32 %%r%d, %%r%d, %%r%d;", i.id, i.id, K.lin.id);
        p("setp.lt.u32 %%p%d, %%r%d, %%r%d;", q.id, i.id, K.threads.id);
        p("selp.b32 %%r%d, %%r%d, %%r%d, %%p%d;", i.id, i.id, K.lin.id, q.id);
        c("EACH(m%d) R(%d) = R(%d) < R(%d) ? R(%d) : R(%d);", x->m, i.id, i.id, K.threads.id, i.id, K.lin.id);
        break;
    }
    default: {
        Val u;
        k = pick_uni(R, &u) ? of(R, u) : number(R, 0);
        uni = true;
        i = fixed(R, text("%s %% R(%d)", k.c, K.threads.id), true, x, "rem.u32 ~, %s, %%r%d", k.p, K.threads.id);
    }
    }
    Val a = new_val(R, uni, false), base = new_val(R, uni, false);
    p("shl.b32 %%r%d, %%r%d, 2;", a.id, i.id);
    p("mov.u32 %%r%d, tile;", base.id);
    p("add.u32 %%r%d, %%r%d, %%r%d;", a.id, base.id, a.id);
    Dest d = dest(R);
    assign(x, &d, uni, text("shm[%d][R(%d)]", buffer, i.id), "ld.shared.u32 ~, [%%r%d+%d]", a.id, at);
    exchanging = false;
    if (x->depth || chance(60))
        p("bar.sync 0;");
    else
        buffer ^= 1; /* the next one meets nobody who still reads */
}

void gen_barrier(Ctx *x)
{
    Op q = of(P, pick(P));
    switch (below(4)) {
    case 0: {
        Dest d = {.type = R, .fresh = true, .v = new_val(R, true, false)};
        c("{ uint32_t n = 0; EACH(m%d) n += %s; EACH(m%d) R(%d) = n; }", x->m, q.c, x->m, d.v.id);
        p("bar.red.popc.u32 %%r%d, 0, %s;", d.v.id, q.p);
        done(&d, true);
        return;
    }
    case 1: case 2: {
        bool and = chance(50);
        Dest d = {.type = P, .fresh = true, .v = new_val(P, true, false)};
        c("{ bool n = %d; EACH(m%d) n %s= %s; EACH(m%d) P(%d) = n; }", and, x->m, and ? "&" : "|", q.c, x->m, d.v.id);
        p("bar.red.%s.pred %%p%d, 0, %s;", and ? "and" : "or", d.v.id, q.p);
        done(&d, true);
        return;
    }
    default:
        p("bar.sync 0;");
    }
}

int ballot(const Ctx *x, const char *pred_p, const char *pred_c)
{
    Val r = new_val(R, false, false);
    p("vote.sync.ballot.b32 %%r%d, %s, %%r%d;", r.id, pred_p, x->mask);
    c("BALLOT(m%d, %s); EACH(m%d) R(%d) = vote[t / 32];", x->m, pred_c, x->m, r.id);
    return r.id;
}

void gen_collective(Ctx *x)
{
    Op q = of(P, pick(P)), v = of(R, pick(R)), b = operand(R);
    switch (below(9)) {
    case 0: {
        int r = ballot(x, q.p, q.c);
        show(R, (Val){r, false, false});
        return;
    }
    case 1: case 2: {
        static const char *const modes[][2] = {{"all", "(vote[t / 32] == R(%d))"}, {"any", "(vote[t / 32] != 0)"}};
        int k = (int)below(2);
        Dest d = {.type = P, .fresh = true, .v = new_val(P, false, false)};
        p("vote.sync.%s.pred %%p%d, %s, %%r%d;", modes[k][0], d.v.id, q.p, x->mask);
        c(text("BALLOT(m%d, %s); EACH(m%d) P(%d) = %s;", x->m, q.c, x->m, d.v.id, modes[k][1]), x->mask);
        done(&d, false);
        return;
    }
    case 3: {
        static const char *const ops[][2] = {{"add.u32", "n + v"}, {"xor.b32", "n ^ v"}, {"min.u32", "n < v ? n : v"},
                                             {"max.s32", "(int32_t)n > (int32_t)v ? n : v"}, {"and.b32", "n & v"}};
        int k = (int)below(5);
        Dest d = {.type = R, .fresh = true, .v = new_val(R, false, false)};
        p("redux.sync.%s %%r%d, %s, %%r%d;", ops[k][0], d.v.id, v.p, x->mask);
        c("{ bool any[8] = {0}; uint32_t res[8]; EACH(m%d) { uint32_t v = %s, n = any[t / 32] ? res[t / 32] : v; "
          "res[t / 32] = any[t / 32] ? %s : v; any[t / 32] = true; } EACH(m%d) R(%d) = res[t / 32]; }",
          x->m, v.c, ops[k][1], x->m, d.v.id);
        done(&d, false);
        return;
    }
    case 4: {
        Dest d = {.type = R, .fresh = true, .v = new_val(R, false, false)};
        p("match.any.sync.b32 %%r%d, %s, %%r%d;", d.v.id, v.p, x->mask);
        c("{ uint32_t x[256], y[256]; EACH(m%d) x[t] = %s; EACH(m%d) { y[t] = 0; for (int i = t & ~31; i < (t | 31) + 1 && "
          "i < T; i++) if (m%d[i] && !gone[i] && x[i] == x[t]) y[t] |= 1u << i %% 32; } EACH(m%d) R(%d) = y[t]; }",
          x->m, v.c, x->m, x->m, x->m, d.v.id);
        done(&d, false);
        return;
    }
    case 5:
        p("bar.warp.sync %%r%d;", x->mask);
        return;
    default: {
        int mode = (int)below(4);
        static const char *const names[] = {"idx", "up", "down", "bfly"};
        Val k = fixed(R, text("%s & 31", b.c), false, x, "and.b32 ~, 31, %s", b.p);
        Val src = new_val(R, false, false), in = new_val(P, false, false), tmp = new_val(R, false, false);
        Val got = new_val(R, false, false), out = new_val(R, false, false), ok = new_val(P, false, false);
        bool both = chance(50);
        p("shfl.sync.%s.b32 %%r%d%s, %s, %%r%d, %s, %%r%d;", names[mode], got.id, both ? text("|%%p%d", ok.id) : "", v.p,
          k.id, mode == 1 ? "0" : "31", x->mask);
        switch (mode) {
        case 0: p("mov.u32 %%r%d, %%r%d;", src.id, k.id); break;
        case 1: p("sub.s32 %%r%d, %%r%d, %%r%d;", src.id, K.lane.id, k.id); break;
        case 2: p("add.s32 %%r%d, %%r%d, %%r%d;", src.id, K.lane.id, k.id); break;
        default: p("xor.b32 %%r%d, %%r%d, %%r%d;", src.id, K.lane.id, k.id); break;
        }
        p("setp.le.u32 %%p%d, %%r%d, 31;", in.id, src.id);
        p("selp.b32 %%r%d, %%r%d, %%r%d, %%p%d;", src.id, src.id, K.lane.id, in.id);
        p("shr.u32 %%r%d, %%r%d, %%r%d;", tmp.id, x->mask, src.id);
        p("and.b32 %%r%d, %%r%d, 1;", tmp.id, tmp.id);
        p("setp.ne.u32 %%p%d, %%r%d, 0;", in.id, tmp.id);
        p("selp.b32 %%r%d, %%r%d, %s, %%p%d;", out.id, got.id, v.p, in.id);
        if (both)
            p("selp.b32 %%r%d, 1, 2, %%p%d;", tmp.id, ok.id);
        c("{ uint32_t x[256]; EACH(m%d) x[t] = %s; EACH(m%d) { uint32_t l = t %% 32, k = R(%d), s = %s; bool ok = s < 32; "
          "if (!ok) s = l; uint32_t y = R(%d) >> s & 1 ? x[(t & ~31) + s] : x[t]; R(%d) = y; R(%d) = ok ? 1 : 2; } }",
          x->m, v.c, x->m, k.id, mode == 0 ? "k" : mode == 1 ? "l - k" : mode == 2 ? "l + k" : "l ^ k", x->mask, out.id,
          tmp.id);
        if (both)
            show(R, tmp);
        show(R, out);
    }
    }
}
