/* run.c: the interpreter (src/interp) as a program for the playground's page: a module of PTX comes on standard input.
 *
 *     run                              a line for each kernel and each of its parameters
 *     run KERNEL OPTION... ARGUMENT... runs it; a line "print" for what it prints and one for each buffer: its name, its type and its
 *                                      bytes, hexadecimal, and "same" where the kernel has changed nothing
 *
 * Options: --grid X[,Y[,Z]], --block X[,Y[,Z]], --shared BYTES, --steps N.  Arguments: as those of host programs that
 * ptx2c --main writes (templates/main.c).  Status 3: standard error says at which line it stops. */
#include "interp.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 64 }; /* parameters */

static _Noreturn void fail(const char *what, const char *why)
{
    fprintf(stderr, "error: %s: %s\n", what, why);
    exit(2);
}

/* ---- what a kernel's parameters are -------------------------------------------------------------------------------------- */

/* Found out from the code: which parameters a register is made from (a bit each), which are addresses of global memory, and the
 * first type that is loaded or stored through each. */
typedef struct Uses { const Function *f; uint64_t *from, addresses; Type element[MOST]; } Uses;

static uint64_t made_from(const Uses *u, const Operand *o)
{
    return o->kind == REGISTER ? u->from[o->reg] : 0;
}

/* The parameters that ld.param reads. */
static uint64_t loaded(const Uses *u, const Insn *i)
{
    const Operand *o = &i->o[1];
    for (int k = 0; k < u->f->params && k < MOST; k++)
        if (o->item && o->item->kind == NUMBER && o->item->bytes && o->item->value + o->value - u->f->param[k].at < u->f->param[k].bytes)
            return 1ull << k;
    return 0;
}

static bool named(const Insn *i, const char *name)
{
    const size_t n = strlen(name);
    return strncmp(i->op, name, n) == 0 && (i->op[n] == '.' || !i->op[n]);
}

static void note_access(Uses *u, const Insn *i)
{
    for (int k = 0; k < i->n; k++) {
        const Operand *base = i->o[k].kind == MEMORY ? i->o[k].item : NULL;
        uint64_t of = base ? made_from(u, base) : 0;
        of = of & u->addresses ? of & u->addresses : of;
        for (int p = 0; p < u->f->params && p < MOST; p++)
            if (of >> p & 1 && u->f->param[p].bytes == 8) {
                u->addresses |= 1ull << p;
                u->element[p] = u->element[p].bits ? u->element[p] : i->t;
                break;
            }
    }
}

/* One way through the code; true when it told something new. */
static bool look(Uses *u)
{
    bool any = false;
    for (int k = 0; k < u->f->n; k++) {
        const Insn *i = &u->f->code[k];
        const bool load = named(i, "ld") && i->space == PARAM;
        uint64_t from = load ? loaded(u, i) : 0;
        for (int j = 1; j < i->n && !load; j++)
            from |= made_from(u, &i->o[j]);
        if (named(i, "cvta") && i->space == GLOBAL) {
            any |= (from & ~u->addresses) != 0;
            u->addresses |= from;
        }
        if (i->n && i->o[0].kind == REGISTER && i->o[0].bits > 1 && (load || i->space == GENERIC || named(i, "cvta"))) {
            any |= (from & ~u->from[i->o[0].reg]) != 0;
            u->from[i->o[0].reg] |= from;
        }
    }
    return any;
}

static void list(const Function *f)
{
    Uses u = {.f = f, .from = get_memory((size_t)f->regs * 8)};
    while (look(&u))
        ;
    for (int k = 0; k < f->n; k++) /* loads, stores and atomic operations of global memory */
        if (f->code[k].space == GLOBAL || f->code[k].space == GENERIC)
            note_access(&u, &f->code[k]);
    printf("entry %s\n", f->name);
    for (int p = 0; p < f->params; p++) {
        const Variable *v = &f->param[p];
        Type e = p < MOST ? u.element[p] : (Type){0, 0};
        printf("param %s %c%d %" PRIu64, v->name, v->type.k, v->type.bits, v->bytes);
        if (p < MOST && u.addresses >> p & 1)
            printf(" %c%d", e.k == 'b' || !e.k ? 'u' : e.k, e.bits ? e.bits : 32);
        printf("\n");
    }
    free(u.from);
}

/* ---- arguments ----------------------------------------------------------------------------------------------------------- */

typedef struct Buffer { const char *name; Type type; unsigned char *at, *before; uint64_t bytes; } Buffer;
static Buffer buffers[MOST];
static int nbuffers;

static void put(unsigned char *to, uint64_t v, uint64_t bytes)
{
    for (uint64_t k = 0; k < bytes; k++)
        to[k] = (unsigned char)(v >> 8 * k);
}

/* The number at text as a value of that type; *end: what follows. */
static uint64_t value(Type type, const char *text, char **end)
{
    uint64_t v = type.k == 'f' ? 0 : *text == '-' ? (uint64_t)strtoll(text, end, 0) : strtoull(text, end, 0);
    if (type.k == 'f') {
        const double d = strtod(text, end);
        v = type.bits == 32 ? of_f32((float)d) : of_f64(d);
    }
    if (*end == text)
        fail(text, "not a number of its type");
    return v;
}

/* The numbers of :random, as those of templates/main.c. */
static uint64_t random_value(Type type, uint64_t i)
{
    uint32_t x = (uint32_t)i + 1;
    x = (x ^ x >> 16) * 0x7feb352d;
    x = (x ^ x >> 15) * 0x846ca68b;
    x ^= x >> 16;
    if (type.k != 'f')
        return x % 100;
    return type.bits == 32 ? of_f32((float)(x >> 8) / 16777216) : of_f64((double)(x >> 8) / 16777216);
}

/* count, random, or numbers with commas, which are repeated. */
static void fill(const Buffer *b, const char *with)
{
    const uint64_t size = (uint64_t)b->type.bits / 8;
    const char *next = with;
    char *end;
    for (uint64_t i = 0; i < b->bytes / size; i++) {
        uint64_t v;
        if (strcmp(with, "random") == 0) {
            v = random_value(b->type, i);
        } else if (strcmp(with, "count") == 0) {
            v = b->type.k != 'f' ? i : b->type.bits == 32 ? of_f32((float)i) : of_f64((double)i);
        } else {
            v = value(b->type, next, &end);
            if (*end && *end != ',')
                fail(with, "not numbers");
            next = *end ? end + 1 : with;
        }
        put(b->at + i * size, v, size);
    }
}

/* TYPE:SIZE[:WHAT]; its address. */
static uint64_t make_buffer(const Variable *v, const char *text)
{
    char word[8] = {0};
    const char *colon = strchr(text, ':');
    memcpy(word, text, colon - text < 7 ? (size_t)(colon - text) : 7);
    Buffer b = {.name = v->name, .type = type_of(word)};
    uint64_t n = 1;
    char *end = (char *)(uintptr_t)colon;
    if (b.type.bits < 8)
        fail(text, "its type is none of s8 to s64, u8 to u64, f32, f64");
    do {
        n *= strtoull(end + 1, &end, 10);
        if (n > 1 << 24)
            fail(text, "too large for this page");
    } while (*end == 'x');
    if ((*end && *end != ':') || nbuffers == MOST)
        fail(text, "not TYPE:SIZE or TYPE:SIZE:WHAT");
    b.bytes = n * (uint64_t)b.type.bits / 8;
    b.at = get_memory(b.bytes + 256);
    b.at += 256 - (uintptr_t)b.at % 256;
    if (*end)
        fill(&b, end + 1);
    b.before = get_memory(b.bytes);
    memcpy(b.before, b.at, b.bytes);
    machine_allow(b.at, b.bytes);
    buffers[nbuffers++] = b;
    return (uintptr_t)b.at;
}

static void argument(const Variable *v, const char *text, unsigned char *to)
{
    char *end = NULL;
    if (strncmp(text, "hex:", 4) == 0) {
        if (strlen(text + 4) != 2 * v->bytes)
            fail(text, "not as many bytes as the parameter has");
        for (uint64_t k = 0; k < v->bytes; k++) {
            char two[3] = {text[4 + 2 * k], text[5 + 2 * k], 0};
            to[k] = (unsigned char)strtoul(two, NULL, 16);
        }
    } else if (strchr(text, ':')) {
        if (v->bytes != 4 && v->bytes != 8)
            fail(text, "this parameter can't hold an address");
        put(to, make_buffer(v, text), v->bytes);
    } else if (v->bytes != (uint64_t)v->type.bits / 8) {
        fail(v->name, "is an aggregate: give its bytes as hex:…");
    } else {
        put(to, value(v->type, text, &end), v->bytes);
        if (*end)
            fail(text, "not a number");
    }
}

static Dim dimensions(const char *text)
{
    char *end = (char *)(uintptr_t)text;
    uint32_t d[3] = {1, 1, 1};
    for (int k = 0; k < 3; k++) {
        d[k] = (uint32_t)strtoul(end, &end, 10);
        if (*end != ',')
            break;
        end++;
    }
    if (*end || !d[0] || !d[1] || !d[2])
        fail(text, "not X, X,Y or X,Y,Z");
    return (Dim){d[0], d[1], d[2]};
}

static void print_buffer(const Buffer *b)
{
    printf("buffer %s %c%d ", b->name, b->type.k, b->type.bits);
    for (uint64_t k = 0; k < b->bytes; k++) {
        putchar("0123456789abcdef"[b->at[k] >> 4]);
        putchar("0123456789abcdef"[b->at[k] & 15]);
    }
    printf(memcmp(b->at, b->before, b->bytes) == 0 ? " same\n" : "\n");
}

/* At most so much: a page is no terminal. */
static void note_print(const char *text, size_t n)
{
    static size_t all;
    for (size_t k = 0; k < n && all < 100000; k++, all++) {
        printf(all == 0 ? "print " : "");
        printf("%02x", (unsigned char)text[k]);
    }
}

static void run(int argc, char **argv)
{
    const Function *f = find_function(argv[0]);
    Dim grid = {1, 1, 1}, block = {1, 1, 1};
    int n = 0;
    if (!f || !f->entry || !f->defined)
        fail(argv[0], "no such kernel");
    unsigned char *params = get_memory(f->formal_bytes);
    for (int k = 1; k < argc; k++)
        if (strncmp(argv[k], "--", 2) == 0 && k + 1 < argc) {
            const char *name = argv[k++];
            if (strcmp(name, "--grid") == 0)
                grid = dimensions(argv[k]);
            else if (strcmp(name, "--block") == 0)
                block = dimensions(argv[k]);
            else if (strcmp(name, "--shared") == 0)
                dynamic_bytes = strtoull(argv[k], NULL, 10);
            else if (strcmp(name, "--steps") == 0)
                max_steps = strtoull(argv[k], NULL, 10);
            else
                fail(name, "no such option");
        } else if (n < f->params) {
            argument(&f->param[n], argv[k], params + f->param[n].at);
            n++;
        } else {
            fail(argv[k], "too many arguments");
        }
    if (n < f->params)
        fail(f->param[n].name, "no argument for it");
    if ((uint64_t)block.x * block.y * block.z > 1024)
        fail("--block", "more than 1024 threads");
    if (dynamic_bytes > DYNAMIC)
        fail("--shared", "more than 65536 bytes");
    print_text = note_print;
    machine_run(f->name, grid, block, params, f->formal_bytes, false);
    printf("\n");
    for (int k = 0; k < nbuffers; k++)
        print_buffer(&buffers[k]);
}

int main(int argc, char **argv)
{
    refuse_late = approximate = true;
    read_file("-");
    if (argc > 1)
        run(argc - 1, argv + 1);
    else
        for (const Function *f = functions; f; f = f->next)
            if (f->entry && f->defined)
                list(f);
    return 0;
}
