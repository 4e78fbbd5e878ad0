// floyd.cl: one round of Floyd and Warshall's shortest paths, a thread per pair of nodes.
__kernel void floyd(__global float *length, int n, int k)
{
    int j = get_global_id(0), i = get_global_id(1);
    if (i < n && j < n)
        length[i * n + j] = fmin(length[i * n + j], length[i * n + k] + length[k * n + j]);
}
