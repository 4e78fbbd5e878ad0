/* plan.h: the function as loops over chunks and lanes, and where each register is kept. */
#ifndef PTX2C_PLAN_H
#define PTX2C_PLAN_H

#include "transform/transform.h"

/* ---- the plan of a function ------------------------------------------------------------------------------------- */

typedef enum Store { ST_NONE, ST_FOLD, ST_SCALAR, ST_LOCAL, ST_LANES, ST_STATE, ST_STATE_SCALAR } Store;

typedef struct Item Item;
/* masked_side.c: n items from the one that has it on are for lanes of a mask alone. */
typedef struct Side {
    int mask; /* a register */
    int n;
    struct Side *inner; /* one that begins with the same item and ends sooner, or with the same */
} Side;
enum { SIDES_MOST = 8 }; /* in each other */
typedef struct Items { /* a list of items; at, n, cap as in Array */
    Item **at;
    int n, cap;
    Item *owner;   /* NULL: the function */
    Level level;
    int depth;
    int declared;  /* jump_check.c: the last item with declarations in front of it, or -1 */
} Items;

static inline Item *items_last(const Items *list) { return list->n ? list->at[list->n - 1] : NULL; }

/* In a loop over lanes for several rows (unroll_jam.c) a chunk's scalar is the same for all, each row's own, or that and read in
 * the loop over lanes. */
typedef enum Row { ROW_SAME, ROW_OWN, ROW_EACH } Row;

/* A chunk's scalar that lives across barriers has a C variable in each loop over chunks that refers to it. */
typedef enum Cached { CACHE_NONE, CACHE_LOADED /* at the head */, CACHE_MADE /* by its first reference, a write */,
               CACHE_DECLARED /* emit_state.c: its declaration stands at the head */ } Cached;

/* The first mention of a register in a loop over lanes: a write that is always done, or another. */
typedef enum Copy { COPY_NONE, COPY_MADE, COPY_READ } Copy;

/* A number that C compilers are not to see: S<value>, a step from lane to lane in bytes, or N<value>, what an integer is compared with. */
typedef struct Hidden { char letter; int64_t value; } Hidden;

/* The constants that branches ask a register for; n is one more than fit when there are more. */
enum { COMPARED_FEW = 4 };
typedef struct Compared { int n; uint32_t with[COMPARED_FEW]; } Compared;

/* A region of a function in MODE_SCHED. */
typedef struct Part {
    Blk *entry;
    int sync;      /* the barrier or collective it starts with, or -1 */
    Node *tree;
    Item *head;    /* the part of its code before that from which on order matters, as a group of lanes, or NULL */
    Item *group;   /* its code, or the rest of it, likewise */
    bool exits;    /* some lanes may exit in it */
    bool flows;    /* all lanes go on in the next region, where no others are */
} Part;

/* What is planned for a register. */
typedef struct RegPlan {
    int declared;     /* the instruction that is printed with its type, or -1 */
    uint8_t store;    /* Store */
    bool again;       /* ST_FOLD: a comparison of scalars, or what scheduler_regions.c finds to be given, that its uses make anew */
    bool remade;      /* ST_STATE_SCALAR: each loop over chunks that reads it makes it anew, instead of keeping it */
    bool param;       /* a parameter of the C function: declared there */
    bool entry_live;  /* may be read before it is written */
    bool address;     /* address_width.c: its variable has the type of the host's addresses */
    bool walks;       /* likewise of 32 bits: its variable is a place of the window of shared memory, and does not wrap */
    bool is_signed;   /* register_sign.c: its variable is an int32_t */
    bool fold_primary;
    uint8_t cached;   /* ST_STATE_SCALAR, in the current loop over chunks: Cached */
    bool changed;     /* likewise: and written there */
    uint8_t row;      /* Row */
    int32_t row_step; /* of ROW_SAME: row j has this much more times j; 0: nothing */
    const char *name; /* C name */
    const char *fold; /* ST_FOLD: the text to use instead */
    const char *fold_not; /* ST_FOLD of an integer comparison: its opposite, or NULL */
    Items *list;      /* where it is declared: in this list, at or before item at */
    int at;
    const char *lane_name; /* ST_LANES: of that variable */
    bool copied;      /* ST_STATE, ST_LANES: in the current loop over lanes it is a variable; for that, state_promotion.c notes: */
    uint8_t copy;     /* its first mention there: Copy */
    bool copy_wanted; /* it is written under a condition */
    bool copied_early; /* some loop over lanes reads it so where some lanes may have no value yet */
    int copy_at;      /* COPY_MADE: the instruction */
    bool by_address;  /* a predicate of which an instruction takes the address */
    bool marks;       /* a predicate whose array a loop over the few lanes that it marks goes through: bytes */
    bool whole;       /* a predicate whose array for all lanes something takes: a vote, a shuffle, a branch of a warp, a loop over marked lanes */
    bool place_taken; /* ST_STATE of MODE_SCHED: it takes turns in the place of a register before it */
    int place_next;   /* likewise: the next register of which no lane needs both at once, or -1 */
} RegPlan;

/* lane_period.c: what lane i of a period keeps in a register: scale * q + part[i], where q is which period it is; part[i] is
 * (i % within / by) * times + plus. */
typedef struct LaneDigit {
    uint32_t scale, part[64];
    int within, by;
    uint32_t times, plus;
    bool whole; /* no lane's is negative or wraps */
    bool wanted; /* some instruction reads it whose result is not known so */
} LaneDigit;

/* What is planned for a function: region_build. */
typedef struct Plan {
    RegPlan *reg;      /* by register; RegInfo.plan */
    /* scheduler_regions.c */
    Part *regions;
    int nregions;
    int *region_of;    /* by Blk.id */
    bool *waiting;     /* by Blk.id: header of a loop that waits for other threads */
    /* region.c */
    Items root;
    int nmasks;
    bool has_state, has_spec;
    bool has_rows;     /* some Item.rows */
    int *column;       /* by instruction: 0, or the number of a load of a column (column_turning.c); NULL: there is none */
    bool flat;         /* the function asks for %tid.x alone */
    int words;         /* bytes of a word of .local memory, which lies as local[word][lane]; 0: as local[lane][byte] */
    int lanes;         /* of a chunk, as far as can be told before its loops are made; 0: Back.width */
    bool cc_lanes;     /* the carry flag lives across lane loops */
    bool cc_read;      /* some instruction that is not dead reads the carry flag */
    bool stack;        /* MODE_FUNC: has alloca */
    /* what writing the function comes by */
    Array(Hidden) hidden; /* numbers that are written with names */
    bool *numbers;      /* by register: it holds no NaN (never_nan.c); NULL: not asked */
    bool *signless;     /* likewise: it holds +0 or more, or NaN */
    bool *quiet;        /* by register: nothing tells whether a NaN in it is quiet (quiet_nan.c); NULL: not asked */
    LaneDigit **digits; /* by register, NULL where not known; NULL: of none */
    int64_t *walks;     /* by register: how much more it is from pair to pair where Item.walks (lane_period.c); 0: that is not known */
    Compared *compared; /* lower_value.c, by register; NULL: not looked for yet */
    uint64_t local_bytes; /* emit_local_bytes: 1 + bytes of .local memory; 0: not asked yet */
    int groups;        /* loops over lanes, by Item.id */
    int call_groups;   /* loops over lanes, and device functions, that have had their variables of calls declared */
} Plan;


/* ---- cost_model.c: what code takes a thread --------------------------------------------------------------------- */

int64_t cost_of(const Back *b);
bool cost_wants_one_row(const Back *b); /* for chunks of b->width lanes, in units of its own */
bool lone_lane_suits(const Back *b); /* where vectors have 16 bytes, lanes are better done one by one: lone_lane.c */
bool cost_shares_chunk(const Back *b, bool alone); /* without vectors, too, several lanes make a chunk, for what is done once for it; alone: a lane keeps nothing */
bool cost_wants_fields(const Back *b); /* narrower chunks may know more of bit fields */
bool cost_walks(const Back *b); /* lanes that go round a loop together each walk through memory of their own */
void cost_mark_walks(Back *b); /* Item.singly of the loops over lanes that do that */
/* Whether some lanes alone read or write less than a word; masked: they are all that way.  Where vectors have no masks for that
 * compilers do it lane by lane. */
bool cost_is_free(const Back *b, const Ins *ins); /* compilers do it once for all lanes, or nothing at all */
bool cost_has_narrow(const Back *b, const Items *list, bool masked);
/* How many things narrower than a word lanes read here and there, for which compilers would fill vectors element by element; 0 if they do much else. */
int cost_picks(const Back *b, const Items *list);
/* Whether lanes look up words here and there and do so little else, without choices or stores, that each takes less alone than vectors do into which
 * each word is put by itself. */
bool cost_spreads(const Back *b, const Items *list);
/* Of items first to end - 1, which few lanes come to: as vectors, all of it is done for all, and written under masks, which takes longer.  Whether
 * all of a loop over lanes is such, with branches in branches. */
bool cost_is_seldom(const Back *b, const Items *list, int first, int end);
bool cost_prefers_branches(const Back *b, const Items *list);
void cost_mark_branches(Back *b); /* likewise, and Item.narrow, of those with branches */
/* Whether what each by-th lane does (0: not known which) is done for one after another sooner than as vectors under masks. */
bool cost_prefers_steps(const Back *b, const Items *list, int by);
/* What items first to end - 1 of a loop over lanes take a lane that does them alone, and as vectors; and what it takes that n registers
 * are kept from such a loop to another. */
int64_t cost_of_lanes(const Back *b, const Items *list, int first, int end);
int64_t cost_of_vectors(const Back *b, const Items *list, int first, int end);
int64_t cost_of_shared(const Back *b, int n);
int64_t cost_memory(const Back *b); /* bytes of global memory that come to the nearest cache for one lane, about */
int cost_pieces(const Back *b); /* loops over lanes, and branches in them: what keeps the code of lanes apart */
bool cost_cuts_quotients(const Back *b); /* Back.by_quotients: some chunk is cut where a quotient changes, or at a clamp; that can be told before it is planned */
int64_t cost_of_quotients(const Back *b); /* with what short chunks take where these are known to be (Back.by_quotients), if most take the fast one of two versions */
int cost_near_lines(void); /* so many lanes may do that at once */

/* ---- local_layout.c --------------------------------------------------------------------------------------------- */

/* Chooses how the lanes' .local memory lies: Plan.words. */
void local_layout_choose(Back *b);
/* Whether a memory operand in .local is at a constant offset, but for its own; which. */
bool local_layout_constant(const Back *b, const Opnd *o, int64_t *at);

/* ---- array_sharing.c -------------------------------------------------------------------------------------------- */

/* Gives values of straight code that are arrays of a warp's lanes one array, where one begins as the other ends. */
void array_sharing_build(Back *b);

/* ---- region.c: the function as nested items, cut into lane loops and chunk loops -------------------------------- */

/* Whether an instruction that all lanes of a chunk come to reads a texture for all of them at once. */
bool texels_at_once(const Back *b, const Ins *ins);
typedef enum ItemKind { I_INS, I_IF, I_LOOP, I_SWITCH, I_BREAK, I_CONTINUE, I_GOTO, I_LABEL, I_EXIT, I_LEAVE, I_GROUP,
                        I_MASK, I_CHECK } ItemKind;

/* Why lanes do something one after another that they could do side by side: each walks through memory of its own; what few lanes
 * come to is most of it; some alone read or write less than a word. */
typedef enum Singly { TOGETHER, SINGLY_WALKS, SINGLY_SELDOM, SINGLY_NARROW } Singly;

/* lane_reduction.c: what an atomic operation joins to memory, C's names for that, and what makes no difference to it. */
typedef struct ReductionOp { Modifier op; Type type; const char *name, *of, *ctype, *none; } ReductionOp;
typedef struct Reduction {
    const Ins *ins;
    const ReductionOp *op;
    bool some; /* not all lanes do it */
    bool row;  /* neighbours to neighbouring words; else all to one */
} Reduction;
typedef Array(Reduction) Reductions;

struct Item {
    uint8_t kind;     /* ItemKind */
    uint8_t level;    /* Level; I_GROUP: the level of its content */
    bool negate;      /* I_IF: as Node.negate */
    bool spec;        /* I_GROUP: holds speculative checks */
    bool serial;      /* I_GROUP of lanes: order matters (calls, atomics) */
    Singly singly;    /* likewise: it does not, but lanes one after another are faster than vectors (cost_model.c) */
    bool narrow;      /* likewise: unless vectors of bytes have masks */
    bool skips;       /* I_GROUP of lanes: all it holds is a side of an if, passed over where no lane takes it (loop_distribution.c) */
    bool chosen;      /* I_GROUP of lanes: all it holds is an if, for which few lanes are looked up (lane_choice.c) */
    bool strews;      /* likewise: what they do is words at places of their own, for which some processors have vectors */
    bool rows;        /* I_GROUP of a chunk: unroll_jam.c; of lanes in it: a loop over rows for each statement */
    bool dirty;       /* I_GROUP: something in it writes memory or waits */
    bool shares;      /* likewise, and others see it */
    int parts;        /* I_GROUP of lanes: the number of the group of which it is a part (loop_distribution.c), or 0 */
    Item *whole;       /* likewise: the loop of which it is a part where processors have no vectors of stores, or NULL */
    bool scatters;    /*   and the stores are in this one */
    int stride;       /* I_GROUP of lanes: 1 + the remainder by whose divisor it steps (lane_stride.c), or 0; */
    int stride_by;    /*   that, if it is the same always, else 0; */
    bool stride_ends; /*   or 1 + the product that it goes on below; */
    int stride_test;  /*   what compares it, and */
    bool stride_not;  /*   whether with the other one of 0 and 1; */
    bool stride_sure; /*   the comparison holds for all lanes that it steps to, and nothing else asks for what it is of: if it has another
                       *   side, the lanes between have a loop, too */
    int period;       /* likewise: after so many lanes its work repeats but for the quotient, by that, of a register, */
    int period_of;    /*   namely this (lane_period.c), or 0; */
    bool walks;       /*   of pairs: numbers of 32 bits are those of the first pair */
    int ins;          /* I_INS; I_IF, I_SWITCH: the branch */
    int nkid;
    Items *kid;       /* I_IF: then, else; I_LOOP, I_GROUP: body; I_SWITCH: one for each case */
    Node *node;
    int mask;         /* number of the mask that it makes (I_MASK) or runs under; 0 = the warp's own */
    int outer;        /* I_MASK: the mask that it narrows */
    int id;           /* I_GROUP: its number; I_CHECK: the instruction whose check it is, made once for the CTA, or -1 */
    int size;         /* I_GROUP of lanes: instructions in it so far */
    uint8_t first;    /* likewise, and a shuffle by constants: nobody looks at others than the first so many lanes (lane_demand.c); 0: they do */
    bool joined;      /* I_INS: a later one does it, too, */
    Array(int) joins; /*   namely it does those, and then its own (product_joining.c) */
    int serial_from;  /* I_GROUP of lanes that is serial: the first item in it for which it is */
    Reductions *reductions; /* likewise: it is so but for these, which are made for all lanes behind it; or NULL */
    Blk *entry;       /* I_GROUP of a region: its first block */
    Items *in;        /* the list it stands in */
    Side *side;       /* the outermost that begins here, or NULL */
    Array(int) decls; /* registers declared in front of it, or by it */
    int pos;          /* its place there */
};

/* The instruction whose expression is printed where the register is read; NULL: none is. */
static inline const Ins *reg_folded(const Back *b, int reg)
{
    const RegInfo *g = &b->reg[reg];
    return g->plan->store == ST_FOLD && g->def >= 0 && !g->known && !g->val.cst ? &b->fn->ins.at[g->def] : NULL;
}

/* A variable that holds so many bits for each lane of a warp. */
static inline bool plan_has_lanes(const Back *b, const Opnd *o, int bits)
{
    if (!opnd_is_reg(o))
        return false;
    const Store store = (Store)b->reg[o->reg].plan->store;
    const Sym *s = b->fn->regs.at[o->reg];
    return (store == ST_LANES || store == ST_STATE) && type_info[s->type].bits == bits && s->vec <= 1;
}

/* The registers of that, or none, as where it is written. */
static inline Refs folded_refs(const Back *b, int reg, bool write)
{
    const Ins *ins = write ? NULL : reg_folded(b, reg);
    return ins ? ins_refs(ins) : refs_none();
}

/* What it gives, and that is one register, is printed where that is read. */
static inline bool ins_folds(const Back *b, const Ins *ins)
{
    const Dest d = ins_dest(ins);
    return d.n == 1 && b->reg[d.reg].plan->store == ST_FOLD;
}

/* The registers of its instruction, or none. */
static inline Refs item_refs(const Back *b, const Item *it) { return it->ins >= 0 ? ins_refs(&b->fn->ins.at[it->ins]) : refs_none(); }

/* Whether a loop over lanes goes on with the one before it in the list, as a part of a loop that is one for some processors. */
static inline bool item_goes_on(const Items *list, int i) { return list->at[i]->whole && i && list->at[i - 1]->whole == list->at[i]->whole; }

/* What an I_INS is; NULL: it is something else. */
static inline const Ins *item_ins(const Back *b, const Item *it) { return it->kind == I_INS ? &b->fn->ins.at[it->ins] : NULL; }

/* An item at the list's end, in which it then stands; what stands in the list from a place on, once that has changed. */
void items_add(Back *b, Items *list, Item *it);
void items_number(Items *list, int from);
/* The items of a list and those in them, each in front of what is in it: for (Item *it = items_first(list); it; it = items_next(it, list)) …
 * items_past: what is in it is left out.  item_next: likewise of an item, itself the first. */
static inline Item *items_first(const Items *list) { return list->n ? list->at[0] : NULL; }
Item *items_next(const Item *it, const Items *list);
Item *items_past(const Item *it, const Items *list);
Item *item_next(const Item *it, const Item *whole);
void lane_groups_each(Back *b, void (*f)(Back *b, Item *group)); /* each loop over lanes, outer ones first */

bool region_build(Back *b);

/* ---- what is found in the items --------------------------------------------------------------------------------- */

void columns_find(Back *b);         /* loads of columns of a tile, of which the next rows of threads load those beside */
void jump_check(Back *b);           /* refuses a function that jumps into a loop over lanes or chunks, or past a declaration */
void lane_choices_find(Back *b);    /* loops over lanes that go only through those which a predicate names */
void lane_demand_find(Back *b);     /* loops over lanes that are only for the first few */
void lane_periods_find(Back *b);    /* loops over lanes whose work repeats after a few lanes */
void lane_reductions_find(Back *b); /* loops that are done one lane after another for nothing but atomic operations that can be made for all at once */
void loop_distribute(Back *b);      /* loops over lanes of which a part keeps C compilers from making vectors: it becomes one of its own */
void masked_sides_find(Back *b);    /* code that only the lanes of a mask have something of */
void products_join(Back *b);        /* products of matrices that are made by one call */
void unroll_jam_build(Back *b);     /* loops over lanes that gain by being done for several rows at once */

/* ---- lane_period.c ---------------------------------------------------------------------------------------------- */

int64_t lane_pair_step(const Back *b, int reg); /* Item.walks: how much more a register of 32 bits is from pair to pair; 0: it stays, or that is not known */

/* ---- lane_stride.c ---------------------------------------------------------------------------------------------- */

/* Finds loops over lanes that only each second, third, ... lane has something to do in. */
void lane_strides_find(Back *b);
bool lane_strides_fit(Back *b, const Item *group); /* whether that will find steps for this loop as it is */
uint64_t lane_stride_power(const Back *b, const Ins *of); /* 2^k, of which the instruction leaves the remainder; 0: of no such */
/* Whether it is a product, or a shift, of a number that grows from lane to lane, by what is the same for all. */
bool lane_stride_reaches(const Back *b, const Ins *of, ArgName *number, ArgName *by);

/* ---- address_width.c -------------------------------------------------------------------------------------------- */

void address_width_find(Back *b); /* RegPlan.address, walks */
void register_sign_find(Back *b); /* RegPlan.is_signed */
int64_t address_walk_step(const Ins *ins, int reg); /* what it adds to a register that walks; 0: it makes it anew */

/* ---- item_fusion.c ---------------------------------------------------------------------------------------------- */

/* What items_fuse keeps account in, for all lists of a function. */
typedef struct Fusion Fusion;
Fusion *items_fusion(Back *b);
/* Puts together items that are for vectors and such that are not; passes: arithmetic may stand on either side of a store. */
void items_fuse(Fusion *f, Items *list, bool passes, bool for_vectors(const Back *b, const Item *it));

/* ---- seldom_branch.c -------------------------------------------------------------------------------------------- */

/* The side of an if, 0 or 1, that hardly any lane goes to and that has a loop or a call; -1: it has no such, or is none. */
int seldom_side(const Back *b, const Item *it);
/* Likewise, which stores at a place that is the same for all lanes. */
int side_for_one(const Back *b, const Item *it);
bool is_seldom_if(const Back *b, const Item *it); /* hardly any lane goes to one side of it */
/* Item.skips: the if that is all that a chunk's loop over lanes holds, with one side, which is for one; or NULL. */
const Item *marked_branch(const Back *b, const Item *group);
bool store_is_for_one(const Back *b, const Ins *ins); /* at a place that is the same for all lanes: one comes to it, or they store the same */

/* ---- branchless_update.c ---------------------------------------------------------------------------------------- */

/* Whether the if is an exchange in shared memory that lanes had better do in any case, some where nobody looks. */
bool update_is_branchless(const Back *b, const Item *it);

/* ---- register_scope.c ------------------------------------------------------------------------------------------- */

void scope_number(Items *list, int depth); /* Items.depth, Item.pos */
void scope_carry(Back *b);
void scope_registers(Back *b);
void scope_addressed(Back *b); /* RegPlan.by_address */

const char *reg_ctype(const Back *b, int reg); /* C type of a register, which may be a vector */
/* Of an array with a place for each lane.  Predicates whose address no instruction takes are numbers there: gcc makes no vectors
 * of conditions that are bool in memory, nor of loops over many lanes with conditions of another width than the data. */
const char *lanes_ctype(const Back *b, int reg);

/* ---- forward_substitution.c ------------------------------------------------------------------------------------- */

/* Marks registers whose only use can hold their whole definition (ST_FOLD). */
void substitution_build(Back *b);
bool substitution_fits(const Ins *ins); /* its value can be an expression where it is used, if no check belongs to it */
bool substitution_allows(const Back *b, const Ins *ins); /* and none does */
bool substitution_is_constant(const Back *b, const Ins *ins); /* each use prints the value itself */

/* ---- items.c ---------------------------------------------------------------------------------------------------- */

int kept_in_lanes(const Back *b, const Ins *ins, bool write); /* how often it reads, or writes, what lanes keep in arrays */
int writes_in(const Back *b, const Items *list, int reg); /* how often what is in the list writes the register */
bool items_hold(const Items *list, ItemKind kind, ItemKind past); /* one of that kind, not in one of the other kind */
bool has_exit(const Items *list); /* of some threads, not of the CTA */
/* Whether control may reach the end of the list: the thread's end, in a tree that says all other ways out. */
bool falls_off(const Items *list);
bool only_leaves(const Item *it); /* it is a condition to leave the loop, and no more; it may be NULL */
/* Whether some instruction that stands in it, or is it, is such. */
bool item_any(const Back *b, const Item *it, bool (*is)(const Back *b, const Ins *ins));
/* Whether lanes may leave the list for elsewhere than its end. */
bool leads_out(const Items *list);
typedef Array(int) Places; /* of instructions */
/* Whether lanes must do the instruction one after another, behind the accesses before it, to which it is added if it is one. */
bool access_orders(const Back *b, Places *before, int at);

/* ---- slot_coloring.c -------------------------------------------------------------------------------------------- */

bool opnd_is_number(const Back *b, const Ins *ins, int arg);
void slot_coloring_share(Back *b);

/* ---- trip_count.c ----------------------------------------------------------------------------------------------- */

/* The head of a loop whose rounds can be counted: … test; check; and; leave unless both. */
typedef struct CountedLoop {
    const Items *in;
    int test;          /* the place of the comparison in the list; the check, and, and branch are next */
    const Ins *compare;
    int counter;       /* register */
    const Opnd *by;    /* what it grows by */
    bool counted;         /* nothing but the counter is checked */
    bool leaves_in_order; /* behind, the lanes that are still in it can run as a chunk of fewer */
} CountedLoop;
bool trip_count_find(const Back *b, const Item *loop, CountedLoop *h);

/* ---- state_promotion.c ------------------------------------------------------------------------------------------ */

/* RegPlan.copied of the registers that a loop over lanes has as variables; copies: those looked at. */
typedef Array(int) Regs;
void state_promotion_begin(Back *b); /* RegPlan.copied_early of all */
void state_promotion_find(Back *b, const Item *group, bool end_exits, const bool *all, Regs *copies); /* all, or NULL: by register: copied anyway, and only these */
void state_promotion_end(Back *b, Regs *copies);

/* ---- scheduler_regions.c ------------------------------------------------------------------------------------ */

bool loops_waiting(Fn *fn); /* some loop waits for other threads; needs blocks */
/* What else happens when a lane goes from one region to another. */
typedef enum Leave { LEAVE_PLAIN, LEAVE_YIELDS, LEAVE_MOVES } Leave;
Leave leave_kind(const Back *b, const Blk *from, const Blk *to);
Back *sched_prepare(Arena *a, Module *m, Fn *fn, bool literal);

/* ---- local_name.c ----------------------------------------------------------------------------------------------- */

void name_all(Back *b); /* gives registers and local variables their C names */
Sym *name_of_module(const Module *m, const char *name, size_t n); /* the variable or function of that C name, or NULL */
void name_forget(Module *m); /* the table of the module's names that it made */

#endif
