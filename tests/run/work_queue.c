/* Queues of work: each piece is taken once. */
#include "host.h"

extern const ptx2c_module work_queue;

int main(void)
{
    enum { N = 3001 };
    static const char *const kernels[] = {"scale", "rows"};
    static float from[N], to[N];
    float *pfrom = from, *pto = to;
    int wrong = 0, taken, *ptaken = &taken;
    for (int i = 0; i < N; i++)
        from[i] = (float)i;
    for (int k = 0; k < 2; k++)
        for (uint32_t threads = 32; threads <= 128; threads += 96)
            for (int n = 0; n <= N; n = n * 5 + 1) {
                void *args[] = {&ptaken, &n, &pfrom, &pto};
                memset(to, 0, sizeof to);
                taken = 0;
                if (ptx2c_launch(ptx2c_find_kernel(&work_queue, kernels[k]), (ptx2c_dim3){5, 1, 1}, (ptx2c_dim3){threads, 1, 1}, 0, args))
                    printf("%s: not launched\n", kernels[k]);
                for (int i = 0; i < N; i++)
                    wrong += to[i] != (i < n ? 2 * (float)(n - 1 - i) : 0);
            }
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
