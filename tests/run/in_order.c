#include "host.h"

extern const ptx2c_module in_order;

/* Numbers whose sums are rounded: each order gives another. */
enum { N = 64 };
static float x[N];
static double xx[N];
static uint32_t n[4] = {48, 32, 8, 52};

int main(void)
{
    float down[4], nested[4];
    double mixed[4];
    for (int i = 0; i < N; i++) {
        x[i] = (float)(i * 37 % 101) * (i % 7 ? 1.1f : 1e6f);
        xx[i] = (i * 37 % 101) * (i % 7 ? 1.1 : 1e15);
    }
    run(&in_order, "down", 1, 4, (void *[]){(void *[]){x}, (void *[]){n}, (void *[]){down}});
    run(&in_order, "mixed", 1, 4, (void *[]){(void *[]){xx}, (void *[]){n}, (void *[]){mixed}});
    run(&in_order, "nested", 1, 4, (void *[]){(void *[]){x}, (void *[]){n}, (void *[]){nested}});
    for (int l = 0; l < 4; l++) {
        volatile float sum = 0; /* so that it is done as it stands here */
        volatile double signs = 0;
        for (int i = (int)n[l] - 1; i >= 0; i--)
            sum += x[i];
        for (int i = 0; i < (int)n[l]; i += 4) {
            signs += xx[4 * l + i + 2];
            signs -= xx[4 * l + i];
            signs += xx[4 * l + i + 3];
            signs -= xx[4 * l + i + 1];
        }
        printf("%d %d", down[l] == sum, mixed[l] == signs);
        sum = 0;
        for (int i = (int)n[0] - 1; i >= 0; i--)
            sum += x[i];
        printf(" %d\n", nested[l] == sum);
    }
    return 0;
}
