#include "host.h"

extern const ptx2c_module registers;

static void check(ptx2c_dim3 block, uint32_t grid, size_t shared)
{
    static uint32_t out[512][24];
    uint32_t(*p)[24] = out;
    const uint32_t threads = block.x * block.y, bytes = (uint32_t)((100 + shared + 127) / 128 * 128);
    int status = ptx2c_launch(ptx2c_find_kernel(&registers, "registers"), (ptx2c_dim3){grid, 1, 1}, block, shared,
                              (void *[]){&p});
    if (status)
        printf("%s\n", ptx2c_strerror(status));
    for (uint32_t i = 0; i < threads * grid; i++) {
        const uint32_t t = i % threads, l = t % 32, bit = 1u << l;
        const uint32_t want[24] = {l, t / 32, (threads + 31) / 32, bit, bit | (bit - 1), bit - 1, ~(bit - 1), ~(bit | (bit - 1)),
                                   bytes, (uint32_t)shared, bytes + 1024, 0, 1, 0, 0, 0, 1, 1, 1, 1, 1024, 0, 0, 0};
        for (int k = 0; k < 24; k++)
            if (out[i][k] != want[k]) {
                printf("%u x %u, thread %u: number %d is %u, not %u\n", (unsigned)block.x, (unsigned)block.y, (unsigned)i, k,
                       (unsigned)out[i][k], (unsigned)want[k]);
                return;
            }
    }
}

static uint32_t at(ptx2c_dim3 v, int i) { return i == 0 ? v.x : i == 1 ? v.y : v.z; }

static ptx2c_dim3 place(uint32_t i, ptx2c_dim3 n)
{
    return (ptx2c_dim3){i % n.x, i / n.x % n.y, i / n.x / n.y};
}

static void places(ptx2c_dim3 grid, ptx2c_dim3 block, ptx2c_dim3 cluster, bool given)
{
    static uint32_t out[8192][28];
    uint32_t(*p)[28] = out;
    const uint32_t threads = block.x * block.y * block.z, ctas = grid.x * grid.y * grid.z;
    const ptx2c_kernel *k = ptx2c_find_kernel(&registers, "places");
    memset(out, 255, sizeof out);
    int status = given ? ptx2c_launch_clusters(k, grid, cluster, block, 0, (void *[]){&p})
                       : ptx2c_launch(k, grid, block, 0, (void *[]){&p});
    if (status)
        printf("%s\n", ptx2c_strerror(status));
    for (uint32_t i = 0; i < ctas * threads; i++) {
        const ptx2c_dim3 t = place(i % threads, block), c = place(i / threads, grid);
        uint32_t want[28], rank = 0;
        for (int x = 0; x < 3; x++) {
            want[x] = at(t, x);
            want[3 + x] = at(block, x);
            want[6 + x] = at(c, x);
            want[9 + x] = at(grid, x);
            want[12 + x] = at(c, x) / at(cluster, x);
            want[15 + x] = at(grid, x) / at(cluster, x);
            want[18 + x] = at(c, x) % at(cluster, x);
            want[21 + x] = at(cluster, x);
        }
        for (int x = 2; x >= 0; x--)
            rank = rank * at(cluster, x) + want[18 + x];
        want[24] = rank;
        want[25] = cluster.x * cluster.y * cluster.z;
        want[26] = given;
        want[27] = i % threads;
        for (int x = 0; x < 28; x++)
            if (out[i][x] != want[x]) {
                printf("places: thread %u: number %d is %u, not %u\n", (unsigned)i, x, (unsigned)out[i][x],
                       (unsigned)want[x]);
                return;
            }
    }
}

static void rest(void)
{
    uint64_t out[2][5], *p = out[0], *q = out[1];
    run(&registers, "rest", 1, 1, (void *[]){&p});
    run(&registers, "rest", 1, 1, (void *[]){&q});
    if (out[1][0] != out[0][0] + 1)
        printf("grid %u after grid %u\n", (unsigned)out[1][0], (unsigned)out[0][0]);
    for (int i = 0; i < 2; i++)
        if (!out[i][1] || out[i][2] < 8 || out[i][3] || out[i][4])
            printf("rest: %u bytes of workspace, %llx, %u\n", (unsigned)out[i][2], (unsigned long long)out[i][3],
                   (unsigned)out[i][4]);
}

static void reserved(void)
{
    uint32_t out[64][4];
    void *p = out;
    int status = ptx2c_launch(ptx2c_find_kernel(&registers, "reserved"), (ptx2c_dim3){1, 1, 1}, (ptx2c_dim3){64, 1, 1}, 0,
                              (void *[]){&p});
    if (status)
        printf("%s\n", ptx2c_strerror(status));
    for (uint32_t t = 0; t < 64; t++)
        if (out[t][0] != (t ^ 63) || out[t][1] != 1063 || out[t][2] != 2000 + (t ^ 63) || !out[t][3])
            printf("reserved: thread %u has %u %u %u %u\n", (unsigned)t, (unsigned)out[t][0], (unsigned)out[t][1],
                   (unsigned)out[t][2], (unsigned)out[t][3]);
}

int main(void)
{
    reserved();
    places((ptx2c_dim3){4, 6, 2}, (ptx2c_dim3){5, 3, 4}, (ptx2c_dim3){1, 1, 1}, false);
    places((ptx2c_dim3){4, 6, 4}, (ptx2c_dim3){5, 3, 4}, (ptx2c_dim3){2, 3, 2}, true);
    places((ptx2c_dim3){3, 1, 1}, (ptx2c_dim3){1, 64, 2}, (ptx2c_dim3){1, 1, 1}, true);
    rest();
    check((ptx2c_dim3){32, 1, 1}, 3, 0);
    check((ptx2c_dim3){70, 1, 1}, 2, 28);
    check((ptx2c_dim3){7, 9, 1}, 4, 1000);
    puts("done");
    return 0;
}
