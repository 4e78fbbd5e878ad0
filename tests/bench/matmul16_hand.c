/* matmul16_hand.c: C = A * B; the kernel has a thread per element. */
#include "matmul_hand.h"

static void launch(Run *r)
{
    LAUNCH(r, "matmul16", DIM((uint32_t)n / 16, (uint32_t)n / 16), DIM(16, 16), BUFFER(a), BUFFER(b), BUFFER(c),
           VALUE(n));
}

const Bench bench = { "matmul16", make, hand, launch };
