// nbody.cl: forces between n bodies; float4 is x, y, z, mass.  A group reads the bodies in tiles through local memory.

#define TILE 256

__kernel void nbody(int n, __global const float4 *restrict body, __global float4 *restrict force)
{
    __local float4 tile[TILE];
    int i = get_global_id(0), me_in_tile = get_local_id(0);
    float4 me = body[i];
    float ax = 0, ay = 0, az = 0;
    for (int first = 0; first < n; first += TILE) {
        tile[me_in_tile] = body[first + me_in_tile];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int j = 0; j < TILE; j++) {
            float4 other = tile[j];
            float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
            float inverse = rsqrt(dx * dx + dy * dy + dz * dz + 0.01f);
            float pull = other.w * inverse * inverse * inverse;
            ax += dx * pull;
            ay += dy * pull;
            az += dz * pull;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    force[i] = (float4)(ax, ay, az, 0);
}
