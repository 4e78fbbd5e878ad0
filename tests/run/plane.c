#include "host.h"

extern const ptx2c_module plane;

enum { GRID = 2, MOST = 512 };
static uint64_t to[GRID * MOST];

typedef uint64_t Widened(uint32_t start, uint32_t pitch, uint32_t cta, uint32_t x, uint32_t y);

static uint64_t with_sign(uint32_t start, uint32_t pitch, uint32_t cta, uint32_t x, uint32_t y)
{
    return (uint64_t)(int64_t)(int32_t)(start + cta + pitch * y + x) * 4;
}

static uint64_t without_sign(uint32_t start, uint32_t pitch, uint32_t cta, uint32_t x, uint32_t y)
{
    return (uint64_t)(start + cta + pitch * y + x) * 4;
}

static uint64_t downwards(uint32_t start, uint32_t pitch, uint32_t cta, uint32_t x, uint32_t y)
{
    return (uint64_t)(int64_t)(int32_t)(start - cta - 3 * pitch * y - x);
}

/* How many results are wrong; partners: the upper half is that of the lane beside. */
static uint32_t wrong(const char *name, Widened *f, bool partners, ptx2c_dim3 block, uint32_t start, uint32_t pitch)
{
    uint64_t *pt = to;
    uint32_t n = block.x * block.y, bad = 0;
    memset(to, 0, sizeof to);
    bad += ptx2c_launch(ptx2c_find_kernel(&plane, name), (ptx2c_dim3){GRID, 1, 1}, block, 0,
                        (void *[]){&start, &pitch, &pt}) != 0;
    for (uint32_t i = 0; i < GRID * n; i++) {
        const uint32_t cta = i / n, t = n - 1 - i % n, by = partners ? t ^ 1 : t;
        const uint64_t own = f(start, pitch, cta, t % block.x, t / block.x);
        const uint64_t other = f(start, pitch, cta, by % block.x, by / block.x);
        bad += to[i] != ((own & 0xffffffffu) | (partners ? other >> 32 << 32 : own & ~(uint64_t)0xffffffffu));
    }
    return bad;
}

int main(void)
{
    static const ptx2c_dim3 blocks[] = {{32, 1, 1}, {64, 1, 1}, {256, 1, 1}, {48, 1, 1}, {20, 1, 1}, {1, 6, 1},
                                        {16, 8, 1}, {32, 4, 1}, {33, 2, 1}, {8, 6, 1}, {512, 1, 1}};
    static const uint32_t pitches[] = {0, 1, 64, 1000, 0x40000000, 0x80000000, (uint32_t)-5, (uint32_t)-0x2aaaaaab};
    /* how far in front of a border the numbers begin */
    static const int32_t before[] = {0, 1, 5, 16, 20, 31, 32, 33, 40, 63, 64, 65, 100, 255, 256, 600, -1, -40, -300};
    static const uint32_t borders[] = {0, 0x80000000};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
        uint32_t bad[3] = {0};
        for (size_t p = 0; p < sizeof pitches / sizeof *pitches; p++)
            for (size_t k = 0; k < 2 * sizeof before / sizeof *before; k++) {
                const uint32_t start = borders[k % 2] - (uint32_t)before[k / 2];
                bad[0] += wrong("with_sign", with_sign, false, blocks[i], start, pitches[p]);
                bad[1] += wrong("without_sign", without_sign, false, blocks[i], start, pitches[p]);
                bad[2] += wrong("downwards", downwards, true, blocks[i], start, pitches[p]);
            }
        printf("%u x %u: %u %u %u\n", (unsigned)blocks[i].x, (unsigned)blocks[i].y, (unsigned)bad[0], (unsigned)bad[1],
               (unsigned)bad[2]);
    }
    return 0;
}
