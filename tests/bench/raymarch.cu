// raymarch.cu: distance along each pixel's ray to a field of spheres over a plane, by steps as long as nothing is nearer.
__device__ float nearest(float x, float y, float z)
{
    float u = x - floorf(x) - 0.5f, w = z - floorf(z) - 0.5f;
    return fminf(sqrtf(u * u + y * y + w * w) - 0.3f, y + 0.4f);
}

extern "C" __global__ void raymarch(float *depth, int width, int height)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= width || py >= height)
        return;
    float dx = (px - 0.5f * width) / height, dy = (0.3f * height - py) / height;
    float scale = 1.0f / sqrtf(dx * dx + dy * dy + 1.0f), t = 0;
    for (int i = 0; i < 64; i++) {
        float d = nearest(t * scale * dx, 1.0f + t * scale * dy, t * scale);
        if (d < 0.001f || t > 20.0f)
            break;
        t += d;
    }
    depth[py * width + px] = t;
}
