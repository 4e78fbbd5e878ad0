// skin.cu: vertices of a figure follow its bones: four bones of a vertex with weights; positions and normals as records of three.
struct Matrix { float4 x, y, z; };

extern "C" __global__ void skin(const float3 *position, const float3 *normal, const uchar4 *bone, const float4 *weight,
                                const Matrix *matrix, float3 *position_out, float3 *normal_out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float3 p = position[i], m = normal[i];
    const uchar4 b = bone[i];
    const float4 w = weight[i];
    const unsigned char bones[4] = {b.x, b.y, b.z, b.w};
    const float weights[4] = {w.x, w.y, w.z, w.w};
    float3 q = {0, 0, 0}, k = {0, 0, 0};
#pragma unroll
    for (int j = 0; j < 4; j++) {
        if (weights[j] > 0) {
            const Matrix a = matrix[bones[j]];
            q.x += weights[j] * (a.x.x * p.x + a.x.y * p.y + a.x.z * p.z + a.x.w);
            q.y += weights[j] * (a.y.x * p.x + a.y.y * p.y + a.y.z * p.z + a.y.w);
            q.z += weights[j] * (a.z.x * p.x + a.z.y * p.y + a.z.z * p.z + a.z.w);
            k.x += weights[j] * (a.x.x * m.x + a.x.y * m.y + a.x.z * m.z);
            k.y += weights[j] * (a.y.x * m.x + a.y.y * m.y + a.y.z * m.z);
            k.z += weights[j] * (a.z.x * m.x + a.z.y * m.y + a.z.z * m.z);
        }
    }
    const float inverse = rsqrtf(k.x * k.x + k.y * k.y + k.z * k.z);
    position_out[i] = q;
    normal_out[i] = make_float3(k.x * inverse, k.y * inverse, k.z * inverse);
}
