/* Loops that wait for other blocks, out of which each thread comes by itself and writes what others wait for. */
#include "host.h"

extern const ptx2c_module look_back;

enum { BLOCKS = 50, MOST = 128 };

static int space[BLOCKS * MOST], more[BLOCKS * MOST], in[BLOCKS * MOST], out[(BLOCKS + 1) * MOST], right[(BLOCKS + 1) * MOST];

static int check(const char *kernel, uint32_t blocks, ptx2c_dim3 block, int n, uint64_t second, int third)
{
    uint64_t pspace = (uintptr_t)space, pout = (uintptr_t)out;
    const bool three = second != 0;
    void *args[] = {&pspace, three ? &second : &pout, three ? (void *)&pout : (void *)&third};
    int wrong = 0;
    memset(space, 0, sizeof space);
    memset(more, 0, sizeof more);
    memset(out, 0, sizeof out);
    const int status = ptx2c_launch(ptx2c_find_kernel(&look_back, kernel), (ptx2c_dim3){blocks, 1, 1}, block, 0, args);
    for (int i = 0; i < n && !status; i++)
        wrong += out[i] != right[i];
    printf("%s: %s, %d wrong\n", kernel, ptx2c_strerror(status), wrong);
    return status || wrong;
}

static int digits(int blocks)
{
    int sum[64] = {0};
    for (int b = 0; b < blocks; b++) {
        for (int d = 0; d < 64; d++)
            right[b * 64 + d] = sum[d];
        for (int t = 0; t < 96; t++)
            sum[(in[b * 96 + t] = b * t * 7 + b / 3 + t) % 64]++;
    }
    for (int d = 0; d < 64; d++)
        right[blocks * 64 + d] = sum[d];
    return check("digits", (uint32_t)blocks, (ptx2c_dim3){96, 1, 1}, (blocks + 1) * 64, (uintptr_t)in, 0);
}

static int zigzag(int blocks, int threads)
{
    int got = 0;
    for (int t = 0; t < threads; t++)
        for (int b = 0; b < blocks; b++)
            right[t * blocks + b] = t % 5 < 4 ? got++ : 0;
    return check("zigzag", (uint32_t)blocks, (ptx2c_dim3){(uint32_t)threads, 1, 1}, threads * blocks, 0, 0);
}

static int pairs(int blocks)
{
    static int sum[BLOCKS][96], most[BLOCKS][96];
    for (int b = 0; b < blocks; b++)
        for (int t = 0; t < MOST; t++) {
            if (t >= 96) {
                right[b * MOST + t] = 0;
                continue;
            }
            const int s = (b > 0 ? sum[b - 1][t] : 0) + (b > 1 ? sum[b - 2][t] : 0), m = b > 0 ? most[b - 1][t ^ 1] : 0;
            sum[b][t] = (s + t + 1) % 1001 + 1;
            most[b][t] = m + t % 3 + 1;
            right[b * MOST + t] = s + m;
        }
    return check("pairs", (uint32_t)blocks, (ptx2c_dim3){MOST, 1, 1}, blocks * MOST, (uintptr_t)more, 0);
}

int main(void)
{
    int bad = 0;
    for (int blocks = 1; blocks <= BLOCKS; blocks += 7)
        bad |= digits(blocks) | zigzag(blocks, 64) | zigzag(blocks, 37) | pairs(blocks);
    bad |= !check("lost", 6, (ptx2c_dim3){64, 1, 1}, 0, 0, 100);
    return bad;
}
