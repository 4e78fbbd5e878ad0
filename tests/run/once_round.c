#include "host.h"

extern const ptx2c_module once_round;

static int in[1024], out[1024], *pin = in, *pout = out;

static int copied(int t, int threads, int n)
{
    int sum = 0, k = 0;
    for (int q = 0; q < n && t < 100; q++)
        sum += in[(t + q) % 100] - 3 * in[3 * t];
    sum += 3 * in[(1023 - t) % 300];
    for (int i = 0; i < n; i++) {
        sum += k > 3 ? 1000 : 0;
        sum += k < 0 ? 100000 : 0;
        k += t < 900 ? 1 : -1;
    }
    return sum + (threads >= 64 ? 7 : 0) + t - 3 + (t + k < 4000 ? t + k : 4000);
}

int main(void)
{
    static const unsigned sizes[] = {256, 300, 1000, 1024};
    for (int i = 0; i < 1024; i++)
        in[i] = (int)((uint32_t)i * 2654435761u >> 20);
    for (int s = 0; s < 4; s++)
        for (int n = 0; n < 9; n += 4) {
            ptx2c_launch(ptx2c_find_kernel(&once_round, "copies"), (ptx2c_dim3){1, 1, 1}, (ptx2c_dim3){sizes[s], 1, 1}, 0, (void *[]){&pin, &pout, &n});
            for (int t = 0; t < (int)sizes[s]; t++)
                if (out[t] != copied(t, (int)sizes[s], n))
                    printf("%u threads, %d: thread %d has %d, not %d\n", sizes[s], n, t, out[t], copied(t, (int)sizes[s], n));
        }
    for (unsigned n = 1; n <= 65; n += 32) {
        memset(out, 0, sizeof out);
        const int status = ptx2c_launch(ptx2c_find_kernel(&once_round, "few"), (ptx2c_dim3){1, 1, 1}, (ptx2c_dim3){n, 1, 1}, 0, (void *[]){&pin, &pout});
        for (unsigned t = 0; t < n; t++)
            if (out[t] != (status ? 0 : t ? in[t] * 2 : in[0] * 2 + in[64]))
                printf("few, %u: thread %u has %d\n", n, t, out[t]);
        printf("%u threads: %s\n", n, ptx2c_strerror(status));
    }
    puts("done");
}
