/* ref.h: what every scalar instruction must compute, independent of the compiler and its runtime.
 *
 * gen.c makes a Case of each instruction form that the table translates; driver.c runs its kernel on arrays of inputs and
 * asks a reference what had to come out.  ref_find() looks in this order; a form that nobody knows fails the test:
 *
 *   ref_int.c      integers, logic, permutations: exact integers and bit loops
 *   ref_video.c    video instructions
 *   ref_compare.c  comparisons and selections of all types
 *   ref_convert.c  cvt, cvt.pack, mov: formats from their definitions, rounding of exact values
 *   ref_float.c    float.isa and half.isa: arithmetic, roundings, approximations: MPFR
 *
 * A finder looks at the form's name and words, fills in a Ref and says true:
 *
 *   static void fma_rn_f32(const Ref *r, const Value in[], Value out[]) { ... }       bits in, bits out
 *   bool ref_float(const Case *c, Ref *r)
 *   {
 *       if (!ref_named(c, "fma") || c->out[0].kind != 'f') return false;
 *       r->bits = fma_rn_f32; r->any_nan = true; return true;
 *   }
 *
 * References must not include anything of runtime/ and may be called by several threads. */
#ifndef EVAL_REF_H
#define EVAL_REF_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Value { uint64_t lo, hi; } Value; /* a value of up to 128 bits, zero above its type's width */

enum { MAX_IN = 6, MAX_OUT = 4 };

/* An operand. */
typedef struct CaseOpnd {
    const char *type; /* the instruction's: "f32", "u16", "pred", "f16x2", "e4m3x2"; "cc": the carry flag */
    char kind;        /* 'u' 's' 'f' 'b' integers, floats, bits; 'p' pred; 'c' carry flag */
    char role;        /* inputs: 'v' value, 'n' a count or a position (0 to 255 are tried), 'i' always value */
    uint8_t bits;     /* of the type */
    uint8_t reg;      /* bits of its register; more than bits: the driver cuts inputs and extends outputs (9.4.1) */
    bool neg;         /* written as a negated register (vmad) */
    const char *sel;  /* its selector, "b3" or "h10", or "" */
    uint64_t value;   /* role 'i': a constant of the instruction's text (lop3's table) */
} CaseOpnd;

/* An instruction form with all its words chosen. */
typedef struct Case {
    const char *text;         /* "add.rn.ftz.f32 %d, %a, %b", for messages */
    const char *name;         /* the mnemonic as the table has it: "add", "cvt.pack" */
    const char *const *word;  /* its modifiers as written, NULL at the end: "rn", "ftz", "f32" */
    int target;               /* of the module: 13 is sm_13, 100 sm_100a; below 20 f32 instructions flush subnormals */
    int nin, nout;
    CaseOpnd in[MAX_IN];   /* in written order; each element of a vector counts; the flag of addc, subc, madc last */
    CaseOpnd out[MAX_OUT]; /* destination, second destination after |, the flag that .cc writes */
} Case;

/* A reference for one form. */
typedef struct Ref Ref;
struct Ref {
    const Case *of;
    /* What must come out, bit for bit.  NULL for approximate forms. */
    void (*bits)(const Ref *r, const Value in[], Value out[]);
    /* Approximate forms: the error of got, in units of what the manual bounds (ulps, relative, absolute), INFINITY where a
     * special value is wrong.  Above bound is a failure; the driver prints the worst. */
    double (*error)(const Ref *r, const Value in[], const Value got[]);
    double bound;
    const char *unit; /* of bound, for the report: "ulp", "2^-22 relative" */
    /* Where bits gives a NaN, any NaN will do: the manual leaves it open.  Otherwise NaNs are compared as bits, too.
     * Elements of f16x2, bf16x2 and f32x2 are judged each for itself. */
    bool any_nan;
    /* Free for the finder, so that bits need not look at words each time. */
    int op, rnd;
    bool ftz, sat, relu;
    double range[2]; /* inputs of a unary float form to be tried besides the usual ones; {0, 0}: none */
};

bool ref_int(const Case *c, Ref *r);
bool ref_video(const Case *c, Ref *r);
bool ref_compare(const Case *c, Ref *r);
bool ref_convert(const Case *c, Ref *r);
bool ref_float(const Case *c, Ref *r);
bool ref_find(const Case *c, Ref *r); /* clears *r, sets of, asks all */

/* ---- ref.c: for finders */

bool ref_named(const Case *c, const char *name);                /* the mnemonic is name */
bool ref_has(const Case *c, const char *word);                  /* has the modifier */
bool ref_typed(const Case *c, const char *dest, const char *a); /* types of out[0] and in[0]; NULL: any */

#endif
