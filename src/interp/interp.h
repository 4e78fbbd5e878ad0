/* interp.h: an interpreter of PTX that stands on its own: tests compare with it what the translator makes, and the playground's
 * page runs kernels in it.
 *
 * It runs one thread at a time, instruction by instruction, from the text of the file: slow and simple.  It holds nothing
 * of the translator's and refuses whatever it does not know (refuse, stop). */
#ifndef INTERP_H
#define INTERP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef enum Space { GENERIC, GLOBAL, CONSTANT, SHARED, LOCAL, PARAM } Space;

/* .u32 is {'u', 32}; .pred is {'p', 1}; none is {0, 0}. */
typedef struct Type { char k; int bits; } Type;

typedef enum Kind {
    NOTHING,  /* _ */
    REGISTER,
    NUMBER,   /* also what a variable's address is for all threads */
    OFFSET,   /* of a variable in the frame's part of .local: value is where */
    SPECIAL,  /* a special register: value is which */
    NAME,     /* a label or a function, till all of the file was read: then NUMBER, in a branch its place in the code */
    MEMORY,   /* [item + value] */
    LIST,     /* {a, b} or (a, b) */
} Kind;

typedef struct Operand Operand;
struct Operand {
    Kind kind;
    bool not;       /* !%p */
    int reg, bits;
    uint64_t value;
    char real;      /* of a NUMBER: 'f' 32 bits of a float, 'd' 64 bits */
    int n;          /* items */
    Operand *item;
    Operand *pair;  /* the second of %r|%p */
    const char *name;
    int scope;
    uint64_t bytes; /* of a variable in .param, whose place value is; otherwise 0 */
};

typedef struct Thread Thread;
typedef struct Insn Insn;
typedef void Do(Thread *t, const Insn *i);

/* What the words of an instruction's name say: each belongs to a group, and a row names the groups that it understands. */
enum {
    ROUND = 1, FTZ = 2, SAT = 4, PART = 8, CARRY = 16, COMPARE = 32, OPER = 64, SPACES = 128, VECTOR = 256, ORDER = 512,
    CACHE = 1024, SYNC = 2048, MODE = 4096, UNI = 8192, TO = 16384, NANS = 32768, APPROX = 65536,
    ASYNC = 131072, WHOLE = 262144 /* the row looks at the words itself */
};

typedef enum Word {
    W_NONE, W_RN, W_RZ, W_RM, W_RP, W_RNI, W_RZI, W_RMI, W_RPI, W_LO, W_HI, W_WIDE, W_EQ, W_NE, W_LT, W_LE, W_GT, W_GE, W_LS,
    W_HS, W_EQU, W_NEU, W_LTU, W_LEU, W_GTU, W_GEU, W_NUM, W_NAN, W_AND, W_OR, W_XOR, W_ADD, W_MIN, W_MAX, W_EXCH, W_CAS,
    W_INC, W_DEC, W_POPC, W_ALL, W_ANY, W_UNI, W_BALLOT, W_UP, W_DOWN, W_BFLY, W_IDX, W_L, W_R, W_WRAP, W_CLAMP, W_ARRIVE, W_RED,
    W_WARP, W_SHIFTAMT, W_FINITE, W_INFINITE, W_NUMBER, W_NOTANUMBER, W_NORMAL, W_SUBNORMAL
} Word;

struct Insn {
    int line;
    const char *op; /* as it stands in the file */
    Do *run;
    bool guarded, guard_not, ftz, sat, cc, wide, to, nans, sync, approx;
    int guard;
    Type t, s;      /* the first type of the name (of the result) and the second, or the first again */
    int types;
    Word round, part, compare, oper, mode, mode2;
    Space space;
    int vector;
    int n;
    Operand *o;
};

typedef struct Row { const char *name; Do *run; int words, min, max; } Row; /* groups of words; operands */
extern const Row integer_rows[], real_rows[], value_rows[], memory_rows[], meet_rows[], flow_rows[], matrix_rows[], half_rows[];

/* What is not specified to the bit, as near as the host's mathematical functions come.  false: it is refused. */
extern bool approximate;
/* What is not known is refused where it runs, not where it stands. */
extern bool refuse_late;

/* Variables and formal parameters. */
typedef struct Variable {
    const char *name;
    Space space;
    int scope, reg; /* reg: of a parameter that is a register, otherwise -1 */
    Type type;      /* of an element */
    uint64_t at, bytes;
} Variable;

typedef struct Function {
    const char *name;
    bool entry, defined;
    int n, regs;
    Insn *code;
    uint64_t local_bytes, param_bytes, formal_bytes; /* formal_bytes: of param_bytes those of its own parameters */
    int params, results;
    Variable *param, *result;
    struct Function *next;
} Function;

/* read.c */
void read_file(const char *path); /* "-": standard input */
extern Function *functions;
Function *find_function(const char *name);
Function *function_at(uint64_t address);
extern uint64_t shared_bytes;  /* addresses of variables in shared memory lie below */
_Noreturn void refuse(int line, const char *what, const char *which);
void *get_memory(size_t bytes);

/* decode.c: what the words of i->op say; the row of the instruction. */
void decode(Insn *i);
Type type_of(const char *word);
Word word_in(const char *word, int groups); /* what it means in the first of those groups that it is of; W_NONE: it is of none */
int special_of(const char *name);

/* machine.c */
typedef struct Dim { uint32_t x, y, z; } Dim;
typedef struct Frame {
    const Function *f;
    int pc;
    uint64_t *reg;
    bool *written;          /* what a register holds that nobody wrote is not specified: no program may ask */
    unsigned char *param;   /* then, as long again, which bytes were written */
    uint64_t local; /* where its variables begin in the thread's .local */
    const Operand *results;
} Frame;

typedef enum State { RUNS, MEETS, AT_BARRIER, EXITED } State;
enum { MAX_DEPTH = 64, LOCAL_BYTES = 1 << 13, SHARED_BYTES = 1 << 17, BARRIERS = 16 };
enum { DYNAMIC = SHARED_BYTES / 2 }; /* where shared memory of a size that the launch gives begins */

typedef struct Cta { Dim id; unsigned char shared[2 * SHARED_BYTES]; Thread *thread; } Cta;

struct Thread {
    Cta *cta;
    Dim tid;
    uint32_t index; /* in its CTA */
    State state;
    const Insn *at;                /* where it waits */
    uint64_t mask, bar, expected;  /* for whom, at which barrier, for how many threads (0: all) */
    Frame frame[MAX_DEPTH];
    int depth;                     /* of the frame that runs */
    bool carry;
    unsigned char *local;          /* as Frame.param; so is the CTA's shared memory */
};

extern Dim grid_dim, block_dim;
extern uint32_t cta_threads;
extern uint64_t max_steps, dynamic_bytes; /* of a launch: how many instructions, all threads together; from DYNAMIC on */
void machine_allow(void *at, size_t bytes);
bool machine_run(const char *kernel, Dim grid, Dim block, const void *params, size_t bytes, bool backwards);
void round_as(Thread *t, const Insn *i); /* the host's rounding, as the instruction says; then fesetround(FE_TONEAREST) */
_Noreturn void stop(const Thread *t, const Insn *i, const char *what);

/* How two values compare; APART: one is no number. */
typedef enum Relation { LESS = 1, EQUAL = 2, MORE = 4, APART = 8 } Relation;
double real_of(Type type, uint64_t v); /* of 32 or 64 bits; and back */
uint64_t bits_of_real(Type type, double x);
Relation relation_of(double x, double y);
bool holds(Thread *t, const Insn *i, Word compare, Relation r);
unsigned char *reach(Thread *t, const Insn *i, Space space, uint64_t address, uint64_t bytes);
void note_written(Thread *t, const unsigned char *p, uint64_t bytes);
void must_be_written(Thread *t, const Insn *i, const unsigned char *p, uint64_t bytes);
uint64_t get(Thread *t, const Insn *i, const Operand *o, Type type);
void set(Thread *t, const Insn *i, const Operand *o, Type type, uint64_t v);

/* memory.c: numbers in memory, the lowest byte first; where an operand in brackets is, and a generic address; checked for all
 * bytes. */
uint64_t load_bytes(const unsigned char *p, int n);
void store_bytes(unsigned char *p, int n, uint64_t v);
uint64_t combined(Thread *t, const Insn *i, uint64_t a, uint64_t b); /* of integers, by the operation that is written */
unsigned char *place(Thread *t, const Insn *i, const Operand *o, Space space, uint64_t bytes);
unsigned char *reach_generic(Thread *t, const Insn *i, uint64_t address, uint64_t bytes);

/* print.c: takes what kernels print.  NULL: printf is refused.  print_formatted gives how many arguments the format has taken. */
extern void (*print_text)(const char *text, size_t n);
int print_formatted(Thread *t, const Insn *i, uint64_t format, uint64_t arguments);

/* meet.c: lets those go on that wait for each other; false when nobody can. */
bool meet_all(Cta *cta);
void wait_warp(Thread *t, const Insn *i);

/* half.c: the number that a half is, kind 'h' .f16 or 'B' .bf16, and the half that a number is, rounded as by cvt. */
double half_value(char kind, uint64_t v);
uint64_t half_bits(char kind, double x, Word round);
double rounded(double x, Word round); /* to an integer, by .rz or .rzi … */

/* matrix.c: what all lanes of a warp do to matrices, when they have come; false: i is nothing of that. */
bool matrix_meet(Thread *const *warp, uint32_t all, const Insn *i);

static inline const Frame *top(const Thread *t) { return &t->frame[t->depth]; }
static inline uint64_t mask_of(int bits) { return bits >= 64 ? ~0ull : (1ull << bits) - 1; }
static inline int64_t sign(uint64_t v, int bits) { return bits >= 64 ? (int64_t)v : (int64_t)((v ^ 1ull << (bits - 1)) & mask_of(bits)) - (int64_t)(1ull << (bits - 1)); }

/* Operands as integers of the instruction's first type, a result of that. */
static inline uint64_t in(Thread *t, const Insn *i, int k) { return get(t, i, &i->o[k], i->t); }
static inline int64_t in_signed(Thread *t, const Insn *i, int k) { return sign(in(t, i, k), i->t.bits); }
static inline bool is_true(Thread *t, const Insn *i, int k) { return get(t, i, &i->o[k], (Type){'p', 1}); }
static inline void out(Thread *t, const Insn *i, uint64_t v) { set(t, i, &i->o[0], i->t, v); }

/* A float's bits as a value, and back. */
static inline float to_f32(uint64_t v) { return (union { uint32_t w; float f; }){.w = (uint32_t)v}.f; }
static inline double to_f64(uint64_t v) { return (union { uint64_t w; double d; }){.w = v}.d; }
static inline uint64_t of_f32(float f) { return (union { float f; uint32_t w; }){.f = f}.w; }
static inline uint64_t of_f64(double d) { return (union { double d; uint64_t w; }){.d = d}.w; }

#endif
