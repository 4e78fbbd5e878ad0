// Each thread walks through a row of its own, four words at a time.
struct Node { float weight, x, y, z; int next; };

extern "C" __global__ void dots(const float *a, const float *x, float *y, int rows, int n, int pitch)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows)
        return;
    float s = 0;
    for (int j = 0; j < n; j++)
        s += a[i * pitch + j] * x[j];
    y[i] = s;
}

// Whole numbers, from the end of the row.
extern "C" __global__ void sums(const unsigned *a, unsigned *y, int rows, int n, int pitch)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows)
        return;
    unsigned s = 1;
    for (int j = n - 1; j >= 0; j--)
        s = s * 31 + a[i * pitch + j];
    y[i] = s;
}

// Vectors of four, and only some of their elements.
extern "C" __global__ void quads(const float4 *a, float *y, int rows, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows)
        return;
    float s = 0;
#pragma unroll 1
    for (int j = 0; j < n; j++) {
        const float4 v = a[i * n + j];
        s += v.x * v.w - v.z;
    }
    y[i] = s;
}

// Members, read in another order than they lie in, two rows at once.
extern "C" __global__ void nodes(const Node *a, const Node *b, float *y, int rows, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows)
        return;
    float s = 0;
#pragma unroll 1
    for (int j = 0; j < n; j++) {
        const Node *p = a + i * n + j, *q = b + i * n + j;
        const float dz = p->z - q->z, dx = p->x - q->x, dy = p->y - q->y;
        s += p->weight * q->weight * (dx * dx + dy * dy + dz * dz) + q->next;
    }
    y[i] = s;
}

// What is stored in between is read by the next load.
extern "C" __global__ void ripples(unsigned *a, int rows, int n, int pitch)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows)
        return;
    unsigned *r = a + i * pitch;
#pragma unroll 1
    for (int j = 0; j + 4 <= n; j += 4) {
        r[j + 1] += 3 * r[j];
        r[j + 2] ^= r[j + 1];
        r[j + 3] -= r[j + 2];
    }
}

// Pieces of a table from where another one says, a line of memory and more in each round.
extern "C" __global__ void pieces(const float4 *a, const int *begin, float *y, int rows, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows)
        return;
    const float *p = (const float *)(a + begin[i]);
    float most = -1000;
#pragma unroll 4
    for (int j = 0; j < n; j++)
        most = fmaxf(most, p[4 * j] * p[4 * j + 1] - p[4 * j + 3] + p[4 * j + 2]);
    y[i] = most;
}
