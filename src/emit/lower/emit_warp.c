/* emit_warp.c: warp collectives: all lanes put, something is done for the warp, all lanes get; shuffles by a constant of
 * whole arrays. */
#include "emit/lower.h"
#include "isa/table.h"

/* ---- registers as arrays ---------------------------------------------------------------------------------------------------- */

static bool is_array_of_bits(const Back *b, const Opnd *o, int bits, Type *t)
{
    if (!plan_has_lanes(b, o, bits))
        return false;
    *t = b->fn->regs.at[o->reg]->type;
    return true;
}

static bool is_lane_array(const Back *b, const Opnd *o, Type *t) { return is_array_of_bits(b, o, 32, t); }

static const char *array_name(Writer *w, int reg)
{
    const RegInfo *g = &w->b->reg[reg];
    return g->plan->store == ST_STATE ? arena_printf(w->b->a, "s->%s", g->plan->name) : g->plan->name;
}

const char *lane_predicate(Writer *w, int reg)
{
    const Opnd o = opnd_reg(reg);
    return plan_has_lanes(w->b, &o, type_info[T_PRED].bits) ? array_name(w, reg) : NULL;
}

const char *warp_predicate(Writer *w, int reg) { return w->b->mode == MODE_WARP ? lane_predicate(w, reg) : NULL; }

/* ---- what is done once for the warp --------------------------------------------------------------------------------------- */

/* A vector of registers that what is done for the warp takes as lanes' arrays: operand number arg, which otherwise lies, register
 * by register, at what its row says: "w->matrix.a.u[$#]". */
typedef struct {
    int arg;
    const char *at;
    bool is_input;
} Fragment;

enum { FRAGMENTS = 8 };

static const char *operand_name(const Ins *ins, int i) { return isa_arg_names[isa_arg_name(ins, i)]; }

/* The operand that a row's text names behind a '$', if that is before what ends it. */
static int named_operand(const Ins *ins, const char *text, const char *end)
{
    for (int i = 0; i < ins->narg; i++) {
        const char *name = operand_name(ins, i);
        if (strncmp(text, name, (size_t)(end - text)) == 0 && !name[end - text])
            return i;
    }
    return -1;
}

/* PTX2C_PUT$a.#(w->matrix.a.u, l, $a.*), if a row's statement is that. */
static bool put_fragment(const Ins *ins, const char *text, Arena *a, Fragment *f)
{
    static const char head[] = "PTX2C_PUT$";
    if (strncmp(text, head, sizeof head - 1) != 0)
        return false;
    const char *name = text + sizeof head - 1, *at = strstr(name, ".#("), *end = at ? strstr(at, ", l, ") : NULL;
    *f = (Fragment){end ? named_operand(ins, name, at) : -1, NULL, true};
    if (f->arg < 0)
        return false;
    f->at = arena_printf(a, "%.*s[$#]", (int)(end - at - 3), at + 3);
    return true;
}

/* A row's statement, without the space before it; where the next begins. */
static const char *statement(const char *text, Arena *a, const char **next)
{
    text += strspn(text, " ");
    const size_t n = strcspn(text, ";");
    *next = text + n + (text[n] == ';');
    return arena_strndup(a, text, n);
}

/* The vectors of an instruction that does something for the whole warp: its result first.  rest: how it puts what is left. */
static int fragments(const Ins *ins, Arena *a, Fragment *f, Names *rest)
{
    int n = 0;
    const char *get = ins->sides->get, *each = get ? strstr(get, ".* = ") : NULL, *end = each ? strrchr(each, '[') : NULL;
    if (ins->update)
        f[n++] = (Fragment){isa_arg(ins, ARG_D), NULL, false};
    else if (each && get[0] == '$' && end && strcmp(end, "[l]") == 0)
        f[n++] = (Fragment){named_operand(ins, get + 1, each), arena_strndup(a, each + 5, (size_t)(end - each - 5)), false};
    for (const char *p = ins->sides->put; p && *p;) {
        const char *s = statement(p, a, &p);
        if (n < FRAGMENTS && put_fragment(ins, s, a, &f[n]))
            n++;
        else if (rest && *s)
            array_add(a, rest, s);
    }
    return n;
}

/* Where element k of a fragment lies that each lane puts; k may be the name of a variable. */
static const char *fragment_at(const Fragment *f, const char *k, Arena *a)
{
    const char *p = strstr(f->at, "$#");
    return p ? arena_printf(a, "%.*s%s%s", (int)(p - f->at), f->at, k, p + 2) : f->at;
}

/* The function that does it: one for all instructions of a form that have the same operands in registers. */
static const char *whole_name(const Ins *ins, Arena *a)
{
    Str s = {0};
    Fragment f[FRAGMENTS];
    str_add(&s, "ptx2c_do_");
    for (const char *p = isa_pattern(ins, a); *p; p++) {
        if (strncmp(p, ".sync", 5) == 0)
            p += 5;
        if (strncmp(p, ".aligned", 8) == 0)
            p += 8;
        if (p[0] == ':' && p[1] == ':')
            p++;
        str_addc(&s, isalnum((unsigned char)*p) ? *p : '_');
    }
    const int n = ins->update ? fragments(ins, a, f, NULL) : 0;
    for (int i = 1; i < n; i++)
        str_printf(&s, "_%s", operand_name(ins, f[i].arg));
    const char *name = intern(s.s);
    str_free(&s);
    return name;
}

/* It does so in the arrays where what the row says names them; else with copies of them. */
static void emit_whole_function(Writer *w, const Ins *ins, const char *name, Str *out)
{
    Arena *a = w->b->a;
    Fragment f[FRAGMENTS];
    const int n = fragments(ins, a, f, NULL);
    const bool update = ins->update, several = ins->several;
    const char *all = lower_text(w, ins, ins->sides->all), *params = update ? "ptx2c_warp *w, const unsigned char *shared" : "ptx2c_warp *w";
    const char *args = update ? "w, shared" : "w";
    if (several) {
        params = "ptx2c_warp *w, uint32_t n, void *const *p";
        args = "w, n, p";
    }
    for (int i = 0; i < n && !several; i++) {
        params = arena_printf(a, "%s, void *const *%s", params, operand_name(ins, f[i].arg));
        args = arena_printf(a, "%s, %s", args, operand_name(ins, f[i].arg));
    }
    str_printf(out, "/* %s */\nPTX2C_INLINE void %s(%s)\n{\n", isa_pattern(ins, a), name, params);
    for (int i = 0; i < n && !several; i++)
        if (f[i].is_input && !text_has(all, operand_name(ins, f[i].arg)))
            str_printf(out, "    PTX2C_TAKE(%s, %d, %s);\n", fragment_at(&f[i], "i", a), lower_elements(w, ins, f[i].arg),
                       operand_name(ins, f[i].arg));
    str_printf(out, "    %s;\n", all);
    if (n && !several && !f[0].is_input && !text_has(all, operand_name(ins, f[0].arg)))
        str_printf(out, "    PTX2C_GIVE(%s, %d, %s);\n", operand_name(ins, f[0].arg), lower_elements(w, ins, f[0].arg),
                   fragment_at(&f[0], "i", a));
    str_printf(out, "}\nPTX2C_FOR_PROCESSORS_OF(%s, void, , (%s), (%s))\n\n", name, params, args);
}

/* Writes those functions for the collectives of fn, but for those in done, to which it adds them. */
void emit_whole(const Fn *fn, Names *done, Arena *a, Str *out)
{
    for (const Ins *ins = fn->ins.at; array_has(fn->ins, ins); ins++) {
        const char *name = ins->sides->all ? whole_name(ins, a) : NULL;
        bool known = !name;
        for (int k = 0; k < done->n && !known; k++)
            known = done->at[k] == name;
        if (known)
            continue;
        array_add(a, done, name);
        Back b = {.a = a, .fn = (Fn *)fn};
        Writer w = {.b = &b};
        emit_whole_function(&w, ins, name, out);
    }
}

/* ---- puts and gets ---------------------------------------------------------------------------------------------------------- */

/* A row's statements, a line each. */
static void emit_statements(Writer *w, const Ins *ins, const char *text)
{
    while (*text) {
        const char *end = strchr(text, ';');
        size_t n = end ? (size_t)(end - text) : strlen(text);
        line(w, "%s;", lower_text(w, ins, arena_strndup(w->b->a, text, n)));
        text += n + (end != NULL);
        text += strspn(text, " ");
    }
}

/* Lanes only meet there. */
bool collective_is_bare(const Ins *ins)
{
    return ins->sides->put && !strchr(ins->sides->put, '$') && !ins->sides->all && !ins->sides->get;
}

/* A lane puts its values, inside a loop over lanes. */
void emit_put(Writer *w, const Ins *ins)
{
    if (ins->sides->put)
        emit_statements(w, ins, ins->sides->put);
}

/* What lanes have for those elements of vectors that are no arrays of 32 lanes: variables of their own, each value in one. */
typedef struct {
    const char *name, *value, *type;
    const Opnd *to; /* the element of the result that takes it afterwards, or NULL */
} Spare;

typedef Array(Spare) Spares;

static const char *spare(Writer *w, Spares *spares, const char *type, const char *value, const Opnd *to)
{
    for (int i = 0; i < spares->n && !to; i++)
        if (!spares->at[i].to && spares->at[i].type == type && strcmp(spares->at[i].value, value) == 0)
            return spares->at[i].name;
    const Spare new = {arena_printf(w->b->a, "Q%d", w->labels++), value, type, to};
    array_add(w->b->a, spares, new);
    return new.name;
}

/* The array of element k of a fragment. */
static const char *fragment_array(Writer *w, const Ins *ins, const Fragment *f, int k, Spares *spares)
{
    const Opnd *o = lower_element(w, &ins->arg[f->arg], k);
    const Type slot = (Type)ins->argtype[f->arg];
    const bool reads = f->is_input || !f->at, is_reg = o->kind == O_REG && o->reg >= 0;
    const bool wanted = is_reg && w->b->reg[o->reg].wanted;
    if (plan_has_lanes(w->b, o, type_info[slot].bits) && (wanted || f->is_input))
        return array_name(w, o->reg);
    if (!f->is_input && f->at && !wanted)
        return fragment_at(f, arena_printf(w->b->a, "%d", k), w->b->a);
    const char *value = f->is_input          ? lower_arg_element(w, ins, f->arg, k).s
                        : reads && wanted ? lower_value(w, o, slot, 0).s
                                          : NULL;
    return spare(w, spares, c_slot_type(slot), value ? value : "0", f->is_input ? NULL : o);
}

/* The arrays of a fragment: where its lanes have put it, unless it is taken as it lies. */
static const char *fragment_arrays(Writer *w, const Ins *ins, const Fragment *f, Spares *spares)
{
    Str s = {0};
    const int n = lower_elements(w, ins, f->arg);
    for (int k = 0; k < n; k++)
        str_printf(&s, "%s%s", k ? ", " : "", spares ? fragment_array(w, ins, f, k, spares)
                                                     : fragment_at(f, arena_printf(w->b->a, "%d", k), w->b->a));
    return str_keep(w->b->a, &s);
}

/* Those of one that several are made of by a call. */
static const char *arrays_of_all(Writer *w, const Ins *ins, bool in_place, Spares *spares)
{
    Fragment f[FRAGMENTS];
    const int n = fragments(ins, w->b->a, f, NULL);
    const char *text = NULL;
    for (int i = 0; i < n; i++) {
        const char *arrays = fragment_arrays(w, ins, &f[i], in_place || !f[i].at ? spares : NULL);
        text = text ? arena_printf(w->b->a, "%s, %s", text, arrays) : arrays;
    }
    return text;
}

static void fill_spares(Writer *w, const Spares *spares, const char *m)
{
    for (int i = 0; i < spares->n; i++)
        line(w, "%s %s[32]%s;", spares->at[i].type, spares->at[i].name, strcmp(m, "m") == 0 && !spares->at[i].to ? "" : " = {0}");
    if (!spares->n)
        return;
    block(w, "PTX2C_SIMD_MASKED(%s) {", m);
    for (int i = 0; i < spares->n; i++)
        line(w, "%s[l] = %s;", spares->at[i].name, spares->at[i].value);
    block_end(w);
}

static void give_spares(Writer *w, const Ins *ins, int arg, const Spares *spares, const char *m)
{
    for (int i = 0; i < spares->n; i++) {
        if (!spares->at[i].to || spares->at[i].to->kind != O_REG || !w->b->reg[spares->at[i].to->reg].wanted)
            continue;
        block(w, "PTX2C_SIMD_MASKED(%s) {", m);
        lower_assign(w, ins, spares->at[i].to, ins->argtype[arg], arena_printf(w->b->a, "%s[l]", spares->at[i].name), NULL);
        block_end(w);
    }
}

/* What is done for the lanes of m: in the arrays that hold their registers if in_place, else with what they have put.  An
 * instruction that reads its result, too, always has that in place. */
static void emit_call_of_whole(Writer *w, const Ins *ins, bool in_place, const char *m)
{
    Fragment f[FRAGMENTS];
    const int n = fragments(ins, w->b->a, f, NULL);
    const bool lane = w->lane;
    Spares spares = {0};
    w->lane = true;
    const char *args = ins->update ? "w, c->shared" : "w";
    if (ins->several)
        args = arena_printf(w->b->a, "w, 1, PTX2C_ARRAYS(%s)", arrays_of_all(w, ins, in_place, &spares));
    for (int i = 0; i < n && !ins->several; i++)
        args = arena_printf(w->b->a, "%s, PTX2C_ARRAYS(%s)", args, fragment_arrays(w, ins, &f[i], in_place || !f[i].at ? &spares : NULL));
    fill_spares(w, &spares, m);
    check_next(w, ins, "run->index * 32 + ptx2c_lowest(w->active)");
    line(w, "%s_best(%s);", whole_name(ins, w->b->a), args);
    if (n)
        give_spares(w, ins, f[0].arg, &spares, m);
    w->lane = lane;
}

/* Several, each with registers in arrays or constants. */
void emit_joined(Writer *w, const Item *it)
{
    const Ins *all = w->b->fn->ins.at, *ins = &all[it->ins];
    const char *m = mask_name(w, w->mask);
    Spares spares = {0};
    Names text = {0};
    w->lane = true;
    for (int i = 0; i <= it->joins.n; i++)
        array_add(w->b->a, &text, arrays_of_all(w, i < it->joins.n ? &all[it->joins.at[i]] : ins, true, &spares));
    line(w, "ptx2c_put_begin(w, %s);", m);
    fill_spares(w, &spares, m);
    line(w, "%s_best(w, %d, PTX2C_ARRAYS(", whole_name(ins, w->b->a), text.n);
    w->indent += 2;
    for (int i = 0; i < text.n; i++)
        line(w, "%s%s", text.at[i], i + 1 < text.n ? "," : "));");
    w->indent -= 2;
    w->lane = false;
}

/* What is done when all lanes have put theirs. */
void emit_all(Writer *w, const Ins *ins)
{
    if (ins->sides->all)
        emit_call_of_whole(w, ins, false, "w->active");
}

/* All of it with the registers where they are: only what is left is put. */
static void emit_in_place(Writer *w, const Ins *ins, const char *m)
{
    Fragment f[FRAGMENTS];
    Names rest = {0};
    const int n = fragments(ins, w->b->a, f, &rest);
    line(w, "ptx2c_put_begin(w, %s);", m);
    if (rest.n) {
        block(w, "PTX2C_SIMD_MASKED(%s) {", m);
        for (int i = 0; i < rest.n; i++)
            line(w, "%s;", lower_text(w, ins, rest.at[i]));
        block_end(w);
    }
    emit_call_of_whole(w, ins, true, m);
    if (!n || f[0].is_input)
        emit_get(w, ins, m);
}

/* Whether its result is one for the warp, if need be in a variable for each lane. */
static bool is_alike(const Back *b, const Ins *ins)
{
    const int d = isa_arg(ins, ARG_D);
    return ins->guard < 0 && ins->arg[d].kind == O_REG &&
           (uniform_broadcasts(b, ins) ||
            (isa_is_alike(ins) && (b->reg[ins->arg[d].reg].val.kind == VAL_UNI || opnd_is_number(b, ins, isa_arg(ins, ARG_M)))));
}

/* That is e, of type t. */
static void give_alike(Writer *w, const Ins *ins, const char *m, const char *e, Type t)
{
    const int d = isa_arg(ins, ARG_D);
    if (w->b->reg[ins->arg[d].reg].val.kind == VAL_UNI) {
        lower_assign(w, ins, &ins->arg[d], t, e, NULL);
    } else {
        const char *all = arena_printf(w->b->a, "Q%d", w->labels++);
        line(w, "const %s %s = %s;", t == T_F32 ? "float" : "uint32_t", all, e);
        w->lane = true;
        block(w, "PTX2C_SIMD_MASKED(%s) {", m);
        lower_assign(w, ins, &ins->arg[d], t, all, NULL);
        block_end(w);
        w->lane = false;
    }
}

/* Its result is one for the warp; a variable for each lane takes it all the same. */
static bool get_alike(Writer *w, const Ins *ins, const char *m)
{
    const int d = isa_arg(ins, ARG_D);
    if (!isa_is_alike(ins) || !is_alike(w->b, ins))
        return false;
    if (w->b->reg[ins->arg[d].reg].wanted)
        give_alike(w, ins, m, lower_text(w, ins, strstr(ins->sides->get, " = ") + 3), (Type)ins->argtype[d]);
    return true;
}

/* The lanes of m take the results of a collective. */
void emit_get(Writer *w, const Ins *ins, const char *m)
{
    if (!ins->sides->get || get_alike(w, ins, m))
        return;
    check_tensor(w, ins, m);
    const bool vector = ins->sides->get[0] == '$' && strstr(ins->sides->get, ".* = ");
    const bool moves = w->b->mode == MODE_SCHED && ins->mnemonic == INS_SHFL; /* it only reads what was put */
    w->lane = true;
    block(w, (vector ? ins->sides->all != NULL : moves) ? "PTX2C_SIMD_MASKED(%s) {" : "PTX2C_MASKED(%s) {", m);
    lower_rows(w, ins, ins->sides->get, NULL);
    block_end(w);
    w->lane = false;
}

/* Lanes' values as an array, which it is or is copied to. */
static const char *array_of_lanes(Writer *w, const Ins *ins, int a, const char *m)
{
    const Type t = (Type)ins->argtype[a];
    const int bits = type_info[t].bits;
    if (plan_has_lanes(w->b, &ins->arg[a], bits))
        return array_name(w, ins->arg[a].reg);
    const char *from = arena_printf(w->b->a, "Q%d", w->labels++);
    line(w, "%s %s[32]%s;", t == T_PRED ? "bool" : c_int_name(bits, false), from, strcmp(m, "m") == 0 ? "" : " = {0}");
    w->lane = true;
    line(w, "PTX2C_SIMD_MASKED(%s) %s[l] = %s;", m, from, lower_arg(w, ins, a, t == T_PRED ? 0 : 'u').s);
    w->lane = false;
    return from;
}

/* A shuffle whose result is that of one lane for all. */
static bool broadcast(Writer *w, const Ins *ins, const char *m)
{
    Back *b = w->b;
    const int d = isa_arg(ins, ARG_D), p = isa_arg(ins, ARG_P), a = isa_arg(ins, ARG_A), by = isa_arg(ins, ARG_B);
    const bool in_range = p >= 0 && ins->arg[p].kind == O_REG && b->reg[ins->arg[p].reg].wanted;
    if (ins->mnemonic != INS_SHFL || !is_alike(b, ins) || (in_range && b->reg[ins->arg[p].reg].val.kind != VAL_UNI))
        return false;
    if (in_range)
        lower_assign(w, ins, &ins->arg[p], T_PRED, "true", NULL);
    if (!b->reg[ins->arg[d].reg].wanted)
        return true;
    const Val from = uniform_opnd(b, &ins->arg[by]);
    Type of = T_U32;
    const char *text = uniform_opnd(b, &ins->arg[a]).kind == VAL_UNI ? lower_arg(w, ins, a, 'u').s : array_of_lanes(w, ins, a, m);
    if (uniform_opnd(b, &ins->arg[a]).kind != VAL_UNI) {
        is_lane_array(b, &ins->arg[a], &of);
        text = from.cst ? arena_printf(b->a, "%s[%u]", text, (unsigned)from.c & 31)
                        : arena_printf(b->a, "%s[%s & 31]", text, lower_paren(b->a, lower_arg(w, ins, by, 'u')));
    }
    give_alike(w, ins, m, text, of);
    return true;
}

/* A vote whose result is one for the warp. */
static bool vote_at_once(Writer *w, const Ins *ins, const char *m)
{
    Back *b = w->b;
    const int a = isa_arg(ins, ARG_A), of = isa_arg(ins, ARG_M);
    if (ins->mnemonic != INS_VOTE || !is_alike(b, ins))
        return false;
    if (!b->reg[ins->arg[isa_arg(ins, ARG_D)].reg].wanted)
        return true;
    const Val named = of >= 0 ? uniform_opnd(b, &ins->arg[of]) : (Val){0};
    const bool all = of < 0 || (named.cst && (uint32_t)named.c == UINT32_MAX);
    const char *members = all ? m : arena_printf(b->a, "%s & %s", m, lower_paren(b->a, lower_arg(w, ins, of, 'u')));
    const char *name = isa_has_word(ins, MOD_BALLOT) ? "ballot" : arena_printf(b->a, "lanes_%s", isa_words[isa_slot(ins, SLOT_MODE)]);
    give_alike(w, ins, m, arena_printf(b->a, "ptx2c_%s(%s, %s)", name, members, array_of_lanes(w, ins, a, m)), (Type)ins->argtype[isa_arg(ins, ARG_D)]);
    return true;
}

/* The array that takes whether a shuffle's source is in range: NULL where nobody asks.  False: it is none. */
static bool range_array(Writer *w, const Ins *ins, const char **array)
{
    const int p = isa_arg(ins, ARG_P);
    *array = NULL;
    if (p < 0 || ins->arg[p].kind != O_REG || !w->b->reg[ins->arg[p].reg].wanted)
        return true;
    if (plan_has_lanes(w->b, &ins->arg[p], type_info[T_PRED].bits))
        *array = array_name(w, ins->arg[p].reg);
    return *array != NULL;
}

/* A shuffle by one distance for all lanes, or from any lanes, of whole arrays, or of as much of them as is for the first lanes. */
static bool array_shuffle(Writer *w, const Ins *ins, const char *m, int first)
{
    Back *b = w->b;
    const int d = isa_arg(ins, ARG_D), a = isa_arg(ins, ARG_A), by = isa_arg(ins, ARG_B), c = isa_arg(ins, ARG_C);
    const char *in_range;
    Type t, of = T_U32;
    if (ins->mnemonic != INS_SHFL || ins->guard >= 0 || !is_lane_array(b, &ins->arg[d], &t) || !b->reg[ins->arg[d].reg].wanted || !range_array(w, ins, &in_range))
        return false;
    const Val distance = uniform_opnd(b, &ins->arg[by]), range = uniform_opnd(b, &ins->arg[c]);
    const char *mode = isa_words[isa_slot(ins, SLOT_MODE)], *to = array_name(w, ins->arg[d].reg);
    const bool each = distance.kind != VAL_UNI && strcmp(mode, "idx") == 0;
    if ((distance.kind != VAL_UNI && !each) || range.kind != VAL_UNI)
        return false;
    const char *from = array_of_lanes(w, ins, a, m);
    const bool constant = !in_range && distance.cst && range.cst;
    is_lane_array(b, &ins->arg[a], &of);
    if (each)
        line(w, "ptx2c_shuffle_each_idx(%s, %s, %s, %s, %s, %s);", m, to, from, array_of_lanes(w, ins, by, m), lower_arg(w, ins, c, 'u').s,
             in_range ? in_range : "NULL");
    else if (first && constant)
        line(w, "ptx2c_shuffle_first_%s(%s, %s, %s, %llu, %llu, %d);", mode, m, to, from, (unsigned long long)distance.c,
             (unsigned long long)range.c, first);
    else if (!constant)
        line(w, "ptx2c_shuffle_by_%s(%s, %s, %s, %s, %s, %s);", mode, m, to, from, lower_arg(w, ins, by, 'u').s, lower_arg(w, ins, c, 'u').s,
             in_range ? in_range : "NULL");
    else
        line(w, "ptx2c_shuffle_%s%s(%s, %s, %s, %llu, %llu);", mode, of == T_F32 ? "_f32" : "", m, to, from, (unsigned long long)distance.c,
             (unsigned long long)range.c);
    return true;
}

/* A load that may as well be part of another. */
static bool is_weak_load(const Ins *ins) { return isa_emit(ins) == EMIT_LD && !isa_is_strong(ins) && !isa_has_word(ins, MOD_CV); }

/* Where words lie side by side in memory that the operand is loaded from for each lane; NULL: it is something else. */
static const char *words_of_lanes(Writer *w, const Opnd *o)
{
    enum { FAR = 1 << 20 }; /* the first lane's address could wrap in 32 bits, those of the others then would not */
    const Ins *def = back_only_def(w->b, o);
    if (!def || !is_weak_load(def) || isa_uses_cluster(def) || w->o->pointer)
        return NULL;
    const Opnd *a = &def->arg[isa_arg(def, ARG_A)];
    const Space space = isa_space(def);
    if (llabs((int64_t)a->imm) > FAR)
        return NULL;
    if ((space != SP_GLOBAL && space != SP_SHARED) || type_info[def->argtype[isa_arg(def, ARG_D)]].bits != 32 || !opnd_has_base(a))
        return NULL;
    const Val *v = &w->b->reg[a->reg].val;
    return v->kind == VAL_AFF && v->step == 4 ? lower_pointer(w, def, a).s : NULL;
}

/* Of what is no array. */
static void scan_of(Writer *w, const Ins *ins, const char *m, const char *to, unsigned width)
{
    const char *words = words_of_lanes(w, &ins->arg[isa_arg(ins, ARG_A)]);
    if (words) {
        line(w, "PTX2C_SCAN_WORDS(%s, %s, %s, %u, %s);", ins->lower, m, to, width, words);
        return;
    }
    w->lane = true;
    line(w, "PTX2C_SCAN_OF(%s, %s, %s, %u, %s);", ins->lower, m, to, width, lower_arg(w, ins, isa_arg(ins, ARG_A), 'u').s);
    w->lane = false;
}

/* PSEUDO_SCAN, PSEUDO_REDUCE */
static void emit_chain_of_shuffles(Writer *w, const Ins *ins, const char *m)
{
    Back *b = w->b;
    const int d = isa_arg(ins, ARG_D), a = isa_arg(ins, ARG_A);
    const bool scan = ins->pseudo == PSEUDO_SCAN;
    const char *up = uniform_arg(b, ins, ARG_B).c ? "true" : "false";
    const unsigned width = (unsigned)uniform_arg(b, ins, ARG_C).c;
    const Type type = type_by_name(ins->lower + strlen(ins->lower) - 3), word = (Type)ins->argtype[d];
    const int bits = type_info[word].bits;
    const bool in_order = scan && bits == 32 && type_info[type].kind != 'f';
    const char *from = in_order && !plan_has_lanes(b, &ins->arg[a], bits) ? NULL : array_of_lanes(w, ins, a, m);
    if (b->reg[ins->arg[d].reg].val.kind == VAL_UNI) {
        lower_assign(w, ins, &ins->arg[d], type, arena_printf(b->a, "ptx2c_reduce_%s(%s, %s, %s)", ins->lower, m, from, up), NULL);
        return;
    }
    const bool there = plan_has_lanes(b, &ins->arg[d], bits);
    const char *to = there ? array_name(w, ins->arg[d].reg) : arena_printf(b->a, "Q%d", w->labels++);
    if (!there)
        line(w, "uint%d_t %s[32];", bits, to);
    if (!from)
        scan_of(w, ins, m, to, width);
    else if (scan)
        line(w, "ptx2c_scan_%s(%s, %s, %s, %u);", ins->lower, m, to, from, width);
    else
        line(w, "ptx2c_reduce_groups_%s(%s, %s, %s, %u, %s);", ins->lower, m, to, from, width, up);
    if (there)
        return;
    w->lane = true;
    block(w, "PTX2C_SIMD_MASKED(%s) {", m);
    lower_assign(w, ins, &ins->arg[d], word, arena_printf(b->a, "%s[l]", to), NULL);
    block_end(w);
    w->lane = false;
}

/* The lanes of m whose guard holds. */
static const char *guarded(Writer *w, const Ins *ins, const char *m)
{
    if (ins->guard < 0)
        return m;
    line(w, "uint32_t Q%d = 0;", w->labels);
    line(w, "PTX2C_MASKED(%s) Q%d |= (uint32_t)(%s) << l;", m, w->labels, lower_cond(w, ins->guard, ins->guard_neg));
    return arena_printf(w->b->a, "Q%d", w->labels++);
}

static void put_all(Writer *w, const Ins *ins, const char *m)
{
    line(w, ins->sides->put ? "ptx2c_put_begin(w, %s);" : "w->active = %s;", m);
    if (!ins->sides->put)
        return;
    if (!ins->sides->all && !strchr(ins->sides->put, ';')) {
        line(w, "PTX2C_SIMD_MASKED(%s) %s;", m, lower_text(w, ins, ins->sides->put));
        return;
    }
    block(w, "PTX2C_SIMD_MASKED(%s) {", m);
    emit_put(w, ins);
    block_end(w);
}

/* A warp collective: all lanes put, then all lanes get. */
void emit_collective(Writer *w, const Ins *ins, int first)
{
    const char *m = mask_name(w, w->mask);
    if (isa_arg(ins, ARG_M) >= 0 && ins->arg[isa_arg(ins, ARG_M)].kind == O_NONE)
        return; /* of lockstep.c: that one loop over lanes ends is all */
    if (ins->pseudo) {
        if (w->b->reg[ins->arg[isa_arg(ins, ARG_D)].reg].wanted)
            emit_chain_of_shuffles(w, ins, m);
        return;
    }
    if (w->b->mode == MODE_WARP && (broadcast(w, ins, m) || vote_at_once(w, ins, m) || array_shuffle(w, ins, m, first)))
        return;
    if (collective_is_bare(ins)) {
        line(w, "%s;", ins->sides->put);
        return;
    }
    w->lane = true;
    m = guarded(w, ins, m);
    if (ins->sides->all && w->b->mode == MODE_WARP) {
        emit_in_place(w, ins, m);
    } else {
        put_all(w, ins, m);
        emit_all(w, ins);
        emit_get(w, ins, m);
    }
    w->lane = false;
}
