// edges.cu: a step of a five-point stencil, tiles of 16 x 16 in shared memory whose border the threads at the edges fetch.
#define T 16
extern "C" __global__ void edges(const float *in, float *out, int w, int h)
{
    __shared__ float t[T + 2][T + 2];
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * T + tx, y = blockIdx.y * T + ty;
    int xc = min(x, w - 1), yc = min(y, h - 1);
    t[ty + 1][tx + 1] = in[yc * w + xc];
    if (tx == 0)
        t[ty + 1][0] = in[yc * w + max(x - 1, 0)];
    if (tx == T - 1)
        t[ty + 1][T + 1] = in[yc * w + min(x + 1, w - 1)];
    if (ty == 0)
        t[0][tx + 1] = in[max(y - 1, 0) * w + xc];
    if (ty == T - 1)
        t[T + 1][tx + 1] = in[min(y + 1, h - 1) * w + xc];
    __syncthreads();
    if (x < w && y < h)
        out[y * w + x] = 0.6f * t[ty + 1][tx + 1] + 0.1f * (t[ty][tx + 1] + t[ty + 2][tx + 1] + t[ty + 1][tx] + t[ty + 1][tx + 2]);
}
