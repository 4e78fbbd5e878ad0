/* sanitize_sure.c: --sanitize: a kernel's version without checks, and, of memory and init, the looks that say whether a CTA may run it.
 *
 * In: the kernel's instructions as all ways to run it want them.  Out: NAME_run_sure, NAME_is_sure; the instructions are as they were. */
#include "emit/checks/sanitize_look.h"
#include "emit/lower.h"

void look_head(Writer *head, const char *text)
{
    for (int i = 0; i < head->k->leads; i++)
        if (text_has(text, arena_printf(A(head), "Qk%d", i)))
            line(head, "const ptx2c_reach Qk%d = %s_leads[%d];", i, head->k->name, i);
}

static void emit_own(Kernel *k, const char *head)
{
    str_printf(k->out, "%s(const ptx2c_cta *of)\n{\n    ptx2c_cta own = *of, *const c = &own;\n    own.alone = true;\n"
                       "    enum { any_width = false };\n", head);
    if (k->fn->params.n)
        str_printf(k->out, "    const %s_params P = *(const %s_params *)c->param;\n    own.param = &P;\n", k->name, k->name);
}

/* The functions of a look; how they run a CTA, or NULL: there is none. */
static const char *emit_look(Kernel *k, EmitWay *emit_way, LookFor look, Looked *what, const EmitOptions *checked, const char **state)
{
    static const char *const ways[] = {"_leads", "_account", "_marks"};
    const EmitOptions *const plain = k->o;
    k->o = checked;
    const bool is = look_make(k, look, what);
    k->o = plain;
    if (is && what->leads)
        str_printf(k->out, "/* Where accesses may lead. */\nstatic ptx2c_reach %s_leads[%d];\n\n", k->name, what->leads);
    k->leads = what->leads;
    const char *how = is ? way_in_some_mode(k, emit_way, ways[look], state) : NULL;
    k->leads = 0;
    return how;
}

/* What a CTA needs that is looked at or runs unchecked. */
static void emit_state_of_own(Kernel *k, const char *state)
{
    if (state)
        str_printf(k->out, "    own.state = ptx2c_look_state(c, sizeof(%s));\n", state);
}

static void emit_begin(Kernel *k, const Looked *leads)
{
    if (!leads->nparts) {
        str_add(k->out, "    ptx2c_look_begin(c, NULL, NULL, 0);\n");
        return;
    }
    str_printf(k->out, "    static const ptx2c_look_part parts[] = {%s};\n", leads->parts.s);
    str_printf(k->out, "    ptx2c_look_begin(c, %s_leads, parts, %d);\n", k->name, leads->nparts);
}

/* NAME_is_sure: whether all that the CTA's threads access is known to be right, which is noted where they store. */
static void emit_is_sure(Kernel *k, const Looked *what, const char *const *how, const char *const *state)
{
    str_add(k->out, "/* Whether all that the CTA's threads access is known to be right, which is noted where they store. */\n");
    emit_own(k, arena_printf(k->a, "PTX2C_INLINE bool %s_is_sure", k->name));
    emit_begin(k, what);
    emit_state_of_own(k, state[LOOK_LEADS]);
    str_printf(k->out, "    %s;\n    if (ptx2c_now.look_bad)\n        return false;\n", how[LOOK_LEADS]);
    if (how[LOOK_ACCOUNT]) {
        emit_state_of_own(k, state[LOOK_ACCOUNT]);
        if (what->shares)
            str_add(k->out, "    own.shared = ptx2c_look_window(c);\n");
        str_printf(k->out, "    %s;\n    if (ptx2c_now.look_bad)\n        return false;\n", how[LOOK_ACCOUNT]);
    }
    if (how[LOOK_MARKS]) {
        str_add(k->out, "    if (ptx2c_now.look_marks) {\n");
        emit_state_of_own(k, state[LOOK_MARKS]);
        str_printf(k->out, "        %s;\n    }\n", how[LOOK_MARKS]);
    }
    if (what->fetches)
        str_add(k->out, "    ptx2c_check_next(NULL, 0, NULL, NULL, NULL); /* fetches ask for nothing */\n");
    str_add(k->out, "    return true;\n}\n\n");
}

/* All that a look needs; false: there can be none. */
static bool emit_looks(Kernel *k, EmitWay *emit_way, const Code *was, const EmitOptions *checked)
{
    Looked what[LOOKS];
    const char *how[LOOKS] = {NULL}, *state[LOOKS] = {NULL};
    bool wanted[LOOKS] = {true};
    k->looked = true;
    for (int i = LOOK_LEADS; i < LOOKS && k->looked; i++) {
        if (wanted[i])
            how[i] = emit_look(k, emit_way, (LookFor)i, &what[i], checked, &state[i]);
        k->looked = how[i] || !wanted[i];
        wanted[LOOK_ACCOUNT] = checked->sanitize & CHECK_INIT && what[LOOK_LEADS].asks;
        wanted[LOOK_MARKS] = checked->sanitize & CHECK_INIT && what[LOOK_LEADS].stores;
        passes_restore(&k->passes, was);
        passes_reset(&k->passes);
    }
    if (k->looked)
        emit_is_sure(k, &what[LOOK_LEADS], how, state);
    str_free(&what[LOOK_LEADS].parts);
    return k->looked;
}

/* Whether there may be a version without checks: with those of order only where lanes never meet and registers have values. */
static bool may_be_sure(const Kernel *k)
{
    const EmitOptions *const o = k->o;
    const char *why;
    if (!o->checks || o->no_analysis || o->trace || k->m->large || fn_calls(k->fn) || k->fn->ins.n > LOOK_LIMIT)
        return false;
    return !(o->sanitize & (CHECK_RACE | CHECK_SYNC)) || (kernel_mode_apart(k->fn, &why) == MODE_LANES && !fn_some(k->fn, ins_checks_unset) && !local_bytes(k->fn));
}

void emit_sure(Kernel *k, EmitWay *emit_way, const Code *was)
{
    const EmitOptions *const o = k->o;
    const bool order = o->sanitize & (CHECK_RACE | CHECK_SYNC);
    EmitOptions plain = *o;
    const char *state = NULL;
    if (!may_be_sure(k))
        return;
    plain.checks = NULL;
    k->o = &plain;
    k->m->checked = 0;
    k->sure = k->out->n;
    if (!order)
        look_drop_shadows(k->m, k->fn);
    const char *how = way_in_some_mode(k, emit_way, "_sure", &state);
    if (how) {
        emit_own(k, arena_printf(k->a, "/* Without checks. */\nPTX2C_INLINE void %s_run_sure", k->name));
        emit_state_of_own(k, state);
        str_printf(k->out, "    %s;\n}\n\n", how);
    }
    passes_restore(&k->passes, was);
    passes_reset(&k->passes);
    if (how && !order && !emit_looks(k, emit_way, was, o)) {
        k->out->n = k->sure;
        k->out->s[k->out->n] = 0;
    }
    k->sure_end = k->out->n;
    k->o = o;
    k->m->checked = o->sanitize;
}
