#include "host.h"

extern const ptx2c_module block_steps;

enum { MOST = 4 * 256 };
static int32_t in[MOST], out[MOST], want[MOST];

static uint32_t compacted(int32_t n)
{
    int32_t count[4], *pi = in, *po = out, *pc = count;
    uint32_t bad = 0;
    memset(out, 0, sizeof out);
    memset(want, 0, sizeof want);
    bad += run(&block_steps, "compacted", 4, 256, (void *[]){&pi, &po, &pc, &n}) != 0;
    for (int b = 0; b < 4; b++) {
        int32_t kept = 0;
        for (int i = b * 256; i < b * 256 + 256 && i < n; i++)
            if (in[i] > 10)
                want[b * 256 + kept++] = in[i];
        bad += count[b] != kept;
    }
    return bad + (memcmp(out, want, sizeof out) != 0);
}

static uint32_t offsets(uint32_t threads, int32_t n)
{
    const uint32_t blocks = MOST / threads;
    int32_t bases[MOST / 32], *pi = in, *po = out, *pb = bases;
    memset(out, 0, sizeof out);
    memset(want, 0, sizeof want);
    for (uint32_t b = 0; b < blocks; b++) {
        int32_t sum = b ? bases[b - 1] : 0;
        for (uint32_t i = b * threads; i < (b + 1) * threads; i++)
            if ((int32_t)i < n)
                want[i] = sum += in[i];
        bases[b] = sum;
    }
    return run(&block_steps, "offsets", blocks, threads, (void *[]){&pi, &po, &pb, &n}) || memcmp(out, want, sizeof out) != 0;
}

int main(void)
{
    uint32_t bad = 0;
    for (int i = 0; i < MOST; i++)
        in[i] = (int32_t)((uint32_t)i * 2654435761u >> 27) - 3;
    for (int32_t n = 0; n <= MOST; n += 93)
        bad += compacted(n) + offsets(32, n) + offsets(64, n) + offsets(256, n) + offsets(512, n);
    puts(bad ? "not as on the host" : "as on the host");
    return bad != 0;
}
