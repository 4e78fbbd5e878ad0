/* What is stored is printed as bits. */
#include <ptx2c.h>
#include <stdio.h>

extern const ptx2c_module pairs_of_bits;

int main(void)
{
    float in[3] = {0, 1.5f, -3};
    uint32_t out[3][6];
    void *args[] = {PTX2C_POINTER(in), PTX2C_POINTER(out)};
    int status = ptx2c_launch(ptx2c_find_kernel(&pairs_of_bits, "pairs"), (ptx2c_dim3){1, 1, 1}, (ptx2c_dim3){3, 1, 1}, 0, args);
    if (status)
        printf("%s\n", ptx2c_strerror(status));
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 6; k++)
            printf("%08x%c", (unsigned)out[i][k], k < 5 ? ' ' : '\n');
    return 0;
}
