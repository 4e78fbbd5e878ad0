// row_owners.cu: threads that have a row of shared memory each and read others': those that nobody changes, and those that somebody does.
// nvcc -arch=sm_80 -ptx; // options: -Wno-warp-sync

// Elimination in rows of w words: threads below the row p take multiples of it away.
extern "C" __global__ void eliminate(int *data, int n, int w)
{
    extern __shared__ int a[];
    int t = threadIdx.x;
    for (int i = t; i < n * w; i += blockDim.x)
        a[i] = data[blockIdx.x * n * w + i];
    __syncthreads();
    for (int p = 0; p < n; p++) {
        if (t > p && t < n) {
            int f = a[t * w + p];
            for (int j = p; j < w; j++)
                a[t * w + j] -= f * a[p * w + j];
        }
        __syncthreads();
    }
    for (int i = t; i < n * w; i += blockDim.x)
        data[blockIdx.x * n * w + i] = a[i];
}

// A triangle from below, in rows of 33 words: what is known of column p goes into the rows above, and the sum over a row up to p to it.
extern "C" __global__ void substitute(int *data, int n)
{
    __shared__ int a[32][33];
    int t = threadIdx.x;
    for (int i = 0; i < n; i++)
        if (t < 33)
            a[i][t] = data[(blockIdx.x * n + i) * 33 + t];
    __syncthreads();
    for (int p = n - 1; p >= 0; p--) {
        if (t < p)
            for (int k = 0; k < 2; k++)
                a[t][32 - k] += a[t][p] * a[p][32 - k];
        __syncthreads();
        if (t > p && t < n)
            for (int j = 0; j < p; j++)
                a[t][p] += a[t][j] * a[j][p];
        __syncthreads();
    }
    for (int i = 0; i < n; i++)
        if (t < 33)
            data[(blockIdx.x * n + i) * 33 + t] = a[i][t];
}

// The row p is among those that are changed: all lanes have read a word of it before one changes it.
extern "C" __global__ void with_itself(int *data, int n, int w)
{
    __shared__ int a[32 * 40];
    int t = threadIdx.x;
    for (int i = t; i < 32 * w; i += 32)
        a[i] = data[i];
    __syncwarp();
    for (int p = 0; p < n; p++)
        if (t >= p)
            for (int j = 0; j < n; j++)
                a[t * w + j] += a[p * w + j];
    __syncwarp();
    for (int i = t; i < 32 * w; i += 32)
        data[i] = a[i];
}

// Lanes take what the lane before has just made.
extern "C" __global__ void from_before(int *data, int n, int w)
{
    __shared__ int a[32 * 40];
    int t = threadIdx.x;
    for (int i = t; i < 32 * w; i += 32)
        a[i] = data[i];
    __syncwarp();
    if (t > 0)
        for (int j = 0; j < n; j++)
            a[t * w + j] += 3 * a[(t - 1) * w + j];
    __syncwarp();
    for (int i = t; i < 32 * w; i += 32)
        data[i] = a[i];
}

// Rows without gaps, and each lane's last word from the row of the next one, which has changed it already.
extern "C" __global__ void across(int *data, int n)
{
    __shared__ int a[32 * 40];
    int t = threadIdx.x;
    for (int i = t; i < 32 * n; i += 32)
        a[i] = data[i];
    __syncwarp();
    if (t < 31)
        for (int j = 0; j < n; j++)
            a[t * n + j] = 5 * a[t * n + j + 1] + j;
    __syncwarp();
    for (int i = t; i < 32 * n; i += 32)
        data[i] = a[i];
}
