/* Rows of shared memory that lanes of a warp read, in blocks of whole warps and others, against the same on the host. */
#include "host.h"

extern const ptx2c_module warp_words;

enum { W = 33, MOST = 128 };
static uint32_t in[MOST * W], with[32], votes[4];
static int counts[MOST], wrong;
static float numbers[64 * W], out[64];

static void launch(const char *kernel, uint32_t threads, void *args[])
{
    const int status = ptx2c_launch(ptx2c_find_kernel(&warp_words, kernel), (ptx2c_dim3){1, 1, 1}, (ptx2c_dim3){threads, 1, 1}, 0, args);
    if (status)
        printf("%s: %s\n", kernel, ptx2c_strerror(status));
}

static void check(const char *kernel, uint32_t thread, uint32_t threads, double is, double should)
{
    if (is != should && wrong++ < 10)
        printf("%s, thread %u of %u: %.9g, not %.9g\n", kernel, (unsigned)thread, (unsigned)threads, is, should);
}

static void differ(uint32_t threads)
{
    void *args[] = {&(void *){in}, &(void *){with}, &(void *){counts}, &(void *){votes}, &(int){510}};
    launch("differ", threads, args);
    uint32_t vote = 0;
    for (uint32_t t = 0; t < threads; t++) {
        int sum = 0;
        for (int k = 0; k < 32; k++)
            for (uint32_t bits = in[t * W + (uint32_t)k] ^ with[k]; bits; bits &= bits - 1)
                sum++;
        check("differ", t, threads, counts[t], sum);
        vote |= (uint32_t)(sum < 510) << t % 32;
        if (t % 32 == 31 || t == threads - 1) {
            check("differ's votes", t, threads, votes[t / 32], vote);
            vote = 0;
        }
    }
}

static void some(uint32_t threads, uint32_t from)
{
    void *args[] = {&(void *){numbers}, &(void *){out}, &from};
    float sum[64];
    launch("some", threads, args);
    for (uint32_t t = 0; t < threads; t++) {
        const float *r = numbers + t * W + W - 8;
        sum[t] = numbers[(t ^ 1) * W] + (t >= from ? r[0] * r[4] + r[1] * r[5] + r[2] * r[6] + r[3] * r[7] : 0);
    }
    for (uint32_t t = 0; t < threads; t++)
        check("some", t, threads, out[t], sum[t] + sum[t ^ 2]);
}

int main(void)
{
    for (uint32_t i = 0; i < MOST * W; i++)
        in[i] = i * 2654435761u ^ i << 13;
    for (uint32_t i = 0; i < 32; i++)
        with[i] = i * 40503u * 65537u;
    for (int i = 0; i < 64 * W; i++)
        numbers[i] = (float)(i * 29 % 17);
    for (uint32_t threads = 8; threads <= MOST; threads += 20)
        differ(threads);
    differ(MOST);
    for (uint32_t threads = 4; threads <= 64; threads += 12)
        for (uint32_t from = 0; from < threads; from += 7)
            some(threads, from);
    printf("%d wrong\n", wrong);
    return 0;
}
