// parted_calls.cu: a function with a record for a result amid arithmetic that vectors do: the record outlives the loop over lanes of the call.
// In the PTX the function is .weak: such a call stays one.
template <int N> __device__ __noinline__ float4 moved(float x, float y, float z, float w)
{
    for (int i = 0; i < N && x > 100; i++)
        x = x * 0.5f + y;
    return make_float4(x, y + z, z - w, w);
}

extern "C" __global__ void parted_calls(float4 *q, const float *spin, int bodies, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= bodies)
        return;
    float4 a = q[i];
    float x = spin[3 * i], y = spin[3 * i + 1], z = spin[3 * i + 2];
    float4 d = moved<3>(0.5f * (x * a.w + y * a.z - z * a.y), 0.5f * (y * a.w + z * a.x - x * a.z),
                        0.5f * (z * a.w + x * a.y - y * a.x), -0.5f * (x * a.x + y * a.y + z * a.z));
    a.x += dt * d.x; a.y += dt * d.y; a.z += dt * d.z; a.w += dt * d.w;
    float s = rsqrtf(a.x * a.x + a.y * a.y + a.z * a.z + a.w * a.w);
    a.x *= s; a.y *= s; a.z *= s; a.w *= s;
    q[i] = a;
}
