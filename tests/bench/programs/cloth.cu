// cloth.cu: a step of a cloth of masses and springs: forces of twelve neighbours that lie within, air and weight, moved after Verlet and
// kept out of a ball; then the normals.
__device__ float3 operator+(float3 a, float3 b) { return make_float3(a.x + b.x, a.y + b.y, a.z + b.z); }
__device__ float3 operator-(float3 a, float3 b) { return make_float3(a.x - b.x, a.y - b.y, a.z - b.z); }
__device__ float3 operator*(float a, float3 b) { return make_float3(a * b.x, a * b.y, a * b.z); }
__device__ float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
__device__ float3 of(float4 a) { return make_float3(a.x, a.y, a.z); }
__constant__ int2 around[12] = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 }, { 1, 1 }, { -1, 1 }, { 1, -1 }, { -1, -1 }, { 2, 0 }, { -2, 0 }, { 0, 2 }, { 0, -2 } };

extern "C" __global__ void cloth(const float4 *now, const float4 *before, float4 *next, int w, int h, float rest, float stiff, float damp, float dt,
                                 float4 ball)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    const int i = y * w + x;
    const float4 self = now[i], old = before[i];
    const float3 p = of(self), v = (1.0f / dt) * (p - of(old));
    float3 f = make_float3(0.0f, -9.81f * self.w, 0.0f) - damp * v;
    if (self.w == 0.0f) {
        next[i] = self;
        return;
    }
    for (int k = 0; k < 12; k++) {
        const int nx = x + around[k].x, ny = y + around[k].y;
        if (nx < 0 || nx >= w || ny < 0 || ny >= h)
            continue;
        const float far = k < 4 ? 1.0f : k < 8 ? 1.41421356f : 2.0f;
        const float3 d = of(now[ny * w + nx]) - p;
        const float length = sqrtf(dot(d, d));
        if (length > 1e-6f)
            f = f + stiff * (length - far * rest) / length * d;
    }
    float3 q = p + (0.99f * (p - of(old))) + dt * dt / self.w * f;
    const float3 from = q - of(ball);
    const float away = dot(from, from);
    if (away < ball.w * ball.w)
        q = of(ball) + ball.w * rsqrtf(away) * from;
    next[i] = make_float4(q.x, q.y, q.z, self.w);
}

extern "C" __global__ void normals(const float4 *place, float4 *normal, int w, int h)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    const float3 l = of(place[y * w + max(x - 1, 0)]), r = of(place[y * w + min(x + 1, w - 1)]);
    const float3 u = of(place[max(y - 1, 0) * w + x]), d = of(place[min(y + 1, h - 1) * w + x]);
    const float3 a = r - l, b = d - u;
    const float3 n = make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
    const float s = dot(n, n) > 0.0f ? rsqrtf(dot(n, n)) : 0.0f;
    normal[y * w + x] = make_float4(s * n.x, s * n.y, s * n.z, 0.0f);
}
