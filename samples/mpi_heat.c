/* mpi_heat.c: heat3d.ptx on several processes.  The blocks' planes along z are dealt out; each process keeps only the cells of
 * its planes and one layer of its neighbours' on both sides, which they exchange before each step.
 *
 * The kernel computes places in the whole box.  It gets the address at which the box would begin if this process' layers
 * lay where they are: nothing else of the box is there, and nothing else is touched.
 *
 *     mpirun -n 2 ./mpi_heat [--n CELLS_IN_EACH_DIRECTION] [--steps STEPS] */
#include "mpi_share.h"

extern const ptx2c_module heat3d;

enum { BX = 32, BY = 4, BZ = 4 };

static uint32_t n;       /* cells in each direction */
static uint64_t layer;   /* cells of a layer */
static ptx2c_dim3 grid;
static const ptx2c_dim3 block = {BX, BY, BZ};

/* The first layer of rank r. */
static uint64_t first_layer(int r)
{
    uint64_t z = share(grid.z, r) * BZ;
    return z < n ? z : n;
}

static float heat_at(uint64_t z, uint64_t i)
{
    uint32_t x = (uint32_t)(z * layer + i) * 2654435761u;
    return (float)(x >> 8) / 16777216;
}

/* The own layers' upper and lower ones go to the neighbours, theirs come. cells: the layer below the first own one. */
static void exchange(float *cells, uint64_t own)
{
    int down = rank ? rank - 1 : MPI_PROC_NULL, up = rank + 1 < ranks ? rank + 1 : MPI_PROC_NULL;
    MPI_Sendrecv(cells + layer, (int)layer, MPI_FLOAT, down, 0, cells + (own + 1) * layer, (int)layer, MPI_FLOAT, up, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv(cells + own * layer, (int)layer, MPI_FLOAT, up, 1, cells, (int)layer, MPI_FLOAT, down, 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
}

/* The box in one process, for comparison; the result is to be freed. */
static float *whole_box(const ptx2c_kernel *k, long steps, float rate)
{
    float *from = get_memory(n * layer, sizeof *from), *to = get_memory(n * layer, sizeof *to), *was;
    for (uint64_t z = 0; z < n; z++)
        for (uint64_t i = 0; i < layer; i++)
            from[z * layer + i] = heat_at(z, i);
    for (long s = 0; s < steps; s++) {
        void *args[] = {&from, &to, &n, &n, &n, &rate};
        if (ptx2c_launch(k, grid, block, 0, args))
            stop("the whole box can't be launched");
        was = from, from = to, to = was;
    }
    free(to);
    return from;
}

/* All layers on rank 0. */
static float *gather(const float *cells, uint64_t own)
{
    float *all = rank ? NULL : get_memory(n * layer, sizeof *all);
    int *count = get_memory((size_t)ranks, sizeof *count), *at = get_memory((size_t)ranks, sizeof *at);
    MPI_Datatype one;
    MPI_Type_contiguous((int)layer, MPI_FLOAT, &one);
    MPI_Type_commit(&one);
    for (int r = 0; r < ranks; r++) {
        at[r] = (int)first_layer(r);
        count[r] = (int)(first_layer(r + 1) - first_layer(r));
    }
    MPI_Gatherv(cells + layer, (int)own, one, all, count, at, one, 0, MPI_COMM_WORLD);
    MPI_Type_free(&one);
    free(count);
    free(at);
    return all;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    n = (uint32_t)option(argc, argv, "--n", 100);
    long steps = option(argc, argv, "--steps", 10);
    layer = (uint64_t)n * n;
    grid = (ptx2c_dim3){(n + BX - 1) / BX, (n + BY - 1) / BY, (n + BZ - 1) / BZ};
    if ((uint32_t)ranks > grid.z)
        stop("more processes than planes of blocks");
    const uint64_t z = first_layer(rank), own = first_layer(rank + 1) - z;
    float *from = get_memory((own + 2) * layer, sizeof *from), *to = get_memory((own + 2) * layer, sizeof *to), *was;
    for (uint64_t l = 0; l < own; l++)
        for (uint64_t i = 0; i < layer; i++)
            from[(l + 1) * layer + i] = heat_at(z + l, i);
    const ptx2c_kernel *k = ptx2c_find_kernel(&heat3d, "heat");
    float rate = 0.1f;
    MPI_Barrier(MPI_COMM_WORLD);
    double begin = MPI_Wtime();
    for (long s = 0; s < steps; s++) {
        exchange(from, own);
        uint64_t box_from = (uint64_t)(uintptr_t)(from + layer) - z * layer * sizeof *from;
        uint64_t box_to = (uint64_t)(uintptr_t)(to + layer) - z * layer * sizeof *to;
        void *args[] = {&box_from, &box_to, &n, &n, &n, &rate};
        run_share(k, grid, block, 0, args, grid.z, (uint64_t)grid.x * grid.y);
        was = from, from = to, to = was;
    }
    double seconds = MPI_Wtime() - begin;
    float *all = gather(from, own), *one = rank ? NULL : whole_box(k, steps, rate);
    bool ok = rank || memcmp(all, one, n * layer * sizeof *all) == 0;
    uint64_t bits = rank ? 0 : sum_bits(all, n * layer * sizeof *all);
    free(all);
    free(one);
    free(from);
    free(to);
    return tell("mpi_heat", ok, bits, seconds);
}
