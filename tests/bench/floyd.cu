// floyd.cu: one round of Floyd and Warshall's shortest paths, a thread per pair of nodes.
extern "C" __global__ void floyd(float *length, int n, int k)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < n && j < n)
        length[i * n + j] = fminf(length[i * n + j], length[i * n + k] + length[k * n + j]);
}
