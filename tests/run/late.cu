// nvcc -O3 -arch=sm_80 -ptx

// Sums of columns, which stand in memory all the time.
extern "C" __global__ void columns(float *out, const float *in, int n, int m)
{
    const int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= n)
        return;
    out[j] = 0;
    for (int k = 0; k < m; k++)
        out[j] += in[k * n + j];
}

// From the last row up, round by round.
extern "C" __global__ void upwards(float *out, const float *in, int n, int m)
{
    const int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= n)
        return;
    const float *at = in + (long long)(m - 1) * n + j;
    float sum = 1;
#pragma unroll 1
    for (int k = m; k != 0; k--, at -= n)
        out[j] = sum += 2 * *at;
}

// A row times a matrix.
extern "C" __global__ void rowwise(double *out, const double *row, const double *in, int n, int m)
{
    const int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= n)
        return;
    out[j] = 0;
    for (int k = 0; k < m; k++)
        out[j] += row[k] * in[k * n + j];
}

// Each thread's own row, of which some is read.
extern "C" __global__ void rows(float *out, const float *in, int n, int pitch, int m)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    out[i] = 0;
    for (int k = 0; k < m; k++)
        out[i] += in[i * pitch + k];
}
