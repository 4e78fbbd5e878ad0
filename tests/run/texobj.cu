// texobj.cu: texture objects of every kind, as CUDA programs use them; texobj.ptx is made by
//   nvcc -O3 -arch=sm_75 -ptx -o texobj.ptx texobj.cu
// Thread i looks at the coordinates at[i] and at the layer i % 2.

#define AT unsigned i = blockIdx.x * blockDim.x + threadIdx.x; float4 p = at[i];

extern "C" __global__ void fetch_1d(cudaTextureObject_t t, const float4 *at, float4 *out)
{
    AT;
    out[i] = tex1D<float4>(t, p.x);
}

extern "C" __global__ void fetch_linear(cudaTextureObject_t t, const float4 *at, float4 *out)
{
    AT;
    out[i] = tex1Dfetch<float4>(t, (int)p.x);
}

extern "C" __global__ void fetch_2d(cudaTextureObject_t t, const float4 *at, float4 *out)
{
    AT;
    out[i] = tex2D<float4>(t, p.x, p.y);
}

// 8-bit elements as they are.
extern "C" __global__ void fetch_bytes(cudaTextureObject_t t, const float4 *at, float4 *out)
{
    AT;
    uchar4 v = tex2D<uchar4>(t, p.x, p.y);
    out[i] = make_float4(v.x, v.y, v.z, v.w);
}

extern "C" __global__ void fetch_short(cudaTextureObject_t t, const float4 *at, float4 *out)
{
    AT;
    short2 v = tex2D<short2>(t, p.x, p.y);
    out[i] = make_float4(v.x, v.y, 0, 1);
}

extern "C" __global__ void fetch_3d(cudaTextureObject_t t, const float4 *at, float4 *out)
{
    AT;
    out[i] = tex3D<float4>(t, p.x, p.y, p.z);
}

extern "C" __global__ void fetch_1d_layered(cudaTextureObject_t t, const float4 *at, float4 *out)
{
    AT;
    out[i] = tex1DLayered<float4>(t, p.x, i & 1);
}

extern "C" __global__ void fetch_2d_layered(cudaTextureObject_t t, const float4 *at, float4 *out)
{
    AT;
    out[i] = tex2DLayered<float4>(t, p.x, p.y, i & 1);
}

extern "C" __global__ void fetch_cube(cudaTextureObject_t t, const float4 *at, float4 *out)
{
    AT;
    out[i] = texCubemap<float4>(t, p.x, p.y, p.z);
}

extern "C" __global__ void fetch_cube_layered(cudaTextureObject_t t, const float4 *at, float4 *out)
{
    AT;
    out[i] = texCubemapLayered<float4>(t, p.x, p.y, p.z, i & 1);
}

extern "C" __global__ void fetch_lod(cudaTextureObject_t t, const float4 *at, float4 *out)
{
    AT;
    out[i] = tex2DLod<float4>(t, p.x, p.y, p.w);
}

extern "C" __global__ void fetch_grad(cudaTextureObject_t t, const float4 *at, float4 *out)
{
    AT;
    out[i] = tex2DGrad<float4>(t, p.x, p.y, make_float2(p.z, 0), make_float2(0, p.w));
}

extern "C" __global__ void fetch_gather(cudaTextureObject_t t, const float4 *at, float4 *out)
{
    AT;
    out[i] = tex2Dgather<float4>(t, p.x, p.y, 2);
}

extern "C" __global__ void fetch_sparse(cudaTextureObject_t t, const float4 *at, float4 *out)
{
    AT;
    bool resident;
    float4 v = tex2D<float4>(t, p.x, p.y, &resident);
    out[i] = make_float4(v.x, v.y, v.z, resident);
}

// The mean of what a warp's threads fetch: shuffles around a fetch.
extern "C" __global__ void fetch_warp(cudaTextureObject_t t, const float4 *at, float4 *out)
{
    AT;
    float v = tex2D<float4>(t, p.x, p.y).x;
    for (int d = 16; d; d /= 2)
        v += __shfl_xor_sync(~0u, v, d);
    out[i] = make_float4(v, v / 32, tex2D<float4>(t, p.y, p.x).y, 0);
}

// Handles in a structure in memory.
struct Pair {
    cudaTextureObject_t a, b;
};

extern "C" __global__ void fetch_pair(const Pair *pair, const float4 *at, float4 *out)
{
    AT;
    float4 v = tex2D<float4>(pair->a, p.x, p.y), w = tex2D<float4>(i & 1 ? pair->a : pair->b, p.y, p.x);
    out[i] = make_float4(v.x, v.y, w.z, w.w);
}

// Surfaces: what was there, doubled.
extern "C" __global__ void surface_double(cudaSurfaceObject_t s, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = threadIdx.y;
    if (x < width && y < height) {
        float4 v = surf2Dread<float4>(s, x * 16, y);
        surf2Dwrite(make_float4(2 * v.x, 2 * v.y, 2 * v.z, 2 * v.w), s, x * 16, y);
    }
}
