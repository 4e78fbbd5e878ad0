#include "host.h"

extern const ptx2c_module ranges;

typedef struct Box { int32_t left, right, top, bottom, least, most; } Box;

static uint32_t seed = 1;

static int32_t below(int32_t n)
{
    seed = seed * 1664525 + 1013904223;
    return (int32_t)((seed >> 8) % (uint32_t)n);
}

static bool in(int x, int low, int high) { return x >= low && x <= high; }

/* One block as shrinks computes it. */
static void shrink(int32_t *out, const int32_t *from, Box b, int steps, int w, int h)
{
    int32_t now[1024], next[1024] = {0};
    bool done[1024] = {false};
    memcpy(now, from, sizeof *now * (size_t)(w * h));
    for (int i = 0; i < steps; i++) {
        for (int t = 0; t < w * h; t++) {
            const int x = t % w, y = t / w, before = x - 1 > b.least ? x - 1 : b.least, behind = x + 1 < b.most ? x + 1 : b.most;
            done[t] = in(x, b.left + i, b.right - i) && in(y, b.top, b.bottom);
            if (done[t])
                next[t] = (int32_t)(3 * (uint32_t)now[y * w + before] - (uint32_t)now[y * w + behind] + (uint32_t)i);
        }
        for (int t = 0; t < w * h; t++)
            now[t] = done[t] ? next[t] : now[t];
    }
    for (int t = 0; t < w * h; t++)
        out[t] = (int32_t)((uint32_t)now[t] + (done[t] ? 1000u : 0));
}

static void shrinks(int w, int h)
{
    enum { BLOCKS = 3 };
    static int32_t from[BLOCKS * 1024], out[BLOCKS * 1024], want[BLOCKS * 1024];
    int wrong = 0;
    for (int round = 0; round < 60; round++) {
        const int least = below(3) ? 0 : below(w), most = below(3) ? w - 1 : below(w);
        Box b = {below(w + 4) - 2, below(w + 4) - 2, below(h) - 1, below(h + 2), least, most};
        if (round % 3 == 0)
            b = (Box){1, w - 2, 1, h - 2, 0, w - 1};
        int32_t steps = below(4), *p = out, *q = from;
        for (int i = 0; i < BLOCKS * w * h; i++)
            from[i] = below(1000);
        for (int i = 0; i < BLOCKS; i++)
            shrink(want + i * w * h, from + i * w * h, b, steps, w, h);
        memset(out, 0, sizeof out);
        const int bad = ptx2c_launch(ptx2c_find_kernel(&ranges, "shrinks"), (ptx2c_dim3){BLOCKS, 1, 1},
                                     (ptx2c_dim3){(uint32_t)w, (uint32_t)h, 1}, (size_t)(w * h) * 8, (void *[]){&p, &q, &b, &steps});
        wrong += bad || memcmp(out, want, sizeof *out * (size_t)(BLOCKS * w * h)) != 0;
    }
    printf("shrinks %dx%d: %d wrong\n", w, h, wrong);
}

static void plate(int w, int h, int32_t cols, int32_t rows, int32_t margin, uint32_t least)
{
    static int32_t from[128 * 128], out[128 * 128], want[128 * 128];
    int32_t *p = out, *q = from;
    const uint32_t across = (uint32_t)(cols / (w - 2 * margin) + 1), down = (uint32_t)(rows / (h - 2 * margin) + 1);
    for (int i = 0; i < cols * rows; i++)
        from[i] = below(1000);
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < cols; x++) {
            const uint32_t west = (uint32_t)x - 1 > least ? (uint32_t)x - 1 : least;
            const int east = x + 1 < cols ? x + 1 : cols - 1;
            want[y * cols + x] = from[y * cols + x] * 2 + from[y * cols + (int)(west % (uint32_t)cols)] + from[y * cols + east];
        }
    memset(out, 0, sizeof out);
    const int bad = ptx2c_launch(ptx2c_find_kernel(&ranges, "plate"), (ptx2c_dim3){across, down, 1},
                                 (ptx2c_dim3){(uint32_t)w, (uint32_t)h, 1}, 0, (void *[]){&p, &q, &cols, &rows, &margin, &least});
    printf("plate %dx%d of %dx%d: %s\n", w, h, (int)cols, (int)rows,
           !bad && memcmp(out, want, sizeof *out * (size_t)(cols * rows)) == 0 ? "right" : "WRONG");
}

int main(void)
{
    shrinks(16, 16);
    shrinks(32, 4);
    shrinks(8, 8);
    shrinks(20, 3);
    shrinks(64, 2);
    shrinks(1, 7);
    plate(16, 16, 50, 40, 2, 0);
    plate(32, 8, 100, 33, 1, 3);
    plate(8, 8, 17, 64, 0, 0);
    plate(20, 5, 77, 20, 1, 40);
    return 0;
}
