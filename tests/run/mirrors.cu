// mirrors.cu: nvcc -ptx -arch=sm_80
// Rows with their mirror image on either side, and places behind the end that are the first one's: what is chosen in whole chunks, too.
extern "C" __global__ void behind(const int *in, int *out, int n)
{
    __shared__ int a[256], b[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    a[t] = i < n ? in[i] : 0;
    b[t] = i < n ? in[i] : in[0];
    for (int d = 1; d < 256; d *= 2) {
        __syncthreads();
        if (t % (2 * d) == 0)
            a[t] += a[t + d], b[t] += b[t + d];
    }
    if (t == 0)
        out[2 * blockIdx.x] = a[0], out[2 * blockIdx.x + 1] = b[0];
}

// A tile with a border of 8, the threads of a block one after another through it.
extern "C" __global__ void tile(const int *in, int *out, int width, int height)
{
    __shared__ int a[32][48];
    int x0 = blockIdx.x * 32 - 8, y0 = blockIdx.y * 16 - 8;
    for (int i = threadIdx.y * blockDim.x + threadIdx.x; i < 48 * 32; i += blockDim.x * blockDim.y) {
        int y = i / 48, x = i % 48, gx = x0 + x, gy = y0 + y;
        gx = gx < 0 ? -gx : gx >= width ? 2 * width - 2 - gx : gx;
        gy = gy < 0 ? -gy : gy >= height ? 2 * height - 2 - gy : gy;
        a[y][x] = in[gy * width + gx];
    }
    __syncthreads();
    for (int y = threadIdx.y; y < 16; y += blockDim.y)
        for (int x = threadIdx.x; x < 32; x += blockDim.x)
            if (blockIdx.x * 32 + x < width && blockIdx.y * 16 + y < height)
                out[(blockIdx.y * 16 + y) * width + blockIdx.x * 32 + x] = a[y][x] + 3 * a[y + 16][x + 16] + 5 * a[y + 8][x + 8];
}

// A window of a line, the ends of which count twice, with its shadow's: no barrier, no tile.
extern "C" __global__ void window(const float *in, float *out, int n, int reach)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = -reach; k <= reach; k++) {
        int j = i + k;
        if (j < 0)
            j = -1 - j;
        if (j >= n)
            j = 2 * n - 1 - j;
        sum = sum * 0.5f + in[j];
    }
    if (i < n)
        out[i] = sum;
}

// A distance that is no mirror of a place: what abs is of is data.
extern "C" __global__ void capped(const float *in, float *out, int n, int cap)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = (float)min(abs((int)in[i] - 7), cap);
}
