/* A loop over the grid whose last block stands in front of its first one, against the same on the host: one round, several, none. */
#include "host.h"

#include <string.h>

extern const ptx2c_module latch_first;

enum { MOST = 20000 };
static int in[MOST], out[MOST], want[MOST];

static void test(int width, int hop, int kernel, int pad, uint32_t blocks, int n)
{
    const int *a = in;
    int *b = out, frames = (width + 2 * pad) / hop + 1;
    memset(out, 0, sizeof out);
    memset(want, 0, sizeof want);
    for (int i = 0; i < n; i++) {
        const int at = i % width + pad, last = at / hop < frames - 1 ? at / hop : frames - 1;
        for (int f = at < kernel ? 0 : (at - kernel) / hop + 1; f <= last; f++)
            want[i] += (at - f * hop) % hop ? 0 : in[(i / width * kernel + (at - f * hop) / hop) * frames + f];
    }
    const int status = ptx2c_launch(ptx2c_find_kernel(&latch_first, "gather"), (ptx2c_dim3){blocks, 1, 1}, (ptx2c_dim3){64, 1, 1}, 0,
                                    (void *[]){&n, &a, &width, &frames, &kernel, &pad, &hop, &b});
    if (status || memcmp(out, want, sizeof out))
        printf("width %d, hop %d, kernel %d, %u blocks, %d: %s\n", width, hop, kernel, (unsigned)blocks, n, status ? ptx2c_strerror(status) : "differs");
}

int main(void)
{
    for (int i = 0; i < MOST; i++)
        in[i] = (int)((uint32_t)i * 2654435761u >> 12);
    for (int hop = 1; hop < 4; hop++)
        for (int width = 1; width < 150; width = width * 3 + 4)
            for (uint32_t blocks = 1; blocks < 30; blocks = blocks * 2 + 3)
                for (int n = 0; n < 1500; n = n * 2 + 11)
                    test(width, hop, 1 + width % 5, width % 3, blocks, n);
    puts("compared");
}
