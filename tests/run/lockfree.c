#include "host.h"

extern const ptx2c_module lockfree;

int main(void)
{
    enum { N = 5000 };
    static double x[N];
    static int32_t out[N];
    double sum = 0.5, want = 0.5, *p = &sum, *q = x;
    int32_t n = N, head = 0, *h = &head, *o = out;
    for (int i = 0; i < N; i++) {
        x[i] = i % 17;
        want += x[i];
    }
    run(&lockfree, "add", 40, 128, (void *[]){&p, &q, &n});
    if (sum != want)
        printf("add: %g, not %g\n", sum, want);
    run(&lockfree, "queue", 7, 50, (void *[]){&h, &o, &n});
    for (int i = 0; i < N; i++)
        if (out[i] != i * i) {
            printf("queue: %d\n", i);
            break;
        }
    puts("done");
    return 0;
}
