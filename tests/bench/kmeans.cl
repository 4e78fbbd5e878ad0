// kmeans.cl: the nearest of k centres for each point of four coordinates, a thread per point.
__kernel void kmeans(int n, int k, __global const float *point, __global const float *centre, __global int *nearest)
{
    int i = get_global_id(0);
    if (i >= n)
        return;
    float least = 1e30f;
    int best = 0;
    for (int c = 0; c < k; c++) {
        float sum = 0;
        for (int d = 0; d < 4; d++) {
            float x = point[d * n + i] - centre[c * 4 + d];
            sum += x * x;
        }
        if (sum < least) {
            least = sum;
            best = c;
        }
    }
    nearest[i] = best;
}
