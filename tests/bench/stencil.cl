// stencil.cl: one step of heat spreading on a plate, 5 points, a thread per point.
__kernel void stencil(__global const float *restrict from, __global float *restrict to, int width, int height,
                      float rate)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x > 0 && x < width - 1 && y > 0 && y < height - 1) {
        int i = y * width + x;
        to[i] = from[i] + rate * (from[i - 1] + from[i + 1] + from[i - width] + from[i + width] - 4 * from[i]);
    }
}
