/* contract_hand.c: two tensors are contracted over two of their dimensions. */
#include "bench.h"

enum { NA = 12, NB = 12, NC = 12, ND = 16, NE = 10, NF = 10 };
static int na = NA, nb = NB, nc = NC, nd = ND, ne = NE, nf = NF;
static double *A, *B, *C;

static void make(void)
{
    A = bench_in(NA * NE * NB * NF, 8);
    B = bench_in(NF * NC * NE * ND, 8);
    C = bench_out(NA * NB * NC * ND, KIND_F64, 1e-10, 0);
    for (int i = 0; i < NA * NE * NB * NF; i++)
        A[i] = bench_uniform(-1, 1);
    for (int i = 0; i < NF * NC * NE * ND; i++)
        B[i] = bench_uniform(-1, 1);
}

static void hand(void)
{
#pragma omp parallel for collapse(3)
    for (int a = 0; a < NA; a++)
        for (int b = 0; b < NB; b++)
            for (int c = 0; c < NC; c++) {
                double sum[ND] = { 0 };
                for (int e = 0; e < NE; e++)
                    for (int f = 0; f < NF; f++) {
                        const double factor = A[((a * NE + e) * NB + b) * NF + f];
#pragma omp simd
                        for (int d = 0; d < ND; d++)
                            sum[d] += factor * B[((f * NC + c) * NE + e) * ND + d];
                    }
                for (int d = 0; d < ND; d++)
                    C[((a * NB + b) * NC + c) * ND + d] = sum[d];
            }
}

static void launch(Run *r)
{
    LAUNCH(r, "contract", ((Dim){ 2, 3, NA * NB / 4 }), ((Dim){ 8, 4, 4 }), BUFFER(A), BUFFER(B), BUFFER(C), VALUE(na), VALUE(nb),
           VALUE(nc), VALUE(nd), VALUE(ne), VALUE(nf));
}

const Bench bench = { "contract", make, hand, launch };
