/* Against the same on the host, thread by thread. */
#include "host.h"

extern const ptx2c_module thread_tables;

enum { MOST = 1100, GRID = 2 };
static int in[GRID * MOST], out[GRID * MOST], want[GRID * MOST];
static void *const pin = in, *const pout = out;

static int mul(int a, int b) { return (int)((uint32_t)a * (uint32_t)b); }
static int add(int a, int b) { return (int)((uint32_t)a + (uint32_t)b); }

static bool fill(const char *name, int size, int step)
{
    memset(out, 0, sizeof out);
    memset(want, 0, sizeof want);
    run(&thread_tables, name, GRID, (uint32_t)step, (void *[]){(void *)&pin, (void *)&pout});
    for (int b = 0; b < GRID; b++) {
        int tile[MOST];
        for (int i = 0; i < size; i++)
            tile[i] = in[b * MOST + i] * 3 + i % step;
        for (int i = 0; i < size; i++)
            want[b * MOST + i] = tile[i] ^ tile[size - 1 - i];
    }
    return memcmp(out, want, sizeof out) != 0;
}

static bool rows(void)
{
    const ptx2c_dim3 block = {16, 8, 1};
    memset(out, 0, sizeof out);
    memset(want, 0, sizeof want);
    ptx2c_launch(ptx2c_find_kernel(&thread_tables, "rows"), (ptx2c_dim3){GRID, 1, 1}, block, 0, (void *[]){(void *)&pin, (void *)&pout});
    for (int b = 0; b < GRID; b++)
        for (int y = 0; y < 8; y++)
            for (int x = 0; x < 16; x++) {
                const int *tile = in + b * MOST;
                want[b * MOST + y * 16 + x] = tile[y * 18 + x] + y + (tile[(y + 1) * 18 + x + 2] + y + 1) * 3 - tile[(y + 2) * 18 + x + 1] - y - 2;
            }
    return memcmp(out, want, sizeof out) != 0;
}

static bool asked(int block, int n)
{
    memset(out, 0, sizeof out);
    memset(want, 0, sizeof want);
    run(&thread_tables, "asked", GRID, (uint32_t)block, (void *[]){(void *)&pin, (void *)&pout, &n});
    for (int b = 0; b < GRID; b++) {
        const int *tile = in + b * MOST;
        int done[1024];
        for (int x = 0; x < block; x++) {
            const uint32_t t = (uint32_t)x, q = (t * 3 + 5) >> 4, r = (t < 37 ? t : 37) - (uint32_t)(x > 20 ? x - 20 : 0);
            int s = tile[t ^ 1];
            if (q > 2)
                s = add(s, tile[(x + 7) % block]);
            if (q == 6 && r != 17)
                s ^= 0x55;
            if (r < 20) {
                s = mul(s, 3);
                if (t > 50)
                    s = add(s, 5);
                else if (r == 3)
                    s = add(s, -n);
                if ((t & 7) == 3)
                    s ^= 1;
            } else if (q == 0)
                s = add(s, 1000);
            if (t % 32 == 0)
                s = add(s, 7);
            if ((t | 64) == 81)
                s = add(s, -9);
            done[x] = mul(s, t * t < 1000 ? 4 : (int)(t / 200) * 2);
        }
        for (int x = 0; x < block; x++)
            want[b * MOST + x] = add(done[x], done[x < 3 ? 0 : x - 3]);
    }
    return memcmp(out, want, sizeof out) != 0;
}

int main(void)
{
    int wrong = 0;
    for (int i = 0; i < GRID * MOST; i++)
        in[i] = i * 7919 % 1000 - 300;
    wrong += fill("two", 34, 32) + fill("three", 70, 32) + fill("four", 100, 30) + fill("five", 130, 32) + fill("few", 5, 16);
    wrong += fill("whole", 256, 128) + fill("many", 1030, 256) + rows();
    static const int blocks[] = {2, 16, 32, 50, 64, 96, 256, 500, 1024};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        wrong += asked(blocks[i], 12345);
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
