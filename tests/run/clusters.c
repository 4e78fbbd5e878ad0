#include "host.h"

extern const ptx2c_module clusters;

static int launch(const char *kernel, ptx2c_dim3 grid, ptx2c_dim3 cluster, uint32_t block, void *const args[])
{
    const ptx2c_kernel *k = ptx2c_find_kernel(&clusters, kernel);
    const ptx2c_dim3 threads = {block, 1, 1};
    return cluster.x ? ptx2c_launch_clusters(k, grid, cluster, threads, 0, args)
                     : ptx2c_launch(k, grid, threads, 0, args);
}

static const ptx2c_dim3 own = {0, 0, 0};

static void place(ptx2c_dim3 grid, ptx2c_dim3 cluster)
{
    static uint32_t at[1024][16];
    uint32_t(*p)[16] = at, n = 0;
    const ptx2c_dim3 c = cluster.x ? cluster : (ptx2c_dim3){1, 1, 1};
    int status = launch("place", grid, cluster, 1, (void *[]){&p});
    if (status)
        printf("place: %s\n", ptx2c_strerror(status));
    for (uint32_t z = 0; z < grid.z; z++)
        for (uint32_t y = 0; y < grid.y; y++)
            for (uint32_t x = 0; x < grid.x; x++, n++) {
                const uint32_t want[16] = {x / c.x, y / c.y, z / c.z, n, grid.x / c.x, grid.y / c.y, grid.z / c.z, 0,
                                           x % c.x, y % c.y, z % c.z, (z % c.z * c.y + y % c.y) * c.x + x % c.x,
                                           c.x, c.y, c.x * c.y * c.z, cluster.x != 0};
                if (memcmp(at[n], want, sizeof want) != 0)
                    printf("place: block %u, %u, %u of %u x %u x %u is wrong\n", (unsigned)x, (unsigned)y, (unsigned)z,
                           (unsigned)grid.x, (unsigned)grid.y, (unsigned)grid.z);
            }
}

static void ring(uint32_t blocks)
{
    static uint32_t out[64 * 64][2];
    uint32_t bad = 0, *b = &bad, (*p)[2] = out;
    int status = launch("ring", (ptx2c_dim3){blocks, 1, 1}, own, 64, (void *[]){&p, &b});
    printf("ring of %u: %s, %u bad\n", (unsigned)blocks, ptx2c_strerror(status), (unsigned)bad);
    for (uint32_t i = 0; i < blocks * 64; i++) {
        uint32_t block = i / 64, next = block / 4 * 4 + (block + 1) % 4;
        if (out[i][0] != next * 64 + i % 64 || out[i][1] != 63 * 64 / 2) {
            printf("ring: thread %u read %u, counted %u\n", (unsigned)i, (unsigned)out[i][0], (unsigned)out[i][1]);
            return;
        }
    }
}

int main(void)
{
    place((ptx2c_dim3){6, 4, 2}, own);
    place((ptx2c_dim3){6, 4, 2}, (ptx2c_dim3){3, 2, 1});
    place((ptx2c_dim3){8, 2, 4}, (ptx2c_dim3){2, 1, 4});
    ring(4);
    ring(64);
    uint32_t sums[80] = {0}, *p = sums, wrong = 0;
    int status = launch("remote", (ptx2c_dim3){20, 2, 1}, own, 8, (void *[]){&p});
    for (uint32_t i = 0; i < 80; i++)
        wrong += sums[i] != (1 + 2 + 3) * 8;
    printf("remote: %s, %u wrong\n", ptx2c_strerror(status), (unsigned)wrong);
    uint32_t counts[6 * 40] = {0};
    p = counts;
    status = launch("leave", (ptx2c_dim3){6, 1, 1}, own, 40, (void *[]){&p});
    wrong = 0;
    for (uint32_t i = 0; i < 6 * 40; i++)
        wrong += counts[i] != (i % 2 ? 0 : 60);
    printf("leave: %s, %u wrong\n", ptx2c_strerror(status), (unsigned)wrong);
    status = launch("generic", (ptx2c_dim3){4, 1, 1}, own, 32, (void *[]){&p});
    printf("generic: %s, %u %u %u %u\n", ptx2c_strerror(status), (unsigned)counts[0], (unsigned)counts[1], (unsigned)counts[2], (unsigned)counts[3]);
    uint32_t counted[2] = {0, 0};
    p = counted;
    status = launch("counted", (ptx2c_dim3){5, 1, 1}, own, 32, (void *[]){&p});
    printf("counted: %s, %u blocks, %u threads\n", ptx2c_strerror(status), (unsigned)counted[0], (unsigned)counted[1]);
    status = launch("stuck", (ptx2c_dim3){2, 1, 1}, own, 64, (void *[]){&p});
    printf("stuck: %s\n%s\n", ptx2c_strerror(status), ptx2c_message(ptx2c_find_kernel(&clusters, "stuck")));
    const ptx2c_dim3 grid = {8, 1, 1};
    printf("explicit: %s\n", ptx2c_strerror(launch("explicit", grid, own, 1, NULL)));
    printf("explicit, 2: %s\n", ptx2c_strerror(launch("explicit", grid, (ptx2c_dim3){2, 1, 1}, 1, NULL)));
    printf("small, 8: %s\n", ptx2c_strerror(launch("small", grid, (ptx2c_dim3){8, 1, 1}, 1, NULL)));
    printf("small, 3: %s\n", ptx2c_strerror(launch("small", grid, (ptx2c_dim3){3, 1, 1}, 1, NULL)));
    printf("small, 4: %s\n", ptx2c_strerror(launch("small", grid, (ptx2c_dim3){4, 1, 1}, 1, NULL)));
    printf("ring, 2: %s\n", ptx2c_strerror(launch("ring", grid, (ptx2c_dim3){2, 1, 1}, 64, (void *[]){&p, &p})));
    return 0;
}
