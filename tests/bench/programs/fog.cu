// fog.cu: a picture of a volume of bytes: rays step through it, values between eight corners become colours by a table, in front first, until
// little shines through.
struct View { float m[12]; int size[3]; float step, density; };

__device__ __forceinline__ float mix(float a, float b, float t) { return a + t * (b - a); }

extern "C" __global__ void render(uchar4 *picture, const unsigned char *volume, const float4 *table, View v, int width, int height)
{
    const int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= width || py >= height)
        return;
    const float u = 2.0f * px / width - 1.0f, w = 2.0f * py / height - 1.0f;
    const float3 o = make_float3(v.m[3], v.m[7], v.m[11]);
    float3 d = make_float3(v.m[0] * u + v.m[1] * w - 2.0f * v.m[2], v.m[4] * u + v.m[5] * w - 2.0f * v.m[6], v.m[8] * u + v.m[9] * w - 2.0f * v.m[10]);
    const float length = rsqrtf(d.x * d.x + d.y * d.y + d.z * d.z);
    d = make_float3(d.x * length, d.y * length, d.z * length);
    const float3 inverse = make_float3(1.0f / d.x, 1.0f / d.y, 1.0f / d.z);
    const float ax = (-1.0f - o.x) * inverse.x, bx = (1.0f - o.x) * inverse.x, ay = (-1.0f - o.y) * inverse.y, by = (1.0f - o.y) * inverse.y;
    const float az = (-1.0f - o.z) * inverse.z, bz = (1.0f - o.z) * inverse.z;
    const float in = fmaxf(fmaxf(fminf(ax, bx), fminf(ay, by)), fmaxf(fminf(az, bz), 0.0f));
    const float out = fminf(fminf(fmaxf(ax, bx), fmaxf(ay, by)), fmaxf(az, bz));
    float4 sum = make_float4(0, 0, 0, 0);
    if (in < out) {
        for (float t = in; t < out; t += v.step) {
            const float x = (o.x + t * d.x + 1.0f) * 0.5f * (v.size[0] - 1), y = (o.y + t * d.y + 1.0f) * 0.5f * (v.size[1] - 1);
            const float z = (o.z + t * d.z + 1.0f) * 0.5f * (v.size[2] - 1);
            const int i = min(max((int)x, 0), v.size[0] - 2), j = min(max((int)y, 0), v.size[1] - 2), k = min(max((int)z, 0), v.size[2] - 2);
            const unsigned char *c = volume + i + v.size[0] * (j + v.size[1] * k);
            const int row = v.size[0], plane = v.size[0] * v.size[1];
            const float fx = x - i, fy = y - j, fz = z - k;
            const float s = mix(mix(mix(c[0], c[1], fx), mix(c[row], c[row + 1], fx), fy),
                                mix(mix(c[plane], c[plane + 1], fx), mix(c[plane + row], c[plane + row + 1], fx), fy), fz);
            float4 colour = table[(int)(s * 0.25f)];
            colour.w *= v.density;
            const float share = (1.0f - sum.w) * colour.w;
            sum.x += share * colour.x;
            sum.y += share * colour.y;
            sum.z += share * colour.z;
            sum.w += share;
            if (sum.w > 0.95f)
                break;
        }
    }
    picture[py * width + px] = make_uchar4(__saturatef(sum.x) * 255, __saturatef(sum.y) * 255, __saturatef(sum.z) * 255, __saturatef(sum.w) * 255);
}
