/* All parts of the runtime together, as a module has them that uses textures, matrices, tensor copies and tensor memory:
 * their names differ. */
#define PTX2C_GENERATED 1
#define PTX2C_TEXTURES 1
#define PTX2C_MATRIX 1
#define PTX2C_TENSORS 1
#define PTX2C_TCGEN05 1
#include <ptx2c.h>

/* The lower bits of a tensor's place in shared memory take part in the exclusive or: eight rows of 128 bytes differ. */
int main(void)
{
    uint32_t seen = 0;
    for (uint32_t row = 0; row < 8; row++)
        seen |= 1u << (ptx2c_swizzled(row * 128, PTX2C_SWIZZLE_128B, 0) / 16 % 8);
    return seen != 0xff || ptx2c_per_register(ptx2c_el_f16) != 2;
}
