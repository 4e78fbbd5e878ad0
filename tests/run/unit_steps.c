/* Steps of 1 and others, against the same on the host. */
#include "host.h"
#include "unit_steps.h"

extern const ptx2c_module unit_steps;

enum { MOST = 20000, MIDDLE = 10000 };
static float numbers[MOST], smoothed[MOST], wanted[MOST];
static int integers[MOST], moved[MOST], want[MOST];

static void compare(const char *name, int step, int n, const void *is, const void *should, size_t bytes)
{
    if (memcmp(is, should, bytes) != 0)
        printf("%s of %d in steps of %d: another result\n", name, n, step);
}

static void test_gather(int n, int width, int across, int down)
{
    const int steps[] = {across, down}, *step = steps;
    const float *from = numbers + MIDDLE;
    float *to = smoothed;
    memset(smoothed, 0, sizeof smoothed);
    memset(wanted, 0, sizeof wanted);
    for (int i = 0; i < n; i++)
        gather_one(from, wanted, step, width, i);
    run(&unit_steps, "gather", (uint32_t)(n + 95) / 96, 96, (void *[]){&from, &to, &step, &width, &n});
    compare("gather", across, n, smoothed, wanted, sizeof wanted);
}

static void test_move(int columns, int rows, int in, int out)
{
    Layout reads = {{columns, rows, 1}, {in, 77, 5}}, writes = {{columns, rows, 1}, {out, out == 90 ? 1 : 90 * out, 0}};
    const int *from = integers + MIDDLE;
    int *to = moved + MIDDLE, *too = want + MIDDLE;
    memset(moved, 0, sizeof moved);
    memset(want, 0, sizeof want);
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < columns; x++)
            move_one(from, too, reads, writes, x, y);
    ptx2c_launch(ptx2c_find_kernel(&unit_steps, "move"), (ptx2c_dim3){(uint32_t)columns / 32 + 1, (uint32_t)rows, 1}, (ptx2c_dim3){32, 1, 1}, 0,
                 (void *[]){&from, &to, &reads, &writes});
    compare("move", in * 1000 + out, columns, moved, want, sizeof want);
}

static void test_walk(int n, int first, int second)
{
    const int steps[] = {first, second}, *step = steps, *from = integers + MIDDLE;
    int *to = moved;
    memset(moved, 0, sizeof moved);
    memset(want, 0, sizeof want);
    for (int i = 0; i < 80; i++)
        walk_one(from, want, step, n, i, 80);
    run(&unit_steps, "walk", 2, 40, (void *[]){&from, &to, &step, &n});
    compare("walk", first * 1000 + second, n, moved, want, sizeof want);
}

static void test_across(int n, int columns)
{
    const int *from = integers, *size = &columns;
    int *to = moved;
    memset(moved, 0, sizeof moved);
    memset(want, 0, sizeof want);
    for (int i = 0; i < n; i++)
        across_one(from, want, size, i);
    run(&unit_steps, "across", (uint32_t)(n + 63) / 64, 64, (void *[]){&from, &to, &size, &n});
    compare("across", columns, n, moved, want, sizeof want);
}

static void test_smooth(int n, int by)
{
    const float *from = numbers;
    float *to = smoothed + MIDDLE, *too = wanted + MIDDLE;
    const int *step = &by;
    memset(smoothed, 0, sizeof smoothed);
    memset(wanted, 0, sizeof wanted);
    for (int i = 0; i < n; i++)
        too[i * by] = numbers[i] + numbers[i % 128 ? i - 1 : i];
    run(&unit_steps, "smooth", (uint32_t)(n + 127) / 128, 128, (void *[]){&from, &to, &step, &n});
    compare("smooth", by, n, smoothed, wanted, sizeof wanted);
}

int main(void)
{
    static const int sizes[] = {1, 31, 32, 90, 200}, steps[] = {1, 2, 0, -1, 90};
    for (int i = 0; i < MOST; i++) {
        numbers[i] = (float)(i * 7919 % 1009);
        integers[i] = i * 7919 % 1013;
    }
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (size_t k = 0; k < sizeof steps / sizeof *steps; k++) {
            const int step = steps[k] == 0 ? 3 : steps[k];
            for (int width = 10; width < 60; width += 24)
                test_gather(sizes[s], width, steps[k], 3);
            if (sizes[s] <= 90 && step > 0)
                test_move(sizes[s], 5, steps[k], step);
            for (int second = -1; second < 3; second += 2)
                test_walk(sizes[s] * 2, steps[k] > 9 ? 9 : steps[k], second);
            test_across(sizes[s], 1 + (int)k);
            if (step < 90)
                test_smooth(sizes[s], step);
        }
    puts("done");
    return 0;
}
