// quaternions.cu: points turned by a quaternion of each body, made long 1 again; records of 4 and of 3 floats.
struct point { float x, y, z; };
extern "C" __global__ void quaternions(float4 *q, const point *spin, const point *in, point *out, int bodies, int each, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= bodies)
        return;
    float4 a = q[i];
    point w = spin[i];
    float4 d = make_float4(0.5f * (w.x * a.w + w.y * a.z - w.z * a.y), 0.5f * (w.y * a.w + w.z * a.x - w.x * a.z),
                           0.5f * (w.z * a.w + w.x * a.y - w.y * a.x), -0.5f * (w.x * a.x + w.y * a.y + w.z * a.z));
    a.x += dt * d.x; a.y += dt * d.y; a.z += dt * d.z; a.w += dt * d.w;
    float s = rsqrtf(a.x * a.x + a.y * a.y + a.z * a.z + a.w * a.w);
    a.x *= s; a.y *= s; a.z *= s; a.w *= s;
    q[i] = a;
    for (int k = 0; k < each; k++) {
        point p = in[k];
        float tx = 2 * (a.y * p.z - a.z * p.y), ty = 2 * (a.z * p.x - a.x * p.z), tz = 2 * (a.x * p.y - a.y * p.x);
        point r = {p.x + a.w * tx + a.y * tz - a.z * ty, p.y + a.w * ty + a.z * tx - a.x * tz, p.z + a.w * tz + a.x * ty - a.y * tx};
        out[i * each + k] = r;
    }
}
