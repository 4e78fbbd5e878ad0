// checkers.cu: threads that every second of does something, to what the others do not touch; and what those do to each other.
// nvcc -arch=sm_80 -ptx; // options: -Wno-warp-sync

// Half a step of relaxation in place.
extern "C" __global__ void relax(int *u, int w, int h, int colour)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
    if (x < w - 1 && y < h - 1 && (x + y) % 2 == colour) {
        int i = y * w + x;
        u[i] = u[i - 1] + 3 * u[i + 1] - u[i - w] + 5 * u[i + w] - u[i];
    }
}

// Sorting by exchanges of neighbours.
extern "C" __global__ void odd_even(int *data)
{
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = data[blockIdx.x * 128 + t];
    __syncthreads();
    for (int k = 0; k < 128; k++) {
        if ((t & 1) == (k & 1) && t < 127 && s[t] > s[t + 1]) {
            int x = s[t];
            s[t] = s[t + 1];
            s[t + 1] = x;
        }
        __syncthreads();
    }
    data[blockIdx.x * 128 + t] = s[t];
}

// Every second lane of a warp takes what the one before it had: all of them at once.
extern "C" __global__ void shift(int *data, int which)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = data[blockIdx.x * 32 + t];
    __syncwarp();
    if (t > 1 && (t & 1) == which)
        s[t] = s[t - 2] + 1;
    __syncwarp();
    data[blockIdx.x * 32 + t] = s[t];
}

// The same four apart, and in one of the words of four that threads have.
extern "C" __global__ void quads(int *data, int which)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = data[blockIdx.x * 32 + t];
    __syncwarp();
    if (t > 3 && (t & 3) == which)
        s[t] = s[t - 4] + s[t - 1];
    __syncwarp();
    data[blockIdx.x * 32 + t] = s[t];
}
