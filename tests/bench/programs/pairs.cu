// pairs.cu: how often pairs of points on a sphere lie so far apart: bins are searched by halves, counted in shared
// memory.
#define BINS 20

extern "C" __global__ void pairs(const float *x, const float *y, const float *z, const float *edge, unsigned *counts,
                                 int n)
{
    __shared__ unsigned count[BINS + 2];
    __shared__ float bound[BINS + 1], sx[128], sy[128], sz[128];
    const int t = threadIdx.x, i = blockIdx.x * 128 + t;
    if (t < BINS + 2)
        count[t] = 0;
    if (t < BINS + 1)
        bound[t] = edge[t];
    float px = i < n ? x[i] : 0, py = i < n ? y[i] : 0, pz = i < n ? z[i] : 0;
    for (int first = 0; first < n; first += 128) {
        __syncthreads();
        if (first + t < n) {
            sx[t] = x[first + t];
            sy[t] = y[first + t];
            sz[t] = z[first + t];
        }
        __syncthreads();
        int many = min(128, n - first);
        if (i < n)
            for (int k = 0; k < many; k++) {
                float d = px * sx[k] + py * sy[k] + pz * sz[k];
                int low = 0, high = BINS;
                while (high > low + 1) {
                    int middle = (low + high) / 2;
                    if (d >= bound[middle])
                        high = middle;
                    else
                        low = middle;
                }
                int bin = d >= bound[low] ? low : d < bound[high] ? high + 1 : high;
                atomicAdd(&count[bin], 1);
            }
    }
    __syncthreads();
    if (t < BINS + 2)
        atomicAdd(&counts[t], count[t]);
}
