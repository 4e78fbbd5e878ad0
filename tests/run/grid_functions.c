/* All of a grid's threads wait for each other by functions of the device runtime. */
#include "host.h"

extern const ptx2c_module grid_functions;

enum { ROUNDS = 20, MOST = 12 * 96 };

static int mirror(ptx2c_dim3 grid, ptx2c_dim3 block)
{
    static uint32_t row[(ROUNDS + 1) * MOST], info[2 * MOST];
    const uint32_t n = grid.x * grid.y * block.x;
    uint64_t rows = (uintptr_t)row, infos = (uintptr_t)info;
    uint32_t rounds = ROUNDS, wrong = 0, ranks = 0;
    void *args[] = {&rows, &rounds, &infos};
    memset(row, 0, sizeof row);
    memset(info, 255, sizeof info);
    for (uint32_t i = 0; i < n; i++)
        row[i] = 1000 * i;
    const int status = ptx2c_launch(ptx2c_find_kernel(&grid_functions, "mirror"), grid, block, 0, args);
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t k = 1; k <= ROUNDS; k++)
            wrong += row[k * n + i] != 1000 * (k % 2 ? n - 1 - i : i) + k;
        ranks += i > 1 && (info[2 * i] != i || info[2 * i + 1] != 0);
    }
    printf("%u x %u blocks of %u: %s, %u wrong, %u ranks wrong, size %u of %u, %u\n", grid.x, grid.y, block.x, ptx2c_strerror(status), wrong,
           ranks, info[0], info[1], info[3]);
    return status || wrong || ranks;
}

int main(void)
{
    const ptx2c_dim3 one = {1, 1, 1};
    int bad = 0;
    bad |= mirror((ptx2c_dim3){1, 1, 1}, (ptx2c_dim3){33, 1, 1});
    bad |= mirror((ptx2c_dim3){12, 1, 1}, (ptx2c_dim3){96, 1, 1});
    bad |= mirror((ptx2c_dim3){3, 4, 1}, (ptx2c_dim3){64, 1, 1});
    printf("several: %s\n", ptx2c_strerror(ptx2c_launch(ptx2c_find_kernel(&grid_functions, "several"), one, one, 0, NULL)));
    return bad;
}
