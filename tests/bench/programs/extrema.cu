// extrema.cu: which elements of a table are greater than all within a distance along rows or columns, clipped or wrapped around.
static __device__ int beside(int at, int n, bool clip)
{
    if (at >= n)
        at = clip ? n - 1 : at - n;
    if (at < 0)
        at = clip ? 0 : at + n;
    return at;
}
extern "C" __global__ void extrema(const int columns, const int rows, const int reach, const bool clip, const int along,
                                   const float *__restrict__ table, bool *__restrict__ peak)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= columns || y >= rows)
        return;
    const float here = table[y * columns + x];
    bool is = true;
    for (int o = 1; o <= reach; o++) {
        int ahead, behind;
        if (along) {
            ahead = y * columns + beside(x + o, columns, clip);
            behind = y * columns + beside(x - o, columns, clip);
        } else {
            ahead = beside(y + o, rows, clip) * columns + x;
            behind = beside(y - o, rows, clip) * columns + x;
        }
        is &= here > table[ahead];
        is &= here >= table[behind];
    }
    peak[y * columns + x] = is;
}
