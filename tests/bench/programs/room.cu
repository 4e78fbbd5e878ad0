// room.cu: a step of a wave in a room whose walls reflect: a thread goes through all planes, and a function says what lies beside a place.
static __device__ float beside(const float *a, int x, int y, int z, int w, int h, int d, float here)
{
    return x < 0 || y < 0 || z < 0 || x >= w || y >= h || z >= d ? here : a[(z * h + y) * w + x];
}
extern "C" __global__ void room(const float *now, const float *before, float *next, int w, int h, int d, float speed)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    for (int z = 0; z < d; z++) {
        const int at = (z * h + y) * w + x;
        const float c = now[at];
        float s = beside(now, x - 1, y, z, w, h, d, c) + beside(now, x + 1, y, z, w, h, d, c);
        s += beside(now, x, y - 1, z, w, h, d, c) + beside(now, x, y + 1, z, w, h, d, c);
        s += beside(now, x, y, z - 1, w, h, d, c) + beside(now, x, y, z + 1, w, h, d, c);
        next[at] = 2 * c - before[at] + speed * (s - 6 * c);
    }
}
