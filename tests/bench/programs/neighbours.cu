// neighbours.cu: forces between atoms from lists of their neighbours, which stand as columns.

extern "C" __global__ void neighbours(const float4 *position, float4 *force, int most, const int *list, float cut2,
                                      float lj1, float lj2, int count)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 p = position[i], f = make_float4(0, 0, 0, 0);
    for (int j = 0; j < most; j++) {
        int k = list[j * count + i];
        float4 q = position[k];
        float dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z;
        float r2 = dx * dx + dy * dy + dz * dz;
        if (r2 < cut2) {
            float r2inv = 1.0f / r2, r6inv = r2inv * r2inv * r2inv;
            float strength = r2inv * r6inv * (lj1 * r6inv - lj2);
            f.x += dx * strength;
            f.y += dy * strength;
            f.z += dz * strength;
        }
    }
    force[i] = f;
}
