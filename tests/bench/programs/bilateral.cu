// nvcc: -use_fast_math
// bilateral.cu: a picture smoothed where it is even: 5 x 5 neighbours weighted by distance and by likeness, with clamped
// coordinates and the fast functions.
extern "C" __global__ void bilateral(const float *in, float *out, int width, int height, float space, float range)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    float centre = in[y * width + x], sum = 0, weights = 0;
    for (int dy = -2; dy <= 2; dy++) {
        int yy = min(max(y + dy, 0), height - 1);
        for (int dx = -2; dx <= 2; dx++) {
            int xx = min(max(x + dx, 0), width - 1);
            float v = in[yy * width + xx], d = v - centre;
            float w = expf(-(float)(dx * dx + dy * dy) / (2 * space * space) - d * d / (2 * range * range));
            sum += w * v;
            weights += w;
        }
    }
    out[y * width + x] = sum / weights;
}
