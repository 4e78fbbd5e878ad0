/* read.c: reads a file of PTX: statements, each from its first word to its ';'.
 *
 * Registers and variables are known before they are used; labels and functions are looked up when all is read. */
#include "words.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

Function *functions;
static Function *last_function;
static int nfunctions;
uint64_t shared_bytes = 64; /* so that no variable's address is 0 */

typedef struct Register { const char *name; int count, first, bits; } Register; /* count: of NAME<count>, else -1 */
static Register *registers;
static Variable *variables;
static int nregisters, nvariables;

/* A label, or a list of branch targets, in the block of a function. */
typedef struct Label { const char *name; int scope, at; Operand list; bool is_list; } Label;
static Label *labels;
static int nlabels;
static int *scope_parent, nscopes, scope; /* blocks { }; 0: the module */

static Function *function; /* that is being read */
static uint64_t entry_shared; /* where the next variable of an entry in shared memory lies */

/* An array with room for one more. */
static void *grow(void *array, int n, size_t size)
{
    if (n & (n - 1))
        return array;
    array = realloc(array, (n ? 2 * (size_t)n : 1) * size);
    if (!array)
        refuse(0, "no memory", "");
    return array;
}

/* ---- names --------------------------------------------------------------------------------------------------------------- */

static bool find_register(const char *name, Operand *o)
{
    for (int k = nregisters - 1; k >= 0; k--) {
        const Register *r = &registers[k];
        const size_t n = strlen(r->name);
        if (strncmp(name, r->name, n) != 0)
            continue;
        const char *rest = name + n;
        int index = 0;
        if (r->count < 0 ? *rest != 0 : !*rest || strspn(rest, "0123456789") != strlen(rest) || (*rest == '0' && rest[1]))
            continue;
        if (r->count >= 0 && (index = atoi(rest)) >= r->count)
            continue;
        o->kind = REGISTER;
        o->reg = r->first + index;
        o->bits = r->bits;
        return true;
    }
    return false;
}

static void add_register(const char *name, int count, Type type)
{
    registers = grow(registers, nregisters, sizeof *registers);
    registers[nregisters++] = (Register){name, count, function->regs, type.bits};
    function->regs += count < 0 ? 1 : count;
}

static const Variable *find_variable(const char *name)
{
    for (int k = nvariables - 1; k >= 0; k--)
        if (strcmp(variables[k].name, name) == 0)
            return &variables[k];
    return NULL;
}

Function *find_function(const char *name)
{
    Function *f = functions;
    while (f && strcmp(f->name, name) != 0)
        f = f->next;
    return f;
}

/* Functions have addresses that nothing else has. */
static const uint64_t function_window = 0x7000000000000000;

Function *function_at(uint64_t address)
{
    Function *f = functions;
    for (uint64_t a = function_window; f && a != address; a += 16)
        f = f->next;
    return f;
}

static uint64_t address_of(const Function *g)
{
    uint64_t a = function_window;
    for (const Function *f = functions; f != g; f = f->next)
        a += 16;
    return a;
}

/* ---- variables ----------------------------------------------------------------------------------------------------------- */

static Type type(void)
{
    Type t = type_of(*token == '.' ? token + 1 : "");
    if (!t.k)
        refuse(token_line, "not a type", token);
    next();
    return t;
}

/* The address of a variable or function in an initialiser. */
static uint64_t initial_address(void)
{
    const bool generic = take("generic");
    if (generic)
        expect("(");
    const Variable *variable = find_variable(token);
    const Function *f = find_function(token);
    if (variable ? variable->space != GLOBAL && variable->space != CONSTANT : !f)
        refuse(token_line, "no address", token);
    next();
    if (generic)
        expect(")");
    return (variable ? variable->at : address_of(f)) + offset();
}

/* One element of an initialiser after the other. */
static void initial(unsigned char *bytes, uint64_t size, uint64_t *to, Type t)
{
    if (take("{")) {
        do
            initial(bytes, size, to, t);
        while (take(","));
        expect("}");
        return;
    }
    char real = 0;
    uint64_t v = is_number() ? number(&real) : initial_address();
    if (t.k == 'f' && (!real || (real == 'f') != (t.bits == 32))) {
        if (real != 'd')
            refuse(token_line, "a float before", token);
        v = of_f32((float)to_f64(v));
    }
    if (*to + (uint64_t)t.bits / 8 > size)
        refuse(token_line, "too many values before", token);
    for (int k = 0; k < t.bits / 8; k++)
        bytes[(*to)++] = (unsigned char)(v >> 8 * k);
}

static uint64_t aligned(uint64_t v, uint64_t align) { return (v + align - 1) / align * align; }

/* .ptr and what a pointer points to. */
static void pointee(void)
{
    if (!take(".ptr"))
        return;
    while (is(".global") || is(".const") || is(".shared") || is(".local"))
        next();
    if (take(".align"))
        (void)integer();
}

/* [n]...: the bytes of the array; false when one of the sizes is left out. */
static bool dimensions(uint64_t *bytes)
{
    bool all = true;
    while (take("[")) {
        if (is("]"))
            all = false;
        else
            *bytes *= integer();
        expect("]");
    }
    return all;
}

static void place_shared(Variable *v, uint64_t align)
{
    const bool own = function && function->entry; /* entries do not run at the same time */
    v->at = aligned(own ? entry_shared : shared_bytes, align);
    if (own)
        entry_shared = v->at + v->bytes;
    if (v->at + v->bytes > shared_bytes)
        shared_bytes = v->at + v->bytes;
    if (shared_bytes > DYNAMIC)
        refuse(token_line, "too much shared memory", v->name);
}

/* A variable in memory of its own; sized: its size is known before its values are. */
static void place_global(Variable *v, uint64_t align, bool sized)
{
    uint64_t n = 0, most = sized ? v->bytes : 1 << 20;
    v->at = aligned((uintptr_t)get_memory(most + 256), align > 256 ? 256 : align);
    unsigned char *bytes = (unsigned char *)(uintptr_t)v->at;
    if (take("="))
        initial(bytes, most, &n, v->type);
    else if (!sized)
        refuse(token_line, "an array of unknown size", v->name);
    v->bytes = sized ? v->bytes : n;
    machine_allow(bytes, v->bytes);
}

/* [.align n] .type name[n]... of a space, and where it lies. */
static Variable variable(Space space)
{
    uint64_t align = take(".align") ? integer() : 0;
    const Type t = type();
    pointee();
    Variable v = {.name = word(), .space = space, .scope = scope, .reg = -1, .type = t, .bytes = (uint64_t)t.bits / 8};
    align = align ? align : v.bytes;
    const bool sized = dimensions(&v.bytes);
    if (!sized && space != GLOBAL && space != CONSTANT && space != SHARED)
        refuse(token_line, "an array of unknown size", v.name);
    if (space == PARAM) {
        v.at = aligned(function->param_bytes, align);
        function->param_bytes = v.at + v.bytes;
    } else if (space == LOCAL) {
        if (!function)
            refuse(token_line, "local, but in no function", v.name);
        v.at = aligned(function->local_bytes, align);
        function->local_bytes = v.at + v.bytes;
    } else if (space == SHARED && !sized) {
        v.at = DYNAMIC;
    } else if (space == SHARED) {
        place_shared(&v, align);
    } else {
        place_global(&v, align, sized);
    }
    variables = grow(variables, nvariables, sizeof *variables);
    variables[nvariables++] = v;
    return v;
}

static bool space_of(Space *space)
{
    static const char *const names[] = {".global", ".const", ".shared", ".local", ".param"};
    for (int k = 0; k < 5; k++)
        if (is(names[k])) {
            *space = (Space)(GLOBAL + k);
            next();
            return true;
        }
    return false;
}

static void declare_variables(Space space)
{
    do
        (void)variable(space);
    while (take(","));
    expect(";");
}

/* .reg .type name, name<n>; */
static void declare_registers(void)
{
    const Type t = type();
    do {
        const char *name = word();
        int count = -1;
        if (take("<")) {
            count = (int)integer();
            expect(">");
        }
        add_register(name, count, t);
    } while (take(","));
    expect(";");
}

/* ---- instructions -------------------------------------------------------------------------------------------------------- */

static Operand operand(void);

static void operands(Operand *o, const char *end)
{
    o->kind = LIST;
    while (!is(end)) {
        o->item = grow(o->item, o->n, sizeof *o->item);
        Operand item = operand();
        o->item[o->n++] = item;
        if (!take(","))
            break;
    }
    expect(end);
}

static Operand named(void)
{
    Operand o = {0};
    const Variable *v;
    if (is("_")) {
        o.kind = NOTHING;
    } else if (find_register(token, &o)) {
    } else if ((v = find_variable(token))) {
        if (v->reg >= 0)
            refuse(token_line, "a parameter that is a register", token);
        o.kind = v->space == LOCAL ? OFFSET : NUMBER;
        o.value = v->at;
        o.bytes = v->space == PARAM ? v->bytes : 0;
    } else if (special_of(token) >= 0) {
        o.kind = SPECIAL;
        o.value = (uint64_t)special_of(token);
    } else {
        o.kind = NAME;
        o.name = copy(token);
        o.scope = scope;
    }
    next();
    return o;
}

/* [ ... ], behind the bracket. */
static Operand memory_operand(void)
{
    Operand o = {.kind = MEMORY};
    if (isdigit((unsigned char)*token)) {
        o.value = integer();
    } else {
        o.item = get_memory(sizeof *o.item);
        *o.item = named();
        if (o.item->kind == NAME)
            refuse(token_line, "unknown", o.item->name);
    }
    o.value += offset();
    if (refuse_late && take(",")) { /* of a texture: what comes to it stops */
        o.kind = NOTHING;
        skip_to("]");
    } else {
        expect("]");
    }
    return o;
}

static Operand operand(void)
{
    Operand o = {0};
    if (take("[")) {
        o = memory_operand();
    } else if (take("{")) {
        operands(&o, "}");
    } else if (take("(")) {
        operands(&o, ")");
    } else if (take("!")) {
        o = named();
        o.not = true;
        if (o.kind != REGISTER || o.bits != 1)
            refuse(token_line, "! of what is no predicate, before", token);
    } else if (is_number()) {
        o.kind = NUMBER;
        o.value = number(&o.real);
    } else {
        if (!isalpha((unsigned char)*token) && !strchr("_$%", *token))
            refuse(token_line, "unexpected", *token ? token : "end of file");
        o = named();
        if (take("|")) {
            o.pair = get_memory(sizeof *o.pair);
            *o.pair = operand();
        } else if (o.kind == NUMBER || o.kind == OFFSET) {
            o.value += offset();
        }
    }
    return o;
}

static void instruction(void)
{
    Insn i = {.line = token_line};
    if (take("@")) {
        i.guard_not = take("!");
        Operand o = named();
        if (o.kind != REGISTER || o.bits != 1)
            refuse(token_line, "no predicate before", token);
        i.guarded = true;
        i.guard = o.reg;
    }
    i.op = word();
    while (!is(";")) {
        i.o = grow(i.o, i.n, sizeof *i.o);
        Operand o = operand();
        i.o[i.n++] = o;
        if (!take(","))
            break;
    }
    expect(";");
    decode(&i);
    function->code = grow(function->code, function->n, sizeof i);
    function->code[function->n++] = i;
}

static void add_label(const char *name)
{
    Label l = {.name = name, .scope = scope, .at = function->n};
    if (take(".branchtargets")) {
        l.is_list = true;
        operands(&l.list, ";");
    } else if (is(".callprototype") || is(".calltargets")) {
        skip_to(";");
    }
    labels = grow(labels, nlabels, sizeof *labels);
    labels[nlabels++] = l;
}

static void block(void);

static void statement(void)
{
    Space space;
    if (take("{")) {
        const int regs = nregisters, vars = nvariables, outer = scope;
        scope_parent = grow(scope_parent, nscopes, sizeof *scope_parent);
        scope_parent[nscopes] = scope;
        scope = nscopes++;
        block();
        scope = outer;
        nregisters = regs;
        nvariables = vars;
    } else if (take(".reg")) {
        declare_registers();
    } else if (is(".loc") || is(".file")) {
        skip_line(token_line);
    } else if (is(".pragma")) {
        skip_to(";");
    } else if (space_of(&space)) {
        declare_variables(space);
    } else if (!is("@") && *token != '.' && before_colon()) {
        const char *name = copy(token);
        next();
        next();
        add_label(name);
    } else {
        instruction();
    }
}

/* Up to and with the '}'. */
static void block(void)
{
    while (!is("}")) {
        if (!*token)
            refuse(token_line, "end of file in a function", "");
        statement();
    }
    next();
}

/* ---- functions ----------------------------------------------------------------------------------------------------------- */

static Variable *formals(int *n)
{
    Variable *list = NULL;
    *n = 0;
    expect("(");
    while (!is(")")) {
        Variable v = {.reg = -1};
        if (take(".reg")) {
            const Type t = type();
            v.name = word();
            v.reg = function->regs;
            v.bytes = (uint64_t)(t.bits + 7) / 8;
            if (t.k == 'p')
                refuse(token_line, "a predicate as a parameter", v.name);
            add_register(v.name, -1, t);
        } else {
            expect(".param");
            v = variable(PARAM);
        }
        list = grow(list, *n, sizeof *list);
        list[(*n)++] = v;
        if (!take(","))
            break;
    }
    expect(")");
    return list;
}

static void look_up(Operand *o, int where, int first_label);

static void look_up_all(Operand *o, int n, int where, int first_label)
{
    for (int k = 0; k < n; k++)
        look_up(&o[k], where, first_label);
}

/* A name that was not known when it was read. */
static void look_up(Operand *o, int where, int first_label)
{
    look_up_all(o->item, o->kind == LIST ? o->n : 0, where, first_label);
    if (o->kind != NAME)
        return;
    for (int s = o->scope; s > 0; s = scope_parent[s])
        for (int k = first_label; k < nlabels; k++)
            if (labels[k].scope == s && strcmp(labels[k].name, o->name) == 0) {
                if (labels[k].is_list) {
                    *o = labels[k].list;
                    look_up_all(o->item, o->n, where, first_label);
                } else {
                    *o = (Operand){.kind = NUMBER, .value = (uint64_t)labels[k].at};
                }
                return;
            }
    const Function *f = find_function(o->name);
    if (!f)
        refuse(where, "unknown", o->name);
    *o = (Operand){.kind = NUMBER, .value = address_of(f)};
}

static void read_function(bool entry)
{
    const int regs = nregisters, vars = nvariables;
    Function *f = get_memory(sizeof *f);
    function = f;
    f->entry = entry;
    entry_shared = shared_bytes;
    if (!entry && is("("))
        f->result = formals(&f->results);
    f->name = word();
    if (is("("))
        f->param = formals(&f->params);
    f->formal_bytes = f->param_bytes;
    while (*token && !is("{") && !is(";"))
        next(); /* limits of the launch: not looked at */
    Function *old = find_function(f->name);
    if (old && old->defined)
        refuse(token_line, "defined twice", f->name);
    if (!old) {
        *(last_function ? &last_function->next : &functions) = f;
        last_function = f;
        nfunctions++;
    }
    if (!take(";")) {
        const int first_label = nlabels;
        f->defined = true;
        if (old) {
            f->next = old->next;
            *old = *f;
            function = f = old;
        }
        statement();
        for (int k = 0; k < f->n; k++)
            look_up_all(f->code[k].o, f->code[k].n, f->code[k].line, first_label);
    }
    nregisters = regs;
    nvariables = vars;
    function = NULL;
}

static void module_statement(void)
{
    static const char *const linkage[] = {".visible", ".extern", ".weak", ".common"};
    Space space;
    for (size_t k = 0; k < sizeof linkage / sizeof *linkage; k++)
        if (take(linkage[k]))
            k = (size_t)-1;
    if (is(".version") || is(".target") || is(".file")) {
        skip_line(token_line);
    } else if (take(".address_size")) {
        if (integer() != 64)
            refuse(token_line, "addresses of 64 bits only", "");
    } else if (take(".section")) {
        next();
        expect("{");
        skip_to("}");
    } else if (is(".pragma")) {
        skip_to(";");
    } else if (take(".entry")) {
        read_function(true);
    } else if (take(".func")) {
        read_function(false);
    } else if (space_of(&space)) {
        declare_variables(space);
    } else if (!take(";")) {
        refuse(token_line, "unexpected", token);
    }
}

void read_file(const char *path)
{
    open_file(path);
    scope_parent = grow(scope_parent, 0, sizeof *scope_parent);
    scope_parent[nscopes++] = 0;
    while (*token)
        module_statement();
}
