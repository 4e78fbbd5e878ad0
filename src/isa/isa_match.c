/* isa_match.c: finds the form of an instruction: its words give the candidates (isa_word.c), its operands decide.
 *
 * Matching is tried silently; only when no candidate fits, it is done again to say what is wrong, for the candidate
 * whose operands fit furthest. */
#include "isa/table.h"

/* ---- rules and availability with operands ------------------------------------------------------------------------ */

/* The first rule about operands that is broken, or NULL. */
static const IsaRule *broken_rule(const IsaCand *c, const Opnd *arg)
{
    return isa_broken_rule(&(IsaChoice){c->form, c->word, arg, false}, RULE_IFF);
}

static bool available(const Module *m, const IsaCand *c, const Opnd *arg, IsaAvail *miss)
{
    for (int i = 0; i < c->navail; i++)
        if (!isa_available(m, c->avail[i], miss))
            return false;
    IsaChoice choice = {c->form, c->word, arg, false};
    for (int i = 0; i < c->form->nrule; i++) {
        const IsaRule *r = &isa_rules[c->form->rule + i];
        if (r->operands && r->kind == RULE_NEED && isa_cond(&choice, r->a) && !isa_available(m, r->avail, miss))
            return false;
    }
    return true;
}

/* The rule by which this ended before the module's version, or NULL; isa warnings where nothing did. */
static const IsaRule *judge_remarks(const Module *m, const Ins *ins, const IsaCand *c, const Opnd *arg)
{
    IsaChoice choice = {c->form, c->word, arg, false};
    IsaAvail x;
    const IsaRule *warning = NULL;
    for (int i = 0; c->remarks && i < c->form->nrule; i++) {
        const IsaRule *r = &isa_rules[c->form->rule + i];
        if (r->kind < RULE_UNTIL || !isa_cond(&choice, r->a))
            continue;
        if (r->kind == RULE_WARN)
            warning = r;
        else if (isa_available(m, r->avail, &x))
            return r;
    }
    if (warning)
        warn_at(WARN_ISA, ins->loc, "'%s' is accepted, but %s", isa_spelling(c, m->arena), warning->text);
    return NULL;
}

/* The assembler does not mind some modifiers that stand twice. */
static void warn_repeated(const Ins *ins)
{
    for (int i = 1; i < ins->nword; i++)
        for (int k = 1; k < i; k++)
            if (ins->word[k] == ins->word[i] && ins->form->again && strstr(ins->form->again, ins->word[i])) {
                warn_at(WARN_ISA, ins->loc, "'.%s' stands twice", ins->word[i]);
                return;
            }
}

static void say_ended(const Module *m, const Ins *ins, const IsaCand *c, const IsaRule *r)
{
    IsaAvail a = isa_avails[r->avail.first];
    char for_sm[32] = "";
    if (a.sm)
        snprintf(for_sm, sizeof for_sm, " for sm_%d and later", a.sm);
    error_at(ins->loc, "'%s' ended with .version %d.%d%s; this module says %d.%d: write %s", isa_spelling(c, m->arena),
             a.ptx / 10, a.ptx % 10, for_sm, m->version / 10, m->version % 10, r->text);
}

static void say_unavailable(const Module *m, const Ins *ins, const IsaCand *c, IsaAvail miss, Arena *a)
{
    const char *name = isa_spelling(c, a);
    if (m->version < miss.ptx)
        error_at(ins->loc, "'%s' needs .version %d.%d or later; this module says %d.%d", name, miss.ptx / 10,
                 miss.ptx % 10, m->version / 10, m->version % 10);
    else if (miss.suffix)
        error_at(ins->loc, "'%s' needs .target sm_%d%c; this module says sm_%d%s", name, miss.sm, miss.suffix,
                 m->target, m->target_suffix ? (char[]){m->target_suffix, 0} : "");
    else
        error_at(ins->loc, "'%s' needs .target sm_%d or later; this module says sm_%d", name, miss.sm, m->target);
}

/* ---- the match --------------------------------------------------------------------------------------------------- */

/* Targets below sm_20 flush subnormals of f32 as if .ftz were written; the words with it, where the form allows it.  cvt
 * up to PTX 1.4 leaves them when the other type has 64 bits (manual 9.7.9.21). */
static const uint16_t *flushing_words(const Module *m, const IsaCand *c, Arena *a)
{
    const Form *f = c->form;
    int tok = -1;
    bool wide = false, single = false;
    for (int i = 0; i < f->ntok; i++)
        if (isa_toks[f->tok + i].name == SLOT_FTZ && !c->word[i])
            tok = i;
    for (int i = 0; i < f->nopnd; i++) {
        wide |= type_info[c->type[i]].bits == 64;
        single |= c->type[i] == T_F32;
    }
    if (m->target >= 20 || tok < 0 || !single || (wide && m->version <= 14 && f->mnemonic == INS_CVT))
        return c->word;
    uint16_t *word = NEWN(a, uint16_t, f->ntok);
    memcpy(word, c->word, sizeof *word * f->ntok);
    word[tok] = isa_cells[isa_sets[isa_toks[f->tok + tok].set].cell];
    IsaChoice choice = {f, word, NULL, true};
    return isa_broken_rule(&choice, RULE_ONLY) ? c->word : word;
}

/* Whether the formal operands are those that are written. */
static bool same_operands(const Ins *ins, const Opnd *arg)
{
    if (ins->nop != ins->narg || !ins->nop)
        return false;
    for (int i = 0; i < ins->nop; i++) {
        const Opnd *x = &ins->op[i], *y = &arg[i];
        if (x->kind != y->kind || x->neg != y->neg || x->comp != y->comp || x->type != y->type || x->nsub != y->nsub ||
            x->reg != y->reg || x->loc.at != y->loc.at || x->loc.len != y->loc.len || x->sym != y->sym ||
            x->imm != y->imm || x->sub != y->sub)
            return false;
    }
    return true;
}

/* What a form's instruction becomes: of each kind the first text whose condition holds. */
static void choose_texts(const Module *m, const IsaCand *c, const Opnd *arg, Arena *a, const char *text[LOWER_COUNT])
{
    const Form *f = c->form;
    const IsaChoice choice = {f, flushing_words(m, c, a), arg, m->target < 20};
    bool found[LOWER_COUNT] = {false};
    for (int i = 0; i < f->nlower; i++) {
        const IsaLower *l = &isa_lowers[f->lower + i];
        if (found[l->kind] || !isa_cond(&choice, l->cond))
            continue;
        found[l->kind] = true;
        text[l->kind] = strcmp(l->text, "-") == 0 ? NULL : l->text;
    }
    if (!found[LOWER_C] && !(f->flags & (FORM_SYNTAX | FORM_WARP)) && f->emit == EMIT_TEXT)
        text[LOWER_C] = c->text;
}

static void accept(const Module *m, Ins *ins, const IsaCand *c, const Opnd *arg, Arena *a)
{
    static const Sides none;
    const Form *f = c->form;
    const char *text[LOWER_COUNT] = {NULL};
    ins->form = f;
    ins->mnemonic = f->mnemonic;
    ins->emit = f->emit;
    ins->update = f->flags & FORM_UPDATE;
    ins->several = f->flags & FORM_SEVERAL;
    ins->dests = c->dests;
    ins->slot = c->word;
    ins->narg = f->nopnd;
    ins->argtype = c->type;
    if (same_operands(ins, arg))
        ins->arg = ins->op;
    else {
        ins->arg = NEWN(a, Opnd, f->nopnd ? f->nopnd : 1);
        if (f->nopnd)
            memcpy(ins->arg, arg, sizeof *arg * f->nopnd);
    }
    choose_texts(m, c, arg, a, text);
    ins->lower = text[LOWER_C];
    ins->sides = &none;
    if (text[LOWER_PUT] || text[LOWER_GET] || text[LOWER_ALL] || text[LOWER_LANE] || text[LOWER_KNOWN]) {
        Sides *sides = NEW_OF(a, Sides, text[LOWER_PUT], text[LOWER_GET], text[LOWER_ALL], text[LOWER_LANE], text[LOWER_KNOWN]);
        ins->sides = sides;
    }
}

/* Reports what a rule asks for, at the operand it speaks of. */
static void say_rule(IsaMatch *m, const IsaCand *c, const IsaRule *r, const Opnd *arg)
{
    int opnd;
    const char *text = isa_rule_text(&(IsaChoice){c->form, c->word, arg, false}, r, m->m->arena, &opnd);
    Loc loc = arg && opnd >= 0 && arg[opnd].kind != O_NONE && arg[opnd].loc.len ? arg[opnd].loc : m->ins->loc;
    error_at(loc, arg ? "%s" : "%s; the form is '%s'", text, isa_form_text(c->form, m->m->arena));
}

/* Reports the mistake of the candidate that came furthest. */
static void explain(IsaMatch *m, IsaCands c)
{
    m->say = true;
    m->reached = 0;
    str_clear(&m->text);
    for (int i = 0; i < c.legal; i++)
        isa_fit(m, &c.at[i]);
    if (m->text.n)
        error_at(m->loc, "%s", m->text.s);
    else
        error_at(m->ins->loc, "the operands of '%s' do not fit", m->cand->form->name);
}

bool isa_match(const Module *m, const Fn *fn, Ins *ins)
{
    IsaCands c = isa_candidates(ins);
    Opnd arg[UINT8_MAX];
    IsaMatch t = {.m = m, .fn = fn, .ins = ins, .arg = arg};
    const IsaRule *rule = NULL, *end = NULL;
    const IsaCand *late = NULL, *ended = NULL, *ruled = NULL;
    IsaAvail miss = {0}, x;
    if (!c.n) {
        isa_no_form(m, fn, ins);
        return false;
    }
    for (int i = 0; i < c.legal; i++) {
        const IsaRule *r = NULL;
        if (!isa_fit(&t, &c.at[i]))
            continue;
        if ((r = broken_rule(&c.at[i], arg))) {
            rule = r;
            ruled = &c.at[i];
            continue;
        }
        if (available(m, &c.at[i], arg, &x)) {
            const IsaRule *until = judge_remarks(m, ins, &c.at[i], arg);
            if (!until) {
                accept(m, ins, &c.at[i], arg, m->code);
                if (warn_on(WARN_ISA))
                    warn_repeated(ins);
                return true;
            }
            end = until;
            ended = &c.at[i];
            continue;
        }
        if (!late) {
            late = &c.at[i];
            miss = x;
        }
    }
    if (ended) {
        say_ended(m, ins, ended, end);
        return false;
    }
    if (late) {
        say_unavailable(m, ins, late, miss, m->arena);
        return false;
    }
    if (!c.legal) {
        say_rule(&t, &c.at[0], c.at[0].broken, NULL);
        return false;
    }
    if (rule) {
        isa_fit(&t, ruled);
        say_rule(&t, ruled, rule, arg);
        return false;
    }
    explain(&t, c);
    str_free(&t.text);
    return false;
}

bool isa_fits(const Module *m, const Fn *fn, const Ins *ins)
{
    const IsaCands c = isa_candidates(ins);
    Opnd arg[UINT8_MAX];
    IsaMatch t = {.m = m, .fn = fn, .ins = ins, .arg = arg};
    for (int i = 0; i < c.legal; i++)
        if (c.at[i].form == ins->form && isa_fit(&t, &c.at[i]))
            return true;
    return false;
}
