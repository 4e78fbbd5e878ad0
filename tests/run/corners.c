/* The corners that there are of each place of some frames, against the same on the host. */
#include "host.h"

extern const ptx2c_module corners;

static uint32_t seed = 1;

static int32_t below(int32_t n)
{
    seed = seed * 1664525 + 1013904223;
    return (int32_t)((seed >> 8) % (uint32_t)n);
}

static uint32_t corner(const uint32_t *frame, int cols, int rows, int x, int y, bool more, uint32_t other)
{
    return more && x >= 0 && x < cols && y >= 0 && y < rows ? frame[y * cols + x] : other;
}

static void frames(int w, int h, int32_t cols, int32_t rows)
{
    enum { FRAMES = 5 };
    static uint32_t from[FRAMES * 128 * 20], out[128 * 20];
    uint32_t *p = out;
    const uint32_t *q = from;
    int32_t count = FRAMES;
    int wrong = 0;
    for (int i = 0; i < FRAMES * cols * rows; i++)
        from[i] = (uint32_t)below(1 << 24) * 77;
    const int bad = ptx2c_launch(ptx2c_find_kernel(&corners, "frames"), (ptx2c_dim3){(uint32_t)((cols + w - 1) / w), (uint32_t)((rows + h - 1) / h), 1},
                                 (ptx2c_dim3){(uint32_t)w, (uint32_t)h, 1}, 0, (void *[]){&p, &q, &cols, &rows, &count});
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < cols; x++) {
            uint32_t most = 0, all = 0;
            for (int f = 0; f < FRAMES; f++) {
                const uint32_t *frame = from + f * cols * rows;
                const uint32_t a = corner(frame, cols, rows, x - 3, y - 1, true, 7) ^ corner(frame, cols, rows, x + 2, y + 4, true, 17);
                const uint32_t bc = corner(frame, cols, rows, x + 2, y - 1, true, 11) - corner(frame, cols, rows, x - 3, y + 4, true, 13);
                most = a > most ? a : most;
                all = all * 31 + bc * (corner(frame, cols, rows, x, y - 1, x >= 3 && x + 2 < cols, 19) | 1);
            }
            wrong += out[y * cols + x] != most + all;
        }
    printf("frames %dx%d of %dx%d: %d wrong\n", w, h, (int)cols, (int)rows, bad ? -1 : wrong);
}

int main(void)
{
    frames(32, 4, 100, 18);
    frames(16, 8, 61, 13);
    frames(7, 5, 3, 9);
    frames(128, 1, 128, 20);
    return 0;
}
