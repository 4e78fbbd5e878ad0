/* Tiles that are read by columns, against loops. */
#include "host.h"

extern const ptx2c_module turned_columns;

enum { N = 256 * 256 };
static uint32_t in[N], out[N], want[N];
static int wrong;

static void launch(const char *kernel, ptx2c_dim3 grid, ptx2c_dim3 block, uint32_t width, uint32_t height, size_t words)
{
    void *i = in, *o = out;
    memset(out, 0, sizeof out);
    const int status = ptx2c_launch(ptx2c_find_kernel(&turned_columns, kernel), grid, block, 0, (void *[]){&i, &o, &width, &height});
    if (status)
        printf("%s: %s\n", kernel, ptx2c_strerror(status));
    if (memcmp(out, want, words * 4) && wrong++ < 10)
        printf("%s: %u x %u threads, %u x %u: wrong\n", kernel, (unsigned)block.x, (unsigned)block.y, (unsigned)width, (unsigned)height);
}

static void transposes(uint32_t width, uint32_t height)
{
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++)
            want[x * height + y] = in[y * width + x];
    if (width % 32 == 0 && height % 32 == 0)
        launch("whole", (ptx2c_dim3){width / 32, height / 32, 1}, (ptx2c_dim3){32, 8, 1}, width, height, (size_t)width * height);
    launch("bounded", (ptx2c_dim3){(width + 15) / 16, (height + 15) / 16, 1}, (ptx2c_dim3){16, 16, 1}, width, height, (size_t)width * height);
    launch("each_bounded", (ptx2c_dim3){(width + 31) / 32, (height + 31) / 32, 1}, (ptx2c_dim3){32, 8, 1}, width, height, (size_t)width * height);
}

static void shapes(uint32_t x, uint32_t y, uint32_t z)
{
    for (uint32_t i = 0; i < x * y * z; i++) {
        const uint32_t at = i % x * 33 + i / x % y;
        want[2 * i] = in[at];
        want[2 * i + 1] = in[at] ^ at;
    }
    launch("shapes", (ptx2c_dim3){1, 1, 1}, (ptx2c_dim3){x, y, z}, 0, 0, (size_t)2 * x * y * z);
}

static void others(uint32_t rows)
{
    memset(want, 0, sizeof want);
    for (uint32_t i = 0; i < 32 * rows; i++) {
        const uint32_t x = i % 32, y = i / 32;
        if (y < 5)
            want[i] = in[x * 5 + y];
        if (y < 5 && x >= 1)
            want[256 + i] = in[(x - 1) * 5 + y];
    }
    launch("narrow", (ptx2c_dim3){1, 1, 1}, (ptx2c_dim3){32, rows, 1}, 0, 0, 512);
    for (uint32_t i = 0; i < 32 * rows; i++) {
        want[2 * i] = in[i % 32 * 32 + i / 32];
        want[2 * i + 1] = want[2 * i] ^ 85 * (i % 32);
    }
    launch("own_change", (ptx2c_dim3){1, 1, 1}, (ptx2c_dim3){32, rows, 1}, 0, 0, 64 * rows);
}

static void rounds(void)
{
    for (uint32_t i = 0; i < 32 * 8; i++) {
        const uint32_t first = in[i % 32 * 32 + i / 32];
        want[i] = 25 * first + 5 * (first + 1) + first + 4;
    }
    launch("rounds", (ptx2c_dim3){1, 1, 1}, (ptx2c_dim3){32, 8, 1}, 0, 0, 256);
}

int main(void)
{
    static const uint32_t size[][2] = {{32, 32}, {64, 96}, {1, 1}, {33, 7}, {200, 45}, {16, 250}};
    static const uint32_t shape[][3] = {{32, 8, 1}, {16, 16, 1}, {8, 8, 1}, {32, 4, 1}, {32, 6, 1}, {5, 32, 1}, {32, 1, 1}, {32, 32, 1}, {64, 16, 1},
                                        {16, 8, 4}, {1, 32, 1}, {31, 12, 1}};
    for (uint32_t i = 0; i < N; i++)
        in[i] = i * 2654435761u ^ i << 9;
    for (size_t i = 0; i < sizeof size / sizeof *size; i++)
        transposes(size[i][0], size[i][1]);
    for (size_t i = 0; i < sizeof shape / sizeof *shape; i++)
        shapes(shape[i][0], shape[i][1], shape[i][2]);
    others(8);
    others(4);
    rounds();
    printf("wrong: %d\n", wrong);
    return 0;
}
