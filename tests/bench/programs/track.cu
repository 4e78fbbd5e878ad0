// track.cu: how alike a small image around each of many points is to the larger one around it: a block a point, whose threads go over
// the places in turn, row and column by division; then the greatest.
extern "C" __global__ void track(const float *frame, const float *pattern, const int *point, float *score, int *best, int frame_rows, int size, int area)
{
    __shared__ float mean[128];
    __shared__ int where[128];
    int t = threadIdx.x, b = blockIdx.x, around = area - size + 1, places = around * around;
    const float *from = frame + point[b];
    const float *with = pattern + b * size * size;
    float *out = score + b * places;
    float most = -1e30f;
    int at = 0;
    for (int i = t; i < places; i += blockDim.x) {
        int row = i % around, col = i / around;
        float sum = 0;
        for (int x = 0; x < size; x++)
            for (int y = 0; y < size; y++)
                sum += from[(col + x) * frame_rows + row + y] * with[x * size + y];
        out[i] = sum;
        if (sum > most) {
            most = sum;
            at = i;
        }
    }
    mean[t] = most;
    where[t] = at;
    __syncthreads();
    if (t == 0) {
        for (int i = 1; i < blockDim.x; i++)
            if (mean[i] > most) {
                most = mean[i];
                at = where[i];
            }
        best[b] = at;
    }
}
