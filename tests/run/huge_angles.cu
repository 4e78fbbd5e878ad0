// huge_angles.cu: sines and cosines of numbers of which no lane's, some lanes' or all lanes' are so large that they need many digits of
// pi: threads alone, between barriers under a condition, and in warps.
extern "C" __global__ void alone(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float x = in[i], s = sinf(x), c = cosf(x * 1.5f);
        out[i] = s * c + s;
    }
}

extern "C" __global__ void doubles(const double *in, double *out, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        double s, c;
        sincos(in[i], &s, &c);
        out[i] = s + 2 * c + tan(in[i] * 0.25);
    }
}

extern "C" __global__ void between(const double *in, double *out, int n, int first, int end)
{
    __shared__ double s[128];
    int t = threadIdx.x;
    double x = t < n ? in[t] : 0;
    s[t] = x;
    __syncthreads();
    if (t >= first && t < end)
        x = cos(s[127 - t]);
    x += sin(s[t]);
    __syncthreads();
    s[t] = x;
    __syncthreads();
    if (t < n)
        out[t] = s[t ^ 1] + s[t];
}

extern "C" __global__ void warps(const float *in, float *out, int n)
{
    int t = threadIdx.x;
    float x = t < n ? in[t] : 0, y = __shfl_xor_sync(0xffffffffu, x, 1);
    y = cosf(x) + sinf(y) * 0.5f;
    out[t] = y + __shfl_down_sync(0xffffffffu, y, 2);
}
