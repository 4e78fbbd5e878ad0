// kmeans.cu: the nearest of k centres for each point of four coordinates, a thread per point.
extern "C" __global__ void kmeans(int n, int k, const float *point, const float *centre, int *nearest)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
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
