/* warptiles_hand.c: a product of matrices of halves by wmma. */
#include "half_product.h"

static void launch(Run *x)
{
    LAUNCH(x, "warptiles", DIM(N / 64, N / 64), DIM(128, 1), BUFFER(a), BUFFER(b), BUFFER(c), VALUE(n));
}

const Bench bench = {"warptiles", make, hand, launch};
