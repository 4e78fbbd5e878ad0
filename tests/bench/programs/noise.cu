// noise.cu: smooth noise from a table of permutations, in octaves.
__device__ float fade(float t) { return t * t * t * (t * (t * 6 - 15) + 10); }
__device__ float lerp(float t, float a, float b) { return a + t * (b - a); }
__device__ float grad(int h, float x, float y)
{
    h &= 7;
    float u = h < 4 ? x : y, v = h < 4 ? y : x;
    return ((h & 1) ? -u : u) + ((h & 2) ? -2 * v : 2 * v);
}
extern "C" __global__ void noise(const int *perm, float *out, int width, int height, float scale, int octaves)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= width || py >= height)
        return;
    float sum = 0, weight = 1, at = scale;
    for (int o = 0; o < octaves; o++) {
        float x = px * at, y = py * at;
        float fx = floorf(x), fy = floorf(y);
        int xi = (int)fx & 255, yi = (int)fy & 255;
        x -= fx;
        y -= fy;
        float u = fade(x), v = fade(y);
        int a = perm[xi] + yi, b = perm[xi + 1] + yi;
        sum += weight * lerp(v, lerp(u, grad(perm[a], x, y), grad(perm[b], x - 1, y)), lerp(u, grad(perm[a + 1], x, y - 1), grad(perm[b + 1], x - 1, y - 1)));
        weight *= 0.5f;
        at *= 2;
    }
    out[py * width + px] = sum;
}
