// nbody.cu: forces between n bodies; float4 is x, y, z, mass.  A block reads the bodies in tiles through shared memory.

constexpr int TILE = 256;

extern "C" __global__ void nbody(int n, const float4 *__restrict__ body, float4 *__restrict__ force)
{
    __shared__ float4 tile[TILE];
    int i = blockIdx.x * TILE + threadIdx.x;
    float4 me = body[i];
    float ax = 0, ay = 0, az = 0;
    for (int first = 0; first < n; first += TILE) {
        tile[threadIdx.x] = body[first + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < TILE; j++) {
            float4 other = tile[j];
            float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
            float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
            float pull = other.w * inverse * inverse * inverse;
            ax += dx * pull;
            ay += dy * pull;
            az += dz * pull;
        }
        __syncthreads();
    }
    force[i] = make_float4(ax, ay, az, 0);
}
