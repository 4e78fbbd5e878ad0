// nvcc: -use_fast_math
// likeness.cu: a picture freed of noise by means over a window, weighted by how alike the patches of 3 x 3 around are; coordinates clamped.
extern "C" __global__ void likeness(const float *in, float *out, int w, int h, float noise, float blend)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    float sum = 0, weights = 0;
    int many = 0;
    for (int j = -3; j <= 3; j++)
        for (int i = -3; i <= 3; i++) {
            float apart = 0;
            for (int v = -1; v <= 1; v++)
                for (int u = -1; u <= 1; u++) {
                    const int ax = min(max(x + u, 0), w - 1), ay = min(max(y + v, 0), h - 1);
                    const int bx = min(max(x + i + u, 0), w - 1), by = min(max(y + j + v, 0), h - 1);
                    const float d = in[ay * w + ax] - in[by * w + bx];
                    apart += d * d;
                }
            const float weight = __expf(-(apart * noise + (i * i + j * j) * 0.02f));
            const int bx = min(max(x + i, 0), w - 1), by = min(max(y + j, 0), h - 1);
            sum += weight * in[by * w + bx];
            weights += weight;
            many += weight > 0.1f;
        }
    const float mean = sum / weights, share = many > 24 ? blend : 1 - blend;
    out[y * w + x] = mean + (in[y * w + x] - mean) * share;
}
