/* Conditions in each other, numbers that fall and parameters that are loaded late, against the same on the host. */
#include "host.h"

extern const ptx2c_module late_loads;

enum { T = 256, BLOCKS = 3, MOST = BLOCKS * T };
static int wrong;

static void say(const char *what, int w)
{
    printf("%s: %d wrong\n", what, w);
    wrong += w;
}

static int lesser(int a, int b) { return a < b ? a : b; }

static void test_inside(int w, int h)
{
    enum { W = 50, H = 40 };
    static float in[H * W], out[H * W], want[H * W];
    for (int i = 0; i < H * W; i++) {
        in[i] = (float)(i * 7 % 31);
        out[i] = want[i] = -1;
    }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            if (x % 16 > 0 && x % 16 < 15)
                want[y * w + x] = in[y * w + x - 1] + in[y * w + x] + (x + 1 < w ? in[y * w + x + 1] : 0);
    const float *pin = in;
    float *pout = out;
    const ptx2c_dim3 grid = {(uint32_t)(w + 15) / 16, (uint32_t)(h + 15) / 16, 1}, block = {16, 16, 1};
    int bad = ptx2c_launch(ptx2c_find_kernel(&late_loads, "inside"), grid, block, 0, (void *[]){&pin, &pout, &w, &h}) != 0;
    for (int i = 0; i < H * W; i++)
        bad += out[i] != want[i];
    say("inside", bad);
}

static void test_pyramid(int rounds, uint32_t by)
{
    static int in[MOST], out[MOST], s[2][T];
    for (int i = 0; i < MOST; i++)
        in[i] = i * 37 % 101;
    const int *pin = in;
    int *pout = out, bad = run(&late_loads, "pyramid", BLOCKS, T, (void *[]){&pin, &pout, &rounds, &by}) != 0;
    for (int b = 0; b < BLOCKS; b++) {
        memcpy(s[0], in + b * T, sizeof s[0]);
        for (int i = 0; i < rounds; i++)
            for (int t = 0; t < T; t++) {
                const int now = s[i & 1][t];
                s[(i + 1) & 1][t] = t >= i + 1 && 254 - t > (int32_t)((uint32_t)i * by) ? lesser(s[i & 1][t - 1], s[i & 1][t + 1]) + (now & 7) : now;
            }
        for (int t = 0; t < T; t++)
            bad += out[b * T + t] != s[rounds & 1][t];
    }
    say("pyramid", bad);
}

static void test_sums(bool want_whole)
{
    static uint32_t in[MOST], out[MOST], whole[BLOCKS];
    for (uint32_t i = 0; i < MOST; i++)
        in[i] = i * 2654435761u;
    memset(whole, 0, sizeof whole);
    const uint32_t *pin = in;
    uint32_t *pout = out, *pwhole = want_whole ? whole : NULL;
    int bad = run(&late_loads, "sums", BLOCKS, T, (void *[]){&pin, &pout, &pwhole}) != 0;
    for (int b = 0; b < BLOCKS; b++) {
        uint32_t sum = 0;
        for (int t = 0; t < T; t++) {
            sum += in[b * T + t];
            bad += out[b * T + t] != sum;
        }
        bad += whole[b] != (want_whole ? sum : 0);
    }
    say("sums", bad);
}

static void test_some(int n)
{
    static float data[MOST], by[MOST], want[MOST];
    for (int i = 0; i < MOST; i++) {
        data[i] = (float)(i * 5 % 23 - 8);
        by[i] = (float)(i % 9);
        want[i] = i >= n ? data[i] : data[i] > by[i] ? data[i] * 3 - by[i] : data[i] < 0 ? data[i] / 4 : data[i];
    }
    float *pdata = data, up = 3, down = 4;
    const float *pby = by;
    int bad = run(&late_loads, "some", 2, 128, (void *[]){&pdata, &pby, &up, &down, &n}) != 0;
    for (int i = 0; i < MOST; i++)
        bad += data[i] != want[i];
    say("some", bad);
}

static void test_room(int w, int h, int d)
{
    enum { W = 70, H = 9, D = 8 };
    static int in[D * H * W], out[D * H * W], want[D * H * W];
    for (int i = 0; i < D * H * W; i++) {
        in[i] = i * 31 % 57;
        out[i] = want[i] = -1;
    }
    for (int z = 2; z < d - 2; z++)
        for (int y = 2; y < h - 2; y++)
            for (int x = 2; x < w - 2; x++) {
                const int *p = &in[(z * h + y) * w + x];
                want[(z * h + y) * w + x] = p[-2] + p[2] - p[-2 * w] + p[2 * w] * p[-2 * w * h] - p[2 * w * h];
            }
    const int *pin = in;
    int *pout = out;
    const ptx2c_dim3 grid = {(uint32_t)(w + 31) / 32, (uint32_t)(h + 1) / 2, (uint32_t)(d + 1) / 2}, block = {32, 2, 2};
    int bad = ptx2c_launch(ptx2c_find_kernel(&late_loads, "room"), grid, block, 0, (void *[]){&pin, &pout, &w, &h, &d}) != 0;
    for (int i = 0; i < D * H * W; i++)
        bad += out[i] != want[i];
    say("room", bad);
}

int main(void)
{
    test_room(70, 9, 8);
    test_room(33, 6, 5);
    test_room(4, 4, 4); /* none is */
    test_inside(50, 40);
    test_inside(33, 17);
    test_pyramid(6, 1);
    test_pyramid(9, 60);
    test_pyramid(5, 0x80000000u); /* the least number that there is */
    test_pyramid(4, 0x7fffffffu);
    test_sums(true);
    test_sums(false);
    test_some(MOST);
    test_some(301);
    return wrong != 0;
}
