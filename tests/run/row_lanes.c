#include "host.h"

extern const ptx2c_module row_lanes;

enum { N = 1 << 15 };
static int x[N], out[N], want[N];
static int *px = x, *pout = out;

static void launch(const char *name, ptx2c_dim3 grid, ptx2c_dim3 block, void *const args[])
{
    for (int i = 0; i < N; i++)
        out[i] = want[i] = -77;
    const int status = ptx2c_launch(ptx2c_find_kernel(&row_lanes, name), grid, block, 0, args);
    if (status)
        printf("%s: %s\n", name, ptx2c_strerror(status));
}

static void compare(const char *name, ptx2c_dim3 block)
{
    for (int i = 0; i < N; i++)
        if (out[i] != want[i]) {
            printf("%s, %u x %u x %u threads: number %d is %d, not %d\n", name, block.x, block.y, block.z, i, out[i], want[i]);
            return;
        }
}

static void plane(unsigned bx, unsigned by, int w, int h)
{
    const ptx2c_dim3 block = {bx, by, 1}, grid = {((unsigned)w + bx - 1) / bx, ((unsigned)h + by - 1) / by, 1};
    launch("plane", grid, block, (void *[]){&px, &pout, &w, &h});
    for (unsigned k = 0; k < grid.x * grid.y; k++)
        want[k] = 0;
    for (int j = 1; j < h - 1; j++)
        for (int i = 1; i < w - 1; i++)
            want[(unsigned)j / by * grid.x + (unsigned)i / bx] += x[j * w + i] + 2 * x[j * w + i - 1] - x[(j - 1) * w + i + 1];
    compare("plane", block);
}

static void space(unsigned bx, unsigned by, unsigned bz, unsigned gx, unsigned gy, int n)
{
    const ptx2c_dim3 block = {bx, by, bz}, grid = {gx, gy, 1};
    const int threads = (int)(bx * by * bz);
    launch("space", grid, block, (void *[]){&px, &pout, &n});
    for (int i = 0; i < threads * (int)(gx * gy); i++) {
        const int lane = i % threads & 31, v = i < n && i >= 3 ? x[i] : 1, u = lane == 0 ? v : i - 1 < n && i - 1 >= 3 ? x[i - 1] : 1;
        if (lane == 31)
            want[i] = v + u;
        else if (lane >= 7 && lane < 11)
            want[i] = -(v + u);
    }
    compare("space", block);
}

static void row(unsigned bx, unsigned by, unsigned gx, int n)
{
    const ptx2c_dim3 block = {bx, by, 1}, grid = {gx, 1, 1};
    launch("row", grid, block, (void *[]){&px, &pout, &n});
    for (unsigned b = 0; b < gx; b++)
        for (unsigned t = 0; t < bx * by; t++) {
            const unsigned u = t ^ 1, lane = t & 31, i = b * bx + t % bx;
            const int mine = x[i] + (int)(t / bx), other = u < bx * by ? x[b * bx + u % bx] + (int)(u / bx) : mine;
            if (lane < 2 || (int)i == n)
                want[t / bx * bx * gx + i] = mine + other + (int)lane;
        }
    compare("row", block);
}

int main(void)
{
    uint32_t r = 5;
    for (int i = 0; i < N; i++) {
        r = r * 1664525 + 1013904223;
        x[i] = (int)(r >> 24) - 100;
    }
    static const unsigned planes[][2] = {{32, 8}, {64, 4}, {32, 1}, {128, 2}, {16, 16}, {8, 8}, {96, 3}, {40, 8}};
    for (size_t k = 0; k < sizeof planes / sizeof *planes; k++) {
        plane(planes[k][0], planes[k][1], 100, 37);
        plane(planes[k][0], planes[k][1], 193, 2 + (int)k);
        plane(planes[k][0], planes[k][1], 33, 20);
        plane(planes[k][0], planes[k][1], 2, 9);
    }
    static const unsigned spaces[][3] = {{32, 2, 2}, {64, 1, 3}, {16, 4, 2}, {8, 4, 4}, {96, 2, 1}, {160, 1, 1}, {4, 8, 8}, {32, 4, 4}};
    for (size_t k = 0; k < sizeof spaces / sizeof *spaces; k++) {
        space(spaces[k][0], spaces[k][1], spaces[k][2], 3, 2, 400);
        space(spaces[k][0], spaces[k][1], spaces[k][2], 2, 2, 1 << 20);
    }
    row(32, 4, 3, 40);
    row(64, 3, 2, 100);
    row(16, 6, 3, 17);
    row(48, 1, 4, 150);
    row(20, 4, 2, 3);
    puts("done");
}
