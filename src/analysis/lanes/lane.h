/* lane.h: integers of a function as sums with a part for each lane of a warp; what lane.c finds and dependence_test.c asks. */
#ifndef PTX2C_LANE_H
#define PTX2C_LANE_H

#include "analysis/analysis.h"

/* What a sum has as its terms: a value that is not computed from others as far as the sums can say. */
typedef enum AtomKind {
    ATOM_VALUE,  /* of a register, by the number of its definition */
    ATOM_SYM,    /* the address of a variable */
    ATOM_PARAM,  /* what a kernel's parameter holds at an offset */
    ATOM_SREG,   /* a special register that the lanes of a warp share */
    ATOM_TID,    /* a component of %tid that they share */
    ATOM_WARP,   /* the number of the warp among those of its row, or of the rows that it is the first of: see warp_part */
    ATOM_ROUND,  /* how often a loop has been gone round */
    ATOM_PRODUCT, /* of two atoms */
    ATOM_MASKED   /* some of the lowest bits of an atom */
} AtomKind;

typedef struct AtomKey { int64_t kind, a, b; } AtomKey;

enum { SUM_TERMS = 8, WARPS_MOST = 32 /* of a block */ };
typedef struct Term { int atom; int64_t by; } Term;

/* c + the terms, by ascending atom, + lane[l]. */
typedef struct Sum {
    int n;
    Term term[SUM_TERMS];
    int64_t c;
    const int64_t *lane; /* 32 numbers, the first 0, one array for equal ones; NULL: all 0 */
} Sum;

/* What holds for a lane: s >= 0, or, differs: s != 0; given: if that is >= 0, or NULL.  A list. */
typedef struct Fact { Sum s; bool differs; const Sum *given; } Fact;
typedef struct Facts { const Fact *fact; const struct Facts *next; } Facts;

typedef struct Atom {
    AtomKey key;
    bool varies;    /* lanes may differ in it */
    bool data;      /* it depends on what was read from memory, not counted there, or came from other lanes */
    bool bounded;   /* it lies in lo..hi */
    bool natural;   /* it is not negative */
    int64_t lo, hi;
    const Blk *blk; /* where it comes from anew each time; NULL: once */
    int64_t multiple; /* ATOM_VALUE: it is a multiple of this power of two; 0: not known */
    const Sum *and; /* ATOM_VALUE, ATOM_MASKED: it is and[0] & and[1]; or NULL */
    const Sum *or;      /* likewise: or[0] | or[1] */
    const Sum *product; /* likewise: product[0] * product[1] */
    const Sum *either;  /* likewise: either[0] or either[1] */
    const Sym *sym; /* ATOM_SYM, ATOM_PARAM */
} Atom;

typedef struct Value {
    Sum sum;           /* of a predicate: see only */
    bool done;         /* made in this walk */
    bool varies;       /* of a predicate: lanes may differ in it */
    bool only[2];      /* of a predicate: it is false, true only where its sum is 0; that differs between lanes */
    uint8_t way;       /* of a value where ways meet: Way */
    uint32_t may[2];   /* of a predicate: the lanes for which it may be false, true */
    int64_t step;      /* where ways meet: WAY_VARIES by multiples of it; 0: not known yet */
    int same;          /* the value that this one always is, or -1 */
    const Facts *holds[2]; /* of a predicate: what is so where it is false, true */
    int round;         /* of a predicate: Result.round, rounds */
    int64_t rounds;
} Value;

enum { ROOTS_MOST = 4 }; /* of an address that ways bring */

/* An access of memory that other lanes may see. */
typedef struct Access {
    int ins;
    const Blk *blk;
    Sum at;
    int root;       /* the atom that says which memory, or -1 */
    int roots[ROOTS_MOST], nroots; /* where that is -1: one of these does; 0: nothing is known */
    uint8_t space;  /* SP_SHARED or SP_GLOBAL, which stands for generic too */
    bool reads, writes, atomic, is_volatile;
    bool unknown;   /* nothing is known of its address */
    bool data;      /* its address depends on what was read from memory or came from other lanes */
    int bytes;
    uint32_t mask;  /* lanes that may do it */
    const Sum *only; /* lanes do it only where that is 0; or NULL */
    const Facts *facts; /* of the lanes that do it, when they do */
} Access;
typedef Array(Access) Accesses;

/* What dependence_test.c has found before of two accesses at that distance, with the same part for each lane. */
typedef struct Known { const int64_t *lane; int64_t off; int bytes; bool writes, touch; } Known;
enum { KNOWN_MOST = 1024 };

/* One function, run by blocks of threads of one shape. */
typedef struct Lanes {
    Arena *a;
    Fn *fn;
    int row;           /* lanes of a warp that lie in a row of the block: 32, 16 or 8; of a function that asks for %tid.x alone, all that there are */
    int warps;         /* of a block, at most */
    Array(Atom) atoms;
    struct AtomNo *atom_no;
    struct Table *tables;
    Value *value;      /* by number: a register written once, a register live into a block, a write */
    int nvalue, first_write, next;
    int *cur;          /* by register that is written several times: its value now */
    bool *several;     /* by register */
    int *slot;         /* by block: the value of the first register that is live into it */
    int *edge;         /* by block with several ways in: its first of from */
    int *from, edges;  /* by way in and register: the value that comes; their number */
    int *meeting, meetings; /* blocks to which several ways lead; their number */
    bool *parts;       /* by block: lanes that have parted meet there again */
    bool *leaves;      /* by block: of a loop's header, lanes leave it at different times */
    int64_t tile;      /* the program takes a block for so many threads wide; 0: not known */
    Known *known;
    bool *round;       /* by block: of a loop's header, accesses in it may come before others of the next round; lockstep.c fills it */
    bool *spread;      /* by block: the consequences of its branch are known */
    uint32_t *mask;    /* by block: lanes that may come there */
    int *cond;         /* by block: the value that its branch asks, or -1 */
    int proving;       /* lane_fact.c: steps that are left for proofs */
    long pairs;        /* row_test.c: the same for all pairs of accesses */
    const Facts **facts; /* by block: of the lanes that come there; in the last walk */
    int *only;         /* by block: the predicate that lets lanes through only where its sum is 0, or -1 */
    bool blind;        /* there is too much of it: nothing is known */
    bool changed, falls; /* something changed in this walk; what still changes is given up */
    bool parted;       /* a branch was found in this walk at which lanes part */
    Accesses *out; /* accesses are noted there */
} Lanes;

bool lane_is_flat(const Fn *fn); /* it asks for %tid.x alone */
/* What is known of the integers of a function with blocks and liveness, for blocks of that shape, and its accesses in the
 * order of the blocks. */
Lanes *lane_analyse(Arena *a, Fn *fn, int row, Accesses *out);
bool lane_varies(const Lanes *w, int atom, const Blk *at); /* lanes may differ in it there */
bool lane_all_differ(const Sum *s); /* by its parts for each lane */
int lane_root(const Lanes *w, const Sum *s); /* the variable or parameter that an address begins with; -1: none, or several */

bool lane_holds_still(const Lanes *w, int atom, const Access *a, const Access *b, bool again); /* the value at both, of whichever lane, is the same */
void lane_find_guesses(Lanes *w); /* lane_access.c: Access.atomic of loads that belong to a compare-and-swap */
void lane_note_access(Lanes *w, int at, const Blk *blk); /* lane_access.c: adds the instruction to out, if it is one */

/* dependence_test.c: how two accesses, the first before the second, may have to do with each other in different lanes of a warp. */
typedef enum Meeting { MEET_NEVER, MEET_PERHAPS, MEET_SURELY } Meeting;
/* again: the second may be of another round of the loops around both. */
Meeting lanes_meet(Lanes *w, const Access *first, const Access *second, bool again);

/* row_test.c: whether two accesses are apart by what is known of the lanes that do them, or because they lie in different rows. */
bool rows_apart(Lanes *w, const Access *first, const Access *second, bool again);

#endif
