#include "host.h"

extern const ptx2c_module one_lane;

static float x[4096], out[4096], *in = x, *to = out;

static float sum(const float *from, int n)
{
    float s = 0;
    for (int k = 0; k < n; k++)
        s += from[k];
    return s;
}

static void launch(const char *name, ptx2c_dim3 grid, ptx2c_dim3 block, void *const args[])
{
    for (int i = 0; i < 4096; i++)
        out[i] = -1;
    const int status = ptx2c_launch(ptx2c_find_kernel(&one_lane, name), grid, block, 0, args);
    if (status)
        printf("%s: %s\n", name, ptx2c_strerror(status));
}

static void want(const char *name, int threads, int i, float value)
{
    if (out[i] != value)
        printf("%s: %d threads: out[%d] is %g, not %g\n", name, threads, i, (double)out[i], (double)value);
}

static void check(unsigned threads, unsigned blocks, int n)
{
    const ptx2c_dim3 grid = {blocks, 1, 1}, two = {blocks, 2, 1}, block = {threads, 1, 1}, plane = {threads, 3, 1};
    const int t = (int)threads, b = (int)blocks;
    void *const args[] = {&in, &to, &n};
    launch("of_grid", grid, block, args);
    want("of_grid", t, 0, sum(x, n));
    want("of_grid", t, 1, -1);
    launch("of_grid_both", grid, block, args);
    want("of_grid_both", t, 0, sum(x, n));
    want("of_grid_both", t, 1, -1);
    launch("of_plane", grid, plane, args);
    for (int k = 0; k < b; k++)
        want("of_plane", t, k, sum(x, n + k));
    want("of_plane", t, b, -1);
    want("of_plane", t, 100, (float)(-1 + b * (t > 5 ? 2 : t > 2 ? 1 : 0)));
    launch("of_block", two, block, args);
    for (int k = 0; k < b; k++) {
        want("of_block", t, k, sum(x + k * t, t));
        want("of_block", t, k + 200, n < t ? x[k * t + n] + x[k * t] : -1);
    }
    if (t % 32 == 0) {
        launch("of_warp", grid, block, args);
        want("of_warp", t, 0, sum(x, 32));
        want("of_warp", t, 1, t > 32 && b > 1 ? sum(x + 32, 32) : -1);
    }
    launch("all_but_one", two, block, (void *[]){&to, &n});
    want("all_but_one", t, 0, (float)(n - 1));
    for (int i = 1; i < t * b; i++)
        if (out[i] != (float)(2 * i) && (i % t || out[i] != (float)-i))
            want("all_but_one", t, i, (float)(2 * i));
    want("all_but_one", t, t * b, -1);
    for (int one = n; one < n + 300; one += 40) {
        const int from = t / 3;
        float found[3] = {0}, *f = found;
        launch("of_rest", (ptx2c_dim3){1, 1, 1}, block, (void *[]){&in, &to, &f, &(int){from}, &one});
        for (int i = 0; i < 3; i++)
            out[i + 300] = found[i];
        want("of_rest", t, 300, one >= from && one < t ? x[one] + x[from] : 0);
        want("of_rest", t, 301, one < t ? x[one] : 0);
        want("of_rest", t, 302, one >= from && one < t ? x[one] + x[from] : 0);
        for (int i = 0; i <= t; i++)
            want("of_rest", t, i, i >= from && i < t ? x[i] + 1 : -1);
    }
    static const uint32_t firsts[] = {0, 0x7ffffffa, 0xfffffff3u, 0x80000000u};
    for (int f = 0; f < 4; f++) {
        const int at = t * b * 5 / 7;
        uint32_t first = firsts[f], one = first + (uint32_t)at, third = first + 3 * (uint32_t)at;
        launch("where_numbers_wrap", grid, block, (void *[]){&to, &first, &one, &third});
        want("where_numbers_wrap", t, 2000, (float)(at - 1));
        want("where_numbers_wrap", t, 2001, (float)(at - 1));
        for (int i = 0; i < t * b; i++)
            want("where_numbers_wrap", t, i, i == at ? 7 : 8);
        third++;
        one = first + (uint32_t)(t * b);
        launch("where_numbers_wrap", grid, block, (void *[]){&to, &first, &one, &third});
        want("where_numbers_wrap", t, 2000, -1);
        want("where_numbers_wrap", t, 2001, -1);
    }
}

int main(void)
{
    for (int i = 0; i < 4096; i++)
        x[i] = (float)(i * 37 % 101);
    const unsigned threads[] = {1, 3, 6, 31, 32, 33, 64, 100, 128};
    for (int i = 0; i < 9; i++)
        for (unsigned blocks = 1; blocks < 6; blocks += 2)
            for (int n = 0; n < 40; n += 13)
                check(threads[i], blocks, n);
    puts("done");
    return 0;
}
