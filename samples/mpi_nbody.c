/* mpi_nbody.c: the bodies of nbody.cu on several processes: each has all bodies and moves those of its blocks; after each step
 * all exchange what they have moved.
 *
 *     mpirun -n 2 ./mpi_nbody [--n BODIES] [--steps STEPS] */
#include "mpi_share.h"

extern const ptx2c_module nbody;

typedef struct Body { float x, y, z, mass; } Body;

enum { BLOCK = 128 };

typedef struct Bodies {
    uint32_t n;
    Body *from, *to;
    float (*velocity)[3];
} Bodies;

static float draw(uint32_t *seed)
{
    *seed = *seed * 1664525 + 1013904223;
    return (float)(*seed >> 8) / 8388608 - 1;
}

static Bodies make(uint32_t n)
{
    Bodies b = {n, get_memory(n, sizeof *b.from), get_memory(n, sizeof *b.to), get_memory(n, sizeof *b.velocity)};
    uint32_t seed = 6;
    for (uint32_t i = 0; i < n; i++) {
        Body one = {draw(&seed), draw(&seed), draw(&seed), 1 / (float)n};
        b.from[i] = one;
    }
    return b;
}

/* Where the bodies of rank r begin: blocks are dealt out whole. */
static uint32_t first_body(const Bodies *b, int r)
{
    uint64_t blocks = (b->n + BLOCK - 1) / BLOCK, i = share(blocks, r) * BLOCK;
    return i < b->n ? (uint32_t)i : b->n;
}

/* All ranks get what each has moved. */
static void exchange(Bodies *b)
{
    int *count = get_memory((size_t)ranks, sizeof *count), *at = get_memory((size_t)ranks, sizeof *at);
    for (int r = 0; r < ranks; r++) {
        at[r] = (int)(first_body(b, r) * sizeof *b->to);
        count[r] = (int)(first_body(b, r + 1) * sizeof *b->to) - at[r];
    }
    MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, b->to, count, at, MPI_BYTE, MPI_COMM_WORLD);
    free(count);
    free(at);
}

/* whole: all in this process. */
static void step(Bodies *b, const ptx2c_kernel *k, bool whole)
{
    float dt = 0.01f, softening = 0.001f;
    void *args[] = {&b->from, &b->to, &b->velocity, &b->n, &dt, &softening};
    ptx2c_dim3 grid = {(b->n + BLOCK - 1) / BLOCK, 1, 1}, block = {BLOCK, 1, 1};
    size_t shared = BLOCK * sizeof(Body);
    if (whole) {
        int status = ptx2c_launch(k, grid, block, shared, args);
        if (status)
            stop(ptx2c_strerror(status));
    } else {
        run_share(k, grid, block, shared, args, grid.x, 1);
        exchange(b);
    }
    Body *was = b->from;
    b->from = b->to;
    b->to = was;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    uint32_t n = (uint32_t)option(argc, argv, "--n", 4000);
    long steps = option(argc, argv, "--steps", 3);
    const ptx2c_kernel *k = ptx2c_find_kernel(&nbody, "nbody_step");
    Bodies b = make(n), one = make(rank ? 0 : n);
    MPI_Barrier(MPI_COMM_WORLD);
    double begin = MPI_Wtime();
    for (long i = 0; i < steps; i++)
        step(&b, k, false);
    double seconds = MPI_Wtime() - begin;
    for (long i = 0; i < steps && rank == 0; i++)
        step(&one, k, true);
    bool ok = rank != 0 || memcmp(one.from, b.from, n * sizeof *b.from) == 0;
    return tell("mpi_nbody", ok, sum_bits(b.from, n * sizeof *b.from), seconds);
}
