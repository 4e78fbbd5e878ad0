/* words.h: the words of a file, one after the other, for read.c. */
#ifndef WORDS_H
#define WORDS_H

#include "interp.h"

extern char token[4096]; /* the one that is read next; empty at the end */
extern int token_line;

void open_file(const char *path);
void next(void);
bool is(const char *s);
bool take(const char *s);
void expect(const char *s);
bool before_colon(void); /* what comes after the token is one */
const char *word(void);
const char *copy(const char *s);
void skip_to(const char *end);
void skip_line(int of);

/* A number, as its 64 bits; *real as in Operand. */
uint64_t number(char *real);
uint64_t integer(void);
bool is_number(void); /* whether one begins here */
uint64_t offset(void); /* + 4, - 4, or nothing: 0 */

#endif
