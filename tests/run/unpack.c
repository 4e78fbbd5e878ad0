#include "host.h"

extern const ptx2c_module unpack;

static unsigned char in[32][16];
static uint32_t out[6][32];

/* Element col of a row. */
static uint32_t element(int row, int col, int bits)
{
    uint32_t v = 0;
    for (int i = 0; i < bits; i++)
        v |= (uint32_t)(in[row][(col * bits + i) / 8] >> (col * bits + i) % 8 & 1) << i;
    return v;
}

int main(void)
{
    for (int i = 0; i < 512; i++)
        in[i / 16][i % 16] = (unsigned char)((uint32_t)i * 2654435761u >> 13);
    void *a = in, *b = out;
    run(&unpack, "unpack", 1, 32, (void *[]){&a, &b});
    int bad[2] = {0, 0};
    for (int n = 0; n < 6; n++)
        for (int l = 0; l < 32; l++)
            for (int i = 0; i < 4; i++) {
                int six = n > 3, row = 8 * (n % 4) + l / 4;
                bad[six] += (out[n][l] >> 8 * i & 0xff) != element(row, l % 4 * 4 + i, six ? 6 : 4);
            }
    printf("4 bits %d, 6 bits %d\n", bad[0], bad[1]);
    return 0;
}
