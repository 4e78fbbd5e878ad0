// vectors.cu: four floats a thread, by vectors: a scaled sum with a limit, and the length of what came out.
extern "C" __global__ void vectors(const float4 *x, const float4 *y, float4 *out, float *norm, float a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float4 p = x[i], q = y[i], r;
    r.x = fminf(a * p.x + q.x, 1.0f);
    r.y = fminf(a * p.y + q.y, 1.0f);
    r.z = fminf(a * p.z + q.z, 1.0f);
    r.w = fminf(a * p.w + q.w, 1.0f);
    out[i] = r;
    norm[i] = r.x * r.x + r.y * r.y + r.z * r.z + r.w * r.w;
}
