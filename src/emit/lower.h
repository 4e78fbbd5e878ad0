/* lower.h: what lower_value.c (operands), lower_row.c (rows' text) and lower.c (instructions) share. */
#ifndef PTX2C_LOWER_H
#define PTX2C_LOWER_H

#include "emit/emit_fn.h"

#include <ctype.h>

#define A(w) ((w)->b->a)

/* A parameter or result that is handed over by its address. */
static inline bool sym_by_pointer(const Sym *s) { return s->is_array || s->vec > 1 || s->bytes > 8; }
/* Kernels have the window's address in a constant of their own: no store can change that. */
static inline const char *shared_window(const Writer *w) { return w->b->mode == MODE_FUNC ? "c->shared" : "shared"; }

/* lower_value.c */
const char *lower_local(const Writer *w);
const char *lower_local_window(const Writer *w, bool narrow); /* the thread's whole: what generic addresses count from */
const char *lower_warp_tid(const Writer *w); /* %tid of lane l of the warp that runs */
/* base + step * l; a number that C compilers are not to see (Hidden) */
const char *lower_step(Writer *w, const char *base, int64_t step);
const char *lower_hidden(Writer *w, char letter, int64_t value);

/* lower_pointer.c */
/* Whether a memory operand is in .local memory that lies word by word; the place of element k of n bytes, then. */
bool lower_in_words(const Writer *w, const Ins *ins, const Opnd *o);
const char *lower_word(Writer *w, const Opnd *o, int k, int n);
/* Where a load or store of lanes that each have an address of their own lies, in a loop of which vectors are made.  gcc gathers only what
 * lies at the pointer itself: an offset belongs to the number that it is made of, or to the window of shared memory (else NULL). */
typedef struct Gather { const char *window; Ex base; int64_t offset; } Gather;
bool lower_gather(Writer *w, const Ins *ins, const Opnd *o, Gather *g);
Ex lower_gathered(Writer *w, const Gather *g, int k); /* the place k bytes behind */
Ex lower_cast(Writer *w, const char *type, Ex e);
Ex lower_call1(Writer *w, const char *f, Ex e);
bool lower_is_constant(const Writer *w, const RegInfo *g, uint64_t *value);
Ex lower_wide(Writer *w, Ex v, Type from);
Ex lower_bits_of(Writer *w, Ex v, Type from); /* of a float; other values as they are */
Ex lower_float_of(Writer *w, Ex v, Type to); /* the float with these bits */
Ex lower_convert(Writer *w, Ex v, Type from, Type to, char how);
Type lower_reg_type(const Writer *w, const Opnd *o);
const Opnd *lower_element(Writer *w, const Opnd *o, int k);

/* emit_lane_range.c */
const char *lane_range_some(Writer *w, const Ins *ins); /* PSEUDO_SOME; NULL: as any comparison */
const char *lane_range_meets(Writer *w, const Ins *ins); /* PSEUDO_MEETS */
/* lane_range.c */
const char *lane_range_test(Writer *w, int reg, bool negate); /* whether a predicate is (not) true for lane l */

/* lower_known.c: the shorter C that the instruction may have, or NULL */
const char *lower_known(Writer *w, const Ins *ins);

/* lower_row.c */
int lower_elements(const Writer *w, const Ins *ins, int i); /* of a vector operand; 1 of others */
/* The text, or where it is a product of a number that is made an int64_t, that without its cast to uint64_t: where C converts it to an
 * integer of 64 bits anyway the value is the same, and it is multiplied as before. */
const char *lower_without_cast(Arena *a, const char *text);

/* c_text.c */
static inline bool name_char(char ch) { return isalnum((unsigned char)ch) || ch == '_'; }
bool text_is_primary(const char *s); /* an operand that needs no parentheses */
/* The operator between a text's operands: '*', '+' for sums, also of products, or one of &, | and ^; 0: none, or others. */
char text_operator(const char *s);
bool text_is_word_argument(const Str *out);
/* The text is "name + x" with another operator or the same: the operator, as in "name += x", and x; else NULL. */
const char *text_compound(const char *text, const char *name, const char **x);
const char *text_compound_signed(Arena *a, const char *text, const char *name, const char **x);
void lower_rows(Writer *w, const Ins *ins, const char *text, Ex *fold);

/* In a loop that each lane goes round as often as it wants.  C compilers make no vectors of that, and then know best how to choose. */
bool lower_in_own_loop(const Back *b, const Ins *ins);

#endif
