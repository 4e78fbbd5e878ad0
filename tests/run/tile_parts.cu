// tile_parts.cu: what only some columns of a tile of 16 do: their neighbours in the row, and what lies behind the tile, stay as they are.
// nvcc -arch=sm_80 -ptx
#define SIDE 16

// A stencil in place of two buffers, whose part of the tile shrinks.
extern "C" __global__ void shrink(const float *in, float *out, int low, int high, int steps)
{
    __shared__ float a[SIDE][SIDE], b[SIDE][SIDE];
    int x = threadIdx.x, y = threadIdx.y, at = (blockIdx.x * SIDE + y) * SIDE + x;
    a[y][x] = in[at];
    b[y][x] = -1;
    __syncthreads();
    for (int i = 0; i < steps; i++) {
        if (x >= low + i && x < high - i && y > i && y < SIDE - 1 - i)
            b[y][x] = a[y][x - 1] + 2 * a[y][x + 1] - 3 * a[y - 1][x] + a[y + 1][x];
        __syncthreads();
        if (x >= low + i && x < high - i)
            a[y][x] = b[y][x];
        __syncthreads();
    }
    out[at] = a[y][x] + 100 * b[y][x];
}

// Loads of global memory that there is for these columns alone.
extern "C" __global__ void load(const float *in, const int *more, float *out, int low, int high, int pitch)
{
    __shared__ float t[SIDE][SIDE];
    __shared__ int m[SIDE][SIDE];
    int x = threadIdx.x, y = threadIdx.y;
    t[y][x] = 7;
    m[y][x] = 5;
    __syncthreads();
    if (x >= low && x < high) {
        t[y][x] = in[y * pitch + x - low] * 2;
        m[y][x] += more[y * pitch + x - low] + (x << 4);
    }
    __syncthreads();
    out[y * SIDE + x] = t[y][SIDE - 1 - x] + m[y ^ 1][x];
}

// Bytes and half words; the last tile ends where shared memory does.
extern "C" __global__ void narrow(const unsigned char *in, unsigned char *out, int low, int high)
{
    __shared__ unsigned short h[SIDE][SIDE];
    extern __shared__ unsigned char c[];
    int x = threadIdx.x, y = threadIdx.y, at = y * SIDE + x;
    c[at] = in[at];
    h[y][x] = 1000 + at;
    __syncthreads();
    if (x >= low && x < high && y > 0)
        h[y][x] = (unsigned short)(c[at] * 3 + c[at + 1 - SIDE]);
    __syncthreads();
    if (x < high - low)
        c[at] = (unsigned char)(h[y][x] >> 1);
    __syncthreads();
    out[at] = (unsigned char)(c[at] + h[y][x]);
}
