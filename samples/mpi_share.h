/* mpi_share.h: what the samples that run on several machines share: which blocks a rank has, the options, one line of result. */
#ifndef MPI_SHARE_H
#define MPI_SHARE_H

#include <mpi.h>
#include <ptx2c.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, ranks;

static inline void stop(const char *what)
{
    fprintf(stderr, "rank %d: %s\n", rank, what);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static inline void *get_memory(size_t count, size_t size)
{
    void *p = calloc(count ? count : 1, size);
    if (!p)
        stop("out of memory");
    return p;
}

/* The first of n things that belongs to rank r; what it has ends where the next rank's begin. */
static inline uint64_t share(uint64_t n, int r)
{
    return n / (uint64_t)ranks * (uint64_t)r + (n % (uint64_t)ranks * (uint64_t)r) / (uint64_t)ranks;
}

/* Runs this rank's blocks: those of whole planes (or rows, or blocks) of the grid, each so many blocks. */
static inline void run_share(const ptx2c_kernel *k, ptx2c_dim3 grid, ptx2c_dim3 block, size_t shared, void *const args[],
                             uint64_t planes, uint64_t each)
{
    uint64_t first = share(planes, rank) * each, end = share(planes, rank + 1) * each;
    int status = ptx2c_launch_part(k, grid, block, shared, args, first, end - first);
    if (status)
        stop(ptx2c_strerror(status));
}

/* The value of an option --NAME N among the arguments. */
static inline long option(int argc, char **argv, const char *name, long value)
{
    for (int i = 1; i + 1 < argc; i++)
        if (strcmp(argv[i], name) == 0)
            value = strtol(argv[i + 1], NULL, 10);
    return value;
}

/* A number that differs when a bit does (FNV-1a). */
static inline uint64_t sum_bits(const void *p, size_t bytes)
{
    uint64_t h = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < bytes; i++)
        h = (h ^ ((const unsigned char *)p)[i]) * UINT64_C(1099511628211);
    return h;
}

static inline int tell(const char *name, bool ok, uint64_t bits, double seconds)
{
    if (rank == 0)
        printf("%s: %d ranks, %.6f s, bits %016llx: %s\n", name, ranks, seconds, (unsigned long long)bits,
               ok ? "ok" : "differs from one process");
    MPI_Finalize();
    return !ok;
}

#endif
