// quantise.cu: rows of numbers become signed bytes with a scale for each row, by its greatest; four a thread; then a product of such a matrix
// with a vector of the same kind.
extern "C" __global__ void quantise(const float4 *in, char4 *out, float *scale, int quads)
{
    __shared__ float most[8];
    const float4 *row = in + (size_t)blockIdx.x * quads;
    char4 *to = out + (size_t)blockIdx.x * quads;
    float m = 0.0f;
    for (int i = threadIdx.x; i < quads; i += blockDim.x) {
        const float4 v = row[i];
        m = fmaxf(m, fmaxf(fmaxf(fabsf(v.x), fabsf(v.y)), fmaxf(fabsf(v.z), fabsf(v.w))));
    }
    for (int d = 16; d > 0; d >>= 1)
        m = fmaxf(m, __shfl_xor_sync(0xffffffff, m, d));
    if ((threadIdx.x & 31) == 0)
        most[threadIdx.x >> 5] = m;
    __syncthreads();
    m = most[0];
    for (int w = 1; w < blockDim.x / 32; w++)
        m = fmaxf(m, most[w]);
    const float s = m / 127.0f, by = m > 0.0f ? 127.0f / m : 0.0f;
    if (threadIdx.x == 0)
        scale[blockIdx.x] = s;
    for (int i = threadIdx.x; i < quads; i += blockDim.x) {
        const float4 v = row[i];
        to[i] = make_char4((signed char)__float2int_rn(v.x * by), (signed char)__float2int_rn(v.y * by), (signed char)__float2int_rn(v.z * by),
                           (signed char)__float2int_rn(v.w * by));
    }
}

extern "C" __global__ void multiply(const char4 *matrix, const char4 *vector, const float *scale, float *result, float of_vector, int quads, int rows)
{
    const int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (warp >= rows)
        return;
    int sum = 0;
    for (int i = lane; i < quads; i += 32) {
        const char4 a = matrix[warp * quads + i], b = vector[i];
        sum += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    }
    for (int d = 16; d > 0; d >>= 1)
        sum += __shfl_down_sync(0xffffffff, sum, d);
    if (lane == 0)
        result[warp] = sum * scale[warp] * of_vector;
}
