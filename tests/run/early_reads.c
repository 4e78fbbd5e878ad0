/* Sums of all lanes before each, and what is read of the register that they are made in before they are. */
#include "host.h"

extern const ptx2c_module early_reads;

enum { N = 64 };

int main(void)
{
    static uint32_t in[N], sums[N], seen[N];
    for (uint32_t i = 0; i < N; i++)
        in[i] = i * i + 1;
    void *a = in, *b = sums, *c = seen, *args[] = {&a, &b, &c};
    const int status = ptx2c_launch(ptx2c_find_kernel(&early_reads, "early_reads"), (ptx2c_dim3){1, 1, 1}, (ptx2c_dim3){N, 1, 1}, 0, args);
    int wrong = 0;
    for (uint32_t i = 0; i < N; i++) {
        uint32_t sum = 0, of16 = 0; /* of all before it in its warp, and of the 16 up to the lane that it sees */
        const uint32_t l = i % 32, sees = l < 16 ? i : i - 16;
        for (uint32_t k = i - l; k <= i; k++)
            sum += in[k];
        for (uint32_t k = sees - sees % 32; k <= sees; k++)
            of16 += k + 16 > sees ? in[k] : 0;
        wrong += (sums[i] != sum) + (seen[i] != (of16 ^ 5));
    }
    printf("%s, %d wrong\n", ptx2c_strerror(status), wrong);
    return 0;
}
