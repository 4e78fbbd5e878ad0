// first_lanes.cu: what a warp's lanes put together by shuffles, of which one lane's is read: sums of doubles that a loop has made, the
// largest and where it stands, means with how many they are of; also what all lanes, or two, look at.
struct Largest { float value; int at; };

static __device__ Largest larger(Largest a, Largest b) { return b.value > a.value || (b.value == a.value && b.at < a.at) ? b : a; }

extern "C" __global__ void first_lanes(const float *in, int n, double *sums, Largest *largest, float *means, double *both, float *crossed)
{
    const int lane = threadIdx.x & 31, warp = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    const float *row = in + warp * n;
    double sum = 0, across = 0;
    Largest most = {-1e30f, -1};
    float mean = 0, count = 0;
    for (int i = lane; i < n; i += 32) {
        sum += row[i];
        most = larger(most, {row[i], i});
        count += 1;
        mean += (row[i] - mean) / count;
    }
    across = sum * 0.5;
    float plain = mean;
    for (int d = 16; d > 0; d /= 2) {
        sum += __shfl_down_sync(~0u, sum, d);
        most = larger(most, {__shfl_down_sync(~0u, most.value, d), __shfl_down_sync(~0u, most.at, d)});
        const float m = __shfl_down_sync(~0u, mean, d), c = __shfl_down_sync(~0u, count, d);
        if (count + c > 0) {
            mean += (m - mean) * c / (count + c);
            count += c;
        }
        across += __shfl_xor_sync(~0u, across, d);
        plain = plain * 0.75f - __shfl_xor_sync(~0u, plain, d);
    }
    if (lane == 0) {
        sums[warp] = sum;
        largest[warp] = most;
        means[warp] = mean;
    }
    if (lane == 0 || lane == 1)
        both[2 * warp + lane] = across;
    crossed[warp * 32 + lane] = plain;
}

// The sum of a row's floats, which a loop has begun.
extern "C" __global__ void totals(const float *in, int n, float *out)
{
    const int t = blockIdx.x * blockDim.x + threadIdx.x, lane = t & 31, warp = t >> 5;
    float sum = 0;
    for (int i = lane; i < n; i += 32)
        sum += in[warp * n + i];
    for (int d = 16; d > 0; d >>= 1)
        sum += __shfl_down_sync(~0u, sum, d);
    if (lane == 0)
        out[warp] = sum;
}
