// nbody.cu: one step of n bodies that attract each other; float4 is x, y, z, mass.

// Every thread moves bodies; a block reads all bodies in tiles of blockDim.x through shared memory.
extern "C" __global__ void nbody_step(const float4 *__restrict__ from, float4 *__restrict__ to,
                                      float3 *__restrict__ velocity, unsigned n, float dt, float softening)
{
    extern __shared__ float4 tile[];
    for (unsigned base = blockIdx.x * blockDim.x; base < n; base += gridDim.x * blockDim.x) {
        unsigned i = base + threadIdx.x;
        float4 me = i < n ? from[i] : make_float4(0, 0, 0, 0);
        float ax = 0, ay = 0, az = 0;
        for (unsigned first = 0; first < n; first += blockDim.x) {
            if (first + threadIdx.x < n)
                tile[threadIdx.x] = from[first + threadIdx.x];
            __syncthreads();
            unsigned count = min(blockDim.x, n - first);
            for (unsigned j = 0; j < count; j++) {
                float4 other = tile[j];
                float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
                float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + softening);
                float pull = other.w * inverse * inverse * inverse;
                ax += dx * pull;
                ay += dy * pull;
                az += dz * pull;
            }
            __syncthreads();
        }
        if (i < n) {
            float3 v = velocity[i];
            v.x += ax * dt;
            v.y += ay * dt;
            v.z += az * dt;
            velocity[i] = v;
            to[i] = make_float4(me.x + v.x * dt, me.y + v.y * dt, me.z + v.z * dt, me.w);
        }
    }
}
