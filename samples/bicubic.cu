// bicubic.cu: a photograph made larger: each pixel is a sum of 4 x 4 texels with the weights of a cubic curve.

struct Cubic {
    float w[4];
};

// Catmull-Rom: the curve goes through the texels themselves.
__device__ Cubic catmull_rom(float t)
{
    float t2 = t * t, t3 = t2 * t;
    return { { 0.5f * (-t3 + 2 * t2 - t), 0.5f * (3 * t3 - 5 * t2 + 2), 0.5f * (-3 * t3 + 4 * t2 + t), 0.5f * (t3 - t2) } };
}

// The texture is read without filter; texels beside it are those at its edge.
extern "C" __global__ void bicubic_resize(cudaTextureObject_t photo, uchar3 *rgb, unsigned width, unsigned height,
                                          float step_x, float step_y)
{
    for (unsigned y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += gridDim.y * blockDim.y)
        for (unsigned x = blockIdx.x * blockDim.x + threadIdx.x; x < width; x += gridDim.x * blockDim.x) {
            float u = fmaf(x + 0.5f, step_x, -0.5f), v = fmaf(y + 0.5f, step_y, -0.5f), left = floorf(u), top = floorf(v);
            Cubic wx = catmull_rom(u - left), wy = catmull_rom(v - top);
            float3 sum = make_float3(0, 0, 0);
            for (int j = 0; j < 4; j++)
                for (int i = 0; i < 4; i++) {
                    float4 c = tex2D<float4>(photo, left + i - 0.5f, top + j - 0.5f);
                    float w = wx.w[i] * wy.w[j];
                    sum.x = fmaf(w, c.x, sum.x);
                    sum.y = fmaf(w, c.y, sum.y);
                    sum.z = fmaf(w, c.z, sum.z);
                }
            rgb[y * width + x] = make_uchar3(255 * __saturatef(sum.x) + 0.5f, 255 * __saturatef(sum.y) + 0.5f,
                                             255 * __saturatef(sum.z) + 0.5f);
        }
}

// The same size by the smooth cubic B-spline: pairs of its weights are one filtered read each, four in all.
extern "C" __global__ void bicubic_smooth(cudaTextureObject_t photo, uchar3 *rgb, unsigned width, unsigned height,
                                          float step_x, float step_y)
{
    for (unsigned y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += gridDim.y * blockDim.y)
        for (unsigned x = blockIdx.x * blockDim.x + threadIdx.x; x < width; x += gridDim.x * blockDim.x) {
            float at[2] = { fmaf(x + 0.5f, step_x, -0.5f), fmaf(y + 0.5f, step_y, -0.5f) }, part[2], near[2], far[2];
            for (int k = 0; k < 2; k++) {
                float whole = floorf(at[k]), t = at[k] - whole, s = 1 - t;
                float w0 = s * s * s / 6, w1 = (4 - 3 * t * t * (2 - t)) / 6, w3 = t * t * t / 6;
                part[k] = w0 + w1;
                near[k] = whole - 0.5f + w1 / (w0 + w1);
                far[k] = whole + 1.5f + w3 / (1 - w0 - w1);
            }
            float4 a = tex2D<float4>(photo, near[0], near[1]), b = tex2D<float4>(photo, far[0], near[1]);
            float4 c = tex2D<float4>(photo, near[0], far[1]), d = tex2D<float4>(photo, far[0], far[1]);
            float px = part[0], py = part[1];
            rgb[y * width + x] = make_uchar3(255 * (py * (px * a.x + (1 - px) * b.x) + (1 - py) * (px * c.x + (1 - px) * d.x)) + 0.5f,
                                             255 * (py * (px * a.y + (1 - px) * b.y) + (1 - py) * (px * c.y + (1 - px) * d.y)) + 0.5f,
                                             255 * (py * (px * a.z + (1 - px) * b.z) + (1 - py) * (px * c.z + (1 - px) * d.z)) + 0.5f);
        }
}
