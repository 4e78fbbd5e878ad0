/* shapes_host.c: runs the kernels of shapes.cu with one shape of grid and block, and says for each thread what it must
 * have seen. */
#include "sample.h"

extern const ptx2c_module shapes;

/* A thread, and what its warp and block look like. */
typedef struct Thread {
    ptx2c_dim3 tid, ctaid, block, grid;
    uint32_t number, lane, warp, lanes, mask, threads, block_number;
} Thread;

static ptx2c_dim3 unfold(uint32_t i, ptx2c_dim3 size)
{
    return sample_dim(i % size.x, i / size.x % size.y, i / size.x / size.y);
}

static Thread thread_at(const Setup *s, uint32_t block, uint32_t number)
{
    Thread t = { .block = s->block, .grid = s->grid, .number = number, .block_number = block };
    t.threads = sample_volume(s->block);
    t.tid = unfold(number, s->block);
    t.ctaid = unfold(block, s->grid);
    t.lane = number % 32;
    t.warp = number / 32;
    t.lanes = t.threads - 32 * t.warp < 32 ? t.threads - 32 * t.warp : 32;
    t.mask = UINT32_MAX >> (32 - t.lanes);
    return t;
}

/* Another thread of the same warp. */
static Thread mate(const Setup *s, const Thread *t, uint32_t lane)
{
    return thread_at(s, t->block_number, 32 * t->warp + lane);
}

static void want_ids(const Setup *s, const Thread *t, uint32_t *w)
{
    (void)s;
    ptx2c_dim3 i = t->tid, b = t->ctaid;
    uint32_t lt = (UINT32_C(1) << t->lane) - 1, le = lt << 1 | 1;
    uint32_t want[16] = {
        i.x | i.y << 11 | i.z << 22,
        b.x,
        b.y << 16 | b.z,
        t->block.x | t->block.y << 11 | t->block.z << 22,
        t->grid.x,
        t->grid.y << 16 | t->grid.z,
        t->lane,
        32,
        lt,
        le,
        ~le,
        ~lt,
        i.x * b.x - i.y * b.y + i.z * b.z,
        i.y % 2 ? i.x : ~i.x,
        t->warp,
        i.x == 2,
    };
    memcpy(w, want, sizeof want);
}

static void want_votes(const Setup *s, const Thread *t, uint32_t *w)
{
    memset(w, 0, 12 * sizeof *w);
    bool all_low = true, same_y = true;
    for (uint32_t lane = 0; lane < t->lanes; lane++) {
        Thread m = mate(s, t, lane);
        uint32_t bit = UINT32_C(1) << lane;
        w[0] |= m.tid.x % 3 == 0 ? bit : 0;
        w[1] |= m.tid.y == 1;
        all_low = all_low && m.tid.y < 2;
        w[3] += m.tid.z & 1;
        w[4] |= m.tid.y == t->tid.y ? bit : 0;
        if (lane % 2 == t->lane % 2 && (lane % 2 ? m.number & 4 : m.tid.x & 2))
            w[9] |= bit;
        same_y = same_y && m.tid.y == t->tid.y;
    }
    w[2] = all_low;
    w[5] = mate(s, t, (t->lane + 5) % t->lanes).number;
    w[6] = t->lane ^ 1;
    w[6] = w[6] < t->lanes ? mate(s, t, w[6]).tid.x : t->tid.x;
    w[7] = t->lane % 8 >= 1 ? t->number - 1 : t->number;
    w[8] = t->lane % 16 + 3 < 16 && t->lane + 3 < t->lanes ? t->number + 3 : t->number;
    w[10] = 1;
    w[11] = same_y ? 3 : 1;
}

static void want_blocks(const Setup *s, const Thread *t, uint32_t *w)
{
    ptx2c_dim3 b = s->block;
    uint32_t i = (t->number + t->threads / 2) % t->threads, k = t->threads - 1 - t->number;
    w[0] = (b.x + 1) / 2 * b.y * b.z;
    w[1] = b.y <= 3;
    w[2] = b.z > 2;
    w[3] = i * i - k * k;
}

typedef void Want(const Setup *s, const Thread *t, uint32_t *w);

static bool check(const Setup *s, const char *kernel, uint32_t words, Want *want, size_t shared)
{
    uint32_t threads = sample_volume(s->block), blocks = sample_volume(s->grid);
    size_t count = (size_t)threads * blocks * words;
    uint32_t *out = sample_alloc(count, sizeof *out), expect[16];
    memset(out, 0xA5, count * sizeof *out);
    void *args[] = { &out };
    bool ok = sample_launch(&shapes, kernel, s->grid, s->block, shared, args);
    for (uint32_t b = 0; ok && b < blocks; b++)
        for (uint32_t i = 0; ok && i < threads; i++) {
            Thread t = thread_at(s, b, i);
            const uint32_t *got = out + ((size_t)b * threads + i) * words;
            want(s, &t, expect);
            for (uint32_t k = 0; ok && k < words; k++)
                if (got[k] != expect[k])
                    ok = sample_fail("%s: block %lu thread %lu word %lu = %lu, not %lu", kernel, (unsigned long)b,
                                     (unsigned long)i, (unsigned long)k, (unsigned long)got[k],
                                     (unsigned long)expect[k]);
        }
    free(out);
    return ok;
}

static bool run(const Setup *s)
{
    sample_say("%lu threads", (unsigned long)(sample_volume(s->block) * sample_volume(s->grid)));
    return check(s, "shapes_ids", 16, want_ids, 0) && check(s, "shapes_votes", 12, want_votes, 0) &&
           check(s, "shapes_blocks", 4, want_blocks, sample_volume(s->block) * sizeof(uint32_t));
}

#define SHAPE(gx, gy, gz, bx, by, bz) { .grid = { gx, gy, gz }, .block = { bx, by, bz } }

int main(int argc, char **argv)
{
    static const Setup shapes[] = {
        SHAPE(1, 1, 1, 1, 1, 1),    SHAPE(1, 1, 1, 7, 1, 1),   SHAPE(1, 1, 1, 33, 1, 1),   SHAPE(1, 1, 1, 100, 1, 1),
        SHAPE(2, 1, 1, 256, 1, 1),  SHAPE(1, 1, 1, 1024, 1, 1), SHAPE(1, 1, 1, 1, 64, 1),  SHAPE(1, 1, 1, 1, 1, 64),
        SHAPE(2, 3, 1, 5, 3, 1),    SHAPE(1, 2, 3, 4, 3, 5),   SHAPE(3, 2, 2, 7, 5, 3),    SHAPE(1, 1, 1, 16, 16, 1),
        SHAPE(1, 1, 2, 33, 2, 3),   SHAPE(2, 1, 1, 32, 3, 2),  SHAPE(1, 1, 1, 10, 10, 10), SHAPE(1, 1, 1, 16, 8, 8),
        SHAPE(2, 2, 1, 31, 3, 1),   SHAPE(1, 1, 1, 2, 32, 2),  SHAPE(3000, 1, 1, 1, 1, 1), SHAPE(10, 20, 15, 2, 1, 2),
        SHAPE(1, 300, 3, 3, 2, 1),
    };
    static const Sample sample = {
        .name = "shapes", .sizes = "not used: --grid and --block say it all", .run = run,
        .normal = { .grid = { 5, 4, 3 }, .block = { 8, 6, 4 } },
        .shapes = shapes, .nshapes = SAMPLE_COUNT(shapes),
    };
    return sample_main(&sample, argc, argv);
}
