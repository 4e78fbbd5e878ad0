#include "host.h"

extern const ptx2c_module sync_;

/* What the kernel atoms works on, with its offsets. */
typedef struct Cells {
    uint32_t count;
    int32_t max, min;
    uint32_t inc, dec, bits, parity, cleared;
    uint64_t wide;
    float f, pad;
    double d;
    uint64_t pad2;
    float four[4], two[2];
    uint16_t halves[4], half, pad3;
    uint32_t cas;
} Cells;

static bool atoms(uint32_t grid, uint32_t block)
{
    static Cells c;
    static uint32_t seen[4096];
    void *pc = &c, *ps = seen;
    uint32_t n = grid * block, bits = 0, parity = 0;
    c = (Cells){.max = -5, .min = 5, .dec = 2, .cleared = ~0u, .cas = 7};
    memset(seen, 0xff, sizeof seen);
    if (run(&sync_, "atoms", grid, block, (void *[]){&pc, &ps}))
        return false;
    bool ok = c.count == n && c.max == (int32_t)n - 1 && c.min == 0 && c.inc == n % 10 && c.cas == 7 + 3 * n;
    uint32_t dec = 2;
    for (uint32_t i = 0; i < n; i++) {
        dec = dec == 0 || dec > 6 ? 6 : dec - 1;
        bits |= i < 32 ? 1u << i : 0;
        parity ^= i;
    }
    ok &= c.dec == dec && c.bits == bits && c.parity == parity && c.cleared == ~bits;
    ok &= c.wide == (uint64_t)n * (n - 1) / 2 && c.f == n * 0.5f && c.d == n * 0.25;
    ok &= c.four[0] == n && c.four[1] == 2 * n && c.four[2] == n && c.four[3] == n;
    ok &= c.two[0] == 2 * n && c.two[1] == n;
    for (int i = 0; i < 4; i++) /* 2 and 1 at a time; sums of up to 2048 are exact */
        ok &= n != 128 || c.halves[i] == (i % 2 ? 0x5800 : 0x5c00);
    ok &= n != 128 || c.half == 0x5800;
    static unsigned char met[4096];
    memset(met, 0, sizeof met);
    for (uint32_t i = 0; i < n; i++)
        ok &= seen[i] < n && !met[seen[i]]++;
    return ok;
}

static bool shared_atoms(uint32_t grid, uint32_t block)
{
    static uint32_t out[4096];
    void *p = out;
    if (run(&sync_, "shared_atoms", grid, block, (void *[]){&p}))
        return false;
    for (uint32_t i = 0; i < grid * block; i++) {
        uint32_t want = 0;
        for (uint32_t t = i % block % 16; t < block; t += 16)
            want += t;
        if (out[i] != want)
            return false;
    }
    return true;
}

static bool lane_ok(const uint32_t *a, uint32_t lane, uint32_t lanes, const uint32_t *o)
{
    uint32_t all = lanes == 32 ? ~0u : (1u << lanes) - 1, v = a[lane], flags = 0, ballot = 0, same = 0, sum = 0, tile = 0;
    int32_t max = (int32_t)v;
    for (uint32_t i = 0; i < lanes; i++) {
        ballot |= (uint32_t)(a[i] > 20) << i;
        same |= (uint32_t)(a[i] % 4 == v % 4) << i;
        sum += a[i];
        max = (int32_t)a[i] > max ? (int32_t)a[i] : max;
        tile += i / 4 == lane / 4 ? a[i] : 0;
    }
    uint32_t up = lane >= 3 ? lane - 3 : lane, down = lane + 5 <= 31 ? lane + 5 : lane;
    uint32_t idx = (lane & 24) | (v & 7);
    bool known[] = {true, down < lanes, (lane ^ 1) < lanes, idx < lanes}; /* else from a lane that is not there */
    flags |= lane >= 3 ? 1 : 0;
    flags |= lane + 5 <= 31 ? 2 : 0;
    flags |= 4;
    flags |= ballot ? 8 : 0;
    flags |= ballot ? 0 : 16;
    flags |= lane == 0 ? 32 : 0;
    return o[0] == all && o[1] == a[up] && (!known[1] || o[2] == a[down]) && (!known[2] || o[3] == a[lane ^ 1]) &&
           (!known[3] || o[4] == a[idx]) && o[5] == ballot && o[6] == same && o[7] == sum && o[8] == (uint32_t)max &&
           o[9] == 0 && o[10] == flags && o[12] == tile && o[13] == (ballot & 15u << (lane & 28));
}

static bool collectives(uint32_t block)
{
    static uint32_t in[1024], out[1024 * 16];
    void *pi = in, *po = out;
    for (uint32_t i = 0; i < block; i++)
        in[i] = i * 2654435761u >> 27;
    if (run(&sync_, "collectives", 1, block, (void *[]){&pi, &po}))
        return false;
    for (uint32_t i = 0; i < block; i++) {
        uint32_t first = i / 32 * 32, lanes = block - first < 32 ? block - first : 32;
        if (!lane_ok(in + first, i - first, lanes, out + 16 * i)) {
            printf("block %u, thread %u is wrong\n", (unsigned)block, (unsigned)i);
            return false;
        }
    }
    return true;
}

static bool diverged(void)
{
    static uint32_t out[32];
    void *p = out;
    if (run(&sync_, "diverged", 1, 32, (void *[]){&p}))
        return false;
    for (uint32_t i = 0; i < 32; i++)
        if (out[i] != (i % 2 ? i + 2 < 32 ? i + 2 : i : 0x55555555))
            return false;
    return true;
}

static bool copies(void)
{
    static unsigned char in[1024], out[1024], want[1024];
    void *pi = in, *po = out;
    for (int i = 0; i < 1024; i++)
        in[i] = (unsigned char)(i * 7 + 1);
    for (int t = 0; t < 64; t++) {
        memcpy(want + 16 * t, in + 16 * t, t % 16 == 7 ? 0 : 8);
        memcpy(want + 16 * t + 8, in + 16 * t + 8, t % 16 < 8 ? (size_t)(t % 16) : 8);
    }
    if (run(&sync_, "copies", 1, 64, (void *[]){&pi, &po}))
        return false;
    for (int t = 0; t < 64; t++)
        if (memcmp(out + 16 * t, want + 16 * (t ^ 1), 16))
            return false;
    return true;
}

static bool words(void)
{
    _Alignas(16) static unsigned char in[32], out[96];
    void *pi = in, *po = out;
    for (int i = 0; i < 32; i++)
        in[i] = (unsigned char)(0x70 + i * 5);
    int32_t s[2];
    memcpy(s, in, 8);
    int64_t wide[2] = {s[0], s[1]};
    const unsigned char bytes[4] = {in[24], in[26], in[28], in[30]};
    return !run(&sync_, "words", 1, 1, (void *[]){&po, &pi}) && !memcmp(out, in, 8) && !memcmp(out + 16, in, 16) &&
           !memcmp(out + 32, in, 16) && !memcmp(out + 48, in + 8, 8) && !memcmp(out + 64, wide, 16) &&
           !memcmp(out + 80, bytes, 4);
}

int main(void)
{
    printf("atoms: %d %d %d\n", atoms(4, 32), atoms(1, 128), atoms(60, 60));
    printf("shared atoms: %d %d\n", shared_atoms(1, 256), shared_atoms(7, 48));
    printf("collectives: %d %d %d %d\n", collectives(32), collectives(256), collectives(48), collectives(7));
    printf("diverged: %d\n", diverged());
    printf("copies: %d\n", copies());
    printf("words: %d\n", words());
    return 0;
}
