/* Each kernel's results against what its threads do one by one on the host. */
#include "host.h"

extern const ptx2c_module strided_rounds;

enum { T = 64, KEPT = T + 40, BLOCKS = 3, MOST = 1000 };
static float a[BLOCKS * MOST], b[BLOCKS * MOST], out[MOST], want[MOST];
static uint32_t in[BLOCKS * KEPT], turned[BLOCKS * KEPT];

static void test_pieces(int length)
{
    const float *x = a, *y = b;
    float *to = out;
    run(&strided_rounds, "pieces", BLOCKS, T, (void *[]){PTX2C_POINTER(to), PTX2C_POINTER(x), PTX2C_POINTER(y), &length});
    for (int k = 0; k < BLOCKS; k++) {
        float sum = 0;
        for (int i = 0; i < length; i++)
            sum += a[k * length + i] * b[k * length + i];
        if (out[k] != sum)
            printf("pieces of %d: %g in block %d for %g\n", length, out[k], k, sum);
    }
}

static void test_behind(int places, int length, unsigned threads)
{
    const float *x = a;
    float *to = out;
    memset(want, 0, sizeof want);
    memset(out, 0, sizeof out);
    for (int i = 0; i < places; i++)
        for (int at = i; at < length; at += T)
            want[i] += a[at];
    run(&strided_rounds, "behind", 1, threads, (void *[]){PTX2C_POINTER(to), PTX2C_POINTER(x), &places, &length});
    if (memcmp(out, want, sizeof out) != 0)
        printf("behind %d places of %d, %u threads: another result\n", places, length, threads);
}

int main(void)
{
    static const int lengths[] = {0, 1, 5, 63, 64, 65, 191, 192, 193, 255, 256, 257, 449, 777, MOST};
    for (int i = 0; i < BLOCKS * MOST; i++) {
        a[i] = (float)(i % 13 - 5);
        b[i] = (float)(i % 7 - 2);
    }
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        test_pieces(lengths[i]);
        for (int places = 1; places < MOST; places += 111)
            for (unsigned threads = 1; threads <= 160; threads += 53)
                test_behind(places, lengths[i], threads);
    }
    const uint32_t *from = in;
    uint32_t *to = turned;
    for (uint32_t i = 0; i < BLOCKS * KEPT; i++)
        in[i] = i * 7 + 1;
    run(&strided_rounds, "kept", BLOCKS, T, (void *[]){PTX2C_POINTER(to), PTX2C_POINTER(from)});
    for (int i = 0; i < BLOCKS * KEPT; i++)
        if (turned[i] != in[i / KEPT * KEPT + KEPT - 1 - i % KEPT] * 3)
            printf("kept: %u at %d\n", turned[i], i);
    puts("done");
    return 0;
}
