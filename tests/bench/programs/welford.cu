// welford.cu: rows of a layer are normalised: mean and variance as Welford's numbers, which lanes of a warp and then warps put
// together; a thread reads four values at once.
template <typename T> struct Stats { T mean, m2, count; };

template <typename T> __device__ inline Stats<T> together(Stats<T> a, Stats<T> b)
{
    Stats<T> r;
    r.count = a.count + b.count;
    if (r.count == 0)
        return Stats<T>{0, 0, 0};
    T delta = b.mean - a.mean, share = b.count / r.count;
    r.mean = a.mean + delta * share;
    r.m2 = a.m2 + b.m2 + delta * delta * a.count * share;
    return r;
}

template <typename T> __device__ inline Stats<T> of_warp(Stats<T> s)
{
#pragma unroll
    for (int offset = 16; offset > 0; offset >>= 1) {
        Stats<T> o;
        o.mean = __shfl_down_sync(0xffffffff, s.mean, offset);
        o.m2 = __shfl_down_sync(0xffffffff, s.m2, offset);
        o.count = __shfl_down_sync(0xffffffff, s.count, offset);
        s = together(s, o);
    }
    return s;
}

extern "C" __global__ void welford(const float4 *__restrict__ in, float4 *__restrict__ out, const float4 *__restrict__ gamma,
                                   const float4 *__restrict__ beta, int columns, float epsilon)
{
    __shared__ Stats<float> warps[32];
    __shared__ float mean, scale;
    const int quads = columns / 4, lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    const float4 *row = in + (size_t)blockIdx.x * quads;
    Stats<float> s = {0, 0, 0};
    for (int i = threadIdx.x; i < quads; i += blockDim.x) {
        float4 v = row[i];
        const float parts[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
        for (int k = 0; k < 4; k++) {
            s.count += 1;
            float d = parts[k] - s.mean;
            s.mean += d / s.count;
            s.m2 += d * (parts[k] - s.mean);
        }
    }
    s = of_warp(s);
    if (lane == 0)
        warps[warp] = s;
    __syncthreads();
    if (warp == 0) {
        s = lane < blockDim.x / 32 ? warps[lane] : Stats<float>{0, 0, 0};
        s = of_warp(s);
        if (lane == 0) {
            mean = s.mean;
            scale = rsqrtf(s.m2 / columns + epsilon);
        }
    }
    __syncthreads();
    float4 *to = out + (size_t)blockIdx.x * quads;
    for (int i = threadIdx.x; i < quads; i += blockDim.x) {
        float4 v = row[i], g = gamma[i], b = beta[i];
        to[i] = make_float4((v.x - mean) * scale * g.x + b.x, (v.y - mean) * scale * g.y + b.y,
                            (v.z - mean) * scale * g.z + b.z, (v.w - mean) * scale * g.w + b.w);
    }
}
