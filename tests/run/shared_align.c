/* Where shared windows lie. */
#include "host.h"

extern const ptx2c_module shared_align;

enum { N = 40 };

int main(void)
{
    static uint32_t out[N][2];
    uint32_t *p = out[0], bad = 0;
    const ptx2c_kernel *place = ptx2c_find_kernel(&shared_align, "place"), *remote = ptx2c_find_kernel(&shared_align, "remote");
    const ptx2c_dim3 grid = {N, 1, 1}, two = {2, 1, 1}, block = {64, 1, 1};
    for (uint32_t extra = 0; extra < 3000; extra += 1000) {
        memset(out, 1, sizeof out);
        int status = ptx2c_launch(place, grid, block, extra, (void *[]){&p});
        for (int i = 0; i < N; i++)
            bad += status || out[i][0] || out[i][1];
    }
    printf("place: %u bad\n", (unsigned)bad);
    memset(out, 1, sizeof out);
    int status = ptx2c_launch_clusters(remote, grid, two, block, 0, (void *[]){&p});
    bad = 0;
    for (int i = 0; i < N; i++)
        bad += status || out[i][0];
    printf("remote: %u bad\n", (unsigned)bad);
    return 0;
}
