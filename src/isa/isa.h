/* isa.h: what the instruction table knows of an instruction, and new instructions. */
#ifndef PTX2C_ISA_H
#define PTX2C_ISA_H

#include "ptx/ptx.h"

/* ---- isa_match.c ------------------------------------------------------------------------------------------------ */

/* Fills ins->form and what follows from it, or reports the nearest legal form.  False when there is no form. */
bool isa_match(const Module *m, const Fn *fn, Ins *ins);
bool isa_fits(const Module *m, const Fn *fn, const Ins *ins); /* its operands still fit its row, silently */

/* ---- isa.c: the generated table --------------------------------------------------------------------------------- */

static inline Emit isa_emit(const Ins *ins) { return (Emit)ins->emit; }
const char *isa_pattern(const Ins *ins, Arena *a); /* the row's pattern with its chosen values, for --coverage */
bool isa_translated(const Ins *ins);

typedef enum MemEffect { MEM_NONE, MEM_R = 1, MEM_W = 2, MEM_RW = 3, MEM_TEX = 4 } MemEffect;
MemEffect isa_mem(const Ins *ins);
static inline bool isa_is_ld_st(const Ins *ins) { return isa_emit(ins) == EMIT_LD || isa_emit(ins) == EMIT_ST; }
static inline bool isa_computes(const Ins *ins) /* an expression, a move, or a conversion of an address */
{
    return isa_emit(ins) == EMIT_TEXT || isa_emit(ins) == EMIT_MOV || isa_emit(ins) == EMIT_CVTA;
}
bool isa_is_arithmetic(const Ins *ins); /* of these, what touches no memory and no carry */
static inline bool isa_accesses(const Ins *ins) { return isa_is_ld_st(ins) || isa_mem(ins) != MEM_NONE; }
bool isa_is_warp(const Ins *ins);     /* a warp collective: put/get */
bool isa_is_whole(const Ins *ins);    /* of all lanes of the warp that have not exited */
bool isa_is_fixed(const Ins *ins);    /* that takes constants as generic addresses */
bool isa_is_alike(const Ins *ins);    /* whose result is the same for all lanes that name the same members */
bool isa_takes_address(const Ins *ins); /* its C takes the address of operand p, where that is there */
bool isa_reads_carry(const Ins *ins);
bool isa_sets_carry(const Ins *ins);
static inline bool isa_uses_carry(const Ins *ins) { return isa_reads_carry(ins) || isa_sets_carry(ins); }
bool isa_is_cta(const Ins *ins);      /* a barrier of the CTA or of some of its warps */
static inline bool isa_meets(const Ins *ins) { return isa_is_warp(ins) || isa_is_cta(ins); } /* lanes, or threads, meet there */
static inline bool ins_some(const Fn *fn, int from, int end, bool (*is)(const Ins *ins)) /* one of instructions from to end - 1 is such */
{
    while (from < end && !is(&fn->ins.at[from]))
        from++;
    return from < end;
}
static inline bool fn_some(const Fn *fn, bool (*is)(const Ins *ins)) { return ins_some(fn, 0, fn->ins.n, is); }
bool module_some(const Module *m, bool (*is)(const Ins *ins)); /* likewise, one of its functions */
bool fn_calls(const Fn *fn); /* it calls functions */
bool fn_reads_shape(const Fn *fn, Shape a, Shape b); /* it reads special registers of one of these shapes, but clocks */
bool fn_has_param(const Fn *fn, const Sym *s); /* the symbol is one of its parameters */
bool fn_falls_through(const Fn *fn); /* threads may come to its end */
bool isa_is_term(const Ins *ins);     /* ends a block: bra without guard, ret, exit, trap, brx */
static inline bool isa_asks_lanes(const Ins *ins) { return ins->pseudo == PSEUDO_SOME || ins->pseudo == PSEUDO_MEETS; } /* whether it holds for some */
bool isa_is_uniform(const Ins *ins);  /* false: the result differs between lanes even when the inputs don't */
#ifndef MKISA_H
#include "isa_names.h"

extern const char *const isa_arg_names[]; /* as rows write them */
int isa_arg(const Ins *ins, ArgName name); /* position of a formal operand, or -1 */
const Opnd *isa_opnd(const Ins *ins, ArgName name); /* what is written there; NULL: nothing */
static inline bool opnd_is_reg(const Opnd *o) { return o && o->kind == O_REG && o->comp < 0 && !o->neg; } /* a whole one, as it is */
ArgName isa_arg_name(const Ins *ins, int i);
extern const char *const isa_words[];      /* by Modifier; that of MOD_NONE is "" */
Modifier isa_slot(const Ins *ins, SlotName name);     /* chosen value, MOD_NONE if absent */
Type isa_slot_type(const Ins *ins, SlotName name);    /* a slot's value as a type */
int isa_word_at(const Ins *ins, Modifier word);          /* its place in ins->word, or -1 */
bool isa_has_word(const Ins *ins, Modifier word);         /* a modifier is present */
bool isa_has_any(const Ins *ins, const Modifier *words); /* one of them, up to MOD_NONE */
bool ins_same_words(const Ins *a, const Ins *b); /* the same of other operands */
const Opnd *isa_address(const Ins *ins); /* of a load or store; NULL: it is neither */
bool isa_is_strong(const Ins *ins); /* a load or store that may not become another, or part of one */
static inline bool isa_is_clamp(const Ins *ins) { return ins->mnemonic == INS_MIN || ins->mnemonic == INS_MAX; }
bool isa_is_logic(const Ins *ins); /* and, or of predicates */
bool isa_has_floats(const Ins *ins); /* one of its types is that of floats */
bool isa_is_modular(const Ins *ins); /* no .sat, .cc or .hi: its result is the low bits of what its name says */
bool isa_loads_constant(const Ins *ins); /* ld.param, ld.const */
static inline bool opnd_is_literal(const Opnd *o) { return o->kind == O_IMM || o->kind == O_FIMM; }
static inline bool opnd_varies(const Opnd *o) { return o->kind == O_SREG && isa_sregs[o->sym->index].vary; } /* as a clock */
static inline bool opnd_is_constant(const Opnd *o) /* a number, or what is the same whenever it is read */
{
    return opnd_is_literal(o) || o->kind == O_NONE || (o->kind == O_SREG && !opnd_varies(o));
}
static inline bool sreg_differs(const Sreg *s) { return s->vary || s->shape == SHAPE_LANE || s->shape == SHAPE_TID; } /* between lanes */
static inline bool opnd_has_base(const Opnd *o) { return o && o->kind == O_MEM && o->reg >= 0; } /* memory at an address in a register */
static inline bool opnd_same(const Opnd *x, const Opnd *y) /* the same register or number */
{
    return x->kind == y->kind && x->reg == y->reg && x->comp == y->comp && x->neg == y->neg && x->imm == y->imm;
}
static inline bool opnd_reg_is(const Opnd *o, int reg) { return opnd_is_reg(o) && o->reg == reg; }
uint64_t sreg_most(const Opnd *o); /* the most that the special register can be, in any launch */
static inline bool opnd_is_sreg(const Opnd *o, SregName name) { return o->kind == O_SREG && o->sym->index == (int)name; }
#endif
/* What n letters of its row's text name: an operand's position; or -1, and its slot's value, NULL if there is none. */
int isa_text_name(const Ins *ins, const char *s, size_t n, const char **slot);
/* The first $NAME of operand i in a row's text, behind the $, or NULL. */
const char *isa_text_arg(const Ins *ins, const char *text, int i);
static inline bool isa_arg_is_dest(const Ins *ins, int i) { return ins->dests >> i & 1; } /* it writes it */
/* The operands that it does not write, one after the other: for (int i = -1; isa_next_input(ins, &i);) … ins->arg[i] … */
static inline bool isa_next_input(const Ins *ins, int *i)
{
    while (++*i < ins->narg && isa_arg_is_dest(ins, *i)) {}
    return *i < ins->narg;
}
bool isa_arg_is_signed(const Ins *ins, int i);          /* its C reads it as a number with a sign */
bool isa_arg_is_mem(const Ins *ins, int i);             /* written [x] in the row */
bool isa_arg_is_addr(const Ins *ins, int i);            /* an address in a state space, of tensor memory none */
Type isa_arg_opaque(const Ins *ins, int i);             /* texref, samplerref or surfref where it takes one, else T_NONE */
/* The types of a vector operand's elements that are looked at, as its row says; their number.  0: it is no such operand. */
int isa_arg_elements(const Ins *ins, int i, Type type[8]);
Space isa_space(const Ins *ins);                        /* the .space slot (or word), SP_GENERIC if none */
static inline bool isa_loads_param(const Ins *ins) { return isa_emit(ins) == EMIT_LD && isa_space(ins) == SP_PARAM && ins->guard < 0; }
int isa_opnd_at(const Ins *ins, const Opnd *o);         /* which of ins->arg it is, or -1 */
Space isa_opnd_space(const Ins *ins, const Opnd *o);    /* of ins->arg[i]: slot .aspace for operand a, else isa_space */
bool isa_asks_of_cache(const Ins *ins);              /* to fetch, or to discard, as many bytes as an operand says */
bool isa_orders_aside(const Ins *ins);                 /* asynchronous copies, products or accesses to tensor memory become a group, or are waited for or fenced; or they see tensor maps */
bool isa_uses_cluster(const Ins *ins); /* it may reach other CTAs of the cluster: its .shared addresses have ranks */

/* What of two numbers a comparison holds for: some of these together. */
enum { CMP_NONE, CMP_LESS = 1, CMP_EQUAL = 2, CMP_MORE = 4, CMP_OTHER = CMP_LESS | CMP_MORE, CMP_ALL = 7, CMP_UNORDERED /* where one is no number */ };
bool isa_is_test(const Ins *ins);     /* a setp that gives a register what it finds, and nothing else */
static inline bool isa_is_plain_test(const Ins *ins) { return isa_is_test(ins) && ins->guard < 0 && ins->nop == 3 && ins->nword == 3; } /* nor .ftz */
unsigned isa_compare_floats(const Ins *ins); /* what its comparison holds for */
bool compare_holds(unsigned cmp, Type t, uint64_t x, uint64_t y); /* of two integers */
unsigned isa_compare(const Ins *ins); /* CMP_NONE: it compares nothing, or holds for what is no number, too */
static inline unsigned compare_swapped(unsigned c) { return (c & CMP_EQUAL) | (c & CMP_LESS ? CMP_MORE : 0) | (c & CMP_MORE ? CMP_LESS : 0); }

/* ---- build.c ---------------------------------------------------------------------------------------------------- */

/* what passes make; from a, which must live as long as the function's instructions. */
Opnd opnd_reg(int reg);
Opnd opnd_number(uint64_t v, Type t);
Opnd opnd_label(Sym *label);
#ifndef MKISA_H
Opnd opnd_sreg(Arena *a, SregName name, int comp); /* comp -1: it has one */
#endif
/* A matched instruction, given by its words ("selp.b32") and n operands, at the place of like. */
Ins ins_new(const Module *m, const Fn *fn, Arena *a, const Ins *like, const char *words, const Opnd *op, int n);
bool ins_try(const Module *m, const Fn *fn, Arena *a, const Ins *like, const char *words, const Opnd *op, int n, Ins *x); /* false: reported */
/* Adds one to out, the list of fn's new instructions. */
Ins *ins_add(Module *m, const Fn *fn, InsList *out, const Ins *like, const char *words, const Opnd *op, int n);
Ins *ins_add_made(Module *m, const Fn *fn, InsList *out, const Ins *like, const char *words, const Opnd *op, int n); /* that nobody has written */
Ins *ins_add_branch(Module *m, const Fn *fn, InsList *out, const Ins *like, Sym *to, int guard, bool negate); /* likewise; guard -1: always */
Ins *ins_add_copy(Module *m, const Fn *fn, InsList *out, const Ins *like, int to, int from); /* likewise: of a register that holds no predicate */
void ins_become(Module *m, const Fn *fn, Ins *ins, const char *words, const Opnd *op, int n); /* another one, under its guard */
const char *ins_words(Arena *a, const Ins *ins); /* as ins_new takes them */
static inline Ins *ins_under(Ins *x, int guard, bool negate) /* gives it a guard; -1: none */
{
    x->guard = guard;
    x->guard_neg = negate;
    return x;
}
/* Has the instruction read and write another register instead; operands that it shares with others are copied. */
void ins_rename(Arena *a, Ins *ins, int from, int to);
void ins_rename_all(Arena *a, Ins *ins, const int *to); /* each: by register */
void ins_part(Arena *a, Ins *ins); /* gives a copy of another instruction operands of its own */
int fn_new_reg(Arena *a, Fn *fn, const char *name, Type t); /* its number */
int fn_copy_reg(Arena *a, Fn *fn, int like);
Sym *fn_new_label(Arena *a, Fn *fn, const char *name, Loc loc); /* to be placed */
const char *type_plain(Type t); /* "b16", "b32" or "b64", in which a register of that type is moved */
void fn_end_code(Module *m, Fn *fn, InsList *code); /* adds the ret that threads come to at its end, so that more may follow */

#endif
