// nvcc -arch=sm_80 -ptx
// Of each frame the corners of a place that there are: which these are is asked once, in front of the frames.
extern "C" __global__ void frames(unsigned *out, const unsigned *in, int cols, int rows, int count)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= cols || y >= rows)
        return;
    bool west = x >= 3, east = x + 2 < cols, north = y >= 1, south = y + 4 < rows;
    unsigned most = 0, all = 0;
#pragma unroll 1
    for (int f = 0; f < count; f++) {
        const unsigned *at = in + (f * rows + y) * cols + x;
        unsigned a = west && north ? at[-cols - 3] : 7, b = east && north ? at[2 - cols] : 11;
        unsigned c = west && south ? at[4 * cols - 3] : 13, d = east && south ? at[4 * cols + 2] : 17;
        unsigned e = west && east && north ? at[-cols] : 19;
        most = max(most, a ^ d);
        all = all * 31 + (b - c) * (e | 1);
    }
    out[y * cols + x] = most + all;
}
