// torsion.cu: forces that turn bonds of four atoms to their angles; four atoms by number, forces added by atomics, the energy by blocks.
struct Torsion { int a, b, c, d; float strength, phase; int times; };

static __device__ __forceinline__ float3 minus(float4 a, float4 b) { return make_float3(a.x - b.x, a.y - b.y, a.z - b.z); }
static __device__ __forceinline__ float3 cross(float3 a, float3 b)
{
    return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
static __device__ __forceinline__ float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static __device__ void give(float *force, int atom, float3 f, float sign)
{
    atomicAdd(force + 3 * atom, sign * f.x);
    atomicAdd(force + 3 * atom + 1, sign * f.y);
    atomicAdd(force + 3 * atom + 2, sign * f.z);
}

extern "C" __global__ void torsions(const Torsion *list, const float4 *place, float *force, float *energy, int count)
{
    __shared__ float sums[128];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float e = 0.0f;
    if (i < count) {
        const Torsion t = list[i];
        const float4 pa = place[t.a], pb = place[t.b], pc = place[t.c], pd = place[t.d];
        const float3 f = minus(pa, pb), g = minus(pb, pc), h = minus(pd, pc);
        const float3 m = cross(f, g), n = cross(h, g);
        const float mm = dot(m, m), nn = dot(n, n), gg = sqrtf(dot(g, g));
        if (mm > 1e-12f && nn > 1e-12f) {
            const float cosine = dot(m, n) * rsqrtf(mm * nn), sine = dot(n, f) * gg * rsqrtf(mm * nn);
            float phi = atan2f(sine, cosine);
            phi = t.times * phi - t.phase;
            if (t.strength > 0.0f)
                e = t.strength * (1.0f + cosf(phi));
            const float slope = -t.strength * t.times * sinf(phi);
            const float fg = dot(f, g), hg = dot(h, g);
            const float ka = -slope * gg / mm, kd = slope * gg / nn, p = slope * fg / (mm * gg), q = slope * hg / (nn * gg);
            const float3 fa = make_float3(ka * m.x, ka * m.y, ka * m.z), fd = make_float3(kd * n.x, kd * n.y, kd * n.z);
            const float3 s = make_float3(p * m.x - q * n.x, p * m.y - q * n.y, p * m.z - q * n.z);
            give(force, t.a, fa, 1.0f);
            give(force, t.d, fd, 1.0f);
            give(force, t.b, make_float3(s.x - fa.x, s.y - fa.y, s.z - fa.z), 1.0f);
            give(force, t.c, make_float3(s.x + fd.x, s.y + fd.y, s.z + fd.z), -1.0f);
        }
    }
    sums[threadIdx.x] = e;
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        __syncthreads();
        if (threadIdx.x < s)
            sums[threadIdx.x] += sums[threadIdx.x + s];
    }
    if (threadIdx.x == 0)
        energy[blockIdx.x] = sums[0];
}
