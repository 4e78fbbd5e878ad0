/* What is kept, in any order; what was summed under a lock; what all have seen of a flag. */
#include "host.h"
#include <string.h>

extern const ptx2c_module called_atomics;

enum { N = 700, THREADS = 64, BLOCKS = 11 };
static int in[N], out[N], number, flag;

static void launch(const char *kernel, uint32_t blocks, void *args[])
{
    const int status = ptx2c_launch(ptx2c_find_kernel(&called_atomics, kernel), (ptx2c_dim3){blocks, 1, 1}, (ptx2c_dim3){THREADS, 1, 1}, 0, args);
    if (status)
        printf("%s: %s\n", kernel, ptx2c_strerror(status));
}

int main(void)
{
    void *from = in, *to = out, *counter = &number, *f = &flag;
    int n = N, limit = 40, kept = 0, sum = 0, all = 0;
    for (int i = 0; i < N; i++) {
        in[i] = i * 31 % 101;
        all += in[i];
        kept += in[i] < limit;
        sum += in[i] < limit ? in[i] : 0;
    }
    void *keep[] = {&from, &to, &counter, &n, &limit};
    launch("keep", 3, keep);
    for (int i = 0; i < number; i++)
        sum -= out[i];
    printf("keep: %d of %d, %d missing\n", number, kept, sum);

    number = 0;
    void *locked[] = {&f, &counter, &from, &n};
    launch("locked", BLOCKS, locked);
    printf("locked: %d of %d\n", number, all);

    static const char *const kernels[] = {"wait", "wait_stored"};
    for (int k = 0; k < 2; k++) {
        void *wait[] = {&f, &to, &n};
        int seen = 0;
        flag = 0;
        memset(out, 0, sizeof out);
        launch(kernels[k], BLOCKS, wait);
        for (int i = 0; i < N; i++)
            seen += out[i] == 7 + 2 * k;
        printf("%s: %d of %d\n", kernels[k], seen, N);
    }
    return 0;
}
