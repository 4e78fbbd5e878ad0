/* tensor_hand.c: a product of matrices of halves by mma. */
#include "half_product.h"

static void launch(Run *x)
{
    LAUNCH(x, "tensor", DIM(N / 128, N / 128), DIM(256, 1), BUFFER(a), BUFFER(b), BUFFER(c), VALUE(n));
}

const Bench bench = {"tensor", make, hand, launch};
