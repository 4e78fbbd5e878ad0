#include "host.h"

extern const ptx2c_module neighbours;

enum { MOST = 300000 };
static uint32_t got[MOST], want[MOST];

static int launch(const char *name, ptx2c_dim3 grid, ptx2c_dim3 block, void *const args[])
{
    memset(got, 0xee, sizeof got);
    memset(want, 0xee, sizeof want);
    return ptx2c_launch(ptx2c_find_kernel(&neighbours, name), grid, block, 0, args);
}

static void compare(const char *name, ptx2c_dim3 grid, ptx2c_dim3 block)
{
    for (int i = 0; i < MOST; i++)
        if (got[i] != want[i]) {
            printf("%s, grid %u x %u of %u x %u: [%d] is %x, not %x\n", name, (unsigned)grid.x, (unsigned)grid.y,
                   (unsigned)block.x, (unsigned)block.y, i, (unsigned)got[i], (unsigned)want[i]);
            return;
        }
}

static void borders(ptx2c_dim3 grid, ptx2c_dim3 block, int width, int low, int high)
{
    uint32_t *to = got;
    int stride = (int)(grid.x * block.x);
    launch("borders", grid, block, (void *[]){&to, &width, &stride, &low, &high});
    for (int y = 0; y < (int)(grid.y * block.y); y++)
        for (int x = 0; x < stride && x < width; x++) {
            uint32_t bits = (x > low) | (x <= high) << 1 | ((uint32_t)(x - low) < (uint32_t)(high - low)) << 2 |
                            (x < low || y < 2) << 3 | (x == high) << 4 | (x != low && y != 1) << 5 |
                            (high - x > low) << 6 | (-2 * x < -low) << 7;
            want[y * stride + x] = bits << 8 | (x & 255);
        }
    compare("borders", grid, block);
}

static void lines(ptx2c_dim3 grid, ptx2c_dim3 block)
{
    uint32_t *to = got;
    uint32_t all = grid.x * block.x, n = all - all / 7;
    uint64_t n64 = n;
    launch("index64", grid, block, (void *[]){&to, &n64});
    for (uint32_t i = 0; i < n; i++)
        want[i] = i * i;
    compare("index64", grid, block);
    uint32_t far = all * 2 + 3;
    launch("steps", grid, block, (void *[]){&to, &far});
    for (uint32_t i = 0; i < far; i++)
        want[i] += i + grid.x;
    compare("steps", grid, block);
    launch("place", grid, block, (void *[]){&to, &n});
    for (uint32_t i = 0; i < n; i++)
        want[i] = i % block.x << 16 | i / block.x;
    compare("place", grid, block);
}

int main(void)
{
    const ptx2c_dim3 one = {1, 1, 1};
    borders((ptx2c_dim3){31, 2, 1}, (ptx2c_dim3){32, 8, 1}, 990, 1, 800);
    borders((ptx2c_dim3){64, 1, 1}, (ptx2c_dim3){16, 4, 1}, 5000, 511, 513);
    borders((ptx2c_dim3){97, 3, 1}, (ptx2c_dim3){7, 3, 1}, 600, -1, 256);
    borders((ptx2c_dim3){40, 1, 1}, (ptx2c_dim3){100, 1, 1}, 4000, 255, 3900);
    borders((ptx2c_dim3){500, 2, 1}, one, 499, 32, 33);
    borders((ptx2c_dim3){3, 1, 1}, (ptx2c_dim3){1024, 1, 1}, 3000, 2000, 1000);
    lines((ptx2c_dim3){1, 1, 1}, (ptx2c_dim3){256, 1, 1});
    lines((ptx2c_dim3){199, 1, 1}, (ptx2c_dim3){32, 1, 1});
    lines((ptx2c_dim3){77, 1, 1}, (ptx2c_dim3){1000, 1, 1});
    lines((ptx2c_dim3){5000, 1, 1}, (ptx2c_dim3){3, 1, 1});
    uint32_t *to = got, n = 2;
    launch("own", (ptx2c_dim3){999, 1, 1}, one, (void *[]){&to, &n});
    for (uint32_t i = 0; i < 999; i++) {
        uint32_t a = i * 3 + 1, b = a * 3 + 2, c = b * 3 + 3;
        want[i] = c + b;
    }
    compare("own", (ptx2c_dim3){999, 1, 1}, one);
    n = 70;
    int status = launch("wrong", (ptx2c_dim3){4, 1, 1}, (ptx2c_dim3){32, 1, 1}, (void *[]){&to, &n});
    printf("%d %s\n", status == PTX2C_TRAP, ptx2c_message(ptx2c_find_kernel(&neighbours, "wrong")));
    return 0;
}
