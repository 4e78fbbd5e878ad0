// late_loads.cu: conditions that stand in each other, numbers that fall from lane to lane, and parameters that are loaded where they are needed, as
// clang writes them (clang -x cuda --cuda-device-only -S --cuda-gpu-arch=sm_80 -O3).
#define T 256

// A tile of a picture, of which what lies inside is smoothed.
extern "C" __global__ void inside(const float *in, float *out, int w, int h)
{
    __shared__ float s[16][17];
    const int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 16 + tx, y = blockIdx.y * 16 + ty;
    s[ty][tx] = x < w && y < h ? in[y * w + x] : 0;
    __syncthreads();
    if (x < w)
        if (y < h)
            if (tx > 0)
                if (tx < 15)
                    out[y * w + x] = s[ty][tx - 1] + s[ty][tx] + s[ty][tx + 1];
}

// Rounds of a minimum, in each of which other threads have both neighbours: as many as a number says that may be any.
extern "C" __global__ void pyramid(const int *in, int *out, int rounds, unsigned by)
{
    __shared__ int s[2][T];
    const int t = threadIdx.x, at = blockIdx.x * T + t;
    int now = in[at];
    s[0][t] = now;
    __syncthreads();
    for (int i = 0; i < rounds; i++) {
        if (t >= i + 1 && 254 - t > (int)(i * by)) {
            const int l = s[i & 1][t - 1], r = s[i & 1][t + 1], least = l < r ? l : r;
            now = least + (now & 7);
        }
        s[(i + 1) & 1][t] = now;
        __syncthreads();
    }
    out[at] = now;
}

// Sums of all before, and the sum of a block where somebody wants it.
extern "C" __global__ void sums(const unsigned *in, unsigned *out, unsigned *whole)
{
    __shared__ unsigned s[T];
    const int t = threadIdx.x;
    s[t] = in[blockIdx.x * T + t];
    for (int d = 1; d < T; d *= 2) {
        __syncthreads();
        const unsigned v = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += v;
    }
    __syncthreads();
    if (t == 0 && whole)
        whole[blockIdx.x] = s[T - 1];
    out[blockIdx.x * T + t] = s[t];
}

// What is scaled only here and there.
extern "C" __global__ void some(float *data, const float *by, float up, float down, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        const float x = data[i];
        if (x > by[i])
            data[i] = x * up - by[i];
        else if (x < 0)
            data[i] = x / down;
    }
}

// Points of a room that are two away from each wall: as the least and the greatest of three places say.
extern "C" __global__ void room(const int *in, int *out, int w, int h, int d)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z * blockDim.z + threadIdx.z;
    if (min(min(x, y), z) < 2 || max(max(x - w, y - h), z - d) > -3)
        return;
    const int at = (z * h + y) * w + x;
    out[at] = in[at - 2] + in[at + 2] - in[at - 2 * w] + in[at + 2 * w] * in[at - 2 * w * h] - in[at + 2 * w * h];
}
