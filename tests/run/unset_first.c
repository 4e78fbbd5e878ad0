/* What is chosen by numbers of which a part has no value yet. */
#include "host.h"

extern const ptx2c_module unset_first;

enum { THREADS = 70, N = 6 };

static int launch(const char *kernel, void **args)
{
    const int status = ptx2c_launch(ptx2c_find_kernel(&unset_first, kernel), (ptx2c_dim3){1, 1, 1}, (ptx2c_dim3){THREADS, 1, 1}, 0, args);
    if (status)
        printf("%s: %s\n", kernel, ptx2c_strerror(status));
    return status != 0;
}

int main(void)
{
    static int32_t a[THREADS * N], b[THREADS * N], out[THREADS];
    uint64_t pa = (uintptr_t)a, pb = (uintptr_t)b, pout = (uintptr_t)out;
    uint32_t n = N;
    for (int i = 0; i < THREADS * N; i++) {
        a[i] = b[i] = i * 7 % 23;
        if (i % N >= i / N % (N + 1)) /* some threads have pairs alike only */
            a[i] += i / N % 3 - 1;
    }
    int wrong = launch("first_difference", (void *[]){&pa, &pb, &pout, &n});
    for (int t = 0; t < THREADS; t++)
        wrong += out[t] != (t % (N + 1) < N && t % 3 == 2 ? 20 : 10);
    wrong += launch("zero", (void *[]){&pout});
    for (int t = 0; t < THREADS; t++)
        wrong += out[t] != (t % 2 ? 40 : 30);
    printf("%d wrong\n", wrong);
    return 0;
}
