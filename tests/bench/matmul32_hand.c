/* matmul32_hand.c: C = A * B; the kernel has a thread for four elements. */
#include "matmul_hand.h"

static void launch(Run *r)
{
    LAUNCH(r, "matmul32", DIM((uint32_t)n / 32, (uint32_t)n / 32), DIM(32, 8), BUFFER(a), BUFFER(b), BUFFER(c),
           VALUE(n));
}

const Bench bench = { "matmul32", make, hand, launch };
