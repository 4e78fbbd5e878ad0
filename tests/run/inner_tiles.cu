// inner_tiles.cu: tiles in shared memory whose threads' places are clamped to a picture, once before and often after a barrier: most
// blocks lie within it.
#define TX 18
#define TY 18

// A step of a five-point stencil on two fields; the border of the tile is fetched by the first row of threads.
extern "C" __global__ void step(const float *u, const float *v, float *u1, float *v1, int w, int h, int pitch)
{
    __shared__ float a[TY][TX * 2], b[TY][TX * 2];
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    const int at = min(y, h - 1) * pitch + min(x, w - 1);
    a[ty][tx] = u[at];
    b[ty][tx] = v[at];
    if (threadIdx.x < 2) {
        const int side = threadIdx.x ? min((int)((blockIdx.x + 1) * blockDim.x), w - 1) : max((int)(blockIdx.x * blockDim.x) - 1, 0);
        const int to = threadIdx.x ? blockDim.x + 1 : 0, from = min(y, h - 1) * pitch + side;
        a[ty][to] = u[from];
        b[ty][to] = v[from];
    }
    if (threadIdx.y == 0) {
        const int above = max((int)(blockIdx.y * blockDim.y) - 1, 0) * pitch + min(x, w - 1);
        const int below = min((int)((blockIdx.y + 1) * blockDim.y), h - 1) * pitch + min(x, w - 1);
        a[0][tx] = u[above];
        b[0][tx] = v[above];
        a[blockDim.y + 1][tx] = u[below];
        b[blockDim.y + 1][tx] = v[below];
    }
    __syncthreads();
    if (x >= w || y >= h)
        return;
    u1[at] = a[ty][tx] + (a[ty - 1][tx] + a[ty + 1][tx] + a[ty][tx - 1] + a[ty][tx + 1]) * 0.25f + v[at];
    v1[at] = b[ty][tx] + (b[ty - 1][tx] + b[ty + 1][tx] + b[ty][tx - 1] + b[ty][tx + 1]) * 0.25f - u[at];
}

// Places that run backwards and begin before 0; without a sign along y.
extern "C" __global__ void back(const int *in, int *out, int first, unsigned top, int w, unsigned h)
{
    __shared__ int t[16 * 64];
    const int x = first - (int)(blockIdx.x * blockDim.x + threadIdx.x), i = threadIdx.y * blockDim.x + threadIdx.x;
    const unsigned y = top + blockIdx.y * blockDim.y + threadIdx.y;
    const unsigned from = min(y, h - 1) * (unsigned)w + (unsigned)min(max(x, 0), w - 1);
    t[i] = in[from];
    __syncthreads();
    const unsigned at = (blockIdx.y * blockDim.y + threadIdx.y) * gridDim.x * blockDim.x + blockIdx.x * blockDim.x + threadIdx.x;
    out[at] = t[i ^ 1] * 3 + in[from];
}
