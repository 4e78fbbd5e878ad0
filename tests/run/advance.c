#include "host.h"

extern const ptx2c_module advance;

enum { GRID = 3, MOST = 64, STEPS = 6, COUNT = 4096 };
static int32_t a[COUNT], b[COUNT], to[GRID * MOST];

static uint32_t along(uint32_t n, uint32_t steps, int stride)
{
    const int32_t *pa = a, *pb = b;
    int32_t *pt = to;
    uint32_t bad = 0;
    int count = (int)steps;
    const int status = ptx2c_launch(ptx2c_find_kernel(&advance, "along"), (ptx2c_dim3){GRID, 1, 1}, (ptx2c_dim3){n, 1, 1}, 0,
                                    (void *[]){&pa, &pb, &pt, &count, &stride});
    for (uint32_t i = 0; i < GRID * n; i++) {
        const uint32_t x = i % n, next = (x + 1) % n, cta = i / n * n;
        int32_t sum = 0;
        for (uint32_t t = 0; t < steps; t++)
            sum = sum * 5 + a[cta + next + t * (uint32_t)stride] * 3 + b[next * 3 + t * 2];
        bad += to[i] != sum + a[i + steps * (uint32_t)stride] - b[x * 3 + steps * 2];
    }
    return bad + (status != 0);
}

static uint32_t again(uint32_t n, uint32_t outer, uint32_t inner)
{
    const int32_t *pa = a;
    int32_t *pt = to, sum[MOST] = {0}, tile[MOST], at[MOST];
    uint32_t bad = 0, mine[MOST], p[MOST];
    const int status = ptx2c_launch(ptx2c_find_kernel(&advance, "again"), (ptx2c_dim3){GRID, 1, 1}, (ptx2c_dim3){n, 1, 1}, 0,
                                    (void *[]){&pa, &pt, &outer, &inner});
    for (uint32_t x = 0; x < n; x++)
        mine[x] = x * x % 7;
    for (uint32_t o = 0; o < outer; o++) {
        for (uint32_t x = 0; x < n; x++) {
            p[x] = x + o * inner;
            at[x] = (int32_t)(x * 4 + o);
        }
        for (uint32_t i = 0; i < inner && i < 6; i++) {
            for (uint32_t x = 0; x < n; x++)
                tile[x] = a[p[x]] + at[x] + a[mine[x]];
            for (uint32_t x = 0; x < n; x++) {
                sum[x] += tile[x ^ 1] * (int32_t)(i + 1);
                p[x] += 4;
                at[x] += i == 3 ? 9 : 5;
                mine[x] += x < 16 ? 2 : 1;
            }
        }
        for (uint32_t x = 0; x < n; x++)
            sum[x] = sum[x] * 3 + a[p[x]] + at[x];
    }
    for (uint32_t i = 0; i < GRID * n; i++)
        bad += to[i] != sum[i % n] + (int32_t)mine[i % n];
    return bad + (status != 0);
}

int main(void)
{
    for (int i = 0; i < COUNT; i++) {
        a[i] = i * 37 % 101;
        b[i] = i * 53 % 97;
    }
    static const uint32_t sizes[] = {64, 32, 48, 16, 20, 2};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        printf("%u: %u %u %u %u\n", (unsigned)sizes[i], (unsigned)along(sizes[i], STEPS, 64), (unsigned)along(sizes[i], 1, 7),
               (unsigned)again(sizes[i], 3, 5), (unsigned)again(sizes[i], 2, 9));
    return 0;
}
