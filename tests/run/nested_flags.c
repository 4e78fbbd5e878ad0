#include "host.h"

extern const ptx2c_module nested_flags;

static uint32_t seed = 1;

static int32_t below(int32_t n)
{
    seed = seed * 1664525 + 1013904223;
    return (int32_t)((seed >> 8) % (uint32_t)n);
}

static int32_t at(const int32_t *p, int32_t cols, int32_t rows, int32_t x, int32_t y)
{
    return p[(y < 0 ? 0 : y >= rows ? rows - 1 : y) * cols + (x < 0 ? 0 : x >= cols ? cols - 1 : x)];
}

static void tile(int32_t cols, int32_t rows, int32_t steps)
{
    enum { MOST = 64 * 64 };
    static int32_t in[MOST], out[MOST], now[MOST], next[MOST];
    int32_t *p = in, *q = out, border = steps, small = 16 - 2 * steps;
    for (int i = 0; i < cols * rows; i++)
        now[i] = in[i] = below(100);
    for (int32_t i = 0; i < steps; i++) {
        for (int32_t y = 0; y < rows; y++)
            for (int32_t x = 0; x < cols; x++)
                next[y * cols + x] = 3 * at(now, cols, rows, x, y) + at(now, cols, rows, x, y - 1) - at(now, cols, rows, x, y + 1) +
                                     2 * at(now, cols, rows, x - 1, y) + at(now, cols, rows, x + 1, y) + i;
        memcpy(now, next, sizeof now);
    }
    const int bad = ptx2c_launch(ptx2c_find_kernel(&nested_flags, "tile"),
                                 (ptx2c_dim3){(uint32_t)((cols + small - 1) / small), (uint32_t)((rows + small - 1) / small), 1}, (ptx2c_dim3){16, 16, 1}, 0,
                                 (void *[]){&steps, &p, &q, &cols, &rows, &border});
    printf("tile %d %d %d: %s\n", cols, rows, steps, bad || memcmp(out, now, sizeof *now * (size_t)(cols * rows)) != 0 ? "wrong" : "right");
}

static void left_out(uint32_t n)
{
    enum { BLOCKS = 3, MOST = 300 };
    static int32_t in[BLOCKS * MOST], out[BLOCKS * MOST], want[BLOCKS * MOST];
    int wrong = 0;
    for (int r = 0; r < 30; r++) {
        int32_t low = below(6) - 2, by = below(4) - 1, rounds = below(7), *p = in, *q = out;
        for (uint32_t b = 0; b < BLOCKS; b++) {
            int32_t row[MOST], v[MOST];
            bool busy[MOST] = {false};
            for (uint32_t t = 0; t < n; t++)
                row[t] = in[b * n + t] = below(100);
            for (int32_t i = 0; i < rounds; i++) {
                for (int32_t t = 0; t < (int32_t)n; t++) {
                    const int32_t far = (int32_t)n - 1 - i, first = (low * (i + 3) + by * i * i) / 4;
                    busy[t] = t > i && t >= first && t <= (far * 3 + first * by) / 3 && t < far;
                    v[t] = busy[t] ? row[t - 1] + 2 * row[t + 1] : row[t];
                }
                memcpy(row, v, sizeof *row * n);
            }
            for (uint32_t t = 0; t < n; t++)
                {
                want[b * n + t] = busy[t] ? row[t] : -1;
                out[b * n + t] = -1;
            }
        }
        const int bad = ptx2c_launch(ptx2c_find_kernel(&nested_flags, "left_out"), (ptx2c_dim3){BLOCKS, 1, 1}, (ptx2c_dim3){n, 1, 1}, 4 * n,
                                     (void *[]){&p, &q, &low, &by, &rounds});
        wrong += bad || memcmp(out, want, sizeof *out * BLOCKS * n) != 0;
    }
    printf("left_out %u: %d wrong\n", n, wrong);
}

int main(void)
{
    for (int32_t steps = 1; steps < 5; steps++) {
        tile(64, 64, steps);
        tile(37, 50, steps);
        tile(9, 5, steps);
    }
    left_out(1);
    left_out(16);
    left_out(33);
    left_out(256);
    left_out(300);
    return 0;
}
