/* words.c: the words, numbers and signs of a file. */
#include "words.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char token[4096];
int token_line;
static const char *file_name, *at;
static int line;

_Noreturn void refuse(int where, const char *what, const char *which)
{
    fflush(stdout);
    fprintf(stderr, "%s:%d: %s: %s\n", file_name, where, what, which);
    exit(3);
}

void *get_memory(size_t bytes)
{
    void *p = calloc(bytes ? bytes : 1, 1);
    if (!p)
        refuse(0, "no memory", "");
    return p;
}

const char *copy(const char *s) { return strcpy(get_memory(strlen(s) + 1), s); }

static void skip_space(void)
{
    for (;; at++) {
        if (*at == '\n')
            line++;
        else if (at[0] == '/' && at[1] == '/')
            at += strcspn(at, "\n") - 1;
        else if (at[0] == '/' && at[1] == '*') {
            for (at += 2; *at && !(at[0] == '*' && at[1] == '/'); at++)
                line += *at == '\n';
            at += *at ? 1 : -1;
        } else if (!*at || !isspace((unsigned char)*at))
            return;
    }
}

static bool in_word(const char *s)
{
    return isalnum((unsigned char)*s) || (*s && strchr("_$%.", *s)) || (s[0] == ':' && s[1] == ':') ||
           (s[0] == ':' && s[-1] == ':');
}

void next(void)
{
    skip_space();
    token_line = line;
    size_t n = 0;
    if (*at == '"') {
        do
            n++;
        while (at[n] && at[n] != '"');
        n++;
    } else {
        while (in_word(at + n))
            n++;
        n += n == 0 && *at;
    }
    if (n >= sizeof token)
        refuse(line, "a word that is too long", "");
    memcpy(token, at, n);
    token[n] = 0;
    at += n;
}

bool is(const char *s) { return strcmp(token, s) == 0; }

bool take(const char *s)
{
    if (!is(s))
        return false;
    next();
    return true;
}

void expect(const char *s)
{
    if (!take(s))
        refuse(token_line, "unexpected", *token ? token : "end of file");
}

const char *word(void)
{
    if (!isalpha((unsigned char)*token) && !strchr("_$%.", *token))
        refuse(token_line, "not a name", *token ? token : "end of file");
    const char *w = copy(token);
    next();
    return w;
}

void skip_to(const char *end)
{
    while (*token && !is(end))
        next();
    expect(end);
}

/* The rest of the line in which the token stands; the token may be the last of it. */
void skip_line(int of)
{
    while (*token && token_line == of)
        next();
}

static bool is_sign(void) { return is("-") || is("+"); }

bool is_number(void) { return isdigit((unsigned char)*token) || is_sign(); }

uint64_t offset(void) { return is_sign() ? integer() : 0; }

/* A number, as its 64 bits; *real as in Operand. */
uint64_t number(char *real)
{
    char *end;
    uint64_t v;
    bool minus = false;
    for (; is_sign(); next())
        minus ^= is("-");
    *real = 0;
    if (!isdigit((unsigned char)*token))
        refuse(token_line, "not a number", token);
    const char kind = token[0] == '0' ? (char)tolower((unsigned char)token[1]) : 0;
    if (kind == 'f' || kind == 'd') {
        v = strtoull(token + 2, &end, 16);
        *real = kind;
    } else if (kind == 'b') {
        v = strtoull(token + 2, &end, 2);
    } else if (strchr(token, '.')) {
        v = of_f64(strtod(token, &end));
        *real = 'd';
    } else {
        v = strtoull(token, &end, 0);
    }
    if (*end == 'U')
        end++;
    if (*end)
        refuse(token_line, "not a number", token);
    next();
    if (*real)
        return v ^ (uint64_t)minus << (*real == 'f' ? 31 : 63);
    return minus ? 0 - v : v;
}

uint64_t integer(void)
{
    char real;
    uint64_t v = number(&real);
    if (real)
        refuse(token_line, "no integer before", token);
    return v;
}

bool before_colon(void)
{
    skip_space();
    return *at == ':';
}

void open_file(const char *path)
{
    const bool standard = strcmp(path, "-") == 0;
    FILE *f = standard ? stdin : fopen(path, "rb");
    char *text = NULL;
    size_t n = 0, room = 0;
    file_name = standard ? "<stdin>" : path;
    if (!f)
        refuse(0, "can't be read", "");
    do {
        room = 2 * room + 65536;
        text = realloc(text, room + 2);
        if (!text)
            refuse(0, "no memory", "");
        n += fread(text + 1 + n, 1, room - n, f);
    } while (n == room);
    if (!standard)
        fclose(f);
    text[0] = '\n'; /* so that what comes before a character can be looked at */
    text[n + 1] = 0;
    at = text + 1;
    line = 1;
    next();
}
