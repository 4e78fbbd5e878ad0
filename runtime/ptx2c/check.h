/* check.h: what a launch must fulfil. */
#ifndef PTX2C_CHECK_H
#define PTX2C_CHECK_H

#include "run.h"

/* With PTX2C_STATIC, what no kernel of the module does is left out: clusters and waiting (ring.h), launching others (child.h). */
#if defined PTX2C_STATIC && !defined PTX2C_RING_H && PTX2C_GENERATED == 2
#define PTX2C_HAS_RING 0
#else
#define PTX2C_HAS_RING 1
#endif
#if defined PTX2C_STATIC && !defined PTX2C_CHILD_H && PTX2C_GENERATED == 2
#define PTX2C_HAS_CHILDREN 0
#else
#define PTX2C_HAS_CHILDREN 1
#endif

/* The size of the launch's clusters: what the kernel says, or the launch where it does not; a status when they differ or
 * can't be (manual 11.7). */
PTX2C_ONCE int ptx2c_check_cluster(const ptx2c_kernel *k, ptx2c_dim3 grid, ptx2c_dim3 *cluster,
                                   size_t dynamic_shared)
{
    const ptx2c_dim3 own = {k->cluster[0], k->cluster[1], k->cluster[2]};
    const bool given = cluster->x || cluster->y || cluster->z;
#if !PTX2C_HAS_RING
    (void)grid;
    *cluster = (ptx2c_dim3){1, 1, 1};
    return given || own.x ? PTX2C_BAD_CLUSTER : k->shared_bytes + dynamic_shared > PTX2C_WINDOW_MASK ? PTX2C_BAD_SHARED : PTX2C_OK;
#else
    if (!given)
        *cluster = own.x ? own : (ptx2c_dim3){1, 1, 1};
    else if (own.x && (own.x != cluster->x || own.y != cluster->y || own.z != cluster->z))
        return PTX2C_BAD_CLUSTER;
    if (!given && !own.x && k->explicit_cluster)
        return PTX2C_BAD_CLUSTER;
    if (!cluster->x || !cluster->y || !cluster->z || grid.x % cluster->x || grid.y % cluster->y || grid.z % cluster->z)
        return PTX2C_BAD_CLUSTER;
    const uint64_t n = (uint64_t)cluster->x * cluster->y * cluster->z;
    if (n > 1 && k->shared_bytes + dynamic_shared > PTX2C_WINDOW_MASK)
        return PTX2C_BAD_SHARED;
    return n > PTX2C_CLUSTER_CTAS || (k->max_cluster && n > k->max_cluster) ? PTX2C_BAD_CLUSTER : PTX2C_OK;
#endif
}

/* Turns a grid that the launch counts in clusters into one of blocks (manual 11.8.1). */
PTX2C_ONCE int ptx2c_count_blocks(const ptx2c_kernel *k, ptx2c_dim3 *grid)
{
    if (!PTX2C_HAS_RING || !k->blocks_are_clusters)
        return PTX2C_OK;
    const uint64_t x = (uint64_t)grid->x * k->cluster[0], y = (uint64_t)grid->y * k->cluster[1],
                   z = (uint64_t)grid->z * k->cluster[2];
    *grid = (ptx2c_dim3){(uint32_t)x, (uint32_t)y, (uint32_t)z};
    return x > 0x7fffffffu || y > 65535 || z > 65535 ? PTX2C_BAD_GRID : PTX2C_OK;
}

PTX2C_ONCE int ptx2c_check_launch(const ptx2c_kernel *k, ptx2c_dim3 grid, ptx2c_dim3 block, size_t dynamic_shared)
{
    const uint32_t dim[3] = {block.x, block.y, block.z};
    if (!grid.x || !grid.y || !grid.z || grid.x > 0x7fffffffu || grid.y > 65535 || grid.z > 65535)
        return PTX2C_BAD_GRID;
    const uint32_t threads = block.x * block.y * block.z; /* does not wrap where the dimensions are good */
    if (!block.x || !block.y || !block.z || block.x > 1024 || block.y > 1024 || block.z > 64 || threads > 1024)
        return PTX2C_BAD_BLOCK;
    for (int i = 0; i < 3; i++)
        if (k->reqntid[i] && dim[i] != k->reqntid[i])
            return PTX2C_BAD_NTID;
    if (k->maxntid[0] && threads > (uint64_t)k->maxntid[0] * k->maxntid[1] * k->maxntid[2])
        return PTX2C_BAD_NTID;
    return dynamic_shared > 0x3fffffff ? PTX2C_BAD_SHARED : PTX2C_OK;
}

/* Of the calling thread's last launch of a kernel compiled in this file. */
static PTX2C_THREAD char ptx2c_here_message[sizeof((ptx2c_grid *)0)->message] PTX2C_UNUSED;

/* ptx2c_kernel.message of kernels compiled in this file. */
static PTX2C_NOINLINE const char *ptx2c_message_here(void)
{
    return ptx2c_here_message;
}

/* Turns each number among a kernel's parameters whose letter that is from the host's order to memory's or back. */
PTX2C_ONCE void ptx2c_turn_params(const ptx2c_kernel *k, unsigned char *param, char letter)
{
    for (uint32_t i = 0; PTX2C_BIG_ENDIAN && i < k->param_count; i++)
        if ((k->order ? k->order[i] : 'h') == letter)
            ptx2c_little_endian(param + k->params[i].offset, k->params[i].size, 1);
}

#endif
