// mandelbrot.cl: how long a point stays, a thread per pixel.
__kernel void mandelbrot(__global int *count, int width, int height, float left, float top, float pixel, int limit)
{
    int px = get_global_id(0), py = get_global_id(1);
    if (px >= width || py >= height)
        return;
    float cx = left + px * pixel, cy = top - py * pixel, x = 0, y = 0;
    int n = 0;
    while (n < limit && x * x + y * y <= 4.0f) {
        float next = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = next;
        n++;
    }
    count[py * width + px] = n;
}
