/* alleles_hand.c: which places of a genome go with an illness. */
#include "bench.h"

enum { PERSONS = 400, PLACES = 2000, ILL = 180 };
static uint8_t *data;
static float *results;
static int persons = PERSONS, places = PLACES, ill = ILL;

static void make(void)
{
    data = bench_in(PERSONS * PLACES, 1);
    results = bench_out(PLACES, KIND_F32, 1e-4, 0);
    for (int i = 0; i < PERSONS * PLACES; i++)
        data[i] = (uint8_t)('0' + bench_random() % 7 % 3);
}

enum { TILE = 250 };
static void hand(void)
{
#pragma omp parallel for
    for (int from = 0; from < PLACES; from += TILE) {
        int counts[2][3][TILE] = {0};
        for (int p = 0; p < PERSONS; p++) {
            int(*c)[TILE] = counts[p < ILL];
            const uint8_t *row = data + p * PLACES + from;
            for (int i = 0; i < TILE; i++) {
                c[0][i] += row[i] == '0';
                c[1][i] += row[i] == '1';
                c[2][i] += row[i] == '2';
            }
        }
        for (int i = 0; i < TILE; i++) {
            float sum = 0;
            for (int g = 0; g < 2; g++) {
                const int all = counts[g][0][i] + counts[g][1][i] + counts[g][2][i];
                for (int k = 0; k < 3; k++) {
                    const float expected = (float)(counts[0][k][i] + counts[1][k][i]) * (float)all / PERSONS, d = (float)counts[g][k][i] - expected;
                    sum += expected > 0 ? d * d / expected : 0;
                }
            }
            results[from + i] = sum;
        }
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "alleles", DIM((PLACES + 127) / 128, 1), DIM(128, 1), VALUE(persons), VALUE(places), VALUE(ill), BUFFER(data), BUFFER(results));
}

const Bench bench = { "alleles", make, hand, launch };
