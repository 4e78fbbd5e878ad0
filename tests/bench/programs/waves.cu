// waves.cu: a sum of waves at each point, from a table in the module that a kernel fills.
struct Wave {
    float x, y, z, size;
};
__device__ Wave waves[256];

extern "C" __global__ void waves_fill(const Wave *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        waves[i] = from[i];
}

extern "C" __global__ void waves_sum(const float *x, const float *y, const float *z, float *re, float *im, int count,
                                     int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float px = x[i], py = y[i], pz = z[i], sr = re[i], si = im[i];
    int k = 0;
    if (count % 2) {
        float a = 6.2831853f * (waves[0].x * px + waves[0].y * py + waves[0].z * pz);
        sr += waves[0].size * __cosf(a);
        si += waves[0].size * __sinf(a);
        k++;
    }
    for (; k < count; k += 2) {
        float a = 6.2831853f * (waves[k].x * px + waves[k].y * py + waves[k].z * pz);
        sr += waves[k].size * __cosf(a);
        si += waves[k].size * __sinf(a);
        float b = 6.2831853f * (waves[k + 1].x * px + waves[k + 1].y * py + waves[k + 1].z * pz);
        sr += waves[k + 1].size * __cosf(b);
        si += waves[k + 1].size * __sinf(b);
    }
    re[i] = sr;
    im[i] = si;
}
