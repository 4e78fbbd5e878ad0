/* read.c: reads the PTX that gen.c writes: an instruction, label or declaration a line. */
#include "state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Function *functions;
struct Symbol symbol[16];
int nsymbols;
uint32_t shared_size;

void die(int line, const char *what, const char *which)
{
    fprintf(stderr, "machine: line %d: %s '%s'\n", line, what, which);
    exit(2);
}

static Operand read_operand(const Function *f, char *s, int line)
{
    Operand o = {.kind = NAME};
    if (*s == '[') {
        char *plus = strchr(s, '+');
        s[strlen(s) - 1] = 0;
        int64_t offset = plus ? strtoll(plus + 1, NULL, 0) : 0;
        if (plus)
            *plus = 0;
        o = read_operand(f, s + 1, line);
        o.base = o.kind;
        o.kind = MEM;
        o.value = offset;
        return o;
    }
    char *bar = strchr(s, '|');
    if (bar)
        *bar = 0;
    o.pair = bar;
    o.neg = *s == '!';
    s += o.neg;
    if (s[0] == '%' && strchr("rdp", s[1]) && s[2] >= '0' && s[2] <= '9') {
        o.kind = s[1] == 'r' ? R : s[1] == 'd' ? D : P;
        o.reg = atoi(s + 2);
        return o;
    }
    if ((*s >= '0' && *s <= '9') || *s == '-') {
        o.kind = IMM;
        o.value = strtoll(s, NULL, 0);
        return o;
    }
    if (!f->params && (strcmp(s, "out") == 0 || (s[0] == 'a' && s[1] >= '0' && s[1] <= '9' && !s[2]))) { /* of a function */
        o.kind = R;
        o.reg = *s == 'o' ? 0 : s[1] - '0';
        return o;
    }
    if (strlen(s) >= sizeof o.name)
        die(line, "too long", s);
    strcpy(o.name, s);
    return o;
}

static void add_label(Function *f, const char *name, int at)
{
    f->label = realloc(f->label, (size_t)(f->labels + 1) * sizeof *f->label);
    f->label[f->labels] = (Label){.at = at};
    snprintf(f->label[f->labels++].name, sizeof f->label->name, "%.23s", name);
}

static void read_insn(Function *f, char *s, int line)
{
    Insn i = {.line = line};
    char *semi = strrchr(s, ';');
    if (!semi)
        die(line, "no instruction", s);
    *semi = 0;
    while (*s == ' ')
        s++;
    if (*s == '@') {
        i.guard = true;
        i.guard_neg = s[1] == '!';
        i.guard_reg = (int)strtol(s + 3 + i.guard_neg, &s, 10);
        while (*s == ' ')
            s++;
    }
    size_t n = strcspn(s, " ");
    if (n >= sizeof i.op)
        die(line, "too long", s);
    memcpy(i.op, s, n);
    for (char *w = strtok(s + n, " ,()"); w; w = strtok(NULL, " ,()")) {
        char *second = strchr(w, '|');
        if (i.n + 2 > MAX_OPERANDS)
            die(line, "too many operands", i.op);
        if (second) {
            char copy[24];
            snprintf(copy, sizeof copy, "%.23s", second + 1);
            i.o[i.n] = read_operand(f, w, line);
            i.o[++i.n] = read_operand(f, copy, line);
        } else {
            i.o[i.n] = read_operand(f, w, line);
        }
        i.n++;
    }
    for (int k = 0; k < i.n; k++) {
        Kind kind = i.o[k].kind == MEM ? i.o[k].base : i.o[k].kind;
        if (kind >= R && kind <= P && i.o[k].reg >= f->regs[kind])
            f->regs[kind] = i.o[k].reg + 1;
    }
    i.run = machine_find(&i);
    f->code = realloc(f->code, (size_t)(f->n + 1) * sizeof *f->code);
    f->code[f->n++] = i;
}

static Function *begin_function(const char *s)
{
    Function *f = calloc(1, sizeof *f);
    const char *name = strstr(s, ".entry ");
    name = name ? name + 7 : strchr(s, ')') + 2; /* .func (.reg .b32 out) NAME( */
    snprintf(f->name, sizeof f->name, "%.*s", (int)strcspn(name, "("), name);
    f->next = functions;
    f->regs[R] = 10;
    for (const char *q = strstr(name, ".param"); q; q = strstr(q + 1, ".param")) {
        q = strchr(strchr(q, ' ') + 1, ' ') + 1;
        snprintf(f->param[f->params++], sizeof *f->param, "%.*s", (int)strcspn(q, ",)"), q);
    }
    return f;
}

void machine_load(const char *path)
{
    FILE *file = fopen(path, "r");
    Function *f = NULL;
    char s[400];
    int line = 0, pending = 0;
    struct { int label, slot; char name[24]; } wanted[400];
    if (!file)
        die(0, "can't read", path);
    while (fgets(s, sizeof s, file)) {
        line++;
        char *comment = strstr(s, "//"), *colon;
        if (comment)
            *comment = 0;
        s[strcspn(s, "\n")] = 0;
        if (strstr(s, ".entry ") || strncmp(s, ".func", 5) == 0) {
            functions = f = begin_function(s);
        } else if (s[0] == '}') {
            for (int k = 0; k < pending; k++)
                for (int l = 0; l < f->labels; l++)
                    if (strcmp(f->label[l].name, wanted[k].name) == 0)
                        f->label[wanted[k].label].target[wanted[k].slot] = l;
            pending = 0;
            f = NULL;
        } else if (strstr(s, ".shared .align")) {
            char *name = strstr(s, ".b8 ") + 4;
            shared_size = (shared_size + 7) / 8 * 8;
            snprintf(symbol[nsymbols].name, sizeof symbol->name, "%.*s", (int)strcspn(name, "["), name);
            symbol[nsymbols++].at = shared_size;
            shared_size += (uint32_t)atoi(strchr(name, '[') + 1);
        } else if (!f || strstr(s, ".reg ") || !s[strspn(s, " {")]) {
            continue;
        } else if ((colon = strchr(s, ':')) != NULL) {
            *colon = 0;
            add_label(f, s, f->n);
            char *list = strstr(colon + 1, ".branchtargets");
            for (char *w = list ? strtok(list + 14, " ,;") : NULL; w; w = strtok(NULL, " ,;")) {
                wanted[pending].label = f->labels - 1;
                wanted[pending].slot = f->label[f->labels - 1].targets++;
                snprintf(wanted[pending++].name, sizeof wanted->name, "%.23s", w);
            }
        } else {
            read_insn(f, s, line);
        }
    }
    fclose(file);
}
