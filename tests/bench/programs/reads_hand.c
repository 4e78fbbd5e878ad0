/* reads_hand.c: how likely reads of up to 32 letters come from a longer sequence. */
#include "bench.h"
#include <math.h>

enum { READS = 24, SEQUENCES = 10, COUNT = READS * SEQUENCES, LETTERS = READS * 32 + SEQUENCES * 80 };
typedef struct Pair { int read, read_length, sequence, sequence_length; } Pair;
static Pair *pairs;
static char *letters;
static uint8_t *quality;
static float *errors, *result, open = 0.01f, extend = 0.1f;
static int count = COUNT;

static void make(void)
{
    pairs = bench_in(COUNT, sizeof *pairs);
    letters = bench_in(LETTERS, 1);
    quality = bench_in(LETTERS, 1);
    errors = bench_in(64, 4);
    result = bench_out(COUNT, KIND_F32, 1e-3, 0);
    for (int i = 0; i < 64; i++)
        errors[i] = powf(10, -(float)(i + 1) / 10);
    for (int i = 0; i < LETTERS; i++) {
        letters[i] = "ACGT"[bench_random() >> 20 & 3];
        quality[i] = (uint8_t)(10 + bench_random() % 30);
    }
    for (int r = 0; r < READS; r++)
        for (int k = 0; k < 32; k++)
            if (bench_random() % 16)
                letters[r * 32 + k] = letters[READS * 32 + r % SEQUENCES * 80 + 8 + k];
    for (int i = 0; i < COUNT; i++)
        pairs[i] = (Pair){ i / SEQUENCES * 32, 20 + i / SEQUENCES % 13, READS * 32 + i % SEQUENCES * 80, 60 + i % SEQUENCES * 2 };
}

static void hand(void)
{
    const float stay = 1 - 2 * open, back = 1 - extend;
#pragma omp parallel for
    for (int p = 0; p < COUNT; p++) {
        const int n = pairs[p].sequence_length;
        const char *read = letters + pairs[p].read, *sequence = letters + pairs[p].sequence;
        float m[81] = {0}, x[81] = {0}, y[81], nm[81], nx[81], ny[81], sum = 0;
        for (int j = 0; j <= n; j++)
            y[j] = 1.0f / (float)n;
        for (int i = 0; i < pairs[p].read_length; i++) {
            const float wrong = errors[quality[pairs[p].read + i]], right = 1 - wrong;
            nm[0] = nx[0] = ny[0] = 0;
            for (int j = 1; j <= n; j++) {
                const float prior = sequence[j - 1] == read[i] || sequence[j - 1] == 'N' ? right : wrong * 0.33333333f;
                nm[j] = prior * (stay * m[j - 1] + back * (x[j - 1] + y[j - 1]));
                nx[j] = open * m[j] + extend * x[j];
            }
            for (int j = 1; j <= n; j++)
                ny[j] = open * nm[j - 1] + extend * ny[j - 1];
            for (int j = 0; j <= n; j++)
                m[j] = nm[j], x[j] = nx[j], y[j] = ny[j];
        }
        for (int j = 1; j <= n; j++)
            sum += m[j] + x[j];
        result[p] = log10f(sum);
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "likelihoods", DIM((COUNT + 3) / 4, 1), DIM(128, 1), BUFFER(pairs), BUFFER(letters), BUFFER(quality), BUFFER(errors),
           BUFFER(result), VALUE(open), VALUE(extend), VALUE(count));
}

const Bench bench = { "reads", make, hand, launch };
