/* The messages of two deadlocks. */
#include "host.h"

extern const ptx2c_module stuck_many;

int main(void)
{
    for (uint32_t i = 0; i < stuck_many.kernel_count; i++) {
        const ptx2c_kernel *k = stuck_many.kernels[i];
        printf("%d\n", ptx2c_launch(k, (ptx2c_dim3){1, 1, 1}, (ptx2c_dim3){512, 1, 1}, 0, NULL) == PTX2C_DEADLOCK);
        printf("%s\n", ptx2c_message(k));
    }
    return 0;
}
