// tour.cu: the best exchange of two roads of a round trip: each thread weighs pairs whose number it turns into two places, the block finds the best.
extern "C" __global__ void improve(const float2 *city, int n, float *gain, int *which)
{
    __shared__ float best[128];
    __shared__ int pair[128];
    const long long pairs = (long long)(n - 1) * (n - 2) / 2;
    float most = 0;
    int mine = -1;
    for (long long p = blockIdx.x * blockDim.x + threadIdx.x; p < pairs; p += gridDim.x * blockDim.x) {
        const int i = int((3 + sqrtf(8.0f * p + 1.0f)) / 2);
        const int j = int(p - (long long)(i - 2) * (i - 1) / 2) + 1;
        const int a = j - 1, b = j, c = i, d = i + 1 == n ? 0 : i + 1;
        const float ab = hypotf(city[a].x - city[b].x, city[a].y - city[b].y), cd = hypotf(city[c].x - city[d].x, city[c].y - city[d].y);
        const float ac = hypotf(city[a].x - city[c].x, city[a].y - city[c].y), bd = hypotf(city[b].x - city[d].x, city[b].y - city[d].y);
        const float saved = ab + cd - ac - bd;
        if (saved > most) {
            most = saved;
            mine = (int)p;
        }
    }
    best[threadIdx.x] = most;
    pair[threadIdx.x] = mine;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        if (threadIdx.x < s && best[threadIdx.x + s] > best[threadIdx.x]) {
            best[threadIdx.x] = best[threadIdx.x + s];
            pair[threadIdx.x] = pair[threadIdx.x + s];
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        gain[blockIdx.x] = best[0];
        which[blockIdx.x] = pair[0];
    }
}
