// transpose.cl: out[x][y] = in[y][x] for sizes that are multiples of 32.  Groups of 32 x 8 threads move tiles of 32 x 32.

#define TILE 32
#define ROWS 8

__kernel void transpose(__global const float *in, __global float *out, int width, int height)
{
    __local float tile[TILE][TILE + 1];
    int tx = get_local_id(0), ty = get_local_id(1), x = get_group_id(0) * TILE + tx, y = get_group_id(1) * TILE + ty;
    for (int j = 0; j < TILE; j += ROWS)
        tile[ty + j][tx] = in[(y + j) * width + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    x = get_group_id(1) * TILE + tx;
    y = get_group_id(0) * TILE + ty;
    for (int j = 0; j < TILE; j += ROWS)
        out[(y + j) * height + x] = tile[tx][ty + j];
}
