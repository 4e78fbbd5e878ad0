// Conditions that hold for a part of a row: between two borders, in some rows, with neighbours clamped at a border.
// nvcc -arch=sm_80 -ptx

#define IN(x, low, high) ((x) >= (low) && (x) <= (high))

struct Box {
    int left, right, top, bottom, least, most;
};

// A part that shrinks from step to step.
extern "C" __global__ void shrinks(int *out, const int *in, Box b, int steps)
{
    extern __shared__ int now[];
    int w = blockDim.x, x = threadIdx.x, y = threadIdx.y, t = y * w + x, size = w * blockDim.y;
    int *next = now + size;
    now[t] = in[blockIdx.x * size + t];
    next[t] = 0;
    __syncthreads();
    int before = max(x - 1, b.least), behind = min(x + 1, b.most);
    bool done = false;
    for (int i = 0; i < steps; i++) {
        done = false;
        if (IN(x, b.left + i, b.right - i) && IN(y, b.top, b.bottom)) {
            done = true;
            next[t] = 3 * now[y * w + before] - now[y * w + behind] + i;
        }
        __syncthreads();
        if (done)
            now[t] = next[t];
        __syncthreads();
    }
    out[blockIdx.x * size + t] = now[t] + (done ? 1000 : 0);
}

// The plate's cells that there are, read at a distance from the block's corner; unsigned places of 64 bits.
extern "C" __global__ void plate(int *out, const int *in, int cols, int rows, int margin, unsigned least)
{
    __shared__ int s[32 * 32];
    int x = blockIdx.x * (blockDim.x - 2 * margin) + threadIdx.x - margin;
    int y = blockIdx.y * (blockDim.y - 2 * margin) + threadIdx.y - margin;
    int t = threadIdx.y * 32 + threadIdx.x;
    if (x >= 0 && x < cols && y >= 0 && y < rows)
        s[t] = in[y * cols + x];
    __syncthreads();
    if (threadIdx.x >= margin && threadIdx.x < blockDim.x - margin && threadIdx.y >= margin &&
        threadIdx.y < blockDim.y - margin && x < cols && y < rows) {
        unsigned west = max((unsigned)x - 1, least), east = min((unsigned)x + 1, (unsigned)cols - 1);
        out[y * cols + x] = s[t] * 2 + in[(size_t)y * cols + west % cols] + in[(size_t)y * cols + east];
    }
}
