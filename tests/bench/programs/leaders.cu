// leaders.cu: sums, least and largest of each block by a tree in which ever fewer threads lead the others: the number of each of them
// is a multiple of twice the distance.
#define T 256

extern "C" __global__ void leaders(const int *in, int *sums, int2 *between, int n)
{
    __shared__ int sum[T], least[T], most[T];
    const int t = threadIdx.x, i = blockIdx.x * T + t;
    sum[t] = i < n ? in[i] : 0;
    least[t] = most[t] = i < n ? in[i] : in[0];
    for (int d = 1; d < T; d *= 2) {
        __syncthreads();
        if (t % (2 * d) == 0) {
            sum[t] += sum[t + d];
            least[t] = min(least[t], least[t + d]);
            most[t] = max(most[t], most[t + d]);
        }
    }
    if (t == 0) {
        sums[blockIdx.x] = sum[0];
        between[blockIdx.x] = make_int2(least[0], most[0]);
    }
}

// The same of single numbers, in blocks of any size.
extern "C" __global__ void largest(const float *in, float *out, int n)
{
    __shared__ float most[1024];
    const int t = threadIdx.x;
    const int i = blockIdx.x * blockDim.x + t;
    most[t] = i < n ? in[i] : -1e30f;
    __syncthreads();
    for (unsigned d = 1; d < blockDim.x; d *= 2) {
        if (t % (2 * d) == 0)
            most[t] = fmaxf(most[t], most[t + d]);
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = most[0];
}
