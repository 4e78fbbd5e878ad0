#include "host.h"

extern const ptx2c_module signs;

enum { MOST = 40000 };
static uint32_t got[MOST], want[MOST];

static void compare(const char *name, ptx2c_dim3 grid, ptx2c_dim3 block, int dx, int dy)
{
    for (int i = 0; i < MOST; i++)
        if (got[i] != want[i]) {
            printf("%s, grid %u x %u of %u x %u, %d, %d: [%d] is %x, not %x\n", name, (unsigned)grid.x, (unsigned)grid.y,
                   (unsigned)block.x, (unsigned)block.y, dx, dy, i, (unsigned)got[i], (unsigned)want[i]);
            return;
        }
}

static int launch(const char *name, ptx2c_dim3 grid, ptx2c_dim3 block, void *const args[])
{
    memset(got, 0xee, sizeof got);
    memset(want, 0xee, sizeof want);
    return ptx2c_launch(ptx2c_find_kernel(&signs, name), grid, block, 0, args);
}

static void all(ptx2c_dim3 grid, ptx2c_dim3 block, int dx, int dy, int width)
{
    uint32_t *at = got;
    const int stride = (int)(grid.x * block.x);
    int status = launch("signs", grid, block, (void *[]){&at, (void *)&stride, &dx, &dy, &width});
    for (int y = 0; y < (int)(grid.y * block.y); y++)
        for (int x = 0; x < stride; x++) {
            const bool u = x < dx, v = y < dy, w = x > width;
            want[y * stride + x] = (u || v) | (uint32_t)(!w && !v) << 1 | (uint32_t)(!u && !v && !w) << 2 | (uint32_t)(u || w) << 3 |
                                   (uint32_t)(u || v) << 4 | (uint32_t)(x - dx + 9 < 0 || v) << 5;
        }
    compare("signs", grid, block, dx, dy);
    if (!status)
        status = launch("meet", (ptx2c_dim3){grid.x, 1, 1}, (ptx2c_dim3){block.x, 1, 1}, (void *[]){&at, &dx, &dy});
    for (int x = 0; x < stride; x++)
        want[x] = (uint32_t)(x < dx || dy < 0 || x % (int)block.x == (int)block.x - 1 ? x : x + 1);
    compare("meet", grid, block, dx, dy);
    if (status)
        printf("status %d\n", status);
}

int main(void)
{
    static const int shape[][4] = {{5, 3, 32, 8}, {3, 2, 100, 3}, {9, 1, 1000, 1}, {40, 2, 64, 2}, {1, 5, 7, 31}};
    for (int i = 0; i < 5; i++)
        for (int dx = -1; dx < 100; dx += 11)
            for (int dy = -1; dy < 3; dy++)
                all((ptx2c_dim3){(uint32_t)shape[i][0], (uint32_t)shape[i][1], 1},
                    (ptx2c_dim3){(uint32_t)shape[i][2], (uint32_t)shape[i][3], 1}, dx, dy, 3 * dx + 250 * dy);
    printf("done\n");
    return 0;
}
