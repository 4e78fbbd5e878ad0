// clean.cu: the brightest place of an image is looked for by blocks, a tree of pairs of value and place in shared memory, and then
// the pattern of a point is taken off around it.
#define T 256
struct Peak { float value; int place; };

extern "C" __global__ void peaks(const float *image, int count, Peak *best)
{
    __shared__ float values[T];
    __shared__ int places[T];
    const int t = threadIdx.x;
    values[t] = 0;
    places[t] = 0;
    for (int i = t + T * blockIdx.x; i < count; i += T * gridDim.x)
        if (fabsf(image[i]) > fabsf(values[t])) {
            values[t] = image[i];
            places[t] = i;
        }
    __syncthreads();
    for (int s = T / 2; s > 0; s >>= 1) {
        if (t < s && fabsf(values[t]) < fabsf(values[t + s])) {
            values[t] = values[t + s];
            places[t] = places[t + s];
        }
        __syncthreads();
    }
    if (t == 0) {
        best[blockIdx.x].value = values[0];
        best[blockIdx.x].place = places[0];
    }
}

extern "C" __global__ void take(float *image, int side, const float *pattern, int half, const Peak *best, int bests, float gain)
{
    Peak b = best[0];
    for (int i = 1; i < bests; i++)
        if (fabsf(best[i].value) > fabsf(b.value))
            b = best[i];
    const int px = b.place % side, py = b.place / side;
    const int x = px - half + blockIdx.x * blockDim.x + threadIdx.x, y = py - half + blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 0 || x > px + half || x >= side || y < 0 || y > py + half || y >= side)
        return;
    image[y * side + x] -= gain * b.value * pattern[(y - py + half) * (2 * half + 1) + x - px + half];
}
