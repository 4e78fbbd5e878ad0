// Long kernels, whose code for any width is a function of its own: grids and blocks of all shapes run by it, by tuned code, or by both.
//
//     nvcc -O3 -arch=sm_80 -ptx -o tests/run/rest_of_widths.ptx tests/run/rest_of_widths.cu

__device__ unsigned mixed(unsigned x)
{
#pragma unroll
    for (int i = 0; i < 12; i++) {
        x ^= x >> 15;
        x *= 0x2c1b3c6du + i;
        x += x << 3 | i;
    }
    return x;
}

// Threads behind the end of a row do nothing: chunks are cut.
extern "C" __global__ void rows(unsigned *to, const unsigned *from, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h)
        to[y * w + x] = mixed(from[y * w + x] + x) ^ y;
}

// A barrier.
extern "C" __global__ void turned(unsigned *to, const unsigned *from, int w, int h)
{
    __shared__ unsigned tile[1024];
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int t = threadIdx.y * blockDim.x + threadIdx.x, n = blockDim.x * blockDim.y;
    tile[t] = x < w && y < h ? mixed(from[y * w + x]) : 7;
    __syncthreads();
    unsigned v = mixed(tile[n - 1 - t] + t);
    if (x < w && y < h)
        to[y * w + x] = v;
}

// Warps, the last of which may lack lanes, and which may span rows.
extern "C" __global__ void warps(unsigned *to, const unsigned *from, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    unsigned v = x < w && y < h ? mixed(from[y * w + x]) : 1;
    v += __reduce_add_sync(__activemask(), v);
    if (x < w && y < h)
        to[y * w + x] = mixed(v + x);
}

// A row and a column by division, in a loop over all that there is.
extern "C" __global__ void divided(unsigned *to, const unsigned *from, int w, int h)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < w * h; i += gridDim.x * blockDim.x) {
        int y = i / w, x = i % w;
        to[i] = mixed(from[y * w + x] + x) + (x > 0 ? from[y * w + x - 1] : y);
    }
}
