/* unit_steps.h: what one thread of unit_steps.cu does; also for the host. */
#ifdef __CUDACC__
#define ONE static __device__ __forceinline__
#else
#define ONE static
#endif

typedef struct Layout {
    int size[3];
    long long step[3];
} Layout;

/* A plane's lines and places have steps of their own, which memory holds. */
ONE void gather_one(const float *from, float *to, const int *step, int width, int i)
{
    const int x = i % width, y = i / width;
    to[i] = from[x * step[0] + y * step[1]] + 0.5f;
}

/* Steps of 64 bits in a structure, for both sides; where places are counted by twos. */
ONE void move_one(const int *from, int *to, Layout in, Layout out, int x, int y)
{
    if (x < in.size[0] && y < in.size[1])
        to[x * out.step[0] + y * out.step[1]] = 3 * from[x * in.step[0] + y * in.step[1] + in.step[2]];
}

/* In a loop over all of the grid's work. */
ONE void walk_one(const int *from, int *to, const int *step, int n, int i, int stride)
{
    for (; i < n; i += stride)
        to[i] = from[i * step[0]] - from[i * step[1]];
}

/* The step is a size as well. */
ONE void across_one(const int *from, int *to, const int *size, int i)
{
    const int columns = size[0];
    int sum = 0;
    for (int k = 0; k < columns; k++)
        sum += from[i * columns + k];
    to[i] = sum;
}
