/* Long kernels in blocks of many shapes, some of whose chunks are cut, against the same on the host. */
#include "host.h"

extern const ptx2c_module rest_of_widths;

enum { W = 2100, H = 40 };
static uint32_t from[W * H], to[W * H];
static int wrong, launches;

static uint32_t mixed(uint32_t x)
{
    for (uint32_t i = 0; i < 12; i++) {
        x ^= x >> 15;
        x *= 0x2c1b3c6du + i;
        x += x << 3 | i;
    }
    return x;
}

/* What thread t of the block at (x, y) has of its own. */
static uint32_t own(uint32_t x, uint32_t y, uint32_t w, uint32_t h, uint32_t none)
{
    return x < w && y < h ? mixed(from[y * w + x]) : none;
}

static uint32_t expected(const char *kernel, ptx2c_dim3 block, uint32_t x, uint32_t y, uint32_t w, uint32_t h)
{
    const uint32_t i = y * w + x, n = block.x * block.y;
    const uint32_t left = x / block.x * block.x, top = y / block.y * block.y, t = (y - top) * block.x + x - left;
    if (strcmp(kernel, "rows") == 0)
        return mixed(from[i] + x) ^ y;
    if (strcmp(kernel, "divided") == 0)
        return mixed(from[i] + x) + (x > 0 ? from[i - 1] : y);
    if (strcmp(kernel, "turned") == 0) {
        const uint32_t other = n - 1 - t;
        return mixed(own(left + other % block.x, top + other / block.x, w, h, 7) + t);
    }
    /* warps: a sum over the lanes that there are */
    const uint32_t first = t / 32 * 32, lanes = n - first < 32 ? n - first : 32;
    uint32_t sum = own(x, y, w, h, 1);
    for (uint32_t j = first; j < first + lanes; j++)
        sum += own(left + j % block.x, top + j / block.x, w, h, 1);
    return mixed(sum + x);
}

static void test(const char *kernel, ptx2c_dim3 block, uint32_t w, uint32_t h)
{
    void *a = to, *b = from, *args[] = {&a, &b, &w, &h};
    ptx2c_dim3 grid = {(w + block.x - 1) / block.x, (h + block.y - 1) / block.y, 1};
    if (strcmp(kernel, "divided") == 0)
        grid = (ptx2c_dim3){3, 1, 1};
    memset(to, 0, sizeof to);
    const int status = ptx2c_launch(ptx2c_find_kernel(&rest_of_widths, kernel), grid, block, 0, args);
    if (status)
        printf("%s: %s\n", kernel, ptx2c_strerror(status));
    launches++;
    for (uint32_t y = 0; y < h; y++)
        for (uint32_t x = 0; x < w; x++) {
            const uint32_t should = expected(kernel, block, x, y, w, h);
            if (to[y * w + x] != should && wrong++ < 10)
                printf("%s, blocks of %u x %u, %u x %u: at %u, %u is %u, not %u\n", kernel, block.x, block.y, w, h, x, y,
                       to[y * w + x], should);
        }
}

int main(void)
{
    static const char *const kernels[] = {"rows", "turned", "warps", "divided"};
    static const ptx2c_dim3 blocks[] = {{32, 4, 1}, {16, 16, 1}, {8, 8, 1},  {24, 3, 1},  {33, 2, 1}, {40, 1, 1},
                                        {64, 2, 1}, {128, 1, 1}, {256, 1, 1}, {300, 1, 1}, {1, 7, 1},  {1024, 1, 1}};
    static const uint32_t widths[] = {31, 32, 100, 1000, 1024, 2100};
    for (uint32_t i = 0; i < W * H; i++)
        from[i] = i * 2654435761u;
    for (uint32_t k = 0; k < 4; k++)
        for (uint32_t b = 0; b < sizeof blocks / sizeof blocks[0]; b++)
            for (uint32_t i = 0; i < 6; i++)
                test(kernels[k], blocks[b], widths[i], k == 1 || k == 2 ? 5 : 40 - i);
    printf("%d launches, %d wrong\n", launches, wrong);
    return wrong != 0;
}
