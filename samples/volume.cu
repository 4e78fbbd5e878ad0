// volume.cu: a cloud in a 3-D texture, seen through: rays collect the colours that a 1-D texture gives its densities.

struct Camera {
    float3 eye, right, up, ahead; // right and up: from one pixel to the next
};

// Where the ray enters and leaves the unit cube; none when out <= in.
__device__ float2 through_cube(float3 from, float3 d)
{
    float3 a = make_float3(-from.x / d.x, -from.y / d.y, -from.z / d.z);
    float3 b = make_float3((1 - from.x) / d.x, (1 - from.y) / d.y, (1 - from.z) / d.z);
    float in = fmaxf(fmaxf(fminf(a.x, b.x), fminf(a.y, b.y)), fmaxf(fminf(a.z, b.z), 0));
    return make_float2(in, fminf(fminf(fmaxf(a.x, b.x), fmaxf(a.y, b.y)), fmaxf(a.z, b.z)));
}

extern "C" __global__ void volume_render(cudaTextureObject_t density, cudaTextureObject_t colours, float4 *picture,
                                         unsigned width, unsigned height, Camera c, unsigned steps)
{
    for (unsigned y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += gridDim.y * blockDim.y)
        for (unsigned x = blockIdx.x * blockDim.x + threadIdx.x; x < width; x += gridDim.x * blockDim.x) {
            float px = x + 0.5f - 0.5f * width, py = 0.5f * height - y - 0.5f;
            float3 d = make_float3(fmaf(px, c.right.x, fmaf(py, c.up.x, c.ahead.x)),
                                   fmaf(px, c.right.y, fmaf(py, c.up.y, c.ahead.y)),
                                   fmaf(px, c.right.z, fmaf(py, c.up.z, c.ahead.z)));
            float2 part = through_cube(c.eye, d);
            float length = (part.y - part.x) / steps;
            float4 sum = make_float4(0, 0, 0, 1); // what is seen so far, and how much of what is behind shines through
            for (unsigned i = 0; i < steps && length > 0; i++) {
                float t = fmaf(i + 0.5f, length, part.x);
                float v = tex3D<float>(density, fmaf(t, d.x, c.eye.x), fmaf(t, d.y, c.eye.y), fmaf(t, d.z, c.eye.z));
                float4 s = tex1D<float4>(colours, v); // w: how dense
                float alpha = fminf(s.w * length * 40, 1.0f) * sum.w;
                sum.x = fmaf(alpha, s.x, sum.x);
                sum.y = fmaf(alpha, s.y, sum.y);
                sum.z = fmaf(alpha, s.z, sum.z);
                sum.w -= alpha;
                if (sum.w < 0.004f)
                    break;
            }
            picture[y * width + x] = sum;
        }
}
