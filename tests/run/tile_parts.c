/* Parts of a tile's columns, all of them that there are, against the same on the host. */
#include "host.h"

#include <stdlib.h>
#include <string.h>

extern const ptx2c_module tile_parts;

enum { SIDE = 16, BLOCKS = 3, N = SIDE * SIDE };
static int wrong;

static void launch(const char *kernel, uint32_t blocks, size_t dynamic, void *args[])
{
    const int status = ptx2c_launch(ptx2c_find_kernel(&tile_parts, kernel), (ptx2c_dim3){blocks, 1, 1}, (ptx2c_dim3){SIDE, SIDE, 1}, dynamic, args);
    if (status)
        printf("%s: %s\n", kernel, ptx2c_strerror(status));
}

static void compare(const char *kernel, int low, int high, int i, double is, double should)
{
    if (is != should && wrong++ < 10)
        printf("%s(%d, %d): %d is %g, not %g\n", kernel, low, high, i, is, should);
}

static void test_shrink(int low, int high, int steps)
{
    static float in[BLOCKS * N], out[BLOCKS * N];
    void *p = in, *q = out, *args[] = {&p, &q, &low, &high, &steps};
    for (int i = 0; i < BLOCKS * N; i++)
        in[i] = (float)(i * 7919 % 10);
    launch("shrink", BLOCKS, 0, args);
    for (int k = 0; k < BLOCKS; k++) {
        float a[SIDE][SIDE], b[SIDE][SIDE];
        memcpy(a, in + k * N, sizeof a);
        for (int i = 0; i < N; i++)
            b[i / SIDE][i % SIDE] = -1;
        for (int i = 0; i < steps; i++) {
            for (int y = i + 1; y < SIDE - 1 - i; y++)
                for (int x = low + i < 0 ? 0 : low + i; x < high - i && x < SIDE; x++) { /* beside the tile's first and last columns are the rows before and behind */
                    const float *s = &a[0][0] + y * SIDE + x;
                    b[y][x] = s[-1] + 2 * s[1] - 3 * s[-SIDE] + s[SIDE];
                }
            for (int y = 0; y < SIDE; y++)
                for (int x = low + i < 0 ? 0 : low + i; x < high - i && x < SIDE; x++)
                    a[y][x] = b[y][x];
        }
        for (int i = 0; i < N; i++)
            compare("shrink", low, high, k * N + i, out[k * N + i], a[i / SIDE][i % SIDE] + 100 * b[i / SIDE][i % SIDE]);
    }
}

static void test_load(int low, int high)
{
    const int pitch = high > low ? high - low : 1;
    const size_t count = (size_t)(SIDE * pitch); /* no more than that: a tool that looks at accesses sees others */
    float *in = malloc(count * sizeof *in), out[N];
    int *more = malloc(count * sizeof *more);
    if (!in || !more)
        exit(1);
    for (int i = 0; i < SIDE * pitch; i++) {
        in[i] = (float)i;
        more[i] = 3 * i;
    }
    void *o = out, *args[] = {PTX2C_POINTER(in), PTX2C_POINTER(more), &o, &low, &high, (void *)(uintptr_t)&pitch};
    launch("load", 1, 0, args);
    for (int i = 0; i < N; i++) {
        const int y = i / SIDE, x = i % SIDE, z = SIDE - 1 - x;
        const float t = z >= low && z < high ? 2 * in[y * pitch + z - low] : 7;
        const int m = 5 + (x >= low && x < high ? more[(y ^ 1) * pitch + x - low] + (x << 4) : 0);
        compare("load", low, high, i, out[i], t + (float)m);
    }
    free(in);
    free(more);
}

static void test_narrow(int low, int high)
{
    static unsigned char in[N], out[N];
    unsigned char c[N];
    unsigned short h[N];
    void *p = in, *q = out, *args[] = {&p, &q, &low, &high};
    for (int i = 0; i < N; i++) {
        c[i] = in[i] = (unsigned char)(i * 37);
        h[i] = (unsigned short)(1000 + i);
    }
    launch("narrow", 1, N, args);
    for (int i = SIDE; i < N; i++)
        if (i % SIDE >= low && i % SIDE < high)
            h[i] = (unsigned short)(c[i] * 3 + c[i + 1 - SIDE]);
    for (int i = 0; i < N; i++)
        if (i % SIDE < high - low)
            c[i] = (unsigned char)(h[i] >> 1);
    for (int i = 0; i < N; i++)
        compare("narrow", low, high, i, out[i], (unsigned char)(c[i] + h[i]));
}

int main(void)
{
    for (int low = 0; low <= SIDE; low++)
        for (int high = low; high <= SIDE; high++) {
            test_shrink(low, high, 1 + (low + high) % 4);
            test_load(low, high);
            test_narrow(low, high);
        }
    test_shrink(-3, SIDE + 9, 1);
    puts(wrong ? "wrong" : "as on the host");
    return 0;
}
