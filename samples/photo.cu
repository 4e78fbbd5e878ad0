// photo.cu: a photograph through textures: turned and filtered, and laid out on a floor that reaches to the horizon.

// A pixel of 8-bit RGB.
__device__ void put(uchar3 *rgb, unsigned at, float4 c)
{
    rgb[at] = make_uchar3(255 * c.x + 0.5f, 255 * c.y + 0.5f, 255 * c.z + 0.5f);
}

// A row of the map from pixels to texture coordinates: a * x + b * y + c.
struct Line {
    float a, b, c;
};

// The photograph through an affine map; the texture says how it is filtered and what lies beside it.
extern "C" __global__ void photo_turn(cudaTextureObject_t photo, uchar3 *rgb, unsigned width, unsigned height, Line u,
                                      Line v)
{
    for (unsigned y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += gridDim.y * blockDim.y)
        for (unsigned x = blockIdx.x * blockDim.x + threadIdx.x; x < width; x += gridDim.x * blockDim.x)
            put(rgb, y * width + x, tex2D<float4>(photo, fmaf(u.a, x, fmaf(u.b, y, u.c)), fmaf(v.a, x, fmaf(v.b, y, v.c))));
}

// A floor tiled with photographs, up to the horizon: row y of the picture lies far / (y + eye) away.  The more texels
// fall into a pixel, across or along, the coarser the level of the mipmap.  level < 0: the finest everywhere.
extern "C" __global__ void photo_floor(cudaTextureObject_t photo, uchar3 *rgb, unsigned width, unsigned height,
                                       float far, float eye, float texels, float level)
{
    for (unsigned y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += gridDim.y * blockDim.y)
        for (unsigned x = blockIdx.x * blockDim.x + threadIdx.x; x < width; x += gridDim.x * blockDim.x) {
            float away = far / (y + eye), across = 0.6f * away / width, along = away / (y + eye);
            float u = across * (x + 0.5f - 0.5f * width);
            put(rgb, y * width + x, tex2DLod<float4>(photo, u, -away, level < 0 ? 0 : level + log2f(texels * fmaxf(across, along))));
        }
}
