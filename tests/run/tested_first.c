/* Loops over a grid that are left where their header tests: whole rounds, a last one of some threads, none. */
#include "host.h"

extern const ptx2c_module tested_first;

enum { MOST = 1000, THREADS = 96, BLOCKS = 2 };

int main(void)
{
    static const int sizes[] = {0, 1, 95, 96, 192, 193, 384, 1000};
    static float x[MOST], y[MOST];
    int bad = 0;
    for (int i = 0; i < MOST; i++)
        x[i] = (float)(i - 300);
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        uint64_t from = (uintptr_t)x, to = (uintptr_t)y;
        int n = sizes[s], wrong = 0;
        for (int i = 0; i < MOST; i++)
            y[i] = -1;
        const int status = ptx2c_launch(ptx2c_find_kernel(&tested_first, "squares"), (ptx2c_dim3){BLOCKS, 1, 1}, (ptx2c_dim3){THREADS, 1, 1}, 0,
                                        (void *[]){&from, &to, &n});
        for (int i = 0; i < MOST; i++)
            wrong += y[i] != (i < n ? x[i] * x[i] : -1);
        printf("%d: %s, %d wrong\n", n, ptx2c_strerror(status), wrong);
        bad |= status || wrong;
    }
    return bad;
}
