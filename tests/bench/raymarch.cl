// raymarch.cl: distance along each pixel's ray to a field of spheres over a plane, by steps as long as nothing is nearer.
float nearest(float x, float y, float z)
{
    float u = x - floor(x) - 0.5f, w = z - floor(z) - 0.5f;
    return fmin(sqrt(u * u + y * y + w * w) - 0.3f, y + 0.4f);
}

__kernel void raymarch(__global float *depth, int width, int height)
{
    int px = get_global_id(0), py = get_global_id(1);
    if (px >= width || py >= height)
        return;
    float dx = (px - 0.5f * width) / height, dy = (0.3f * height - py) / height;
    float scale = 1.0f / sqrt(dx * dx + dy * dy + 1.0f), t = 0;
    for (int i = 0; i < 64; i++) {
        float d = nearest(t * scale * dx, 1.0f + t * scale * dy, t * scale);
        if (d < 0.001f || t > 20.0f)
            break;
        t += d;
    }
    depth[py * width + px] = t;
}
