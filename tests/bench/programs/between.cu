// between.cu: how many shortest paths lead through each node (betweenness): blocks take sources in turn, breadth-first with a queue in
// memory that grows by atomics, then back level by level.
extern "C" __global__ void __launch_bounds__(128) betweenness(float *bc, const int *__restrict__ R, const int *__restrict__ C, int n, int *d_all,
    unsigned long long *sigma_all, float *delta_all, int *queue_all, int *ends_all, int sources)
{
    __shared__ int next, ends_len, depth;
    int *d = d_all + blockIdx.x * n, *queue = queue_all + blockIdx.x * n, *ends = ends_all + blockIdx.x * (n + 2);
    unsigned long long *sigma = sigma_all + blockIdx.x * n;
    float *delta = delta_all + blockIdx.x * n;
    const int j = threadIdx.x;
    for (int s = blockIdx.x; s < sources; s += gridDim.x) {
        for (int k = j; k < n; k += blockDim.x) {
            d[k] = k == s ? 0 : 0x7fffffff;
            sigma[k] = k == s;
            delta[k] = 0;
        }
        if (j == 0) {
            queue[0] = s;
            next = 0;
            ends[0] = 0;
            ends[1] = 1;
            ends_len = 2;
            depth = 0;
        }
        __syncthreads();
        while (1) {
            const int first = ends[ends_len - 2], last = ends[ends_len - 1];
            for (int k = first + j; k < last; k += blockDim.x) {
                const int v = queue[k];
                for (int r = R[v]; r < R[v + 1]; r++) {
                    const int w = C[r];
                    if (atomicCAS(&d[w], 0x7fffffff, d[v] + 1) == 0x7fffffff)
                        queue[last + atomicAdd(&next, 1)] = w;
                    if (d[w] == d[v] + 1)
                        atomicAdd(&sigma[w], sigma[v]);
                }
            }
            __syncthreads();
            if (next == 0)
                break;
            __syncthreads();
            if (j == 0) {
                ends[ends_len] = last + next;
                ends_len++;
                next = 0;
                depth++;
            }
            __syncthreads();
        }
        __syncthreads();
        for (int level = depth; level > 0; level--) {
            for (int k = ends[level] + j; k < ends[level + 1]; k += blockDim.x) {
                const int w = queue[k];
                float dsw = 0;
                const float sw = sigma[w];
                for (int r = R[w]; r < R[w + 1]; r++) {
                    const int v = C[r];
                    if (d[v] == d[w] + 1)
                        dsw += sw / (float)sigma[v] * (1.0f + delta[v]);
                }
                delta[w] = dsw;
            }
            __syncthreads();
        }
        for (int k = j; k < n; k += blockDim.x)
            if (k != s)
                atomicAdd(&bc[k], delta[k]);
        __syncthreads();
    }
}
