/* Each thread reads what a thread of another warp stored before barrier 0, between barrier.cluster.arrive and .wait. */
#include <ptx2c.h>
#include <stdio.h>

extern const ptx2c_module cluster;

int main(void)
{
    uint32_t a[128] = {0}, *p = a, bad = 0;
    void *args[] = {&p};
    ptx2c_dim3 grid = {1, 1, 1}, block = {128, 1, 1};
    int status = ptx2c_launch(ptx2c_find_kernel(&cluster, "k"), grid, block, 0, args);
    for (uint32_t i = 0; i < 128; i++)
        bad += a[i] != (i ^ 64);
    printf("%s, %u wrong\n", ptx2c_strerror(status), (unsigned)bad);
    return 0;
}
