/* Where shared windows lie, and variables in windows. */
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
    out[0][0] = 1;
    status = ptx2c_launch(ptx2c_find_kernel(&shared_align, "within"), (ptx2c_dim3){1, 1, 1}, (ptx2c_dim3){1, 1, 1}, 0, (void *[]){&p});
    printf("within: status %d, %u bytes off\n", status, (unsigned)out[0][0]);
    return 0;
}
