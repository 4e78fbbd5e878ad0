// convolution.cl: an image filtered by 3 x 3 weights, a thread per pixel; outside the image is black.
__kernel void convolution(__global const float *from, __global float *to, int width, int height, __global const float *weight)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height)
        return;
    float sum = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            int u = x + dx, v = y + dy;
            if (u >= 0 && u < width && v >= 0 && v < height)
                sum += weight[(dy + 1) * 3 + dx + 1] * from[v * width + u];
        }
    to[y * width + x] = sum;
}
