// facility.cu: what a new centre would save: distances of points (a dimension a row) to it against their present cost.
typedef struct { float weight, cost; long assign; } Point;

extern "C" __global__ void gains(int num, int dim, long x, const Point *p, int k, int stride, const float *coord, float *work,
                                 const int *table, bool *change)
{
    const int tid = blockDim.x * (gridDim.x * blockIdx.y + blockIdx.x) + threadIdx.x;
    __shared__ float centre[64];
    if (threadIdx.x == 0)
        for (int i = 0; i < dim; i++)
            centre[i] = coord[i * num + x];
    __syncthreads();
    if (tid < num) {
        float *lower = &work[tid * stride];
        float sum = 0;
        for (int i = 0; i < dim; i++)
            sum += (coord[i * num + tid] - centre[i]) * (coord[i * num + tid] - centre[i]);
        float cost = sum * p[tid].weight;
        if (cost < p[tid].cost) {
            change[tid] = 1;
            work[num * stride + tid] = cost - p[tid].cost;
        } else
            lower[table[p[tid].assign]] += p[tid].cost - cost;
    }
}
