// mixture.cu: the E step of a mixture of Gaussians: how likely each cluster makes each event, whose dimensions are rows; then what share
// of an event each cluster has, and the likelihood of all, by blocks.
#define NUM_THREADS 128
#define NUM_DIMENSIONS 6
#define NUM_CLUSTERS 12

typedef struct {
    float constant[NUM_CLUSTERS], pi[NUM_CLUSTERS], means[NUM_CLUSTERS * NUM_DIMENSIONS];
    float Rinv[NUM_CLUSTERS * NUM_DIMENSIONS * NUM_DIMENSIONS];
} clusters_t;

__device__ void compute_indices(int num_events, int *start, int *stop)
{
    int num_pixels_per_block = num_events / gridDim.x;
    num_pixels_per_block = num_pixels_per_block - (num_pixels_per_block % 16);
    *start = blockIdx.x * num_pixels_per_block + threadIdx.x;
    if (blockIdx.x == gridDim.x - 1)
        *stop = num_events;
    else
        *stop = (blockIdx.x + 1) * num_pixels_per_block;
}

extern "C" __global__ void estep1(const float *data, const clusters_t *clusters, float *memberships, int num_dimensions, int num_events)
{
    __shared__ float means[NUM_DIMENSIONS], Rinv[NUM_DIMENSIONS * NUM_DIMENSIONS];
    float cluster_pi, constant;
    const unsigned tid = threadIdx.x, c = blockIdx.y;
    int start_index, end_index;
    compute_indices(num_events, &start_index, &end_index);
    if (tid < num_dimensions)
        means[tid] = clusters->means[c * num_dimensions + tid];
    for (int i = tid; i < num_dimensions * num_dimensions; i += NUM_THREADS)
        Rinv[i] = clusters->Rinv[c * num_dimensions * num_dimensions + i];
    cluster_pi = clusters->pi[c];
    constant = clusters->constant[c];
    __syncthreads();
    for (int event = start_index; event < end_index; event += NUM_THREADS) {
        float like = 0.0f;
        for (int i = 0; i < num_dimensions; i++)
            for (int j = 0; j < num_dimensions; j++)
                like += (data[i * num_events + event] - means[i]) * (data[j * num_events + event] - means[j]) * Rinv[i * num_dimensions + j];
        memberships[c * num_events + event] = -0.5f * like + constant + logf(cluster_pi);
    }
}

extern "C" __global__ void estep2(float *memberships, int num_clusters, int num_events, float *likelihood)
{
    int start_index, end_index;
    const int tid = threadIdx.x;
    __shared__ float total_likelihoods[NUM_THREADS];
    total_likelihoods[tid] = 0.0f;
    compute_indices(num_events, &start_index, &end_index);
    float max_likelihood, denominator_sum, temp, thread_likelihood = 0.0f;
    for (int pixel = start_index; pixel < end_index; pixel += NUM_THREADS) {
        max_likelihood = memberships[pixel];
        for (int c = 1; c < num_clusters; c++)
            max_likelihood = fmaxf(max_likelihood, memberships[c * num_events + pixel]);
        denominator_sum = 0.0f;
        for (int c = 0; c < num_clusters; c++) {
            temp = expf(memberships[c * num_events + pixel] - max_likelihood);
            denominator_sum += temp;
        }
        temp = max_likelihood + logf(denominator_sum);
        thread_likelihood += temp;
        for (int c = 0; c < num_clusters; c++)
            memberships[c * num_events + pixel] = expf(memberships[c * num_events + pixel] - temp);
    }
    total_likelihoods[tid] = thread_likelihood;
    __syncthreads();
    for (unsigned bit = NUM_THREADS >> 1; bit > 0; bit >>= 1) {
        const float t = total_likelihoods[tid] + total_likelihoods[tid ^ bit];
        __syncthreads();
        total_likelihoods[tid] = t;
        __syncthreads();
    }
    if (tid == 0)
        likelihood[blockIdx.x] = total_likelihoods[tid];
}
