#include "host.h"

extern const ptx2c_module warp_alone;

int main(void)
{
    enum { ROWS = 4, N = 10 };
    uint32_t sums[ROWS][4] = {{0}}, n = N, *calls = ptx2c_find_variable(&warp_alone, "calls", NULL), (*p)[4] = sums;
    const int status = ptx2c_launch(ptx2c_find_kernel(&warp_alone, "rows"), (ptx2c_dim3){1, 1, 1}, (ptx2c_dim3){32, ROWS, 1}, 0,
                                    (void *[]){&p, &n});
    printf("%s\n", ptx2c_strerror(status));
    for (int i = 0; i < ROWS; i++)
        printf("row %d: %u, %u, %u, %u times\n", i, sums[i][0], sums[i][1], sums[i][2], sums[i][3]);
    printf("%u calls\n", *calls);
    float total = 0, *both[] = {&total, &total}, **t = both;
    uint32_t times = 400;
    const int added = ptx2c_launch(ptx2c_find_kernel(&warp_alone, "halves"), (ptx2c_dim3){50, 1, 1}, (ptx2c_dim3){32, 2, 1}, 0,
                                   (void *[]){&t, &times});
    printf("%s: %g\n", ptx2c_strerror(added), total);
    return 0;
}
