// growth.cu: clusters grown from each of many points as long as they stay small (quality threshold): a seed a block, in each round its threads
// look for the point whose farthest member of the cluster is nearest.
#define THREADS 64
#define DIST(i, j) dist[(i) * max_degree + (j)]
static __device__ float distance_between(const float *pts_x, const float *pts_y, int i, int j)
{
    const float dx = pts_x[i] - pts_x[j], dy = pts_y[i] - pts_y[j];
    return sqrtf(dx * dx + dy * dy);
}
extern "C" __global__ void qtc(const float *pts_x, const float *pts_y, const int *neighbours, const int *degree, float *farthest, int *cardinality, int point_count,
                               int max_degree, float threshold)
{
    __shared__ float best_dist[THREADS];
    __shared__ int best_index[THREADS];
    const int tid = threadIdx.x;
    float *far = farthest + blockIdx.x * max_degree;
    for (int seed = blockIdx.x; seed < point_count; seed += gridDim.x) {
        const int *mine = neighbours + seed * max_degree;
        const int n = degree[seed];
        for (int i = tid; i < n; i += THREADS)
            far[i] = 0;
        int last = seed, count = 1;
        bool running = true;
        __syncthreads();
        while (running) {
            float min_dist = 1e30f;
            int min_index = -1;
            for (int i = tid; i < n; i += THREADS) {
                if (far[i] < 0)
                    continue;
                float d = distance_between(pts_x, pts_y, mine[i], last);
                d = d > far[i] ? d : far[i];
                far[i] = d;
                if (d < min_dist) {
                    min_dist = d;
                    min_index = i;
                }
            }
            best_dist[tid] = min_dist;
            best_index[tid] = min_index;
            for (int k = THREADS / 2; k > 0; k >>= 1) {
                __syncthreads();
                if (tid < k && (best_dist[tid + k] < best_dist[tid] || (best_dist[tid + k] == best_dist[tid] && best_index[tid + k] < best_index[tid]))) {
                    best_dist[tid] = best_dist[tid + k];
                    best_index[tid] = best_index[tid + k];
                }
            }
            __syncthreads();
            const float d = best_dist[0];
            const int at = best_index[0];
            if (d > threshold || at < 0)
                running = false;
            else {
                last = mine[at];
                count++;
                if (tid == 0)
                    far[at] = -1;
            }
            __syncthreads();
        }
        if (tid == 0)
            cardinality[seed] = count;
    }
}
