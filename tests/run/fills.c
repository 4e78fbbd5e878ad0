/* Tiles with borders, beside the same in plain loops, for blocks of several shapes. */
#include "host.h"

extern const ptx2c_module fills;

enum { W = 37, H = 21 };

static int at(int i, int n)
{
    return i < 0 ? 0 : i >= n ? n - 1 : i;
}

static void check(const char *what, int wide, int high, bool right)
{
    printf("%s %dx%d %s\n", what, wide, high, right ? "right" : "WRONG");
}

static void median(int wide, int high)
{
    static unsigned char in[H][W], out[H][W];
    unsigned char *p = in[0], *q = out[0];
    int w = W, h = H;
    bool right = true;
    for (int i = 0; i < H * W; i++)
        p[i] = (unsigned char)(i * 37 + i / 5);
    memset(out, 0, sizeof out);
    ptx2c_launch(ptx2c_find_kernel(&fills, "median"), (ptx2c_dim3){3, 2, 1}, (ptx2c_dim3){(uint32_t)wide, (uint32_t)high, 1}, 0,
                 (void *[]){&p, &q, &w, &h});
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            int sum = 0;
            for (int i = 0; i < 9; i++) {
                const int py = y + i / 3 - 1, px = x + i % 3 - 1;
                sum += (i + 1) * (py < 0 || px < 0 || py >= H || px >= W ? 0 : in[py][px]);
            }
            right &= out[y][x] == (unsigned char)(sum >> 5);
        }
    check("median", wide, high, right);
}

static void edges(void)
{
    static int in[H][W], out[H][W];
    int *p = in[0], *q = out[0], w = W, h = H;
    bool right = true;
    for (int i = 0; i < H * W; i++)
        p[i] = i * 41 % 1009;
    ptx2c_launch(ptx2c_find_kernel(&fills, "edges"), (ptx2c_dim3){3, 2, 1}, (ptx2c_dim3){16, 16, 1}, 0,
                 (void *[]){&p, &q, &w, &h});
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            right &= out[y][x] == 8 * in[y][x] - in[at(y - 1, H)][x] - 2 * in[at(y + 1, H)][x] - 3 * in[y][at(x - 1, W)] - in[y][at(x + 1, W)];
    check("edges", 16, 16, right);
}

static void exceptions(void)
{
    int keys[64], out[64], want[64], *p = keys, *q = out;
    for (int i = 0; i < 64; i++) {
        keys[i] = i * 7 + 5;
        want[i] = -i;
    }
    for (int i = 0; i < 64; i++)
        want[(i & 32) + (keys[i] & 31)] = i / 32;
    run(&fills, "exceptions", 1, 64, (void *[]){&p, &q});
    check("exceptions", 64, 1, memcmp(out, want, sizeof out) == 0);
}

int main(void)
{
    median(16, 16);
    median(16, 18);
    median(18, 16);
    median(32, 16);
    edges();
    exceptions();
    return 0;
}
