/* decode_hand.c: words of different lengths become letters again. */
#include "bench.h"

enum { SHORT = 8, LONGEST = 15, PIECES = 700, LETTERS = 128 };
typedef struct Code { uint32_t limit[LONGEST + 2]; int shift[LONGEST + 2]; uint16_t quick[1 << SHORT]; uint8_t letter[256]; } Code;
static uint32_t *bits;
static int *begin, *count;
static Code *code;
static uint8_t *out;

/* Words of length 3 to 12, in order: how many there are of each. */
static const int words[LONGEST + 1] = { [3] = 3, [4] = 4, [5] = 4, [6] = 6, [7] = 8, [8] = 8, [9] = 12, [10] = 16, [11] = 20, [12] = 40 };

static void make(void)
{
    bits = bench_in(PIECES * (LETTERS * LONGEST / 32 + 4), 4);
    begin = bench_in(PIECES, sizeof *begin);
    count = bench_in(PIECES, sizeof *count);
    code = bench_in(1, sizeof *code);
    out = bench_out(PIECES * LETTERS, KIND_U8, 0, 0);
    uint32_t word = 0, wordOf[256];
    int n = 0, lengthOf[256];
    for (int length = 1; length <= LONGEST; length++) {
        code->shift[length] = n - (int)word;
        for (int i = 0; i < words[length]; i++, n++, word++) {
            wordOf[n] = word;
            lengthOf[n] = length;
            code->letter[n] = (uint8_t)(n * 37 + 11);
            if (length <= SHORT)
                for (uint32_t j = 0; j < 1u << (SHORT - length); j++)
                    code->quick[(word << (SHORT - length)) + j] = (uint16_t)(length << 8 | code->letter[n]);
        }
        code->limit[length] = word << (16 - length);
        word <<= 1;
    }
    int at = 0;
    for (int p = 0; p < PIECES; p++) {
        begin[p] = at;
        count[p] = LETTERS - (int)(bench_random() % 32);
        int bit = 0;
        for (int i = 0; i < count[p]; i++) {
            /* The shorter, the likelier. */
            int s;
            do
                s = (int)(bench_random() % (uint32_t)n);
            while (bench_random() % (1u << lengthOf[s]) > 16u);
            for (int b = lengthOf[s] - 1; b >= 0; b--, bit++)
                if (wordOf[s] >> b & 1)
                    bits[at + bit / 32] |= 1u << (31 - bit % 32);
        }
        at += bit / 32 + 3;
    }
}

static void hand(void)
{
#pragma omp parallel for
    for (int p = 0; p < PIECES; p++) {
        const uint32_t *from = bits + begin[p];
        uint64_t held = (uint64_t)from[0] << 32 | from[1];
        int left = 64;
        from += 2;
        uint8_t *to = out + p * LETTERS;
        for (int i = 0; i < count[p]; i++) {
            if (left <= 32) {
                held |= (uint64_t)*from++ << (32 - left);
                left += 32;
            }
            const uint32_t seen = (uint32_t)(held >> 48);
            const uint16_t q = code->quick[seen >> (16 - SHORT)];
            int length;
            if (q) {
                length = q >> 8;
                to[i] = (uint8_t)q;
            } else {
                length = SHORT + 1;
                while (length < LONGEST && seen >= code->limit[length])
                    length++;
                to[i] = code->letter[((seen >> (16 - length)) + (uint32_t)code->shift[length]) & 255];
            }
            held <<= length;
            left -= length;
        }
    }
}

static void launch(Run *r)
{
    const int pieces = PIECES, longest = LETTERS;
    LAUNCH(r, "decode", DIM((PIECES + 127) / 128, 1), DIM(128, 1), BUFFER(bits), BUFFER(begin), BUFFER(count), BUFFER(code), BUFFER(out),
           VALUE(pieces), VALUE(longest));
}

const Bench bench = { "decode", make, hand, launch };
