/* decode.c: what the words of an instruction's name mean. */
#include "interp.h"

#include <stdlib.h>
#include <string.h>

static const struct { const char *name; int group; Word word; } words[] = {
    {"rn", ROUND, W_RN}, {"rz", ROUND, W_RZ}, {"rm", ROUND, W_RM}, {"rp", ROUND, W_RP},
    {"rni", ROUND, W_RNI}, {"rzi", ROUND, W_RZI}, {"rmi", ROUND, W_RMI}, {"rpi", ROUND, W_RPI},
    {"ftz", FTZ, W_NONE}, {"sat", SAT, W_NONE}, {"lo", PART, W_LO}, {"hi", PART, W_HI}, {"wide", PART, W_WIDE},
    {"cc", CARRY, W_NONE}, {"eq", COMPARE, W_EQ}, {"ne", COMPARE, W_NE}, {"lt", COMPARE, W_LT}, {"le", COMPARE, W_LE},
    {"gt", COMPARE, W_GT}, {"ge", COMPARE, W_GE}, {"lo", COMPARE, W_LO}, {"ls", COMPARE, W_LS}, {"hi", COMPARE, W_HI},
    {"hs", COMPARE, W_HS}, {"equ", COMPARE, W_EQU}, {"neu", COMPARE, W_NEU}, {"ltu", COMPARE, W_LTU},
    {"leu", COMPARE, W_LEU}, {"gtu", COMPARE, W_GTU}, {"geu", COMPARE, W_GEU}, {"num", COMPARE, W_NUM},
    {"nan", COMPARE, W_NAN}, {"and", OPER, W_AND}, {"or", OPER, W_OR}, {"xor", OPER, W_XOR}, {"add", OPER, W_ADD},
    {"min", OPER, W_MIN}, {"max", OPER, W_MAX}, {"exch", OPER, W_EXCH}, {"cas", OPER, W_CAS}, {"inc", OPER, W_INC},
    {"dec", OPER, W_DEC}, {"popc", OPER, W_POPC}, {"global", SPACES, W_NONE}, {"const", SPACES, W_NONE},
    {"shared", SPACES, W_NONE}, {"local", SPACES, W_NONE}, {"param", SPACES, W_NONE}, {"v2", VECTOR, W_NONE},
    {"v4", VECTOR, W_NONE}, {"volatile", ORDER, W_NONE}, {"relaxed", ORDER, W_NONE}, {"acquire", ORDER, W_NONE},
    {"release", ORDER, W_NONE}, {"acq_rel", ORDER, W_NONE}, {"sc", ORDER, W_NONE}, {"weak", ORDER, W_NONE},
    {"cta", ORDER, W_NONE}, {"gpu", ORDER, W_NONE}, {"sys", ORDER, W_NONE}, {"gl", ORDER, W_NONE},
    {"nc", CACHE, W_NONE}, {"ca", CACHE, W_NONE}, {"cg", CACHE, W_NONE}, {"cs", CACHE, W_NONE}, {"lu", CACHE, W_NONE},
    {"cv", CACHE, W_NONE}, {"wb", CACHE, W_NONE}, {"wt", CACHE, W_NONE}, {"sync", SYNC, W_NONE},
    {"aligned", SYNC, W_NONE}, {"all", MODE, W_ALL}, {"any", MODE, W_ANY}, {"uni", MODE, W_UNI},
    {"ballot", MODE, W_BALLOT}, {"up", MODE, W_UP}, {"down", MODE, W_DOWN}, {"bfly", MODE, W_BFLY}, {"idx", MODE, W_IDX},
    {"l", MODE, W_L}, {"r", MODE, W_R}, {"wrap", MODE, W_WRAP}, {"clamp", MODE, W_CLAMP}, {"arrive", MODE, W_ARRIVE},
    {"red", MODE, W_RED}, {"warp", MODE, W_WARP}, {"shiftamt", MODE, W_SHIFTAMT}, {"finite", MODE, W_FINITE},
    {"infinite", MODE, W_INFINITE}, {"number", MODE, W_NUMBER}, {"notanumber", MODE, W_NOTANUMBER},
    {"normal", MODE, W_NORMAL}, {"subnormal", MODE, W_SUBNORMAL}, {"uni", UNI, W_NONE}, {"to", TO, W_NONE},
    {"NaN", NANS, W_NONE}, {"async", ASYNC, W_NONE}, {"commit_group", ASYNC, W_NONE}, {"wait_group", ASYNC, W_NONE},
    {"wait_all", ASYNC, W_NONE}, {"approx", APPROX, W_NONE}, {"full", APPROX, W_NONE},
};

bool refuse_late;

static void unknown(Thread *t, const Insn *i) { stop(t, i, "is not known here"); }

static void refuse_or_stop(Insn *i, const char *what)
{
    if (!refuse_late)
        refuse(i->line, what, i->op);
    i->run = unknown;
}

Type type_of(const char *word)
{
    static const char *const names[] = {"b8", "b16", "b32", "b64", "u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64",
                                        "f32", "f64"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (strcmp(word, names[k]) == 0)
            return (Type){word[0], atoi(word + 1)};
    return strcmp(word, "pred") == 0 ? (Type){'p', 1} : (Type){0, 0};
}

static Space space_of(const char *word)
{
    return *word == 'g' ? GLOBAL : *word == 'c' ? CONSTANT : *word == 's' ? SHARED : *word == 'l' ? LOCAL : PARAM;
}

/* Puts a word's meaning where its group keeps it. */
static void note(Insn *i, const char *name, int group, Word word)
{
    switch (group) {
    case ROUND: i->round = word; break;
    case FTZ: i->ftz = true; break;
    case SAT: i->sat = true; break;
    case PART: i->part = word; break;
    case CARRY: i->cc = true; break;
    case COMPARE: i->compare = word; break;
    case OPER: i->oper = word; break;
    case SPACES: i->space = space_of(name); break;
    case VECTOR: i->vector = name[1] - '0'; break;
    case SYNC: i->sync = true; break;
    case MODE: *(i->mode ? &i->mode2 : &i->mode) = word; break;
    case TO: i->to = true; break;
    case NANS: i->nans = true; break;
    case APPROX: i->approx = true; break;
    default: break; /* says nothing to one thread at a time */
    }
}

/* The first meaning of a word in some of those groups, or -1. */
static int find_word(const char *word, int groups)
{
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (groups & words[k].group && strcmp(words[k].name, word) == 0)
            return (int)k;
    return -1;
}

Word word_in(const char *word, int groups)
{
    const int k = find_word(word, groups);
    return k < 0 ? W_NONE : words[k].word;
}

static void decode_word(Insn *i, const Row *row, const char *word)
{
    Type type = type_of(word);
    if (type.k) {
        if (i->types == 2) {
            refuse_or_stop(i, "a third type");
            return;
        }
        if (i->types++ == 0)
            i->t = type;
        i->s = type;
        return;
    }
    if (row->words & CACHE && (strncmp(word, "L1::", 4) == 0 || strncmp(word, "L2::", 4) == 0))
        return;
    if (row->words & SPACES && strcmp(word, "shared::cta") == 0)
        word = "shared";
    const int k = find_word(word, row->words);
    if (k < 0)
        refuse_or_stop(i, "a word that is not known here");
    else
        note(i, word, words[k].group, words[k].word);
}

/* The row of that name, or NULL.  Where the same name is one of integers and one of floats, the type decides. */
static const Row *find_row(const char *name, const char *op)
{
    static const Row *const tables[] = {integer_rows, real_rows, value_rows, memory_rows, meet_rows, flow_rows, matrix_rows};
    const bool real = strstr(op, ".f32") || strstr(op, ".f64");
    if (strstr(op, "f16"))
        for (const Row *r = half_rows; r->name; r++)
            if (strcmp(r->name, name) == 0)
                return r;
    for (size_t k = 0; k < sizeof tables / sizeof *tables; k++)
        for (const Row *r = tables[k]; r->name; r++)
            if (strcmp(r->name, name) == 0 && (k > 1 || real == (k == 1)))
                return r;
    return NULL;
}

void decode(Insn *i)
{
    char op[200], *rest = op;
    if (strlen(i->op) >= sizeof op)
        refuse(i->line, "too long", i->op);
    strcpy(op, i->op);
    rest = strchr(op, '.');
    if (rest)
        *rest++ = 0;
    const Row *row = find_row(op, i->op);
    if (!row) {
        refuse_or_stop(i, "unknown instruction");
        return;
    }
    i->run = row->run;
    for (char *next; rest && !(row->words & WHOLE); rest = next) {
        next = strchr(rest, '.');
        if (next)
            *next++ = 0;
        decode_word(i, row, rest);
    }
    if (i->approx && !approximate)
        refuse(i->line, "an approximation", i->op);
    if (i->n < row->min || i->n > row->max)
        refuse(i->line, "the number of operands", i->op);
}
