// outposts.cu: points chosen one after the other, each the farthest from all before it (as networks on clouds of points do): a block a
// cloud, distances in memory, the farthest by a tree in shared memory with the place beside the value.
template <unsigned int block_size> __device__ void update(float *dists, int *places, int a, int b)
{
    const float v1 = dists[a], v2 = dists[b];
    const int i1 = places[a], i2 = places[b];
    dists[a] = max(v1, v2);
    places[a] = v2 > v1 ? i2 : i1;
}

template <unsigned int block_size> __device__ void farthest(int n, int m, const float *dataset, float *temp, int *idxs)
{
    if (m <= 0)
        return;
    __shared__ float dists[block_size];
    __shared__ int dists_i[block_size];
    const int cloud = blockIdx.x;
    dataset += cloud * n * 3;
    temp += cloud * n;
    idxs += cloud * m;
    const int tid = threadIdx.x;
    const int stride = block_size;
    int old = 0;
    if (threadIdx.x == 0)
        idxs[0] = old;
    for (int k = tid; k < n; k += stride)
        temp[k] = 1e10f;
    __syncthreads();
    for (int j = 1; j < m; j++) {
        int besti = 0;
        float best = -1;
        const float x1 = dataset[old * 3 + 0], y1 = dataset[old * 3 + 1], z1 = dataset[old * 3 + 2];
        for (int k = tid; k < n; k += stride) {
            const float x2 = dataset[k * 3 + 0], y2 = dataset[k * 3 + 1], z2 = dataset[k * 3 + 2];
            const float d = (x2 - x1) * (x2 - x1) + (y2 - y1) * (y2 - y1) + (z2 - z1) * (z2 - z1);
            const float d2 = min(d, temp[k]);
            temp[k] = d2;
            besti = d2 > best ? k : besti;
            best = d2 > best ? d2 : best;
        }
        dists[tid] = best;
        dists_i[tid] = besti;
        __syncthreads();
        if (block_size >= 512) { if (tid < 256) update<block_size>(dists, dists_i, tid, tid + 256); __syncthreads(); }
        if (block_size >= 256) { if (tid < 128) update<block_size>(dists, dists_i, tid, tid + 128); __syncthreads(); }
        if (block_size >= 128) { if (tid < 64) update<block_size>(dists, dists_i, tid, tid + 64); __syncthreads(); }
        if (block_size >= 64) { if (tid < 32) update<block_size>(dists, dists_i, tid, tid + 32); __syncthreads(); }
        if (block_size >= 32) { if (tid < 16) update<block_size>(dists, dists_i, tid, tid + 16); __syncthreads(); }
        if (block_size >= 16) { if (tid < 8) update<block_size>(dists, dists_i, tid, tid + 8); __syncthreads(); }
        if (block_size >= 8) { if (tid < 4) update<block_size>(dists, dists_i, tid, tid + 4); __syncthreads(); }
        if (block_size >= 4) { if (tid < 2) update<block_size>(dists, dists_i, tid, tid + 2); __syncthreads(); }
        if (block_size >= 2) { if (tid < 1) update<block_size>(dists, dists_i, tid, tid + 1); __syncthreads(); }
        old = dists_i[0];
        if (tid == 0)
            idxs[j] = old;
        __syncthreads();
    }
}

extern "C" __global__ void outposts(int n, int m, const float *dataset, float *temp, int *idxs) { farthest<256>(n, m, dataset, temp, idxs); }
